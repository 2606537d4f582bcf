/* crowds.c: counts the nodes of each name, and what their pairs would take. */
/* SPDX-License-Identifier: MIT */
#include "same/crowds.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "same/scope.h"

/* Chosen by measurement (docs/similarity.md): up to so many pairs nobody has
 * to choose; beyond, each chooses a few where names have more than
 * CROWD_SHARE times as many nodes. */
enum { USUAL_KEEP = 16, CROWD_SHARE = 8, USUAL_PAIRS = 1 << 25 };
/* Who is one concept is known by then, and pairs say who stands for it: half as
 * many leave the tree and all places as they are (a million saplings). */
enum { CONCEPT_KEEP = 8 };

/* What a pair takes: its two numbers at least, and messages with most solvers.
 */
enum { LEAST_BYTES = 8, USUAL_BYTES = 32 };

static uint32_t *count_name_nodes(pl_arena *arena,
                                  const pleach_affinity *affinity)
{
    const pleach_corpus *corpus = affinity->corpus;
    uint32_t *size = PL_ARENA_ARRAY(arena, uint32_t, affinity->name_count);
    for (uint32_t n = 0; size != NULL && n < corpus->node_count; n++)
        if (affinity->selection.discard[n] == PL_KEPT)
            size[affinity->node_name[n]]++;
    return size;
}

/* ------------------------------------------------------------ the limit -- */

static int compare_descending(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;
    return (*a < *b) - (*a > *b);
}

static uint64_t square(uint64_t size)
{
    return size * size;
}

/* Takes names for crowds from the largest on, until there are no more than
 * `most` pairs or the next is small. Candidates count both ways. */
static uint64_t lower_limit(const uint32_t *sizes, uint32_t names,
                            uint32_t keep, uint64_t most)
{
    uint64_t total = 0, limit = UINT64_MAX;
    for (uint32_t k = 0; k < names; k++)
        total += square(sizes[k]);
    for (uint32_t k = 0;
         k < names && total > most && sizes[k] > (uint64_t)keep * CROWD_SHARE;
         k++) {
        total -= square(sizes[k]);
        total += 2 * (uint64_t)keep * sizes[k];
        limit = sizes[k] - 1u;
    }
    return limit;
}

/* So many pairs nobody has to choose among, with the memory there is. */
static uint64_t affordable_pairs(const pleach_affinity_options *options)
{
    uint64_t most = options->max_memory / USUAL_BYTES;
    return options->max_memory == 0 || most > USUAL_PAIRS ? USUAL_PAIRS : most;
}

/* What would let as many pairs be compared as without a limit on memory. */
static uint64_t refused_bytes(const uint32_t *sizes, uint32_t names,
                              const pl_crowds *crowds)
{
    uint64_t total = 0;
    for (uint32_t k = 0; k < names; k++)
        total += square(sizes[k]);
    if (lower_limit(sizes, names, crowds->keep, USUAL_PAIRS) == crowds->limit)
        return 0;
    return USUAL_BYTES * (total < USUAL_PAIRS ? total : USUAL_PAIRS);
}

/* Unless somebody says when a name is a crowd, all pairs are compared as long
 * as there are not too many of them in all: leaving some out is for want of
 * room only. Sizes descend. */
static void set_limit(pl_crowds *crowds, const uint32_t *sizes, uint32_t names,
                      bool by_concept, const pleach_affinity_options *options)
{
    crowds->keep = options->candidates > 0 ? options->candidates
                   : by_concept            ? CONCEPT_KEEP
                                           : USUAL_KEEP;
    if (crowds->keep == PLEACH_ALL_CANDIDATES)
        crowds->limit = UINT64_MAX;
    else if (options->crowd > 0)
        crowds->limit = options->crowd;
    else if (options->candidates > 0)
        crowds->limit = (uint64_t)crowds->keep * CROWD_SHARE;
    else {
        crowds->limit =
            lower_limit(sizes, names, crowds->keep, affordable_pairs(options));
        crowds->refused = refused_bytes(sizes, names, crowds);
    }
    for (uint32_t k = 0; k < names; k++)
        crowds->pairs += sizes[k] > crowds->limit
                             ? 2 * (uint64_t)crowds->keep * sizes[k]
                             : square(sizes[k]);
}

/* ----------------------------------------------------------- the crowds -- */

bool pl_crowds_find(pl_crowds *crowds, pl_arena *arena,
                    const pleach_affinity *affinity,
                    const pleach_affinity_options *options)
{
    uint32_t names = affinity->name_count;
    PL_SCRATCH(scratch);
    uint32_t *size = count_name_nodes(scratch, affinity);
    uint32_t *sorted = PL_ARENA_ARRAY(scratch, uint32_t, names);
    *crowds = (pl_crowds){.crowded = PL_ARENA_ARRAY(arena, uint8_t, names)};
    if (pl_arena_failed(arena) || pl_arena_failed(scratch))
        return false;
    memcpy(sorted, size, names * sizeof *sorted);
    qsort(sorted, names, sizeof *sorted, compare_descending);
    set_limit(crowds, sorted, names, affinity->same_concept > 0, options);
    for (uint32_t name = 0; name < names; name++) {
        crowds->crowded[name] = size[name] > crowds->limit;
        crowds->count += crowds->crowded[name];
    }
    return true;
}

static const double MIB = 1048576.0;

static void warn_chosen(const pl_crowds *crowds,
                        const pleach_affinity_options *options)
{
    double left = (double)options->max_memory;
    pl_scope_warn(&(pl_scope){.listener = options->listener}, NULL, 0,
                  "To stay within the %.0f MiB that may still be used, nodes "
                  "of frequent names chose among %" PRIu32 " candidates each; "
                  "--max-memory larger by %.0f MiB would not need that.",
                  left / MIB, crowds->keep,
                  ceil(((double)crowds->refused - left) / MIB));
}

/* Asked before the first pair is compared: a refusal after an hour would be
 * worth less than one at once. */
pleach_status pl_crowds_afford(const pl_crowds *crowds,
                               const pleach_affinity_options *options,
                               pleach_error *error)
{
    double needed = (double)crowds->pairs * LEAST_BYTES;
    if (options->max_memory == 0 || needed <= (double)options->max_memory) {
        if (crowds->refused > 0)
            warn_chosen(crowds, options);
        return PLEACH_OK;
    }
    return pl_fail(error, PLEACH_NO_MEMORY,
                   "To compare these %llu pairs of nodes takes %.0f MiB or "
                   "more, and %.0f MiB may still be used. Allow more, let "
                   "nodes choose fewer candidates, or select a part of the "
                   "input with --seed.",
                   (unsigned long long)crowds->pairs, ceil(needed / MIB),
                   floor((double)options->max_memory / MIB));
}

void pl_crowds_note(const pl_crowds *crowds, pleach_affinity *affinity)
{
    const uint32_t *name = affinity->node_name;
    affinity->capped_blocks = 0;
    for (uint32_t b = 0; b < affinity->block_count; b++)
        for (uint32_t slot = affinity->block_first[b];
             slot < affinity->block_first[b + 1]; slot++)
            if (crowds->crowded[name[affinity->slot_node[slot]]]) {
                affinity->capped_blocks++;
                break;
            }
    bool capped = affinity->capped_blocks > 0;
    affinity->candidates = capped ? crowds->keep : 0;
    affinity->crowd = capped ? (uint32_t)crowds->limit : 0;
}
