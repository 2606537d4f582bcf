/* interface.c: every allocation of building, loading, own similarities and
 * sinks fails once. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <string.h>

#include "faults.h"
#include "pleach_curate.h"

static const char TAXONOMY[] =
    "{\"format\": \"pleach-taxonomy/1\", \"report\": {}, \"discarded\": [], "
    "\"clusters\": ["
    "{\"id\": 0, \"name\": \"A\", \"parent\": null, \"depth\": 0, \"size\": 1, "
    "\"net_similarity\": 1, \"exemplar\": {\"owner\": \"o\", \"id\": \"i\", "
    "\"path\": \".\", \"role\": \"root\"}, \"members\": [{\"owner\": \"o\", "
    "\"id\": \"i\", \"path\": \".\", \"role\": \"root\", \"similarity\": 1}]},"
    "{\"id\": 1, \"name\": \"B\", \"parent\": 0, \"depth\": 1, \"size\": 1, "
    "\"net_similarity\": 1, \"exemplar\": {\"owner\": \"o\", \"id\": \"i\", "
    "\"path\": \"0\", \"role\": \"leaf\"}, \"members\": [{\"owner\": \"o\", "
    "\"id\": \"i\", \"path\": \"0\", \"role\": \"leaf\", \"similarity\": 1}]}"
    "]}";

static pleach_status try_load(pleach_error *error)
{
    pleach_taxonomy *taxonomy = NULL;
    pleach_input input = {"it", TAXONOMY, sizeof TAXONOMY - 1};
    pleach_status status = pleach_taxonomy_load(&taxonomy, &input, error);
    assert_int_equal(taxonomy != NULL, status == PLEACH_OK);
    pleach_taxonomy_free(taxonomy);
    return status;
}

static pleach_status add_hierarchy(pleach_builder *builder, const char *owner,
                                   pleach_error *error)
{
    static const float vector[] = {1, 2};
    uint32_t top, leaf;
    pleach_status status = pleach_builder_begin(builder, owner, "id", error);
    if (status == PLEACH_OK)
        status = pleach_builder_add_node(&top, builder, PLEACH_NO_NODE, "Top",
                                         error);
    if (status == PLEACH_OK)
        status = pleach_builder_add_node(&leaf, builder, top, "Leaf", error);
    if (status == PLEACH_OK)
        status = pleach_builder_add_tag(builder, leaf, "tag", 1, error);
    if (status == PLEACH_OK)
        status = pleach_builder_set_vector(builder, leaf, vector, 2, error);
    return status;
}

static pleach_status build(pleach_corpus **corpus, pleach_error *error)
{
    pleach_builder *builder = NULL;
    pleach_status status = pleach_builder_new(&builder, NULL, error);
    if (status == PLEACH_OK)
        status = add_hierarchy(builder, "ann", error);
    if (status == PLEACH_OK)
        status = add_hierarchy(builder, "bob", error);
    if (status == PLEACH_OK)
        status = pleach_builder_finish(corpus, builder, error);
    pleach_builder_free(builder);
    return status;
}

static pleach_status try_build(pleach_error *error)
{
    pleach_corpus *corpus = NULL;
    pleach_status status = build(&corpus, error);
    assert_int_equal(corpus != NULL, status == PLEACH_OK);
    pleach_corpus_free(corpus);
    return status;
}

/* After a failure in the middle a builder goes on, or says that it cannot,
 * until all begins anew. */
static void test_going_on(void **state)
{
    (void)state;
    for (int64_t allowed = 0; allowed < 40; allowed++) {
        pleach_builder *builder = NULL;
        pleach_corpus *corpus = NULL;
        assert_int_equal(pleach_builder_new(&builder, NULL, NULL), PLEACH_OK);
        pl_memory_fail_after(allowed, true);
        for (int k = 0; k < 3; k++) {
            pleach_status status = add_hierarchy(builder, "ann", NULL);
            assert_true(status == PLEACH_OK || status == PLEACH_NO_MEMORY ||
                        status == PLEACH_BAD_USAGE);
        }
        pl_memory_fail_after(-1, false);
        pleach_status status = pleach_builder_finish(&corpus, builder, NULL);
        assert_int_equal(corpus != NULL, status == PLEACH_OK);
        pleach_corpus_free(corpus);
        assert_int_equal(add_hierarchy(builder, "ann", NULL), PLEACH_OK);
        assert_int_equal(pleach_builder_finish(&corpus, builder, NULL),
                         PLEACH_OK);
        pleach_corpus_free(corpus);
        pleach_builder_free(builder);
    }
}

static pleach_corpus *known;

static pleach_status try_own(pleach_error *error)
{
    static const pleach_pair pairs[] = {{0, 2, 0.5f}, {1, 2, 0.25f}};
    pleach_own_similarity own = {.pairs = pairs, .pair_count = 2};
    pleach_affinity_options options = {.own = &own, .threads = 1};
    pleach_affinity *affinity = NULL;
    pleach_status status =
        pleach_affinity_compare(&affinity, known, &options, error);
    pleach_affinity_free(affinity);
    return status;
}

static bool take(void *context, const void *bytes, size_t size)
{
    (void)context, (void)bytes, (void)size;
    return true;
}

static pleach_status try_view(pleach_error *error)
{
    pleach_input input = {"it", TAXONOMY, sizeof TAXONOMY - 1};
    pleach_sink to = {.write = take};
    return pleach_view(&input, 1, &to, error);
}

static void test_loading(void **state)
{
    (void)state;
    fail_each_allocation(try_load, 15);
}

static void test_building(void **state)
{
    (void)state;
    fail_each_allocation(try_build, 20);
}

static void test_own(void **state)
{
    (void)state;
    assert_int_equal(build(&known, NULL), PLEACH_OK);
    fail_each_allocation(try_own, 10);
    pleach_corpus_free(known);
}

static void test_sinks(void **state)
{
    (void)state;
    fail_each_allocation(try_view, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loading),  cmocka_unit_test(test_building),
        cmocka_unit_test(test_going_on), cmocka_unit_test(test_own),
        cmocka_unit_test(test_sinks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
