/* plain_name.h: a name without numbering, emoji, underscores and Markdown. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PLAIN_NAME_H
#define PL_PLAIN_NAME_H

#include "base/memory.h"

typedef PL_LIST(char) pl_plain_name;

/* Writes the plain form of a name in valid UTF-8 to `plain`, whose room is
 * used again; the name itself where nothing else would be left. False: there
 * is no memory. */
bool pl_make_plain(pl_plain_name *plain, const char *bytes, size_t length);

#endif
