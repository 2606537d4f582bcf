/* input_bytes.h: all bytes of an input at once. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_INPUT_BYTES_H
#define PL_INPUT_BYTES_H

#include "base/memory.h"
#include "pleach.h"

typedef PL_LIST(char) pl_byte_list;

/* What messages call an input. */
const char *pl_input_label(const pleach_input *input);

/* Decompressed, and, but for spreadsheets, ending in a line feed unless there
 * are none; the list is
 * for the caller to free, also after a failure. */
PLEACH_CHECKED pleach_status pl_load_bytes(pl_byte_list *bytes,
                                           const pleach_input *input,
                                           pleach_error *error);

/* Whether a name that a result brought, or NULL, may be opened as an input: a
 * hostile one could name a pipe to wait on, or a query that never ends. Folders
 * ("dir:") may be, too, as reading one opens none of its files and ends. */
bool pl_may_be_input(const char *name);
/* The same for what a similarity names: a file, or a dictionary's folder. */
bool pl_may_be_known(const char *name, size_t length);

#endif
