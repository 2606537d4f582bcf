/* judged_pairs.c: passes over what the result before has judged. */
/* SPDX-License-Identifier: MIT */
#include "same/judged_pairs.h"

/* By its first node of that time, as nearly all labels have one meaning. */
static uint32_t meaning_before(const pl_labels *labels, uint32_t label,
                               const uint32_t *earlier)
{
    uint32_t meant = PL_NONE;
    for (uint64_t k = labels->first[label];
         k < labels->first[label + 1] && meant == PL_NONE; k++)
        meant = earlier[labels->node[k]];
    return meant;
}

bool pl_judged_drop(pl_pair_list *found, const pl_labels *labels,
                    const uint32_t *earlier)
{
    size_t kept = 0;
    if (earlier == NULL)
        return true;
    uint32_t *meant = pl_allocate(labels->count, sizeof *meant);
    if (meant == NULL)
        return false;
    for (uint32_t x = 0; x < labels->count; x++)
        meant[x] = meaning_before(labels, x, earlier);
    for (size_t k = 0; k < found->count; k++) {
        uint32_t left = meant[found->items[k] >> 32];
        uint32_t right = meant[(uint32_t)found->items[k]];
        if (left == PL_NONE || right == PL_NONE || left == right)
            found->items[kept++] = found->items[k];
    }
    found->count = kept;
    pl_release(meant);
    return true;
}
