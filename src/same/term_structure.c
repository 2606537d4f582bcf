/* term_structure.c: what stands above and below two nodes, by their roles:
 *     both have children:  down = o(children, children')
 *     both have a parent:  up = 1/2 [parents' names are equal]
 *                             + 1/2 o(siblings, siblings')
 *     s = their mean, or the one there is; a root without a known parent and
 *     a leaf without known children have nothing to compare: s = 1/2
 * An inner node of a deep tree has both. o is the rarity of the common names
 * as a share of that of the smaller set; only one empty set: o = 0.
 *
 * It says how alike nodes are that something else links: children in common
 * are what siblings, and a part and its whole, have, too. */
/* SPDX-License-Identifier: MIT */
#include "base/status.h"
#include "same/sapling_names.h"

static const double NOTHING_KNOWN = 0.5;

static pleach_status prepare_structure(pl_term *term, pl_scope *scope,
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

static pl_kin names_below(const pleach_corpus *corpus, uint32_t root)
{
    return (pl_kin){corpus->node_sapling[root], corpus->node_key[root],
                    PL_NONE};
}

static double compare_down(const pl_sapling_names *f, uint32_t a, uint32_t b)
{
    double overlap =
        pl_kin_overlap(f, names_below(f->corpus, a), names_below(f->corpus, b));
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

/* What is below and what is above count alike where both nodes have both; where
 * neither can be compared, nothing is known, which is not the same as 0. */
static double compare_structure(const pl_term *term, uint32_t a, uint32_t b)
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

const pl_term_kind pl_term_structure = {.name = "structure",
                                        .prepare = prepare_structure,
                                        .compare_nodes = compare_structure};
