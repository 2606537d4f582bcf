/* choice_exchange.h: what processes that share an affinity tell each other
 * about it.
 *
 * Messages never leave the process that has the block. What does: which
 * choices of roots have changed, to those who have their children; and the
 * answers of blocks, whenever they are decoded, to everybody. Nothing here
 * does anything in a process that works alone. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CHOICE_EXCHANGE_H
#define PL_CHOICE_EXCHANGE_H

#include "rap/messages.h"

/* What happened in the latest iterations, here or altogether. */
typedef struct pl_iteration_counts {
    uint64_t changed; /* choices */
    uint64_t flipped; /* leaves whose parent's choice changed */
    uint64_t latest;  /* of these iterations, the last with a change; 0: none */
    uint64_t undecided; /* blocks where all or none are alone, if counted */
} pl_iteration_counts;

/* After each round of iterations: makes `happened` what happened altogether.
 * With `regroup`, leaves everywhere take over their parents' choices, as
 * pl_messages_regroup does for those here. */
PLEACH_CHECKED pleach_status
pl_choice_exchange_roots(pl_messages *messages, pl_iteration_counts *happened,
                         bool regroup, pleach_error *error);

/* Tells everybody the answers of `count` blocks that are here, and takes in
 * those of others. Both arrays per slot. */
PLEACH_CHECKED pleach_status pl_choice_exchange_blocks(
    const pleach_affinity *affinity, const uint32_t *blocks, uint32_t count,
    uint32_t *exemplar, float *confidence, pleach_error *error);

/* The same for the exemplars of single slots; all ranks list the same. */
PLEACH_CHECKED pleach_status
pl_choice_exchange_slots(const pleach_affinity *affinity, const uint32_t *slots,
                         size_t count, uint32_t *exemplar, pleach_error *error);

#endif
