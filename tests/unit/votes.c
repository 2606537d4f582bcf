/* votes.c: rivals, stances, and edges that hang by one voice. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <string.h>

#include "grown_text.h"
#include "taxonomy/votes.h"

/* Three people put rooks below birds, one below games, one below animals,
 * which birds are below; one has them on top. One person's word makes games a
 * kind of animal, and somebody has games on top. */
static const char corpus_text[] =
    "{\"owner\":\"a\",\"id\":\"1\",\"name\":\"Animals\",\"children\":"
    "[{\"name\":\"Birds\"},{\"name\":\"Rooks\"},{\"name\":\"Games\"}]}\n"
    "{\"owner\":\"b\",\"id\":\"2\",\"name\":\"Animals\",\"children\":"
    "[{\"name\":\"Birds\",\"children\":[{\"name\":\"Rooks\"}]}]}\n"
    "{\"owner\":\"c\",\"id\":\"3\",\"name\":\"Birds\",\"children\":"
    "[{\"name\":\"Rooks\"}]}\n"
    "{\"owner\":\"d\",\"id\":\"4\",\"name\":\"Birds\",\"children\":"
    "[{\"name\":\"Rooks\"}]}\n"
    "{\"owner\":\"e\",\"id\":\"5\",\"name\":\"Games\",\"children\":"
    "[{\"name\":\"Rooks\"}]}\n"
    "{\"owner\":\"f\",\"id\":\"6\",\"name\":\"Rooks\",\"children\":"
    "[{\"name\":\"Nests\"}]}\n";

static grown_text grow(void)
{
    pleach_clusters_options votes = {.solver = PLEACH_SOLVER_VOTES};
    return grow_text("six.jsonl", corpus_text, "name", &votes);
}

static void test_rivals_are_those_against(void **state)
{
    grown_text g = grow();
    pleach_rival rivals[PL_MOST_RIVALS];
    uint32_t rooks = cluster_named(g.forest, "Rooks"),
             games = cluster_named(g.forest, "Games");
    const pl_votes *v = &g.forest->votes[rooks];
    (void)state;
    assert_int_equal(g.forest->parent[rooks], cluster_named(g.forest, "Birds"));
    assert_int_equal(v->in_favour, 3);
    assert_int_equal(v->skipping, 1);
    assert_int_equal(v->against, 1);
    assert_int_equal(v->top, 1);
    assert_int_equal(pl_list_rival_parents(g.forest, rooks, rivals), 1);
    assert_int_equal(rivals[0].parent, games);
    assert_int_equal(rivals[0].people, 1);
    assert_int_equal(pl_list_rival_parents(g.forest, games, rivals), 0);
    grown_text_free(&g);
}

static void test_one_voice_against_others(void **state)
{
    grown_text g = grow();
    (void)state;
    assert_true(
        pl_hangs_by_one_vote(g.forest, cluster_named(g.forest, "Games")));
    assert_false(
        pl_hangs_by_one_vote(g.forest, cluster_named(g.forest, "Rooks")));
    /* One voice, and nobody disagrees. */
    assert_false(
        pl_hangs_by_one_vote(g.forest, cluster_named(g.forest, "Nests")));
    assert_false(
        pl_hangs_by_one_vote(g.forest, cluster_named(g.forest, "Animals")));
    grown_text_free(&g);
}

static void test_each_node_has_a_stance(void **state)
{
    /* By node: the saplings are 1, 2, 2/0, 3, 4, 5, 6. */
    static const char *const words[] = {
        "",    "for", "skip", "for", "",    "for",     "",    "for",
        "top", "for", "top",  "for", "top", "against", "top", "for"};
    grown_text g = grow();
    (void)state;
    assert_int_equal(g.affinity->slot_count, sizeof words / sizeof *words);
    for (uint32_t i = 0; i < g.affinity->slot_count; i++)
        assert_string_equal(pl_stance_word(g.forest, g.affinity->node_slot[i]),
                            words[i]);
    grown_text_free(&g);
}

/* Seven parents for one child: the five of most people, then of lower id. */
static void test_the_strongest_rivals_are_listed(void **state)
{
    uint32_t first[] = {0, 0, 0, 0, 0, 0, 0, 0, 7};
    uint32_t parent[] = {0, 1, 2, 3, 4, 5, 6};
    uint32_t voices[] = {1, 3, 1, 2, 9, 3, 2};
    uint32_t up[] = {PL_NONE, PL_NONE, PL_NONE, PL_NONE,
                     PL_NONE, PL_NONE, PL_NONE, 4};
    uint32_t ends[] = {1, 2, 3, 4, 8, 6, 7, 8};
    pleach_rival rivals[PL_MOST_RIVALS];
    static const uint32_t wanted[] = {1, 5, 3, 6, 0};
    pleach_taxonomy forest = {
        .cluster_count = 8,
        .parent = up,
        .subtree_end = ends,
        .statements = {.first = first, .parent = parent, .voices = voices}};
    (void)state;
    assert_int_equal(pl_list_rival_parents(&forest, 7, rivals), 5);
    for (size_t k = 0; k < 5; k++) {
        assert_int_equal(rivals[k].parent, wanted[k]);
        assert_int_equal(rivals[k].people, voices[wanted[k]]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rivals_are_those_against),
        cmocka_unit_test(test_one_voice_against_others),
        cmocka_unit_test(test_each_node_has_a_stance),
        cmocka_unit_test(test_the_strongest_rivals_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
