/* tag_deal.c: packs the tags of each rank's row, and unpacks one's own. */
/* SPDX-License-Identifier: MIT */
#include "corpus/tag_deal.h"

#include <string.h>

#include "base/status.h"
#include "corpus/tag_exchange.h"

/* All rows in one list; the outbox has a piece for each rank. */
static bool pack_rows(pl_words *words, pleach_parcel *outbox,
                      const pl_node_row *rows, const pleach_corpus *corpus,
                      uint32_t ranks)
{
    for (uint32_t r = 0; r < ranks; r++) {
        size_t before = words->count;
        for (uint32_t k = 0; k < rows[r].count; k++)
            if (!pl_tags_pack(words, corpus, rows[r].node[k], k, true))
                return false;
        outbox[r].length = (words->count - before) * sizeof *words->items;
    }
    size_t at = 0;
    for (uint32_t r = 0; r < ranks; r++) {
        outbox[r].bytes = words->items == NULL ? NULL : words->items + at;
        at += outbox[r].length / sizeof *words->items;
    }
    return true;
}

/* Sizes go one behind their place, until they are added up. */
static bool make_room(pl_tag_batch *batch, uint32_t nodes,
                      const pleach_parcel *inbox, uint32_t ranks)
{
    if (!pl_list_room(&batch->first, (size_t)nodes + 1))
        return false;
    memset(batch->first.items, 0,
           ((size_t)nodes + 1) * sizeof *batch->first.items);
    for (uint32_t r = 0; r < ranks; r++) {
        const uint32_t *at = inbox[r].bytes;
        for (size_t left = inbox[r].length / sizeof *at; left > 0;) {
            batch->first.items[at[0] + 1] = at[1];
            left -= 2 + 2 * (size_t)at[1];
            at += 2 + 2 * (size_t)at[1];
        }
    }
    for (uint32_t k = 0; k < nodes; k++)
        batch->first.items[k + 1] += batch->first.items[k];
    return pl_list_room(&batch->id, batch->first.items[nodes]) &&
           pl_list_room(&batch->count, batch->first.items[nodes]);
}

/* A row says itself where it goes, so parcels may come in any order. */
static void unpack_dealt_tags(pl_tag_batch *batch, const pleach_parcel *inbox,
                              uint32_t ranks)
{
    for (uint32_t r = 0; r < ranks; r++) {
        const uint32_t *at = inbox[r].bytes;
        for (size_t left = inbox[r].length / sizeof *at; left > 0;) {
            uint64_t first = batch->first.items[at[0]];
            uint32_t count = at[1];
            memcpy(batch->id.items + first, at + 2, count * sizeof *at);
            memcpy(batch->count.items + first, at + 2 + count,
                   count * sizeof *at);
            left -= 2 + 2 * (size_t)count;
            at += 2 + 2 * (size_t)count;
        }
    }
}

/* Everybody trades at once, though only some have anything to send: an exchange
 * in which one waits for a message that never comes would not end. */
pleach_status pl_tags_deal(pl_tag_batch *batch, const pl_node_row *rows,
                           const pleach_corpus *corpus,
                           const pleach_exchange *exchange, pleach_error *error)
{
    uint32_t ranks = exchange->ranks;
    pl_words words = {0};
    pleach_parcel *outbox = pl_allocate(2 * (size_t)ranks, sizeof *outbox);
    pleach_parcel *inbox = outbox == NULL ? NULL : outbox + ranks;
    pleach_status status = PLEACH_OK;
    if (outbox == NULL || !pack_rows(&words, outbox, rows, corpus, ranks))
        status = pl_fail_memory(error);
    if (status == PLEACH_OK)
        status = pl_exchange_trade(exchange, outbox, inbox, error);
    if (status == PLEACH_OK &&
        !make_room(batch, rows[exchange->rank].count, inbox, ranks))
        status = pl_fail_memory(error);
    if (status == PLEACH_OK)
        unpack_dealt_tags(batch, inbox, ranks);
    pl_list_free(&words);
    pl_release(outbox);
    return status;
}

void pl_tag_batch_free(pl_tag_batch *batch)
{
    pl_list_free(&batch->first);
    pl_list_free(&batch->id);
    pl_list_free(&batch->count);
}
