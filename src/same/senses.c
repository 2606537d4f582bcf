/* senses.c: joins nodes by their tags until what is left are senses. */
/* SPDX-License-Identifier: MIT */
#include "same/senses.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "same/constants.h"
#include "same/linkage.h"
#include "same/sets.h"

/* A sense has so many nodes. */
enum { LEAST_NODES = 3 };
/* Of a large group so many nodes are looked at; the others follow. Of many tags
 * so many count: the first ones, which others have too. */
enum { MOST_NODES = PL_MOST_SENSES, MOST_TAGS = 1024 };

/* Some nodes of a group that have tags, in the order of a fixed hash. */
typedef struct sample {
    uint32_t count;
    uint64_t key[MOST_NODES]; /* hash above, position in the group below */
    uint32_t node[MOST_NODES];
    uint32_t sense[MOST_NODES]; /* PL_NONE: none yet */
    uint32_t senses, largest;
} sample;

static uint64_t end_of_tags(const pleach_corpus *c, uint32_t node)
{
    uint64_t from = c->tag_first[node], to = c->tag_first[node + 1];
    return to < from + MOST_TAGS ? to : from + MOST_TAGS;
}

bool pl_senses_make(pl_senses *senses, pl_arena *arena,
                    const pleach_corpus *corpus)
{
    uint32_t tags = pl_strings_count(corpus->tags);
    *senses = (pl_senses){
        .corpus = corpus,
        .worth = PL_ARENA_ARRAY(arena, double, tags),
        .length = PL_ARENA_ARRAY(arena, double, corpus->node_count)};
    if (pl_arena_failed(arena))
        return false;
    for (uint64_t k = 0; k < corpus->tag_first[corpus->node_count]; k++)
        senses->worth[corpus->tag_id[k]]++;
    for (uint32_t t = 0; t < tags; t++) {
        double rarity = pl_rarity(corpus->node_count, senses->worth[t]);
        senses->worth[t] = rarity * rarity;
    }
    for (uint32_t n = 0; n < corpus->node_count; n++) {
        double squares = 0;
        for (uint64_t k = corpus->tag_first[n]; k < end_of_tags(corpus, n); k++)
            squares += senses->worth[corpus->tag_id[k]];
        senses->length[n] = sqrt(squares);
    }
    return true;
}

/* The cosine of two nodes' tags. */
static double compare_tags(const pl_senses *s, uint32_t a, uint32_t b)
{
    const pleach_corpus *c = s->corpus;
    uint64_t i = c->tag_first[a], j = c->tag_first[b];
    uint64_t i_end = end_of_tags(c, a), j_end = end_of_tags(c, b);
    double sum = 0;
    while (i < i_end && j < j_end) {
        uint32_t left = c->tag_id[i], right = c->tag_id[j];
        if (left == right)
            sum += s->worth[left];
        i += left <= right;
        j += right <= left;
    }
    return sum > 0 ? sum / (s->length[a] * s->length[b]) : 0;
}

/* Those of the smallest hashes, in their order. */
static void draw_sample(sample *to, const pl_senses *s, const uint32_t *node,
                        uint64_t count)
{
    to->count = 0;
    for (uint64_t k = 0; k < count; k++) {
        uint64_t hash = pl_hash_pair(s->corpus->node_identity[node[k]], 0);
        uint64_t key = (hash & ~0xFFFFFFFFull) | k;
        bool full = to->count == MOST_NODES;
        if (!(s->length[node[k]] > 0) ||
            (full && key > to->key[MOST_NODES - 1]))
            continue;
        uint32_t at = full ? MOST_NODES - 1 : to->count++;
        for (; at > 0 && to->key[at - 1] > key; at--)
            to->key[at] = to->key[at - 1];
        to->key[at] = key;
    }
    for (uint32_t k = 0; k < to->count; k++)
        to->node[k] = node[(uint32_t)to->key[k]];
}

/* Below parents of one name, anything in common is enough to be one sense. */
static double compare_sampled(const pl_senses *s, uint32_t a, uint32_t b)
{
    const pleach_corpus *c = s->corpus;
    bool together =
        !pl_is_root(c, a) && !pl_is_root(c, b) &&
        c->node_key[pl_root_of(c, a)] == c->node_key[pl_root_of(c, b)];
    return compare_tags(s, a, b) + (together ? PL_ONE_SENSE : 0);
}

/* Joins the sampled nodes, and numbers the parts that have `least` of them. */
static void find_senses(sample *found, const pl_senses *s, uint32_t least)
{
    double alike[MOST_NODES * MOST_NODES];
    uint32_t n = found->count, part[MOST_NODES], size[MOST_NODES] = {0};
    uint32_t number[MOST_NODES];
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j <= i; j++)
            alike[i * n + j] = alike[j * n + i] =
                compare_sampled(s, found->node[i], found->node[j]);
    pl_dense_linkage(part, alike, n, PL_ONE_SENSE);
    for (uint32_t k = 0; k < n; k++)
        size[part[k]]++;
    found->senses = found->largest = 0;
    for (uint32_t k = 0, most = 0; k < n; k++) {
        number[k] = size[k] >= least ? found->senses++ : PL_NONE;
        if (size[k] >= least && size[k] > most) {
            most = size[k];
            found->largest = number[k];
        }
    }
    for (uint32_t k = 0; k < n; k++)
        found->sense[k] = number[part[k]];
}

/* How much a node has in common with one that has tags: without any, it goes
 * by the name of its parent. */
static double compare_follower(const pl_senses *s, uint32_t node,
                               uint32_t other)
{
    const uint32_t *key = s->corpus->node_key;
    return s->length[node] > 0 ? compare_tags(s, node, other)
                               : key[pl_root_of(s->corpus, node)] ==
                                     key[pl_root_of(s->corpus, other)];
}

/* The sense whose nodes a node is most like, on average. */
static uint32_t nearest_sense(const pl_senses *s, const sample *found,
                              uint32_t node)
{
    double sum[MOST_NODES] = {0}, size[MOST_NODES] = {0}, best = 0;
    uint32_t nearest = found->largest;
    for (uint32_t k = 0; k < found->count; k++)
        if (found->sense[k] != PL_NONE) {
            sum[found->sense[k]] += compare_follower(s, node, found->node[k]);
            size[found->sense[k]]++;
        }
    for (uint32_t x = 0; x < found->senses; x++)
        if (size[x] > 0 && sum[x] / size[x] > best) {
            best = sum[x] / size[x];
            nearest = x;
        }
    return nearest;
}

void pl_senses_part(const pl_senses *senses, uint32_t *sense,
                    const uint32_t *node, uint64_t count)
{
    sample found;
    uint32_t first[MOST_NODES];
    memset(sense, 0, count * sizeof *sense);
    if (count < 2 || count > UINT32_MAX)
        return;
    draw_sample(&found, senses, node, count);
    double share = ceil(PL_SENSE_SHARE * found.count);
    uint32_t least = share > LEAST_NODES ? (uint32_t)share : LEAST_NODES;
    if (found.count < 2 * least)
        return;
    find_senses(&found, senses, least);
    if (found.senses < 2)
        return;
    for (uint64_t k = 0; k < count; k++)
        sense[k] = PL_NONE;
    for (uint32_t k = 0; k < found.count; k++)
        sense[(uint32_t)found.key[k]] = found.sense[k];
    memset(first, 0xFF, sizeof first);
    for (uint64_t k = 0; k < count; k++) {
        uint32_t mine = sense[k] != PL_NONE
                            ? sense[k]
                            : nearest_sense(senses, &found, node[k]);
        if (first[mine] == PL_NONE)
            first[mine] = (uint32_t)k;
        sense[k] = first[mine];
    }
}
