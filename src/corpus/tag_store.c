/* tag_store.c: questions of one process, answers of all. */
#include "corpus/tag_store.h"

#include <string.h>

#include "base/status.h"

/* A question is a row of nodes. An answer is a row of words for each node that
 * has tags here: its place in the question, how many there are, their ids and
 * the bits of their counts. */
typedef PL_LIST(uint32_t) word_list;

/* -------------------------------------------------------------- keeping -- */

bool pl_tag_store_make(pl_tag_store **store, pl_arena *arena,
                       const pleach_corpus *corpus,
                       const pl_exchange *exchange)
{
    uint32_t count = 0;
    uint64_t tags = corpus->tag_first[corpus->node_count];
    for (uint32_t n = 0; n < corpus->node_count; n++)
        count += corpus->tag_first[n + 1] > corpus->tag_first[n];
    pl_tag_store *made = PL_ARENA_ARRAY(arena, pl_tag_store, 1);
    if (made == NULL)
        return false;
    made->exchange = exchange;
    made->node = PL_ARENA_ARRAY(arena, uint32_t, count);
    made->first = PL_ARENA_ARRAY(arena, uint64_t, (size_t)count + 1);
    made->id = PL_ARENA_ARRAY(arena, uint32_t, tags);
    made->tag_count = PL_ARENA_ARRAY(arena, float, tags);
    if (!made->node || !made->first || !made->id || !made->tag_count)
        return false;
    for (uint32_t n = 0; n < corpus->node_count; n++) {
        if (corpus->tag_first[n + 1] == corpus->tag_first[n])
            continue;
        made->node[made->count] = n;
        made->first[++made->count] = corpus->tag_first[n + 1];
    }
    if (tags > 0) {
        memcpy(made->id, corpus->tag_id, tags * sizeof *made->id);
        memcpy(made->tag_count, corpus->tag_count,
               tags * sizeof *made->tag_count);
    }
    *store = made;
    return true;
}

/* ------------------------------------------------------------- answering -- */

/* The place of a node in the store, or PL_NONE. */
static uint32_t find_node(const pl_tag_store *store, uint32_t node)
{
    uint32_t low = 0, high = store->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (store->node[middle] < node)
            low = middle + 1;
        else
            high = middle;
    }
    return low < store->count && store->node[low] == node ? low : PL_NONE;
}

static bool answer_one(const pl_tag_store *store, word_list *words,
                       uint32_t place, uint32_t at)
{
    uint64_t first = store->first[at];
    uint32_t count = (uint32_t)(store->first[at + 1] - first);
    if (!pl_list_room(words, 2 + 2 * (size_t)count))
        return false;
    uint32_t *to = words->items + words->count;
    to[0] = place;
    to[1] = count;
    memcpy(to + 2, store->id + first, count * sizeof *to);
    memcpy(to + 2 + count, store->tag_count + first, count * sizeof *to);
    words->count += 2 + 2 * (size_t)count;
    return true;
}

static bool answer_all(const pl_tag_store *store, word_list *words,
                       const uint32_t *node, size_t count)
{
    words->count = 0;
    for (size_t k = 0; k < count; k++) {
        uint32_t at = find_node(store, node[k]);
        if (at != PL_NONE && !answer_one(store, words, (uint32_t)k, at))
            return false;
    }
    return true;
}

/* Sends the answer to rank 0; parcels has room for two of each rank. */
static pleach_status send_answer(const pl_tag_store *store,
                                 const word_list *words, pl_parcel *parcels,
                                 pleach_error *error)
{
    const pl_exchange *exchange = store->exchange;
    memset(parcels, 0, exchange->ranks * sizeof *parcels);
    parcels[0] =
        (pl_parcel){words->items, words->count * sizeof *words->items};
    return exchange->trade(exchange->context, parcels,
                           parcels + exchange->ranks, error);
}

static pleach_status answer_next(const pl_tag_store *store, word_list *words,
                                 pl_parcel *parcels, bool *dismissed,
                                 pleach_error *error)
{
    const pl_exchange *exchange = store->exchange;
    pl_parcel *inbox = parcels + exchange->ranks;
    memset(parcels, 0, exchange->ranks * sizeof *parcels);
    PL_TRY(exchange->trade(exchange->context, parcels, inbox, error));
    *dismissed = inbox[0].length == 0;
    if (*dismissed)
        return PLEACH_OK;
    if (!answer_all(store, words, inbox[0].bytes,
                    inbox[0].length / sizeof(uint32_t)))
        return pl_fail_memory(error);
    return send_answer(store, words, parcels, error);
}

pleach_status pl_tag_store_attend(pl_tag_store *store, pleach_error *error)
{
    word_list words = {NULL, 0, 0};
    bool dismissed = false;
    pl_parcel *parcels =
        pl_allocate(2 * (size_t)store->exchange->ranks, sizeof *parcels);
    pleach_status status =
        parcels == NULL ? pl_fail_memory(error) : PLEACH_OK;
    while (status == PLEACH_OK && !dismissed)
        status = answer_next(store, &words, parcels, &dismissed, error);
    pl_list_free(&words);
    pl_release(parcels);
    return status;
}

/* ---------------------------------------------------------------- asking -- */

/* Sizes go one behind their place, until they are added up. */
static bool make_room(pl_tag_batch *batch, const pl_parcel *inbox,
                      uint32_t ranks)
{
    size_t nodes = batch->node.count;
    batch->first.count = batch->id.count = batch->tag_count.count = 0;
    if (!pl_list_room(&batch->first, nodes + 1))
        return false;
    memset(batch->first.items, 0, (nodes + 1) * sizeof *batch->first.items);
    for (uint32_t r = 0; r < ranks; r++) {
        const uint32_t *at = inbox[r].bytes;
        const uint32_t *end = at + inbox[r].length / sizeof *at;
        for (; at < end; at += 2 + 2 * (size_t)at[1])
            batch->first.items[at[0] + 1] = at[1];
    }
    for (size_t k = 0; k < nodes; k++)
        batch->first.items[k + 1] += batch->first.items[k];
    size_t tags = batch->first.items[nodes];
    return pl_list_room(&batch->id, tags) &&
           pl_list_room(&batch->tag_count, tags);
}

static void take_answers(pl_tag_batch *batch, const pl_parcel *inbox,
                         uint32_t ranks)
{
    for (uint32_t r = 0; r < ranks; r++) {
        const uint32_t *at = inbox[r].bytes;
        const uint32_t *end = at + inbox[r].length / sizeof *at;
        while (at < end) {
            uint64_t first = batch->first.items[at[0]];
            uint32_t count = at[1];
            memcpy(batch->id.items + first, at + 2, count * sizeof *at);
            memcpy(batch->tag_count.items + first, at + 2 + count,
                   count * sizeof *at);
            at += 2 + 2 * (size_t)count;
        }
    }
}

static pleach_status ask(const pl_tag_store *store, pl_tag_batch *batch,
                         word_list *words, pl_parcel *parcels,
                         pleach_error *error)
{
    uint32_t ranks = store->exchange->ranks;
    const uint32_t *node = batch->node.items;
    size_t count = batch->node.count;
    if (!answer_all(store, words, node, count))
        return pl_fail_memory(error);
    PL_TRY(pl_exchange_share(store->exchange,
                             (pl_parcel){node, count * sizeof *node},
                             parcels + ranks, error));
    PL_TRY(send_answer(store, words, parcels, error));
    if (!make_room(batch, parcels + ranks, ranks))
        return pl_fail_memory(error);
    take_answers(batch, parcels + ranks, ranks);
    return PLEACH_OK;
}

pleach_status pl_tag_store_ask(pl_tag_store *store, pl_tag_batch *batch,
                               pleach_error *error)
{
    word_list words = {NULL, 0, 0};
    pl_parcel *parcels =
        pl_allocate(2 * (size_t)store->exchange->ranks, sizeof *parcels);
    pleach_status status =
        parcels == NULL ? pl_fail_memory(error)
                        : ask(store, batch, &words, parcels, error);
    store->lost |= status != PLEACH_OK;
    pl_list_free(&words);
    pl_release(parcels);
    return status;
}

void pl_tag_batch_free(pl_tag_batch *batch)
{
    pl_list_free(&batch->node);
    pl_list_free(&batch->first);
    pl_list_free(&batch->id);
    pl_list_free(&batch->tag_count);
}

pleach_status pl_tag_store_dismiss(pl_tag_store *store, pleach_error *error)
{
    pl_parcel *inbox = pl_allocate(store->exchange->ranks, sizeof *inbox);
    if (store->lost || inbox == NULL) {
        pl_release(inbox);
        return pl_fail_memory(error);
    }
    pleach_status status =
        pl_exchange_share(store->exchange, (pl_parcel){NULL, 0}, inbox, error);
    pl_release(inbox);
    return status;
}
