/* paths.c: any bytes, read as a list of paths, or as they look. */
/* SPDX-License-Identifier: MIT */
#include "reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    read_both_ways("paths", bytes, size);
    read_both_ways(NULL, bytes, size);
    return 0;
}
