/* sound.c: looks at flags, numbers, slots and answers that were restored. */
#include "clusters/sound.h"

#include <math.h>

/* Messages are sums of similarities of at most 1, fewer than there can be
 * nodes, and of single preferences, which are at most a million. */
static const float LARGEST = 1e10f;

bool pl_sound_flags(const void *flags, size_t count)
{
    const unsigned char *at = flags;
    for (size_t k = 0; k < count; k++)
        if (at[k] > 1)
            return false;
    return true;
}

bool pl_sound_numbers(const float *numbers, uint64_t count)
{
    for (uint64_t k = 0; k < count; k++)
        if (!(fabsf(numbers[k]) <= LARGEST))
            return false;
    return true;
}

bool pl_sound_slot(const pleach_affinity *a, uint32_t slot, uint32_t other)
{
    return other < a->slot_count && a->slot_block[other] == a->slot_block[slot];
}

static bool is_assignment(const uint32_t *exemplar, const pleach_affinity *a)
{
    for (uint32_t i = 0; i < a->slot_count; i++)
        if (!pl_sound_slot(a, i, exemplar[i]) ||
            exemplar[exemplar[i]] != exemplar[i])
            return false;
    return true;
}

bool pl_sound_outcome(const pl_outcome *o, const pleach_affinity *a,
                      uint32_t max_iterations, bool any)
{
    if (!pl_sound_flags(&o->converged, sizeof o->converged) ||
        o->iterations > max_iterations || !isfinite(o->net_similarity))
        return false;
    for (uint64_t k = 0; k < o->conflict_count; k++)
        if (o->conflicts[k].slot >= a->slot_count ||
            !pl_sound_slot(a, o->conflicts[k].slot, o->conflicts[k].wanted) ||
            !isfinite(o->conflicts[k].cost))
            return false;
    return !any || is_assignment(o->exemplar, a);
}

bool pl_sound_record(const pl_record *r, uint32_t max_iterations)
{
    return pl_sound_flags(&r->any, sizeof r->any) &&
           pl_sound_outcome(r->outcome, r->bench.affinity, max_iterations,
                            r->any);
}
