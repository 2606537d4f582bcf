/* state_file.h: named arrays in one file, written whole or not at all.
 *
 * The file is a header, then SECTIONS: a name, the size and the number of its
 * elements, their bytes, and a checksum of all of it; then an end mark. Every
 * byte is under a checksum, so a file that was cut or changed anywhere is
 * refused. Numbers are those of the machine: the file is for going on with a
 * run, not for keeping. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_STATE_FILE_H
#define PL_STATE_FILE_H

#include <stdio.h>

#include "base/memory.h"
#include "pleach.h"

enum { PL_STATE_NAME = 40, PL_STATE_MOST = 128 };

/* ------------------------------------------------------------- writing -- */

typedef struct pl_state_writer pl_state_writer;

/* Begins a file beside `path`, under a temporary name that is the same each
 * time, so that those of killed runs do not pile up: one process at a time. */
PLEACH_CHECKED pleach_status pl_state_create(pl_state_writer **writer,
                                             const char *path,
                                             pleach_error *error);
/* A section of `count` elements of `size` bytes; as many bytes must follow,
 * in any pieces, before the next one. Names are shorter than PL_STATE_NAME,
 * and there are PL_STATE_MOST sections at most: else PLEACH_IO. */
PLEACH_CHECKED pleach_status pl_state_begin(pl_state_writer *writer,
                                            const char *name, uint64_t size,
                                            uint64_t count,
                                            pleach_error *error);
PLEACH_CHECKED pleach_status pl_state_put(pl_state_writer *writer,
                                          const void *bytes, size_t length,
                                          pleach_error *error);
/* Makes it the file at `path`, on the disk and not only on its way there.
 * Frees the writer, whatever happens. */
PLEACH_CHECKED pleach_status pl_state_commit(pl_state_writer *writer,
                                             pleach_error *error);
/* Forgets it: what was at `path` stays. NULL is fine. */
void pl_state_abandon(pl_state_writer *writer);

/* Removes the file and what a killed run left beside it. */
PLEACH_CHECKED pleach_status pl_state_remove(const char *path,
                                             pleach_error *error);

/* ------------------------------------------------------------- reading -- */

typedef struct pl_state_section {
    char name[PL_STATE_NAME];
    uint64_t size, count;
    uint64_t at; /* where its bytes begin */
} pl_state_section;

typedef struct pl_state_reader pl_state_reader;

/* Reads all of the file once, and refuses with PLEACH_BAD_DATA what is not
 * whole. */
PLEACH_CHECKED pleach_status pl_state_open(pl_state_reader **reader,
                                           const char *path,
                                           pleach_error *error);
/* The same for a stream that can be positioned; it is closed, whatever
 * happens. `name` is what messages call it. */
PLEACH_CHECKED pleach_status pl_state_scan(pl_state_reader **reader, FILE *from,
                                           const char *name,
                                           pleach_error *error);
void pl_state_close(pl_state_reader *reader);

/* NULL when there is no such section. */
const pl_state_section *pl_state_find(const pl_state_reader *reader,
                                      const char *name);
/* Bytes [first, first + length) of a section. */
PLEACH_CHECKED pleach_status pl_state_get(pl_state_reader *reader,
                                          const pl_state_section *section,
                                          uint64_t first, void *bytes,
                                          size_t length, pleach_error *error);
/* What messages call the file. */
const char *pl_state_name(const pl_state_reader *reader);

#endif
