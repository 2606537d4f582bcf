/* concept_worth.h: what being one concept is worth by itself. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CONCEPT_WORTH_H
#define PL_CONCEPT_WORTH_H

#include "same/term.h"

/* Without a number after it, the concept says it all. */
#define PL_CONCEPT_ALONE 0.0
static const double PL_CONCEPT_FLOOR = 0.8;

/* What two nodes of one concept are at least similar, given the number after
 * the term. */
static inline double pl_concept_floor(double number)
{
    return number > PL_CONCEPT_ALONE ? PL_CONCEPT_FLOOR : 1;
}

#endif
