/* prices.c: numbers, "auto" and "inf", and how they go together. */
/* SPDX-License-Identifier: MIT */
#include "solve/prices.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"

/* By measurement on all sets with a truth, each with the values that suit the
 * others best (docs/results.md). Only their ratios matter as long as dissent is
 * below what a node loses by leaving its cluster. */
static const double USUAL_DISSENT = 0.4, USUAL_SKIP = 0.5, USUAL_TOP = 0.4;

/* "inf" is a word of its own, as the number would not be read by everybody's
 * strtod alike. */
static pleach_status parse_price(double *price, const char *name,
                                 const char *text, double usual,
                                 pleach_error *error)
{
    *price = usual;
    if (text == NULL || strcmp(text, "auto") == 0)
        return PLEACH_OK;
    if (strcmp(text, "inf") == 0) {
        *price = INFINITY;
        return PLEACH_OK;
    }
    if (pl_text_number(text, strlen(text), price) && *price >= 0 &&
        *price <= 1e6)
        return PLEACH_OK;
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "The price of %s, '%.40s', must be a number from 0 to "
                   "1000000, auto or inf.",
                   name, text);
}

/* The usual prices of skipping and of tops are shares of the dissent's, so that
 * changing that one keeps their relation. */
pleach_status pl_prices_parse(pl_prices *prices,
                              const pleach_clusters_options *options,
                              pleach_error *error)
{
    PL_TRY(parse_price(&prices->dissent, "dissent", options->dissent,
                       USUAL_DISSENT, error));
    double unit = isinf(prices->dissent) ? 1 : prices->dissent;
    PL_TRY(parse_price(&prices->skip, "skip", options->skip, USUAL_SKIP * unit,
                       error));
    PL_TRY(parse_price(&prices->top, "top", options->top, USUAL_TOP * unit,
                       error));
    prices->further = options->parents > 1;
    if (prices->dissent == 0)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The price of dissent must be above 0: without one "
                       "nobody has a say in where a cluster hangs.");
    return PLEACH_OK;
}
