/* piece_weights.c: how much each piece of evidence counts, in log-odds.
 *
 * By scripts/fit-concepts --also-held: logistic regression over pairs of units
 * of all sets with a truth, but for the ten that nobody had seen. */
/* SPDX-License-Identifier: MIT */
#include "same/label_evidence.h"

const pl_piece_weights pl_usual_weights = {
    {[PL_PIECE_START] = -2.34,        [PL_PIECE_WORDS] = 4.23,
     [PL_PIECE_CONTAINED] = 0.39,     [PL_PIECE_SPELLING] = 0.86,
     [PL_PIECE_TAGS] = 3.33,          [PL_PIECE_BOTH_TAGGED] = -1.16,
     [PL_PIECE_SAID] = 16.00,         [PL_PIECE_THESAURUS] = 3.96,
     [PL_PIECE_VECTORS] = 8.00,       [PL_PIECE_PARENTS] = 1.62,
     [PL_PIECE_ANCESTORS] = -1.70,    [PL_PIECE_SIBLINGS] = 1.46,
     [PL_PIECE_CHILDREN] = 3.03,      [PL_PIECE_ONE_ABOVE] = -1.10,
     [PL_PIECE_APART] = -0.99,        [PL_PIECE_SAME_NAME] = 0.41,
     [PL_PIECE_SAME_PARENTS] = 3.37,  [PL_PIECE_SAME_SIBLINGS] = 2.65,
     [PL_PIECE_SAME_CHILDREN] = 3.78, [PL_PIECE_TITLES] = 1.54,
     [PL_PIECE_MAIN_PARTS] = 1.26}};
