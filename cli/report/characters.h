/* characters.h: text of others, character by character. */
/* SPDX-License-Identifier: MIT */
#ifndef REPORT_CHARACTERS_H
#define REPORT_CHARACTERS_H

#include <stdbool.h>
#include <stddef.h>

/* How many bytes the first character has; 1 for a byte that is none. It is
 * harmless unless it would steer a terminal, reorder its line, or is not
 * UTF-8. `length` is not 0. */
size_t report_character(const char *bytes, size_t length, bool *harmless);

#endif
