/* senses.c: joins nodes by centroids until what is left are senses. */
/* SPDX-License-Identifier: MIT */
#include "same/senses.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/order.h"
#include "base/status.h"
#include "same/centroids.h"
#include "same/constants.h"
#include "same/sets.h"
#include "same/similarity.h"

/* A sense has so many nodes. */
enum { LEAST_NODES = 3 };
/* Of a large group so many nodes are looked at; the others follow. */
enum { MOST_NODES = PL_MOST_SIDES };
/* Of a large sapling so many names speak for each of its nodes, and of many
 * tags so many: the first ones, which others have too. */
enum { MOST_KIN = 64, MOST_TAGS = 1024 };

typedef enum kind { TAGS, KIN, KINDS } kind;

/* One thread's room. */
typedef struct scratch {
    uint32_t *where[KINDS];    /* by item: its column plus one */
    PL_LIST(uint32_t) items;   /* the columns' */
    PL_LIST(uint32_t) columns; /* of all sampled nodes, one after another */
    PL_LIST(uint64_t) order;
    pl_centroids sides;
    uint32_t column_first[MOST_NODES + 1];
    uint32_t side_of[MOST_NODES]; /* per sampled node */
} scratch;

struct pl_senses {
    const pl_units *units;
    const uint32_t *group; /* per unit */
    bool tagged;           /* most nodes have tags */
    uint32_t item_count[KINDS];
    float *rarity[KINDS];
    uint32_t threads;
    scratch *block_scratch;
};

/* ------------------------------------------------------------ evidence -- */

typedef bool visitor(void *context, uint32_t item);

static bool visit_tags(const pl_senses *s, uint32_t node, visitor *visit,
                       void *context)
{
    const pleach_corpus *corpus = s->units->labels->corpus;
    uint64_t from = corpus->tag_first[node], to = corpus->tag_first[node + 1];
    bool enough = true;
    if (to > from + MOST_TAGS)
        to = from + MOST_TAGS;
    for (uint64_t k = from; enough && k < to; k++)
        enough = visit(context, corpus->tag_id[k]);
    return enough;
}

static uint32_t meaning_of(const pl_senses *s, uint32_t node)
{
    return s->group[s->units->of_node[node]];
}

/* The root comes first and so is always there. */
static bool visit_kin(const pl_senses *s, uint32_t node, visitor *visit,
                      void *context)
{
    const pleach_corpus *c = s->units->labels->corpus;
    uint32_t sapling = c->node_sapling[node];
    uint32_t from = c->sapling_first[sapling];
    uint32_t to = c->sapling_first[sapling + 1];
    bool enough = true;
    if (to > from + MOST_KIN)
        to = from + MOST_KIN;
    for (uint32_t kin = from; enough && kin < to; kin++)
        if (meaning_of(s, kin) != meaning_of(s, node))
            enough = visit(context, meaning_of(s, kin));
    return enough;
}

static bool visit_items(const pl_senses *s, kind what, uint32_t node,
                        visitor *visit, void *context)
{
    return what == TAGS ? visit_tags(s, node, visit, context)
                        : visit_kin(s, node, visit, context);
}

static bool count_item(void *context, uint32_t item)
{
    ((float *)context)[item]++;
    return true;
}

static bool refuse_item(void *context, uint32_t item)
{
    (void)context;
    (void)item;
    return false;
}

static bool has_items(const pl_senses *s, kind what, uint32_t node)
{
    return !visit_items(s, what, node, refuse_item, NULL);
}

static void weigh_items(pl_senses *s, kind what)
{
    uint32_t nodes = s->units->labels->corpus->node_count;
    for (uint32_t node = 0; node < nodes; node++)
        visit_items(s, what, node, count_item, s->rarity[what]);
    for (uint32_t x = 0; x < s->item_count[what]; x++)
        if (s->rarity[what][x] > 0)
            s->rarity[what][x] =
                (float)pl_rarity(nodes, (double)s->rarity[what][x]);
}

/* --------------------------------------------------------------- block_scratch
 * -- */

static bool make_thread_scratch(pl_senses *s, pl_arena *arena)
{
    s->block_scratch = PL_ARENA_ARRAY(arena, scratch, s->threads);
    for (uint32_t t = 0; s->block_scratch != NULL && t < s->threads; t++)
        for (int k = 0; k < KINDS; k++) {
            s->block_scratch[t].where[k] =
                PL_ARENA_ARRAY(arena, uint32_t, s->item_count[k]);
            if (s->block_scratch[t].where[k] == NULL)
                return false;
        }
    return s->block_scratch != NULL;
}

/* Whether most nodes have tags is asked once: names around a node decide where
 * they have not. */
pleach_status pl_senses_new(pl_senses **senses, pl_arena *arena,
                            const pl_units *units, const uint32_t *group,
                            uint32_t threads, pleach_error *error)
{
    const pleach_corpus *corpus = units->labels->corpus;
    pl_senses *made = PL_ARENA_ARRAY(arena, pl_senses, 1);
    if (made == NULL)
        return pl_fail_memory(error);
    made->units = units;
    made->group = group;
    made->threads = threads;
    made->item_count[TAGS] = pl_strings_count(corpus->tags);
    made->item_count[KIN] = units->count;
    for (int k = 0; k < KINDS; k++)
        if ((made->rarity[k] =
                 PL_ARENA_ARRAY(arena, float, made->item_count[k])) == NULL)
            return pl_fail_memory(error);
    if (!make_thread_scratch(made, arena))
        return pl_fail_memory(error);
    weigh_items(made, TAGS);
    weigh_items(made, KIN);
    made->tagged = pl_mostly_tagged(corpus);
    *senses = made;
    return PLEACH_OK;
}

void pl_senses_free(pl_senses *senses)
{
    for (uint32_t t = 0; senses != NULL && t < senses->threads; t++) {
        scratch *d = &senses->block_scratch[t];
        pl_list_free(&d->items);
        pl_list_free(&d->columns);
        pl_list_free(&d->order);
        pl_centroids_free(&d->sides);
    }
}

/* ------------------------------------------------------------- vectors -- */

typedef struct noting {
    scratch *d;
    kind what;
} noting;

/* Finds or makes the item's column. */
static bool note_column(void *context, uint32_t item)
{
    noting *n = context;
    uint32_t *where = &n->d->where[n->what][item];
    if (*where == 0) {
        if (!pl_list_push(&n->d->items, item))
            return false;
        *where = (uint32_t)n->d->items.count;
    }
    return pl_list_push(&n->d->columns, *where - 1);
}

/* Lists the columns of `count` nodes, each a side of its own. */
static bool lay_columns(const pl_senses *s, scratch *d, kind what,
                        const uint32_t *node, uint32_t count)
{
    noting n = {d, what};
    d->items.count = d->columns.count = 0;
    for (uint32_t k = 0; k < count; k++) {
        d->column_first[k] = (uint32_t)d->columns.count;
        if (!visit_items(s, what, node[k], note_column, &n))
            return false;
    }
    d->column_first[count] = (uint32_t)d->columns.count;
    return true;
}

static void clear_item_columns(scratch *d, kind what)
{
    for (size_t k = 0; k < d->items.count; k++)
        d->where[what][d->items.items[k]] = 0;
    d->items.count = 0;
}

/* Counts the columns of each node towards its side, if it has one. */
static bool fill_sides(const pl_senses *s, scratch *d, kind what,
                       const uint32_t *side_of, uint32_t count, uint32_t sides)
{
    if (!pl_centroids_start(&d->sides, sides, (uint32_t)d->items.count))
        return false;
    for (size_t k = 0; k < d->items.count; k++)
        d->sides.weight.items[k] = s->rarity[what][d->items.items[k]];
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t c = d->column_first[k];
             side_of[k] != PL_NONE && c < d->column_first[k + 1]; c++)
            pl_centroids_add(&d->sides, side_of[k], d->columns.items[c]);
    pl_centroids_direct(&d->sides);
    return true;
}

/* ------------------------------------------------------------- joining -- */

/* Numbers the sides that are large enough; side_of becomes the number, or
 * PL_NONE for those of other sides. Returns how many senses there are. */
static uint32_t keep_large(uint32_t *side_of, const pl_centroids *sides,
                           uint32_t least)
{
    uint32_t number[MOST_NODES], senses = 0;
    for (uint32_t side = 0; side < sides->count; side++)
        number[side] = sides->size[side] >= least ? senses++ : PL_NONE;
    for (uint32_t k = 0; k < sides->count; k++)
        side_of[k] = number[sides->side_of[k]];
    return senses;
}

/* --------------------------------------------------------- followers -- */

typedef struct weighing {
    scratch *d;
    kind what;
    float alike[MOST_NODES];
    float length;
    const float *rarity;
} weighing;

static bool weigh_follower(void *context, uint32_t item)
{
    weighing *w = context;
    uint32_t where = w->d->where[w->what][item];
    if (where == 0)
        return true;
    const pl_centroids *sides = &w->d->sides;
    for (uint32_t side = 0; side < sides->count; side++)
        w->alike[side] +=
            pl_centroid_vector(sides, side)[where - 1] * w->rarity[item];
    return true;
}

/* Sends nodes that have no sense yet to the nearest one, if any is. */
static void join_nearest_sense(const pl_senses *s, scratch *d, kind what,
                               uint32_t *sense, const uint32_t *node,
                               uint64_t count)
{
    for (uint64_t k = 0; k < count; k++) {
        weighing w = {.d = d, .what = what, .rarity = s->rarity[what]};
        if (sense[k] != PL_NONE)
            continue;
        visit_items(s, what, node[k], weigh_follower, &w);
        float best = 0;
        for (uint32_t side = 0; side < d->sides.count; side++)
            if (w.alike[side] > best) {
                best = w.alike[side];
                sense[k] = side;
            }
    }
}

/* --------------------------------------------------------------- parting -- */

/* A group's nodes with evidence, in the order of a fixed hash; the first of
 * them are looked at. */
static bool draw_sample(const pl_senses *s, scratch *d, const uint32_t *node,
                        uint64_t count)
{
    const uint64_t *identity = s->units->labels->corpus->node_identity;
    d->order.count = 0;
    for (uint64_t k = 0; k < count; k++) {
        uint64_t hash = pl_hash_pair(identity[node[k]], 0) & ~0xFFFFFFFFull;
        if (has_items(s, TAGS, node[k]) && !pl_list_push(&d->order, hash | k))
            return false;
    }
    if (d->order.count > MOST_NODES)
        qsort(d->order.items, d->order.count, sizeof *d->order.items,
              pl_compare_uint64);
    return true;
}

static uint32_t largest_sense_of(const uint32_t *side_of, uint32_t senses,
                                 uint32_t count)
{
    uint32_t size[MOST_NODES] = {0}, largest = 0;
    for (uint32_t k = 0; k < count; k++)
        if (side_of[k] != PL_NONE)
            size[side_of[k]]++;
    for (uint32_t x = 1; x < senses; x++)
        if (size[x] > size[largest])
            largest = x;
    return largest;
}

/* Senses are known by their first nodes' positions. */
static void name_senses_first(uint32_t *sense, uint64_t count)
{
    uint32_t first[MOST_NODES];
    memset(first, 0xFF, sizeof first);
    for (uint64_t k = 0; k < count; k++) {
        uint32_t *called = &first[sense[k]];
        if (*called == PL_NONE)
            *called = (uint32_t)k;
        sense[k] = *called;
    }
}

/* Once the sampled nodes have their senses: the others follow, by their tags
 * first and then by the names around them. */
static bool send_others(pl_senses *s, scratch *d, const uint32_t *sampled,
                        uint32_t sample, uint32_t senses, uint32_t *sense,
                        const uint32_t *node, uint64_t count)
{
    uint32_t main_sense = largest_sense_of(d->side_of, senses, sample);
    for (uint64_t k = 0; k < count; k++)
        sense[k] = PL_NONE;
    for (uint32_t k = 0; k < sample; k++)
        sense[(uint32_t)d->order.items[k]] = d->side_of[k];
    for (int pass = 0; pass < KINDS; pass++) {
        kind what = (kind)pass;
        bool enough = lay_columns(s, d, what, sampled, sample) &&
                      fill_sides(s, d, what, d->side_of, sample, senses);
        if (enough)
            join_nearest_sense(s, d, what, sense, node, count);
        clear_item_columns(d, what);
        if (!enough)
            return false;
    }
    for (uint64_t k = 0; k < count; k++)
        if (sense[k] == PL_NONE)
            sense[k] = main_sense;
    return true;
}

/* By their tags, where most nodes have some. */
static bool part_by_tags(pl_senses *senses, scratch *d, uint32_t *sense,
                         const uint32_t *node, uint64_t count)
{
    uint32_t sampled[MOST_NODES] = {0}, found;
    if (!draw_sample(senses, d, node, count))
        return false;
    uint32_t sample =
        d->order.count < MOST_NODES ? (uint32_t)d->order.count : MOST_NODES;
    double share = ceil(PL_SENSE_SHARE * sample);
    uint32_t least = share > LEAST_NODES ? (uint32_t)share : LEAST_NODES;
    if (sample < 2 * least)
        return true;
    for (uint32_t k = 0; k < sample; k++)
        sampled[k] = node[(uint32_t)d->order.items[k]];
    bool enough = lay_columns(senses, d, TAGS, sampled, sample);
    for (uint32_t k = 0; k < sample; k++)
        d->side_of[k] = k;
    enough = enough && fill_sides(senses, d, TAGS, d->side_of, sample, sample);
    clear_item_columns(d, TAGS);
    if (!enough)
        return false;
    pl_centroids_join(&d->sides, PL_ONE_SENSE, least);
    found = keep_large(d->side_of, &d->sides, least);
    if (found < 2)
        return true;
    if (!send_others(senses, d, sampled, sample, found, sense, node, count))
        return false;
    name_senses_first(sense, count);
    return true;
}

bool pl_senses_part(pl_senses *senses, uint32_t thread, uint32_t *sense,
                    const uint32_t *node, uint64_t count)
{
    memset(sense, 0, count * sizeof *sense);
    return !senses->tagged || count < 2 || count > UINT32_MAX ||
           part_by_tags(senses, &senses->block_scratch[thread], sense, node,
                        count);
}
