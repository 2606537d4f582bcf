/* prices.h: what it costs to overrule people. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PRICES_H
#define PL_PRICES_H

#include "pleach.h"

/* What it costs to overrule people (docs/method.md, 13), per cluster and share
 * of its voices: one whose parent lies elsewhere, one who left a level out, one
 * who has it on top. dissent = INFINITY is constraint F. */
typedef struct pl_prices {
    double dissent, skip, top;
    bool further; /* a cluster may have further parents */
} pl_prices;

/* From options->dissent, skip and top. */
PLEACH_CHECKED pleach_status
pl_prices_take(pl_prices *prices, const pleach_clusters_options *options,
               pleach_error *error);

#endif
