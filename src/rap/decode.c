/* decode.c: exemplars, and who believes in which of them. */
/* SPDX-License-Identifier: MIT */
#include "rap/decode.h"

/* The most believed exemplar among the pairs of a row. */
static uint32_t favourite_of(const pl_messages *m, uint32_t i,
                             const uint32_t *is_exemplar, pl_real *most)
{
    const pleach_affinity *a = m->affinity;
    uint32_t chosen = i, base = a->block_first[a->slot_block[i]];
    for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++) {
        if (!is_exemplar[a->pair_slot[p] - base])
            continue;
        pl_real belief = pl_belief(m, i, pl_place_of(m, i, p));
        if (chosen == i || belief > *most) {
            *most = belief;
            chosen = a->pair_slot[p];
        }
    }
    return chosen;
}

/* Who believes in itself leads, and the others take the best of those: c(j,j) =
 * 1 is what E asks of an exemplar, so nobody can choose a node that does not.
 */
void pl_decode(const pl_messages *m, uint32_t block, uint32_t *exemplar,
               float *confidence, uint32_t *marks)
{
    const pleach_affinity *a = m->affinity;
    uint32_t first = a->block_first[block], last = a->block_first[block + 1];
    for (uint32_t i = first; i < last; i++)
        marks[i - first] = pl_self_belief(m, i) > 0;
    for (uint32_t i = first; i < last; i++) {
        pl_real most = pl_self_belief(m, i);
        exemplar[i] = most > 0 ? i : favourite_of(m, i, marks, &most);
        confidence[i] = (float)most;
    }
}
