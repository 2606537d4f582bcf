/* interface.c: every allocation of loading, own similarities and
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

static void test_own(void **state)
{
    (void)state;
    static const char text[] = "{\"name\": \"Top\", \"children\": "
                               "[\"Leaf\"]}\n{\"name\": \"Top\"}\n";
    pleach_input input = {"f.jsonl", text, sizeof text - 1};
    assert_int_equal(pleach_corpus_read(&known, &input, 1, NULL, NULL),
                     PLEACH_OK);
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
        cmocka_unit_test(test_loading),
        cmocka_unit_test(test_own),
        cmocka_unit_test(test_sinks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
