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

/* What is given beside the inputs: decisions, answers, the result before. */
typedef struct pipeline_given {
    pleach_decisions *decisions;
    pleach_answers *answers;
    pleach_taxonomy *previous;
} pipeline_given;

/* Reads what the options name, and gives it to whoever compares nodes. To be
 * released also after a failure. */
pleach_status pipeline_take_given(pipeline_given *given,
                                  pleach_affinity_options *compare,
                                  const cli_options *options,
                                  pleach_error *error);
void pipeline_release_given(pipeline_given *given);

/* Says what the library does not like about the options, before an hour was
 * spent reading. */
int pipeline_check(const cli_options *options);

/* Whether a file, or the one operand, is a taxonomy that was written as JSON.
 */
bool pipeline_is_result(const char *path);
bool pipeline_is_taxonomy(const cli_options *options);

/* Inputs of these names, for the caller to free; NULL with an error: there is
 * no memory. */
pleach_input *pipeline_inputs(const char *const *names, size_t count,
                              pleach_error *error);

/* Reads the operands, or standard input when there are none. */
pleach_status pipeline_read(pleach_corpus **corpus, const cli_options *options,
                            const pleach_listener *listener,
                            pleach_error *error);
/* The same as they are, to be converted. */
pleach_status pipeline_read_trees(pleach_trees **trees,
                                  const cli_options *options,
                                  const pleach_listener *listener,
                                  pleach_error *error);
/* Reads a corpus, and then tells what was odd; `warnings` is what the listener
 * gathers them in. */
pleach_status pipeline_read_and_warn(pleach_corpus **corpus,
                                     const cli_options *options,
                                     const pleach_listener *listener,
                                     cli_warnings *warnings,
                                     pleach_error *error);

/* A forest, and what it was made from. Start from all zeros. */
typedef struct pipeline_grown {
    pipeline_given given;
    pleach_corpus *corpus;
    pleach_affinity *affinity;
    pleach_clusters *clusters;
    pleach_taxonomy *taxonomy;
} pipeline_grown;

/* Reads, warns and grows; to be released also after a failure. */
pleach_status pipeline_grow(pipeline_grown *grown, const cli_options *options,
                            const pleach_listener *listener,
                            cli_warnings *warnings, pleach_error *error);
void pipeline_release(pipeline_grown *grown);

#endif
