/* vocabulary.h: which tags people give to which concept, and how often. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_VOCABULARY_H
#define PL_VOCABULARY_H

#include "base/out_buffer.h"
#include "base/random.h"
#include "lab/gold.h"
#include "pleach_lab.h"

enum {
    PL_PRIVATE_TAGS = 3, /* of each person */
    PL_ANCESTORS = 4,    /* how far up tags are borrowed */
    PL_TAG_SOURCES = 4 + PL_ANCESTORS,
};

/* Tags are numbered in byte order; a person's private ones come after. */
typedef struct pl_vocabulary {
    pl_arena *arena;
    uint32_t tag_count; /* without the private ones */
    uint64_t *text_first;
    char *text;          /* of all tags, each as "tag": for JSON */
    uint32_t *own_first; /* by concept, count + 1 */
    uint32_t *own;       /* most specific first */
    uint32_t *background;
    uint32_t background_size;
    pl_ranks ranks;
    /* What a token comes from, by the number of ancestors. */
    pl_alias source[PL_ANCESTORS + 1][PL_TAG_SOURCES];
    /* For counting tokens: one count per tag, and which are not 0. */
    uint32_t *count;
    uint32_t *touched;
    uint32_t touched_count;
} pl_vocabulary;

/* pl_vocabulary_free is due either way; start from all zeros. */
PLEACH_CHECKED pleach_status pl_vocabulary_make(pl_vocabulary *words,
                                                const pl_gold *gold,
                                                pleach_error *error);
void pl_vocabulary_free(pl_vocabulary *words);

/* Adds `tokens` drawn for a concept to the counts. */
void pl_vocabulary_draw(pl_vocabulary *words, pl_random *random,
                        const pl_gold *gold, uint32_t concept, uint64_t tokens);

static inline void pl_vocabulary_add(pl_vocabulary *words, uint32_t tag,
                                     uint32_t more)
{
    if (words->count[tag] == 0)
        words->touched[words->touched_count++] = tag;
    words->count[tag] += more;
}

/* A tag and its count in one word, in the order in which tags are written:
 * the most frequent first, then by number. */
static inline uint64_t pl_tally_pack(uint32_t tag, uint32_t count)
{
    return (uint64_t)(UINT32_MAX - count) << 32 | tag;
}

static inline uint32_t pl_tally_tag(uint64_t tally)
{
    return (uint32_t)tally;
}

static inline uint32_t pl_tally_count(uint64_t tally)
{
    return UINT32_MAX - (uint32_t)(tally >> 32);
}

/* Moves the counts out, in order, and zeroes them; there is room for
 * touched_count of them. */
void pl_vocabulary_collect(pl_vocabulary *words, uint64_t *tallies);

#endif
