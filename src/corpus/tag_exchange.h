/* tag_exchange.h: the tags of nodes, brought to the processes that need them.
 *
 * Tags are most of a corpus. Where several processes share it, each has the
 * tags of those nodes that it read (corpus.h), and asks for others for as long
 * as it compares them. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TAG_EXCHANGE_H
#define PL_TAG_EXCHANGE_H

#include "base/exchange.h"
#include "corpus/corpus.h"

/* Tags of node n: id[first[n] .. first[n + 1]). */
typedef struct pl_tags {
    uint64_t *first;
    uint32_t *id;
    float *count; /* beside the ids; NULL: nobody asked for them */
} pl_tags;

/* Those that are here. */
static inline pl_tags pl_tags_here(const pleach_corpus *corpus)
{
    return (pl_tags){corpus->tag_first, corpus->tag_id, corpus->tag_count};
}

/* The rank that needs the tags of a node; PL_NONE: nobody. */
typedef uint32_t pl_tag_reader(const void *context, uint32_t node);

/* Gets the tags of the nodes that `reader` gives to this rank, or of all when
 * it is NULL; other nodes have none. From `arena`. All ranks call it; where
 * tags are not apart, they are those of the corpus. */
PLEACH_CHECKED pleach_status pl_tags_fetch(pl_tags *tags, pl_arena *arena,
                                           const pleach_corpus *corpus,
                                           const pleach_exchange *exchange,
                                           pl_tag_reader *reader,
                                           const void *context, bool counts,
                                           pleach_error *error);

/* What travels is a row of words for each node that has tags here: its number
 * `as` the other side knows it, how many there are, their ids, and the bits of
 * their counts if asked for. */
typedef PL_LIST(uint32_t) pl_words;

/* Adds a node; false without memory. */
PLEACH_CHECKED bool pl_tags_pack(pl_words *to, const pleach_corpus *corpus,
                                 uint32_t node, uint32_t as, bool counts);

#endif
