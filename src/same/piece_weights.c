/* piece_weights.c: how much each piece of evidence counts, in log-odds.
 *
 * By logistic regression over pairs of units of all sets with a truth, while
 * there were more pieces; those of tags are between that and a newer fit, so
 * that folders with the same pages are one. Fitted anew without the pieces that
 * went (scripts/fit-concepts --also-held) all weights save as much, but join
 * "Bags" with "Bag Accessories" in shops (docs/experiments/rent.md). */
/* SPDX-License-Identifier: MIT */
#include "same/label_evidence.h"

const pl_piece_weights pl_usual_weights = {
    {[PL_PIECE_START] = -2.00,        [PL_PIECE_WORDS] = 2.70,
     [PL_PIECE_CONTAINED] = 0.90,     [PL_PIECE_SPELLING] = 2.20,
     [PL_PIECE_TAGS] = 2.80,          [PL_PIECE_BOTH_TAGGED] = -1.20,
     [PL_PIECE_SAID] = 16.00,         [PL_PIECE_THESAURUS] = 3.10,
     [PL_PIECE_VECTORS] = 8.00,       [PL_PIECE_PARENTS] = 1.10,
     [PL_PIECE_ANCESTORS] = -1.20,    [PL_PIECE_SIBLINGS] = 1.30,
     [PL_PIECE_CHILDREN] = 2.00,      [PL_PIECE_ONE_ABOVE] = -1.10,
     [PL_PIECE_APART] = -1.00,        [PL_PIECE_SAME_NAME] = 0.14,
     [PL_PIECE_SAME_PARENTS] = 3.70,  [PL_PIECE_SAME_SIBLINGS] = 2.60,
     [PL_PIECE_SAME_CHILDREN] = 4.20, [PL_PIECE_TITLES] = 2.00}};
