/* shell.h: runs somebody's command with a text on its standard input. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_SHELL_H
#define CLI_SHELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a command may print. */
#define SHELL_MOST_OUTPUT ((size_t)1 << 20)

typedef enum shell_end {
    SHELL_DONE = 0,
    SHELL_FAILED,  /* it ended with another code than 0, or by a signal */
    SHELL_TIMEOUT, /* it took too long, and was ended */
    SHELL_TOO_MUCH,
    SHELL_CANNOT, /* it could not be started */
    SHELL_STOPPED /* the user interrupted us */
} shell_end;

/* One run of the command. `output` is to be freed. */
typedef struct shell_run {
    const char *input;
    char *output;
    size_t length;
    shell_end end;
    int code; /* its exit code, with 128 for a signal as shells have it; or
                 errno */
} shell_run;

/* Runs "sh -c COMMAND" once for each, `at_once` at the same time, none longer
 * than `seconds`. Each is a process group of its own, which is ended as a
 * whole. `stop` may be NULL. */
void shell_run_all(shell_run *runs, size_t count, const char *command,
                   uint32_t at_once, double seconds, bool (*stop)(void));

/* What happened, for a sentence: "it ended with exit code 1". */
void shell_tell(char *to, size_t room, const shell_run *run, double seconds);

#endif
