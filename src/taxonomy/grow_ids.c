/* grow_ids.c: hands on ids from the previous result. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/grow.h"

#include <string.h>

#include "base/order.h"
#include "base/status.h"

/* Largest overlaps between the clusters of two results. */
typedef struct kinship {
    uint32_t *heir, *heir_nodes;     /* per previous cluster */
    uint32_t *origin, *origin_nodes; /* per cluster */
} kinship;

static void note_overlap(kinship *k, uint32_t before, uint32_t now,
                         uint32_t nodes)
{
    if (nodes > k->heir_nodes[before]) {
        k->heir_nodes[before] = nodes;
        k->heir[before] = now;
    }
    if (nodes > k->origin_nodes[now]) {
        k->origin_nodes[now] = nodes;
        k->origin[now] = before;
    }
}

/* Words of a previous cluster and a present one, one for each common node. */
static uint32_t list_common_nodes(uint64_t *words,
                                  const pleach_taxonomy *forest)
{
    const pl_rulings *r = forest->affinity->rulings;
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < forest->affinity->slot_count; slot++) {
        uint64_t was = r->node_previous[forest->affinity->slot_node[slot]];
        if (was != PL_NONE)
            words[count++] = was << 32 | forest->slot_cluster[slot];
    }
    pl_sort_uint64(words, count);
    return count;
}

/* Words of (before, now), sorted: equal neighbours are the nodes that two
 * clusters have in common. */
static void find_kin(kinship *k, pl_arena *scratch,
                     const pleach_taxonomy *forest, uint32_t before)
{
    uint32_t now = forest->cluster_count, nodes = 0;
    uint64_t *words =
        PL_ARENA_ARRAY(scratch, uint64_t, forest->affinity->slot_count);
    k->heir = PL_ARENA_ARRAY(scratch, uint32_t, before);
    k->heir_nodes = PL_ARENA_ARRAY(scratch, uint32_t, before);
    k->origin = PL_ARENA_ARRAY(scratch, uint32_t, now);
    k->origin_nodes = PL_ARENA_ARRAY(scratch, uint32_t, now);
    if (pl_arena_failed(scratch))
        return;
    memset(k->heir, 0xff, before * sizeof *k->heir);
    memset(k->origin, 0xff, now * sizeof *k->origin);
    uint32_t count = list_common_nodes(words, forest);
    for (uint32_t at = 0; at < count; at++) {
        nodes++;
        if (at + 1 < count && words[at + 1] == words[at])
            continue;
        note_overlap(k, (uint32_t)(words[at] >> 32), (uint32_t)words[at],
                     nodes);
        nodes = 0;
    }
}

/* A root that nobody has is above all: the first one there is. */
static void note_bare_roots(kinship *k, const pleach_taxonomy *forest,
                            const pleach_taxonomy *previous)
{
    if (forest->cluster_count > 0 && forest->exemplar[0] == PL_NONE &&
        pleach_taxonomy_clusters(previous) > 0 &&
        previous->exemplar[0] == PL_NONE)
        note_overlap(k, 0, 0, 1);
}

/* An id goes on where both clusters have most in common with each other. A new
 * one was never used before, also by clusters that are gone. */
static pleach_status hand_on(pleach_taxonomy *forest, kinship *k,
                             pleach_error *error)
{
    const pl_rulings *rulings = forest->affinity->rulings;
    const pleach_taxonomy *previous = rulings->previous;
    uint64_t next = previous->report.next_id > rulings->least_id
                        ? previous->report.next_id
                        : rulings->least_id;
    note_bare_roots(k, forest, previous);
    for (uint32_t c = 0; c < forest->cluster_count; c++) {
        uint32_t was = k->origin[c];
        pleach_cluster old = {.id = -1};
        if (was != PL_NONE && k->heir[was] == c)
            PL_TRY(pleach_taxonomy_cluster(&old, previous, was, error));
        forest->id[c] = old.id >= 0 ? (uint64_t)old.id : next++;
    }
    forest->report.next_id = next;
    return next <= PL_MOST_ID + 1
               ? PLEACH_OK
               : pl_fail(error, PLEACH_BAD_DATA,
                         "New clusters would have ids above %lld, the highest "
                         "there is. Grow without the previous result.",
                         PL_MOST_ID);
}

/* Without a previous result ids are the numbers, and need no array. */
pleach_status pl_give_ids(pleach_taxonomy *forest, pleach_error *error)
{
    const pl_rulings *r = forest->affinity->rulings;
    kinship k;
    forest->report.next_id = forest->cluster_count;
    if (r == NULL || r->previous == NULL)
        return PLEACH_OK;
    PL_SCRATCH(scratch);
    forest->id = PL_ARENA_ARRAY(forest->arena, uint64_t, forest->cluster_count);
    find_kin(&k, scratch, forest, pleach_taxonomy_clusters(r->previous));
    PL_TRY(pl_check_memory(forest->arena, error));
    PL_TRY(pl_check_memory(scratch, error));
    return hand_on(forest, &k, error);
}
