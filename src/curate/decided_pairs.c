/* decided_pairs.c: finds the clusters and names that decisions are about. */
/* SPDX-License-Identifier: MIT */
#include "curate/decided_pairs.h"

#include <string.h>

#include "base/order.h"
#include "base/status.h"
#include "base/union_find.h"
#include "corpus/names.h"
#include "decisions/decisions.h"

typedef struct deciding {
    pl_decided_pairs *pairs;
    const pl_review_facts *facts;
    pl_namer *namer;
} deciding;

/* What an operand names. */
typedef PL_LIST(uint32_t) place_list;

/* PL_NONE: nobody has such a name. */
static uint32_t find_key_of_name(const deciding *d, const char *name)
{
    pl_key key;
    if (pl_namer_key(d->namer, name, strlen(name), &key))
        return pl_strings_find(d->facts->keys, key.bytes, key.length);
    pl_arena_fail(d->pairs->apart.arena);
    return PL_NONE;
}

/* The nodes of a source that stand where the names say. */
static void list_address(place_list *to, const deciding *d,
                         const pl_operand *operand)
{
    const pl_review_facts *facts = d->facts;
    char address[PL_ADDRESS_BYTES], sought[PL_ADDRESS_BYTES];
    uint32_t key = PL_NONE, first, end;
    if (operand->source != NULL &&
        snprintf(sought, sizeof sought, "%s: %s", operand->source,
                 operand->names) < (int)sizeof sought)
        key = find_key_of_name(d, operand->last);
    if (key == PL_NONE)
        return;
    end = pl_standing_of_key(facts, key, &first);
    for (; first < end; first++)
        if (pl_place_address(address, sizeof address, facts,
                             facts->standing[first].place) &&
            strcmp(address, sought) == 0)
            pl_list_add(to, facts->standing[first].place);
}

/* All that bear a name, below a parent if one is given. */
static void list_name(place_list *to, const deciding *d,
                      const pl_operand *operand)
{
    uint32_t key = find_key_of_name(d, operand->name), above = PL_NONE;
    uint32_t first, end;
    if (operand->parent != NULL)
        above = find_key_of_name(d, operand->parent);
    if (key == PL_NONE || (operand->parent != NULL && above == PL_NONE))
        return;
    end = operand->parent == NULL
              ? pl_standing_of_key(d->facts, key, &first)
              : pl_standing_below(d->facts, key, above, &first);
    for (; first < end; first++)
        pl_list_add(to, d->facts->standing[first].place);
}

/* A node's address names that node alone; what is none is a name. */
static void list_operand(place_list *to, const deciding *d,
                         const pl_operand *operand)
{
    uint32_t node = operand->id == NULL
                        ? PL_NONE
                        : pl_find_place(d->facts, operand->id, operand->path);
    if (operand->name == NULL)
        return;
    if (node != PL_NONE)
        pl_list_add(to, node);
    if (to->count == 0)
        list_address(to, d, operand);
    if (to->count == 0)
        list_name(to, d, operand);
}

/* ---------------------------------------------------------------- noting -- */

static void note_same(pl_decided_pairs *pairs, const place_list *a,
                      const place_list *b)
{
    uint32_t *up = pairs->place_up;
    if (a->count == 0 || b->count == 0)
        return;
    for (size_t k = 0; k < a->count + b->count; k++) {
        uint32_t place = k < a->count ? a->items[k] : b->items[k - a->count];
        up[pl_union_find(up, place)] = pl_union_find(up, a->items[0]);
    }
}

static uint64_t in_order(uint64_t one, uint64_t other)
{
    return one < other ? one << 32 | other : other << 32 | one;
}

/* Each place of one with each of the other, as places and as clusters; places
 * that follow one another in one cluster once. */
static void note_pairs(const deciding *d, pleach_decision_kind kind,
                       const place_list *a, const place_list *b)
{
    pl_decided_pairs *pairs = d->pairs;
    const pl_placed_node *node = d->facts->node;
    if (kind == PLEACH_DIFFERENT && a->count > 0 && b->count > 0)
        pl_list_add(&pairs->parted, (uint64_t)a->items[0] << 32 | b->items[0]);
    for (size_t k = 0; k < a->count; k++) {
        uint64_t one = node[a->items[k]].cluster;
        if (k > 0 && one == node[a->items[k - 1]].cluster)
            continue;
        for (size_t l = 0; l < b->count; l++) {
            uint64_t other = node[b->items[l]].cluster;
            if (l > 0 && other == node[b->items[l - 1]].cluster)
                continue;
            if (kind == PLEACH_DIFFERENT)
                pl_list_add(&pairs->apart, in_order(one, other));
            else
                pl_list_add(&pairs->placed, one << 32 | other);
        }
    }
}

/* What a decision says of who is one, apart or below. */
static void note_decision(const deciding *d, const pleach_decisions *decisions,
                          size_t k)
{
    pleach_decision_kind kind = decisions->items[k].kind;
    PL_SCRATCH(scratch);
    place_list a = {.arena = scratch}, b = {.arena = scratch};
    list_operand(&a, d, &decisions->operand[k][0]);
    list_operand(&b, d, &decisions->operand[k][1]);
    if (pl_arena_failed(scratch))
        pl_arena_fail(d->pairs->apart.arena);
    else if (kind == PLEACH_SAME)
        note_same(d->pairs, &a, &b);
    else if (kind == PLEACH_UNDER)
        note_same(d->pairs, &b, &b);
    if (kind == PLEACH_DIFFERENT || kind == PLEACH_UNDER ||
        kind == PLEACH_NOT_UNDER)
        note_pairs(d, kind, &a, &b);
}

/* Those that all others point to are joined with these as well. */
static void mark_joined(pl_decided_pairs *pairs, uint32_t places)
{
    for (uint32_t k = 0; k < places; k++)
        if (pairs->place_up[k] != k)
            pairs->joined[k] =
                pairs->joined[pl_union_find(pairs->place_up, k)] = 1;
}

/* What is parted is known by whom it is one with, once all of that is known. */
static void settle_pairs(pl_decided_pairs *pairs)
{
    for (size_t k = 0; k < pairs->parted.count; k++) {
        uint64_t *word = &pairs->parted.items[k];
        *word =
            in_order(pl_union_find(pairs->place_up, (uint32_t)(*word >> 32)),
                     pl_union_find(pairs->place_up, (uint32_t)*word));
    }
    pl_sort_uint64(pairs->parted.items, pairs->parted.count);
    pl_sort_uint64(pairs->apart.items, pairs->apart.count);
    pl_sort_uint64(pairs->placed.items, pairs->placed.count);
}

/* Which places are one is known only after the last decision: what is apart is
 * settled then. */
pleach_status pl_decided_pairs_find(pl_decided_pairs *pairs, pl_arena *arena,
                                    const pl_review_facts *facts,
                                    const pleach_decisions *decisions,
                                    pleach_error *error)
{
    const char *language = pleach_taxonomy_report(facts->result)->language;
    deciding d = {.pairs = pairs, .facts = facts};
    *pairs = (pl_decided_pairs){
        .place_up = PL_ARENA_ARRAY(arena, uint32_t, facts->place_count),
        .joined = PL_ARENA_ARRAY(arena, uint8_t, facts->place_count),
        .parted = {.arena = arena},
        .apart = {.arena = arena},
        .placed = {.arena = arena}};
    PL_TRY(pl_check_memory(arena, error));
    PL_TRY(pl_namer_new(&d.namer, arena, language, error));
    for (uint32_t k = 0; k < facts->place_count; k++)
        pairs->place_up[k] = k;
    for (size_t k = 0; decisions != NULL && k < decisions->count; k++)
        note_decision(&d, decisions, k);
    PL_TRY(pl_check_memory(arena, error));
    mark_joined(pairs, facts->place_count);
    settle_pairs(pairs);
    return PLEACH_OK;
}

/* ---------------------------------------------------------------- asking -- */

bool pl_is_decided_same(const pl_decided_pairs *pairs, uint32_t place,
                        uint32_t other)
{
    return pl_union_find(pairs->place_up, place) ==
           pl_union_find(pairs->place_up, other);
}

bool pl_is_decided_parted(const pl_decided_pairs *pairs, uint32_t place,
                          uint32_t other)
{
    return pl_has_uint64(pairs->parted.items, pairs->parted.count,
                         in_order(pl_union_find(pairs->place_up, place),
                                  pl_union_find(pairs->place_up, other)));
}

bool pl_is_decided_apart(const pl_decided_pairs *pairs, uint32_t a, uint32_t b)
{
    uint64_t low = a < b ? a : b, high = a < b ? b : a;
    return pl_has_uint64(pairs->apart.items, pairs->apart.count,
                         low << 32 | high);
}

bool pl_is_place_decided(const pl_decided_pairs *pairs, uint32_t child,
                         uint32_t parent)
{
    return pl_has_uint64(pairs->placed.items, pairs->placed.count,
                         (uint64_t)child << 32 | parent);
}
