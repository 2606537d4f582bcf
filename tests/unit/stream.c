/* stream.c: everything judged and written without a file. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <stdlib.h>
#include <string.h>

#include "base/stream.h"
#include "corpus_support.h"
#include "pleach_curate.h"
#include "pleach_lab.h"
#include "sinks.h"

static const char CORPUS[] =
    "{\"owner\": \"ann\", \"id\": \"t\", \"name\": \"Pet\", \"children\": "
    "[{\"name\": \"Dog\"}, {\"name\": \"Cat\"}]}\n"
    "{\"owner\": \"bob\", \"id\": \"u\", \"name\": \"pets\", \"children\": "
    "[{\"name\": \"dogs\"}]}\n";

typedef struct kept {
    PL_LIST(char) text;
    size_t calls;
    size_t refuse_after; /* calls; 0: never */
} kept;

static bool keep(void *context, const void *bytes, size_t size)
{
    kept *to = context;
    to->calls++;
    if (to->refuse_after != 0 && to->calls >= to->refuse_after)
        return false;
    assert_true(size > 0 && pl_list_room(&to->text, size + 1));
    memcpy(to->text.items + to->text.count, bytes, size);
    to->text.count += size;
    to->text.items[to->text.count] = '\0';
    return true;
}

#define KEPT(to) (&(pleach_sink){.write = keep, .context = &(to)})

static pleach_corpus *corpus;
static pleach_affinity *affinity;
static pleach_clusters *clusters;
static pleach_taxonomy *taxonomy;
static kept json;
static pleach_input file;

static int set_up(void **state)
{
    pleach_affinity_options by_name = {.similarity = "name"};
    pleach_write_options how = {.format = "json"};
    (void)state;
    corpus = read_text("x.jsonl", CORPUS);
    assert_int_equal(pleach_affinity_compare(&affinity, corpus, &by_name, NULL),
                     PLEACH_OK);
    assert_int_equal(pleach_clusters_find(&clusters, affinity, NULL, NULL),
                     PLEACH_OK);
    assert_int_equal(pleach_taxonomy_grow(&taxonomy, clusters, NULL),
                     PLEACH_OK);
    assert_int_equal(pleach_taxonomy_write(taxonomy, KEPT(json), &how, NULL),
                     PLEACH_OK);
    file = (pleach_input){"it", json.text.items, json.text.count};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    pl_list_free(&json.text);
    pleach_taxonomy_free(taxonomy);
    pleach_clusters_free(clusters);
    pleach_affinity_free(affinity);
    pleach_corpus_free(corpus);
    return 0;
}

/* The same bytes through a function and through a stream. */
static void test_same_bytes(void **state)
{
    static const char *const formats[] = {"text", "json",   "dot",
                                          "html", "report", "assignments"};
    (void)state;
    for (size_t k = 0; k < 6; k++) {
        pleach_write_options how = {.format = formats[k]};
        kept called = {0};
        char *text = NULL;
        size_t size = 0;
        FILE *to = open_memstream(&text, &size);
        assert_int_equal(
            pleach_taxonomy_write(taxonomy, KEPT(called), &how, NULL),
            PLEACH_OK);
        assert_int_equal(pleach_taxonomy_write(taxonomy, TO(to), &how, NULL),
                         PLEACH_OK);
        fclose(to);
        assert_int_equal(called.text.count, size);
        assert_memory_equal(called.text.items, text, size);
        pl_list_free(&called.text);
        free(text);
    }
}

static void test_refusing(void **state)
{
    kept full = {.refuse_after = 1};
    pleach_error error = {0};
    (void)state;
    assert_int_equal(pleach_taxonomy_write(taxonomy, KEPT(full), NULL, &error),
                     PLEACH_IO);
    assert_non_null(strstr(error.sentence, "could not be written"));
    assert_int_equal(pleach_view(&file, 1, KEPT(full), &error), PLEACH_IO);
    assert_int_equal(full.calls, 2);
}

static void test_no_sink(void **state)
{
    pleach_error error = {0};
    (void)state;
    assert_int_equal(
        pleach_taxonomy_write(taxonomy, &(pleach_sink){0}, NULL, &error),
        PLEACH_BAD_USAGE);
    assert_non_null(strstr(error.sentence, "neither a stream nor"));
    assert_int_equal(pleach_taxonomy_write(taxonomy, NULL, NULL, &error),
                     PLEACH_BAD_USAGE);
    assert_int_equal(pleach_view(&file, 1, NULL, &error), PLEACH_BAD_USAGE);
}

static void test_no_format(void **state)
{
    kept written = {0};
    pleach_error error = {0};
    (void)state;
    assert_int_equal(pleach_taxonomy_write(
                         taxonomy, KEPT(written),
                         &(pleach_write_options){.format = "jpeg"}, &error),
                     PLEACH_BAD_USAGE);
    assert_non_null(strstr(error.sentence, "\"jpeg\""));
    assert_non_null(strstr(error.sentence, "json, html, dot"));
    assert_int_equal(written.calls, 0);
}

/* A failure leaves a function's sink untouched. */
static void test_failure_writes_nothing(void **state)
{
    kept called = {0};
    pleach_error error = {0};
    pleach_input bad = {"bad", "{}", 2};
    (void)state;
    assert_int_equal(pleach_view(&bad, 1, KEPT(called), &error),
                     PLEACH_BAD_DATA);
    assert_int_equal(called.calls, 0);
}

static void refuse_to_show(const char *text, const char *words)
{
    kept called = {0};
    pleach_error error = {0};
    pleach_input bad = {"bad", text, strlen(text)};
    assert_int_equal(pleach_view(&bad, 1, KEPT(called), &error),
                     PLEACH_BAD_DATA);
    assert_non_null(strstr(error.sentence, words));
    assert_int_equal(called.calls, 0);
}

/* The page walks up the parents, and must come to an end. */
static void test_what_no_page_can_show(void **state)
{
    (void)state;
    refuse_to_show("{\"format\": \"pleach-taxonomy/1\", \"clusters\": ["
                   "{\"id\": 1, \"name\": \"a\", \"parent\": 2},"
                   "{\"id\": 2, \"name\": \"b\", \"parent\": 1}]}",
                   "go round in a loop");
    refuse_to_show("{\"format\": \"pleach-taxonomy/1\", \"clusters\": ["
                   "{\"id\": 1, \"name\": \"a\", \"parent\": 3}]}",
                   "which does not exist");
    refuse_to_show("{\"format\": \"pleach-taxonomy/2\"}",
                   "has format version 2");
    refuse_to_show("{\"format\": \"pleach-taxonomy/1\"}",
                   "lacks its list of clusters");
}

static void test_judging_bytes(void **state)
{
    static const char truth[] = "id\tpath\tname\tgold\nt\t.\tPet\tpet\n"
                                "t\t0\tDog\tdog\nt\t1\tCat\tcat\n"
                                "u\t.\tpets\tpet\nu\t0\tdogs\tdog\n";
    pleach_input right = {"truth", truth, sizeof truth - 1};
    pleach_input input = {"x.jsonl", CORPUS, sizeof CORPUS - 1};
    pleach_check_result proved = {0};
    pleach_score_figures *figures = NULL;
    kept said = {0};
    (void)state;
    assert_int_equal(pleach_check(&proved, &file, &input, 1, NULL), PLEACH_OK);
    assert_true(proved.inputs_compared);
    assert_int_equal(proved.input_nodes, 5);
    assert_int_equal(pleach_score(&figures, &file, &right, NULL, NULL),
                     PLEACH_OK);
    assert_int_equal(figures->nodes, 5);
    assert_true(figures->given.pairs.f1 == 1);
    pleach_score_free(figures);
    assert_int_equal(pleach_explain(KEPT(said), &file, "0", NULL, NULL),
                     PLEACH_OK);
    assert_int_equal(pleach_view(&file, 1, KEPT(said), NULL), PLEACH_OK);
    pl_list_free(&said.text);
}

static void test_version(void **state)
{
    char text[32];
    (void)state;
    snprintf(text, sizeof text, "%d.%d.%d", PLEACH_VERSION_MAJOR,
             PLEACH_VERSION_MINOR, PLEACH_VERSION_PATCH);
    assert_string_equal(text, PLEACH_VERSION);
    assert_string_equal(pleach_version(), PLEACH_VERSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_refusing),
        cmocka_unit_test(test_no_sink),
        cmocka_unit_test(test_no_format),
        cmocka_unit_test(test_failure_writes_nothing),
        cmocka_unit_test(test_what_no_page_can_show),
        cmocka_unit_test(test_judging_bytes),
        cmocka_unit_test(test_version),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
