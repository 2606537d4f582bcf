/* live_candidates.c: all candidates where that is affordable, else the best
 * few. */
/* SPDX-License-Identifier: MIT */
#include "rap/live_candidates.h"

#include <string.h>

#include "base/checks.h"
#include "base/status.h"
#include "rap/ties.h"

static uint64_t row_length(const pleach_affinity *affinity, uint32_t slot)
{
    return affinity->pair_first[slot + 1] - affinity->pair_first[slot];
}

/* Triples there are when nothing is left out; stops counting at `most`. */
static uint64_t count_triples(const pleach_affinity *affinity, uint64_t most)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < affinity->slot_count && total <= most; i++) {
        uint32_t parent = affinity->slot_parent[i];
        total += parent == PL_NONE ? row_length(affinity, i) + 1
                                   : (row_length(affinity, i) + 1) *
                                         (row_length(affinity, parent) + 1);
    }
    return total;
}

typedef struct shortlist {
    uint64_t *pair; /* the best so far, best first */
    float *promise;
    uint32_t count, most;
} shortlist;

static void shortlist_add(shortlist *list, uint64_t pair, float promise)
{
    if (list->count == list->most) {
        if (promise <= list->promise[list->most - 1])
            return;
        list->count--;
    }
    uint32_t at = list->count++;
    for (; at > 0 && promise > list->promise[at - 1]; at--) {
        list->pair[at] = list->pair[at - 1];
        list->promise[at] = list->promise[at - 1];
    }
    list->pair[at] = pair;
    list->promise[at] = promise;
}

static void add_candidate(const pl_live *live, uint64_t *used,
                          const pleach_affinity *a, uint32_t slot,
                          uint32_t candidate, double similarity)
{
    live->candidate[*used] = candidate;
    live->s[*used] = (float)(similarity + pl_tie_break(a, slot, candidate));
    ++*used;
}

/* Long rows are cut to the pairs that promise most, since joint messages cost a
 * multiple for each of them. */
static void list_row(const pl_live *live, const pleach_affinity *a,
                     uint32_t slot, shortlist *list, pl_promise *promise,
                     void *context)
{
    uint64_t first = live->first[slot], *used = &first;
    add_candidate(live, used, a, slot, slot, pl_preference_of(a, slot));
    uint64_t from = a->pair_first[slot], to = a->pair_first[slot + 1];
    if (to - from <= list->most) {
        for (uint64_t p = from; p < to; p++)
            add_candidate(live, used, a, slot, a->pair_slot[p],
                          a->pair_similarity[p]);
        return;
    }
    list->count = 0;
    for (uint64_t p = from; p < to; p++)
        shortlist_add(list, p, promise(context, slot, p));
    for (uint32_t k = 0; k < list->count; k++)
        add_candidate(live, used, a, slot, a->pair_slot[list->pair[k]],
                      a->pair_similarity[list->pair[k]]);
}

/* Everybody's own row begins with itself and stays in its block. */
static void check_lists(const pl_live *live, const pleach_affinity *a)
{
    for (uint32_t i = 0; i < a->slot_count; i++) {
        assert(live->first[i] < live->first[i + 1]);
        assert(live->candidate[live->first[i]] == i);
        for (uint64_t q = live->first[i]; q < live->first[i + 1]; q++) {
            assert(live->candidate[q] < a->slot_count);
            assert(a->slot_block[live->candidate[q]] == a->slot_block[i]);
        }
    }
}

/* All pairs where that fits into memory. Else every row has the same limit,
 * which keeps the result independent of the order of rows. */
pleach_status pl_live_list(pl_live *live, pl_arena *arena,
                           const pleach_affinity *affinity,
                           uint64_t most_triples, uint32_t most,
                           pl_promise *promise, void *context,
                           pleach_error *error)
{
    uint32_t slots = affinity->slot_count;
    bool all = count_triples(affinity, most_triples) <= most_triples;
    uint64_t total = 0;
    shortlist list = {.most = all ? UINT32_MAX : most};
    live->complete = true;
    live->first = PL_ARENA_ARRAY(arena, uint64_t, (size_t)slots + 1);
    for (uint32_t i = 0; live->first != NULL && i < slots; i++) {
        uint64_t length = row_length(affinity, i);
        live->first[i] = total;
        live->complete &= length <= list.most;
        total += 1 + (length < list.most ? length : list.most);
        live->first[i + 1] = total;
    }
    live->candidate = PL_ARENA_ARRAY(arena, uint32_t, total);
    live->s = PL_ARENA_ARRAY(arena, float, total);
    list.pair = PL_ARENA_ARRAY(arena, uint64_t, most);
    list.promise = PL_ARENA_ARRAY(arena, float, most);
    PL_TRY(pl_check_memory(arena, error));
    for (uint32_t i = 0; i < slots; i++)
        list_row(live, affinity, i, &list, promise, context);
    if (PL_CHECKS)
        check_lists(live, affinity);
    return PLEACH_OK;
}

uint64_t pl_live_entries(const pl_live *live, const pleach_affinity *affinity)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < affinity->slot_count; i++) {
        uint32_t parent = affinity->slot_parent[i];
        uint64_t each = parent == PL_NONE
                            ? 1
                            : live->first[parent + 1] - live->first[parent];
        total += each * (live->first[i + 1] - live->first[i]);
    }
    return total;
}
