/* checkpoint_identity.c: tells whether a checkpoint is of the run at hand. */
/* SPDX-License-Identifier: MIT */
#include "checkpoint/checkpoint_identity.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "affinity/partition.h"
#include "base/hash.h"
#include "base/status.h"

static uint64_t chain(uint64_t hash, const void *items, size_t size,
                      size_t count)
{
    return pl_hash_bytes(items, size * count, hash);
}

/* Everything about a block that messages, ties and repairs depend on. */
static uint64_t hash_block(const pleach_affinity *a, uint32_t block)
{
    uint32_t first = a->block_first[block];
    uint32_t slots = a->block_first[block + 1] - first;
    uint64_t hash = chain(block, &first, sizeof first, 1);
    hash =
        chain(hash, a->slot_identity + first, sizeof *a->slot_identity, slots);
    hash = chain(hash, a->slot_parent + first, sizeof *a->slot_parent, slots);
    for (uint32_t i = first; i < first + slots; i++) {
        double self = pl_similarity_of(a, i, i);
        uint64_t from = a->pair_first[i], pairs = a->pair_first[i + 1] - from;
        hash = chain(hash, &self, sizeof self, 1);
        hash = chain(hash, a->pair_slot + from, sizeof *a->pair_slot, pairs);
        hash = chain(hash, a->pair_similarity + from,
                     sizeof *a->pair_similarity, pairs);
    }
    return hash;
}

/* A sum over blocks, so that it does not matter who has which. */
pleach_status pl_run_identity_hash(uint64_t *hash, const pleach_affinity *a,
                                   pleach_error *error)
{
    uint64_t sum = 0;
    for (uint32_t b = 0; b < a->block_count; b++)
        if (pl_block_is_here(a, b))
            sum += hash_block(a, b);
    *hash = sum;
    if (a->partition == NULL)
        return PLEACH_OK;
    PL_TRY(pl_exchange_share(a->partition->exchange,
                             (pleach_parcel){&sum, sizeof sum},
                             a->partition->inbox, error));
    *hash = 0;
    for (uint32_t r = 0; r < a->partition->exchange->ranks; r++) {
        uint64_t there;
        memcpy(&there, a->partition->inbox[r].bytes, sizeof there);
        *hash += there;
    }
    return PLEACH_OK;
}

/* Adds a line; what could end it becomes a question mark. */
static void note_setting(pl_run_identity text, const char *what,
                         const char *format, ...) PL_FORMAT(3, 4);
static void note_setting(pl_run_identity text, const char *what,
                         const char *format, ...)
{
    char how[128];
    size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(how, sizeof how, format, arguments);
    va_end(arguments);
    for (char *at = how; *at != '\0'; at++)
        if ((unsigned char)*at < ' ')
            *at = '?';
    snprintf(text + used, sizeof(pl_run_identity) - used, "%s\t%s\n", what,
             how);
}

static const char *or_none(const char *text)
{
    return text == NULL ? "none" : text;
}

static const char *or_auto(const char *text)
{
    return text == NULL ? "auto" : text;
}

/* Options come before what follows from them, so that a refusal names what can
 * be changed. */
void pl_run_identity_describe(pl_run_identity text, const pleach_affinity *a,
                              const char *solver,
                              const pleach_clusters_options *options,
                              uint64_t hash)
{
    text[0] = '\0';
    note_setting(text, "the version", "%s", PLEACH_VERSION);
    note_setting(text, "the solver", "%s", solver);
    note_setting(text, "the similarity", "%s", or_none(a->similarity));
    note_setting(text, "the seed", "%s", or_none(a->seed));
    note_setting(text, "the language", "%s", or_none(a->corpus->language));
    note_setting(text, "the damping", "%.15g", options->damping);
    note_setting(text, "the most iterations", "%" PRIu32,
                 options->max_iterations);
    note_setting(text, "the window", "%" PRIu32, options->window);
    note_setting(text, "the bound", "%s",
                 options->bound == NULL ? "by size" : options->bound);
    note_setting(text, "the price of dissent", "%s", or_auto(options->dissent));
    note_setting(text, "the price of skipping", "%s", or_auto(options->skip));
    note_setting(text, "the price of tops", "%s", or_auto(options->top));
    note_setting(text, "the trace", "%s",
                 options->trace == NULL ? "off" : "on");
    note_setting(text, "the number of nodes", "%" PRIu32, a->slot_count);
    note_setting(text, "the preference", "%.15g", a->preference);
    note_setting(text, "the number of pairs", "%" PRIu64, pl_pair_total(a));
    note_setting(text, "the content", "%016" PRIx64, hash);
}

/* The first line that differs. */
pleach_status pl_run_identity_compare(const pl_run_identity now,
                                      const pl_run_identity then,
                                      const char *path, pleach_error *error)
{
    const char *is = now, *was = then;
    while (*is != '\0' && strcspn(is, "\n") == strcspn(was, "\n") &&
           strncmp(is, was, strcspn(is, "\n")) == 0) {
        is += strcspn(is, "\n") + 1;
        was += strcspn(was, "\n");
        was += *was == '\n';
    }
    if (*is == '\0' && *was == '\0')
        return PLEACH_OK;
    size_t what = strcspn(is, "\t");
    if (strncmp(is, was, what + 1) != 0 ||
        strncmp(is, "the content", what) == 0)
        return pl_fail_at(error, PLEACH_BAD_DATA, path, 0, 0,
                          "The checkpoint is of a run on something else: the "
                          "input or how it is compared has changed. Give the "
                          "same again, or remove the file to start anew.");
    return pl_fail_at(error, PLEACH_BAD_DATA, path, 0, 0,
                      "The checkpoint is of another run: %.*s was %.*s and is "
                      "now %.*s. Give the same input and options, or remove "
                      "the file to start anew.",
                      (int)what, is, (int)strcspn(was + what + 1, "\n"),
                      was + what + 1, (int)strcspn(is + what + 1, "\n"),
                      is + what + 1);
}
