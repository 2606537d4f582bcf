/* terminal.h: what the streams lead to. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

bool terminal_is(FILE *stream);

/* From here no stream counts as a terminal: what looks like one may be a
 * launcher that passes everything on to a file. */
void terminal_distrust(void);

/* Whether lines can be redrawn there: a terminal that is not a dumb one. */
bool terminal_can_redraw(FILE *stream);

/* Columns; 80 when nobody knows. */
unsigned terminal_width(FILE *stream);

/* `when` is "always", "never", or "auto" (NULL too): on a capable terminal,
 * unless NO_COLOR is set (no-color.org). */
bool terminal_color(FILE *stream, const char *when);

#endif
