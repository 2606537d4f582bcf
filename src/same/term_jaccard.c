/* term_jaccard.c: weighted Jaccard of two nodes' tags:
 *     s = sum of min(w, w') / sum of max(w, w')
 * with w = log(1 + count) * log(1 + N / n) for a tag that n of N nodes have. */
/* SPDX-License-Identifier: MIT */
#include "base/status.h"
#include "same/tag_sets.h"

static pleach_status prepare_jaccard(pl_term *term, pl_scope *scope,
                                     pleach_error *error)
{
    pl_sets *sets;
    PL_TRY(pl_tag_sets_make(&sets, scope, false, error));
    term->state = sets;
    return PLEACH_OK;
}

static double compare_jaccard(const pl_term *term, uint32_t a, uint32_t b)
{
    const pl_sets *sets = term->state;
    double common = pl_sets_overlap(sets, a, b);
    return common > 0 ? common / (sets->size[a] + sets->size[b] - common) : 0;
}

const pl_term_kind pl_term_jaccard = {.name = "jaccard",
                                      .prepare = prepare_jaccard,
                                      .compare_nodes = compare_jaccard};
