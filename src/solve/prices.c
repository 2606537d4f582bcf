/* prices.c: what prices may be, and how the usual ones go together. */
/* SPDX-License-Identifier: MIT */
#include "solve/prices.h"

#include <math.h>

#include "base/status.h"

/* By measurement on all sets with a truth, each with the values that suit the
 * others best (docs/results.md). Only their ratios matter as long as dissent is
 * below what a node loses by leaving its cluster. */
static const double USUAL_DISSENT = 0.4, USUAL_SKIP = 0.5, USUAL_TOP = 0.4;
static const double MOST_PRICE = 1e6;

/* NaN fails the comparisons too. */
static pleach_status take_price(double *price, const char *name, double given,
                                double usual, pleach_error *error)
{
    *price = given == 0 ? usual : given == PLEACH_NONE ? 0 : given;
    if (*price >= 0 && (*price <= MOST_PRICE || isinf(*price)))
        return PLEACH_OK;
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "The price of %s must be a number from 0 to 1000000, or "
                   "infinity, not %g.",
                   name, given);
}

/* The usual prices of skipping and of tops are shares of the dissent's, so that
 * changing that one keeps their relation. */
pleach_status pl_prices_take(pl_prices *prices,
                             const pleach_clusters_options *options,
                             pleach_error *error)
{
    PL_TRY(take_price(&prices->dissent, "dissent", options->dissent,
                      USUAL_DISSENT, error));
    double unit = isinf(prices->dissent) ? 1 : prices->dissent;
    PL_TRY(take_price(&prices->skip, "skip", options->skip, USUAL_SKIP * unit,
                      error));
    PL_TRY(
        take_price(&prices->top, "top", options->top, USUAL_TOP * unit, error));
    prices->further = options->parents > 1;
    if (prices->dissent == 0)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The price of dissent must be above 0: without one "
                       "nobody has a say in where a cluster hangs.");
    return PLEACH_OK;
}
