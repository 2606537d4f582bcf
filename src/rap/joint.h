/* joint.h: exact max-sum messages on pairs (own exemplar, parent's exemplar).
 *
 * The paper's messages tell children what their parents chose. These talk
 * both ways: a parent also learns what its choice is worth to its children.
 * Equation numbers are those of docs/method.md. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_JOINT_H
#define PL_JOINT_H

#include "rap/live_candidates.h"

/* An ENTRY is what one message is about: for a root, one live candidate; for
 * a leaf, one live candidate together with one live candidate of its parent.
 * The entries of live pair q are entry_first[q] .. entry_first[q + 1]. */
typedef struct pl_joint {
    const pleach_affinity *affinity;
    pl_live live;
    float damping;

    uint64_t *entry_first; /* live pairs + 1 */
    float *alpha;          /* column -> entry */
    float *rho;            /* entry -> column */
    uint32_t *group;       /* per entry: its parent's exemplar among the
                              column's; PL_NONE: the column cannot open so */

    /* Columns: the live pairs of others that name slot j, and the parents'
     * exemplars that its leaves may have. */
    uint64_t *column_first; /* slot_count + 1 */
    uint64_t *column_pair;  /* while starting; then what is needed of each
                               pair, packed, see joint.c */
    uint32_t *pair_owner;   /* per live pair: whose candidate it is */
    uint64_t *group_first;  /* slot_count + 1 */
    uint32_t *group_slot;   /* ascending within a column */
    float *company;         /* per group: positive rho of the leaves, summed */
    float *open;            /* per group: the column's value when open so */

    uint32_t *choice;     /* per slot: what it believes in most now */
    float *margin;        /* per slot: by how much, over the next best */
    uint32_t *changed;    /* per root, after an iteration */
    float limit;          /* stands for infinity */
    uint32_t most_groups; /* in any column */
    uint32_t most_live;   /* candidates of any slot */
    size_t most_scratch;
} pl_joint;

/* Takes arrays from `arena`; messages start at zero. */
PLEACH_CHECKED pleach_status pl_joint_start(pl_joint *joint, pl_arena *arena,
                                            const pleach_affinity *affinity,
                                            const pl_live *live, double damping,
                                            pleach_error *error);

/* One iteration in two halves, each over independent pieces. The first is
 * over slots and does something for roots, with their leaves: up, down, rho
 * and the choices. The second is over columns: alpha. `scratch` must have
 * room for pl_joint_scratch floats and is the calling thread's own. */
void pl_joint_send(pl_joint *joint, uint32_t root, float *scratch);
void pl_joint_receive(pl_joint *joint, uint32_t column, float *scratch);
size_t pl_joint_scratch(const pl_joint *joint);

static inline uint32_t pl_joint_live_count(const pl_joint *joint, uint32_t slot)
{
    return (uint32_t)(joint->live.first[slot + 1] - joint->live.first[slot]);
}

/* Messages in each direction: the cost of an iteration. */
uint64_t pl_joint_entries(const pl_joint *joint);

#endif
