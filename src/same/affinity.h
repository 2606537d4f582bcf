/* affinity.h: how similar two nodes are, stored block by block. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_AFFINITY_H
#define PL_AFFINITY_H

#include "base/exchange.h"
#include "corpus/select.h"
#include "decisions/rulings.h"
#include "same/known_files.h"

/* The kept nodes are numbered anew as SLOTS, so that the nodes of one block
 * are neighbours: rows and columns of a block lie in the cache together. A
 * block is closed under pairs: nothing is stored between two of them. The
 * pattern and the values are symmetric; a node is not paired with itself. */
struct pleach_affinity {
    pl_arena *arena;
    const pleach_corpus *corpus;
    pl_selection selection;
    const pl_rulings *rulings;     /* what is decided; NULL: nothing */
    const char *similarity;        /* as used, "auto" resolved */
    pl_known_files known;          /* that it was made with */
    const pleach_answers *answers; /* the same; NULL: nobody was asked */
    double preference;             /* the common one, else the least */
    const char *seed;              /* as given, or NULL */
    uint32_t candidates;           /* of a node in a crowd; 0: there is none */
    uint32_t crowd;         /* more nodes than so many are one; 0: the same */
    uint32_t capped_blocks; /* that hold a crowd (crowds.h) */
    const pleach_exchange *exchange;     /* NULL: this process works alone */
    pl_shares block_shares, slot_shares; /* whose work is done here */
    uint32_t threads; /* as asked for, for all later stages too */

    uint32_t slot_count;
    uint32_t *slot_node;   /* slot -> corpus node */
    uint32_t *node_slot;   /* corpus node -> slot; PL_NONE: discarded */
    uint32_t *slot_parent; /* slot of the sapling's root; PL_NONE: a root */
    uint64_t *slot_identity;
    double *slot_preference; /* each its own; NULL: the common one */
    /* Children of a root: child[child_first[r] .. child_first[r + 1]). */
    uint32_t *child_first; /* slot_count + 1 */
    uint32_t *child;

    /* Per corpus node: the name that makes it part of a block, which is its
     * key or its concept. */
    const uint32_t *node_name;
    uint32_t name_count;
    /* Per corpus node: what it means, wherever it stands; NULL when the
     * similarity does not say. */
    uint32_t *node_concept;
    /* What two nodes of one concept are at least similar; 0: nothing is known
     * of concepts. */
    double same_concept;

    uint32_t block_count;
    uint32_t *block_first; /* block_count + 1, slots */
    uint32_t *slot_block;

    /* Rows: the pairs of slot i are [pair_first[i], pair_first[i + 1]). */
    uint64_t *pair_first;   /* slot_count + 1 */
    uint32_t *pair_slot;    /* the other slot, ascending within a row */
    float *pair_similarity; /* in (0, 1] */
};

static inline uint64_t pl_pair_count(const pleach_affinity *affinity)
{
    return affinity->pair_first[affinity->slot_count];
}

/* S(i, i): what a slot is worth as an exemplar. Above 0. */
static inline double pl_preference_of(const pleach_affinity *affinity,
                                      uint32_t slot)
{
    return affinity->slot_preference == NULL ? affinity->preference
                                             : affinity->slot_preference[slot];
}

/* The same inner node's other role, or PL_NONE. */
static inline uint32_t pl_twin_slot(const pleach_affinity *affinity,
                                    uint32_t slot)
{
    uint32_t twin = affinity->corpus->node_twin[affinity->slot_node[slot]];
    return twin == PL_NONE ? PL_NONE : affinity->node_slot[twin];
}

/* Whether the rows and messages of a block are computed here. */
static inline bool pl_block_is_here(const pleach_affinity *affinity,
                                    uint32_t block)
{
    return pl_shares_has(&affinity->block_shares, block);
}

/* The position of pair (i, j), or UINT64_MAX. Binary search. */
uint64_t pl_find_pair(const pleach_affinity *affinity, uint32_t i, uint32_t j);

/* S(i, j): the preference for i == j; -1 for a pair that is not stored. */
double pl_similarity_of(const pleach_affinity *affinity, uint32_t i,
                        uint32_t j);

/* Whether two nodes are one concept, so that their pair need not be stored. */
bool pl_are_one_concept(const pleach_affinity *affinity, uint32_t i,
                        uint32_t j);

/* S(i, j) of two that lie in one cluster: where the pair is not stored, what
 * being one concept is worth, or 0 if they are not. */
double pl_similarity_in_cluster(const pleach_affinity *affinity, uint32_t i,
                                uint32_t j);

#endif
