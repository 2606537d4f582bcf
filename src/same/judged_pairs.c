/* judged_pairs.c: passes over what the result before has judged. */
/* SPDX-License-Identifier: MIT */
#include "same/judged_pairs.h"

#include <string.h>

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

bool pl_judged_start(pl_judged *judged, const pl_labels *labels,
                     const uint32_t *earlier)
{
    *judged = (pl_judged){.labels = labels->count};
    if (earlier == NULL)
        return true;
    judged->meant = pl_allocate(labels->count, sizeof *judged->meant);
    judged->asked = pl_allocate(labels->count, sizeof *judged->asked);
    if (judged->meant == NULL || judged->asked == NULL)
        return false;
    for (uint32_t x = 0; x < labels->count; x++)
        judged->meant[x] = meaning_before(labels, x, earlier);
    return true;
}

void pl_judged_end(pl_judged *judged)
{
    pl_release(judged->meant);
    pl_release(judged->asked);
}

static bool is_open(const pl_judged *judged, uint32_t a, uint32_t b)
{
    uint32_t left = judged->meant[a], right = judged->meant[b];
    return left == PL_NONE || right == PL_NONE || left == right;
}

static void ask(pl_judged *judged, uint32_t a, uint32_t b)
{
    if (judged->meant[a] == PL_NONE || judged->meant[b] == PL_NONE)
        judged->asked[a] = judged->asked[b] = 1;
}

static bool is_wanted(const pl_judged *judged, uint32_t a, uint32_t b)
{
    return judged->asked[a] || judged->asked[b] || is_open(judged, a, b);
}

void pl_judged_leave_found(pl_judged *judged, pl_pair_list *found)
{
    size_t kept = 0;
    if (judged->meant == NULL)
        return;
    memset(judged->asked, 0, judged->labels);
    for (size_t k = 0; k < found->count; k++)
        ask(judged, (uint32_t)(found->items[k] >> 32),
            (uint32_t)found->items[k]);
    for (size_t k = 0; k < found->count; k++)
        if (is_wanted(judged, (uint32_t)(found->items[k] >> 32),
                      (uint32_t)found->items[k]))
            found->items[kept++] = found->items[k];
    found->count = kept;
}

void pl_judged_leave_scored(pl_judged *judged, pl_label_pairs *pairs)
{
    size_t kept = 0;
    if (judged->meant == NULL)
        return;
    memset(judged->asked, 0, judged->labels);
    for (size_t k = 0; k < pairs->count; k++)
        ask(judged, pairs->items[k].a, pairs->items[k].b);
    for (size_t k = 0; k < pairs->count; k++)
        if (is_wanted(judged, pairs->items[k].a, pairs->items[k].b))
            pairs->items[kept++] = pairs->items[k];
    pairs->count = kept;
}

void pl_judged_drop(const pl_judged *judged, pl_label_pairs *pairs)
{
    size_t kept = 0;
    for (size_t k = 0; k < pairs->count; k++)
        if (judged->meant == NULL ||
            is_open(judged, pairs->items[k].a, pairs->items[k].b))
            pairs->items[kept++] = pairs->items[k];
    pairs->count = kept;
}
