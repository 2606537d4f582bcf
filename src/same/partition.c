/* partition.c: shares blocks out by their pairs, and gathers their rows. */
/* SPDX-License-Identifier: MIT */
#include "same/partition.h"

#include "base/status.h"

/* Work of a slot that has no pair at all, in pairs. */
enum { SLOT_COST = 1 };

static uint64_t work_of_block(const void *context, uint32_t block)
{
    const pleach_affinity *a = context;
    uint64_t work = 0;
    for (uint32_t i = a->block_first[block]; i < a->block_first[block + 1]; i++)
        work += a->pair_first[i] + SLOT_COST;
    return work;
}

pleach_status pl_partition_blocks(pleach_affinity *affinity,
                                  pleach_error *error)
{
    const pl_shares *blocks = &affinity->block_shares;
    if (!pl_shares_make(&affinity->block_shares, affinity->arena,
                        affinity->exchange, affinity->block_count,
                        work_of_block, affinity))
        return pl_fail_memory(error);
    if (blocks->first == NULL)
        return PLEACH_OK;
    uint32_t ranks = blocks->exchange->ranks;
    uint32_t *first = PL_ARENA_ARRAY(affinity->arena, uint32_t, ranks + 1u);
    PL_TRY(pl_check_memory(affinity->arena, error));
    for (uint32_t r = 0; r <= ranks; r++)
        first[r] = affinity->block_first[blocks->first[r]];
    affinity->slot_shares =
        (pl_shares){blocks->exchange, affinity->block_first[blocks->from],
                    affinity->block_first[blocks->to], first};
    return PLEACH_OK;
}

pleach_status pl_partition_pairs(pleach_affinity *affinity, pleach_error *error)
{
    uint64_t total = 0;
    PL_TRY(pl_shares_fill(&affinity->slot_shares, affinity->pair_first, NULL,
                          sizeof *affinity->pair_first, error));
    for (uint32_t slot = 0; slot < affinity->slot_count; slot++) {
        uint64_t count = affinity->pair_first[slot];
        affinity->pair_first[slot] = total;
        total += count;
    }
    affinity->pair_first[affinity->slot_count] = total;
    affinity->pair_slot = PL_ARENA_ARRAY(affinity->arena, uint32_t, total);
    affinity->pair_similarity = PL_ARENA_ARRAY(affinity->arena, float, total);
    return pl_check_memory(affinity->arena, error);
}

pleach_status pl_partition_complete(const pleach_affinity *affinity,
                                    pleach_error *error)
{
    const pl_shares *slots = &affinity->slot_shares;
    PL_TRY(pl_shares_fill(slots, affinity->pair_slot, affinity->pair_first,
                          sizeof *affinity->pair_slot, error));
    return pl_shares_fill(slots, affinity->pair_similarity,
                          affinity->pair_first,
                          sizeof *affinity->pair_similarity, error);
}
