/* check.c: attacks the proof with broken taxonomies: it must refuse each.
 *
 * A right file is made, then one thing in it is changed. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <jansson.h>
#include <sys/stat.h>
#include <unistd.h>

#include "made_up.h"
#include "sinks.h"

static char folder[64], taxonomy_path[96], input_path[96];

static const char input_text[] =
    "{\"owner\":\"ann\",\"id\":\"t1\",\"name\":\"Animal\",\"children\":"
    "[{\"name\":\"Dog\"},{\"name\":\"Cat\"}]}\n"
    "\n"
    "{\"owner\":\"bob\",\"id\":\"t2\",\"name\":\"animal\",\"children\":"
    "[{\"name\":\"dog\"},{\"name\":\"Bird\",\"children\":null}]}\r\n"
    "{\"owner\":\"cid\",\"id\":\"t3\",\"name\":\"dog\",\"children\":"
    "[{\"name\":\"poodle\",\"width\":99999999999999999999},"
    "{\"name\":\"terrier\"}]}\n"
    "{\"owner\":\"dee\",\"id\":\"t4\",\"name\":\"Pet\",\"children\":"
    "[{\"name\":\"Bird\"}]}";

static void write_file(const char *path, const char *text)
{
    FILE *to = fopen(path, "w");
    assert_non_null(to);
    fputs(text, to);
    assert_int_equal(fclose(to), 0);
}

/* The animals as a taxonomy, named after the input in the folder. */
static json_t *right_taxonomy(void)
{
    made_up *made = made_up_animals();
    pleach_taxonomy *forest = NULL;
    made->inputs[0] = input_path;
    made_up_untag(made);
    made->clusters.conflicts = &(pl_conflict){10, 4, 0.5f};
    made->clusters.conflict_count = 1;
    assert_int_equal(pleach_taxonomy_grow(&forest, &made->clusters, NULL),
                     PLEACH_OK);
    char *text =
        made_up_write(forest, &(pleach_write_options){.format = "json"});
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    free(text);
    pleach_taxonomy_free(forest);
    made_up_free(made);
    return root;
}

static pleach_status check(json_t *root, pleach_check_result *result,
                           pleach_error *error)
{
    assert_int_equal(json_dump_file(root, taxonomy_path, 0), 0);
    return pleach_check(result, FILE_AT(taxonomy_path), NULL, 0, error);
}

/* Takes over the broken taxonomy. */
static void expect_refusal(json_t *root, const char *words)
{
    pleach_check_result result = {0};
    pleach_error error = {0};
    pleach_status status = check(root, &result, &error);
    if (status != PLEACH_BAD_DATA || strstr(error.sentence, words) == NULL)
        fail_msg("status %d, \"%s\" does not say \"%s\"", (int)status,
                 error.sentence, words);
    json_decref(root);
}

static json_t *cluster(json_t *root, size_t c)
{
    return json_array_get(json_object_get(root, "clusters"), c);
}

static json_t *member(json_t *root, size_t c, size_t m)
{
    return json_array_get(json_object_get(cluster(root, c), "members"), m);
}

static json_t *report(json_t *root)
{
    return json_object_get(root, "report");
}

static void set(json_t *object, const char *field, json_t *value)
{
    assert_int_equal(json_object_set_new(object, field, value), 0);
}

/* Changes one field of one object and wants to hear about it. */
#define MUTATE(where, field, value, words)                                     \
    do {                                                                       \
        json_t *root = right_taxonomy();                                       \
        set((where), (field), (value));                                        \
        expect_refusal(root, (words));                                         \
    } while (0)

static void test_the_right_one_passes(void **state)
{
    pleach_check_result result = {0};
    pleach_error error = {0};
    json_t *root = right_taxonomy();
    (void)state;
    if (check(root, &result, &error) != PLEACH_OK)
        fail_msg("%s", error.sentence);
    assert_int_equal(result.clusters, 8);
    assert_int_equal(result.trees, 2);
    assert_int_equal(result.edges, 6);
    assert_int_equal(result.members, 11);
    assert_int_equal(result.discarded, 0);
    assert_true(result.inputs_compared);
    assert_int_equal(result.input_nodes, 11);
    json_decref(root);
}

static void test_the_shape_is_proved(void **state)
{
    (void)state;
    MUTATE(root, "format", json_string("other/1"), "format");
    MUTATE(root, "clusters", json_null(), "list of clusters");
    MUTATE(root, "discarded", json_object(), "discarded");
    MUTATE(cluster(root, 2), "id", json_string("2"), "whole number");
    MUTATE(cluster(root, 2), "id", json_integer(0), "Two clusters have");
    MUTATE(cluster(root, 2), "name", json_null(), "name");
    MUTATE(cluster(root, 2), "parent", json_integer(77), "does not exist");
    MUTATE(cluster(root, 2), "parent", json_true(), "neither an id nor null");
    MUTATE(cluster(root, 2), "members", json_null(), "no members");
    MUTATE(cluster(root, 2), "depth", json_integer(1), "depth of cluster 2");
    MUTATE(cluster(root, 2), "size", json_integer(2), "size of cluster 2");
    MUTATE(cluster(root, 2), "exemplar", json_null(), "no exemplar");
    MUTATE(cluster(root, 2), "net_similarity", json_null(), "net_similarity");
    MUTATE(member(root, 1, 1), "role", json_string("stem"), "role");
    MUTATE(member(root, 1, 1), "path", json_string("0//1"), "path");
    MUTATE(member(root, 1, 1), "path", json_string("-1"), "path");
    MUTATE(member(root, 1, 1), "path", json_string(""), "path");
    MUTATE(member(root, 1, 1), "owner", json_integer(1), "owner");
    MUTATE(member(root, 1, 1), "similarity", json_null(), "similarity");
}

static void test_loops_are_found(void **state)
{
    json_t *root = right_taxonomy();
    (void)state;
    set(cluster(root, 2), "parent", json_integer(2));
    expect_refusal(root, "loop");
    root = right_taxonomy();
    set(cluster(root, 0), "parent", json_integer(2));
    expect_refusal(root, "loop");
}

static void test_two_parents_are_found(void **state)
{
    json_t *root = right_taxonomy();
    (void)state;
    /* Dee's bird, below Pet, goes to Bob's below Animal. */
    json_array_append(json_object_get(cluster(root, 4), "members"),
                      member(root, 7, 0));
    json_array_remove(json_object_get(root, "clusters"), 7);
    set(cluster(root, 4), "size", json_integer(2));
    expect_refusal(root, "two parents");
}

static void test_edges_need_support(void **state)
{
    json_t *root = right_taxonomy();
    (void)state;
    /* Pet, which has no leaf, is put below Animal. */
    set(cluster(root, 6), "parent", json_integer(0));
    set(cluster(root, 6), "depth", json_integer(1));
    set(cluster(root, 7), "depth", json_integer(2));
    expect_refusal(root, "No leaf supports the edge from cluster 6");
    root = right_taxonomy();
    set(cluster(root, 7), "parent", json_null());
    set(cluster(root, 7), "depth", json_integer(0));
    expect_refusal(root, "no parent");
    root = right_taxonomy();
    set(cluster(root, 4), "parent", json_integer(6));
    expect_refusal(root, "two parents");
}

static void test_a_leaf_needs_its_root(void **state)
{
    json_t *root = right_taxonomy();
    (void)state;
    set(member(root, 1, 1), "role", json_string("leaf"));
    set(member(root, 1, 1), "path", json_string("3/0"));
    expect_refusal(root, "has no root");
}

static void test_exemplars_are_members(void **state)
{
    (void)state;
    MUTATE(json_object_get(cluster(root, 1), "exemplar"), "id",
           json_string("t4"), "exemplar of cluster 1");
    MUTATE(json_object_get(cluster(root, 1), "exemplar"), "role",
           json_string("root"), "exemplar");
}

static void test_nodes_occur_once(void **state)
{
    json_t *root = right_taxonomy();
    json_t *list = json_object_get(cluster(root, 1), "members");
    (void)state;
    json_array_append_new(list, json_deep_copy(member(root, 1, 1)));
    set(cluster(root, 1), "size", json_integer(4));
    expect_refusal(root, "occurs 2 times");
    root = right_taxonomy();
    json_t *again = json_deep_copy(member(root, 1, 1));
    json_object_del(again, "similarity");
    json_array_append_new(json_object_get(root, "discarded"), again);
    expect_refusal(root, "occurs 2 times");
}

static void test_sums_are_right(void **state)
{
    (void)state;
    MUTATE(cluster(root, 1), "net_similarity", json_real(2), "sum of its");
    MUTATE(report(root), "net_similarity", json_real(2), "net_similarity");
    MUTATE(report(root), "clusters", json_integer(7), "clusters");
    MUTATE(report(root), "trees", json_integer(3), "trees");
    MUTATE(report(root), "depth", json_integer(3), "depth");
    MUTATE(report(root), "nodes", json_integer(-11), "nodes");
    MUTATE(report(root), "discarded", json_integer(1), "discarded");
    MUTATE(json_object_get(report(root), "levels"), "clusters",
           json_pack("[iii]", 2, 3, 3), "levels.clusters");
    MUTATE(json_object_get(report(root), "levels"), "instances",
           json_pack("[ii]", 2, 4), "levels.instances");
    MUTATE(root, "report", json_null(), "report");
}

/* Another who is not in the input, in place of Dee. */
static void test_nothing_is_invented_or_lost(void **state)
{
    (void)state;
    json_t *root = right_taxonomy();
    set(member(root, 6, 0), "owner", json_string("eve"));
    set(member(root, 7, 0), "owner", json_string("eve"));
    set(json_object_get(cluster(root, 6), "exemplar"), "owner",
        json_string("eve"));
    set(json_object_get(cluster(root, 7), "exemplar"), "owner",
        json_string("eve"));
    expect_refusal(root, "by dee is lost");

    /* Without Dee's line the file has more than the input. */
    char *fewer = strdup(input_text);
    *strrchr(fewer, '\n') = '\0';
    write_file(input_path, fewer);
    expect_refusal(right_taxonomy(), "is invented");
    free(fewer);
    write_file(input_path, "{\"name\": 1}\n");
    expect_refusal(right_taxonomy(), "not a hierarchy");
    write_file(input_path, "{\"name\": }\n");
    expect_refusal(right_taxonomy(), "not JSON");
    write_file(input_path, input_text);
}

static void test_inputs_that_are_gone_are_not_compared(void **state)
{
    pleach_check_result result = {0};
    pleach_error error = {0};
    json_t *root = right_taxonomy();
    pleach_input given[] = {{.name = input_path}};
    (void)state;
    set(json_array_get(json_object_get(root, "inputs"), 0), "name",
        json_string("-"));
    assert_int_equal(check(root, &result, &error), PLEACH_OK);
    assert_false(result.inputs_compared);
    assert_int_equal(result.input_nodes, 0);
    /* The same file given by hand. */
    assert_int_equal(
        pleach_check(&result, FILE_AT(taxonomy_path), given, 1, &error),
        PLEACH_OK);
    assert_true(result.inputs_compared);
    given[0].name = "/nowhere/at all.jsonl";
    assert_int_equal(
        pleach_check(&result, FILE_AT(taxonomy_path), given, 1, &error),
        PLEACH_IO);
    assert_string_equal(error.file, given[0].name);
    json_decref(root);
}

/* Whatever byte is changed, the proof answers; it never crashes or hangs. */
static void test_damaged_files_are_survived(void **state)
{
    json_t *root = right_taxonomy();
    char *text = json_dumps(root, 0);
    size_t length = strlen(text);
    (void)state;
    for (size_t k = 0; k < length; k += 7) {
        pleach_check_result result = {0};
        char kept = text[k];
        text[k] = "0]}\"x,-"[k % 7];
        write_file(taxonomy_path, text);
        pleach_status status =
            pleach_check(&result, FILE_AT(taxonomy_path), NULL, 0, NULL);
        assert_true(status == PLEACH_OK || status == PLEACH_BAD_DATA);
        text[k] = kept;
    }
    free(text);
    json_decref(root);
}

static void test_files_that_are_none(void **state)
{
    pleach_check_result result = {0};
    pleach_error error = {0};
    (void)state;
    assert_int_equal(
        pleach_check(&result, FILE_AT("/nowhere.json"), NULL, 0, &error),
        PLEACH_IO);
    assert_int_not_equal(
        pleach_check(&result, FILE_AT(folder), NULL, 0, &error), PLEACH_OK);
    write_file(taxonomy_path, "{\"format\":\n 7,,}");
    assert_int_equal(
        pleach_check(&result, FILE_AT(taxonomy_path), NULL, 0, &error),
        PLEACH_BAD_DATA);
    assert_int_equal(error.line, 2);
    write_file(taxonomy_path, "[]");
    assert_int_equal(
        pleach_check(&result, FILE_AT(taxonomy_path), NULL, 0, &error),
        PLEACH_BAD_DATA);
    write_file(taxonomy_path, "");
    assert_int_equal(
        pleach_check(&result, FILE_AT(taxonomy_path), NULL, 0, &error),
        PLEACH_BAD_DATA);
}

/* Deep inputs: an inner node is a leaf and a root; defaults of id and owner;
 * twice the same id is no mistake of the taxonomy. */
static void test_deep_and_nameless_inputs(void **state)
{
    pleach_check_result result = {0};
    pleach_error error = {0};
    char line_id[128];
    (void)state;
    snprintf(line_id, sizeof line_id, "%s:1", input_path);
    char deep[160], inner[160], lone[160], twice[] = "input.jsonl|7|.|A>B";
    snprintf(deep, sizeof deep, "input.jsonl|%s|.|Top>Mid,End", line_id);
    snprintf(inner, sizeof inner, "input.jsonl|%s|0|Mid>Low", line_id);
    snprintf(lone, sizeof lone, "input.jsonl|%s:3|.|Lone", input_path);
    const char *lines[] = {deep, inner, lone, twice, twice};
    write_file(input_path,
               "{\"name\":\"Top\",\"children\":[{\"name\":\"Mid\",\"children\":"
               "[{\"name\":\"Low\"}]},{\"name\":\"End\"}]}\n\n"
               "{\"name\":\"Lone\",\"children\":[]}\n"
               "{\"id\":7,\"name\":\"A\",\"children\":[{\"name\":\"B\"}]}\n"
               "{\"id\":\"7\",\"name\":\"A\",\"children\":"
               "[{\"name\":\"B\"}]}\n");
    made_up *made = made_up_new(lines, 5, NULL);
    pleach_taxonomy *forest = NULL;
    made->inputs[0] = input_path;
    made->corpus.each_is_somebody = true;
    made_up_untag(made);
    made_up_join(made, line_id, 3, line_id, 1);
    assert_int_equal(pleach_taxonomy_grow(&forest, &made->clusters, NULL),
                     PLEACH_OK);
    assert_int_equal(save_json(forest, taxonomy_path, &error), PLEACH_OK);
    if (pleach_check(&result, FILE_AT(taxonomy_path), NULL, 0, &error) !=
        PLEACH_OK)
        fail_msg("%s", error.sentence);
    assert_true(result.inputs_compared);
    assert_int_equal(result.input_nodes, 10);
    write_file(input_path, input_text);
    pleach_taxonomy_free(forest);
    made_up_free(made);
}

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/pleach-check-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(taxonomy_path, sizeof taxonomy_path, "%s/taxonomy.json", folder);
    snprintf(input_path, sizeof input_path, "%s/input.jsonl", folder);
    write_file(input_path, input_text);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(taxonomy_path);
    unlink(input_path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_right_one_passes),
        cmocka_unit_test(test_the_shape_is_proved),
        cmocka_unit_test(test_loops_are_found),
        cmocka_unit_test(test_two_parents_are_found),
        cmocka_unit_test(test_edges_need_support),
        cmocka_unit_test(test_a_leaf_needs_its_root),
        cmocka_unit_test(test_exemplars_are_members),
        cmocka_unit_test(test_nodes_occur_once),
        cmocka_unit_test(test_sums_are_right),
        cmocka_unit_test(test_nothing_is_invented_or_lost),
        cmocka_unit_test(test_inputs_that_are_gone_are_not_compared),
        cmocka_unit_test(test_damaged_files_are_survived),
        cmocka_unit_test(test_files_that_are_none),
        cmocka_unit_test(test_deep_and_nameless_inputs),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
