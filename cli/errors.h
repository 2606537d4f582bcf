/* errors.h: sentences on standard error, and the exit codes. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_ERRORS_H
#define CLI_ERRORS_H

#include <stdbool.h>

#include "pleach.h"

enum exit_code {
    EXIT_DONE = 0,
    EXIT_BAD_DATA = 1,
    EXIT_USAGE = 2,
    EXIT_SYSTEM = 3,        /* files, memory */
    EXIT_NOT_CONVERGED = 4, /* with --strict */
    EXIT_INTERRUPTED = 130,
};

/* Colours for everything printed from here; off at the start. */
void errors_set_color(bool color);

/* Another process of the same run prints the warnings. Off at the start. */
void warnings_set_silent(bool silence);

/* Another process of the same run may have to say why it ends: the first
 * sentence about an error is kept from here on, and printed with `more` at its
 * end when it is released. */
void errors_hold(void);
void errors_release(const char *more);

/* Prints "pleach: FILE:LINE:COLUMN: sentence" and returns the exit code of
 * its status. An interrupted run prints no sentence of its own. */
int error_print(const pleach_error *error);

/* Prints "pleach: sentence" and returns `code`. */
int error_say(int code, const char *sentence, ...)
    __attribute__((format(printf, 2, 3)));

/* The same for what was accepted, or is worth knowing. */
void warning_print(const pleach_error *warning);
void note_print(const pleach_error *note);
void warning_say(const char *sentence, ...)
    __attribute__((format(printf, 1, 2)));

/* Copies text so that it cannot steer a terminal and is valid UTF-8: control
 * and direction characters and broken bytes become \xNN. Cut to `room`. */
void text_make_harmless(char *to, size_t room, const char *text);

#endif
