/* crowds.c: adds up the nodes around each name. */
/* SPDX-License-Identifier: MIT */
#include "same/crowds.h"
#include "base/checks.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/status.h"
#include "same/term.h"

/* Chosen by measurement (docs/similarity.md): up to so many pairs nobody has
 * to choose; beyond, each chooses a few where names have more than
 * CROWD_SHARE times as many nodes. */
enum { USUAL_KEEP = 16, CROWD_SHARE = 8, USUAL_PAIRS = 1 << 25 };

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

/* The nodes of each name and the names linked with it. */
static uint64_t *add_around(pl_arena *arena, const uint32_t *size,
                            uint32_t names, const pl_neighbours *links)
{
    uint64_t *around = PL_ARENA_ARRAY(arena, uint64_t, names);
    for (uint32_t name = 0; around != NULL && name < names; name++) {
        around[name] = size[name];
        for (uint64_t k = links == NULL ? 0 : links->first[name];
             links != NULL && k < links->first[name + 1]; k++)
            around[name] += size[links->to[k]];
    }
    return around;
}

/* ------------------------------------------------------------ the limit -- */

/* What a name costs while it is no crowd. */
typedef struct name_cost {
    uint64_t around, pairs, nodes;
} name_cost;

static int compare_crowd_costs(const void *left, const void *right)
{
    const name_cost *a = left, *b = right;
    return (a->around < b->around) - (a->around > b->around);
}

/* Takes names for crowds from the largest on, until there are no more than
 * USUAL_PAIRS or the next is small. Candidates count both ways. */
static uint64_t lower_limit(const name_cost *costs, uint32_t names,
                            uint32_t keep, uint64_t most)
{
    uint64_t total = 0, limit = UINT64_MAX;
    for (uint32_t k = 0; k < names; k++)
        total += costs[k].pairs;
    for (uint32_t k = 0; k < names && total > most &&
                         costs[k].around > (uint64_t)keep * CROWD_SHARE;
         k++) {
        total -= costs[k].pairs;
        total += 2 * (uint64_t)keep * costs[k].nodes;
        limit = costs[k].around - 1;
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
static uint64_t refused_bytes(const name_cost *costs, uint32_t names,
                              const pl_crowds *crowds)
{
    uint64_t total = 0;
    for (uint32_t k = 0; k < names; k++)
        total += costs[k].pairs;
    if (lower_limit(costs, names, crowds->keep, USUAL_PAIRS) == crowds->limit)
        return 0;
    return USUAL_BYTES * (total < USUAL_PAIRS ? total : USUAL_PAIRS);
}

static uint64_t count_pairs(const name_cost *costs, uint32_t names,
                            const pl_crowds *crowds)
{
    uint64_t total = 0;
    for (uint32_t k = 0; k < names; k++)
        total += costs[k].around > crowds->limit
                     ? 2 * (uint64_t)crowds->keep * costs[k].nodes
                     : costs[k].pairs;
    return total;
}

/* Unless somebody says when a name is a crowd, all pairs are compared as long
 * as there are not too many of them in all: leaving some out is for want of
 * room only. */
static void set_limit(pl_crowds *crowds, name_cost *costs, const uint32_t *size,
                      const uint64_t *around, uint32_t names,
                      const pleach_affinity_options *options)
{
    for (uint32_t name = 0; name < names; name++)
        costs[name] =
            (name_cost){around[name], around[name] * size[name], size[name]};
    qsort(costs, names, sizeof *costs, compare_crowd_costs);
    crowds->keep = options->candidates == 0 ? USUAL_KEEP : options->candidates;
    if (crowds->keep == PLEACH_ALL_CANDIDATES)
        crowds->limit = UINT64_MAX;
    else if (options->crowd > 0)
        crowds->limit = options->crowd;
    else if (options->candidates > 0)
        crowds->limit = (uint64_t)crowds->keep * CROWD_SHARE;
    else {
        crowds->limit =
            lower_limit(costs, names, crowds->keep, affordable_pairs(options));
        crowds->refused = refused_bytes(costs, names, crowds);
    }
    crowds->pairs = count_pairs(costs, names, crowds);
}

/* ----------------------------------------------------------- the crowds -- */

/* The largest crowded name that is linked; itself if none is larger. */
static uint32_t find_larger(const pl_crowds *crowds, const uint32_t *size,
                            const pl_neighbours *links, uint32_t name)
{
    uint32_t best = name;
    for (uint64_t k = links == NULL ? 0 : links->first[name];
         links != NULL && k < links->first[name + 1]; k++) {
        uint32_t other = links->to[k];
        bool before = other < best;
        if (crowds->crowded[other] &&
            (size[other] > size[best] || (size[other] == size[best] && before)))
            best = other;
    }
    return best;
}

/* Follows the ways up. They only lead to larger names, so they end. */
static void find_tops(uint32_t *head, uint32_t names)
{
    for (uint32_t name = 0; name < names; name++) {
        uint32_t top = name;
        while (head[top] != top)
            top = head[top];
        for (uint32_t at = name; at != top;) {
            uint32_t next = head[at];
            head[at] = top;
            at = next;
        }
    }
}

/* Names that are compared with each other are a crowd together, even where each
 * of them alone would not be. The largest of them stands for all (`head`). */
bool pl_crowds_find(pl_crowds *crowds, pl_arena *arena,
                    const pleach_affinity *affinity, const pl_neighbours *links,
                    const pleach_affinity_options *options)
{
    uint32_t names = affinity->name_count;
    uint32_t *size = count_name_nodes(arena, affinity);
    uint64_t *around =
        size == NULL ? NULL : add_around(arena, size, names, links);
    *crowds = (pl_crowds){.crowded = PL_ARENA_ARRAY(arena, uint8_t, names),
                          .head = PL_ARENA_ARRAY(arena, uint32_t, names)};
    PL_SCRATCH(scratch);
    name_cost *costs = PL_ARENA_ARRAY(scratch, name_cost, names);
    if (pl_arena_failed(arena) || pl_arena_failed(scratch))
        return false;
    set_limit(crowds, costs, size, around, names, options);
    for (uint32_t name = 0; name < names; name++) {
        crowds->crowded[name] = size[name] > 0 && around[name] > crowds->limit;
        crowds->count += crowds->crowded[name];
    }
    for (uint32_t name = 0; name < names; name++)
        crowds->head[name] = find_larger(crowds, size, links, name);
    find_tops(crowds->head, names);
    assert(crowds->count <= names);
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
