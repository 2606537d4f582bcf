/* term_cosine.c: the cosine of two nodes' tags:
 *     s = sum of w * w' / (|w| * |w'|)
 * with w = log(1 + count) * log(1 + N / n) for a tag that n of N nodes have. */
/* SPDX-License-Identifier: MIT */
#include "base/status.h"
#include "same/tag_sets.h"

static pleach_status prepare_cosine(pl_term *term, pl_scope *scope,
                                    pleach_error *error)
{
    pl_sets *sets;
    PL_TRY(pl_tag_sets_make(&sets, scope, true, error));
    term->state = sets;
    return PLEACH_OK;
}

static double compare_cosine(const pl_term *term, uint32_t a, uint32_t b)
{
    return pl_sets_cosine(term->state, a, b);
}

const pl_term_kind pl_term_cosine = {.name = "cosine",
                                     .prepare = prepare_cosine,
                                     .compare_nodes = compare_cosine};
