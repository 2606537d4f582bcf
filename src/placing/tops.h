/* tops.h: whether people who have something on top speak against a parent.
 *
 * Having a thing on top says little where nothing above it is known. Those who
 * CONSIDERED it (statements.h) are asked one by one. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TOPS_H
#define PL_TOPS_H

#include "placing/lineage.h"
#include "placing/statements.h"

typedef struct pl_tops {
    const pl_statements *s;
    const pl_lineage *forest; /* of the round before; NULL: there was none */
    double price;             /* voices needed per person who considered it */
    bool disagreeing;         /* people hardly agree */
    uint8_t *wraps;           /* per cluster: it wraps a whole collection */
} pl_tops;

/* Finds what wraps whole collections. False: no memory. */
PLEACH_CHECKED bool pl_tops_find(pl_tops *tops, pl_arena *arena);

/* Whether a statement about a child, of so much weight, outweighs those who
 * have the child on top. */
bool pl_outweighs_tops(const pl_tops *tops, uint32_t child, uint32_t statement,
                       double weight);

#endif
