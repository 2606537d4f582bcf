/* term_name.c: equal names:
 *     s = 1 if the keys (normalised, stemmed names) are equal, else 0
 * Whoever compares knows that already and adds it up by itself. */
/* SPDX-License-Identifier: MIT */
#include "same/term.h"

const pl_term_kind pl_term_name = {.name = "name"};
