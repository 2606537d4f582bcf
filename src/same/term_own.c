/* term_own.c: what the caller's function, or the caller's pairs, say:
 *     s = compare(a, b), within 0 and 1
 *     s = what the pairs say; 0 for a pair that is not there */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "same/pair_values.h"

typedef struct given {
    const pleach_own_similarity *own;
    pl_pair_values pairs;
} given;

/* With a function the pairs only say who is compared, so their values are not
 * looked at. */
static pleach_status take_own_pair(given *g, const pleach_corpus *corpus,
                                   const pleach_pair *pair, pleach_error *error)
{
    uint32_t number = pair->a > pair->b ? pair->a : pair->b;
    bool valued = pair->similarity >= 0 && pair->similarity <= 1;
    pl_pair_value one = {pl_pair_pack(pair->a, pair->b), pair->similarity};
    if (number >= corpus->node_count)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "A pair names node %" PRIu32 ", but the corpus has "
                       "%" PRIu32 " nodes, counted from 0.",
                       number, corpus->node_count);
    if (g->own->compare == NULL && !valued)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The similarity of nodes %" PRIu32 " and %" PRIu32
                       " is %g; it must lie within 0 and 1.",
                       pair->a, pair->b, (double)pair->similarity);
    if (pair->a == pair->b || (g->own->compare == NULL && one.value <= 0))
        return PLEACH_OK;
    pl_list_add(&g->pairs, one);
    return PLEACH_OK;
}

/* The program's pairs are checked and copied now: afterwards they may be gone.
 */
static pleach_status prepare_own(pl_term *term, pl_scope *scope,
                                 pleach_error *error)
{
    given *g = PL_ARENA_ARRAY(scope->arena, given, 1);
    PL_TRY(pl_check_memory(scope->arena, error));
    g->own = scope->own;
    g->pairs.arena = scope->arena;
    term->state = g;
    for (size_t k = 0; k < g->own->pair_count; k++)
        PL_TRY(take_own_pair(g, scope->corpus, &g->own->pairs[k], error));
    PL_TRY(pl_check_memory(scope->arena, error));
    pl_pair_values_settle(&g->pairs);
    return PLEACH_OK;
}

static pleach_status add_own_links(const pl_term *term, pl_scope *scope,
                                   pl_links *links, pleach_error *error)
{
    const given *g = term->state;
    (void)error;
    pl_pair_values_link(&g->pairs, scope, links);
    return PLEACH_OK;
}

/* The smaller number first: a function that is not the same both ways still
 * gives symmetric rows. NAN is nothing in common. */
static double compare_own(const pl_term *term, uint32_t a, uint32_t b)
{
    const given *g = term->state;
    if (g->own->compare == NULL)
        return pl_pair_values_find(&g->pairs, a, b);
    double value = a < b ? g->own->compare(g->own->context, a, b)
                         : g->own->compare(g->own->context, b, a);
    return value > 0 ? (value < 1 ? value : 1) : 0;
}

const pl_term_kind pl_term_own = {.name = "own",
                                  .argument = PL_ARGUMENT_NONE,
                                  .prepare = prepare_own,
                                  .link = add_own_links,
                                  .compare_nodes = compare_own};
