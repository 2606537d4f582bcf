/* tally.h: counts how often small ids occur, and ranks them. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TALLY_H
#define PL_TALLY_H

#include "taxonomy/taxonomy.h"

typedef struct pl_tally_item {
    uint32_t id;
    double weight; /* added up in the order of arrival */
} pl_tally_item;

/* Each id once, with room for all that there may be: adding cannot fail, and
 * several threads may have one each in one arena. */
typedef struct pl_tally {
    pl_tally_item *items;
    uint32_t count;
    uint32_t *place; /* id -> its place in `items` plus one; 0: not there */
} pl_tally;

/* For ids below `ids`; ask the arena before adding any. */
void pl_tally_open(pl_tally *tally, pl_arena *arena, uint32_t ids);

void pl_tally_add(pl_tally *tally, uint32_t id, double weight);

/* Adds the tags of a grown cluster. */
void pl_tally_tags(pl_tally *tally, const pleach_taxonomy *forest, uint32_t c);

/* Heaviest first, then the smaller id. Nothing can be added until it is
 * cleared. */
void pl_tally_rank(pl_tally *tally);

void pl_tally_clear(pl_tally *tally);

#endif
