/* line_marks.h: what stands before a name in a line and says how deep it is. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_LINE_MARKS_H
#define PL_LINE_MARKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The column where a line's text begins; a tab goes on to the next fourth. */
size_t pl_mark_indent(const char *line, size_t length);

/* Of a trimmed line. Markdown: the level of a heading, 7 for a line that is
 * all bold, 0 for none; the bytes of a bullet or number with its blanks; a
 * line of dashes only. */
unsigned pl_mark_heading(const char *text, size_t length);
size_t pl_mark_bullet(const char *text, size_t length);
bool pl_mark_is_rule(const char *text, size_t length);

/* Takes off what Markdown puts around a name: emphasis, code, links, marks of
 * tasks, and what follows a name in bold and a colon or dash ... */
void pl_mark_strip(const char **text, size_t *length);
/* ... of a line the colon at its end, too ... */
void pl_mark_strip_line(const char **text, size_t *length);
/* ... and the signs that close a heading. */
void pl_mark_strip_closing(const char *text, size_t *length);

/* Copies a text without the backslashes that take the meaning of the sign
 * behind them; how many bytes are left. */
size_t pl_mark_unescape(char *to, const char *text, size_t length);

/* The bytes of a name before what describes it, "name: ..." or "name - ...";
 * 0: there is no such sign, or it is escaped. */
size_t pl_mark_description(const char *text, size_t length);

/* The numbers of outlines: 1. 1.2 a) (3) IV. */
typedef enum pl_mark_style {
    PL_MARK_NONE,
    PL_MARK_DIGITS,
    PL_MARK_UPPER,
    PL_MARK_LOWER,
    PL_MARK_UPPER_ROMAN, /* or a letter: I, V, X, C, D, L, M */
    PL_MARK_LOWER_ROMAN,
} pl_mark_style;

typedef struct pl_mark {
    size_t length; /* with its blanks; 0: there is no number */
    unsigned parts;
    pl_mark_style style;
    char letter; /* where the number is a single one; else 0 */
} pl_mark;

pl_mark pl_mark_number(const char *text, size_t length);

/* Whether a number goes on a list that is at `last`: C. may be the letter
 * after B., or a hundred. */
bool pl_mark_continues(const pl_mark *last, const pl_mark *next);

/* The bytes that draw a tree's branches, and how many characters they are. */
size_t pl_mark_branches(const char *line, size_t length, size_t *column);
/* Whether a line's beginning draws a branch to a name. */
bool pl_mark_is_drawn(const char *line, size_t length);
/* "3 directories, 5 files" */
bool pl_mark_is_count(const char *text, size_t length);

#endif
