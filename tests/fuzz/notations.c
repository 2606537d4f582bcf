/* notations.c: any bytes, read as OBO. */
/* SPDX-License-Identifier: MIT */
#include "reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    read_both_ways("obo", bytes, size);
    return 0;
}
