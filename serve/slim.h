/* slim.h: a taxonomy with what its first picture needs, and no more. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_SLIM_H
#define SERVE_SLIM_H

#include "serve/bytes.h"

/* Adds a taxonomy's JSON without what its clusters say of members, tags,
 * spellings and rivals, which is nearly all of it. A field that comes first
 * stays. False: there is no memory. */
bool bytes_add_slim(bytes *to, const bytes *taxonomy);

#endif
