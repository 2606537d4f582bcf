/* term_vector.c: vectors that are given with the nodes:
 *     s = max(0, cosine); 0 where a node has none
 * With vector:T, nodes with other names are compared too if their cosine is T
 * or more; without, from 0.8 on. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/status.h"
#include "same/term.h"

/* Up to so many nodes with vectors all pairs are looked at; beyond, those that
 * lie on one side of PLANES random planes together, in one of TABLES draws. */
enum { FEW = 2000, TABLES = 12, PLANES = 12, MOST_TOGETHER = 256 };

typedef struct vectors {
    const pleach_corpus *corpus;
    double *length; /* 0: the node has none */
} vectors;

static const float *vector_of(const vectors *v, uint32_t node)
{
    return v->corpus->vector + (size_t)node * v->corpus->vector_size;
}

static double product(const vectors *v, uint32_t a, uint32_t b)
{
    const float *x = vector_of(v, a), *y = vector_of(v, b);
    double sum = 0;
    for (uint32_t k = 0; k < v->corpus->vector_size; k++)
        sum += (double)x[k] * (double)y[k];
    return sum;
}

static double compare_vectors(const pl_term *term, uint32_t a, uint32_t b)
{
    const vectors *v = term->state;
    if (v->corpus->vector == NULL || !(v->length[a] > 0) || !(v->length[b] > 0))
        return 0;
    double cosine = product(v, a, b) / (v->length[a] * v->length[b]);
    return cosine > 1 ? 1 : cosine > 0 ? cosine : 0;
}

/* Lengths are computed once, since every comparison divides by them. */
static pleach_status prepare_vectors(pl_term *term, pl_scope *scope,
                                     pleach_error *error)
{
    const pleach_corpus *corpus = scope->corpus;
    vectors *v = PL_ARENA_ARRAY(scope->arena, vectors, 1);
    double *length = PL_ARENA_ARRAY(scope->arena, double, corpus->node_count);
    PL_TRY(pl_check_memory(scope->arena, error));
    *v = (vectors){corpus, length};
    term->state = v;
    if (corpus->vector == NULL) {
        pl_scope_warn(scope, NULL, 0,
                      "The similarity uses vectors, but no node has one. Give "
                      "nodes a \"vector\": [...].");
        return PLEACH_OK;
    }
    for (uint32_t n = 0; n < corpus->node_count; n++)
        v->length[n] = sqrt(product(v, n, n));
    return PLEACH_OK;
}

/* ------------------------------------------------- nodes that are near -- */

typedef struct search {
    const pl_term *term;
    const vectors *v;
    pl_links *links;
    uint64_t looked_at;
    PL_LIST(uint32_t) nodes; /* in scope, with a vector */
    uint64_t *sides;         /* (bucket, position in nodes) */
    float *plane;            /* PLANES vectors */
    uint64_t capped;
} search;

static void try_vector_pair(search *s, uint32_t a, uint32_t b)
{
    const uint32_t *key = s->v->corpus->node_key;
    s->looked_at++;
    if (key[a] != key[b] && compare_vectors(s->term, a, b) >= s->term->number)
        pl_list_add(&s->links->nodes, pl_pair_pack(a, b));
}

/* A number in (-1, 1) that depends on nothing but its place. */
static float draw(uint32_t table, uint32_t plane, uint32_t k)
{
    uint64_t hash = pl_hash_pair((uint64_t)table << 32 | plane, k);
    return (float)(2 * pl_hash_unit(hash) - 1);
}

static uint32_t find_side(const search *s, uint32_t node)
{
    uint32_t size = s->v->corpus->vector_size, side = 0;
    const float *x = vector_of(s->v, node);
    for (uint32_t p = 0; p < PLANES; p++) {
        const float *plane = s->plane + (size_t)p * size;
        double sum = 0;
        for (uint32_t k = 0; k < size; k++)
            sum += (double)plane[k] * (double)x[k];
        side = side << 1 | (sum > 0);
    }
    return side;
}

static int compare_sides(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* Compares each node with the next ones on its side. */
static void try_table(search *s, uint32_t table)
{
    uint32_t size = s->v->corpus->vector_size;
    for (uint32_t p = 0; p < PLANES; p++)
        for (uint32_t k = 0; k < size; k++)
            s->plane[(size_t)p * size + k] = draw(table, p, k);
    for (uint32_t k = 0; k < s->nodes.count; k++)
        s->sides[k] = (uint64_t)find_side(s, s->nodes.items[k]) << 32 | k;
    qsort(s->sides, s->nodes.count, sizeof *s->sides, compare_sides);
    for (uint32_t i = 0; i < s->nodes.count; i++)
        for (uint32_t j = i + 1; j < s->nodes.count; j++) {
            uint64_t here = s->sides[i], there = s->sides[j];
            if (here >> 32 != there >> 32)
                break;
            if (j - i > MOST_TOGETHER) {
                s->capped++;
                break;
            }
            try_vector_pair(s, s->nodes.items[(uint32_t)here],
                            s->nodes.items[(uint32_t)there]);
        }
}

static void try_all(search *s)
{
    for (size_t i = 0; i < s->nodes.count; i++)
        for (size_t j = i + 1; j < s->nodes.count; j++)
            try_vector_pair(s, s->nodes.items[i], s->nodes.items[j]);
}

/* Few vectors are compared all with all. Many are cut by random planes, and
 * only those on the same sides of them are. */
static void find_near(search *s)
{
    if (s->nodes.count <= FEW) {
        try_all(s);
        return;
    }
    for (uint32_t table = 0; table < TABLES; table++) {
        try_table(s, table);
        pl_pairs_settle(&s->links->nodes); /* tables repeat each other */
    }
}

/* That some were not compared is said, because it is a loss that nobody could
 * see. */
static pleach_status add_vector_links(const pl_term *term, pl_scope *scope,
                                      pl_links *links, pleach_error *error)
{
    PL_SCRATCH(scratch);
    search s = {.term = term,
                .v = term->state,
                .links = links,
                .nodes = {.arena = scratch}};
    const pleach_corpus *corpus = s.v->corpus;
    if (corpus->vector == NULL)
        return PLEACH_OK;
    for (uint32_t n = 0; n < corpus->node_count; n++)
        if (pl_in_scope(scope, n) && s.v->length[n] > 0)
            pl_list_add(&s.nodes, n);
    s.plane =
        PL_ARENA_ARRAY(scratch, float, (size_t)PLANES * corpus->vector_size);
    s.sides = PL_ARENA_ARRAY(scratch, uint64_t, s.nodes.count);
    PL_TRY(pl_check_memory(scratch, error));
    find_near(&s);
    scope->looked_at += s.looked_at;
    if (s.capped > 0)
        pl_scope_warn(scope, NULL, 0,
                      "%" PRIu64 " times a vector had more than %d others "
                      "around it, and was compared with only so many.",
                      s.capped, MOST_TOGETHER);
    return PLEACH_OK;
}

const pl_term_kind pl_term_vector = {.name = "vector",
                                     .argument = PL_ARGUMENT_SHARE,
                                     .usual = 0.8,
                                     .prepare = prepare_vectors,
                                     .link = add_vector_links,
                                     .compare_nodes = compare_vectors};
