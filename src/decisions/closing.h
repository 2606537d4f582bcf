/* closing.h: what is known while it is found out what follows from decisions.
 * For rulings_close.c alone. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CLOSING_H
#define PL_CLOSING_H

#include "base/union_find.h"
#include "decisions/rulings.h"
#include "pleach_curate.h"

typedef struct pl_closing {
    pl_rulings *r;
    const pleach_corpus *corpus;
    uint32_t touched_count;
    uint32_t *touched; /* nodes that some decision names, ascending */
    uint32_t *up;      /* per node: towards its class; only for touched ones */
    /* Per node that stands for a class. */
    uint32_t *parent, *label, *frozen;
    uint32_t *mark; /* the last stamp put on it */
    uint32_t stamp;
    uint32_t *done; /* per side: the last round in which it was united */
    uint32_t round;
    uint32_t *order; /* decisions in the order they are tried, then what is
                        stated, from the number of decisions on */
    uint8_t *active; /* per decision: it is tried; behind them a 1, for what
                        did not change */
    /* The larger list of each `different` and `not-under`, and the side of it
     * that is smaller; ascending. */
    uint64_t *apart;
    size_t apart_count;
    /* Members of previous clusters that are there: kept[kept_first[c]] up to
     * the next; NULL: no branch is kept. */
    uint32_t *kept_first, *kept;
} pl_closing;

static inline uint32_t pl_closing_class(pl_closing *c, uint32_t node)
{
    return pl_union_find(c->up, node);
}

static inline pleach_decision_kind pl_closing_kind(const pl_closing *c,
                                                   uint32_t k)
{
    return c->r->decisions->items[k].kind;
}

/* Numbers the classes, and hands on what is known of them; false: there is no
 * memory. */
PLEACH_CHECKED pleach_status pl_closing_keep(pl_closing *closing,
                                             pl_arena *arena,
                                             pleach_error *error);

#endif
