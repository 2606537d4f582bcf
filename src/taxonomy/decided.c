/* decided.c: finds the clusters that each decision is about. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/decided.h"

#include "base/order.h"

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

static bool note_node(word_list *words, const pleach_taxonomy *forest,
                      uint32_t node, uint32_t decision)
{
    uint32_t slot = forest->affinity->node_slot[node];
    return slot == PL_NONE ||
           pl_list_push(words,
                        (uint64_t)forest->slot_cluster[slot] << 32 | decision);
}

/* Sides that are about their clusters, by the list of nodes that they name. */
static bool list_about(word_list *sides, const pl_rulings *r)
{
    for (uint32_t side = 0; side < 2 * r->count; side++)
        if (is_about(r, side) &&
            !pl_list_push(sides, (uint64_t)r->like[side] << 32 | side))
            return false;
    if (sides->count > 0)
        pl_sort_uint64(sides->items, sides->count);
    return true;
}

/* The clusters of a list of nodes, each once. */
static bool list_homes(cluster_list *homes, const pleach_taxonomy *forest,
                       uint32_t list)
{
    uint32_t count;
    const uint32_t *nodes =
        pl_rulings_side(forest->affinity->rulings, list, &count);
    homes->count = 0;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t slot = forest->affinity->node_slot[nodes[k]];
        if (slot != PL_NONE && !pl_list_push(homes, forest->slot_cluster[slot]))
            return false;
    }
    if (homes->count > 0)
        homes->count = pl_sort_distinct_uint32(homes->items, homes->count);
    return true;
}

/* Words of a cluster and a decision about it. Many lines may name one list, so
 * its clusters are found once. */
static bool list_said(word_list *words, const pleach_taxonomy *forest)
{
    word_list sides = {0};
    cluster_list homes = {0};
    uint32_t listed = PL_NONE;
    bool enough = list_about(&sides, forest->affinity->rulings);
    for (size_t k = 0; k < sides.count && enough; k++) {
        uint64_t decision = (uint32_t)sides.items[k] / 2;
        if (sides.items[k] >> 32 != listed) {
            listed = (uint32_t)(sides.items[k] >> 32);
            enough = list_homes(&homes, forest, listed);
        }
        for (size_t at = 0; at < homes.count && enough; at++)
            enough =
                pl_list_push(words, (uint64_t)homes.items[at] << 32 | decision);
    }
    pl_list_free(&sides);
    pl_list_free(&homes);
    return enough;
}

static bool list_decided(word_list *words, const pleach_taxonomy *forest)
{
    const pl_rulings *r = forest->affinity->rulings;
    bool enough = list_said(words, forest);
    uint32_t nodes = r->node_previous == NULL ? 0 : forest->corpus->node_count;
    for (uint32_t n = 0; n < nodes && enough; n++) {
        uint32_t was = r->node_previous[n];
        if (was != PL_NONE && r->branch[was] < r->count)
            enough = note_node(words, forest, n, r->branch[was]);
    }
    return enough;
}

/* Clusters without decisions end where the one before ends, which the second
 * loop sees to. */
static bool keep_decided(pleach_taxonomy *forest, const word_list *words)
{
    uint32_t count = forest->cluster_count, used = 0;
    forest->decided_first =
        PL_ARENA_ARRAY(forest->arena, uint32_t, (size_t)count + 1);
    forest->decided = PL_ARENA_ARRAY(forest->arena, uint32_t, words->count);
    if (forest->decided_first == NULL || forest->decided == NULL)
        return false;
    for (size_t k = 0; k < words->count; k++) {
        if (k > 0 && words->items[k] == words->items[k - 1])
            continue;
        forest->decided[used++] = (uint32_t)words->items[k];
        forest->decided_first[(words->items[k] >> 32) + 1] = used;
    }
    for (uint32_t c = 0; c < count; c++)
        if (forest->decided_first[c + 1] < forest->decided_first[c])
            forest->decided_first[c + 1] = forest->decided_first[c];
    return true;
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
bool pl_find_decided(pleach_taxonomy *forest)
{
    word_list words = {0};
    if (forest->affinity->rulings == NULL)
        return true;
    forest->label =
        PL_ARENA_ARRAY(forest->arena, const char *, forest->cluster_count);
    bool enough = forest->label != NULL && list_decided(&words, forest);
    if (enough && words.count > 0)
        pl_sort_uint64(words.items, words.count);
    enough = enough && keep_decided(forest, &words);
    if (enough)
        take_labels(forest);
    pl_list_free(&words);
    return enough;
}
