/* taxonomy.c: every allocation of the taxonomy room fails once. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <jansson.h>
#include <unistd.h>

#include "faults.h"
#include "grown_text.h"
#include "made_up.h"
#include "sinks.h"

static made_up *made;
static pleach_taxonomy *forest;
static char path[] = "/tmp/pleach-fault-XXXXXX";

static pleach_status try_grow(pleach_error *error)
{
    pleach_taxonomy *grown = NULL;
    pleach_status status = pleach_taxonomy_grow(&grown, &made->clusters, error);
    assert_int_equal(grown == NULL, status != PLEACH_OK);
    pleach_taxonomy_free(grown);
    return status;
}

static pleach_status try_write(const char *format, pleach_error *error)
{
    FILE *to = fopen("/dev/null", "w");
    pleach_status status = pleach_taxonomy_write(
        forest, TO(to), &(pleach_write_options){.format = format}, error);
    fclose(to);
    return status;
}

static pleach_status try_text(pleach_error *error)
{
    return try_write("text", error);
}

static pleach_status try_json(pleach_error *error)
{
    return try_write("json", error);
}

static pleach_status try_dot(pleach_error *error)
{
    return try_write("dot", error);
}

/* The other formats, one after the other. */
static const char *other_format;

static pleach_status try_other(pleach_error *error)
{
    return try_write(other_format, error);
}

static pleach_status try_crosswalk(pleach_error *error)
{
    FILE *to = fopen("/dev/null", "w");
    pleach_status status = pleach_crosswalk(NULL, forest, TO(to), NULL, error);
    fclose(to);
    return status;
}

/* Reads, and writes as the other format. */
static pleach_status try_convert(pleach_error *error)
{
    static const char text[] =
        "{\"id\":\"1\",\"name\":\"Pets\",\"children\":[{\"name\":"
        "\"Cats\",\"tags\":{\"f\":1},\"altLabels\":[\"cat\"],"
        "\"children\":[\"0\",\"Cats\",\"Cats\"]}]}\n";
    const pleach_input input = {"f.jsonl", text, sizeof text - 1};
    pleach_trees *trees = NULL;
    pleach_status status = pleach_trees_read(&trees, &input, 1, NULL, error);
    assert_int_equal(trees == NULL, status != PLEACH_OK);
    if (status == PLEACH_OK) {
        FILE *to = fopen("/dev/null", "w");
        status = pleach_trees_write(
            trees, TO(to), &(pleach_write_options){.format = other_format},
            error);
        fclose(to);
    }
    pleach_trees_free(trees);
    return status;
}

static pleach_status try_check(pleach_error *error)
{
    pleach_check_result result = {0};
    return pleach_check(&result, FILE_AT(path), NULL, 0, error);
}

static void test_growing(void **state)
{
    (void)state;
    fail_each_allocation(try_grow, 15);
}

static void test_writing(void **state)
{
    (void)state;
    fail_each_allocation(try_text, 1);
    fail_each_allocation(try_json, 1);
    fail_each_allocation(try_dot, 3);
}

static void test_writing_for_others(void **state)
{
    const pleach_output_format *format;
    (void)state;
    for (size_t k = 0; (format = pleach_output_format_at(k)) != NULL; k++) {
        other_format = format->name;
        /* Libraries have memory of their own. */
        if (format->loaded && strcmp(format->name, "sqlite") != 0)
            fail_each_allocation(try_other, 3);
        if (format->trees)
            fail_each_allocation(try_convert, 20);
    }
    fail_each_allocation(try_crosswalk, 10);
}

/* With links, further fields and the id of a source. */
static void test_writing_carried(void **state)
{
    static const char *const formats[] = {"nodes", "skos", "opml", "bookmarks"};
    static const char text[] =
        "{\"name\": \"Pet\", \"price\": 1, \"children\": [{\"name\": "
        "\"Dog\", \"id\": \"http://x.example/d\", \"carries\": {\"values\": "
        "[{\"property\": \"a:b\", \"text\": \"x\", \"language\": \"en\"}], "
        "\"items\": [{\"address\": \"u\", \"title\": \"v\"}]}}]}\n";
    pleach_taxonomy *plain = forest;
    grown_text all = grow_text("f.jsonl", text, NULL, NULL);
    (void)state;
    forest = all.forest;
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
        other_format = formats[k];
        fail_each_allocation(try_other, 20);
    }
    forest = plain;
    grown_text_free(&all);
}

/* Its inputs are compared too: the taxonomy file names one that is there. */
static void test_checking(void **state)
{
    (void)state;
    fail_each_allocation(try_check, 10);
}

static void test_measuring(void **state)
{
    (void)state;
}

static char input[] = "/tmp/pleach-fault-input-XXXXXX";

static int set_up(void **state)
{
    static const char *const lines[] = {"ann|1|.|Pet>Dog,Cat",
                                        "bob|2|.|pet>dog"};
    static const char text[] =
        "{\"owner\":\"ann\",\"id\":\"1\",\"name\":\"Pet\",\"children\":"
        "[{\"name\":\"Dog\"},{\"name\":\"Cat\"}]}\n"
        "{\"owner\":\"bob\",\"id\":\"2\",\"name\":\"pet\",\"children\":"
        "[{\"name\":\"dog\"}]}\n";
    (void)state;
    int file = mkstemp(input);
    if (file < 0 || write(file, text, sizeof text - 1) != sizeof text - 1)
        return -1;
    close(file);
    close(mkstemp(path));
    made = made_up_new(lines, 2, NULL);
    made->inputs[0] = input;
    made_up_untag(made);
    made_up_join(made, "2", 0, "1", 0);
    made_up_join(made, "2", 1, "1", 1);
    if (pleach_taxonomy_grow(&forest, &made->clusters, NULL) != PLEACH_OK)
        return -1;
    return save_json(forest, path, NULL);
}

static int tear_down(void **state)
{
    (void)state;
    pleach_taxonomy_free(forest);
    made_up_free(made);
    unlink(input);
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_growing),
        cmocka_unit_test(test_writing),
        cmocka_unit_test(test_writing_for_others),
        cmocka_unit_test(test_writing_carried),
        cmocka_unit_test(test_checking),
        cmocka_unit_test(test_measuring),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
