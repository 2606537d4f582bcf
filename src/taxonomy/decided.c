/* decided.c: finds the clusters that each decision is about. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/decided.h"

#include "base/order.h"

typedef PL_LIST(uint64_t) word_list;

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

/* Words of a cluster and a decision about it. */
static bool list_decided(word_list *words, const pleach_taxonomy *forest)
{
    const pl_rulings *r = forest->affinity->rulings;
    bool enough = true;
    for (uint32_t side = 0; side < 2 * r->count; side++) {
        if (!is_about(r, side))
            continue;
        for (uint32_t k = r->first[side]; k < r->first[side + 1] && enough; k++)
            enough = note_node(words, forest, r->node[k], side / 2);
    }
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
