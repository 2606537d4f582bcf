/* known_files.h: files that tell what people know about names. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_KNOWN_FILES_H
#define PL_KNOWN_FILES_H

#include "base/hash_stream.h"
#include "pleach.h"

enum { PL_MOST_SOURCES = 8 };

/* What a file turned out to be when it was read. */
typedef struct pl_file_mark {
    pl_hash_stream text;
    char version[24]; /* as it says; "": it does not */
} pl_file_mark;

typedef struct pl_known_file {
    bool vectors; /* else synonyms */
    const char *path;
    pl_file_mark *mark; /* NULL: nobody asks */
} pl_known_file;

typedef struct pl_known_files {
    uint32_t count;
    pl_known_file files[PL_MOST_SOURCES];
} pl_known_files;

#endif
