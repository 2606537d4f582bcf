/* shape.c: every allocation of what shapes a forest fails once. */
/* SPDX-License-Identifier: MIT */
#include "faults.h"
#include "shape_forest.h"

static shape_forest f;
static const pl_shape shape = {{1, 2}, {0, 4}, {2, 4}};
static pleach_corpus *corpus;
static pleach_affinity *affinity;

static pleach_status try_shape(pleach_error *error)
{
    pl_reshaped to;
    pl_arena *arena = pl_arena_new();
    pleach_status status = pl_reshape(&to, arena, &f.is, &shape, error);
    pl_arena_free(arena);
    return status;
}

static pleach_status try_grow(pleach_error *error)
{
    pleach_clusters *clusters = NULL;
    pleach_taxonomy *forest = NULL;
    pleach_clusters_options how = {.shape = "tops=..1,levels=2,children=..2",
                                   .min_people = 2};
    pleach_status status =
        pleach_clusters_find(&clusters, affinity, &how, error);
    if (status == PLEACH_OK)
        status = pleach_taxonomy_grow(&forest, clusters, error);
    pleach_taxonomy_free(forest);
    pleach_clusters_free(clusters);
    return status;
}

static void test_shaping(void **state)
{
    pl_random random;
    (void)state;
    pl_random_seed(&random, 3);
    for (int k = 0; k < 3; k++) {
        do
            shape_forest_by_chance(&f, &random);
        while (f.is.count < 60);
        fail_each_allocation(try_shape, 10);
    }
}

static void test_growing_to_measure(void **state)
{
    static const char text[] =
        "a\tPets/Cat\na\tPets/Dog\na\tPets/Old dog\na\tPets/Sheep dog\n"
        "a\tPets/Wren\nb\tPets/Cat\nb\tPets/Dog\nb\tPets/Old dog\n"
        "b\tPets/Sheep dog\n";
    pleach_input input = {"test", text, sizeof text - 1};
    (void)state;
    assert_int_equal(
        pleach_corpus_read(&corpus, &input, 1,
                           &(pleach_read_options){.format = "tsv",
                                                  .columns = "owner=1,path=2"},
                           NULL),
        PLEACH_OK);
    assert_int_equal(
        pleach_affinity_compare(&affinity, corpus,
                                &(pleach_affinity_options){.threads = 1}, NULL),
        PLEACH_OK);
    fail_each_allocation(try_grow, 10);
    pleach_affinity_free(affinity);
    pleach_corpus_free(corpus);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shaping),
        cmocka_unit_test(test_growing_to_measure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
