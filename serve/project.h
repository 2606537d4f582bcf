/* project.h: a project in one file: inputs, decisions, results, history.
 *
 * All that is done to a project is a step; the number of the last one is its
 * revision. What a step added or took out is in force until the step is undone
 * or a later one says otherwise. Steps stay; undoing is one itself. For one
 * thread at a time. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_PROJECT_H
#define SERVE_PROJECT_H

#include <jansson.h>

#include "serve/bytes.h"
#include "serve/sql.h"

typedef struct project project;

/* Opens a project, or makes one where there is no file. What is no project,
 * damaged, of a newer version or open elsewhere is refused and not changed. */
PLEACH_CHECKED pleach_status project_open(project **opened, const char *path,
                                          pleach_error *error);
void project_close(project *closed);
/* Closes it, and removes the file again if opening made it. */
void project_discard(project *dropped);
/* For what else is asked of the file. */
const sql_file *project_file(const project *in);

/* Everything between begin and end happens, or nothing of it. */
PLEACH_CHECKED pleach_status project_begin(project *in, pleach_error *error);
/* Commits what went well, as `status` says: all of it is on the disk when this
 * returns. Abandons the rest. */
PLEACH_CHECKED pleach_status project_end(project *in, pleach_status status,
                                         pleach_error *error);
void project_abandon(project *in);

/* -------------------------------------------------------------- options -- */

PLEACH_CHECKED pleach_status project_set_option(project *in, const char *name,
                                                const char *value,
                                                pleach_error *error);
/* {"name": "value"} */
PLEACH_CHECKED pleach_status project_options(json_t **options, project *in,
                                             pleach_error *error);

/* ---------------------------------------------------------------- steps -- */

typedef enum project_doing {
    PROJECT_START = 0,
    PROJECT_DECIDE,
    PROJECT_IMPORT,
    PROJECT_REMOVE,
    PROJECT_UNDO,
    PROJECT_REDO,
} project_doing;

typedef struct project_input {
    const char *name;
    const bytes *content;
    uint64_t hierarchies;
} project_input;

typedef struct project_step {
    project_doing what;
    const char *who;
    const json_t *decisions;    /* to decide: as in bodies.h; NULL: none */
    bool signed_lines;          /* they say themselves who decided and when */
    const json_t *remove;       /* to decide otherwise: their ids; NULL: none */
    const project_input *input; /* to import */
    int64_t input_id;           /* to remove */
} project_step;

/* Takes a step; PLEACH_BAD_DATA where it names what is not in force, or where
 * there is nothing to undo or redo. An import takes the place of the input of
 * its name. */
PLEACH_CHECKED pleach_status project_take_step(project *in,
                                               const project_step *step,
                                               pleach_error *error);
/* Adds one more input to the last step. */
PLEACH_CHECKED pleach_status project_add_input(project *in,
                                               const project_input *input,
                                               pleach_error *error);

/* ---------------------------------------------------------------- state -- */

typedef struct project_state {
    int64_t revision; /* 0: the project is new */
    bool can_undo, can_redo;
    json_t *inputs;    /* [{"id", "name", "bytes", "hierarchies"}], in force */
    json_t *decisions; /* [{"id", "kind", "a", "b", "who", "when"}], in force */
    bytes *lines;      /* ... as a file of them, one on each line */
} project_state;

/* To be released also after a failure. */
PLEACH_CHECKED pleach_status project_get_state(project_state *state,
                                               project *in,
                                               pleach_error *error);
void project_state_release(project_state *state);

/* The bytes of an input. */
PLEACH_CHECKED pleach_status project_get_input(bytes **content, project *in,
                                               int64_t id, pleach_error *error);

/* -------------------------------------------------------------- results -- */

typedef struct project_result {
    bytes *taxonomy; /* NULL: there is none */
    int64_t clusters, trees;
    int64_t next_id; /* above all ids of clusters so far */
} project_result;

/* These are about the state that the file has now. */

/* Notes what came of it; old results are forgotten. */
PLEACH_CHECKED pleach_status project_set_result(project *in,
                                                const project_result *result,
                                                pleach_error *error);
/* The newest result of exactly this state, if there is one. */
PLEACH_CHECKED pleach_status project_find_result(project_result *result,
                                                 project *in,
                                                 pleach_error *error);
/* The newest one that obeyed no decision that this state does not have, which
 * is what to go on from, and its revision; 0: there is none. That of revision
 * `known` is at hand, and NULL. */
PLEACH_CHECKED pleach_status project_find_base(bytes **taxonomy, int64_t *at,
                                               int64_t known, project *in,
                                               pleach_error *error);
/* Above all ids that any result ever had. */
PLEACH_CHECKED pleach_status project_next_id(int64_t *next, project *in,
                                             pleach_error *error);

/* -------------------------------------------------------------- answers -- */

/* Keeps a line of answers (docs/llm.md), which must end with its newline. */
PLEACH_CHECKED pleach_status project_add_answer(project *in, const char *line,
                                                pleach_error *error);
/* Puts another answer in the place of the one that a line has. */
PLEACH_CHECKED pleach_status project_change_answer(project *in, int64_t id,
                                                   const json_t *given,
                                                   pleach_error *error);

/* [{"id", "line"}] */
PLEACH_CHECKED pleach_status project_list_answers(json_t **list, project *in,
                                                  pleach_error *error);
/* [{"step", "revision", "when", "who", "what", "text", "undone"}], the newest
 * first. */
PLEACH_CHECKED pleach_status project_list_history(json_t **list, project *in,
                                                  int64_t limit,
                                                  pleach_error *error);

#endif
