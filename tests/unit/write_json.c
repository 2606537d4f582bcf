/* write_json.c: the taxonomy, the report and the assignments as data. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <jansson.h>

#include "made_up.h"

static json_t *parse(const pleach_taxonomy *forest,
                     const pleach_write_options *options)
{
    char *text = made_up_write(forest, options);
    json_error_t why;
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &why);
    if (json == NULL)
        fail_msg("%s in %s", why.text, text);
    free(text);
    return json;
}

static json_t *at(json_t *list, size_t k)
{
    assert_true(k < json_array_size(list));
    return json_array_get(list, k);
}

static void expect_text(json_t *object, const char *field, const char *text)
{
    assert_string_equal(json_string_value(json_object_get(object, field)),
                        text);
}

static void expect_integer(json_t *object, const char *field, json_int_t value)
{
    assert_true(json_is_integer(json_object_get(object, field)));
    assert_int_equal(json_integer_value(json_object_get(object, field)), value);
}

static void test_a_cluster_tells_where_it_comes_from(void **state)
{
    made_up *made = made_up_animals();
    pleach_taxonomy *forest = made_up_grow(made);
    json_t *root = parse(forest, &(pleach_write_options){.format = "json"});
    json_t *clusters = json_object_get(root, "clusters");
    json_t *dog = at(clusters, 1);
    (void)state;
    expect_text(root, "format", "pleach-taxonomy/1");
    expect_text(at(json_object_get(root, "inputs"), 0), "name",
                "made-up.jsonl");
    assert_int_equal(json_array_size(clusters), 8);
    assert_true(json_is_null(json_object_get(at(clusters, 0), "parent")));
    expect_integer(dog, "id", 1);
    expect_text(dog, "name", "dog");
    expect_text(dog, "key", "dog");
    expect_integer(dog, "parent", 0);
    expect_integer(dog, "depth", 1);
    expect_integer(dog, "size", 3);
    expect_integer(dog, "people", 3);
    expect_integer(dog, "edge_people", 2);
    json_t *exemplar = json_object_get(dog, "exemplar");
    expect_text(exemplar, "id", "t2");
    expect_text(exemplar, "path", "0");
    expect_text(exemplar, "role", "leaf");
    json_t *first = at(json_object_get(dog, "members"), 0);
    expect_text(first, "owner", "bob");
    expect_text(first, "name", "dog");
    assert_true(json_number_value(json_object_get(first, "similarity")) ==
                0.125);
    json_t *tags = json_object_get(dog, "tags");
    assert_true(json_number_value(json_object_get(tags, "photo")) == 6);
    assert_true(json_number_value(json_object_get(tags, "tag dog")) == 2);
    assert_string_equal(json_object_iter_key(json_object_iter(tags)), "photo");
    json_t *spellings = json_object_get(dog, "spellings");
    assert_int_equal(json_number_value(json_object_get(spellings, "dog")), 2);
    assert_int_equal(json_number_value(json_object_get(spellings, "Dog")), 1);
    json_decref(root);
    pleach_taxonomy_free(forest);
    made_up_free(made);
}

static void test_discarded_nodes_and_conflicts_are_listed(void **state)
{
    static const char *const lines[] = {
        "a|1|.|Zoo>!animal,cage", "-b|2|.|Stone>rock", "c|3|.|animal>cage"};
    made_up *made = made_up_new(lines, 3, "animal");
    (void)state;
    made->clusters.conflicts =
        &(pl_conflict){.slot = made_up_slot(made, "3", 1),
                       .wanted = made_up_slot(made, "1", 1),
                       .cost = 0.375f};
    made->clusters.conflict_count = made->clusters.standing_count = 1;
    pleach_taxonomy *forest = made_up_grow(made);
    json_t *root = parse(forest, &(pleach_write_options){.format = "json"});
    json_t *discarded = json_object_get(root, "discarded");
    assert_int_equal(json_array_size(discarded), 3);
    expect_text(at(discarded, 0), "id", "1");
    expect_text(at(discarded, 0), "path", "0");
    expect_text(at(discarded, 0), "role", "leaf");
    expect_text(at(discarded, 0), "name", "animal");
    expect_text(at(discarded, 0), "reason",
                pl_discard_reason(PL_DISCARD_SEED_LEAF));
    expect_text(at(discarded, 1), "reason",
                pl_discard_reason(PL_DISCARD_UNREACHED));
    /* Zoo > cage comes after animal > cage. */
    json_t *conflict = at(json_object_get(root, "conflicts"), 0);
    expect_text(conflict, "owner", "c");
    expect_integer(conflict, "cluster", 3);
    expect_integer(conflict, "from", 1);
    expect_integer(conflict, "parent", 2);
    assert_true(json_number_value(json_object_get(conflict, "cost")) == 0.375);
    json_t *seed = json_object_get(json_object_get(root, "report"), "seed");
    expect_text(seed, "term", "animal");
    expect_integer(seed, "trees", 1);
    expect_integer(json_object_get(seed, "best"), "clusters", 2);
    json_decref(root);
    pleach_taxonomy_free(forest);
    made_up_free(made);
}

static void test_the_report_has_its_fixed_names(void **state)
{
    static const char *const fields[] = {
        "saplings",    "nodes",      "names",         "pairs",
        "discarded",   "solver",     "similarity",    "preference",
        "damping",     "iterations", "converged",     "net_similarity",
        "upper_bound", "conflicts",  "cycles_broken", "clusters",
        "trees",       "depth",      "levels",        "aut",
        "seed"};
    made_up *made = made_up_animals();
    pleach_taxonomy *forest = made_up_grow(made);
    pleach_stage_times times = {.read = 1,
                                .compare = 2,
                                .cluster = 3,
                                .grow = 4,
                                .write = 5,
                                .peak_bytes = 1 << 20};
    json_t *report = parse(
        forest, &(pleach_write_options){.format = "report", .times = &times});
    (void)state;
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++)
        if (json_object_get(report, fields[k]) == NULL)
            fail_msg("no %s", fields[k]);
    json_t *seconds = json_object_get(report, "seconds");
    assert_true(json_number_value(json_object_get(seconds, "cluster")) == 3);
    expect_integer(report, "peak_bytes", 1 << 20);
    assert_true(json_is_null(json_object_get(report, "upper_bound")));
    json_decref(report);
    report = parse(forest, &(pleach_write_options){.format = "report"});
    assert_null(json_object_get(report, "seconds"));
    assert_null(json_object_get(report, "peak_bytes"));
    json_decref(report);
    pleach_taxonomy_free(forest);
    made_up_free(made);
}

static void test_assignments_have_one_row_per_node(void **state)
{
    static const char *const lines[] = {"a|1|.|Zoo>!animal,c\tage\n",
                                        "-b|2|.|Stone>rock"};
    made_up *made = made_up_new(lines, 2, "animal");
    pleach_taxonomy *forest = made_up_grow(made);
    char *text =
        made_up_write(forest, &(pleach_write_options){.format = "assignments"});
    (void)state;
    assert_string_equal(text, "id\tpath\trole\tname\tcluster\tconcept\tstance\n"
                              "1\t.\troot\tZoo\t0\t0\t\n"
                              "1\t0\tleaf\tanimal\t\t\t\n"
                              "1\t1\tleaf\tc age \t1\t1\tfor\n"
                              "2\t.\troot\tStone\t\t\t\n"
                              "2\t0\tleaf\trock\t\t\t\n");
    free(text);
    pleach_taxonomy_free(forest);
    made_up_free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_cluster_tells_where_it_comes_from),
        cmocka_unit_test(test_discarded_nodes_and_conflicts_are_listed),
        cmocka_unit_test(test_the_report_has_its_fixed_names),
        cmocka_unit_test(test_assignments_have_one_row_per_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
