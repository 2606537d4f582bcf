/* names.h: from a name as written to the key that equal names share. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_NAMES_H
#define PL_NAMES_H

#include "base/memory.h"
#include "pleach.h"

/* A stemmer with scratch memory; one thread at a time. */
typedef struct pl_namer pl_namer;

/* `language`: any that libstemmer knows, by name or code, or "none"; NULL:
 * English. An unknown one is PLEACH_BAD_USAGE with a sentence that lists them.
 * It ends with the arena. */
PLEACH_CHECKED pleach_status pl_namer_new(pl_namer **namer, pl_arena *arena,
                                          const char *language,
                                          pleach_error *error);

/* By all names that libstemmer has for it. */
bool pl_is_english(const char *language);

/* Borrowed from the namer until its next call; not NUL-terminated. */
typedef struct pl_key {
    const char *bytes;
    size_t length;
    bool nameless; /* no letter or digit was left: the key is the folded text
                      after PL_NAMELESS_MARK */
} pl_key;

/* Keys hold letters, digits, marks, single spaces and the signs that tell words
 * apart (+, # and * after one, a dot before the name); so this starts none. */
#define PL_NAMELESS_MARK '!'

/* The key of a name in valid UTF-8: words of NFKC and case-folded text,
 * parted at punctuation and camelCase, each stemmed; C, C++ and C# are three
 * names, and so are Net and .NET two. False: no memory. */
PLEACH_CHECKED bool pl_namer_key(pl_namer *namer, const char *bytes,
                                 size_t length, pl_key *key);

/* The same without accents: "Café" as "Cafe", "Ø" as "O". Only the accents of
 * alphabets go: the vowel signs of other scripts are letters in their own
 * right. */
PLEACH_CHECKED bool pl_namer_plain_key(pl_namer *namer, const char *bytes,
                                       size_t length, pl_key *key);

/* Only NFKC and case folding: what makes two tags the same. */
PLEACH_CHECKED bool pl_namer_fold(pl_namer *namer, const char *bytes,
                                  size_t length, pl_key *key);

#endif
