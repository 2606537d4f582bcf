/* result_fields.c: the description of a result's fields is what is written,
 * read back, proved and documented. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <jansson.h>
#include <math.h>

#include "made_up.h"
#include "sinks.h"
#include "taxonomy/result_fields.h"

static const pl_field_list *const lists[] = {
    &pl_report_fields, &pl_cluster_fields, &pl_votes_fields};
enum { LISTS = sizeof lists / sizeof *lists };

/* ------------------------------------------------------------------ docs -- */

static const char DOCS[] = PLEACH_SOURCE_DIR "/docs/formats.md";

static char *read_docs(void)
{
    FILE *from = fopen(DOCS, "rb");
    assert_non_null(from);
    assert_int_equal(fseek(from, 0, SEEK_END), 0);
    size_t size = (size_t)ftell(from);
    char *text = calloc(size + 1, 1);
    assert_non_null(text);
    rewind(from);
    assert_int_equal(fread(text, 1, size, from), size);
    assert_int_equal(fclose(from), 0);
    return text;
}

static void put_table(FILE *to, const pl_field_list *list)
{
    fputs("| field | is | |\n|---|---|---|\n", to);
    for (size_t k = 0; k < list->count; k++) {
        const pl_field *field = &list->items[k];
        bool may_lack = field->when != PL_WHEN_ALWAYS;
        fprintf(to, "| `%s`%s | %s | %s |\n", field->name, may_lack ? " *" : "",
                pl_field_kind_words(field->kind), field->what);
    }
    fputs("\n\\* may be missing.\n", to);
}

/* The document with the tables that are due in it. */
static char *with_tables(const char *docs)
{
    char *made = NULL;
    size_t size;
    FILE *to = open_memstream(&made, &size);
    assert_non_null(to);
    for (size_t k = 0; k < LISTS; k++) {
        static const pl_field_list *const in_order[LISTS] = {
            &pl_cluster_fields, &pl_votes_fields, &pl_report_fields};
        char mark[80];
        snprintf(mark, sizeof mark, "<!-- fields of the %s: begin -->\n",
                 in_order[k]->of);
        const char *begin = strstr(docs, mark);
        assert_non_null(begin);
        begin += strlen(mark);
        fwrite(docs, 1, (size_t)(begin - docs), to);
        put_table(to, in_order[k]);
        snprintf(mark, sizeof mark, "<!-- fields of the %s: end -->\n",
                 in_order[k]->of);
        docs = strstr(begin, mark);
        assert_non_null(docs);
    }
    fputs(docs, to);
    assert_int_equal(fclose(to), 0);
    return made;
}

/* PLEACH_REFRESH_GOLDEN=1 writes the document anew. */
static void test_the_document_has_the_tables(void **state)
{
    char *docs = read_docs(), *due = with_tables(docs);
    const char *refresh = getenv("PLEACH_REFRESH_GOLDEN");
    (void)state;
    if (refresh != NULL && strcmp(refresh, "1") == 0) {
        FILE *to = fopen(DOCS, "wb");
        assert_non_null(to);
        fputs(due, to);
        assert_int_equal(fclose(to), 0);
    } else if (strcmp(docs, due) != 0) {
        fail_msg("docs/formats.md does not have the fields as "
                 "src/taxonomy/result_fields.c describes them");
    }
    free(docs);
    free(due);
}

/* --------------------------------------------------------------- written -- */

static json_t *grow_json(made_up *made)
{
    pleach_taxonomy *forest = made_up_grow(made);
    char *text =
        made_up_write(forest, &(pleach_write_options){.format = "json"});
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    free(text);
    pleach_taxonomy_free(forest);
    return root;
}

/* Nothing else is in the file, all that must be is, and in this order. */
static void expect_described(json_t *object, const pl_field_list *list)
{
    size_t at = 0;
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        while (at < list->count && strcmp(list->items[at].name, key) != 0)
            if (list->items[at++].when == PL_WHEN_ALWAYS)
                fail_msg("%s is not there", list->items[at - 1].name);
        if (at++ == list->count)
            fail_msg("the %s has a field \"%s\" that is not described",
                     list->of, key);
    }
    for (; at < list->count; at++)
        assert_int_not_equal(list->items[at].when, PL_WHEN_ALWAYS);
}

static void test_what_is_written_is_described(void **state)
{
    made_up *made = made_up_animals();
    json_t *root = grow_json(made);
    json_t *clusters = json_object_get(root, "clusters");
    (void)state;
    expect_described(json_object_get(root, "report"), &pl_report_fields);
    assert_int_equal(json_array_size(clusters), 8);
    for (size_t c = 0; c < 8; c++) {
        json_t *cluster = json_array_get(clusters, c);
        expect_described(cluster, &pl_cluster_fields);
        expect_described(json_object_get(cluster, "voices"), &pl_votes_fields);
    }
    json_decref(root);
    made_up_free(made);
}

/* ------------------------------------------------------------- read back -- */

static void ignore_made(void *context, pl_field_maker maker, const char *name)
{
    (void)context, (void)maker, (void)name;
}

/* What was written of all kinds of fields comes back as it was. */
static void test_a_list_comes_back(void **state)
{
    (void)state;
    static const bool holds[PL_WHENS] = {
        [PL_WHEN_ALWAYS] = true, [PL_WHEN_SET] = true};
    pleach_report sent = {.saplings = 7,
                          .solver = "votes",
                          .damping = 0.5,
                          .upper_bound = NAN,
                          .converged = true,
                          .iterations = 3,
                          .expected_moves = 2.25,
                          .trees = 9,
                          .parents = 2};
    pl_told_report told = {.is = sent};
    pleach_report got = {.trees = 1};
    pl_json_tree *tree;
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    pl_json json;
    assert_non_null(to);
    pl_json_start(&json, to);
    pl_json_open(&json, '{');
    pl_put_fields(
        &(pl_field_writer){.json = &json, .holds = holds, .put = ignore_made},
        &pl_report_fields, &told, 0);
    pl_json_close(&json, '}');
    assert_int_equal(fclose(to), 0);
    assert_int_equal(pl_json_parse(&tree, text, size, "here", NULL), PLEACH_OK);
    pl_read_fields(&pl_report_fields, &got, 0, pl_json_root(tree));
    assert_int_equal(got.saplings, 7);
    assert_string_equal(got.solver, "votes");
    assert_true(got.damping == 0.5 && isnan(got.upper_bound));
    assert_true(got.converged && got.expected_moves == 2.25);
    assert_int_equal(got.iterations, 3);
    assert_int_equal(got.parents, 2);
    assert_int_equal(got.trees, 1); /* counted, not read */
    pl_json_free(tree);
    free(text);
}

/* ---------------------------------------------------------------- proved -- */

static json_t *object_of(json_t *root, const pl_field_list *list)
{
    json_t *cluster = json_array_get(json_object_get(root, "clusters"), 1);
    return list == &pl_report_fields    ? json_object_get(root, "report")
           : list == &pl_cluster_fields ? cluster
                                        : json_object_get(cluster, "voices");
}

/* A field of another kind is refused, whichever it is. */
static void test_check_refuses_other_kinds(void **state)
{
    made_up *made = made_up_animals();
    json_t *right = grow_json(made);
    (void)state;
    for (size_t l = 0; l < LISTS; l++)
        for (size_t k = 0; k < lists[l]->count; k++) {
            const pl_field *field = &lists[l]->items[k];
            bool list = field->kind == PL_FIELD_LIST;
            json_t *root = json_deep_copy(right);
            pleach_check_result result;
            json_object_set_new(object_of(root, lists[l]), field->name,
                                list ? json_object() : json_array());
            char *text = json_dumps(root, 0);
            pleach_input input = {
                .name = "forged", .bytes = text, .size = strlen(text)};
            if (pleach_check(&result, &input, NULL, 0, NULL) != PLEACH_BAD_DATA)
                fail_msg("%s may be anything", field->name);
            free(text);
            json_decref(root);
        }
    json_decref(right);
    made_up_free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_document_has_the_tables),
        cmocka_unit_test(test_what_is_written_is_described),
        cmocka_unit_test(test_a_list_comes_back),
        cmocka_unit_test(test_check_refuses_other_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
