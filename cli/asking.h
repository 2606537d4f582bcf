/* asking.h: asks a command what is worth asking, round after round. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_ASKING_H
#define CLI_ASKING_H

#include "pipeline.h"
#include "pleach_curate.h"

typedef struct asking asking;
struct asking {
    const cli_options *options; /* of which budget, jobs, timeout count */
    const char *command; /* NULL: nobody is asked, only what would be is told */
    const char *file; /* where answers go, behind those there; NULL: nowhere */
    pipeline *line; /* which has read, and has grown nothing; NULL: `choose` */
    pleach_answers *answers; /* to begin with; what comes is added */
    /* What came of it; bytes went to the command and back. */
    size_t asked, unanswered, bytes;
    /* For whoever asks on behalf of others: how questions are chosen about so
     * many names, and who is told before each. */
    pleach_status (*choose)(pleach_prompts **prompts, asking *asking,
                            size_t most, pleach_error *error);
    void (*tell)(asking *asking, size_t done, size_t count, size_t left);
    void *context;
    uint64_t names;
    bool (*stop)(void);
};

/* Asks until nothing is worth it, the budget is spent, or `stop`, which is
 * PLEACH_CANCELLED; each answer goes to a sink, unless that is NULL. */
PLEACH_CHECKED pleach_status asking_go(asking *asking, const pleach_sink *to,
                                       pleach_error *error);

/* The same for a command: answers go into the file. Returns an exit code, after
 * a sentence. */
int asking_run(asking *asking);

#endif
