/* unpack.c: any bytes as a compressed file; the first says of which kind, and
 * how much of a right beginning there is. */
/* SPDX-License-Identifier: MIT */
#include "reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const struct {
        const char *bytes;
        size_t size;
    } heads[] = {
        {"\x1f\x8b\x08\0\0\0\0\0\0\x03", 10},
        {"\x28\xb5\x2f\xfd", 4},
        {"", 0},
    };
    if (size == 0)
        return 0;
    size_t kind = bytes[0] % 3, head = heads[kind].size;
    uint8_t *file = malloc(head + size);
    MUST(file != NULL);
    memcpy(file, heads[kind].bytes, head);
    memcpy(file + head, bytes + 1, size - 1);
    read_both_ways("jsonl", file, head + size - 1);
    free(file);
    return 0;
}
