/* state_file.c: what is written comes back; what is cut or changed does not. */
/* SPDX-License-Identifier: MIT */
#include "checkpoint/state_file.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "checkpoint/folder_lock.h"
#include "testing.h"

static char folder[] = "/tmp/pleach-state-XXXXXX";
static char path[64];

static const uint32_t numbers[] = {1, 2, 3, 5, 8, 13, 21};
static const double one = 0.25;

static void write_sample(void)
{
    pl_state_writer *w = NULL;
    assert_int_equal(pl_state_create(&w, path, NULL), PLEACH_OK);
    assert_int_equal(pl_state_begin(w, "numbers", 4, 7, NULL), PLEACH_OK);
    /* In two pieces, as from two processes. */
    assert_int_equal(pl_state_put(w, numbers, 12, NULL), PLEACH_OK);
    assert_int_equal(pl_state_put(w, numbers + 3, 16, NULL), PLEACH_OK);
    assert_int_equal(pl_state_begin(w, "nothing", 8, 0, NULL), PLEACH_OK);
    assert_int_equal(pl_state_begin(w, "one", 8, 1, NULL), PLEACH_OK);
    assert_int_equal(pl_state_put(w, &one, sizeof one, NULL), PLEACH_OK);
    assert_int_equal(pl_state_commit(w, NULL), PLEACH_OK);
}

static bool exists(const char *name)
{
    return access(name, F_OK) == 0;
}

static void check_sample(pl_state_reader *r)
{
    uint32_t back[7];
    double also;
    const pl_state_section *found = pl_state_find(r, "numbers");
    assert_non_null(found);
    assert_int_equal(found->size, 4);
    assert_int_equal(found->count, 7);
    assert_int_equal(pl_state_get(r, found, 0, back, sizeof back, NULL),
                     PLEACH_OK);
    assert_memory_equal(back, numbers, sizeof back);
    assert_int_equal(pl_state_get(r, found, 8, back, 8, NULL), PLEACH_OK);
    assert_memory_equal(back, numbers + 2, 8);
    assert_int_equal(pl_state_find(r, "nothing")->count, 0);
    assert_int_equal(
        pl_state_get(r, pl_state_find(r, "one"), 0, &also, sizeof also, NULL),
        PLEACH_OK);
    assert_true(also == one);
    assert_null(pl_state_find(r, "else"));
    assert_null(pl_state_find(r, ""));
}

static void test_comes_back(void **state)
{
    (void)state;
    pl_state_reader *r = NULL;
    write_sample();
    assert_int_equal(pl_state_open(&r, path, NULL), PLEACH_OK);
    check_sample(r);
    pl_state_close(r);
}

static void test_replaces_and_removes(void **state)
{
    (void)state;
    char temporary[80];
    pl_state_reader *r = NULL;
    pl_state_writer *w = NULL;
    snprintf(temporary, sizeof temporary, "%s.tmp", path);
    write_sample();
    /* One that is begun and forgotten leaves the old one alone. */
    assert_int_equal(pl_state_create(&w, path, NULL), PLEACH_OK);
    assert_true(exists(temporary));
    pl_state_abandon(w);
    assert_false(exists(temporary));
    assert_int_equal(pl_state_open(&r, path, NULL), PLEACH_OK);
    /* Who has it open keeps it, whatever happens to the name. */
    write_sample();
    assert_int_equal(pl_state_remove(path, NULL), PLEACH_OK);
    assert_false(exists(path));
    check_sample(r);
    pl_state_close(r);
    assert_int_equal(pl_state_remove(path, NULL), PLEACH_OK);
    pleach_error error = {0};
    assert_int_equal(pl_state_open(&r, path, &error), PLEACH_IO);
    assert_non_null(strstr(error.sentence, "could not be opened"));
}

/* The sample's bytes; the caller frees them. */
static unsigned char *slurp(size_t *size)
{
    struct stat facts;
    write_sample();
    assert_int_equal(stat(path, &facts), 0);
    *size = (size_t)facts.st_size;
    unsigned char *bytes = malloc(*size + 1);
    FILE *from = fopen(path, "rb");
    assert_non_null(bytes);
    assert_non_null(from);
    assert_int_equal(fread(bytes, 1, *size, from), *size);
    fclose(from);
    return bytes;
}

static void refuses(unsigned char *bytes, size_t size)
{
    pl_state_reader *r = NULL;
    pleach_error error = {0};
    FILE *from = size > 0 ? fmemopen(bytes, size, "rb") : tmpfile();
    assert_non_null(from);
    assert_int_equal(pl_state_scan(&r, from, "torn", &error), PLEACH_BAD_DATA);
    assert_null(r);
    assert_string_equal(error.file, "torn");
    assert_non_null(strstr(error.sentence, "start anew"));
}

static void test_refuses_what_is_cut(void **state)
{
    (void)state;
    size_t size;
    unsigned char *bytes = slurp(&size);
    for (size_t length = 0; length < size; length++)
        refuses(bytes, length);
    bytes[size] = 0;
    refuses(bytes, size + 1);
    free(bytes);
}

static void test_refuses_what_is_changed(void **state)
{
    (void)state;
    size_t size;
    unsigned char *bytes = slurp(&size);
    for (size_t at = 0; at < size; at++)
        for (int bit = 0; bit < 8; bit++) {
            bytes[at] ^= (unsigned char)(1 << bit);
            refuses(bytes, size);
            bytes[at] ^= (unsigned char)(1 << bit);
        }
    free(bytes);
}

static void test_every_write_can_fail(void **state)
{
    (void)state;
    pl_state_writer *w = NULL;
    pleach_error error = {0};
    assert_int_equal(pl_state_create(&w, "/nowhere/at/all", &error), PLEACH_IO);
    assert_non_null(strstr(error.sentence, "could not be written"));
    /* A full disk, as far as this process can tell. */
    struct rlimit before, tight;
    write_sample();
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    tight = before;
    tight.rlim_cur = 100;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
    assert_int_equal(pl_state_create(&w, path, NULL), PLEACH_OK);
    pleach_status status = pl_state_begin(w, "numbers", 4, 7, NULL);
    if (status == PLEACH_OK)
        status = pl_state_put(w, numbers, sizeof numbers, NULL);
    assert_int_equal(status, PLEACH_OK); /* still on its way */
    assert_int_equal(pl_state_commit(w, &error), PLEACH_IO);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_non_null(strstr(error.sentence, "could not be written"));
    pl_state_reader *r = NULL;
    assert_int_equal(pl_state_open(&r, path, NULL), PLEACH_OK);
    check_sample(r);
    pl_state_close(r);
}

static void test_a_link_is_not_followed(void **state)
{
    (void)state;
    char temporary[80], elsewhere[80];
    struct stat facts;
    snprintf(temporary, sizeof temporary, "%s.tmp", path);
    snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", folder);
    fclose(fopen(elsewhere, "w"));
    assert_int_equal(symlink(elsewhere, temporary), 0);
    write_sample();
    assert_int_equal(stat(elsewhere, &facts), 0);
    assert_int_equal(facts.st_size, 0);
    assert_int_equal(lstat(path, &facts), 0);
    assert_true(S_ISREG(facts.st_mode));
    unlink(elsewhere);
}

static void test_too_much_is_refused(void **state)
{
    (void)state;
    char name[PL_STATE_NAME + 1];
    pl_state_writer *w = NULL;
    pleach_error error = {0};
    assert_int_equal(pl_state_create(&w, path, NULL), PLEACH_OK);
    memset(name, 'n', PL_STATE_NAME);
    name[PL_STATE_NAME] = '\0';
    assert_int_equal(pl_state_begin(w, name, 1, 0, &error), PLEACH_IO);
    assert_non_null(strstr(error.sentence, "longer names"));
    name[PL_STATE_NAME - 1] = '\0';
    for (int k = 0; k < PL_STATE_MOST; k++) {
        name[0] = (char)('0' + k);
        assert_int_equal(pl_state_begin(w, name, 1, 0, NULL), PLEACH_OK);
    }
    assert_int_equal(pl_state_begin(w, "more", 1, 0, &error), PLEACH_IO);
    pl_state_abandon(w);
}

static void test_what_is_something_else(void **state)
{
    (void)state;
    static const char *const others[] = {"hello\n", "h", "pleacher",
                                         "a text of some length, at least"};
    for (size_t k = 0; k < 4; k++) {
        pl_state_reader *r = NULL;
        pleach_error error = {0};
        char copy[64];
        size_t length = strlen(others[k]);
        memcpy(copy, others[k], length);
        FILE *from = fmemopen(copy, length, "rb");
        assert_int_equal(pl_state_scan(&r, from, "other", &error),
                         PLEACH_BAD_DATA);
        assert_non_null(strstr(error.sentence, "This is not a checkpoint"));
    }
}

/* ------------------------------------------------------------- locking -- */

static void test_one_at_a_time(void **state)
{
    (void)state;
    char place[80];
    pl_lock *lock = NULL, *other = NULL;
    pleach_error error = {0};
    snprintf(place, sizeof place, "%s/lock", folder);
    assert_int_equal(pl_lock_take(&lock, place, &error), PLEACH_OK);
    assert_true(exists(place));
    assert_int_equal(pl_lock_take(&other, place, &error), PLEACH_IO);
    assert_null(other);
    assert_non_null(strstr(error.sentence, "Another run"));
    pl_lock_free(lock);
    assert_false(exists(place));
    assert_int_equal(pl_lock_take(&lock, place, &error), PLEACH_OK);
    pl_lock_free(lock);
    pl_lock_free(NULL);
    assert_int_equal(pl_lock_take(&lock, "/nowhere/lock", &error), PLEACH_IO);
}

/* Whoever is killed leaves the file, but not the lock. */
static void test_a_killed_one_lets_go(void **state)
{
    (void)state;
    char place[80];
    int ready[2], status;
    pl_lock *lock = NULL;
    snprintf(place, sizeof place, "%s/lock", folder);
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        pleach_status taken = pl_lock_take(&lock, place, NULL);
        ssize_t told = write(ready[1], "x", taken == PLEACH_OK);
        while (told == 1)
            pause();
        _exit(1);
    }
    char got;
    assert_int_equal(read(ready[0], &got, 1), 1);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(exists(place));
    assert_int_equal(pl_lock_take(&lock, place, NULL), PLEACH_OK);
    pl_lock_free(lock);
    close(ready[0]);
    close(ready[1]);
}

static int set_up(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/state", folder);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_comes_back),
        cmocka_unit_test(test_replaces_and_removes),
        cmocka_unit_test(test_refuses_what_is_cut),
        cmocka_unit_test(test_refuses_what_is_changed),
        cmocka_unit_test(test_every_write_can_fail),
        cmocka_unit_test(test_a_link_is_not_followed),
        cmocka_unit_test(test_too_much_is_refused),
        cmocka_unit_test(test_what_is_something_else),
        cmocka_unit_test(test_one_at_a_time),
        cmocka_unit_test(test_a_killed_one_lets_go),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
