/* spread.h: which blocks of an affinity lie in which process.
 *
 * Every rank knows all slots and blocks, but has the rows of its own blocks
 * only: those between rank_first[rank] and rank_first[rank + 1]. Neighbouring
 * blocks stay together, so an array over slots is one piece per rank. How many
 * ranks there are does not show in any number or order. */
#ifndef PL_SPREAD_H
#define PL_SPREAD_H

#include "affinity/affinity.h"
#include "base/exchange.h"

struct pl_spread {
    const pl_exchange *exchange;
    uint32_t *rank_first; /* ranks + 1, blocks */
    uint64_t *slot_first; /* ranks + 1: the same in slots */
    bool complete;        /* the rows of all blocks are here all the same */
    uint64_t pair_total;  /* of all ranks */
    pl_parcel *inbox;     /* one per rank, for whoever needs it just now */
    /* Per slot whose row lies elsewhere: worth[i] is its similarity to
     * known[i], as its owner has told. NULL when all rows are here. */
    uint32_t *known;
    float *worth;
};

/* pair_first holds about how many pairs each row has: shares out the blocks, so
 * that every rank has about as many. */
PLEACH_CHECKED pleach_status pl_spread_blocks(pleach_affinity *affinity,
                                              pleach_error *error);

/* pair_first holds how many pairs each row has, of the blocks that are here if
 * they have been shared out; else it does that. Turns the numbers into where
 * rows begin, and takes the arrays of pairs. */
PLEACH_CHECKED pleach_status pl_spread_pairs(pleach_affinity *affinity,
                                             pleach_error *error);

/* Once the rows of all blocks that are here have been filled: gets the others,
 * where everybody needs all. */
PLEACH_CHECKED pleach_status pl_spread_complete(const pleach_affinity *affinity,
                                                pleach_error *error);

/* Whether the messages of a block are computed here. */
static inline bool pl_block_is_here(const pleach_affinity *affinity,
                                    uint32_t block)
{
    const pl_spread *s = affinity->spread;
    return s == NULL || (block >= s->rank_first[s->exchange->rank] &&
                         block < s->rank_first[s->exchange->rank + 1]);
}

/* Whether row `slot` is here, and so pl_find_pair finds its pairs. */
static inline bool pl_row_is_here(const pleach_affinity *affinity,
                                  uint32_t slot)
{
    return affinity->spread == NULL || affinity->spread->complete ||
           pl_block_is_here(affinity, affinity->slot_block[slot]);
}

/* The rank that has a block. */
uint32_t pl_block_rank(const pleach_affinity *affinity, uint32_t block);

/* Tells everybody how similar each slot is to its exemplar, so that
 * pl_similarity_of knows it everywhere. All ranks pass the same exemplars. */
PLEACH_CHECKED pleach_status pl_spread_worth(const pleach_affinity *affinity,
                                             const uint32_t *exemplar,
                                             pleach_error *error);

#endif
