/* rulings.h: decisions as they bear on the nodes of a corpus.
 *
 * Nodes that decisions make one are a CLASS; so is every other node that a
 * decision names. Classes may share a cluster unless something forbids it. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_RULINGS_H
#define PL_RULINGS_H

#include "corpus/select.h"
#include "decisions/decisions.h"
#include "decisions/stated.h"

/* A class's parent where it is decided that it has none. */
#define PL_TOP (PL_NONE - 1)
/* What a class that keep-branch leaves out may not be one with. */
#define PL_OUTSIDE (PL_NONE - 1)

typedef struct pl_rulings {
    const pleach_decisions *decisions;
    const pleach_taxonomy *previous; /* NULL: there is none */
    uint64_t least_id;               /* of clusters that are not in it */
    uint32_t count;
    uint8_t *applies; /* per decision: it names nodes that take part */
    /* A is side 2 k of decision k, B side 2 k + 1. Sides that say the same name
     * one list of nodes, that of the first of them: like[side]. */
    uint32_t *like; /* 2 count */
    /* The list of a side that is like itself: node[first[side]] up to the next,
     * ascending; both copies of an inner node are there, or none. Sides that
     * are like others have none, nor has what is dropped. */
    uint32_t *first; /* 2 count + 1 */
    uint32_t *node;

    /* What sources state to be the same. Decisions go before it. */
    pl_stated_list stated;

    uint32_t *node_class; /* per corpus node; PL_NONE: nobody spoke of it */
    uint32_t class_count;
    /* Per class. */
    uint32_t *parent; /* a class, PL_TOP, or PL_NONE: it is free */
    uint32_t *label;  /* a decision, count + a previous cluster, or PL_NONE */
    uint32_t *frozen; /* a previous cluster, PL_OUTSIDE, or PL_NONE */
    /* The lists of `different` and `not-under` that its nodes are on:
     * side[side_first[c]] up to the next, ascending, each once. */
    uint32_t *side_first; /* class_count + 1 */
    uint32_t *side;
    /* Two lists each, ascending: what is different, either way round, and what
     * is not under what. */
    uint64_t *different, *not_under;
    size_t different_count, not_under_count;

    uint32_t *node_previous; /* per corpus node: its previous cluster or
                                PL_NONE; NULL: there is no previous */
    /* Per previous cluster: the decision that keeps it; `count`: it is kept,
     * for nothing about it has changed; count + 1: new nodes have a name of
     * it, count + 2: it lost nodes, so what it has left stays together; or
     * PL_NONE: it is free. */
    uint32_t *branch;
} pl_rulings;

static inline const uint32_t *pl_rulings_side(const pl_rulings *rulings,
                                              uint32_t side, uint32_t *count)
{
    const uint32_t *first = &rulings->first[rulings->like[side]];
    *count = first[1] - first[0];
    return rulings->node + first[0];
}

/* Finds the nodes that the decisions name among those that are kept, and
 * discards those that are dropped. A decision that names none is warned of, and
 * so is what sources state against them.
 * What did not change since `previous`, if there is one, is kept as it was.
 * Of decisions and previous one may be NULL.
 * PLEACH_BAD_DATA, with a smallest set of lines that say so, when not all can
 * hold. */
PLEACH_CHECKED pleach_status
pl_rulings_make(pl_rulings **rulings, pl_arena *arena, pl_selection *selection,
                const pleach_corpus *corpus, const pleach_decisions *decisions,
                const pleach_taxonomy *previous,
                const pleach_listener *listener, pleach_error *error);

/* The nodes of each side, and what is dropped: the first half of the above. */
PLEACH_CHECKED pleach_status pl_rulings_resolve(pl_rulings *rulings,
                                                pl_arena *arena,
                                                pl_selection *selection,
                                                const pleach_corpus *corpus,
                                                const pleach_listener *listener,
                                                pleach_error *error);

/* The classes, or the contradiction: the second half. */
PLEACH_CHECKED pleach_status pl_rulings_close(pl_rulings *rulings,
                                              pl_arena *arena,
                                              const pl_selection *selection,
                                              const pleach_corpus *corpus,
                                              const pleach_listener *listener,
                                              pleach_error *error);

/* What a class is to be called; NULL: nobody decided. */
const char *pl_rulings_label(const pl_rulings *rulings, uint32_t c);

/* Whether two labels (pl_rulings.label) are of two texts. */
bool pl_are_called_otherwise(const pl_rulings *rulings, uint32_t a, uint32_t b);

/* Whether a `different` is between two classes. */
bool pl_are_different(const pl_rulings *rulings, uint32_t a, uint32_t b);

/* Whether a `not-under` says so of a class and of what would be above it. */
bool pl_is_not_under(const pl_rulings *rulings, uint32_t a, uint32_t above);

#endif
