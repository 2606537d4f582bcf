/* testimony.c: looks at the nodes that one person has of one name. */
/* SPDX-License-Identifier: MIT */
#include "same/testimony.h"

#include <math.h>
#include <stdlib.h>

#include "base/order.h"

/* Tags less alike than this are other tags. */
static const double LEAST_ALIKE = 0.15;
/* Of many tags, children and uses so many are looked at. */
enum { MOST_TAGS = 1024, MOST_CHILDREN = 32, MOST_USES = 64 };

/* The group of a node's parent, or PL_NONE for a top node. */
static uint32_t parent_of(const pl_testimony *t, uint32_t node)
{
    const pleach_corpus *c = t->units->labels->corpus;
    uint32_t leaf = pl_is_root(c, node) ? c->node_twin[node] : node;
    return leaf == PL_NONE ? PL_NONE
                           : t->group[t->units->of_node[pl_root_of(c, leaf)]];
}

static uint64_t last_tag(const pl_testimony *t, uint32_t node)
{
    uint64_t from = t->units->labels->corpus->tag_first[node],
             to = t->units->labels->corpus->tag_first[node + 1];
    return to > from + MOST_TAGS ? from + MOST_TAGS : to;
}

static double tag_length(const pl_testimony *t, uint32_t node)
{
    double sum = 0;
    for (uint64_t k = t->units->labels->corpus->tag_first[node];
         k < last_tag(t, node); k++)
        sum += (double)t->rarity[t->units->labels->corpus->tag_id[k]] *
               (double)t->rarity[t->units->labels->corpus->tag_id[k]];
    return sqrt(sum);
}

/* Below 0: one of them has no tags. */
static double compare_tags(const pl_testimony *t, uint32_t a, uint32_t b)
{
    double lengths = tag_length(t, a) * tag_length(t, b), sum = 0;
    uint64_t i = t->units->labels->corpus->tag_first[a],
             j = t->units->labels->corpus->tag_first[b];
    if (!(lengths > 0))
        return -1;
    while (i < last_tag(t, a) && j < last_tag(t, b)) {
        uint32_t x = t->units->labels->corpus->tag_id[i],
                 y = t->units->labels->corpus->tag_id[j];
        if (x == y)
            sum += (double)t->rarity[x] * (double)t->rarity[x];
        i += x <= y;
        j += y <= x;
    }
    return sum / lengths;
}

/* The node's children, or none: [*from, *to). */
static void children_range(const pl_testimony *t, uint32_t node, uint32_t *from,
                           uint32_t *to)
{
    const pleach_corpus *c = t->units->labels->corpus;
    uint32_t root = pl_is_root(c, node) ? node : c->node_twin[node];
    *from = *to = 0;
    if (root == PL_NONE)
        return;
    *from = root + 1;
    *to = c->sapling_first[c->node_sapling[root] + 1];
    if (*to > *from + MOST_CHILDREN)
        *to = *from + MOST_CHILDREN;
}

static bool share_children(const pl_testimony *t, uint32_t a, uint32_t b)
{
    const uint32_t *unit = t->units->of_node, *group = t->group;
    uint32_t i, i_end, j_from, j_end;
    children_range(t, a, &i, &i_end);
    children_range(t, b, &j_from, &j_end);
    for (; i < i_end; i++)
        for (uint32_t j = j_from; j < j_end; j++)
            if (group[unit[i]] == group[unit[j]])
                return true;
    return false;
}

/* Whether one person's two nodes mean two things. Where nothing stands above
 * one of them, only tags can tell. */
static bool differ(const pl_testimony *t, uint32_t a, uint32_t b)
{
    if (pl_is_one_thing(t->units->labels->corpus, a, b))
        return false;
    uint32_t above_a = parent_of(t, a), above_b = parent_of(t, b);
    double tags = compare_tags(t, a, b);
    bool known = above_a != PL_NONE && above_b != PL_NONE;
    return (known ? above_a != above_b : tags >= 0) && tags < LEAST_ALIKE &&
           !share_children(t, a, b);
}

static uint64_t end_of_person(const pl_testimony *t, const uint32_t *node,
                              uint64_t from, uint64_t count)
{
    const pleach_corpus *c = t->units->labels->corpus;
    uint64_t to = from + 1;
    while (to < count &&
           pl_person_of(c, node[to]) == pl_person_of(c, node[from]))
        to++;
    return to;
}

/* Holding each use against the first one finds whoever has two. */
double pl_testimony_share(const pl_testimony *t, const uint32_t *node,
                          uint64_t count)
{
    double people = 0, several = 0;
    for (uint64_t from = 0, to; from < count; from = to) {
        bool two = false;
        to = end_of_person(t, node, from, count);
        for (uint64_t k = from + 1; k < to && !two; k++)
            two = differ(t, node[from], node[k]);
        people++;
        several += two;
    }
    return people > 0 ? several / people : 0;
}
