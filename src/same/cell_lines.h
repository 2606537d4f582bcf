/* cell_lines.h: the lines of a file that a term names, cut into cells. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CELL_LINES_H
#define PL_CELL_LINES_H

#include "read/source.h"
#include "same/scope.h"
#include "same/spelling.h"

enum { PL_MOST_CELLS = 256 };

typedef struct pl_cell_lines {
    const char *file;
    pl_source *source;
    pleach_input input;
    pl_read_progress progress;
    uint64_t line;                /* of the cells, from 1 */
    size_t count;                 /* 0: the file has ended */
    pl_word cells[PL_MOST_CELLS]; /* trimmed */
} pl_cell_lines;

/* The scope may be NULL. pl_cell_lines_close is due either way; start from all
 * zeros. */
PLEACH_CHECKED pleach_status pl_cell_lines_open(pl_cell_lines *lines,
                                                const char *file,
                                                const pl_scope *scope,
                                                pleach_error *error);
void pl_cell_lines_close(pl_cell_lines *lines);

/* The cells of the next line that is neither blank nor a comment (#), parted
 * at tabs or, where there are none and `commas` allows it, at commas. NUL,
 * invalid UTF-8 and too many cells are PLEACH_BAD_DATA. */
PLEACH_CHECKED pleach_status pl_cell_lines_next(pl_cell_lines *lines,
                                                bool commas,
                                                pleach_error *error);

#endif
