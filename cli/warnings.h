/* warnings.h: what was odd about the input, gathered and told in short. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_WARNINGS_H
#define CLI_WARNINGS_H

#include "pleach.h"

#define WARNING_KINDS 32

/* The first warning of each kind. Start from all zeros. */
typedef struct cli_warnings {
    pleach_error first[WARNING_KINDS];
    bool is_note[WARNING_KINDS]; /* how an input was understood */
    size_t count;
    size_t told; /* of these, printed already */
} cli_warnings;

/* A pleach_listener's callbacks; the context is the cli_warnings. */
void warnings_add(void *context, const pleach_error *warning);
void notes_add(void *context, const pleach_error *note);

/* Prints how many oddities of each kind there were, and the first of each. */
void warnings_print(cli_warnings *warnings, const pleach_corpus_facts *facts);

/* Prints those that have come since. */
void warnings_print_new(cli_warnings *warnings);

#endif
