/* diff.h: what changed from one result to the next. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_DIFF_H
#define PL_DIFF_H

#include "base/memory.h"
#include "pleach_curate.h"

struct pleach_diff {
    pl_arena *arena;
    const pleach_taxonomy *before, *after;
    /* Per cluster of one, the cluster of the other that it became, or was: the
     * one that most of its nodes are in. PL_NONE: none of them is there. */
    uint32_t *heir, *origin;
    pleach_diff_figures figures;
    size_t count;
    pleach_change *change;
};

#endif
