/* term_structure.c: what stands above and below two nodes, by their roles:
 *     both have children:  down = o(children, children')
 *     both have a parent:  up = 1/2 [parents' names are equal]
 *                             + 1/2 o(siblings, siblings')
 *     s = their mean, or the one there is; a root without a known parent and
 *     a leaf without known children have nothing to compare: s = 1/2
 * An inner node of a deep tree has both. o is the rarity of the common names
 * as a share of that of the smaller set; only one empty set: o = 0. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "base/status.h"
#include "similarity/name_uses.h"
#include "similarity/sapling_names.h"

/* Unlike names of roots are compared if they share so many children, and so
 * much of the smaller set of them. */
enum { LEAST_CHILDREN = 2 };
static const double LEAST_OVERLAP = 0.3;
/* A name that more roots than this have as a child finds no pairs. */
enum { MOST_ROOTS = 128 };

static const double NOTHING_KNOWN = 0.5;

static pleach_status prepare(pl_term *term, pl_scope *scope,
                             pleach_error *error)
{
    pl_sapling_names *families;
    PL_TRY(pl_sapling_names_make(&families, scope, error));
    term->state = families;
    return PLEACH_OK;
}

/* The node as a root with children, or as a leaf; PL_NONE: it is not. */
static uint32_t as_root(const pleach_corpus *corpus, uint32_t node)
{
    uint32_t root = pl_is_root(corpus, node) ? node : corpus->node_twin[node];
    if (root == PL_NONE)
        return PL_NONE;
    uint32_t s = corpus->node_sapling[root];
    return corpus->sapling_first[s + 1] - root > 1 ? root : PL_NONE;
}

static uint32_t as_leaf(const pleach_corpus *corpus, uint32_t node)
{
    return pl_is_root(corpus, node) ? corpus->node_twin[node] : node;
}

static pl_kin children_of(const pleach_corpus *corpus, uint32_t root)
{
    return (pl_kin){corpus->node_sapling[root], corpus->node_key[root],
                    PL_NONE};
}

static double compare_down(const pl_sapling_names *f, uint32_t a, uint32_t b)
{
    double overlap =
        pl_kin_overlap(f, children_of(f->corpus, a), children_of(f->corpus, b));
    return overlap < 0 ? 0 : overlap;
}

static double compare_up(const pl_sapling_names *f, uint32_t a, uint32_t b)
{
    const pleach_corpus *c = f->corpus;
    uint32_t parent = c->node_key[pl_root_of(c, a)];
    uint32_t other = c->node_key[pl_root_of(c, b)];
    double overlap =
        pl_kin_overlap(f, (pl_kin){c->node_sapling[a], c->node_key[a], parent},
                       (pl_kin){c->node_sapling[b], c->node_key[b], other});
    /* Without siblings the parent says it all. */
    return overlap < 0 ? parent == other
                       : 0.5 * (parent == other) + 0.5 * overlap;
}

static double compare(const pl_term *term, uint32_t a, uint32_t b)
{
    const pl_sapling_names *f = term->state;
    uint32_t root_a = as_root(f->corpus, a), root_b = as_root(f->corpus, b);
    uint32_t leaf_a = as_leaf(f->corpus, a), leaf_b = as_leaf(f->corpus, b);
    bool down = root_a != PL_NONE && root_b != PL_NONE;
    bool up = leaf_a != PL_NONE && leaf_b != PL_NONE;
    double sum = 0;
    if (!down && !up)
        return NOTHING_KNOWN;
    if (down)
        sum += compare_down(f, root_a, root_b);
    if (up)
        sum += compare_up(f, leaf_a, leaf_b);
    return down && up ? sum / 2 : sum;
}

/* ---------------------------------------------- roots with other names -- */

/* Who has a name as a child: roots[first[name] .. first[name + 1]). */
typedef struct posting_index {
    uint64_t *first;
    uint32_t *roots;
    uint32_t *common; /* scratch: children shared with the present root */
    uint32_t *touched;
    uint64_t capped;
} posting_index;

static bool index_children(posting_index *to, const pl_sapling_names *f,
                           pl_arena *arena)
{
    const pleach_corpus *c = f->corpus;
    uint32_t names = pl_strings_count(c->keys);
    uint64_t *first = PL_ARENA_ARRAY(arena, uint64_t, names + 2u);
    to->roots = PL_ARENA_ARRAY(arena, uint32_t, c->node_count);
    to->common = PL_ARENA_ARRAY(arena, uint32_t, c->sapling_count);
    to->touched = PL_ARENA_ARRAY(arena, uint32_t, c->sapling_count);
    if (!first || !to->roots || !to->common || !to->touched)
        return false;
    for (uint32_t s = 0; s < c->sapling_count; s++)
        for (uint64_t k = f->first[s]; k < f->first[s + 1]; k++)
            first[f->name[k] + 2]++;
    for (uint32_t name = 0; name < names; name++)
        first[name + 2] += first[name + 1];
    for (uint32_t s = 0; s < c->sapling_count; s++)
        for (uint64_t k = f->first[s]; k < f->first[s + 1]; k++)
            to->roots[first[f->name[k] + 1]++] = s;
    to->first = first;
    return true;
}

/* Counts the names shared with every later sapling. */
static uint32_t meet(posting_index *in, const pl_sapling_names *f, uint32_t s)
{
    uint32_t touched = 0;
    for (uint64_t k = f->first[s]; k < f->first[s + 1]; k++) {
        uint32_t name = f->name[k];
        uint64_t from = in->first[name], to = in->first[name + 1];
        if (to - from > MOST_ROOTS) {
            in->capped += from < to && in->roots[from] == s;
            continue;
        }
        for (uint64_t p = from; p < to; p++)
            if (in->roots[p] > s && in->common[in->roots[p]]++ == 0)
                in->touched[touched++] = in->roots[p];
    }
    return touched;
}

static pleach_status link_sapling(posting_index *in, const pl_sapling_names *f,
                                  pl_scope *scope, uint32_t s, pl_links *links,
                                  pleach_error *error)
{
    const pleach_corpus *c = f->corpus;
    uint32_t a = c->sapling_first[s], touched = meet(in, f, s);
    scope->looked_at += touched;
    for (uint32_t k = 0; k < touched; k++) {
        uint32_t b = c->sapling_first[in->touched[k]];
        uint32_t common = in->common[in->touched[k]];
        in->common[in->touched[k]] = 0;
        if (common < LEAST_CHILDREN || c->node_key[a] == c->node_key[b] ||
            !pl_in_scope(scope, b) || compare_down(f, a, b) < LEAST_OVERLAP ||
            pl_told_apart(scope->apart, c->node_key[a], c->node_key[b]))
            continue;
        if (!pl_list_push(&links->nodes, pl_pair_pack(a, b)))
            return pl_fail_memory(error);
    }
    return PLEACH_OK;
}

static pleach_status add_links(const pl_term *term, pl_scope *scope,
                               pl_links *links, pleach_error *error)
{
    const pl_sapling_names *f = term->state;
    posting_index in = {.capped = 0};
    PL_TRY(pl_name_uses_make(scope, error));
    if (!index_children(&in, f, scope->arena))
        return pl_fail_memory(error);
    for (uint32_t s = 0; s < f->corpus->sapling_count; s++)
        if (pl_in_scope(scope, f->corpus->sapling_first[s]))
            PL_TRY(link_sapling(&in, f, scope, s, links, error));
    if (in.capped > 0)
        pl_scope_warn(scope, NULL, 0,
                      "%" PRIu64 " names that stand in more than %d saplings "
                      "each were not used to find roots with other names but "
                      "the same children.",
                      in.capped, MOST_ROOTS);
    return PLEACH_OK;
}

const pl_term_kind pl_term_structure = {.name = "structure",
                                        .prepare = prepare,
                                        .link = add_links,
                                        .compare_nodes = compare};
