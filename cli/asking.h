/* asking.h: asks a command what is worth asking, round after round. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_ASKING_H
#define CLI_ASKING_H

#include "options.h"
#include "pleach_curate.h"

typedef struct asking {
    const cli_options *options;
    const char *command; /* NULL: nobody is asked, only what would be is told */
    const char *file; /* where answers go, behind those there; NULL: nowhere */
    const pleach_corpus *corpus;
    pleach_affinity_options compare;
    pleach_clusters_options cluster;
    pleach_answers *answers; /* to begin with; what comes is added */
    /* What came of it. */
    size_t asked, unanswered;
} asking;

/* Asks until nothing is worth it or the budget is spent. Returns an exit code,
 * after a sentence; what was answered before is in the file. */
int asking_run(asking *asking);

#endif
