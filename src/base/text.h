/* text.h: what every text of an input must satisfy, and numbers in it. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TEXT_H
#define PL_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A byte in each of the eight bytes of a word. */
#define PL_EIGHT(byte) ((uint64_t)(byte)*0x0101010101010101u)

typedef enum pl_text_fault {
    PL_TEXT_FINE = 0,
    PL_TEXT_NUL,
    PL_TEXT_NOT_UTF8,
} pl_text_fault;

/* Looks for a NUL byte or invalid UTF-8; *at is where the first one is. Reads
 * ASCII at about the memory's speed. */
pl_text_fault pl_text_check(const char *bytes, size_t length, size_t *at);

bool pl_text_is_ascii(const char *bytes, size_t length);

/* Whether valid UTF-8 shows nothing: only white space, controls and
 * invisible format characters. NUL is a fault, not blank. */
bool pl_text_is_blank(const char *bytes, size_t length);

/* Whether the bytes are this lower-case ASCII word, in any case. */
bool pl_text_is_word(const char *bytes, size_t length, const char *word);

/* The most bytes, up to `most`, that do not end inside a character: for
 * quoting a part of a text. As an int for printf's "%.*s". */
int pl_text_cut(const char *bytes, size_t length, int most);

/* A message's bytes without the full stop that it may end with, for printf. */
int pl_text_unstopped(const char *message);

/* Cuts ASCII white space off both ends. */
void pl_text_trim(const char **bytes, size_t *length);

/* The number of a word in a list with a space around each, " a b "; -1: it is
 * none of them. */
int pl_text_find_among(const char *words, const char *word, size_t length);

static inline bool pl_text_is_among(const char *words, const char *word,
                                    size_t length)
{
    return pl_text_find_among(words, word, length) >= 0;
}

/* A text as letters and digits, those of ASCII in lower case: "parentid" of
 * "Parent ID"; "" if it is too long to be a known word. Returns its length. */
enum { PL_KEYWORD_BYTES = 48 };
size_t pl_text_fold_word(const char *bytes, size_t length,
                         char word[PL_KEYWORD_BYTES]);

/* Four digits, and nothing else. */
bool pl_text_is_year(const char *bytes, size_t length);

/* Reads a whole decimal number such as 12, -0.5 or 1e3, in any locale. False
 * when it is not one or longer than any sensible one; too large ones become
 * infinite. */
bool pl_text_number(const char *bytes, size_t length, double *number);

/* Whether a byte may stand in an address (an IRI), and whether a text is a
 * whole one: a scheme and what may follow it. */
bool pl_text_fits_address(char byte);
bool pl_text_is_address(const char *text, size_t length);

#endif
