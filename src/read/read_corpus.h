/* read_corpus.h: reading for those who want the hierarchies themselves. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_READ_CORPUS_H
#define PL_READ_CORPUS_H

#include "corpus/builder.h"

/* As pleach_corpus_read; `keeper`, which may be NULL, sees each hierarchy in
 * the order of the inputs. What they say may have been packed: NULL if not. */
PLEACH_CHECKED pleach_status pl_read_corpus(
    pleach_corpus **corpus, const pleach_input *inputs, size_t count,
    const pleach_read_options *options, const pl_draft_keeper *keeper,
    const pleach_input *packed, pleach_error *error);

/* In packed.c: adds all hierarchies of packed bytes, which may come from a
 * process that was taken over: whatever they are, they are right or
 * PLEACH_BAD_DATA. */
PLEACH_CHECKED pleach_status pl_unpack(pl_builder *builder,
                                       const pleach_input *packed,
                                       const pleach_input *inputs, size_t count,
                                       pleach_error *error);

#endif
