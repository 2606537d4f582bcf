/* plain_texts.h: texts of others in formats with rules of their own. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PLAIN_TEXTS_H
#define PL_PLAIN_TEXTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Each counts in *changed a text that it could not put down as it is. */

/* Whether a text goes on with U+FFFE or U+FFFF, which are no characters. */
bool pl_is_no_character(const char *text);

/* As JSON and YAML quote it. */
void pl_put_quoted(FILE *to, const char *text);
/* As Turtle does; U+FFFD for what it does not have. */
void pl_put_turtle(FILE *to, const char *text, uint64_t *changed);
/* In an attribute or element; U+FFFD for characters that XML does not have. */
void pl_put_xml(FILE *to, const char *text, uint64_t *changed);
/* A field of CSV, in quotes where it needs them. */
void pl_put_csv(FILE *to, const char *text);
/* In the shortest form, in any locale. */
void pl_put_number(FILE *to, double number);

#endif
