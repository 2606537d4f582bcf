/* random_answer.h: assignments by chance that satisfy I and E. */
/* SPDX-License-Identifier: MIT */
#ifndef RANDOM_ANSWER_H
#define RANDOM_ANSWER_H

#include "hand_made.h"

/* Some are exemplars; others join one that they know, or stand alone. */
static inline void random_answer(pl_random *random, const hand_made *h,
                                 uint32_t *exemplar)
{
    const pleach_affinity *a = &h->affinity;
    bool leads[HAND_MADE_NODES];
    double share = 0.1 + 0.6 * pl_random_unit(random);
    for (uint32_t i = 0; i < a->slot_count; i++)
        leads[i] = pl_random_chance(random, share);
    for (uint32_t i = 0; i < a->slot_count; i++) {
        uint32_t known = 0;
        exemplar[i] = i;
        for (uint32_t j = 0; !leads[i] && j < a->slot_count; j++)
            if (leads[j] && h->matrix[i][j] > 0 &&
                pl_random_below(random, ++known) == 0)
                exemplar[i] = j;
    }
}

#endif
