/* pipeline.h: the command line in the library's terms, for all that grow. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_PIPELINE_H
#define CLI_PIPELINE_H

#include "options.h"
#include "pleach.h"
#include "warnings.h"

/* Says so, and returns EXIT_USAGE, when nobody could give an input. */
int pipeline_check_input(const cli_options *options, const char *command);

/* Seed, threads, listener and exchange of these are up to the caller. */
pleach_read_options pipeline_read_options(const cli_options *options);
pleach_affinity_options pipeline_affinity_options(const cli_options *options);

/* Says what the library does not like about the options, before an hour was
 * spent reading. */
int pipeline_check(const cli_options *options);

/* Whether a file, or the one operand, is a taxonomy that was written as JSON.
 */
bool pipeline_is_result(const char *path);
bool pipeline_is_taxonomy(const cli_options *options);

/* Adds to a failure what a result is, where the file is none. */
void pipeline_hint_result(const char *path, pleach_error *error);

/* Loads a result, or says what one is. */
pleach_status pipeline_load(pleach_taxonomy **result, const char *path,
                            pleach_error *error);

/* Inputs of these names, for the caller to free; NULL with an error: there is
 * no memory. */
pleach_input *pipeline_inputs(const char *const *names, size_t count,
                              pleach_error *error);

/* One run: what was asked, and what was made so far. */
typedef struct pipeline {
    const cli_options *options;
    cli_warnings warnings;
    pleach_listener listener; /* adds to them */
    pleach_affinity_options compare;
    pleach_clusters_options cluster;
    pleach_stage_times times;
    /* Given beside the inputs. */
    pleach_decisions *decisions;
    pleach_answers *answers;
    pleach_taxonomy *previous;

    pleach_corpus *corpus;
    pleach_affinity *affinity;
    pleach_clusters *clusters;
    pleach_taxonomy *taxonomy;
} pipeline;

/* To be ended whatever happens. */
void pipeline_begin(pipeline *line, const cli_options *options);
void pipeline_end(pipeline *line);

/* Does the work with a line of progress, and says why it failed. Returns an
 * exit code. */
int pipeline_work(const cli_options *options,
                  pleach_status (*work)(void *context, pleach_error *error),
                  void *context);

/* Reads what the options name and the operands, or standard input when there
 * are none, and tells what was odd. */
pleach_status pipeline_read(pipeline *line, pleach_error *error);
/* Grows the taxonomy; the second one forgets it. */
pleach_status pipeline_grow(pipeline *line, pleach_error *error);
void pipeline_drop_grown(pipeline *line);

/* Reads the operands into one of the two; the other is NULL. */
pleach_status pipeline_read_operands(pleach_corpus **corpus,
                                     pleach_trees **trees,
                                     const cli_options *options,
                                     const pleach_listener *listener,
                                     pleach_error *error);

#endif
