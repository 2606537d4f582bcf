/* grow.c: from exemplars to the forest, in display order. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include "made_up.h"
#include "taxonomy/taxonomy.h"

static const char *name_of(const pleach_taxonomy *forest, uint32_t c)
{
    return pl_strings_at(forest->corpus->spellings, forest->name[c]);
}

static void expect_refusal(made_up *made, const char *rule)
{
    pleach_taxonomy *untouched = NULL;
    pleach_error error = {0};
    assert_int_equal(pleach_taxonomy_grow(&untouched, &made->clusters, &error),
                     PLEACH_BAD_DATA);
    assert_null(untouched);
    assert_non_null(strstr(error.sentence, "internal"));
    assert_non_null(strstr(error.sentence, rule));
}

static void test_clusters_come_depth_first_and_largest_first(void **state)
{
    static const char *const names[] = {"Animal", "dog", "poodle", "terrier",
                                        "Bird",   "Cat", "Pet",    "Bird"};
    static const uint32_t parents[] = {PL_NONE, 0, 1, 1, 0, 0, PL_NONE, 6};
    static const uint32_t depths[] = {0, 1, 2, 2, 1, 1, 0, 1};
    static const uint32_t ends[] = {6, 4, 3, 4, 5, 6, 8, 8};
    static const uint32_t sizes[] = {2, 3, 1, 1, 1, 1, 1, 1};
    static const uint32_t people[] = {2, 3, 1, 1, 1, 1, 1, 1};
    static const uint32_t edges[] = {0, 2, 1, 1, 1, 1, 0, 1};
    made_up *made = made_up_animals();
    pleach_taxonomy *forest = made_up_grow(made);
    (void)state;
    assert_int_equal(forest->cluster_count, 8);
    for (uint32_t c = 0; c < 8; c++) {
        assert_string_equal(name_of(forest, c), names[c]);
        assert_int_equal(forest->parent[c], parents[c]);
        assert_int_equal(forest->depth[c], depths[c]);
        assert_int_equal(forest->subtree_end[c], ends[c]);
        assert_int_equal(forest->member_first[c + 1] - forest->member_first[c],
                         sizes[c]);
        assert_int_equal(forest->people[c], people[c]);
        assert_int_equal(forest->edge_people[c], edges[c]);
    }
    pleach_taxonomy_free(forest);
    made_up_free(made);
}

static void test_members_start_with_the_exemplar(void **state)
{
    made_up *made = made_up_animals();
    (void)state;
    /* Make Ann's dog more alike than Cid's. */
    uint32_t bob = made_up_slot(made, "t2", 1);
    uint32_t ann = made_up_slot(made, "t1", 1);
    made->affinity.pair_similarity[pl_find_pair(&made->affinity, ann, bob)] =
        0.75f;
    pleach_taxonomy *forest = made_up_grow(made);
    uint32_t first = forest->member_first[1];
    assert_int_equal(forest->member[first], bob);
    assert_int_equal(forest->member[first + 1], ann);
    assert_int_equal(forest->member[first + 2], made_up_slot(made, "t3", 0));
    assert_true(forest->member_similarity[first] == 0.125f);
    assert_true(forest->member_similarity[first + 1] == 0.75f);
    assert_true(forest->net_similarity[1] == 0.125 + 0.75 + 0.5);
    for (uint32_t k = first; k < first + 3; k++)
        assert_int_equal(forest->slot_cluster[forest->member[k]], 1);
    pleach_taxonomy_free(forest);
    made_up_free(made);
}

static void test_two_parents_are_refused(void **state)
{
    made_up *made = made_up_animals();
    (void)state;
    made_up_join(made, "t4", 1, "t2", 2);
    expect_refusal(made, "one parent");
    made_up_free(made);
}

static void test_loops_are_refused(void **state)
{
    static const char *const lines[] = {"a|1|.|A>B", "b|2|.|B>A",
                                        "c|3|.|Up>Down"};
    made_up *made = made_up_new(lines, 3, NULL);
    (void)state;
    made_up_join(made, "1", 0, "2", 1);
    made_up_join(made, "2", 0, "1", 1);
    expect_refusal(made, "above itself");
    made_up_free(made);
}

static void test_a_leaf_below_itself_is_refused(void **state)
{
    static const char *const lines[] = {"a|1|.|A>A"};
    made_up *made = made_up_new(lines, 1, NULL);
    (void)state;
    made_up_join(made, "1", 0, "1", 1);
    expect_refusal(made, "above itself");
    made_up_free(made);
}

static void test_exemplars_that_stand_for_others_are_refused(void **state)
{
    made_up *made = made_up_animals();
    (void)state;
    made_up_join(made, "t2", 1, "t3", 1);
    expect_refusal(made, "stands for itself");
    made->clusters.exemplar[0] = PL_NONE;
    expect_refusal(made, "stands for itself");
    made_up_free(made);
}

static void test_nothing_grows_from_nothing(void **state)
{
    made_up *made = made_up_new(NULL, 0, NULL);
    pleach_taxonomy *forest = made_up_grow(made);
    (void)state;
    assert_int_equal(forest->cluster_count, 0);
    assert_int_equal(pleach_taxonomy_report(forest)->levels, 0);
    pleach_taxonomy_free(forest);
    made_up_free(made);
}

/* A chain as long as the room allows: nothing recurses or takes n^2. */
static void test_a_deep_chain_grows(void **state)
{
    enum { LINKS = 1500 };
    static char text[LINKS][48];
    static const char *lines[LINKS];
    (void)state;
    for (int k = 0; k < LINKS; k++) {
        snprintf(text[k], sizeof text[k], "o|h%d|.|n%d>n%d", k, k, k + 1);
        lines[k] = text[k];
    }
    made_up *made = made_up_new(lines, LINKS, NULL);
    for (uint32_t k = 1; k < LINKS; k++)
        made->clusters.exemplar[2 * k] = 2 * k - 1;
    pleach_taxonomy *forest = made_up_grow(made);
    assert_int_equal(forest->report.depth, LINKS);
    assert_int_equal(forest->report.trees, 1);
    pleach_taxonomy_free(forest);
    made_up_free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clusters_come_depth_first_and_largest_first),
        cmocka_unit_test(test_members_start_with_the_exemplar),
        cmocka_unit_test(test_two_parents_are_refused),
        cmocka_unit_test(test_loops_are_refused),
        cmocka_unit_test(test_a_leaf_below_itself_is_refused),
        cmocka_unit_test(test_exemplars_that_stand_for_others_are_refused),
        cmocka_unit_test(test_nothing_grows_from_nothing),
        cmocka_unit_test(test_a_deep_chain_grows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
