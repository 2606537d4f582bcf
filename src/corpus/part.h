/* part.h: a corpus without some of its people, as if they had said nothing. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PART_H
#define PL_PART_H

#include "corpus/corpus.h"

/* Copies what the people with kept[person] set have said (pl_person_of); at
 * least one is. Names, tags and owners of nobody else are in it, and all keep
 * their order. The whole must have its tags here and outlive the part. */
PLEACH_CHECKED pleach_status pl_corpus_part(pleach_corpus **part,
                                            const pleach_corpus *whole,
                                            const uint8_t *kept,
                                            pleach_error *error);

#endif
