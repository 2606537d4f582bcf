/* jsonl.c: any bytes, read as JSON Lines and as one JSON document. */
/* SPDX-License-Identifier: MIT */
#include "reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    read_both_ways("jsonl", bytes, size);
    read_both_ways("json", bytes, size);
    return 0;
}
