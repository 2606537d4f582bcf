/* read_corpus.h: reading for those who want the hierarchies themselves. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_READ_CORPUS_H
#define PL_READ_CORPUS_H

#include "corpus/draft.h"

/* As pleach_corpus_read; `keeper`, which may be NULL, sees each hierarchy in
 * the order of the inputs. What they say may have been packed (packed.h): NULL
 * if not. */
PLEACH_CHECKED pleach_status pl_read_corpus(
    pleach_corpus **corpus, const pleach_input *inputs, size_t count,
    const pleach_read_options *options, const pl_draft_keeper *keeper,
    const pleach_input *packed, pleach_error *error);

#endif
