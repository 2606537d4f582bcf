/* outputs.h: the files a run leaves behind: all of them, or none. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_OUTPUTS_H
#define CLI_OUTPUTS_H

#include <sys/types.h>

#include "options.h"
#include "pleach.h"

typedef struct cli_output {
    const char *path;   /* as given; "-": standard output */
    const char *format; /* NULL: the caller writes the stream */
    char *target;       /* the file behind links; NULL: not a plain file, and
                           written in place */
    char *temporary;    /* beside the target, until it is renamed */
    FILE *stream;
    mode_t mode;
} cli_output;

typedef struct cli_outputs {
    cli_output *items;
    size_t count;
    bool files; /* there is more than standard output */
} cli_outputs;

/* Finds out what is to be written, and says now what could not be: an unknown
 * format, a missing folder. Returns an exit code; release is due either way. */
int outputs_plan(cli_outputs *outputs, const cli_options *options);
void outputs_release(cli_outputs *outputs);

/* Writes everything under temporary names, the report last so that it knows
 * how long the rest took: times->write grows while this works. */
int outputs_write(cli_outputs *outputs, const pleach_taxonomy *taxonomy,
                  const cli_options *options, pleach_stage_times *times);

/* Renames all into place, then writes what is not a plain file. */
int outputs_commit(cli_outputs *outputs, const pleach_taxonomy *taxonomy,
                   const cli_options *options, pleach_stage_times *times);

/* For a command that fills its outputs while it works: plans `count` paths
 * (NULL ones are left out), opens them all, and in the end renames them into
 * place. Each returns an exit code; release is due either way. */
int outputs_plan_streams(cli_outputs *outputs, const char *const *paths,
                         size_t count, const cli_options *options);
int outputs_open_streams(cli_outputs *outputs);
int outputs_commit_streams(cli_outputs *outputs);
/* Says why filling them failed, and returns the exit code. */
int outputs_say_failed(const cli_outputs *outputs, const pleach_error *error);
/* The stream of a path, or NULL when it was left out. */
FILE *outputs_stream(const cli_outputs *outputs, const char *path);

/* Removes the temporary files; safe inside a signal handler. */
void outputs_clean_up(void);

#endif
