/* evidence.c: gathers tags, or the names around a node. */
/* SPDX-License-Identifier: MIT */
#include "same/evidence.h"

#include <stdlib.h>
#include <string.h>

#include "base/checks.h"
#include "base/order.h"
#include "base/status.h"

/* Names around nodes that are no matter, in all or for each node. */
enum { FEW_NAMES = 1 << 20, FEW_PER_NODE = 64 };

bool pl_evidence_is_wide(const pleach_corpus *corpus, pl_evidence_kind kind)
{
    uint64_t names = 0;
    for (uint32_t s = 0; s < corpus->sapling_count; s++) {
        uint64_t nodes =
            corpus->sapling_first[s + 1] - corpus->sapling_first[s];
        names += nodes * (nodes - 1);
    }
    return kind == PL_EVIDENCE_CONTEXT && names > FEW_NAMES &&
           names / FEW_PER_NODE > corpus->node_count;
}

/* How many items a slot has at most, before doubles are removed. */
static uint64_t item_limit(const pleach_affinity *affinity, uint32_t slot,
                           pl_evidence_kind kind)
{
    const pleach_corpus *corpus = affinity->corpus;
    uint32_t node = affinity->slot_node[slot];
    if (!pl_block_is_here(affinity, affinity->slot_block[slot]))
        return 0;
    if (kind == PL_EVIDENCE_TAGS)
        return corpus->tag_first[node + 1] - corpus->tag_first[node];
    if (kind == PL_EVIDENCE_CONTEXT) {
        uint32_t sapling = corpus->node_sapling[node];
        return corpus->sapling_first[sapling + 1] -
               corpus->sapling_first[sapling] - 1;
    }
    return 0;
}

static uint64_t copy_node_tags(const pleach_corpus *corpus, uint32_t node,
                               uint32_t *to)
{
    uint64_t from = corpus->tag_first[node];
    uint64_t count = corpus->tag_first[node + 1] - from;
    if (count > 0)
        memcpy(to, corpus->tag_id + from, count * sizeof *to);
    return count;
}

/* The names of all other nodes in the sapling, sorted, each once. */
static uint64_t copy_context(const pleach_corpus *corpus, uint32_t node,
                             uint32_t *to)
{
    uint32_t sapling = corpus->node_sapling[node];
    uint64_t count = 0;
    for (uint32_t other = corpus->sapling_first[sapling];
         other < corpus->sapling_first[sapling + 1]; other++)
        if (other != node)
            to[count++] = corpus->node_key[other];
    return pl_sort_distinct_uint32(to, count);
}

/* Room is taken for the most there can be, in one piece. Blocks of other
 * processes stay empty, while slots keep their numbers. */
pleach_status pl_evidence_gather(pl_evidence *evidence, pl_arena *arena,
                                 const pleach_affinity *affinity,
                                 pl_evidence_kind kind, pleach_error *error)
{
    const pleach_corpus *corpus = affinity->corpus;
    uint64_t limit = 0;
    for (uint32_t slot = 0; slot < affinity->slot_count; slot++)
        limit += item_limit(affinity, slot, kind);
    evidence->first =
        PL_ARENA_ARRAY(arena, uint64_t, (size_t)affinity->slot_count + 1);
    evidence->item = PL_ARENA_ARRAY(arena, uint32_t, limit);
    PL_TRY(pl_check_memory(arena, error));
    evidence->kinds = kind == PL_EVIDENCE_TAGS ? pl_strings_count(corpus->tags)
                                               : pl_strings_count(corpus->keys);
    uint64_t used = 0;
    for (uint32_t slot = 0; slot < affinity->slot_count; slot++) {
        uint32_t node = affinity->slot_node[slot];
        evidence->first[slot] = used;
        if (!pl_block_is_here(affinity, affinity->slot_block[slot]))
            continue;
        if (kind == PL_EVIDENCE_TAGS)
            used += copy_node_tags(corpus, node, evidence->item + used);
        else if (kind == PL_EVIDENCE_CONTEXT)
            used += copy_context(corpus, node, evidence->item + used);
    }
    assert(used <= limit);
    evidence->first[affinity->slot_count] = used;
    return PLEACH_OK;
}
