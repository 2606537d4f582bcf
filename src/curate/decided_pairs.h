/* decided_pairs.h: what decisions already say of the clusters of a result, so
 * that nobody is asked twice, in whatever words. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_DECIDED_PAIRS_H
#define PL_DECIDED_PAIRS_H

#include "curate/review_facts.h"

typedef struct pl_decided_pairs {
    uint32_t *place_up; /* per place: towards one that `same` joins it with */
    uint8_t *joined;    /* per place: `same` joins it with another one */
    /* Clusters (a, b) that are decided to be apart, a < b; and (child, parent)
     * of which it is decided whether one hangs below the other. Ascending. */
    PL_LIST(uint64_t) apart;
    PL_LIST(uint64_t) placed;
    PL_LIST(uint64_t) parted; /* places of which one is different; the same */
} pl_decided_pairs;

/* `decisions` may be NULL: then nothing is decided. */
PLEACH_CHECKED pleach_status pl_decided_pairs_find(
    pl_decided_pairs *pairs, pl_arena *arena, const pl_review_facts *facts,
    const pleach_decisions *decisions, pleach_error *error);

/* Of places, by what is said of them and of those they are one with. */
bool pl_is_decided_same(const pl_decided_pairs *pairs, uint32_t place,
                        uint32_t other);
bool pl_is_decided_parted(const pl_decided_pairs *pairs, uint32_t place,
                          uint32_t other);
/* Of clusters. */
bool pl_is_decided_apart(const pl_decided_pairs *pairs, uint32_t a, uint32_t b);
bool pl_is_place_decided(const pl_decided_pairs *pairs, uint32_t child,
                         uint32_t parent);

#endif
