/* asker.h: has a command answer what is worth asking, on a thread of its own.
 *
 * What is answered is in the project at once, and waits there until people
 * accept it, which makes decisions, or refuse it. There is one in a process. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_ASKER_H
#define SERVE_ASKER_H

#include "serve/workbench.h"

typedef struct asker asker;

typedef struct asker_options {
    const char *command; /* NULL: nobody answers; what waits is shown */
    const bytes *given;  /* answers of a file, that count already; or NULL */
    const solver_options *solve;
    /* Asks until nothing is worth it or it is over; called on that thread. */
    pleach_status (*run)(asker *by, void *context, pleach_error *error);
    void *context;
} asker_options;

/* NULL: there is no memory. Borrows both. */
asker *asker_new(workbench *on, const asker_options *options);
/* Ends what is under way first. */
void asker_free(asker *freed);

/* ----------------------------------------------------------- for requests --
 */

/* {"can_ask", "running", "asked", "left", ...}; with "answers" unless the
 * serial number is the one that is known. */
answer asker_tell(workbench *on, const request *asked);
answer asker_start(workbench *on, const request *asked);
answer asker_cancel(workbench *on, const request *asked);
/* What somebody refuses is as if it had not been answered: a group of an
 * answer, or all of it. */
answer asker_forget(workbench *on, const request *asked);

/* ------------------------------------------------------------ for `run` -- */

/* What was answered so far; what comes is to be added. */
pleach_answers *asker_answers(asker *by);
/* How many names the inputs have. */
uint64_t asker_names(const asker *by);
PLEACH_CHECKED pleach_status asker_choose(pleach_prompts **prompts, asker *by,
                                          size_t most, pleach_error *error);
/* Takes lines of answers, each of which is in the project when it is whole. */
pleach_sink asker_sink(asker *by);

typedef struct asker_figures {
    size_t asked, unanswered; /* in this run */
    size_t done, total;       /* of the questions that are worth it now */
    size_t left;              /* that may still be asked */
    size_t bytes;             /* to the command and back */
} asker_figures;

void asker_note(asker *by, const asker_figures *figures);
/* Whether to stop: somebody cancelled it, or the server ends. */
bool asker_is_over(void);

#endif
