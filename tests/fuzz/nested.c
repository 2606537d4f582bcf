/* nested.c: any bytes, read as nested JSON of any shape, and YAML. */
/* SPDX-License-Identifier: MIT */
#include "reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    read_both_ways("yaml", bytes, size);
    read_both_ways("json", bytes, size);
    return 0;
}
