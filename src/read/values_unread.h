/* values_unread.h: fields of a document that nothing was made of. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_VALUES_UNREAD_H
#define PL_VALUES_UNREAD_H

#include "read/values.h"

enum { PL_UNREAD_FIELDS = 4, PL_UNREAD_ROOM = 320 };

/* Start from all zeros. */
typedef struct pl_unread {
    struct {
        pl_span key;
        uint64_t count; /* of its values */
    } fields[PL_UNREAD_FIELDS];
    size_t count;
    bool more;      /* than are named */
    uint64_t texts; /* behind keys that are names */
} pl_unread;

/* A field: what it holds, or one value if it holds a single one. */
void pl_unread_add(pl_unread *unread, const pl_values *values, uint32_t field);

/* " Not read: "url" (12)."; "" where all was read. */
void pl_unread_say(const pl_unread *unread, const pl_values *values,
                   char to[PL_UNREAD_ROOM]);

#endif
