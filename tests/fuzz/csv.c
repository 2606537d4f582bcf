/* csv.c: any bytes, read as CSV and as TSV. */
/* SPDX-License-Identifier: MIT */
#include "reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    read_both_ways("csv", bytes, size);
    read_both_ways("tsv", bytes, size);
    return 0;
}
