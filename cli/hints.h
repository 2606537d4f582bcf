/* hints.h: what was probably meant by a word that is not known. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_HINTS_H
#define CLI_HINTS_H

#include <stddef.h>

/* Remembers the nearest of the words offered so far. Start from
 * {.word = what was typed}. */
typedef struct cli_hint {
    const char *word;
    const char *nearest;
    size_t distance;
} cli_hint;

void hint_offer(cli_hint *hint, const char *candidate);

/* The nearest word when it is near enough to be worth a question, or NULL. */
const char *hint_get(const cli_hint *hint);

#endif
