/* known_files.h: files that tell what people know about names. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_KNOWN_FILES_H
#define PL_KNOWN_FILES_H

#include "similarity/expression.h"

typedef struct pl_known_file {
    bool vectors; /* else synonyms */
    const char *path;
} pl_known_file;

typedef struct pl_known_files {
    uint32_t count;
    pl_known_file files[PL_MOST_SOURCES];
} pl_known_files;

#endif
