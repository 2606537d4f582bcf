/* Fuzz target: any bytes as a checkpoint. What is accepted must have all the
 * bytes that it promises. Checksums keep random changes out, so the target
 * puts them right first: what follows is about sizes and names. */
/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "checkpoint/state_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { FILE_HEADER = 24, SECTION_HEADER = PL_STATE_NAME + 16 };

/* A good header, and a good checksum wherever a section seems to end. */
static void put_right(uint8_t *bytes, size_t size)
{
    static const uint32_t numbers[] = {1, 0x01020304};
    if (size < FILE_HEADER)
        return;
    memcpy(bytes, "pleach\n", 8);
    memcpy(bytes + 8, numbers, sizeof numbers);
    uint64_t sum = XXH3_64bits(bytes, 16);
    memcpy(bytes + 16, &sum, sizeof sum);
    size_t at = FILE_HEADER;
    while (size - at >= SECTION_HEADER + sizeof sum) {
        uint64_t each, count, room = size - at - SECTION_HEADER - sizeof sum;
        memcpy(&each, bytes + at + PL_STATE_NAME, sizeof each);
        memcpy(&count, bytes + at + PL_STATE_NAME + 8, sizeof count);
        if (each != 0 && count > room / each)
            return;
        size_t length = SECTION_HEADER + (size_t)(each * count);
        sum = XXH3_64bits(bytes + at, length);
        memcpy(bytes + at + length, &sum, sizeof sum);
        at += length + sizeof sum;
    }
}

static void read_whole(const uint8_t *bytes, size_t size)
{
    pl_state_reader *reader = NULL;
    pleach_error error = {0};
    FILE *from =
        size > 0 ? fmemopen((void *)(uintptr_t)bytes, size, "rb") : tmpfile();
    assert(from != NULL);
    if (pl_state_scan(&reader, from, "fuzzed", &error) != PLEACH_OK) {
        assert(error.sentence[0] != '\0');
        return;
    }
    const pl_state_section *found = pl_state_find(reader, "x");
    if (found != NULL) {
        size_t length = (size_t)(found->size * found->count);
        void *room = malloc(length + 1);
        pleach_status status =
            pl_state_get(reader, found, 0, room, length, &error);
        assert(room != NULL && status == PLEACH_OK);
        free(room);
    }
    pl_state_close(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    uint8_t *copy = malloc(size + 1);
    assert(copy != NULL);
    if (size > 0)
        memcpy(copy, bytes, size);
    read_whole(bytes, size);
    put_right(copy, size);
    read_whole(copy, size);
    free(copy);
    return 0;
}
