/* piece_weights.c: how much each piece of evidence counts, in log-odds.
 *
 * Fitted by logistic regression over pairs of units of all sets with a truth,
 * those held out among them, before scripts/fit-concepts could do so. */
/* SPDX-License-Identifier: MIT */
#include "same/label_evidence.h"

const pl_piece_weights pl_usual_weights = {
    {[PL_PIECE_START] = -2.0,        [PL_PIECE_WORDS] = 2.7,
     [PL_PIECE_CONTAINED] = 0.9,     [PL_PIECE_KIND] = -0.6,
     [PL_PIECE_SPELLING] = 2.2,      [PL_PIECE_ACRONYM] = 4.2,
     [PL_PIECE_TAGS] = 2.5,          [PL_PIECE_BOTH_TAGGED] = -1.8,
     [PL_PIECE_SAID] = 16.0,         [PL_PIECE_THESAURUS] = 3.1,
     [PL_PIECE_VECTORS] = 8.0,       [PL_PIECE_CHOSEN] = 2.5,
     [PL_PIECE_PARENTS] = 1.1,       [PL_PIECE_ANCESTORS] = -1.2,
     [PL_PIECE_SIBLINGS] = 1.3,      [PL_PIECE_CHILDREN] = 2.0,
     [PL_PIECE_ONE_ABOVE] = -1.1,    [PL_PIECE_APART] = -1.0,
     [PL_PIECE_SAME_NAME] = 0.14,    [PL_PIECE_SAME_PARENTS] = 3.7,
     [PL_PIECE_SAME_SIBLINGS] = 2.6, [PL_PIECE_SAME_CHILDREN] = 4.2,
     [PL_PIECE_TITLES] = 1.5,        [PL_PIECE_MAIN_PARTS] = 1.6}};
