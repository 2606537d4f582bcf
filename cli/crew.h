/* crew.h: the processes that share the work of one command.
 *
 * "pleach" works alone and has no crew; pleach-mpi (mpi/) has one. All of its
 * processes run the same command, one of them prints and writes. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_CREW_H
#define CLI_CREW_H

#include "pleach_parallel.h"

typedef struct cli_crew {
    const pleach_exchange *exchange;
    bool writes; /* this is the process that prints and writes */
    /* After a stage that each goes through by itself: a failure of one is the
     * failure of all. */
    pleach_status (*agree)(pleach_status status, pleach_error *error);
    /* The same for exit codes. */
    int (*settle)(int code);
} cli_crew;

#endif
