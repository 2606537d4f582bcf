/* few_people.c: takes clusters of few people out of what was found. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/few_people.h"

#include <string.h>

#include "base/status.h"
#include "place/statements.h"
#include "taxonomy/affinity_part.h"
#include "taxonomy/shape_clusters.h"

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
    pl_affinity_part part;
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
    PL_TRY(pl_part_make(&part, whole, kept, error));
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
