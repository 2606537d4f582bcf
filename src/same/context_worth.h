/* context_worth.h: what an equal name alone is worth to the context. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CONTEXT_WORTH_H
#define PL_CONTEXT_WORTH_H

static const double PL_CONTEXT_FLOOR = 0.1;

#endif
