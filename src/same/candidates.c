/* candidates.c: each node of a crowd chooses hubs, and choices hold both ways.
 */
/* SPDX-License-Identifier: MIT */
#include "same/candidates.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/order.h"
#include "base/status.h"

/* Of a node's items only so many count, and of hubs with which nothing may be
 * in common only so many are looked at for each candidate wanted. */
enum { MOST_ITEMS = 512, LOOKS_PER_CANDIDATE = 64 };
/* One candidate in so many is a hub of the own group, and one in so many comes
 * from elsewhere. The others have items in common, as so many draws tell. */
enum { HUBS_SHARE = 4, OTHERS_SHARE = 8, DRAWS = 4 };
/* The group of all roots; a leaf's group is its parent's name. */
static const uint32_t ROOTS = UINT32_MAX;

/* Where crowds are served, one after the other. Members of a crowd are numbered
 * from 0, as their nodes ascend. */
typedef struct workspace {
    const pl_candidates_question *question;
    const pleach_corpus *corpus;
    uint32_t *holders;    /* per item: how many members have it */
    const uint32_t *node; /* per member */
    uint32_t size, keep;
    uint64_t *ranked;   /* worse standing << 32 | member, sorted */
    uint32_t *order;    /* members, hubs first */
    uint64_t *by_group; /* group << 32 | rank, sorted */
    uint64_t *by_draw;  /* least hash of an item << 32 | rank, sorted */
    uint32_t *pick;     /* keep per member */
    uint32_t *picked;   /* how many, per member */
    uint64_t *first;    /* of rows */
} workspace;

/* -------------------------------------------------------------- ranking -- */

/* What a node has: the item at `k`, up to MOST_ITEMS; PL_NONE: no more. Tags
 * come first, then names. */
static uint32_t item_at(const workspace *w, uint32_t node, uint32_t k)
{
    const pleach_corpus *c = w->corpus;
    uint32_t sapling = c->node_sapling[node];
    uint32_t from = c->sapling_first[sapling];
    uint64_t tags =
        w->question->by_tags ? c->tag_first[node + 1] - c->tag_first[node] : 0;
    uint32_t names =
        w->question->by_names ? c->sapling_first[sapling + 1] - from - 1 : 0;
    if (k >= MOST_ITEMS || k >= tags + names)
        return PL_NONE;
    if (k < tags)
        return c->tag_id[c->tag_first[node] + k];
    uint32_t other = from + (uint32_t)(k - tags);
    other += other >= node;
    return pl_strings_count(c->tags) + w->question->affinity->node_name[other];
}

/* Adds `change` to the holders of all items of the crowd. */
static void count_holders(workspace *w, uint32_t change)
{
    for (uint32_t m = 0; m < w->size; m++)
        for (uint32_t k = 0, item;
             (item = item_at(w, w->node[m], k)) != PL_NONE; k++)
            w->holders[item] += change;
}

static uint32_t crowd_group_of(const workspace *w, uint32_t node)
{
    uint32_t root = pl_root_of(w->corpus, node);
    return root == node ? ROOTS : w->question->affinity->node_name[root];
}

/* Who shares most with others comes first: a good exemplar is one whom many
 * could join, so candidates who know it are worth more than those who know each
 * other. */
static void rank_members(workspace *w)
{
    count_holders(w, 1);
    for (uint32_t m = 0; m < w->size; m++) {
        uint64_t company = 0;
        for (uint32_t k = 0, item;
             (item = item_at(w, w->node[m], k)) != PL_NONE; k++)
            company += w->holders[item];
        company = company < UINT32_MAX ? company : UINT32_MAX;
        w->ranked[m] = (UINT32_MAX - company) << 32 | m;
    }
    count_holders(w, (uint32_t)-1);
    pl_sort_uint64(w->ranked, w->size);
    for (uint32_t rank = 0; rank < w->size; rank++) {
        uint32_t m = w->order[rank] = (uint32_t)w->ranked[rank];
        w->by_group[rank] =
            (uint64_t)crowd_group_of(w, w->node[m]) << 32 | rank;
    }
    pl_sort_uint64(w->by_group, w->size);
}

/* ------------------------------------------------------------- choosing -- */

/* Sorts the members by the least hash of their items: those with many in common
 * are likely to stand side by side. */
static void draw_items(workspace *w, uint64_t seed)
{
    for (uint32_t rank = 0; rank < w->size; rank++) {
        uint64_t least = UINT64_MAX;
        for (uint32_t k = 0, item;
             (item = item_at(w, w->node[w->order[rank]], k)) != PL_NONE; k++) {
            uint64_t hash = pl_hash_pair(item, seed);
            least = hash < least ? hash : least;
        }
        w->by_draw[rank] = (least & ~0xFFFFFFFFull) | rank;
    }
    pl_sort_uint64(w->by_draw, w->size);
}

/* Whether two members are compared at all, and not chosen yet. */
static bool may_choose(const workspace *w, uint32_t member, uint32_t other)
{
    const uint32_t *sapling = w->corpus->node_sapling;
    const uint32_t *pick = w->pick + (size_t)member * w->keep;
    uint32_t a = w->node[member], b = w->node[other];
    if (sapling[a] == sapling[b])
        return false;
    for (uint32_t k = 0; k < w->picked[member]; k++)
        if (pick[k] == other)
            return false;
    return w->question->anybody ||
           pl_count_common(w->corpus->tag_first, w->corpus->tag_id, a, b, 1) >
               0;
}

/* Lets a member choose hubs of [from, to) until it has `up_to` candidates. */
static void choose_hubs(workspace *w, uint32_t member, uint32_t from,
                        uint32_t to, const uint64_t *group, uint32_t up_to)
{
    uint64_t looks = (uint64_t)LOOKS_PER_CANDIDATE * w->keep;
    uint32_t *have = &w->picked[member];
    up_to = up_to < w->keep ? up_to : w->keep;
    for (uint32_t k = from; *have < up_to && k < to && looks > 0;
         k++, looks--) {
        uint32_t other = w->order[group == NULL ? k : (uint32_t)group[k]];
        if (may_choose(w, member, other))
            w->pick[(size_t)member * w->keep + (*have)++] = other;
    }
}

/* First from the own group. Leaves also choose from the roots, which may join
 * them below any parent; they are the last group. Then, as far as there is
 * room, from all: a node must find somebody, or it could join no cluster. */
static void choose_all(workspace *w)
{
    uint32_t others = (w->keep + OTHERS_SHARE - 1) / OTHERS_SHARE, roots = 0;
    uint32_t hubs = (w->keep + HUBS_SHARE - 1) / HUBS_SHARE;
    while (roots < w->size && w->by_group[roots] >> 32 != ROOTS)
        roots++;
    for (uint32_t from = 0, to; from < w->size; from = to) {
        for (to = from + 1;
             to < w->size && w->by_group[to] >> 32 == w->by_group[from] >> 32;)
            to++;
        for (uint32_t k = from; k < to; k++) {
            uint32_t m = w->order[(uint32_t)w->by_group[k]];
            choose_hubs(w, m, from, to, w->by_group, hubs);
            choose_hubs(w, m, roots, w->size, w->by_group,
                        w->picked[m] + others);
        }
    }
    for (uint64_t seed = 0; seed < DRAWS; seed++) {
        draw_items(w, seed);
        for (uint32_t k = 0; k < w->size; k++) {
            uint32_t m = w->order[(uint32_t)w->by_draw[k]];
            uint32_t room = (w->keep - w->picked[m]) / (uint32_t)(DRAWS - seed);
            choose_hubs(w, m, k + 1, w->size, w->by_draw, w->picked[m] + room);
        }
    }
    for (uint32_t m = 0; m < w->size; m++)
        choose_hubs(w, m, 0, w->size, NULL, w->keep);
}

/* ------------------------------------------------------------ both ways -- */

/* The member that is a member's twin, if that is in the crowd and comes before
 * it; PL_NONE: it is not. */
static uint32_t twin_before(const workspace *w, uint32_t member)
{
    uint32_t node = w->node[member], twin = w->corpus->node_twin[node];
    if (twin == PL_NONE || twin > node)
        return PL_NONE;
    size_t at = pl_lower_bound_uint32(w->node, w->size, twin);
    return w->node[at] == twin ? (uint32_t)at : PL_NONE;
}

/* Counts each chosen pair of members, twins included, both ways; with `rows`
 * puts them there. */
static void put_pairs(workspace *w, uint32_t *rows)
{
    uint64_t *first = w->first + (rows == NULL);
    for (uint32_t m = 0; m < w->size; m++)
        for (uint32_t k = 0; k <= w->picked[m]; k++) {
            uint32_t other = k < w->picked[m] ? w->pick[(size_t)m * w->keep + k]
                                              : twin_before(w, m);
            if (other == PL_NONE)
                continue;
            if (rows != NULL) {
                rows[first[m + 1]] = w->node[other];
                rows[first[other + 1]] = w->node[m];
            }
            first[m + 1]++;
            first[other + 1]++;
        }
}

/* A choice counts both ways, so a row may be longer than what its own node
 * chose: rows are counted first, then filled, then freed of repetitions. */
static void lay_out_rows(workspace *w, pl_candidates *to)
{
    put_pairs(w, NULL);
    for (uint32_t m = 0; m < w->size; m++)
        w->first[m + 2] += w->first[m + 1];
    uint32_t *rows = PL_ARENA_ARRAY(to->arena, uint32_t, w->first[w->size + 1]);
    if (rows == NULL)
        return;
    put_pairs(w, rows);
    for (uint32_t m = 0; m < w->size; m++) {
        uint32_t node = w->node[m];
        to->row[node] = rows + w->first[m];
        to->degree[node] = (uint32_t)pl_sort_distinct_uint32(
            rows + w->first[m], w->first[m + 1] - w->first[m]);
    }
}

/* --------------------------------------------------------------- public -- */

/* Nothing is left in the work space but room for the next crowd. */
static void serve_crowd(workspace *w, pl_candidates *to)
{
    PL_SCRATCH(scratch);
    uint32_t keep = w->question->crowds->keep, size = w->size;
    w->keep = keep < size ? keep : size;
    w->ranked = PL_ARENA_ARRAY(scratch, uint64_t, size);
    w->order = PL_ARENA_ARRAY(scratch, uint32_t, size);
    w->by_group = PL_ARENA_ARRAY(scratch, uint64_t, size);
    w->by_draw = PL_ARENA_ARRAY(scratch, uint64_t, size);
    w->pick = PL_ARENA_ARRAY(scratch, uint32_t, (size_t)size * w->keep);
    w->picked = PL_ARENA_ARRAY(scratch, uint32_t, size);
    w->first = PL_ARENA_ARRAY(scratch, uint64_t, (size_t)size + 2);
    to->failed = to->failed || pl_arena_failed(scratch);
    if (to->failed)
        return;
    rank_members(w);
    choose_all(w);
    lay_out_rows(w, to);
}

/* Names that share a block are together. */
static uint32_t crowd_of(const workspace *w, uint32_t node)
{
    const pleach_affinity *a = w->question->affinity;
    uint32_t name = a->node_name[node];
    bool in = a->selection.discard[node] == PL_KEPT &&
              w->question->crowds->crowded[name] &&
              pl_block_is_here(a, a->slot_block[a->node_slot[node]]);
    return in ? name : PL_NONE;
}

pleach_status pl_candidates_find(pl_candidates *candidates, pl_arena *arena,
                                 const pl_candidates_question *question,
                                 pleach_error *error)
{
    const pleach_corpus *c = question->affinity->corpus;
    uint32_t names = question->affinity->name_count;
    PL_SCRATCH(scratch);
    workspace w = {
        .question = question,
        .corpus = c,
        .holders = PL_ARENA_ARRAY(scratch, uint32_t,
                                  (size_t)pl_strings_count(c->tags) + names)};
    uint64_t *start = PL_ARENA_ARRAY(scratch, uint64_t, (size_t)names + 2);
    uint32_t *node = PL_ARENA_ARRAY(scratch, uint32_t, c->node_count);
    *candidates = (pl_candidates){
        .arena = arena,
        .row = PL_ARENA_ARRAY(arena, uint32_t *, c->node_count),
        .degree = PL_ARENA_ARRAY(arena, uint32_t, c->node_count)};
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_check_memory(arena, error));
    for (uint32_t n = 0; n < c->node_count; n++)
        if (crowd_of(&w, n) != PL_NONE)
            start[crowd_of(&w, n) + 2]++;
    for (uint32_t name = 0; name < names; name++)
        start[name + 2] += start[name + 1];
    for (uint32_t n = 0; n < c->node_count; n++)
        if (crowd_of(&w, n) != PL_NONE)
            node[start[crowd_of(&w, n) + 1]++] = n;
    for (uint32_t name = 0; name < names; name++) {
        w.node = node + start[name];
        w.size = (uint32_t)(start[name + 1] - start[name]);
        if (w.size > 0)
            serve_crowd(&w, candidates);
    }
    return candidates->failed ? pl_fail_memory(error)
                              : pl_check_memory(arena, error);
}
