/* tag_store.h: tags that stay in their processes, and are asked for in order.
 *
 * Who writes a taxonomy needs the tags of its clusters, a few at a time. The
 * other processes keep theirs in a store and answer until they are dismissed.
 */
#ifndef PL_TAG_STORE_H
#define PL_TAG_STORE_H

#include "corpus/tag_post.h"

typedef struct pl_tag_store {
    const pl_exchange *exchange;
    uint32_t count;  /* nodes with tags here */
    uint32_t *node;  /* ascending */
    uint64_t *first; /* count + 1, in the tags */
    uint32_t *id;
    float *tag_count;
    bool lost; /* an answer failed half-way: nobody knows who waits for what */
} pl_tag_store;

/* Copies the tags that are here, so that the corpus need not be kept. */
PLEACH_CHECKED bool pl_tag_store_make(pl_tag_store **store, pl_arena *arena,
                                      const pleach_corpus *corpus,
                                      const pl_exchange *exchange);

/* Tags of some nodes, in the order in which they were asked for. Start from
 * all zeros. */
typedef struct pl_tag_batch {
    PL_LIST(uint32_t) node;
    PL_LIST(uint64_t) first; /* one more */
    PL_LIST(uint32_t) id;
    PL_LIST(float) tag_count;
} pl_tag_batch;

/* For rank 0: fills in the tags of batch->node. */
PLEACH_CHECKED pleach_status pl_tag_store_ask(pl_tag_store *store,
                                              pl_tag_batch *batch,
                                              pleach_error *error);
void pl_tag_batch_free(pl_tag_batch *batch);

/* For the others: answers until rank 0 asks for nothing any more, ... */
PLEACH_CHECKED pleach_status pl_tag_store_attend(pl_tag_store *store,
                                                 pleach_error *error);
/* ... which is told them by this. */
PLEACH_CHECKED pleach_status pl_tag_store_dismiss(pl_tag_store *store,
                                                  pleach_error *error);

#endif
