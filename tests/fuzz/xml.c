/* xml.c: any bytes, read as OPML and bookmarks. */
/* SPDX-License-Identifier: MIT */
#include "reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    read_both_ways("opml", bytes, size);
    read_both_ways("bookmarks", bytes, size);
    return 0;
}
