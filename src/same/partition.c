/* partition.c: shares blocks out by their pairs, and similarities by need. */
/* SPDX-License-Identifier: MIT */
#include "same/partition.h"

#include <string.h>

#include "base/status.h"

static bool take_partition_arrays(pleach_affinity *affinity, pl_partition *s)
{
    pl_arena *arena = affinity->arena;
    size_t ranks = s->exchange->ranks, slots = affinity->slot_count;
    s->rank_first = PL_ARENA_ARRAY(arena, uint32_t, ranks + 1);
    s->slot_first = PL_ARENA_ARRAY(arena, uint64_t, ranks + 1);
    s->inbox = PL_ARENA_ARRAY(arena, pleach_parcel, ranks);
    if (s->complete)
        return s->rank_first && s->slot_first && s->inbox;
    s->known = PL_ARENA_ARRAY(arena, uint32_t, slots);
    s->worth = PL_ARENA_ARRAY(arena, float, slots);
    return s->rank_first && s->slot_first && s->inbox && s->known && s->worth;
}

/* Work of a slot that has no pair at all, in pairs. */
enum { SLOT_COST = 1 };

/* Each rank goes on until all up to it have their share; a block goes to the
 * side where more of it lies. */
static void cut_blocks(const pleach_affinity *a, pl_partition *s,
                       const uint64_t *degree)
{
    uint32_t ranks = s->exchange->ranks, block = 0;
    uint64_t total = 0, passed = 0;
    for (uint32_t i = 0; i < a->slot_count; i++)
        total += degree[i];
    total += (uint64_t)a->slot_count * SLOT_COST;
    for (uint32_t r = 0; r < ranks; r++) {
        uint64_t goal =
            total / ranks * (r + 1) + total % ranks * (r + 1) / ranks;
        s->rank_first[r] = block;
        s->slot_first[r] = a->block_first[block];
        while (block < a->block_count) {
            uint64_t cost = 0;
            for (uint32_t i = a->block_first[block];
                 i < a->block_first[block + 1]; i++)
                cost += degree[i] + SLOT_COST;
            if (r + 1 < ranks && passed + cost / 2 >= goal)
                break;
            passed += cost;
            block++;
        }
    }
    s->rank_first[ranks] = a->block_count;
    s->slot_first[ranks] = a->slot_count;
}

/* Nothing to do for a process that works alone. */
pleach_status pl_partition_blocks(pleach_affinity *affinity,
                                  pleach_error *error)
{
    const pleach_exchange *exchange = affinity->exchange;
    if (exchange == NULL)
        return PLEACH_OK;
    pl_partition *s = PL_ARENA_ARRAY(affinity->arena, pl_partition, 1);
    if (s == NULL)
        return pl_fail_memory(error);
    s->exchange = exchange;
    /* Who obeys decisions compares across blocks. */
    s->complete =
        exchange->complete || exchange->ranks == 1 || affinity->rulings != NULL;
    if (!take_partition_arrays(affinity, s))
        return pl_fail_memory(error);
    cut_blocks(affinity, s, affinity->pair_first);
    for (uint32_t i = 0; s->known != NULL && i < affinity->slot_count; i++)
        s->known[i] = PL_NONE;
    affinity->partition = s;
    return PLEACH_OK;
}

/* The pairs of rows elsewhere count too: they are in the arrays, or part of
 * the problem. */
static pleach_status count_block_pairs(pleach_affinity *affinity,
                                       pleach_error *error)
{
    pl_partition *s = affinity->partition;
    const pleach_exchange *exchange = affinity->exchange;
    if (exchange == NULL)
        return PLEACH_OK;
    if (s == NULL)
        PL_TRY(pl_partition_blocks(affinity, error));
    else
        PL_TRY(exchange->fill(exchange->context, affinity->pair_first,
                              s->slot_first, sizeof *affinity->pair_first,
                              error));
    s = affinity->partition;
    for (uint32_t slot = 0; slot < affinity->slot_count; slot++)
        s->pair_total += affinity->pair_first[slot];
    return PLEACH_OK;
}

/* Rows elsewhere have no pairs here, yet a place in `pair_first`, so that slots
 * can be used as they are everywhere. */
pleach_status pl_partition_pairs(pleach_affinity *affinity, pleach_error *error)
{
    uint64_t total = 0;
    PL_TRY(count_block_pairs(affinity, error));
    for (uint32_t slot = 0; slot < affinity->slot_count; slot++) {
        uint64_t count = affinity->pair_first[slot];
        affinity->pair_first[slot] = total;
        total += pl_row_is_here(affinity, slot) ? count : 0;
    }
    affinity->pair_first[affinity->slot_count] = total;
    affinity->pair_slot = PL_ARENA_ARRAY(affinity->arena, uint32_t, total);
    affinity->pair_similarity = PL_ARENA_ARRAY(affinity->arena, float, total);
    if (affinity->pair_slot == NULL || affinity->pair_similarity == NULL)
        return pl_fail_memory(error);
    return PLEACH_OK;
}

/* Where all rows fit into each process, having them saves asking for single
 * ones later, when answers are repaired and polished. */
pleach_status pl_partition_complete(const pleach_affinity *affinity,
                                    pleach_error *error)
{
    const pl_partition *s = affinity->partition;
    if (s == NULL || !s->complete)
        return PLEACH_OK;
    const pleach_exchange *exchange = s->exchange;
    uint64_t *first = pl_allocate((size_t)exchange->ranks + 1, sizeof *first);
    if (first == NULL)
        return pl_fail_memory(error);
    for (uint32_t r = 0; r <= exchange->ranks; r++)
        first[r] = affinity->pair_first[s->slot_first[r]];
    pleach_status status =
        exchange->fill(exchange->context, affinity->pair_slot, first,
                       sizeof *affinity->pair_slot, error);
    if (status == PLEACH_OK)
        status =
            exchange->fill(exchange->context, affinity->pair_similarity, first,
                           sizeof *affinity->pair_similarity, error);
    pl_release(first);
    return status;
}

uint32_t pl_block_rank(const pleach_affinity *affinity, uint32_t block)
{
    const pl_partition *s = affinity->partition;
    return pl_exchange_owner(s->exchange, s->rank_first, block);
}

pleach_status pl_partition_worth(const pleach_affinity *affinity,
                                 const uint32_t *exemplar, pleach_error *error)
{
    const pl_partition *s = affinity->partition;
    if (s == NULL || s->complete)
        return PLEACH_OK;
    uint32_t rank = s->exchange->rank;
    for (uint64_t i = s->slot_first[rank]; i < s->slot_first[rank + 1]; i++) {
        uint64_t pair = pl_find_pair(affinity, (uint32_t)i, exemplar[i]);
        s->worth[i] = pair == UINT64_MAX ? 0 : affinity->pair_similarity[pair];
    }
    memcpy(s->known, exemplar, affinity->slot_count * sizeof *s->known);
    return s->exchange->fill(s->exchange->context, s->worth, s->slot_first,
                             sizeof *s->worth, error);
}
