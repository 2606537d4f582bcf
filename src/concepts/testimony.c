/* testimony.c: looks at the nodes that one person has of one name. */
/* SPDX-License-Identifier: MIT */
#include "concepts/testimony.h"

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
    const pleach_corpus *c = t->labels->corpus;
    uint32_t leaf = pl_is_root(c, node) ? c->node_twin[node] : node;
    return leaf == PL_NONE ? PL_NONE
                           : t->group[t->labels->of_node[pl_root_of(c, leaf)]];
}

static uint64_t last_tag(const pl_testimony *t, uint32_t node)
{
    uint64_t from = t->tags->first[node], to = t->tags->first[node + 1];
    return to > from + MOST_TAGS ? from + MOST_TAGS : to;
}

static double tag_length(const pl_testimony *t, uint32_t node)
{
    double sum = 0;
    for (uint64_t k = t->tags->first[node]; k < last_tag(t, node); k++)
        sum += (double)t->rarity[t->tags->id[k]] *
               (double)t->rarity[t->tags->id[k]];
    return sqrt(sum);
}

/* Below 0: one of them has no tags. */
static double compare_tags(const pl_testimony *t, uint32_t a, uint32_t b)
{
    double lengths = tag_length(t, a) * tag_length(t, b), sum = 0;
    uint64_t i = t->tags->first[a], j = t->tags->first[b];
    if (!(lengths > 0))
        return -1;
    while (i < last_tag(t, a) && j < last_tag(t, b)) {
        uint32_t x = t->tags->id[i], y = t->tags->id[j];
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
    const pleach_corpus *c = t->labels->corpus;
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
    const uint32_t *label = t->labels->of_node, *group = t->group;
    uint32_t i, i_end, j_from, j_end;
    children_range(t, a, &i, &i_end);
    children_range(t, b, &j_from, &j_end);
    for (; i < i_end; i++)
        for (uint32_t j = j_from; j < j_end; j++)
            if (group[label[i]] == group[label[j]])
                return true;
    return false;
}

/* Whether a person's source says that two nodes are one thing. */
static bool are_one(const pl_testimony *t, uint32_t a, uint32_t b)
{
    const uint32_t *id = t->labels->corpus->node_source_id;
    return id != NULL && id[a] != PL_NONE && id[a] == id[b];
}

/* Whether one person's two nodes mean two things. Where nothing stands above
 * one of them, only tags can tell. */
static bool differ(const pl_testimony *t, uint32_t a, uint32_t b)
{
    if (are_one(t, a, b))
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
    const pleach_corpus *c = t->labels->corpus;
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

/* ------------------------------------------------------------- parting -- */

typedef struct parting {
    const pl_testimony *t;
    const uint32_t *node;
    uint32_t count, *sense;
    uint32_t *first, *last; /* per position: its person's */
    uint64_t *order;        /* parent, position: ascending */
    uint64_t *parts;        /* nodes missing, start in `order`: ascending */
    uint32_t *size, *senses, *stamp; /* per sense, by position; a list */
    uint32_t part_count, sense_count;
} parting;

static void number_people(parting *p)
{
    for (uint32_t from = 0, to; from < p->count; from = to) {
        to = (uint32_t)end_of_person(p->t, p->node, from, p->count);
        for (uint32_t k = from; k < to; k++) {
            p->first[k] = from;
            p->last[k] = to;
        }
    }
}

static uint32_t part_end(const parting *p, uint32_t from)
{
    uint32_t to = from + 1;
    while (to < p->count && p->order[to] >> 32 == p->order[from] >> 32)
        to++;
    return to;
}

/* Lists the parts, the largest first. */
static void list_parts_by_size(parting *p)
{
    for (uint32_t k = 0; k < p->count; k++) {
        p->order[k] = (uint64_t)parent_of(p->t, p->node[k]) << 32 | k;
        p->sense[k] = PL_NONE;
    }
    qsort(p->order, p->count, sizeof *p->order, pl_compare_uint64);
    for (uint32_t from = 0, to; from < p->count; from = to) {
        to = part_end(p, from);
        p->parts[p->part_count++] =
            (uint64_t)(UINT32_MAX - (to - from)) << 32 | from;
    }
    qsort(p->parts, p->part_count, sizeof *p->parts, pl_compare_uint64);
}

/* Whether everybody in a part has the name under no other parent, or has one
 * thing there too. */
static bool is_simple(const parting *p, uint32_t from, uint32_t to)
{
    for (uint32_t k = from; k < to; k++) {
        uint32_t at = (uint32_t)p->order[k];
        for (uint32_t m = p->first[at];
             m < p->last[at] && m < p->first[at] + MOST_USES; m++)
            if (parent_of(p->t, p->node[m]) != p->order[k] >> 32 &&
                !are_one(p->t, p->node[m], p->node[at]))
                return false;
    }
    return true;
}

/* The largest sense so far, or PL_NONE. */
static uint32_t largest_part_sense(const parting *p)
{
    uint32_t best = PL_NONE;
    for (uint32_t s = 0; s < p->sense_count; s++)
        if (best == PL_NONE || p->size[p->senses[s]] > p->size[best])
            best = p->senses[s];
    return best;
}

static void place_part(parting *p, uint32_t from)
{
    uint32_t to = part_end(p, from), sense = PL_NONE;
    bool top = p->order[from] >> 32 == PL_NONE;
    if (top || is_simple(p, from, to))
        sense = largest_part_sense(p);
    if (sense == PL_NONE) {
        sense = (uint32_t)p->order[from];
        p->senses[p->sense_count++] = sense;
    }
    for (uint32_t k = from; k < to; k++)
        p->sense[(uint32_t)p->order[k]] = sense;
    p->size[sense] += to - from;
}

/* Senses are known by their first positions. */
static void name_part_senses(parting *p)
{
    uint32_t *called = p->stamp;
    for (uint32_t k = 0; k < p->count; k++)
        called[k] = PL_NONE;
    for (uint32_t k = 0; k < p->count; k++) {
        uint32_t *first = &called[p->sense[k]];
        if (*first == PL_NONE)
            *first = k;
        p->sense[k] = *first;
    }
}

/* The largest part is placed first, so that small ones join it or are told
 * apart from it, and not the other way round. */
bool pl_part_by_parents(const pl_testimony *testimony, uint32_t *sense,
                        const uint32_t *node, uint32_t count)
{
    pl_arena *scratch = pl_arena_new();
    if (scratch == NULL)
        return false;
    parting p = {.t = testimony,
                 .node = node,
                 .count = count,
                 .sense = sense,
                 .first = PL_ARENA_ARRAY(scratch, uint32_t, count),
                 .last = PL_ARENA_ARRAY(scratch, uint32_t, count),
                 .order = PL_ARENA_ARRAY(scratch, uint64_t, count),
                 .parts = PL_ARENA_ARRAY(scratch, uint64_t, count),
                 .size = PL_ARENA_ARRAY(scratch, uint32_t, count),
                 .senses = PL_ARENA_ARRAY(scratch, uint32_t, count),
                 .stamp = PL_ARENA_ARRAY(scratch, uint32_t, count)};
    bool enough = p.first && p.last && p.order && p.parts && p.size &&
                  p.senses && p.stamp;
    if (enough) {
        number_people(&p);
        list_parts_by_size(&p);
        for (uint32_t k = 0; k < p.part_count; k++)
            place_part(&p, (uint32_t)p.parts[k]);
        name_part_senses(&p);
    }
    pl_arena_free(scratch);
    return enough;
}
