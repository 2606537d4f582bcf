/* synonyms.c: any bytes are a file of synonyms, or a sentence says why not. */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* for memfd_create */
#include "same/synonyms.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/text.h"
#include "reading.h"

static pleach_status look(void *context, const pl_synonym_group *group,
                          pleach_error *error)
{
    size_t *groups = context, at;
    (void)error;
    ++*groups;
    MUST(group->line > 0 && group->count > 0);
    for (size_t k = 0; k < group->count; k++)
        MUST(pl_text_check(group->names[k].bytes, group->names[k].length,
                           &at) == PL_TEXT_FINE);
    return PLEACH_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char path[64];
    size_t groups = 0;
    pleach_error error = {0};
    int file = memfd_create("synonyms", 0);
    MUST(file >= 0 && write(file, bytes, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (pl_synonyms_read(path, look, &groups, NULL, &error) == PLEACH_OK)
        MUST(groups > 0);
    else
        MUST(error.sentence[0] != '\0');
    close(file);
    return 0;
}
