/* reasons.h: why a cluster hangs where fewer people want it than elsewhere.
 *
 * By the solver consensus no parent has fewer voices, said or implied, than a
 * rival that would close no loop and is not above that parent; unless there is
 * one of these reasons. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_REASONS_H
#define PL_REASONS_H

#include "taxonomy/taxonomy.h"

typedef enum pl_reason {
    PL_REASON_NONE,      /* no rival has more */
    PL_REASON_DECIDED,   /* a decision, or the result before, has it there */
    PL_REASON_BRANCH,    /* who knows what is below it has more say than who
                            has a bare leaf */
    PL_REASON_IMPLIED,   /* who says it has more say than who left levels out */
    PL_REASON_TOP,       /* enough people have it on top */
    PL_REASON_UNSETTLED, /* each round of placing had changed the next */
    PL_REASON_ROOT,      /* it had no parent, and everything is put below one */
    PL_REASON_SHAPE      /* the shape asked for has it there */
} pl_reason;

/* "branch" and so on, as in files; NULL for none. */
const char *pl_reason_word(pl_reason reason);

/* Fills forest->voices[].reason from the statements. False: no memory. */
PLEACH_CHECKED pleach_status pl_find_reasons(pleach_taxonomy *forest,
                                             pleach_error *error);

#endif
