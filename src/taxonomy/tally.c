/* tally.c: sorts what arrived, merges neighbours, sorts again. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/tally.h"

#include <stdlib.h>

bool pl_tally_add(pl_tally *tally, uint32_t id, double weight)
{
    pl_tally_item item = {id, (uint32_t)tally->count, weight};
    return pl_list_push(tally, item);
}

static int compare_tallied_ids(const void *left, const void *right)
{
    const pl_tally_item *a = left, *b = right;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

static int compare_tally_weights(const void *left, const void *right)
{
    const pl_tally_item *a = left, *b = right;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

/* Sorted by id, added up, sorted by weight: cheaper than a table, as clusters
 * have few tags each. */
void pl_tally_rank(pl_tally *tally)
{
    if (tally->count < 2)
        return;
    qsort(tally->items, tally->count, sizeof *tally->items,
          compare_tallied_ids);
    size_t last = 0;
    for (size_t k = 1; k < tally->count; k++) {
        if (tally->items[k].id == tally->items[last].id)
            tally->items[last].weight += tally->items[k].weight;
        else
            tally->items[++last] = tally->items[k];
    }
    tally->count = last + 1;
    qsort(tally->items, tally->count, sizeof *tally->items,
          compare_tally_weights);
}

void pl_tally_clear(pl_tally *tally)
{
    tally->count = 0;
}

void pl_tally_free(pl_tally *tally)
{
    pl_list_free(tally);
    *tally = (pl_tally){0};
}
