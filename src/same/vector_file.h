/* vector_file.h: a file with a vector for each of many names.
 *
 * One name per line: the name, a tab and the numbers; or, as word2vec and GloVe
 * write them, the name and the numbers parted by spaces, perhaps after a line
 * that says how many names and numbers there are. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_VECTOR_FILE_H
#define PL_VECTOR_FILE_H

#include "pleach.h"
#include "same/scope.h"
#include "same/spelling.h"

/* Longer vectors are a mistake. */
enum { PL_MOST_NUMBERS = 1 << 16 };

typedef struct pl_named_vector {
    pl_word name;
    uint64_t line;
    const float *numbers; /* finite */
    uint32_t size;
} pl_named_vector;

/* Whether somebody needs the numbers of a name: those of others are checked,
 * but not read. */
typedef bool pl_want_vector(void *context, pl_word name);
typedef pleach_status pl_take_vector(void *context,
                                     const pl_named_vector *vector,
                                     pleach_error *error);

/* Hands over what is wanted, line by line. All vectors are equally long; what
 * is not a number, or infinite, is PLEACH_BAD_DATA with its line. The scope may
 * be NULL. */
PLEACH_CHECKED pleach_status pl_vector_file_read(
    const char *path, pl_want_vector *want, pl_take_vector *take, void *context,
    const pl_scope *scope, pleach_error *error);

#endif
