/* sapling_names.h: the names in each sapling, and how much each one says. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SAPLING_NAMES_H
#define PL_SAPLING_NAMES_H

#include "same/term.h"

/* Names of sapling s: [first[s], first[s + 1]), ascending, each once. */
typedef struct pl_sapling_names {
    const pleach_corpus *corpus;
    uint64_t *first;
    uint32_t *name;
    uint32_t *times; /* how many of the sapling's nodes have the name */
    double *rarity;  /* by name: log(1 + saplings / saplings with it) */
    double *weight;  /* by sapling: the sum of its names' rarities */
    struct pl_pair_memo
        *lately; /* what pairs of wide saplings have in common */
} pl_sapling_names;

PLEACH_CHECKED pleach_status pl_sapling_names_make(pl_sapling_names **families,
                                                   const pl_scope *scope,
                                                   pleach_error *error);

/* The names in a node's sapling without itself. */
typedef struct pl_kin {
    uint32_t sapling, but; /* a name, one use of which is left out */
    uint32_t root;         /* a name that is left out, or PL_NONE */
} pl_kin;

/* How many names two kins have in common, as far as it matters: counting may
 * end where there are `enough`. */
uint32_t pl_kin_common(const pl_sapling_names *families, pl_kin a, pl_kin b,
                       double enough);

/* The rarity of their common names as a share of that of the smaller kin;
 * below 0: one of them is empty. */
double pl_kin_overlap(const pl_sapling_names *families, pl_kin a, pl_kin b);

#endif
