/* terminal_text.h: text of others on its way to a terminal. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TERMINAL_TEXT_H
#define PL_TERMINAL_TEXT_H

#include "write/write.h"

/* Text for a terminal: what would steer it, and what is not UTF-8, becomes
 * U+FFFD. */
void pl_put_terminal_text(FILE *to, const char *bytes, size_t length);

#endif
