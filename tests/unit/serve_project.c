/* serve_project.c: steps of a project file, and files that are refused. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#if defined(PLEACH_HAS_SERVE)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "serve/project.h"

static char folder[] = "/tmp/pleach-project-XXXXXX";
static char path[64];

static bytes *text_bytes(const char *text)
{
    bytes *made = bytes_new();
    assert_true(bytes_add_text(made, text));
    return made;
}

static project *open_it(void)
{
    project *opened = NULL;
    pleach_error error = {0};
    if (project_open(&opened, path, &error) != PLEACH_OK)
        fail_msg("%s", error.sentence);
    return opened;
}

static void take(project *in, const project_step *step)
{
    pleach_error error = {0};
    assert_int_equal(project_begin(in, &error), PLEACH_OK);
    if (project_take_step(in, step, &error) != PLEACH_OK)
        fail_msg("%s", error.sentence);
    assert_int_equal(project_end(in, PLEACH_OK, &error), PLEACH_OK);
}

static void decide(project *in, const char *kind, const char *a, const char *b)
{
    json_t *list = json_pack("[{ss ss ss}]", "kind", kind, "a", a, "b", b);
    take(in, &(project_step){
                 .what = PROJECT_DECIDE, .who = "ann", .decisions = list});
    json_decref(list);
}

static void import(project *in, const char *name, const char *text)
{
    bytes *content = text_bytes(text);
    project_input input = {name, content, 1};
    take(in,
         &(project_step){.what = PROJECT_IMPORT, .who = "", .input = &input});
    bytes_release(content);
}

/* The first three columns of each decision in force. */
static void expect_lines(project *in, const char *lines)
{
    project_state state;
    char found[400] = "";
    assert_int_equal(project_get_state(&state, in, NULL), PLEACH_OK);
    for (const char *at = state.lines->text; *at != '\0';) {
        const char *end = at;
        for (int tabs = 0; tabs < 3; end++)
            tabs += *end == '\t';
        snprintf(found + strlen(found), sizeof found - strlen(found), "%.*s;",
                 (int)(end - at - 1), at);
        at = strchr(at, '\n') + 1;
    }
    for (char *at = found; *at != '\0'; at++)
        if (*at == '\t')
            *at = ' ';
    assert_string_equal(found, lines);
    project_state_release(&state);
}

static void test_steps(void **test)
{
    project *in = open_it();
    pleach_error error = {0};
    json_t *list = NULL;
    (void)test;
    take(in, &(project_step){.what = PROJECT_START, .who = ""});
    decide(in, "same", "bird", "Vögel");
    decide(in, "top", "pet", "");
    expect_lines(in, "same bird Vögel;top pet ;");
    take(in, &(project_step){.what = PROJECT_UNDO, .who = "bob"});
    expect_lines(in, "same bird Vögel;");
    take(in, &(project_step){.what = PROJECT_REDO, .who = "bob"});
    expect_lines(in, "same bird Vögel;top pet ;");
    /* Taking one out, which is undone, too. */
    json_t *ids = json_pack("[i]", 1);
    take(in, &(project_step){.what = PROJECT_DECIDE, .who = "", .remove = ids});
    expect_lines(in, "top pet ;");
    take(in, &(project_step){.what = PROJECT_UNDO, .who = ""});
    take(in, &(project_step){.what = PROJECT_UNDO, .who = ""});
    take(in, &(project_step){.what = PROJECT_UNDO, .who = ""});
    expect_lines(in, "");
    assert_int_equal(project_begin(in, &error), PLEACH_OK);
    assert_int_equal(
        project_take_step(in, &(project_step){.what = PROJECT_UNDO, .who = ""},
                          &error),
        PLEACH_BAD_DATA);
    assert_int_equal(
        project_take_step(
            in,
            &(project_step){.what = PROJECT_DECIDE, .who = "", .remove = ids},
            &error),
        PLEACH_BAD_DATA);
    project_abandon(in);
    json_decref(ids);
    /* Something else ends what could be redone. */
    take(in, &(project_step){.what = PROJECT_REDO, .who = ""});
    decide(in, "drop", "misc", "");
    project_state state;
    assert_int_equal(project_get_state(&state, in, NULL), PLEACH_OK);
    assert_true(state.can_undo && !state.can_redo);
    assert_int_equal(state.revision, 11);
    project_state_release(&state);
    expect_lines(in, "same bird Vögel;drop misc ;");
    assert_int_equal(project_list_history(&list, in, 3, NULL), PLEACH_OK);
    assert_int_equal(json_array_size(list), 3);
    assert_string_equal(
        json_string_value(json_object_get(json_array_get(list, 0), "text")),
        "drop misc");
    json_decref(list);
    project_close(in);
}

static void test_inputs(void **test)
{
    project *in = open_it();
    project_state state;
    bytes *content = NULL;
    (void)test;
    import(in, "a.txt", "one");
    import(in, "b.txt", "two");
    import(in, "a.txt", "three");
    assert_int_equal(project_get_state(&state, in, NULL), PLEACH_OK);
    assert_int_equal(json_array_size(state.inputs), 2);
    const json_t *last = json_array_get(state.inputs, 1);
    assert_int_equal(json_integer_value(json_object_get(last, "id")), 3);
    assert_string_equal(json_string_value(json_object_get(last, "name")),
                        "a.txt");
    assert_int_equal(project_get_input(&content, in, 3, NULL), PLEACH_OK);
    assert_string_equal(content->text, "three");
    project_state_release(&state);
    bytes_release(content);
    project_close(in);
}

static void keep_result(project *in, const char *text)
{
    project_result result = {text_bytes(text), 5, 2, 7};
    pleach_error error = {0};
    assert_int_equal(project_set_result(in, &result, &error), PLEACH_OK);
    bytes_release(result.taxonomy);
}

static void test_results(void **test)
{
    project *in = open_it();
    project_result found;
    bytes *base = NULL;
    int64_t at, first;
    (void)test;
    keep_result(in, "before");
    decide(in, "top", "fish", "");
    assert_int_equal(project_find_result(&found, in, NULL), PLEACH_OK);
    assert_null(found.taxonomy);
    assert_int_equal(project_find_base(&base, &first, -1, in, NULL), PLEACH_OK);
    assert_string_equal(base->text, "before");
    bytes_release(base);
    keep_result(in, "after");
    assert_int_equal(project_find_base(&base, &at, first + 1, in, NULL),
                     PLEACH_OK);
    assert_int_equal(at, first + 1);
    assert_null(base);
    take(in, &(project_step){.what = PROJECT_UNDO, .who = ""});
    /* One that obeys what is no longer decided is nothing to go on from. */
    assert_int_equal(project_find_base(&base, &at, -1, in, NULL), PLEACH_OK);
    assert_string_equal(base->text, "before");
    bytes_release(base);
    assert_int_equal(project_find_result(&found, in, NULL), PLEACH_OK);
    assert_string_equal(found.taxonomy->text, "before");
    assert_int_equal(found.clusters, 5);
    bytes_release(found.taxonomy);
    project_close(in);
}

/* -------------------------------------------------------------- refusing -- */

static void write_file(const void *content, size_t size)
{
    FILE *to = fopen(path, "wb");
    assert_non_null(to);
    assert_int_equal(fwrite(content, 1, size, to), size);
    fclose(to);
}

static size_t read_file(char *content, size_t room)
{
    FILE *from = fopen(path, "rb");
    size_t size = fread(content, 1, room, from);
    fclose(from);
    return size;
}

/* Refused with a sentence, and the same bytes as before. */
static void refuses(const char *content, size_t size, const char *sentence)
{
    static char after[1 << 20];
    project *opened = NULL;
    pleach_error error = {0};
    write_file(content, size);
    if (project_open(&opened, path, &error) == PLEACH_OK) {
        project_close(opened);
        fail_msg("This was opened: %s", sentence);
    }
    assert_non_null(strstr(error.sentence, sentence));
    assert_int_equal(read_file(after, sizeof after), size);
    assert_memory_equal(after, content, size);
}

static void test_refusing(void **test)
{
    static char whole[1 << 20], bad[1 << 20];
    size_t size = read_file(whole, sizeof whole);
    (void)test;
    assert_true(size > 8192 && size < sizeof whole);
    refuses("id,name\n", 8, "not a project");
    memcpy(bad, whole, size);
    bad[63]++;
    refuses(bad, size, "Use a newer pleach");
    memcpy(bad, whole, size);
    bad[71]++;
    refuses(bad, size, "not a project");
    memcpy(bad, whole, size);
    memset(bad + 4096, 0xA5, 4096);
    refuses(bad, size, "damaged");
    refuses(whole, size - 4096, "damaged");
    refuses(whole, 60, "not a project");
    write_file(whole, size);
    project_close(open_it());
}

static void test_others(void **test)
{
    project *first = open_it(), *second = NULL;
    pleach_error error = {0};
    (void)test;
    assert_int_equal(project_open(&second, path, &error), PLEACH_IO);
    assert_non_null(strstr(error.sentence, "open already"));
    project_close(first);
    project_close(open_it());
}

/* What is made and not wanted leaves nothing behind. */
static void test_discarding(void **test)
{
    char other[80];
    project *made = NULL;
    (void)test;
    snprintf(other, sizeof other, "%s/other.db", folder);
    assert_int_equal(project_open(&made, other, NULL), PLEACH_OK);
    assert_int_equal(access(other, F_OK), 0);
    project_discard(made);
    assert_int_equal(access(other, F_OK), -1);
    project_discard(open_it());
    assert_int_equal(access(path, F_OK), 0);
}

static void test_packing(void **test)
{
    static const char text[] = "many many many many many small hierarchies";
    size_t size = sizeof text - 1;
    bytes *plain = text_bytes(text), *packed = bytes_pack(plain);
    (void)test;
    bytes *back = bytes_unpack(packed->text, packed->size, size);
    assert_string_equal(back->text, text);
    bytes_release(back);
    assert_null(bytes_unpack(packed->text, packed->size, size - 1));
    assert_null(bytes_unpack(packed->text, packed->size - 1, size));
    packed->text[packed->size - 6] ^= 1;
    assert_null(bytes_unpack(packed->text, packed->size, size));
    assert_null(bytes_unpack("", 0, 0));
    bytes_release(packed);
    bytes_release(plain);
    plain = bytes_new();
    packed = bytes_pack(plain);
    back = bytes_unpack(packed->text, packed->size, 0);
    assert_int_equal(back->size, 0);
    bytes_release(back);
    bytes_release(packed);
    bytes_release(plain);
}

static int make_folder(void **test)
{
    (void)test;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/p.db", folder);
    return 0;
}

static int remove_folder(void **test)
{
    (void)test;
    unlink(path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps),   cmocka_unit_test(test_inputs),
        cmocka_unit_test(test_results), cmocka_unit_test(test_refusing),
        cmocka_unit_test(test_others),  cmocka_unit_test(test_discarding),
        cmocka_unit_test(test_packing)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
#else
int main(void)
{
    return 77;
}
#endif
