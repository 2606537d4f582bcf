/* check_kept.h: whether branches are as they were in the result before. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CHECK_KEPT_H
#define PL_CHECK_KEPT_H

#include "taxonomy/taxonomy_file.h"

typedef struct pl_kept {
    const pl_taxonomy_file *now, *before;
    uint32_t *was;   /* per member of `now`: its cluster before, or PL_NONE */
    uint32_t *heir;  /* per cluster before: where its first node is now */
    uint32_t *order; /* clusters before, none in front of what it is below */
    uint8_t *broken; /* per cluster before: a branch from it is not kept */
    /* Per cluster before: it is to be kept where this is `round`. */
    uint32_t *marked, round;
    bool doubtful;   /* something broken is to be kept in this round */
    uint32_t *owner; /* per cluster now: which one it is the heir of */
    const char *line;
} pl_kept;

/* Lives as long as `now`. */
PLEACH_CHECKED pleach_status pl_kept_start(pl_kept *kept,
                                           const pl_taxonomy_file *now,
                                           const pl_taxonomy_file *before,
                                           pleach_error *error);

/* The cluster that a member was in is to be kept, with all below it. */
void pl_kept_mark(pl_kept *kept, uint32_t member);

/* Proves it for all that was marked since the last time. `line` says in
 * messages what keeps it. */
PLEACH_CHECKED pleach_status pl_kept_check(pl_kept *kept, const char *line,
                                           pleach_error *error);

#endif
