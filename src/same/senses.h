/* senses.h: nodes of one name that mean different things, by their tags.
 *
 * The nodes of a group are joined, the most alike first, while the tags of two
 * parts are alike enough on average. Parts that are large enough then are
 * senses; the rest goes to the sense it is nearest to. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SENSES_H
#define PL_SENSES_H

#include "corpus/corpus.h"

typedef struct pl_senses {
    const pleach_corpus *corpus;
    double *worth;  /* per tag: its rarity, squared */
    double *length; /* per node: of the vector of its tags */
} pl_senses;

/* No group has more senses. */
enum { PL_MOST_SENSES = 64 };

/* From `arena`. False: no memory. */
PLEACH_CHECKED bool pl_senses_make(pl_senses *senses, pl_arena *arena,
                                   const pleach_corpus *corpus);

/* Sets sense[k] of each of `count` nodes of one group: the position of the
 * sense's first node. */
void pl_senses_part(const pl_senses *senses, uint32_t *sense,
                    const uint32_t *node, uint64_t count);

#endif
