/* save.c: files are written whole or not at all. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "made_up.h"
#include "sinks.h"

static char folder[64];
static made_up *made;
static pleach_taxonomy *forest;

static const char *in_folder(const char *name)
{
    static char path[160];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static size_t files_left(void)
{
    size_t count = 0;
    DIR *open = opendir(folder);
    while (readdir(open) != NULL)
        count++;
    closedir(open);
    return count - 2;
}

static void expect_start(const char *path, const char *start)
{
    char text[64] = "";
    FILE *from = fopen(path, "r");
    assert_non_null(from);
    assert_true(fread(text, 1, sizeof text - 1, from) > 0);
    fclose(from);
    assert_true(strncmp(text, start, strlen(start)) == 0);
}

static void save(const char *name, const pleach_write_options *options)
{
    pleach_error error = {0};
    if (pleach_taxonomy_save(forest, in_folder(name), options, &error) !=
        PLEACH_OK)
        fail_msg("%s", error.sentence);
}

static void test_the_ending_tells_the_format(void **state)
{
    (void)state;
    save("a.json", NULL);
    expect_start(in_folder("a.json"), "{\n \"format\"");
    save("a.dot", NULL);
    expect_start(in_folder("a.dot"), "digraph");
    save("a.txt", NULL);
    expect_start(in_folder("a.txt"), "Animal (2)");
    save("a.json", &(pleach_write_options){.format = "assignments"});
    expect_start(in_folder("a.json"), "id\tpath");
    assert_int_equal(files_left(), 3);
    unlink(in_folder("a.json"));
    unlink(in_folder("a.dot"));
    unlink(in_folder("a.txt"));
}

static void test_unknown_formats_are_a_usage_error(void **state)
{
    static const char *const names[] = {"a", "a.", "a.tsv", "json", ".json"};
    pleach_error error = {0};
    (void)state;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        assert_int_equal(pleach_taxonomy_save(forest, names[k], NULL, &error),
                         PLEACH_BAD_USAGE);
        assert_non_null(strstr(error.sentence, "json, html, dot"));
    }
    assert_int_equal(
        pleach_taxonomy_save(forest, in_folder("a.json"),
                             &(pleach_write_options){.format = "jpeg"}, &error),
        PLEACH_BAD_USAGE);
    assert_non_null(strstr(error.sentence, "\"jpeg\""));
    assert_non_null(strstr(error.sentence, "assignments"));
    assert_int_equal(files_left(), 0);
}

static void test_permissions_are_as_usual(void **state)
{
    struct stat facts;
    mode_t old = umask(027);
    (void)state;
    save("a.json", NULL);
    umask(old);
    assert_int_equal(stat(in_folder("a.json"), &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0640);
    unlink(in_folder("a.json"));
}

static void test_a_link_stays_a_link(void **state)
{
    struct stat facts;
    (void)state;
    save("real.json", &(pleach_write_options){.format = "text"});
    assert_int_equal(symlink("real.json", in_folder("link.json")), 0);
    save("link.json", NULL);
    assert_int_equal(lstat(in_folder("link.json"), &facts), 0);
    assert_true(S_ISLNK(facts.st_mode));
    expect_start(in_folder("real.json"), "{");
    unlink(in_folder("link.json"));
    unlink(in_folder("real.json"));
    assert_int_equal(files_left(), 0);
}

static void expect_io(const char *path, const char *words)
{
    pleach_error error = {0};
    assert_int_equal(
        pleach_taxonomy_save(forest, path,
                             &(pleach_write_options){.format = "json"}, &error),
        PLEACH_IO);
    if (strstr(error.sentence, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", error.sentence, words);
    assert_string_equal(error.file, path);
}

static void test_a_full_disk_is_told(void **state)
{
    (void)state;
    if (access("/dev/full", W_OK) != 0) {
        print_message("skipped: there is no /dev/full\n");
        skip();
    }
    expect_io("/dev/full", "No space left");
    struct stat facts;
    assert_int_equal(stat("/dev/full", &facts), 0);
    assert_true(S_ISCHR(facts.st_mode));
    FILE *full = fopen("/dev/full", "w");
    pleach_error error = {0};
    assert_int_equal(pleach_taxonomy_write(forest, TO(full), NULL, &error),
                     PLEACH_IO);
    fclose(full);
}

static void test_folders_that_cannot_be_written(void **state)
{
    (void)state;
    expect_io("/nowhere/at/all.json", "No such file");
    expect_io(folder, "Is a directory");
    if (geteuid() != 0) {
        assert_int_equal(chmod(folder, 0555), 0);
        expect_io(in_folder("a.json"), "Permission denied");
        assert_int_equal(chmod(folder, 0755), 0);
    }
    assert_int_equal(files_left(), 0);
}

/* No memory while writing: the old file stays, no other is left. */
static void test_a_failed_write_leaves_the_old_file(void **state)
{
    pleach_status status = PLEACH_NO_MEMORY;
    int64_t allowed = 0;
    (void)state;
    save("a.json", &(pleach_write_options){.format = "text"});
    for (; status != PLEACH_OK; allowed++) {
        pl_memory_fail_after(allowed, false);
        status = pleach_taxonomy_save(forest, in_folder("a.json"), NULL, NULL);
        pl_memory_fail_after(-1, false);
        assert_int_equal(files_left(), 1);
        if (status != PLEACH_OK)
            expect_start(in_folder("a.json"), "Animal");
    }
    assert_true(allowed > 1);
    expect_start(in_folder("a.json"), "{");
    unlink(in_folder("a.json"));
}

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/pleach-save-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    made = made_up_animals();
    return pleach_taxonomy_grow(&forest, &made->clusters, NULL);
}

static int tear_down(void **state)
{
    (void)state;
    pleach_taxonomy_free(forest);
    made_up_free(made);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_ending_tells_the_format),
        cmocka_unit_test(test_unknown_formats_are_a_usage_error),
        cmocka_unit_test(test_permissions_are_as_usual),
        cmocka_unit_test(test_a_link_stays_a_link),
        cmocka_unit_test(test_a_full_disk_is_told),
        cmocka_unit_test(test_folders_that_cannot_be_written),
        cmocka_unit_test(test_a_failed_write_leaves_the_old_file),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
