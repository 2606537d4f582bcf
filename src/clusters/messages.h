/* messages.h: the messages of affinity propagation, plain and relational.
 *
 * Equation numbers are those of docs/method.md. Messages are scalars, the
 * difference between "i chooses j" and "i does not", one per stored pair and
 * one per node for the pair with itself. */
#ifndef PL_MESSAGES_H
#define PL_MESSAGES_H

#include "affinity/affinity.h"

/* Single precision halves the memory that an iteration streams through. The
 * oracle tests compile this file with double to compare to 1e-12. */
#ifndef PL_REAL
#define PL_REAL float
#endif
typedef PL_REAL pl_real;

typedef struct pl_messages {
    const pleach_affinity *affinity;
    pl_real damping;
    pl_real limit;       /* stands for infinity in tau, so that it recovers */

    /* Per pair. */
    pl_real *s;          /* similarity with ties broken */
    pl_real *eta;        /* row -> pair: one exemplar each (I) */
    pl_real *alpha;      /* column -> pair: exemplars choose themselves (E) */
    pl_real *tau;        /* siblings' company -> pair (F); NULL in plain AP */

    /* Per slot: the pair with itself. */
    pl_real *self_s, *self_eta, *self_alpha, *self_tau;

    /* Per slot: where the argmax of the belief lies now. */
    uint32_t *choice;
    /* Per slot, leaves only: the choice of its parent as of the iteration's
     * start (g in the equations). */
    uint32_t *group;
    /* Leaves of a block ordered by (group, slot), as group << 32 | slot, at
     * the block's slots; how many there are per block. */
    uint64_t *grouped;
    uint32_t *grouped_count;

    /* Per slot scratch, touched only by the block it belongs to. */
    pl_real *column;      /* sum of positive rho or sigma */
    pl_real *best, *second; /* strongest two groups of a column */
    uint32_t *best_group;

    /* Per block, after an iteration. */
    uint32_t *changed;   /* choices that changed */
    uint8_t *settled;    /* no bit of any message changed */
} pl_messages;

/* Takes all arrays from `arena`, sets messages to zero and every choice to
 * the node itself. Ties in s are broken by a fixed hash of who is compared. */
PLEACH_CHECKED pleach_status pl_messages_start(pl_messages *messages,
                                               pl_arena *arena,
                                               const pleach_affinity *affinity,
                                               double damping, bool relational,
                                               pleach_error *error);

/* One iteration of one block: eta, alpha, then tau where it is relational,
 * then the choices. Blocks are independent within an iteration. */
void pl_messages_iterate(pl_messages *messages, uint32_t block);

/* Between iterations, once all blocks are done: the leaves of a block take
 * over their parents' choices. Returns how many changed. */
uint32_t pl_messages_regroup(pl_messages *messages, uint32_t block);

/* belief = s + alpha + eta + tau, of a pair and of a node with itself. */
static inline pl_real pl_belief(const pl_messages *messages, uint64_t pair)
{
    pl_real tau = messages->tau == NULL ? 0 : messages->tau[pair];
    return messages->s[pair] + messages->alpha[pair] + messages->eta[pair] +
           tau;
}

static inline pl_real pl_self_belief(const pl_messages *messages, uint32_t slot)
{
    return messages->self_s[slot] + messages->self_alpha[slot] +
           messages->self_eta[slot] + messages->self_tau[slot];
}

#endif
