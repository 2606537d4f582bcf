/* decided_pairs.c: finds the clusters and names that decisions are about. */
/* SPDX-License-Identifier: MIT */
#include "curate/decided_pairs.h"

#include <string.h>

#include "base/order.h"
#include "corpus/names.h"
#include "decisions/decisions.h"

typedef struct deciding {
    pl_decided_pairs *pairs;
    const pl_review_facts *facts;
    pl_namer *namer;
    uint64_t *by_key; /* (key, group), ascending */
    size_t group_count;
} deciding;

/* What an operand names: groups of clusters. */
typedef PL_LIST(const pl_name_group *) group_list;

static uint32_t find_top(uint32_t *up, uint32_t key)
{
    while (up[key] != key) {
        up[key] = up[up[key]];
        key = up[key];
    }
    return key;
}

/* A node of the result, by ID:PATH; false: no memory. */
static bool list_node(group_list *to, const deciding *d,
                      const pl_operand *operand, bool *known)
{
    const pl_review_facts *facts = d->facts;
    char text[PLEACH_PATH_BYTES + 600];
    int length =
        snprintf(text, sizeof text, "%s:%s", operand->id, operand->path);
    *known = false;
    if (length < 0 || (size_t)length >= sizeof text)
        return true;
    uint32_t at = pl_strings_find(facts->places, text, (size_t)length);
    if (at == PL_NONE)
        return true;
    *known = true;
    d->pairs->named[at] = 1;
    uint32_t c = facts->place_cluster[at], key = facts->place_key[at];
    for (uint32_t k = facts->group_first[c]; k < facts->group_first[c + 1]; k++)
        if (facts->group[k].key == key && !pl_list_push(to, &facts->group[k]))
            return false;
    return true;
}

/* A name below a parent is taken for the name: who asks no more than needed is
 * forgiven. */
static bool list_operand(group_list *to, const deciding *d,
                         const pl_operand *operand, bool pins)
{
    const pl_review_facts *facts = d->facts;
    pl_key key;
    bool known = false;
    to->count = 0;
    if (operand->name == NULL)
        return true;
    if (operand->id != NULL && !list_node(to, d, operand, &known))
        return false;
    if (known)
        return true;
    if (!pl_namer_key(d->namer, operand->name, strlen(operand->name), &key))
        return false;
    uint64_t id = pl_strings_find(facts->keys, key.bytes, key.length);
    if (pins && id != PL_NONE)
        d->pairs->pinned[id] = 1;
    for (size_t at = pl_lower_bound_uint64(d->by_key, d->group_count, id << 32);
         at < d->group_count && d->by_key[at] >> 32 == id; at++)
        if (!pl_list_push(to, &facts->group[(uint32_t)d->by_key[at]]))
            return false;
    return true;
}

static bool sort_groups(deciding *d)
{
    const pl_review_facts *facts = d->facts;
    d->group_count = facts->group_first[facts->count];
    d->by_key = pl_allocate(d->group_count, sizeof *d->by_key);
    if (d->by_key == NULL)
        return false;
    for (size_t k = 0; k < d->group_count; k++)
        d->by_key[k] = (uint64_t)facts->group[k].key << 32 | k;
    if (d->group_count > 0)
        pl_sort_uint64(d->by_key, d->group_count);
    return true;
}

/* ---------------------------------------------------------------- noting -- */

static void note_same(pl_decided_pairs *pairs, const group_list *a,
                      const group_list *b)
{
    if (a->count == 0 || b->count == 0)
        return;
    uint32_t one = find_top(pairs->key_up, a->items[0]->key);
    uint32_t other = find_top(pairs->key_up, b->items[0]->key);
    pairs->key_up[one] = other;
}

static bool note_pairs(pl_decided_pairs *pairs, pleach_decision_kind kind,
                       const group_list *a, const group_list *b)
{
    for (size_t k = 0; k < a->count; k++)
        for (size_t l = 0; l < b->count; l++) {
            uint64_t one = a->items[k]->cluster, other = b->items[l]->cluster;
            bool enough = kind != PLEACH_DIFFERENT
                              ? pl_list_push(&pairs->placed, one << 32 | other)
                          : one < other
                              ? pl_list_push(&pairs->apart, one << 32 | other)
                              : pl_list_push(&pairs->apart, other << 32 | one);
            if (!enough)
                return false;
        }
    return true;
}

static bool note_decision(const deciding *d, const pleach_decisions *decisions,
                          size_t k)
{
    pleach_decision_kind kind = decisions->items[k].kind;
    group_list a = {0}, b = {0};
    bool same = kind == PLEACH_SAME;
    bool enough = list_operand(&a, d, &decisions->operand[k][0], same) &&
                  list_operand(&b, d, &decisions->operand[k][1],
                               same || kind == PLEACH_UNDER);
    if (enough && kind == PLEACH_SAME)
        note_same(d->pairs, &a, &b);
    else if (enough && (kind == PLEACH_DIFFERENT || kind == PLEACH_UNDER ||
                        kind == PLEACH_NOT_UNDER))
        enough = note_pairs(d->pairs, kind, &a, &b);
    pl_list_free(&a);
    pl_list_free(&b);
    return enough;
}

bool pl_decided_pairs_find(pl_decided_pairs *pairs,
                           const pl_review_facts *facts,
                           const pleach_decisions *decisions)
{
    uint32_t keys = pl_strings_count(facts->keys);
    const char *language = pleach_taxonomy_report(facts->result)->language;
    deciding d = {.pairs = pairs, .facts = facts};
    *pairs = (pl_decided_pairs){
        .key_up = pl_allocate(keys, sizeof(uint32_t)),
        .pinned = pl_allocate(keys, 1),
        .named = pl_allocate(pl_strings_count(facts->places), 1)};
    bool enough =
        pairs->key_up != NULL && pairs->pinned != NULL &&
        pairs->named != NULL && sort_groups(&d) &&
        pl_namer_new(&d.namer, language == NULL ? "english" : language, NULL) ==
            PLEACH_OK;
    for (uint32_t k = 0; enough && k < keys; k++)
        pairs->key_up[k] = k;
    for (size_t k = 0; enough && decisions != NULL && k < decisions->count; k++)
        enough = note_decision(&d, decisions, k);
    if (enough && pairs->apart.count > 0)
        pl_sort_uint64(pairs->apart.items, pairs->apart.count);
    if (enough && pairs->placed.count > 0)
        pl_sort_uint64(pairs->placed.items, pairs->placed.count);
    pl_namer_free(d.namer);
    pl_release(d.by_key);
    return enough;
}

void pl_decided_pairs_free(pl_decided_pairs *pairs)
{
    pl_release(pairs->key_up);
    pl_release(pairs->pinned);
    pl_release(pairs->named);
    pl_list_free(&pairs->apart);
    pl_list_free(&pairs->placed);
}

/* ---------------------------------------------------------------- asking -- */

static bool has_word(const uint64_t *words, size_t count, uint64_t word)
{
    size_t at = pl_lower_bound_uint64(words, count, word);
    return at < count && words[at] == word;
}

bool pl_is_decided_same(const pl_decided_pairs *pairs, uint32_t key,
                        uint32_t other)
{
    return find_top(pairs->key_up, key) == find_top(pairs->key_up, other);
}

bool pl_is_decided_apart(const pl_decided_pairs *pairs, uint32_t a, uint32_t b)
{
    uint64_t low = a < b ? a : b, high = a < b ? b : a;
    return has_word(pairs->apart.items, pairs->apart.count, low << 32 | high);
}

bool pl_is_place_decided(const pl_decided_pairs *pairs, uint32_t child,
                         uint32_t parent)
{
    return has_word(pairs->placed.items, pairs->placed.count,
                    (uint64_t)child << 32 | parent);
}
