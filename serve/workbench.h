/* workbench.h: one project being worked on: its file, what is shown of it, what
 * is tried. Answers requests, and knows nothing of how they come. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_WORKBENCH_H
#define SERVE_WORKBENCH_H

#include <pthread.h>

#include "serve/answer.h"
#include "serve/bodies.h"
#include "serve/snapshot.h"
#include "serve/solver.h"

enum { PREVIEWS = 8, PREVIEW_ID = 16 };

/* A result that was tried and is not kept yet. */
typedef struct preview {
    char id[PREVIEW_ID + 1];
    int64_t revision; /* that it was tried on */
    json_t *asked;    /* what was asked, with its decisions; NULL: none is */
    project_result result;
} preview;

typedef struct workbench {
    const char *label; /* of the project */
    project *file;
    json_t *options;
    pthread_mutex_t filing; /* guards the file, and who changes `present` */
    snapshot *present;
    pthread_mutex_t showing; /* guards `present` and `tried` */
    preview tried[PREVIEWS]; /* the last few */
    size_t tries;
    solver *solver;      /* for the thread that solves */
    struct asker *asker; /* NULL: nobody asks (serve/asker.h) */
    /* Called when another result is shown. */
    void (*shown)(void *context);
    void *context;
} workbench;

/* What a new project begins with. */
typedef struct workbench_start {
    const project_input *inputs;
    size_t count;
    const json_t *decisions; /* with "who" and "when"; NULL: none */
} workbench_start;

/* Shows what is in a project; one that is new starts with these inputs, which
 * are read and solved first. Borrows all that it is given. To be released also
 * after a failure. */
PLEACH_CHECKED pleach_status workbench_open(workbench *opened, project *file,
                                            const char *label, solver *by,
                                            const workbench_start *with,
                                            pleach_error *error);
void workbench_release(workbench *released);

/* What is shown now; to be released. */
snapshot *workbench_present(workbench *on);

/* -------------------------------- for the thread that solves (it takes long)
 */

/* Makes everything ready that the next one has to wait for otherwise. */
void workbench_prepare(workbench *on);
answer workbench_try(workbench *on, const request *asked);
answer workbench_undo(workbench *on, const request *asked);
answer workbench_redo(workbench *on, const request *asked);
answer workbench_import(workbench *on, const request *asked);
answer workbench_remove(workbench *on, const request *asked);
/* Formats that need a result that was just grown, too. */
answer workbench_export(workbench *on, const request *asked);

/* -------------------------------------------------------- for any thread -- */

answer workbench_page(workbench *on, const request *asked);
answer workbench_state(workbench *on, const request *asked);
answer workbench_taxonomy(workbench *on, const request *asked);
answer workbench_keep(workbench *on, const request *asked);
answer workbench_drop(workbench *on, const request *asked);
answer workbench_history(workbench *on, const request *asked);
answer workbench_decisions(workbench *on, const request *asked);
answer workbench_review(workbench *on, const request *asked);
answer workbench_explain(workbench *on, const request *asked);

/* ------------------------------------------------- between the parts of this
 */

/* Takes a step and shows its result, unless the project has gone on from
 * `revision`: then 409. */
answer workbench_commit(workbench *on, const project_step *step,
                        int64_t revision, const project_result *result);
void workbench_forget_tries(workbench *on);
/* {"error", "revision"}, as somebody was faster. */
answer workbench_late(workbench *on);
/* What is needed to solve a state again. */
typedef struct plan {
    solver *by;
    project_state state;
    snapshot *present;       /* NULL: nothing is shown yet */
    project_result known;    /* what came of this state before */
    bytes *base;             /* what to go on from ... */
    int64_t base_revision;   /* ... and of when it is; 0: there is none */
    int64_t next_id;         /* that new clusters may get */
    pleach_taxonomy *loaded; /* the base, if it is not what is shown */
    bytes **contents;        /* of the inputs; NULL: they are read already */
} plan;

/* Plans what would be after a step for a solver to solve; NULL: what is.
 * Nothing stays of it in the file. To be released also after a failure. */
PLEACH_CHECKED pleach_status plan_make(plan *made, workbench *on, solver *by,
                                       const project_step *step,
                                       pleach_error *error);
/* The same for what is in the file, inside begin, with `by` filled in. */
PLEACH_CHECKED pleach_status plan_fill(plan *made, workbench *on,
                                       pleach_error *error);
void plan_release(plan *released);
/* Reads the inputs, if others are read. */
PLEACH_CHECKED pleach_status plan_read(plan *from, pleach_error *error);
/* Grows what is planned, which must have inputs; borrows the plan. To be
 * released also after a failure. */
PLEACH_CHECKED pleach_status plan_grow(grown *to, plan *from,
                                       pleach_error *error);
/* What came of it before, or comes of it now. */
PLEACH_CHECKED pleach_status plan_settle(project_result *result, plan *from,
                                         pleach_error *error);
/* The result as it is kept. */
PLEACH_CHECKED pleach_status plan_write(project_result *result,
                                        const grown *from, pleach_error *error);

#endif
