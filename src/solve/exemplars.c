/* exemplars.c: weighs every slot as the exemplar of its cluster. */
/* SPDX-License-Identifier: MIT */
#include "solve/exemplars.h"

#include <string.h>

/* How well a slot stands for its cluster: what all of it are worth with it as
 * their exemplar, up to a constant. A pair that is not stored counts as being
 * one concept does. */
static double standing_of(const pleach_affinity *a, const uint32_t *cluster,
                          uint32_t slot)
{
    double sum = pl_preference_of(a, slot);
    for (uint64_t k = a->pair_first[slot]; k < a->pair_first[slot + 1]; k++)
        if (cluster[a->pair_slot[k]] == cluster[slot])
            sum += a->pair_similarity[k] - a->same_concept;
    return sum;
}

/* Of equals the smaller identity, which does not depend on the order of the
 * input. */
bool pl_choose_exemplars(uint32_t *best, pl_arena *scratch,
                         const pleach_affinity *affinity,
                         const uint32_t *cluster, uint32_t count)
{
    const pleach_affinity *a = affinity;
    double *most = PL_ARENA_ARRAY(scratch, double, count);
    if (most == NULL)
        return false;
    memset(best, 0xff, count * sizeof *best);
    for (uint32_t i = 0; i < a->slot_count; i++) {
        uint32_t c = cluster[i], leads = best[c];
        double standing = standing_of(a, cluster, i);
        if (leads == PL_NONE || standing > most[c] ||
            (!(standing < most[c]) &&
             a->slot_identity[i] < a->slot_identity[leads])) {
            best[c] = i;
            most[c] = standing;
        }
    }
    return true;
}
