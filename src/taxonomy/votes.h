/* votes.h: what people said about each edge of a grown forest. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TAXONOMY_VOTES_H
#define PL_TAXONOMY_VOTES_H

#include "taxonomy/taxonomy.h"

/* Why a cluster hangs where fewer people want it than elsewhere. By the solver
 * consensus no parent has fewer votes, said or implied, than a rival that
 * would close no loop and is not above that parent; unless there is one of
 * these reasons. */
typedef enum pl_reason {
    PL_REASON_NONE,      /* no rival has more */
    PL_REASON_DECIDED,   /* a decision, or the result before, has it there */
    PL_REASON_ANSWERED,  /* what was answered weighs more than its votes */
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

/* Fills forest->statements, forest->votes and the report's counts. */
PLEACH_CHECKED pleach_status pl_count_votes(pleach_taxonomy *forest,
                                            pleach_error *error);

enum { PL_MOST_RIVALS = 5 };

/* Those against c's place, most people first; how many were listed. */
uint32_t pl_list_rival_parents(const pleach_taxonomy *forest, uint32_t c,
                               pleach_rival rivals[PL_MOST_RIVALS]);

/* Whether a single person put c where it hangs, and others disagree. */
bool pl_hangs_by_one_vote(const pleach_taxonomy *forest, uint32_t c);

/* What became of what a slot itself says about its cluster: "for", "also",
 * "skip", "against" or "top"; "" where it says nothing. */
const char *pl_stance_word(const pleach_taxonomy *forest, uint32_t slot);

#endif
