/* messages.h: the messages of affinity propagation, plain and relational.
 *
 * Equation numbers are those of docs/method.md. Messages are scalars, the
 * difference between "i chooses j" and "i does not", one per stored pair and
 * one per node for the pair with itself.
 *
 * Messages live in CELLS, a row of them per slot. In a dense block a row has a
 * cell for every slot of the block, in slot order, and some more up to a full
 * vector; cells without a pair are inert, since nobody reaches a similarity of
 * -PL_FAR. In a sparse block a row has its pairs and nothing else.
 *
 * eta has no cells: a row computes one value for all of its pairs but the
 * winner, and damping keeps equal what was equal. What is kept is this usual
 * value, and those of the pairs that won lately. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_MESSAGES_H
#define PL_MESSAGES_H

#include "same/affinity.h"

/* Single precision halves the memory that an iteration streams through. The
 * oracle tests compile the messages with double to compare to 1e-12. */
#ifdef PL_DOUBLE
typedef double pl_real;
typedef int64_t pl_real_bits;
#else
typedef float pl_real;
typedef int32_t pl_real_bits;
#endif

#define PL_FAR ((pl_real)1e30)

/* The eta of a row: `usual` but at the places `at`, PL_NONE where there is no
 * more; at[0] won last. Who won so long ago that there is no place for it has
 * the usual value again. */
enum { PL_ODD = 4 };
typedef struct pl_row_eta {
    pl_real usual;
    pl_real odd[PL_ODD];
    uint32_t at[PL_ODD];
} pl_row_eta;

/* One thread's room to work on one block, each array as long as the widest
 * row. Columns are numbered within the block. */
typedef struct pl_block_scratch {
    pl_real *sum;           /* of positive rho, per column */
    pl_real *offer;         /* that sum and the rho of the column's own node */
    pl_real *top;           /* per row: the highest belief in another */
    pl_real *first, *next;  /* per row: the highest two betas of others */
    pl_real *eta;           /* of the row at hand, cell by cell */
    pl_real *best, *second; /* company of the strongest two groups (4.4) */
    pl_real *own;           /* company of a leaf's own group */
    pl_real *rival;         /* what the company competes with (4.6) */
    pl_real *rest;          /* the same for the strongest group itself */
    pl_real *floor;         /* tau's target for those without any company */
    pl_real *company;       /* of the group at hand */
    pl_real *spare;         /* one row */
    uint8_t *alone;         /* per leaf: nobody else is in its group */
    uint64_t *moved;        /* leaves that go to another group */
} pl_block_scratch;

typedef struct pl_messages {
    const pleach_affinity *affinity;
    bool relational;
    uint32_t vector;   /* bytes: 16, or what not every processor has */
    pl_real step;      /* 1 - damping */
    pl_real still;     /* steps up to this are rounding's own */
    uint32_t patience; /* calm iterations until a block settles */
    pl_real limit;     /* stands for infinity in tau, so that it recovers */

    /* Per cell. */
    pl_real *s;     /* similarity with ties broken */
    pl_real *alpha; /* column -> pair: exemplars choose themselves (E) */
    pl_real *tau;   /* siblings' company -> pair (F); rows of leaves */
    uint64_t cells, tau_cells;

    /* Per slot: where its row begins. tau_first is NULL in plain AP. */
    uint64_t *row_first, *tau_first;
    /* Per block: cells of a row where it is dense, 0 where it is sparse. */
    uint32_t *width;

    /* Per slot: row -> pair: one exemplar each (I); the highest s in the row.
     */
    pl_row_eta *eta;
    pl_real *highest;

    /* Per slot: the pair with itself. */
    pl_real *self_s, *self_eta, *self_alpha, *self_tau;
    pl_real *column; /* sum of positive rho, while `begun` */

    /* Per slot: where the argmax of the belief lies now, as a slot and as a
     * place in the row. */
    uint32_t *choice, *choice_at;
    /* Per slot: the choice that its children know of; relational, leaves:
     * the one that its parent showed (g in the equations). */
    uint32_t *shown, *group;
    /* Leaves of a block ordered by (group, slot), as group << 32 | slot, at
     * the block's slots; how many there are per block. */
    uint64_t *grouped;
    uint32_t *grouped_count;

    /* Per block. */
    uint32_t *changed;    /* choices that changed in the latest call */
    uint32_t *changed_at; /* the last of its iterations that did, from 1 */
    uint32_t *calm;       /* iterations without any change worth the name */
    uint8_t *settled;     /* calm for long enough: iterating changes nothing */
    uint8_t *begun;       /* eta and column are those of the next iteration */
    pl_real *stirred;     /* the largest step of the latest eta */
    uint8_t *regrouped;   /* `grouped` is out of date */

    pl_block_scratch *block_scratch; /* per thread */
} pl_messages;

typedef struct pl_messages_plan {
    double damping;
    bool relational;
    uint32_t vector;    /* at most so many bytes, for tests; 0: as many as
                           the processor has */
    uint32_t threads;   /* that will iterate */
    uint32_t patience;  /* calm iterations until a block settles; 0: never */
    double dense_share; /* blocks with at least this share of all ordered
                           pairs are dense; 0: by measurement */
} pl_messages_plan;

/* Takes all arrays from `arena`, sets messages to zero and every choice to
 * the node itself. Ties in s are broken by a fixed hash of who is compared. */
PLEACH_CHECKED pleach_status pl_messages_start(pl_messages *messages,
                                               pl_arena *arena,
                                               const pleach_affinity *affinity,
                                               const pl_messages_plan *plan,
                                               pleach_error *error);

/* `count` iterations of one block: eta, alpha, then tau where it is
 * relational, then the choices. Blocks are independent within an iteration,
 * in plain AP altogether; relational messages need pl_messages_regroup after
 * each, so there count is 1. With `ahead` the following iteration's eta is
 * computed while the rows are in the cache: cheaper, but beliefs are not to
 * be read then. The bits of the messages do not depend on it. */
void pl_messages_iterate(pl_messages *messages, uint32_t block, uint32_t thread,
                         uint32_t count, bool ahead);

static inline bool pl_root_slot(const pl_messages *messages, uint32_t slot)
{
    return messages->affinity->slot_parent[slot] == PL_NONE;
}

/* The place in row `slot` of one of its pairs. */
static inline uint32_t pl_place_of(const pl_messages *messages, uint32_t slot,
                                   uint64_t pair)
{
    const pleach_affinity *a = messages->affinity;
    uint32_t block = a->slot_block[slot];
    return messages->width[block] > 0
               ? a->pair_slot[pair] - a->block_first[block]
               : (uint32_t)(pair - a->pair_first[slot]);
}

static inline pl_real pl_eta_at(const pl_row_eta *eta, uint32_t place)
{
    for (int k = 0; k < PL_ODD; k++)
        if (eta->at[k] == place)
            return eta->odd[k];
    return eta->usual;
}

/* belief = s + alpha + eta + tau, of a place in a row and of a node with
 * itself. */
static inline pl_real pl_belief(const pl_messages *messages, uint32_t slot,
                                uint32_t place)
{
    uint64_t cell = messages->row_first[slot] + place;
    pl_real sigma = messages->s[cell] + pl_eta_at(&messages->eta[slot], place) +
                    messages->alpha[cell];
    return messages->relational && !pl_root_slot(messages, slot)
               ? sigma + messages->tau[messages->tau_first[slot] + place]
               : sigma;
}

static inline pl_real pl_self_belief(const pl_messages *messages, uint32_t slot)
{
    return messages->self_s[slot] + messages->self_eta[slot] +
           messages->self_alpha[slot] + messages->self_tau[slot];
}

#endif
