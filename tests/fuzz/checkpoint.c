/* checkpoint.c: a checkpoint in which bytes have changed numbers, with right
 * checksums, so that what is in it is reached: refused, or gone on from to a
 * result, never a crash. */
/* SPDX-License-Identifier: MIT */
#include "reading.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "checkpoint/state_file.h"
#include "knotted.h"
#include "pleach.h"

enum {
    FILE_HEADER = 24,
    SECTION_HEADER = PL_STATE_NAME + 16,
    SUM = 8,
    SOLVERS = 3,
    MOST_SECTIONS = PL_STATE_MOST
};

static const char *const solvers[SOLVERS] = {"ap", "rap", "joint"};
static char folder[] = "/tmp/pleach-fuzz-XXXXXX";
static char file[64];
static pleach_corpus *corpus;
static pleach_affinity *affinity;

/* What an interrupted run of each solver left. */
typedef struct state {
    uint8_t *bytes;
    size_t size, sections;
    struct {
        size_t at, length; /* of its header, of its bytes */
    } section[MOST_SECTIONS];
} state;

static state states[SOLVERS][2];

/* Hears so many iterations. */
static bool hear(void *context, const pleach_progress *progress)
{
    int *left = context;
    return strcmp(progress->stage, "cluster") != 0 || (*left)-- > 0;
}

static pleach_status run(const char *solver, bool resume, int patience,
                         pleach_error *error)
{
    pleach_checkpoint *checkpoint = NULL;
    pleach_clusters *found = NULL;
    pleach_taxonomy *taxonomy = NULL;
    pleach_listener listener = {.progress = hear, .context = &patience};
    pleach_checkpoint_options how = {.every = 1e9, .resume = resume};
    pleach_status status =
        pleach_checkpoint_open(&checkpoint, folder, &how, error);
    if (status != PLEACH_OK)
        return status;
    pleach_clusters_options options = {.dissent = "inf",
                                       .solver = solver,
                                       .threads = 1,
                                       .bound = "fast",
                                       .checkpoint = checkpoint,
                                       .listener = &listener};
    status = pleach_clusters_find(&found, affinity, &options, error);
    if (status == PLEACH_OK)
        MUST(pleach_taxonomy_grow(&taxonomy, found, error) == PLEACH_OK);
    pleach_taxonomy_free(taxonomy);
    pleach_clusters_free(found);
    pleach_checkpoint_free(checkpoint);
    return status;
}

static void find_sections(state *s)
{
    size_t at = FILE_HEADER;
    while (s->bytes[at] != '\0') {
        uint64_t numbers[2];
        memcpy(numbers, s->bytes + at + PL_STATE_NAME, sizeof numbers);
        size_t length = (size_t)(numbers[0] * numbers[1]);
        s->section[s->sections].at = at;
        s->section[s->sections++].length = length;
        at += SECTION_HEADER + length + SUM;
    }
}

static void keep(state *s, const char *solver, int after)
{
    struct stat facts;
    unlink(file);
    if (run(solver, false, after, NULL) != PLEACH_CANCELLED)
        return;
    MUST(stat(file, &facts) == 0);
    s->size = (size_t)facts.st_size;
    s->bytes = malloc(s->size);
    FILE *from = fopen(file, "rb");
    MUST(from != NULL && s->bytes != NULL);
    MUST(fread(s->bytes, 1, s->size, from) == s->size);
    fclose(from);
    find_sections(s);
}

static void tidy_up(void)
{
    char lock[80];
    snprintf(lock, sizeof lock, "%s/pleach.lock", folder);
    unlink(file);
    unlink(lock);
    rmdir(folder);
}

static void prepare(void)
{
    pleach_input input = {"f.jsonl", knotted_corpus, strlen(knotted_corpus)};
    pleach_read_options options = {.format = "jsonl"};
    MUST(mkdtemp(folder) != NULL);
    atexit(tidy_up);
    snprintf(file, sizeof file, "%s/pleach.checkpoint", folder);
    MUST(pleach_corpus_read(&corpus, &input, 1, &options, NULL) == PLEACH_OK);
    MUST(pleach_affinity_compare(&affinity, corpus, NULL, NULL) == PLEACH_OK);
    for (size_t k = 0; k < SOLVERS; k++) {
        keep(&states[k][0], solvers[k], 12);
        keep(&states[k][1], solvers[k], 180);
    }
}

/* A change is a section, a place in it and four bytes. */
static void forge(const state *s, uint8_t *copy, const uint8_t *change)
{
    size_t k = change[0] % s->sections, length = s->section[k].length;
    uint8_t *section = copy + s->section[k].at;
    size_t place = (size_t)(change[1] | change[2] << 8) * 4;
    if (length == 0)
        return;
    for (size_t b = 0; b < 4; b++)
        section[SECTION_HEADER + (place + b) % length] = change[3 + b];
    uint64_t sum = XXH3_64bits(section, SECTION_HEADER + length);
    memcpy(section + SECTION_HEADER + length, &sum, sizeof sum);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    pleach_error error = {0};
    if (corpus == NULL)
        prepare();
    if (size < 8)
        return 0;
    size_t solver = bytes[0] % SOLVERS;
    const state *s = &states[solver][bytes[0] / SOLVERS % 2];
    if (s->bytes == NULL)
        return 0;
    uint8_t *copy = malloc(s->size);
    MUST(copy != NULL);
    memcpy(copy, s->bytes, s->size);
    for (size_t at = 1; at + 7 <= size; at += 7)
        forge(s, copy, bytes + at);
    FILE *to = fopen(file, "wb");
    MUST(to != NULL && fwrite(copy, 1, s->size, to) == s->size);
    fclose(to);
    free(copy);
    pleach_status status = run(solvers[solver], true, 40, &error);
    MUST(status == PLEACH_OK || status == PLEACH_CANCELLED ||
         (status == PLEACH_BAD_DATA && error.sentence[0] != '\0'));
    return 0;
}
