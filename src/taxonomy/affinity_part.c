/* affinity_part.c: takes some slots out of an affinity. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/affinity_part.h"

#include "base/checks.h"
#include "base/status.h"

/* New numbers in the old order; how many pairs there can be at most. */
static uint64_t number_part_slots(pl_affinity_part *to,
                                  const pleach_affinity *whole,
                                  const uint8_t *kept)
{
    uint64_t pairs = 0;
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < whole->slot_count; slot++) {
        to->part_of[slot] = PL_NONE;
        if (kept[slot] == 0)
            continue;
        to->part_of[slot] = count++;
        pairs += whole->pair_first[slot + 1] - whole->pair_first[slot];
    }
    to->affinity->slot_count = count;
    return pairs;
}

/* A sample has slots of its own, since solvers go over all slots; similarities
 * are copied and not computed again. */
static void take_sample_arrays(pleach_affinity *part, uint32_t nodes,
                               uint64_t pairs)
{
    bool own = part->slot_preference != NULL;
    pl_arena *arena = part->arena;
    size_t count = part->slot_count;
    part->slot_node = PL_ARENA_ARRAY(arena, uint32_t, count);
    part->node_slot = PL_ARENA_ARRAY(arena, uint32_t, nodes);
    part->slot_parent = PL_ARENA_ARRAY(arena, uint32_t, count);
    part->slot_identity = PL_ARENA_ARRAY(arena, uint64_t, count);
    if (own)
        part->slot_preference = PL_ARENA_ARRAY(arena, double, count);
    part->child_first = PL_ARENA_ARRAY(arena, uint32_t, count + 1);
    part->child = PL_ARENA_ARRAY(arena, uint32_t, count);
    part->block_first = PL_ARENA_ARRAY(arena, uint32_t, count + 1);
    part->slot_block = PL_ARENA_ARRAY(arena, uint32_t, count);
    part->pair_first = PL_ARENA_ARRAY(arena, uint64_t, count + 1);
    part->pair_slot = PL_ARENA_ARRAY(arena, uint32_t, pairs);
    part->pair_similarity = PL_ARENA_ARRAY(arena, float, pairs);
}

/* A leaf whose root is not in the part has none there. */
static void fill_slot(pl_affinity_part *to, const pleach_affinity *whole,
                      uint32_t old, uint64_t *pairs, uint32_t *children)
{
    pleach_affinity *part = to->affinity;
    uint32_t slot = to->part_of[old], parent = whole->slot_parent[old];
    part->slot_node[slot] = whole->slot_node[old];
    part->node_slot[whole->slot_node[old]] = slot;
    part->slot_parent[slot] = parent == PL_NONE ? PL_NONE : to->part_of[parent];
    part->slot_identity[slot] = whole->slot_identity[old];
    if (part->slot_preference != NULL)
        part->slot_preference[slot] = whole->slot_preference[old];
    part->child_first[slot] = *children;
    for (uint32_t k = whole->child_first[old]; k < whole->child_first[old + 1];
         k++)
        if (to->part_of[whole->child[k]] != PL_NONE)
            part->child[(*children)++] = to->part_of[whole->child[k]];
    part->pair_first[slot] = *pairs;
    for (uint64_t p = whole->pair_first[old]; p < whole->pair_first[old + 1];
         p++) {
        uint32_t other = to->part_of[whole->pair_slot[p]];
        if (other == PL_NONE)
            continue;
        part->pair_slot[*pairs] = other;
        part->pair_similarity[(*pairs)++] = whole->pair_similarity[p];
    }
}

/* Slots keep their order, and with it their blocks; those of which nobody is
 * left vanish. */
static void fill_part(pl_affinity_part *to, const pleach_affinity *whole)
{
    pleach_affinity *part = to->affinity;
    uint64_t pairs = 0;
    uint32_t children = 0, block = PL_NONE;
    part->block_count = 0;
    for (uint32_t node = 0; node < whole->corpus->node_count; node++)
        part->node_slot[node] = PL_NONE;
    for (uint32_t old = 0; old < whole->slot_count; old++) {
        if (to->part_of[old] == PL_NONE)
            continue;
        fill_slot(to, whole, old, &pairs, &children);
        if (whole->slot_block[old] != block)
            part->block_first[part->block_count++] = to->part_of[old];
        block = whole->slot_block[old];
        part->slot_block[to->part_of[old]] = part->block_count - 1;
    }
    part->block_first[part->block_count] = part->slot_count;
    part->child_first[part->slot_count] = children;
    part->pair_first[part->slot_count] = pairs;
    assert(part->block_count <= whole->block_count);
    assert(children <= part->slot_count);
    assert(pairs <= whole->pair_first[whole->slot_count]);
}

/* Everything that does not depend on who is in it is borrowed from the whole.
 */
pleach_status pl_part_make(pl_affinity_part *part, const pleach_affinity *whole,
                           const uint8_t *kept, pleach_error *error)
{
    pl_arena *arena = pl_arena_new();
    pl_affinity_part made = {
        .affinity = PL_ARENA_ARRAY(arena, pleach_affinity, 1),
        .part_of = PL_ARENA_ARRAY(arena, uint32_t, whole->slot_count)};
    if (pl_arena_failed(arena)) {
        pl_arena_free(arena);
        return pl_fail_memory(error);
    }
    *made.affinity = *whole;
    made.affinity->arena = arena;
    /* Small enough for one process. */
    made.affinity->exchange = NULL;
    made.affinity->block_shares = made.affinity->slot_shares = (pl_shares){0};
    uint64_t pairs = number_part_slots(&made, whole, kept);
    take_sample_arrays(made.affinity, whole->corpus->node_count, pairs);
    if (pl_arena_failed(arena)) {
        pl_arena_free(arena);
        return pl_fail_memory(error);
    }
    fill_part(&made, whole);
    *part = made;
    return PLEACH_OK;
}
