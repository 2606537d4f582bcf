/* tag_deal.h: tags of a few nodes for each process, again and again.
 *
 * Tags stay where they were read (tag_exchange.h). Who formats a cluster needs
 * those of its members for a moment; everybody knows who that is. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TAG_DEAL_H
#define PL_TAG_DEAL_H

#include "corpus/tag_exchange.h"

/* Nodes whose tags one rank gets, in its order. */
typedef struct pl_node_row {
    const uint32_t *node;
    uint32_t count;
} pl_node_row;

/* What a rank got, by place in its row. Start from all zeros; kept for the
 * next deal. */
typedef struct pl_tag_batch {
    PL_LIST(uint64_t) first; /* one more */
    PL_LIST(uint32_t) id;
    PL_LIST(float) count;
} pl_tag_batch;

/* All ranks call it with the same rows, one for each rank. */
PLEACH_CHECKED pleach_status pl_tags_deal(pl_tag_batch *batch,
                                          const pl_node_row *rows,
                                          const pleach_corpus *corpus,
                                          const pleach_exchange *exchange,
                                          pleach_error *error);
void pl_tag_batch_free(pl_tag_batch *batch);

static inline pl_tags pl_tags_dealt(const pl_tag_batch *batch)
{
    return (pl_tags){batch->first.items, batch->id.items, batch->count.items};
}

#endif
