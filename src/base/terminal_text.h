/* terminal_text.h: text of others on its way to people. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TERMINAL_TEXT_H
#define PL_TERMINAL_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* How many bytes the first character has; 1 for a byte that is none. It is
 * harmless unless it would steer a terminal, reorder its line, or is not
 * UTF-8. `length` is not 0. */
size_t pl_terminal_character(const char *bytes, size_t length, bool *harmless);

/* What would steer a terminal, and what is not UTF-8, becomes U+FFFD. */
void pl_put_terminal_bytes(FILE *to, const char *bytes, size_t length);
void pl_put_terminal_text(FILE *to, const char *text);
/* As printf, for %s, which is put in this way, counts (PRIu64, %zu) and reals
 * (%.6g and the like). */
void pl_print_terminal(FILE *to, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
