/* notations.c: any bytes, read as Newick and OBO. */
/* SPDX-License-Identifier: MIT */
#include "reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    read_both_ways("newick", bytes, size);
    read_both_ways("obo", bytes, size);
    return 0;
}
