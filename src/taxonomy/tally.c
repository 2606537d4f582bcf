/* tally.c: adds up in a table by id, and sorts what was found. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/tally.h"

#include <stdlib.h>

void pl_tally_open(pl_tally *tally, pl_arena *arena, uint32_t ids)
{
    *tally = (pl_tally){.items = PL_ARENA_ARRAY(arena, pl_tally_item, ids),
                        .place = PL_ARENA_ARRAY(arena, uint32_t, ids)};
}

void pl_tally_add(pl_tally *tally, uint32_t id, double weight)
{
    uint32_t *place = &tally->place[id];
    if (*place == 0) {
        tally->items[tally->count++] = (pl_tally_item){id, 0};
        *place = tally->count;
    }
    tally->items[*place - 1].weight += weight;
}

void pl_tally_tags(pl_tally *tally, const pleach_taxonomy *forest, uint32_t c)
{
    const pleach_corpus *corpus = forest->corpus;
    for (uint32_t k = forest->member_first[c]; k < forest->member_first[c + 1];
         k++) {
        uint32_t node = forest->affinity->slot_node[forest->member[k]];
        for (uint64_t t = corpus->tag_first[node];
             t < corpus->tag_first[node + 1]; t++)
            pl_tally_add(tally, corpus->tag_id[t],
                         (double)corpus->tag_count[t]);
    }
}

static int compare_tally_weights(const void *left, const void *right)
{
    const pl_tally_item *a = left, *b = right;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

void pl_tally_rank(pl_tally *tally)
{
    if (tally->count > 1)
        qsort(tally->items, tally->count, sizeof *tally->items,
              compare_tally_weights);
}

void pl_tally_clear(pl_tally *tally)
{
    for (uint32_t k = 0; k < tally->count; k++)
        tally->place[tally->items[k].id] = 0;
    tally->count = 0;
}
