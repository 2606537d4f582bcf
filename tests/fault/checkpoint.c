/* checkpoint.c: every allocation of keeping and of going on fails once, and
 * whoever is interrupted goes on to the same answer. */
/* SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "checkpoint/state_file.h"
#include "corpus_support.h"
#include "knotted.h"
#include "messages/messages.h"
#include "solve/clusters.h"

static const char *const solvers[] = {"ap", "rap", "joint"};

static char folder[] = "/tmp/pleach-fault-XXXXXX";
static char file[64];
static pleach_corpus *corpus;
static pleach_affinity *affinity;

/* Patience: with all of it, or with iterations only. */
enum { ENDLESS = -1, ITERATIONS = -2 };

/* Hears so many reports of iterations, then asks to stop. */
static bool listen(void *context, const pleach_progress *progress)
{
    int64_t *left = context;
    if (*left == ITERATIONS)
        return strcmp(progress->stage, "cluster") == 0;
    return strcmp(progress->stage, "cluster") != 0 || (*left)-- > 0;
}

/* One run that is kept. `found` stays NULL when it fails. */
static pleach_status run(pleach_clusters **found, const char *solver,
                         bool resume, int64_t patience, uint32_t threads,
                         pleach_error *error)
{
    pleach_listener listener = {.progress = listen, .context = &patience};
    pleach_checkpoint_options how = {.every = 1e9, .resume = resume};
    pleach_checkpoint *checkpoint = NULL;
    pleach_status status =
        pleach_checkpoint_open(&checkpoint, folder, &how, error);
    assert_int_equal(checkpoint == NULL, status != PLEACH_OK);
    if (status != PLEACH_OK)
        return status;
    pleach_clusters_options options = {.dissent = "inf",
                                       .solver = solver,
                                       .threads = threads,
                                       .bound = "full",
                                       .checkpoint = checkpoint};
    if (patience != ENDLESS)
        options.listener = &listener;
    status = pleach_clusters_find(found, affinity, &options, error);
    pleach_checkpoint_free(checkpoint);
    return status;
}

static void assert_same(const pleach_clusters *a, const pleach_clusters *b)
{
    assert_memory_equal(a->exemplar, b->exemplar,
                        affinity->slot_count * sizeof *a->exemplar);
    assert_true(a->net_similarity == b->net_similarity);
    assert_true(a->upper_bound == b->upper_bound);
    assert_int_equal(a->iterations, b->iterations);
    assert_int_equal(a->converged, b->converged);
    assert_int_equal(a->cycles_broken, b->cycles_broken);
    assert_int_equal(a->conflict_count, b->conflict_count);
    assert_int_equal(a->standing_count, b->standing_count);
    assert_memory_equal(a->conflicts, b->conflicts,
                        a->standing_count * sizeof *a->conflicts);
}

static pleach_clusters *plain_run(const char *solver)
{
    pleach_clusters *found = NULL;
    pleach_clusters_options options = {
        .dissent = "inf", .solver = solver, .bound = "full"};
    assert_int_equal(pleach_clusters_find(&found, affinity, &options, NULL),
                     PLEACH_OK);
    return found;
}

/* Stops after each of the first iterations, and at some later ones. */
static void test_interrupted(void **state)
{
    (void)state;
    for (size_t s = 0; s < 3; s++) {
        pleach_clusters *wanted = plain_run(solvers[s]), *found = NULL;
        uint64_t stops = 0;
        for (int64_t after = 0;; after = after < 25 ? after + 1 : after + 17) {
            pleach_error error = {0};
            unlink(file);
            pleach_status status =
                run(&found, solvers[s], false, after, 1, &error);
            if (status == PLEACH_OK)
                break;
            assert_int_equal(status, PLEACH_CANCELLED);
            assert_int_equal(access(file, F_OK), 0);
            assert_int_equal(run(&found, solvers[s], true, ENDLESS, 2, &error),
                             PLEACH_OK);
            assert_same(wanted, found);
            pleach_clusters_free(found);
            found = NULL;
            stops++;
        }
        assert_true(stops > 25);
        assert_same(wanted, found);
        pleach_clusters_free(found);
        pleach_clusters_free(wanted);
    }
    unlink(file);
}

/* Fails each allocation of a run that goes on and is interrupted again. One
 * that is needed for writing only is a warning, so the run may end otherwise
 * too: what is on the disk must be good for going on in any case. */
static void test_memory(void **state)
{
    (void)state;
    for (size_t s = 0; s < 3; s++) {
        pleach_clusters *wanted = plain_run(solvers[s]), *found = NULL;
        pleach_error error = {0};
        pleach_status status = PLEACH_NO_MEMORY;
        unlink(file);
        assert_int_equal(run(&found, solvers[s], false, 12, 1, &error),
                         PLEACH_CANCELLED);
        int64_t allowed = 0;
        for (; status == PLEACH_NO_MEMORY && allowed < 20000; allowed++) {
            pl_memory_fail_after(allowed, false);
            status = run(&found, solvers[s], true, 3, 2, &error);
            pl_memory_fail_after(-1, false);
            assert_null(found);
        }
        assert_int_equal(status, PLEACH_CANCELLED);
        assert_true(allowed > 20);
        assert_int_equal(run(&found, solvers[s], true, ENDLESS, 1, &error),
                         PLEACH_OK);
        assert_same(wanted, found);
        pleach_clusters_free(found);
        pleach_clusters_free(wanted);
    }
    unlink(file);
}

/* ------------------------------------------------------------- forging -- */

enum { FILE_HEADER = 24, SECTION_HEADER = PL_STATE_NAME + 16 };

typedef struct forgery {
    unsigned char *bytes;
    size_t size;
} forgery;

static forgery slurp(void)
{
    struct stat facts;
    forgery f;
    assert_int_equal(stat(file, &facts), 0);
    f.size = (size_t)facts.st_size;
    f.bytes = malloc(f.size);
    FILE *from = fopen(file, "rb");
    assert_true(f.bytes != NULL && from != NULL);
    assert_int_equal(fread(f.bytes, 1, f.size, from), f.size);
    fclose(from);
    return f;
}

/* The section at `at`: how long its bytes are. */
static size_t length_at(const forgery *f, size_t at)
{
    uint64_t numbers[2];
    memcpy(numbers, f->bytes + at + PL_STATE_NAME, sizeof numbers);
    return (size_t)(numbers[0] * numbers[1]);
}

/* Writes the file with `number` in the middle of a section, and a checksum
 * that says that it belongs there. */
static void forge(const forgery *f, size_t section, size_t place,
                  const void *number, size_t size)
{
    size_t length = SECTION_HEADER + length_at(f, section);
    unsigned char *copy = malloc(f->size);
    assert_non_null(copy);
    memcpy(copy, f->bytes, f->size);
    memcpy(copy + section + SECTION_HEADER + place, number, size);
    uint64_t sum = XXH3_64bits(copy + section, length);
    memcpy(copy + section + length, &sum, sizeof sum);
    FILE *to = fopen(file, "wb");
    assert_non_null(to);
    assert_int_equal(fwrite(copy, 1, f->size, to), f->size);
    fclose(to);
    free(copy);
}

/* Refused, or not worse than other messages: never a crash. Says whether it
 * was refused. */
static bool survives(const char *solver)
{
    pleach_clusters *found = NULL;
    pleach_error error = {0};
    pleach_status status = run(&found, solver, true, ITERATIONS, 1, &error);
    if (status == PLEACH_BAD_DATA)
        assert_non_null(strstr(error.sentence, "start anew"));
    else if (status != PLEACH_CANCELLED)
        assert_int_equal(status, PLEACH_OK);
    pleach_clusters_free(found);
    return status == PLEACH_BAD_DATA;
}

/* Every number of every section becomes what it cannot be, and some that it
 * could. */
static void test_forged(void **state)
{
    (void)state;
    static const uint32_t numbers[] = {UINT32_MAX, 0x02020202, 0x7f7fffff,
                                       0x7fc00000, 5,          0};
    for (size_t s = 0; s < 3; s++)
        for (int64_t after = 12; after <= 180; after += 168) {
            pleach_clusters *found = NULL;
            size_t refused = 0;
            unlink(file);
            if (run(&found, solvers[s], false, after, 1, NULL) == PLEACH_OK) {
                pleach_clusters_free(found);
                continue;
            }
            forgery f = slurp();
            for (size_t at = FILE_HEADER; f.bytes[at] != '\0';
                 at += SECTION_HEADER + length_at(&f, at) + 8) {
                size_t length = length_at(&f, at);
                /* No multiple of what an element takes. */
                size_t step = length > 64 ? (length / 7 & ~(size_t)7) + 4 : 4;
                for (size_t place = 0; place < length; place += step)
                    for (size_t k = 0; k < 6; k++) {
                        size_t size = length - place < 4 ? length - place : 4;
                        forge(&f, at, place, &numbers[k], size);
                        refused += survives(solvers[s]);
                    }
            }
            assert_true(refused > 100);
            free(f.bytes);
        }
    unlink(file);
}

/* The section of that name. */
static size_t find_section(const forgery *f, const char *name)
{
    size_t at = FILE_HEADER;
    while (strcmp((const char *)f->bytes + at, name) != 0) {
        assert_true(f->bytes[at] != '\0');
        at += SECTION_HEADER + length_at(f, at) + 8;
    }
    return at;
}

/* A row that has two etas for one place: vectors would take one of them, and
 * what is looked up singly the other. */
static void test_forged_twice(void **state)
{
    (void)state;
    pleach_clusters *found = NULL;
    size_t refused = 0;
    unlink(file);
    assert_int_equal(run(&found, "rap", false, 180, 1, NULL), PLEACH_CANCELLED);
    forgery f = slurp();
    size_t at = find_section(&f, "rap.eta");
    for (size_t row = 0; row < length_at(&f, at); row += sizeof(pl_row_eta))
        for (uint32_t place = 0; place < 3; place++)
            for (size_t k = 0; k < PL_ODD; k++) {
                forge(&f, at, row + offsetof(pl_row_eta, at) + 4 * k, &place,
                      sizeof place);
                refused += survives("rap");
            }
    assert_true(refused > 20);
    free(f.bytes);
    unlink(file);
}

static void refuses(const char *solver, bool resume, pleach_status wanted,
                    const char *words)
{
    pleach_clusters *found = NULL;
    pleach_error error = {0};
    assert_int_equal(run(&found, solver, resume, ENDLESS, 1, &error), wanted);
    assert_null(found);
    assert_non_null(strstr(error.sentence, words));
}

static void test_refusals(void **state)
{
    (void)state;
    pleach_clusters *found = NULL;
    unlink(file);
    assert_int_equal(run(&found, "ap", false, 5, 1, NULL), PLEACH_CANCELLED);
    refuses("ap", false, PLEACH_BAD_DATA, "--resume");
    refuses("rap", true, PLEACH_BAD_DATA, "the solver was ap and is now rap");
    assert_int_equal(truncate(file, 1000), 0);
    refuses("ap", true, PLEACH_BAD_DATA, "damaged");
    unlink(file);
}

static int set_up(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(file, sizeof file, "%s/pleach.checkpoint", folder);
    corpus = read_text("f.jsonl", knotted_corpus);
    return pleach_affinity_compare(&affinity, corpus, NULL, NULL);
}

static int tear_down(void **state)
{
    (void)state;
    pleach_affinity_free(affinity);
    pleach_corpus_free(corpus);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_interrupted),  cmocka_unit_test(test_memory),
        cmocka_unit_test(test_refusals),     cmocka_unit_test(test_forged),
        cmocka_unit_test(test_forged_twice),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
