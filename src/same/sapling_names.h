/* sapling_names.h: the names in each sapling, and which two of them share. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SAPLING_NAMES_H
#define PL_SAPLING_NAMES_H

#include "same/scope.h"

/* Names of sapling s: [first[s], first[s + 1]), ascending, each once. */
typedef struct pl_sapling_names {
    const pleach_corpus *corpus;
    uint64_t *first;
    uint32_t *name;
    uint32_t *times; /* how many of the sapling's nodes have the name */
} pl_sapling_names;

PLEACH_CHECKED pleach_status pl_sapling_names_make(pl_sapling_names *families,
                                                   pl_arena *arena,
                                                   const pleach_corpus *corpus,
                                                   pleach_error *error);

/* Whether the k-th listed name stands around a node, or is only its own. */
static inline bool pl_is_around(const pl_sapling_names *families, uint32_t node,
                                uint64_t k)
{
    return families->name[k] != families->corpus->node_key[node] ||
           families->times[k] > 1;
}

/* How many names are around both of two nodes, which are those of their
 * saplings without themselves; `enough` or more may be less. */
uint32_t pl_kin_common(const pl_sapling_names *families, uint32_t a, uint32_t b,
                       double enough);

#endif
