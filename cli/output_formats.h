/* output_formats.h: which formats there are, and which one is meant. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_OUTPUT_FORMATS_H
#define CLI_OUTPUT_FORMATS_H

#include "options.h"

/* The format that a file's ending names, or NULL. */
typedef const char *output_ending(const char *path);
output_ending output_format_of;
bool output_has_ending(const char *path, const char *ending);

/* These say what is wrong, and return EXIT_USAGE then. */

/* There is no such format; NULL: none that the ending of the path names. With
 * `converting`, only formats of what is not grown here are listed. */
int output_format_check(const char *name, const char *path, bool converting);

/* One format is given for several files whose endings name others. */
int output_formats_agree(const text_list *paths, const char *format,
                         output_ending *format_of);

#endif
