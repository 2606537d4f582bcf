/* parts.h: several files in the bytes of one. A separator of records stands
 * between them, so that changing one of them moves none of the others. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_PARTS_H
#define FUZZ_PARTS_H

#include <string.h>

#include "pleach.h"

enum { SEPARATOR = 0x1e };

/* Fills in the texts of `count` inputs that have their names; the last one has
 * all that is left. */
static void cut_parts(pleach_input *part, size_t count, const uint8_t *bytes,
                      size_t size)
{
    const char *at = (const char *)bytes, *end = at + size;
    for (size_t k = 0; k < count; k++) {
        size_t left = (size_t)(end - at);
        const char *cut = k + 1 < count ? memchr(at, SEPARATOR, left) : NULL;
        part[k].bytes = at;
        part[k].size = cut == NULL ? left : (size_t)(cut - at);
        at = cut == NULL ? end : cut + 1;
    }
}

#endif
