/* explain_pair.h: all that can be said about two nodes of a taxonomy. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_EXPLAIN_PAIR_H
#define PL_EXPLAIN_PAIR_H

#include "concepts/concepts.h"
#include "explain/explain.h"

typedef PL_LIST(uint32_t) pl_string_ids;

typedef struct pl_pair {
    pl_explaining *in;
    pl_again again;
    const pl_taxonomy_file_member *a,
        *b;        /* the nodes that speak for the subjects */
    bool clusters; /* these are asked about, not single nodes */
    bool merged, discarded;
    /* From the inputs, once again; only when `compared`. */
    bool compared;
    double similarity; /* -1: none */
    uint32_t key_a, key_b;
    bool concepts_known, same_concept; /* the first: that it is known */
    pl_label_story story;              /* once concepts are known */
    pl_string_ids tags;                /* in common, in corpus->tags */
    pl_string_ids names;               /* around both, in corpus->keys */
    /* What stands against merging them. */
    bool same_sapling, no_similarity, two_parents, loop;
    bool force_tried;
    pl_forced forced;
    bool merge_tried; /* instead, where people may be overruled */
    pl_merging merging;
} pl_pair;

void pl_pair_write(const pl_pair *pair);
void pl_pair_write_json(const pl_pair *pair);

#endif
