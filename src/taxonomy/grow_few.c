/* grow_few.c: takes clusters of few people out of what was found. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/grow.h"

#include <string.h>

#include "base/checks.h"
#include "base/status.h"
#include "place/statements.h"

/* ------------------------------------------------------------------ part -- */

typedef struct affinity_part {
    pleach_affinity *affinity; /* ours; it borrows the whole one's corpus */
    uint32_t *part_of; /* slot of the whole -> of the part, or PL_NONE */
} affinity_part;

/* New numbers in the old order; how many pairs there can be at most. */
static uint64_t number_part_slots(affinity_part *to,
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
static void fill_slot(affinity_part *to, const pleach_affinity *whole,
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
static void fill_part(affinity_part *to, const pleach_affinity *whole)
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

/* Keeps the slots with kept[slot] set, and the pairs between them; similarities
 * are those of the whole. Everything that does not depend on who is in it is
 * borrowed from the whole. */
static pleach_status make_part(affinity_part *part,
                               const pleach_affinity *whole,
                               const uint8_t *kept, pleach_error *error)
{
    pl_arena *arena = pl_arena_new();
    affinity_part made = {
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

/* ------------------------------------------------------------------- few -- */

/* By exemplar: enough people have it, or something below it stays. */
static void keep_what_many_have(uint8_t *kept, const pleach_clusters *found,
                                const pl_statements *said)
{
    for (uint32_t i = 0; i < found->affinity->slot_count; i++) {
        if (found->exemplar[i] != i ||
            (kept[i] == 0 && pl_holders(said, i) < found->min_people))
            continue;
        kept[i] = 1;
        for (uint32_t up = found->parent == NULL ? PL_NONE : found->parent[i];
             up != PL_NONE && kept[up] == 0; up = found->parent[up])
            kept[up] = 1;
    }
}

/* A part of the affinity says itself which nodes it has not. */
static pleach_status note_discarded(pleach_affinity *part,
                                    const pleach_affinity *whole,
                                    pleach_error *error)
{
    size_t nodes = whole->corpus->node_count;
    uint8_t *discard = PL_ARENA_ARRAY(part->arena, uint8_t, nodes);
    PL_TRY(pl_check_memory(part->arena, error));
    memcpy(discard, whole->selection.discard, nodes);
    part->selection.discard = discard;
    part->selection.kept_nodes = part->slot_count;
    for (uint32_t i = 0; i < whole->slot_count; i++) {
        uint32_t node = whole->slot_node[i];
        if (part->node_slot[node] != PL_NONE)
            continue;
        discard[node] = PL_DISCARD_FEW;
        part->selection.kept_saplings -= pl_is_root(whole->corpus, node);
    }
    return PLEACH_OK;
}

/* Slots get their new numbers; they are never above the old ones. */
static void renumber(pleach_clusters *found, const uint32_t *part_of,
                     uint32_t slots)
{
    uint64_t kept = 0;
    for (uint32_t i = 0; i < slots; i++) {
        uint32_t now = part_of[i];
        if (now == PL_NONE)
            continue;
        uint32_t up = found->parent == NULL ? PL_NONE : found->parent[i];
        found->exemplar[now] = part_of[found->exemplar[i]];
        if (found->parent != NULL)
            found->parent[now] = up == PL_NONE ? PL_NONE : part_of[up];
    }
    for (uint64_t k = 0; k < found->standing_count; k++) {
        pl_conflict conflict = found->conflicts[k];
        conflict.slot = part_of[conflict.slot];
        conflict.wanted = part_of[conflict.wanted];
        if (conflict.slot != PL_NONE && conflict.wanted != PL_NONE)
            found->conflicts[kept++] = conflict;
    }
    found->standing_count = kept;
}

static pleach_status fail_empty(const pleach_clusters *found,
                                const pl_statements *said, pleach_error *error)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < said->count; i++)
        most = pl_holders(said, i) > most ? pl_holders(said, i) : most;
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "No concept has %u people or more, so nothing would be "
                   "left: the most that one has is %u.",
                   found->min_people, most);
}

pleach_status pl_leave_out_few(pleach_clusters *found, pleach_error *error)
{
    const pleach_affinity *whole = found->affinity;
    uint32_t slots = whole->slot_count;
    PL_SCRATCH(scratch);
    pl_statements said;
    affinity_part part = {0};
    uint8_t *kept = PL_ARENA_ARRAY(scratch, uint8_t, slots);
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_statements_gather(&said, scratch, whole, found->exemplar, slots,
                                error));
    pl_mark_decided(kept, found->exemplar, whole);
    keep_what_many_have(kept, found, &said);
    for (uint32_t i = 0; i < slots; i++)
        kept[i] = kept[found->exemplar[i]];
    if (slots > 0 && memchr(kept, 1, slots) == NULL)
        return fail_empty(found, &said, error);
    PL_TRY(make_part(&part, whole, kept, error));
    found->affinity = found->own = part.affinity;
    PL_TRY(note_discarded(part.affinity, whole, error));
    renumber(found, part.part_of, slots);
    found->few_people = slots - part.affinity->slot_count;
    found->net_similarity = 0;
    for (uint32_t i = 0; i < part.affinity->slot_count; i++)
        found->net_similarity +=
            pl_similarity_in_cluster(part.affinity, i, found->exemplar[i]);
    return PLEACH_OK;
}
