/* input_bytes.h: all bytes of an input at once. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_INPUT_BYTES_H
#define PL_INPUT_BYTES_H

#include "base/memory.h"
#include "pleach.h"

typedef PL_LIST(char) pl_byte_list;

/* What messages call an input. */
const char *pl_input_label(const pleach_input *input);

/* Decompressed, and ending in a line feed unless there are none; the list is
 * for the caller to free, also after a failure. */
PLEACH_CHECKED pleach_status pl_load_bytes(pl_byte_list *bytes,
                                           const pleach_input *input,
                                           pleach_error *error);

/* Whether a name that a result brought may be opened: a hostile one could name
 * a pipe to wait on, or a query that never ends. */
bool pl_is_ordinary_file(const char *name, size_t length);

/* The same for the name of an input, or NULL: folders ("dir:") may be, too, as
 * reading one opens none of its files and ends. */
bool pl_may_be_input(const char *name);

#endif
