/* term_name.c: equal names:
 *     s = 1 if the keys (normalised, stemmed names) are equal, else 0 */
/* SPDX-License-Identifier: MIT */
#include "same/term.h"

static double compare_name(const pl_term *term, uint32_t a, uint32_t b)
{
    (void)term;
    return a == b;
}

const pl_term_kind pl_term_name = {.name = "name",
                                   .compare_names = compare_name};
