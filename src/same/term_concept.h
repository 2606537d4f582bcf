/* term_concept.h: what the term "concept" found out about the nodes. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TERM_CONCEPT_H
#define PL_TERM_CONCEPT_H

#include "same/term.h"

/* Per corpus node, once a term of this kind has been prepared. */
const uint32_t *pl_term_concepts(const pl_term *term);

#endif
