/* outline.c: any bytes, read as text whose lines show their level. */
/* SPDX-License-Identifier: MIT */
#include "reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    read_both_ways("markdown", bytes, size);
    read_both_ways("numbered", bytes, size);
    read_both_ways("indented", bytes, size);
    read_both_ways("tree", bytes, size);
    return 0;
}
