/* vectors.c: any bytes are a file of vectors, or a sentence says why not. */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* for memfd_create */
#include "same/vector_file.h"

#include <math.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "reading.h"

typedef struct seen {
    uint32_t size, taken;
    bool every_other;
} seen;

static bool want(void *context, pl_word name)
{
    seen *s = context;
    MUST(name.length > 0);
    return (s->every_other = !s->every_other);
}

static pleach_status look(void *context, const pl_named_vector *vector,
                          pleach_error *error)
{
    seen *s = context;
    (void)error;
    MUST(vector->size > 0 && (s->taken == 0 || vector->size == s->size));
    for (uint32_t k = 0; k < vector->size; k++)
        MUST(isfinite(vector->numbers[k]));
    s->size = vector->size;
    s->taken++;
    return PLEACH_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char path[64];
    seen s = {0};
    pleach_error error = {0};
    int file = memfd_create("vectors", 0);
    MUST(file >= 0 && write(file, bytes, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (pl_vector_file_read(path, want, look, &s, NULL, &error) == PLEACH_OK)
        MUST(s.taken > 0);
    else
        MUST(error.sentence[0] != '\0');
    close(file);
    return 0;
}
