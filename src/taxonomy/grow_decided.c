/* grow_decided.c: finds the clusters that each decision is about. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/grow.h"

#include "base/order.h"
#include "base/status.h"

typedef PL_LIST(uint64_t) word_list;
typedef PL_LIST(uint32_t) cluster_list;

/* A side of a decision that says something about its own clusters: the parent
 * of `under` and `not-under` is only pointed to. */
static bool is_about(const pl_rulings *r, uint32_t side)
{
    pleach_decision_kind kind = r->decisions->items[side / 2].kind;
    return r->applies[side / 2] && kind != PLEACH_DROP &&
           (side % 2 == 0 || kind == PLEACH_SAME || kind == PLEACH_DIFFERENT);
}

/* Sides that are about their clusters, by the list of nodes that they name. */
static void list_about(word_list *sides, const pl_rulings *r)
{
    for (uint32_t side = 0; side < 2 * r->count; side++)
        if (is_about(r, side))
            pl_list_add(sides, (uint64_t)r->like[side] << 32 | side);
    if (sides->count > 0)
        pl_sort_uint64(sides->items, sides->count);
}

/* The clusters of a list of nodes, each once. */
static void list_homes(cluster_list *homes, const pleach_taxonomy *forest,
                       uint32_t list)
{
    uint32_t count;
    const uint32_t *nodes =
        pl_rulings_side(forest->affinity->rulings, list, &count);
    homes->count = 0;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t slot = forest->affinity->node_slot[nodes[k]];
        if (slot != PL_NONE)
            pl_list_add(homes, forest->slot_cluster[slot]);
    }
    if (homes->count > 0)
        homes->count = pl_sort_distinct_uint32(homes->items, homes->count);
}

/* Words of a cluster and a decision about it. Many lines may name one list, so
 * its clusters are found once. */
static void list_said(word_list *words, const pleach_taxonomy *forest)
{
    word_list sides = {.arena = words->arena};
    cluster_list homes = {.arena = words->arena};
    uint32_t listed = PL_NONE;
    list_about(&sides, forest->affinity->rulings);
    for (size_t k = 0; k < sides.count; k++) {
        uint64_t decision = (uint32_t)sides.items[k] / 2;
        if (sides.items[k] >> 32 != listed) {
            listed = (uint32_t)(sides.items[k] >> 32);
            list_homes(&homes, forest, listed);
        }
        for (size_t at = 0; at < homes.count; at++)
            pl_list_add(words, (uint64_t)homes.items[at] << 32 | decision);
    }
}

static void list_decided(word_list *words, const pleach_taxonomy *forest)
{
    const pl_rulings *r = forest->affinity->rulings;
    list_said(words, forest);
    uint32_t nodes = r->node_previous == NULL ? 0 : forest->corpus->node_count;
    for (uint32_t n = 0; n < nodes; n++) {
        uint32_t was = r->node_previous[n];
        uint32_t slot = forest->affinity->node_slot[n];
        if (was != PL_NONE && r->branch[was] < r->count && slot != PL_NONE)
            pl_list_add(words, (uint64_t)forest->slot_cluster[slot] << 32 |
                                   r->branch[was]);
    }
}

/* Clusters without decisions end where the one before ends, which the second
 * loop sees to. */
static void keep_decided(pleach_taxonomy *forest, const word_list *words)
{
    uint32_t count = forest->cluster_count, used = 0;
    forest->decided_first =
        PL_ARENA_ARRAY(forest->arena, uint32_t, (size_t)count + 1);
    forest->decided = PL_ARENA_ARRAY(forest->arena, uint32_t, words->count);
    if (pl_arena_failed(forest->arena))
        return;
    for (size_t k = 0; k < words->count; k++) {
        if (k > 0 && words->items[k] == words->items[k - 1])
            continue;
        forest->decided[used++] = (uint32_t)words->items[k];
        forest->decided_first[(words->items[k] >> 32) + 1] = used;
    }
    for (uint32_t c = 0; c < count; c++)
        if (forest->decided_first[c + 1] < forest->decided_first[c])
            forest->decided_first[c + 1] = forest->decided_first[c];
}

static void take_labels(pleach_taxonomy *forest)
{
    const pl_rulings *r = forest->affinity->rulings;
    for (uint32_t i = 0; i < forest->affinity->slot_count; i++) {
        uint32_t own = r->node_class[forest->affinity->slot_node[i]];
        if (own != PL_NONE && r->label[own] != PL_NONE)
            forest->label[forest->slot_cluster[i]] = pl_rulings_label(r, own);
    }
}

/* Words of (cluster, line), so that sorting numbers is all there is to it. */
pleach_status pl_find_decided(pleach_taxonomy *forest, pleach_error *error)
{
    if (forest->affinity->rulings == NULL)
        return PLEACH_OK;
    PL_SCRATCH(scratch);
    word_list words = {.arena = scratch};
    forest->label =
        PL_ARENA_ARRAY(forest->arena, const char *, forest->cluster_count);
    list_decided(&words, forest);
    PL_TRY(pl_check_memory(scratch, error));
    if (words.count > 0)
        pl_sort_uint64(words.items, words.count);
    keep_decided(forest, &words);
    PL_TRY(pl_check_memory(forest->arena, error));
    take_labels(forest);
    return PLEACH_OK;
}
