/* packed.h: hierarchies as bytes, for another process of the same program.
 *
 * Numbers are written seven bits to a byte, the lowest first, and texts behind
 * their lengths. A 0 comes before two nodes that are one (pl_builder_join), a 1
 * before the end, where what else readers counted stands; a hierarchy begins
 * with the number of its input, from 2 on. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PACKED_H
#define PL_PACKED_H

#include "corpus/builder.h"

#define PL_PACKED_MAGIC "pleach-packed/1\n"

enum {
    PL_PACKED_JOIN = 0,
    PL_PACKED_END = 1,
    PL_PACKED_FIRST = 2,
    PL_PACKED_COUNTS = 7 /* that only readers know: others are made again */
};

static inline void pl_packed_list_counts(uint64_t *counts[PL_PACKED_COUNTS],
                                         pleach_corpus_facts *facts,
                                         uint64_t *people)
{
    counts[0] = &facts->skipped;
    counts[1] = &facts->circles;
    counts[2] = &facts->extra_parents;
    counts[3] = &facts->odd_labels;
    counts[4] = &facts->missing_parents;
    counts[5] = &facts->passed_lines;
    counts[6] = people;
}

/* Adds all hierarchies of packed bytes, which may come from a process that was
 * taken over: whatever they are, they are right or PLEACH_BAD_DATA. */
PLEACH_CHECKED pleach_status pl_unpack(pl_builder *builder,
                                       const pleach_input *packed,
                                       const pleach_input *inputs, size_t count,
                                       pleach_error *error);

#endif
