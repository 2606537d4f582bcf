/* preference.c: one number for all nodes, or one for each. */
/* SPDX-License-Identifier: MIT */
#include "same/preference.h"

#include <inttypes.h>
#include <math.h>

#include "base/status.h"

static const double USUAL_PREFERENCE = 0.0001;
/* Beyond this, single precision would no longer see similarities at all. */
static const double MOST_PREFERENCE = 1000000;

/* Above 0, since pairs of similarity 0 are not stored, and that is exact only
 * when a node gains something by standing alone. */
static bool is_preference(double number)
{
    return number > 0 && number <= MOST_PREFERENCE;
}

pleach_status pl_preference_check(const pleach_affinity_options *options,
                                  pleach_error *error)
{
    double number = options->preference;
    return number == 0 || is_preference(number)
               ? PLEACH_OK
               : pl_fail(error, PLEACH_BAD_USAGE,
                         "The preference %.10g is not a number above 0 and up "
                         "to 1000000.",
                         number);
}

/* The least of them stands for all where a single number is asked for. */
static pleach_status set_each(pleach_affinity *affinity, const double *by_node,
                              pleach_error *error)
{
    uint32_t slots = affinity->slot_count;
    double *own = PL_ARENA_ARRAY(affinity->arena, double, slots);
    PL_TRY(pl_check_memory(affinity->arena, error));
    double least = slots > 0 ? INFINITY : USUAL_PREFERENCE;
    for (uint32_t slot = 0; slot < slots; slot++) {
        uint32_t node = affinity->slot_node[slot];
        if (!is_preference(by_node[node]))
            return pl_fail(error, PLEACH_BAD_USAGE,
                           "The preference of node %" PRIu32 " is %g; it must "
                           "be above 0 and up to 1000000.",
                           node, by_node[node]);
        own[slot] = by_node[node];
        least = fmin(least, own[slot]);
    }
    affinity->preference = least;
    affinity->slot_preference = own;
    return PLEACH_OK;
}

pleach_status pl_preference_set(pleach_affinity *affinity,
                                const pleach_affinity_options *options,
                                pleach_error *error)
{
    if (options->own != NULL && options->own->preferences != NULL)
        return set_each(affinity, options->own->preferences, error);
    affinity->preference =
        options->preference == 0 ? USUAL_PREFERENCE : options->preference;
    return PLEACH_OK;
}
