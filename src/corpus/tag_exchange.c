/* tag_exchange.c: packs tags by who needs them, and unpacks what comes. */
/* SPDX-License-Identifier: MIT */
#include "corpus/tag_exchange.h"

#include <string.h>

#include "base/status.h"

typedef struct post {
    const pleach_corpus *corpus;
    const pleach_exchange *exchange;
    pl_tag_reader *reader;
    const void *context;
    bool counts;
    pl_words *words; /* per rank */
    pleach_parcel *outbox, *inbox;
} post;

/* Nodes without tags are not mentioned. Floats travel as the words they are,
 * since all processes run on machines of one kind. */
bool pl_tags_pack(pl_words *to, const pleach_corpus *c, uint32_t node,
                  uint32_t as, bool counts)
{
    uint64_t first = c->tag_first[node];
    uint32_t count = (uint32_t)(c->tag_first[node + 1] - first);
    if (count == 0)
        return true;
    if (!pl_list_room(to, 2 + 2 * (size_t)count))
        return false;
    uint32_t *at = to->items + to->count;
    at[0] = as;
    at[1] = count;
    memcpy(at + 2, c->tag_id + first, count * sizeof *at);
    if (counts)
        memcpy(at + 2 + count, c->tag_count + first, count * sizeof *at);
    to->count += 2 + (counts ? 2 : 1) * (size_t)count;
    return true;
}

/* What everybody needs is packed once, for rank 0. */
static bool pack_tags(post *p)
{
    for (uint32_t node = 0; node < p->corpus->node_count; node++) {
        uint32_t to = p->reader == NULL ? 0 : p->reader(p->context, node);
        if (to != PL_NONE &&
            !pl_tags_pack(&p->words[to], p->corpus, node, node, p->counts))
            return false;
    }
    for (uint32_t r = 0; r < p->exchange->ranks; r++) {
        const pl_words *words = &p->words[p->reader == NULL ? 0 : r];
        p->outbox[r] =
            (pleach_parcel){words->items, words->count * sizeof *words->items};
    }
    return true;
}

/* Calls for each node in a parcel; sizes go one behind their place. */
static void count_tags(const post *p, const pleach_parcel *parcel,
                       uint64_t *first)
{
    const uint32_t *at = parcel->bytes;
    const uint32_t *end = at + parcel->length / sizeof *at;
    while (at < end) {
        first[at[0] + 1] = at[1];
        at += 2 + (p->counts ? 2 : 1) * (size_t)at[1];
    }
}

/* Counts follow their ids in the parcel, and are left out where nobody asked
 * for them: that halves what has to travel. */
static void copy_fetched_tags(const post *p, const pleach_parcel *parcel,
                              const uint64_t *first, uint32_t *id,
                              float *counts)
{
    const uint32_t *at = parcel->bytes;
    const uint32_t *end = at + parcel->length / sizeof *at;
    while (at < end) {
        uint32_t node = at[0], count = at[1];
        memcpy(id + first[node], at + 2, count * sizeof *at);
        at += 2 + count;
        if (p->counts) {
            memcpy(counts + first[node], at, count * sizeof *at);
            at += count;
        }
    }
}

/* Counted first, then copied to where each node's tags begin, so that they lie
 * as they would in one process. */
static bool unpack_tags(const post *p, pl_tags *tags, pl_arena *arena)
{
    uint32_t nodes = p->corpus->node_count;
    uint64_t *first = PL_ARENA_ARRAY(arena, uint64_t, (size_t)nodes + 1);
    if (first == NULL)
        return false;
    for (uint32_t r = 0; r < p->exchange->ranks; r++)
        count_tags(p, &p->inbox[r], first);
    for (uint32_t n = 0; n < nodes; n++)
        first[n + 1] += first[n];
    uint32_t *id = PL_ARENA_ARRAY(arena, uint32_t, first[nodes]);
    float *counts = PL_ARENA_ARRAY(arena, float, p->counts ? first[nodes] : 0);
    if (id == NULL || counts == NULL)
        return false;
    for (uint32_t r = 0; r < p->exchange->ranks; r++)
        copy_fetched_tags(p, &p->inbox[r], first, id, counts);
    *tags = (pl_tags){first, id, p->counts ? counts : NULL};
    return true;
}

/* In one process tags are here already, and are borrowed. */
pleach_status pl_tags_fetch(pl_tags *tags, pl_arena *arena,
                            const pleach_corpus *corpus,
                            const pleach_exchange *exchange,
                            pl_tag_reader *reader, const void *context,
                            bool counts, pleach_error *error)
{
    if (!corpus->tags_apart) {
        *tags = pl_tags_here(corpus);
        return PLEACH_OK;
    }
    uint32_t ranks = exchange->ranks;
    post p = {.corpus = corpus,
              .exchange = exchange,
              .reader = reader,
              .context = context,
              .counts = counts,
              .words = pl_allocate(ranks, sizeof *p.words),
              .outbox = pl_allocate(ranks, sizeof *p.outbox),
              .inbox = pl_allocate(ranks, sizeof *p.inbox)};
    pleach_status status = PLEACH_OK;
    if (!p.words || !p.outbox || !p.inbox || !pack_tags(&p))
        status = pl_fail_memory(error);
    if (status == PLEACH_OK)
        status = pl_exchange_trade(exchange, p.outbox, p.inbox, error);
    if (status == PLEACH_OK && !unpack_tags(&p, tags, arena))
        status = pl_fail_memory(error);
    for (uint32_t r = 0; p.words != NULL && r < ranks; r++)
        pl_list_free(&p.words[r]);
    pl_release(p.words);
    pl_release(p.outbox);
    pl_release(p.inbox);
    return status;
}
