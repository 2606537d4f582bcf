/* term_rows.c: a sweep over all names: who is similar, and how much. */
/* SPDX-License-Identifier: MIT */
#include "same/term_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/status.h"
#include "base/threads.h"
#include "base/union_find.h"
#include "same/term_rows_fill.h"

/* One thread's workshop. */
typedef struct row_scratch {
    PL_LIST(uint64_t) found; /* of one name: node << 32 | bits of the value */
    bool failed;
} row_scratch;

typedef struct sweep {
    const pl_term_rows *terms;
    row_scratch *scratches;
} sweep;

/* ------------------------------------------------------------ comparing -- */

/* The value of two nodes. Equal names come first: sums depend on their order
 * in the last bit. */
static float compare_nodes(const pl_term_rows *terms, uint32_t a, uint32_t b)
{
    const uint32_t *key = terms->scope.corpus->node_key;
    double sum = key[a] == key[b] ? terms->same_name : 0;
    if (terms->scope.corpus->node_twin[a] == b)
        return 1;
    for (uint32_t k = 0; k < terms->similarity->count && sum < 1; k++) {
        const pl_term *term = &terms->similarity->terms[k];
        if (term->kind->compare_nodes != NULL)
            sum += term->weight * term->kind->compare_nodes(term, a, b);
    }
    return sum < 1 ? (float)sum : 1;
}

/* One person named these apart, or one is the other's parent. */
static bool names_never_compared(const pl_term_rows *terms, uint32_t a,
                                 uint32_t b)
{
    const uint32_t *sapling = terms->scope.corpus->node_sapling;
    return sapling[a] == sapling[b];
}

/* Takes in one pair; false when the nodes are not similar. */
static bool take_node_pair(const pl_term_rows *terms, row_scratch *to,
                           uint32_t a, uint32_t b)
{
    uint32_t bits;
    if (names_never_compared(terms, a, b))
        return false;
    float value = compare_nodes(terms, a, b);
    if (!(value > 0))
        return false;
    memcpy(&bits, &value, sizeof bits);
    pl_list_add(&to->found, (uint64_t)b << 32 | bits);
    return true;
}

/* Nodes of one name; alive is set when one is similar. */
static bool take_name_row(const pl_term_rows *terms, row_scratch *to,
                          uint32_t a, uint32_t name)
{
    bool alive = false;
    for (uint64_t k = terms->first[name]; k < terms->first[name + 1]; k++)
        alive |= take_node_pair(terms, to, a, terms->node[k]);
    return alive;
}

/* The candidates of a node in a crowd, and all nodes of linked names that are
 * not crowded. */
static void compare_crowded(const pl_term_rows *terms, row_scratch *b,
                            uint32_t a)
{
    const uint32_t *key = terms->scope.corpus->node_key;
    uint64_t first = terms->names.first[key[a]];
    uint64_t last = terms->names.first[key[a] + 1];
    for (uint32_t k = 0; k < terms->candidates.degree[a]; k++) {
        uint32_t other = terms->candidates.row[a][k];
        uint64_t link =
            key[other] == key[a]
                ? last
                : pl_neighbours_find(&terms->names, key[a], key[other]);
        if (take_node_pair(terms, b, a, other) && link < last)
            terms->name_alive[link] = 1;
    }
    for (uint64_t k = first; k < last; k++)
        if (!terms->crowds.crowded[terms->names.to[k]] &&
            take_name_row(terms, b, a, terms->names.to[k]))
            terms->name_alive[k] = 1;
}

/* All nodes of the own name and of linked ones. */
static void compare_all_names(const pl_term_rows *terms, row_scratch *b,
                              uint32_t a)
{
    uint32_t name = terms->scope.corpus->node_key[a];
    uint64_t first = terms->names.first[name],
             last = terms->names.first[name + 1];
    take_name_row(terms, b, a, name);
    for (uint64_t k = first; k < last; k++)
        if (take_name_row(terms, b, a, terms->names.to[k]))
            terms->name_alive[k] = 1;
}

/* Whether two nodes are compared because of their names. */
static bool is_compared(const pl_term_rows *terms, uint32_t a, uint32_t b)
{
    uint32_t x = terms->scope.corpus->node_key[a];
    uint32_t y = terms->scope.corpus->node_key[b];
    if (x != y &&
        pl_neighbours_find(&terms->names, x, y) == terms->names.first[x + 1])
        return false;
    return !terms->crowds.crowded[x] || !terms->crowds.crowded[y] ||
           bsearch(&b, terms->candidates.row[a], terms->candidates.degree[a],
                   sizeof b, pl_compare_uint32) != NULL;
}

/* Everything that node `a` is compared with. */
static void compare_row(const pl_term_rows *terms, row_scratch *b, uint32_t a)
{
    const uint32_t *key = terms->scope.corpus->node_key;
    if (terms->crowds.crowded[key[a]])
        compare_crowded(terms, b, a);
    else
        compare_all_names(terms, b, a);
    for (uint64_t k = terms->nodes.first[a]; k < terms->nodes.first[a + 1];
         k++) {
        uint32_t other = terms->nodes.to[k];
        if (!is_compared(terms, a, other) && take_node_pair(terms, b, a, other))
            terms->node_alive[k] = 1;
    }
}

/* The room found is copied to its exact size, since all names are held until
 * rows are laid out. */
static void compare_name_rows(void *context, uint32_t name, uint32_t thread)
{
    sweep *s = context;
    const pl_term_rows *terms = s->terms;
    row_scratch *b = &s->scratches[thread];
    if (b->failed || pl_arena_failed(b->found.arena) ||
        terms->first[name] == terms->first[name + 1])
        return;
    b->found.count = 0;
    for (uint64_t k = terms->first[name]; k < terms->first[name + 1]; k++) {
        size_t before = b->found.count;
        compare_row(terms, b, terms->node[k]);
        terms->degree[terms->node[k]] = b->found.count - before;
    }
    if (b->found.count == 0)
        return;
    terms->found[name] = pl_allocate(b->found.count, sizeof *b->found.items);
    if (terms->found[name] == NULL)
        b->failed = true;
    else
        memcpy(terms->found[name], b->found.items,
               b->found.count * sizeof *b->found.items);
}

static pleach_status run_sweep(const pl_term_rows *terms, pleach_error *error)
{
    uint32_t names = pl_strings_count(terms->scope.corpus->keys);
    PL_SCRATCH(scratch);
    sweep s = {terms, PL_ARENA_ARRAY(scratch, row_scratch, terms->threads)};
    PL_TRY(pl_check_memory(scratch, error));
    for (uint32_t t = 0; t < terms->threads; t++)
        s.scratches[t].found.arena = pl_arena_new();
    pleach_status status =
        pl_parallel(names, terms->threads, compare_name_rows, &s, "compare",
                    terms->scope.listener, error);
    for (uint32_t t = 0; t < terms->threads; t++) {
        pl_arena *arena = s.scratches[t].found.arena;
        if (status == PLEACH_OK &&
            (s.scratches[t].failed || pl_arena_failed(arena)))
            status = pl_fail_memory(error);
        pl_arena_free(arena);
    }
    return status;
}

/* ------------------------------------------------------------ preparing -- */

/* Sorted by counting: names are numbers already, and there are as many nodes as
 * there are. */
static void list_name_nodes(pl_term_rows *terms)
{
    const pleach_corpus *corpus = terms->scope.corpus;
    uint32_t names = pl_strings_count(corpus->keys);
    pl_arena *arena = terms->scope.arena;
    terms->first = PL_ARENA_ARRAY(arena, uint64_t, names + 2u);
    terms->node = PL_ARENA_ARRAY(arena, uint32_t, corpus->node_count);
    terms->degree = PL_ARENA_ARRAY(arena, uint64_t, corpus->node_count);
    terms->group = PL_ARENA_ARRAY(arena, uint32_t, names);
    terms->found = PL_ARENA_ARRAY(arena, uint64_t *, names);
    if (pl_arena_failed(arena))
        return;
    for (uint32_t n = 0; n < corpus->node_count; n++)
        if (pl_in_scope(&terms->scope, n))
            terms->first[corpus->node_key[n] + 2]++;
    for (uint32_t name = 0; name < names; name++)
        terms->first[name + 2] += terms->first[name + 1];
    for (uint32_t n = 0; n < corpus->node_count; n++)
        if (pl_in_scope(&terms->scope, n))
            terms->node[terms->first[corpus->node_key[n] + 1]++] = n;
}

/* Terms name the pairs they care about, and several may name the same one: they
 * are settled once, before anybody is compared. */
static pleach_status gather_links(pl_term_rows *terms, pl_links *links,
                                  pleach_error *error)
{
    const pleach_corpus *corpus = terms->scope.corpus;
    pl_arena *arena = terms->scope.arena;
    for (uint32_t k = 0; k < terms->similarity->count; k++) {
        const pl_term *term = &terms->similarity->terms[k];
        if (term->kind->link != NULL)
            PL_TRY(term->kind->link(term, &terms->scope, links, error));
    }
    PL_TRY(pl_check_memory(links->names.arena, error));
    pl_pairs_settle(&links->names);
    pl_pairs_settle(&links->nodes);
    terms->name_alive = PL_ARENA_ARRAY(arena, uint8_t, 2 * links->names.count);
    terms->node_alive = PL_ARENA_ARRAY(arena, uint8_t, 2 * links->nodes.count);
    PL_TRY(pl_check_memory(arena, error));
    if (!pl_neighbours_make(&terms->names, arena, &links->names,
                            pl_strings_count(corpus->keys)) ||
        !pl_neighbours_make(&terms->nodes, arena, &links->nodes,
                            corpus->node_count))
        return pl_fail_memory(error);
    return PLEACH_OK;
}

/* The smallest member heads a group. */
static void join_groups(uint32_t *group, uint32_t a, uint32_t b)
{
    a = pl_union_find(group, a);
    b = pl_union_find(group, b);
    if (a < b)
        group[b] = a;
    else
        group[a] = b;
}

/* Blocks are what the solvers may treat apart, so names are joined where some
 * pair of their nodes came out similar, and not merely where they were
 * compared. */
static void group_names(pl_term_rows *terms)
{
    const pleach_corpus *corpus = terms->scope.corpus;
    uint32_t names = pl_strings_count(corpus->keys), *group = terms->group;
    for (uint32_t name = 0; name < names; name++)
        group[name] = name;
    for (uint32_t name = 0; name < names; name++)
        for (uint64_t k = terms->names.first[name];
             k < terms->names.first[name + 1]; k++)
            if (terms->name_alive[k])
                join_groups(group, name, terms->names.to[k]);
    for (uint32_t n = 0; n < corpus->node_count; n++)
        for (uint64_t k = terms->nodes.first[n]; k < terms->nodes.first[n + 1];
             k++)
            if (terms->node_alive[k])
                join_groups(group, corpus->node_key[n],
                            corpus->node_key[terms->nodes.to[k]]);
    for (uint32_t name = 0; name < names; name++)
        group[name] = pl_union_find(group, name);
}

/* What brings nodes near each other, in terms of what they have. */
static void describe_question(const pl_similarity *similarity,
                              pl_candidates_question *to)
{
    static const uint32_t NEVER_ENOUGH = 64;
    for (uint32_t k = 0; k < similarity->count; k++) {
        const pl_term *term = &similarity->terms[k];
        bool counted =
            term->kind == &pl_term_tags || term->kind == &pl_term_context;
        bool tags = term->kind == &pl_term_tags;
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

/* Sums know more reasons to be similar than an index does, so where a name is
 * crowded anybody may be a candidate, not only who shares evidence. */
static pleach_status find_term_candidates(pl_term_rows *terms,
                                          pleach_error *error)
{
    pl_candidates_question question = {
        .affinity = terms->affinity,
        .crowds = &terms->crowds,
        .anybody = true,
        .names = &terms->names,
        .threads = terms->threads,
    };
    if (!pl_crowds_find(&terms->crowds, terms->scope.arena, terms->affinity,
                        &terms->names, terms->options))
        return pl_fail_memory(error);
    PL_TRY(pl_crowds_afford(&terms->crowds, terms->options, error));
    if (terms->crowds.count == 0)
        return PLEACH_OK;
    describe_question(terms->similarity, &question);
    return pl_candidates_find(&terms->candidates, &question, error);
}

/* Each term learns what it needs before any pair is asked for: some, such as
 * concepts, look at the whole corpus. */
static pleach_status prepare_terms(pl_term_rows *terms, pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_links links = {{.arena = scratch}, {.arena = scratch}};
    for (uint32_t k = 0; k < terms->similarity->count; k++) {
        pl_term *term = &terms->similarity->terms[k];
        if (term->kind == &pl_term_name)
            terms->same_name += term->weight;
        if (term->kind->prepare != NULL)
            PL_TRY(term->kind->prepare(term, &terms->scope, error));
    }
    list_name_nodes(terms);
    PL_TRY(pl_check_memory(terms->scope.arena, error));
    PL_TRY(gather_links(terms, &links, error));
    PL_TRY(find_term_candidates(terms, error));
    PL_TRY(run_sweep(terms, error));
    group_names(terms);
    return PLEACH_OK;
}

/* --------------------------------------------------------------- public -- */

/* One arena for all of it, as nothing here outlives the rows. */
pleach_status pl_term_rows_new(pl_term_rows **terms,
                               const pleach_affinity *affinity,
                               pl_similarity *similarity,
                               const pleach_affinity_options *options,
                               pleach_error *error)
{
    pl_arena *arena;
    pl_term_rows *made = pl_arena_object(&arena, sizeof *made);
    if (made == NULL)
        return pl_fail_memory(error);
    made->scope = (pl_scope){.corpus = affinity->corpus,
                             .selection = &affinity->selection,
                             .arena = arena,
                             .listener = options->listener,
                             .exchange = affinity->exchange,
                             .threads = options->threads,
                             .own = options->own,
                             .known = &similarity->known,
                             .answers = affinity->answers};
    made->affinity = affinity;
    made->similarity = similarity;
    made->options = options;
    made->threads = pl_thread_count(options->threads);
    pleach_status status = prepare_terms(made, error);
    if (status != PLEACH_OK)
        pl_term_rows_free(made);
    else
        *terms = made;
    return status;
}

/* Terms are the caller's and may be prepared again, so their state is taken
 * from them. */
void pl_term_rows_free(pl_term_rows *terms)
{
    if (terms == NULL)
        return;
    for (uint32_t k = 0; k < terms->similarity->count; k++) {
        pl_term *term = &terms->similarity->terms[k];
        if (term->kind->release != NULL)
            term->kind->release(term);
        term->state = NULL;
    }
    pl_candidates_free(&terms->candidates);
    for (uint32_t k = 0; terms->found != NULL &&
                         k < pl_strings_count(terms->affinity->corpus->keys);
         k++)
        pl_release(terms->found[k]);
    pl_arena_free(terms->scope.arena);
}

const uint32_t *pl_term_rows_groups(const pl_term_rows *terms)
{
    return terms->group;
}

uint64_t pl_term_rows_looked_at(const pl_term_rows *terms)
{
    return terms->scope.looked_at;
}
