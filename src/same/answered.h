/* answered.h: answers as evidence for and against two uses meaning the same.
 *
 * Whoever answers errs. How often is estimated by whether answers agree: of the
 * pairs that one answer joins, the share that others join too. So an answer
 * counts by who gave it, in log-odds, beside all other evidence. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_ANSWERED_H
#define PL_ANSWERED_H

#include "same/links.h"
#include "same/units.h"
#include "same/uses.h"

/* What one answer said of a use or a unit: which group it is in. */
typedef struct pl_said {
    uint32_t reply, group, times;
} pl_said;

/* Of thing x: item[first[x] .. first[x + 1]), by reply, then by group. */
typedef struct pl_said_lists {
    uint64_t *first;
    pl_said *item;
} pl_said_lists;

typedef struct pl_answered {
    const pleach_answers *answers;
    pl_label_uses uses;
    pl_said_lists of_use, of_unit;
    double *trust; /* per who: how often a pair is joined that should be */
    pl_pair_list labels; /* that an answer joins */
    uint32_t *part;      /* per use: which sense of its label; PL_NONE: it has
                            one sense */
    uint32_t stale;      /* replies that speak of nothing in the corpus */
} pl_answered;

/* From `arena`, but for the list of labels: pl_answered_free is due either way.
 * Start from all zeros. False: no memory. */
PLEACH_CHECKED bool pl_answered_make(pl_answered *answered, pl_arena *arena,
                                     const pl_labels *labels,
                                     const pleach_answers *answers);
void pl_answered_free(pl_answered *answered);

/* To be called once units are known, before pl_answered_odds. */
PLEACH_CHECKED bool pl_answered_meet(pl_answered *answered, pl_arena *arena,
                                     const pl_units *units);

/* What the answers add to the log-odds of two uses. */
double pl_answered_odds_of_uses(const pl_answered *answered, uint32_t a,
                                uint32_t b);

/* What the answers add to the log-odds of two units. NULL: 0. */
double pl_answered_odds(const pl_answered *answered, uint32_t a, uint32_t b);

#endif
