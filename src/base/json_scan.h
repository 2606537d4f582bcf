/* json_scan.h: JSON token by token, strictly as RFC 8259 has it. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_JSON_SCAN_H
#define PL_JSON_SCAN_H

#include "base/memory.h"

typedef enum pl_token {
    PL_TOKEN_END, /* of the text, complete or not: see `open` */
    PL_TOKEN_OBJECT,
    PL_TOKEN_ARRAY,
    PL_TOKEN_CLOSE, /* of an object or an array, the right one */
    PL_TOKEN_KEY,
    PL_TOKEN_STRING,
    PL_TOKEN_NUMBER,
    PL_TOKEN_BOOLEAN,
    PL_TOKEN_NULL,
    PL_TOKEN_WRONG, /* `wrong` says why, `token` points at it */
    PL_TOKEN_NO_MEMORY,
} pl_token;

/* Start from all zeros. Commas and colons are checked and passed over. */
typedef struct pl_scan {
    const char *token; /* where the last token begins */
    const char *bytes; /* of a key or string, or a number as written ... */
    size_t length;     /* ... until the next token */
    bool escaped;      /* the bytes are not those of the text: it has escapes */
    const char *wrong; /* a sentence */
    bool lenient;      /* commas with nothing behind them are passed over ... */
    const char *passed; /* ... the first of which was before this */
    PL_LIST(char) open; /* brackets, the innermost last */

    const char *end; /* of the text */

    /* In json_scan.c only. */
    const char *at;
    int due;
    PL_LIST(char) unescaped;
} pl_scan;

/* What is wrong with such a comma. */
extern const char pl_scan_trailing_comma[];

/* Begins a text, which is UTF-8 (pl_text_check) and stays where it is. What
 * is left of the last one is forgotten, its memory used again. */
void pl_scan_start(pl_scan *scan, const char *text, size_t length);
void pl_scan_free(pl_scan *scan);

/* The next token. Several values may follow one another: whether they may
 * is the caller's to say, as is how deep they may be. After END, WRONG and
 * NO_MEMORY there is nothing more to ask for. */
pl_token pl_scan_next(pl_scan *scan);

#endif
