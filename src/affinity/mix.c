/* mix.c: two sweeps over all names: who is similar at all, and how much. */
#include "affinity/mix.h"

#include <stdlib.h>
#include <string.h>

#include "affinity/spread.h"
#include "base/order.h"
#include "base/status.h"
#include "base/threads.h"

/* One thread's workshop. */
typedef struct bench {
    double *base;    /* per name to compare with: what the names are worth */
    uint64_t *row;   /* for sorting */
} bench;

struct pl_mix {
    pl_scope scope; /* with the arena that everything here lies in */
    pl_similarity *similarity;
    uint32_t threads;
    /* Kept nodes by name: node[first[name] .. first[name + 1]). */
    uint64_t *first;
    uint32_t *node;
    pl_neighbours names, nodes;
    uint8_t *name_alive, *node_alive; /* per neighbour: something is similar */
    uint64_t *degree;                 /* similar nodes, by node */
    uint32_t *group;
};

/* One sweep; with an affinity it fills, without it only counts. */
typedef struct sweep {
    const pl_mix *mix;
    pleach_affinity *affinity;
    bench *benches;
} sweep;

/* ------------------------------------------------------------ comparing -- */

static double compare_names(const pl_mix *mix, uint32_t a, uint32_t b)
{
    double sum = 0;
    for (uint32_t k = 0; k < mix->similarity->count; k++) {
        const pl_term *term = &mix->similarity->terms[k];
        if (term->kind->compare_names != NULL)
            sum += term->weight * term->kind->compare_names(term, a, b);
    }
    return sum;
}

/* The value of two nodes, `base` of which their names are worth. */
static float compare_nodes(const pl_mix *mix, uint32_t a, uint32_t b,
                           double base)
{
    if (mix->scope.corpus->node_twin[a] == b)
        return 1;
    for (uint32_t k = 0; k < mix->similarity->count && base < 1; k++) {
        const pl_term *term = &mix->similarity->terms[k];
        if (term->kind->compare_nodes != NULL)
            base += term->weight * term->kind->compare_nodes(term, a, b);
    }
    return base < 1 ? (float)base : 1;
}

/* One person named these apart, or one is the other's parent. */
static bool never_compared(const pl_mix *mix, uint32_t a, uint32_t b)
{
    const uint32_t *sapling = mix->scope.corpus->node_sapling;
    return sapling[a] == sapling[b];
}

/* Takes in one pair; false when the nodes are not similar. */
static bool take_pair(const sweep *s, uint32_t a, uint32_t b, double base,
                      uint64_t *at)
{
    if (never_compared(s->mix, a, b))
        return false;
    float value = compare_nodes(s->mix, a, b, base);
    if (!(value > 0))
        return false;
    if (s->affinity != NULL) {
        s->affinity->pair_slot[*at] = s->affinity->node_slot[b];
        s->affinity->pair_similarity[*at] = value;
    }
    ++*at;
    return true;
}

static bool is_neighbour(const pl_neighbours *of, uint32_t x, uint32_t y)
{
    uint64_t low = of->first[x], high = of->first[x + 1];
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (of->to[middle] < y)
            low = middle + 1;
        else
            high = middle;
    }
    return low < of->first[x + 1] && of->to[low] == y;
}

/* Nodes of one name; alive is set when one is similar. */
static bool take_name(const sweep *s, uint32_t a, uint32_t name, double base,
                      uint64_t *at)
{
    bool alive = false;
    for (uint64_t k = s->mix->first[name]; k < s->mix->first[name + 1]; k++)
        alive |= take_pair(s, a, s->mix->node[k], base, at);
    return alive;
}

/* Everything that node `a` is compared with; returns where its row ends. */
static uint64_t compare_row(const sweep *s, const bench *b, uint32_t a,
                            uint64_t at)
{
    const pl_mix *mix = s->mix;
    const uint32_t *key = mix->scope.corpus->node_key;
    uint64_t first = mix->names.first[key[a]];
    uint64_t last = mix->names.first[key[a] + 1];
    take_name(s, a, key[a], b->base[last - first], &at);
    for (uint64_t k = first; k < last; k++)
        if (take_name(s, a, mix->names.to[k], b->base[k - first], &at))
            mix->name_alive[k] = 1;
    for (uint64_t k = mix->nodes.first[a]; k < mix->nodes.first[a + 1]; k++) {
        uint32_t other = mix->nodes.to[k];
        if (key[other] == key[a] ||
            is_neighbour(&mix->names, key[a], key[other]))
            continue; /* is compared already */
        if (take_pair(s, a, other, compare_names(mix, key[a], key[other]),
                      &at))
            mix->node_alive[k] = 1;
    }
    return at;
}

/* Puts a row into the order of its slots. */
static void sort_row(pleach_affinity *affinity, uint64_t from, uint64_t to,
                     uint64_t *row)
{
    uint64_t sorted = from + 1;
    while (sorted < to &&
           affinity->pair_slot[sorted - 1] < affinity->pair_slot[sorted])
        sorted++;
    if (sorted >= to)
        return;
    for (uint64_t k = from; k < to; k++) {
        uint32_t bits;
        memcpy(&bits, &affinity->pair_similarity[k], sizeof bits);
        row[k - from] = (uint64_t)affinity->pair_slot[k] << 32 | bits;
    }
    qsort(row, to - from, sizeof *row, pl_compare_uint64);
    for (uint64_t k = from; k < to; k++) {
        uint32_t bits = (uint32_t)row[k - from];
        affinity->pair_slot[k] = (uint32_t)(row[k - from] >> 32);
        memcpy(&affinity->pair_similarity[k], &bits, sizeof bits);
    }
}

static void compare_name(void *context, uint32_t name, uint32_t thread)
{
    sweep *s = context;
    const pl_mix *mix = s->mix;
    bench *b = &s->benches[thread];
    uint64_t first = mix->names.first[name], last = mix->names.first[name + 1];
    if (mix->first[name] == mix->first[name + 1])
        return;
    for (uint64_t k = first; k < last; k++)
        b->base[k - first] = compare_names(mix, name, mix->names.to[k]);
    b->base[last - first] = compare_names(mix, name, name);
    for (uint64_t k = mix->first[name]; k < mix->first[name + 1]; k++) {
        uint32_t node = mix->node[k];
        if (s->affinity == NULL) {
            mix->degree[node] = compare_row(s, b, node, 0);
            continue;
        }
        uint32_t slot = s->affinity->node_slot[node];
        uint64_t from = s->affinity->pair_first[slot];
        if (!pl_block_is_here(s->affinity, s->affinity->slot_block[slot]))
            continue;
        sort_row(s->affinity, from, compare_row(s, b, node, from), b->row);
    }
}

static uint64_t longest(const uint64_t *first, uint32_t count)
{
    uint64_t most = 0;
    for (uint32_t k = 0; k < count; k++)
        most = first[k + 1] - first[k] > most ? first[k + 1] - first[k] : most;
    return most;
}

static pleach_status run_sweep(const pl_mix *mix, pleach_affinity *affinity,
                               pleach_error *error)
{
    const pleach_corpus *corpus = mix->scope.corpus;
    uint32_t names = pl_strings_count(corpus->keys);
    uint64_t most_names = longest(mix->names.first, names) + 1, most_pairs = 0;
    for (uint32_t n = 0; n < corpus->node_count; n++)
        most_pairs = mix->degree[n] > most_pairs ? mix->degree[n] : most_pairs;
    sweep s = {mix, affinity, NULL};
    s.benches = pl_allocate(mix->threads, sizeof *s.benches);
    pleach_status status =
        s.benches == NULL ? pl_fail_memory(error) : PLEACH_OK;
    for (uint32_t t = 0; status == PLEACH_OK && t < mix->threads; t++) {
        s.benches[t].base = pl_allocate(most_names, sizeof(double));
        s.benches[t].row = pl_allocate(most_pairs, sizeof(uint64_t));
        if (s.benches[t].base == NULL || s.benches[t].row == NULL)
            status = pl_fail_memory(error);
    }
    if (status == PLEACH_OK)
        status = pl_parallel(names, mix->threads, compare_name, &s, "compare",
                             affinity == NULL ? NULL : mix->scope.listener,
                             error);
    for (uint32_t t = 0; s.benches != NULL && t < mix->threads; t++) {
        pl_release(s.benches[t].base);
        pl_release(s.benches[t].row);
    }
    pl_release(s.benches);
    return status;
}

/* ------------------------------------------------------------ preparing -- */

static bool list_nodes(pl_mix *mix)
{
    const pleach_corpus *corpus = mix->scope.corpus;
    uint32_t names = pl_strings_count(corpus->keys);
    pl_arena *arena = mix->scope.arena;
    mix->first = PL_ARENA_ARRAY(arena, uint64_t, names + 2u);
    mix->node = PL_ARENA_ARRAY(arena, uint32_t, corpus->node_count);
    mix->degree = PL_ARENA_ARRAY(arena, uint64_t, corpus->node_count);
    mix->group = PL_ARENA_ARRAY(arena, uint32_t, names);
    if (!mix->first || !mix->node || !mix->degree || !mix->group)
        return false;
    for (uint32_t n = 0; n < corpus->node_count; n++)
        if (pl_in_scope(&mix->scope, n))
            mix->first[corpus->node_key[n] + 2]++;
    for (uint32_t name = 0; name < names; name++)
        mix->first[name + 2] += mix->first[name + 1];
    for (uint32_t n = 0; n < corpus->node_count; n++)
        if (pl_in_scope(&mix->scope, n))
            mix->node[mix->first[corpus->node_key[n] + 1]++] = n;
    return true;
}

static pleach_status gather_links(pl_mix *mix, pl_links *links,
                                  pleach_error *error)
{
    const pleach_corpus *corpus = mix->scope.corpus;
    pl_arena *arena = mix->scope.arena;
    for (uint32_t k = 0; k < mix->similarity->count; k++) {
        const pl_term *term = &mix->similarity->terms[k];
        if (term->kind->link != NULL)
            PL_TRY(term->kind->link(term, &mix->scope, links, error));
    }
    pl_pairs_settle(&links->names);
    pl_pairs_settle(&links->nodes);
    mix->name_alive = PL_ARENA_ARRAY(arena, uint8_t, 2 * links->names.count);
    mix->node_alive = PL_ARENA_ARRAY(arena, uint8_t, 2 * links->nodes.count);
    if (mix->name_alive == NULL || mix->node_alive == NULL ||
        !pl_neighbours_make(&mix->names, arena, &links->names,
                            pl_strings_count(corpus->keys)) ||
        !pl_neighbours_make(&mix->nodes, arena, &links->nodes,
                            corpus->node_count))
        return pl_fail_memory(error);
    return PLEACH_OK;
}

/* The smallest member of a group, halving the way there. */
static uint32_t find_group(uint32_t *group, uint32_t name)
{
    while (group[name] != name) {
        group[name] = group[group[name]];
        name = group[name];
    }
    return name;
}

static void join_groups(uint32_t *group, uint32_t a, uint32_t b)
{
    a = find_group(group, a);
    b = find_group(group, b);
    if (a < b)
        group[b] = a;
    else
        group[a] = b;
}

static void group_names(pl_mix *mix)
{
    const pleach_corpus *corpus = mix->scope.corpus;
    uint32_t names = pl_strings_count(corpus->keys), *group = mix->group;
    for (uint32_t name = 0; name < names; name++)
        group[name] = name;
    for (uint32_t name = 0; name < names; name++)
        for (uint64_t k = mix->names.first[name];
             k < mix->names.first[name + 1]; k++)
            if (mix->name_alive[k])
                join_groups(group, name, mix->names.to[k]);
    for (uint32_t n = 0; n < corpus->node_count; n++)
        for (uint64_t k = mix->nodes.first[n]; k < mix->nodes.first[n + 1];
             k++)
            if (mix->node_alive[k])
                join_groups(group, corpus->node_key[n],
                            corpus->node_key[mix->nodes.to[k]]);
    for (uint32_t name = 0; name < names; name++)
        group[name] = find_group(group, name);
}

static pleach_status prepare(pl_mix *mix, pleach_error *error)
{
    pl_links links = {{NULL, 0, 0}, {NULL, 0, 0}};
    for (uint32_t k = 0; k < mix->similarity->count; k++) {
        pl_term *term = &mix->similarity->terms[k];
        if (term->kind->prepare != NULL)
            PL_TRY(term->kind->prepare(term, &mix->scope, error));
    }
    if (!list_nodes(mix))
        return pl_fail_memory(error);
    pleach_status status = gather_links(mix, &links, error);
    pl_links_free(&links);
    PL_TRY(status);
    PL_TRY(run_sweep(mix, NULL, error));
    group_names(mix);
    return PLEACH_OK;
}

/* --------------------------------------------------------------- public -- */

pleach_status pl_mix_new(pl_mix **mix, const pleach_affinity *affinity,
                         pl_similarity *similarity, uint32_t threads,
                         const pleach_listener *listener, pleach_error *error)
{
    pl_arena *arena = pl_arena_new();
    pl_mix *made = arena == NULL ? NULL : PL_ARENA_ARRAY(arena, pl_mix, 1);
    if (made == NULL) {
        pl_arena_free(arena);
        return pl_fail_memory(error);
    }
    made->scope = (pl_scope){.corpus = affinity->corpus,
                             .selection = &affinity->selection,
                             .arena = arena,
                             .listener = listener};
    made->similarity = similarity;
    made->threads = pl_thread_count(threads);
    pleach_status status = prepare(made, error);
    if (status != PLEACH_OK)
        pl_mix_free(made);
    else
        *mix = made;
    return status;
}

void pl_mix_free(pl_mix *mix)
{
    if (mix == NULL)
        return;
    for (uint32_t k = 0; k < mix->similarity->count; k++) {
        pl_term *term = &mix->similarity->terms[k];
        if (term->kind->release != NULL)
            term->kind->release(term);
        term->state = NULL;
    }
    pl_arena_free(mix->scope.arena);
}

const uint32_t *pl_mix_groups(const pl_mix *mix)
{
    return mix->group;
}

uint64_t pl_mix_looked_at(const pl_mix *mix)
{
    return mix->scope.looked_at;
}

pleach_status pl_mix_fill(const pl_mix *mix, pleach_affinity *affinity,
                          pleach_error *error)
{
    for (uint32_t slot = 0; slot < affinity->slot_count; slot++)
        affinity->pair_first[slot] = mix->degree[affinity->slot_node[slot]];
    PL_TRY(pl_spread_pairs(affinity, error));
    return run_sweep(mix, affinity, error);
}
