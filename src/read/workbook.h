/* workbook.h: a spreadsheet file (.xlsx), which is XML documents in a zip. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_WORKBOOK_H
#define PL_WORKBOOK_H

#include "read/reader.h"

typedef struct pl_workbook pl_workbook;

/* Borrows the bytes, which are whatever somebody sent. */
PLEACH_CHECKED pleach_status pl_workbook_open(pl_workbook **book,
                                              const pl_reader *reader,
                                              const pl_piece *bytes,
                                              pleach_error *error);
void pl_workbook_close(pl_workbook *book);

/* Who listens to a document: elements without prefixes, and attributes as names
 * and values by turns, NULL behind the last. */
typedef struct pl_workbook_ear {
    void (*begin)(void *context, const char *element, const char **attributes);
    void (*text)(void *context, const char *bytes, size_t length);
    void (*end)(void *context, const char *element);
} pl_workbook_ear;

bool pl_workbook_has(const pl_workbook *book, const char *path);

/* Reads the document of that path to its end, in pieces. */
PLEACH_CHECKED pleach_status pl_workbook_read(pl_workbook *book,
                                              const char *path,
                                              const pl_workbook_ear *ear,
                                              void *context,
                                              pleach_error *error);

#endif
