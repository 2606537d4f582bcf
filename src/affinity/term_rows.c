/* term_rows.c: a sweep over all names: who is similar, and how much. */
/* SPDX-License-Identifier: MIT */
#include "affinity/term_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "affinity/term_rows_fill.h"
#include "base/order.h"
#include "base/status.h"
#include "base/threads.h"

/* One thread's workshop. */
typedef struct bench {
    double *base;            /* per name to compare with: its worth */
    PL_LIST(uint64_t) found; /* of one name: node << 32 | bits of the value */
    bool failed;
} bench;

typedef struct sweep {
    const pl_term_rows *mix;
    bench *benches;
} sweep;

/* ------------------------------------------------------------ comparing -- */

static double compare_two_names(const pl_term_rows *mix, uint32_t a, uint32_t b)
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
static float compare_nodes(const pl_term_rows *mix, uint32_t a, uint32_t b,
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
static bool names_never_compared(const pl_term_rows *mix, uint32_t a,
                                 uint32_t b)
{
    const uint32_t *sapling = mix->scope.corpus->node_sapling;
    return sapling[a] == sapling[b];
}

/* Takes in one pair; false when the nodes are not similar. */
static bool take_node_pair(const pl_term_rows *mix, bench *to, uint32_t a,
                           uint32_t b, double base)
{
    uint32_t bits;
    if (names_never_compared(mix, a, b))
        return false;
    float value = compare_nodes(mix, a, b, base);
    if (!(value > 0))
        return false;
    memcpy(&bits, &value, sizeof bits);
    if (!pl_list_push(&to->found, (uint64_t)b << 32 | bits))
        to->failed = true;
    return true;
}

/* Nodes of one name; alive is set when one is similar. */
static bool take_name_row(const pl_term_rows *mix, bench *to, uint32_t a,
                          uint32_t name, double base)
{
    bool alive = false;
    for (uint64_t k = mix->first[name]; k < mix->first[name + 1]; k++)
        alive |= take_node_pair(mix, to, a, mix->node[k], base);
    return alive;
}

/* The candidates of a node in a crowd, and all nodes of linked names that are
 * not crowded. */
static void compare_crowded(const pl_term_rows *mix, bench *b, uint32_t a)
{
    const uint32_t *key = mix->scope.corpus->node_key;
    uint64_t first = mix->names.first[key[a]];
    uint64_t last = mix->names.first[key[a] + 1];
    for (uint32_t k = 0; k < mix->candidates.degree[a]; k++) {
        uint32_t other = mix->candidates.row[a][k];
        uint64_t link =
            key[other] == key[a]
                ? last
                : pl_neighbours_find(&mix->names, key[a], key[other]);
        if (take_node_pair(mix, b, a, other, b->base[link - first]) &&
            link < last)
            mix->name_alive[link] = 1;
    }
    for (uint64_t k = first; k < last; k++)
        if (!mix->crowds.crowded[mix->names.to[k]] &&
            take_name_row(mix, b, a, mix->names.to[k], b->base[k - first]))
            mix->name_alive[k] = 1;
}

/* All nodes of the own name and of linked ones. */
static void compare_all_names(const pl_term_rows *mix, bench *b, uint32_t a)
{
    uint32_t name = mix->scope.corpus->node_key[a];
    uint64_t first = mix->names.first[name], last = mix->names.first[name + 1];
    take_name_row(mix, b, a, name, b->base[last - first]);
    for (uint64_t k = first; k < last; k++)
        if (take_name_row(mix, b, a, mix->names.to[k], b->base[k - first]))
            mix->name_alive[k] = 1;
}

/* Whether two nodes are compared because of their names. */
static bool is_compared(const pl_term_rows *mix, uint32_t a, uint32_t b)
{
    uint32_t x = mix->scope.corpus->node_key[a];
    uint32_t y = mix->scope.corpus->node_key[b];
    if (x != y &&
        pl_neighbours_find(&mix->names, x, y) == mix->names.first[x + 1])
        return false;
    return !mix->crowds.crowded[x] || !mix->crowds.crowded[y] ||
           bsearch(&b, mix->candidates.row[a], mix->candidates.degree[a],
                   sizeof b, pl_compare_uint32) != NULL;
}

/* Everything that node `a` is compared with. */
static void compare_row(const pl_term_rows *mix, bench *b, uint32_t a)
{
    const uint32_t *key = mix->scope.corpus->node_key;
    if (mix->crowds.crowded[key[a]])
        compare_crowded(mix, b, a);
    else
        compare_all_names(mix, b, a);
    for (uint64_t k = mix->nodes.first[a]; k < mix->nodes.first[a + 1]; k++) {
        uint32_t other = mix->nodes.to[k];
        if (!is_compared(mix, a, other) &&
            take_node_pair(mix, b, a, other,
                           compare_two_names(mix, key[a], key[other])))
            mix->node_alive[k] = 1;
    }
}

static void compare_name(void *context, uint32_t piece, uint32_t thread)
{
    sweep *s = context;
    const pl_term_rows *mix = s->mix;
    bench *b = &s->benches[thread];
    uint32_t name = mix->sharing.from + piece;
    uint64_t first = mix->names.first[name], last = mix->names.first[name + 1];
    if (b->failed || mix->first[name] == mix->first[name + 1])
        return;
    b->found.count = 0;
    for (uint64_t k = first; k < last; k++)
        b->base[k - first] = compare_two_names(mix, name, mix->names.to[k]);
    b->base[last - first] = compare_two_names(mix, name, name);
    for (uint64_t k = mix->first[name]; k < mix->first[name + 1]; k++) {
        size_t before = b->found.count;
        compare_row(mix, b, mix->node[k]);
        mix->degree[mix->node[k]] = b->found.count - before;
    }
    if (b->found.count == 0)
        return;
    mix->found[name] = pl_allocate(b->found.count, sizeof *b->found.items);
    if (mix->found[name] == NULL)
        b->failed = true;
    else
        memcpy(mix->found[name], b->found.items,
               b->found.count * sizeof *b->found.items);
}

static uint64_t longest(const uint64_t *first, uint32_t count)
{
    uint64_t most = 0;
    for (uint32_t k = 0; k < count; k++)
        most = first[k + 1] - first[k] > most ? first[k + 1] - first[k] : most;
    return most;
}

static pleach_status run_sweep(const pl_term_rows *mix, pleach_error *error)
{
    uint32_t names = pl_strings_count(mix->scope.corpus->keys);
    uint64_t most_names = longest(mix->names.first, names) + 1;
    sweep s = {mix, NULL};
    s.benches = pl_allocate(mix->threads, sizeof *s.benches);
    pleach_status status =
        s.benches == NULL ? pl_fail_memory(error) : PLEACH_OK;
    for (uint32_t t = 0; status == PLEACH_OK && t < mix->threads; t++) {
        s.benches[t].base = pl_allocate(most_names, sizeof(double));
        if (s.benches[t].base == NULL)
            status = pl_fail_memory(error);
    }
    if (status == PLEACH_OK)
        status = pl_parallel(mix->sharing.to - mix->sharing.from, mix->threads,
                             compare_name, &s, "compare", mix->scope.listener,
                             error);
    for (uint32_t t = 0; s.benches != NULL && t < mix->threads; t++) {
        if (status == PLEACH_OK && s.benches[t].failed)
            status = pl_fail_memory(error);
        pl_release(s.benches[t].base);
        pl_list_free(&s.benches[t].found);
    }
    pl_release(s.benches);
    return status;
}

/* ------------------------------------------------------------ preparing -- */

/* About what it takes to compare the nodes of a name. */
static uint64_t work_of_name(const void *context, uint32_t name)
{
    const pl_term_rows *mix = context;
    uint64_t size = mix->first[name + 1] - mix->first[name], others = size;
    for (uint64_t k = mix->names.first[name]; k < mix->names.first[name + 1];
         k++)
        others +=
            mix->first[mix->names.to[k] + 1] - mix->first[mix->names.to[k]];
    if (mix->crowds.crowded[name] && others > 2 * (uint64_t)mix->crowds.keep)
        others = 2 * (uint64_t)mix->crowds.keep;
    return size * others + 1;
}

static bool list_name_nodes(pl_term_rows *mix)
{
    const pleach_corpus *corpus = mix->scope.corpus;
    uint32_t names = pl_strings_count(corpus->keys);
    pl_arena *arena = mix->scope.arena;
    mix->first = PL_ARENA_ARRAY(arena, uint64_t, names + 2u);
    mix->node = PL_ARENA_ARRAY(arena, uint32_t, corpus->node_count);
    mix->degree = PL_ARENA_ARRAY(arena, uint64_t, corpus->node_count);
    mix->group = PL_ARENA_ARRAY(arena, uint32_t, names);
    mix->found = PL_ARENA_ARRAY(arena, uint64_t *, names);
    if (!mix->found || !mix->first || !mix->node || !mix->degree || !mix->group)
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

static pleach_status gather_links(pl_term_rows *mix, pl_links *links,
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
static uint32_t find_block_of(uint32_t *group, uint32_t name)
{
    while (group[name] != name) {
        group[name] = group[group[name]];
        name = group[name];
    }
    return name;
}

static void join_groups(uint32_t *group, uint32_t a, uint32_t b)
{
    a = find_block_of(group, a);
    b = find_block_of(group, b);
    if (a < b)
        group[b] = a;
    else
        group[a] = b;
}

static void group_names(pl_term_rows *mix)
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
        for (uint64_t k = mix->nodes.first[n]; k < mix->nodes.first[n + 1]; k++)
            if (mix->node_alive[k])
                join_groups(group, corpus->node_key[n],
                            corpus->node_key[mix->nodes.to[k]]);
    for (uint32_t name = 0; name < names; name++)
        group[name] = find_block_of(group, name);
}

/* What brings nodes near each other, in terms of what they have. */
static void describe(const pl_similarity *similarity,
                     pl_candidates_question *to)
{
    static const uint32_t NEVER_ENOUGH = 64;
    for (uint32_t k = 0; k < similarity->count; k++) {
        const pl_term *term = &similarity->terms[k];
        bool counted =
            term->kind == &pl_term_tags || term->kind == &pl_term_context;
        bool tags = term->kind == &pl_term_tags ||
                    term->kind == &pl_term_jaccard ||
                    term->kind == &pl_term_cosine;
        bool names =
            term->kind == &pl_term_context || term->kind == &pl_term_structure;
        uint32_t enough = counted && term->number < NEVER_ENOUGH
                              ? (uint32_t)ceil(term->number)
                              : NEVER_ENOUGH;
        to->by_tags |= tags;
        to->by_names |= names;
        if ((tags || names) && enough > to->enough)
            to->enough = enough;
    }
    /* Where the names say it all, hubs are those in good company. */
    if (!to->by_tags && !to->by_names)
        to->by_names = true;
}

static pleach_status find_term_candidates(pl_term_rows *mix,
                                          pleach_error *error)
{
    pl_tags tags = pl_tags_here(mix->scope.corpus);
    pl_candidates_question question = {
        .affinity = mix->affinity,
        .tags = &tags,
        .crowds = &mix->crowds,
        .anybody = true,
        .names = &mix->names,
        .threads = mix->threads,
    };
    if (!pl_crowds_find(&mix->crowds, mix->scope.arena, mix->affinity,
                        &mix->names, mix->options))
        return pl_fail_memory(error);
    if (mix->crowds.count == 0)
        return PLEACH_OK;
    describe(mix->similarity, &question);
    return pl_candidates_find(&mix->candidates, &question, error);
}

static pleach_status prepare_terms(pl_term_rows *mix, pleach_error *error)
{
    pl_links links = {{NULL, 0, 0}, {NULL, 0, 0}};
    for (uint32_t k = 0; k < mix->similarity->count; k++) {
        pl_term *term = &mix->similarity->terms[k];
        if (term->kind->prepare != NULL)
            PL_TRY(term->kind->prepare(term, &mix->scope, error));
    }
    if (!list_name_nodes(mix))
        return pl_fail_memory(error);
    pleach_status status = gather_links(mix, &links, error);
    pl_links_free(&links);
    PL_TRY(status);
    PL_TRY(find_term_candidates(mix, error));
    if (!pl_piece_shares_make(
            &mix->sharing, mix->scope.arena, mix->affinity->exchange,
            pl_strings_count(mix->scope.corpus->keys), work_of_name, mix))
        return pl_fail_memory(error);
    PL_TRY(run_sweep(mix, error));
    PL_TRY(pl_term_rows_tell(mix, error));
    group_names(mix);
    return PLEACH_OK;
}

/* --------------------------------------------------------------- public -- */

pleach_status pl_term_rows_new(pl_term_rows **mix,
                               const pleach_affinity *affinity,
                               pl_similarity *similarity,
                               const pleach_affinity_options *options,
                               pleach_error *error)
{
    pl_arena *arena = pl_arena_new();
    pl_term_rows *made =
        arena == NULL ? NULL : PL_ARENA_ARRAY(arena, pl_term_rows, 1);
    if (made == NULL) {
        pl_arena_free(arena);
        return pl_fail_memory(error);
    }
    made->scope = (pl_scope){.corpus = affinity->corpus,
                             .selection = &affinity->selection,
                             .arena = arena,
                             .listener = options->listener,
                             .threads = options->threads,
                             .own = options->own};
    made->affinity = affinity;
    made->similarity = similarity;
    made->options = options;
    made->threads = pl_thread_count(options->threads);
    pleach_status status = prepare_terms(made, error);
    if (status != PLEACH_OK)
        pl_term_rows_free(made);
    else
        *mix = made;
    return status;
}

void pl_term_rows_free(pl_term_rows *mix)
{
    if (mix == NULL)
        return;
    for (uint32_t k = 0; k < mix->similarity->count; k++) {
        pl_term *term = &mix->similarity->terms[k];
        if (term->kind->release != NULL)
            term->kind->release(term);
        term->state = NULL;
    }
    pl_candidates_free(&mix->candidates);
    for (uint32_t k = 0; mix->found != NULL &&
                         k < pl_strings_count(mix->affinity->corpus->keys);
         k++)
        pl_release(mix->found[k]);
    pl_arena_free(mix->scope.arena);
}

const uint32_t *pl_term_rows_groups(const pl_term_rows *mix)
{
    return mix->group;
}

uint64_t pl_term_rows_looked_at(const pl_term_rows *mix)
{
    return mix->scope.looked_at;
}
