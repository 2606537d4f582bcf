/* decode.c: exemplars, and who believes in which of them. */
/* SPDX-License-Identifier: MIT */
#include "rap/decode.h"

/* The most believed of the exemplars' columns in a dense row. */
static uint32_t favourite_of(const pl_messages *m, uint32_t i,
                             const uint32_t *exemplars, uint32_t count,
                             pl_real *most)
{
    const pleach_affinity *a = m->affinity;
    uint32_t chosen = i, base = a->block_first[a->slot_block[i]];
    const pl_real *s = m->s + m->row_first[i];
    for (uint32_t k = 0; k < count; k++) {
        if (s[exemplars[k]] <= -PL_FAR)
            continue;
        pl_real belief = pl_belief(m, i, exemplars[k]);
        if (chosen == i || belief > *most) {
            *most = belief;
            chosen = base + exemplars[k];
        }
    }
    return chosen;
}

/* The most believed exemplar among the pairs of a sparse row. */
static uint32_t favourite_among(const pl_messages *m, uint32_t i,
                                const uint32_t *is_exemplar, pl_real *most)
{
    const pleach_affinity *a = m->affinity;
    uint32_t chosen = i, base = a->block_first[a->slot_block[i]];
    uint64_t from = a->pair_first[i];
    for (uint64_t p = from; p < a->pair_first[i + 1]; p++) {
        if (!is_exemplar[a->pair_slot[p] - base])
            continue;
        pl_real belief = pl_belief(m, i, (uint32_t)(p - from));
        if (chosen == i || belief > *most) {
            *most = belief;
            chosen = a->pair_slot[p];
        }
    }
    return chosen;
}

/* Who believes in itself leads, and the others take the best of those: c(j,j) =
 * 1 is what E asks of an exemplar, so nobody can choose a node that does not.
 * Dense rows look through a list of leaders, sparse ones through their own few
 * pairs. */
void pl_decode(const pl_messages *m, uint32_t block, uint32_t *exemplar,
               float *confidence, uint32_t *marks)
{
    const pleach_affinity *a = m->affinity;
    uint32_t first = a->block_first[block], last = a->block_first[block + 1];
    bool dense = m->width[block] > 0;
    uint32_t count = 0;
    for (uint32_t i = first; i < last; i++) {
        bool leads = pl_self_belief(m, i) > 0;
        if (!dense)
            marks[i - first] = leads;
        else if (leads)
            marks[count++] = i - first;
    }
    for (uint32_t i = first; i < last; i++) {
        pl_real most = pl_self_belief(m, i);
        exemplar[i] = most > 0 ? i
                      : dense  ? favourite_of(m, i, marks, count, &most)
                               : favourite_among(m, i, marks, &most);
        confidence[i] = (float)most;
    }
}
