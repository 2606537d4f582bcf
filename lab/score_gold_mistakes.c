/* score_gold_mistakes.c: wrong and missed edges, worst first. */
/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <stdlib.h>

#include "base/status.h"
#include "lab/score_gold.h"

/* A node whose parent the other forest does not give it. */
typedef struct mistake {
    uint32_t node;
    uint32_t weight; /* nodes at and below it: what the mistake moves */
} mistake;

typedef PL_LIST(mistake) mistake_list;

static int compare_edge_weights(const void *left, const void *right)
{
    const mistake *a = left, *b = right;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    return (a->node > b->node) - (a->node < b->node);
}

/* One kind of mistake: edges of `in`, and where `other` has the node. */
typedef struct listing {
    const pl_named_forest *in, *other;
    mistake_list mistakes;
    uint32_t *namesake; /* per key: the first node of `other`, or PL_NONE */
} listing;

static void find_namesakes(listing *all, uint32_t keys)
{
    for (uint32_t k = 0; k < keys; k++)
        all->namesake[k] = PL_NONE;
    for (uint32_t k = all->other->count; k-- > 0;)
        all->namesake[all->other->key[k]] = k;
}

/* The name above the namesake; NULL: it is at the top. */
static const char *other_parent(const listing *all, uint32_t node)
{
    uint32_t same = all->namesake[all->in->key[node]];
    uint32_t up = same == PL_NONE ? PL_NONE : all->other->parent[same];
    return up == PL_NONE ? NULL : all->other->name[up];
}

/* Edges of one forest between names that both have, which the other lacks. */
static void list_edge_mistakes(listing *all, const pl_gold_score *score)
{
    const pl_named_forest *in = all->in, *other = all->other;
    mistake_list *list = &all->mistakes;
    for (uint32_t k = 0; k < in->count; k++) {
        uint32_t up = in->parent[k];
        if (up == PL_NONE || in->key[up] == in->key[k] ||
            score->in[in->key[k]] != PL_IN_BOTH ||
            score->in[in->key[up]] != PL_IN_BOTH)
            continue;
        uint64_t pair = (uint64_t)in->key[up] << 32 | in->key[k];
        if (pl_words_find(other->edges.items, other->edges.count, pair) !=
            SIZE_MAX)
            continue;
        mistake found = {k, in->weight[k]};
        pl_list_add(list, found);
    }
    if (list->count > 1)
        qsort(list->items, list->count, sizeof *list->items,
              compare_edge_weights);
}

/* Two parts each: the child and its parent, of the result or of the gold. */
static void fill_edges(pleach_mistakes *mistakes, pl_scoring *scoring,
                       const listing *all)
{
    const pl_named_forest *in = all->in;
    pleach_mistake *to =
        pl_list_mistakes(mistakes, scoring, all->mistakes.count);
    assert(mistakes->listed_count <= all->mistakes.count);
    for (size_t k = 0; to != NULL && k < mistakes->listed_count; k++) {
        uint32_t node = all->mistakes.items[k].node;
        pleach_mistake_part *parts = pl_list_parts(&to[k], scoring, 2);
        if (parts == NULL)
            return;
        to[k].weight = all->mistakes.items[k].weight;
        to[k].instead = other_parent(all, node);
        parts[0].name = in->name[node];
        parts[1].name = in->name[in->parent[node]];
    }
}

/* Wrong and missed edges are the same question asked in both directions. */
pleach_status pl_gold_mistakes(pl_scoring *scoring, const pl_gold_score *score,
                               pleach_error *error)
{
    uint32_t keys = pl_strings_count(score->keys);
    for (int wrong = 1; wrong >= 0; wrong--) {
        PL_SCRATCH(scratch);
        listing all = {.in = wrong ? &score->result : &score->gold,
                       .other = wrong ? &score->gold : &score->result,
                       .mistakes = {.arena = scratch},
                       .namesake = PL_ARENA_ARRAY(scratch, uint32_t, keys)};
        PL_TRY(pl_check_memory(scratch, error));
        find_namesakes(&all, keys);
        list_edge_mistakes(&all, score);
        PL_TRY(pl_check_memory(scratch, error));
        fill_edges(wrong ? &scoring->figures.wrong : &scoring->figures.missed,
                   scoring, &all);
    }
    return pl_check_memory(scoring->arena, error);
}
