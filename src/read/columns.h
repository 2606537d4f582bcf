/* columns.h: which column of a table says what. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_COLUMNS_H
#define PL_COLUMNS_H

#include "base/text.h"
#include "read/forest.h"
#include "read/rows.h"

typedef enum pl_column {
    PL_COLUMN_OWNER,
    PL_COLUMN_PARENT, /* its name */
    PL_COLUMN_PARENT_ID,
    PL_COLUMN_CHILD, /* the name of the node that the row is about */
    PL_COLUMN_ID,
    PL_COLUMN_TAGS,
    PL_COLUMN_ALTS,
    PL_COLUMN_DESCRIPTION,
    PL_COLUMN_PATH,
    PL_COLUMNS,
} pl_column;

typedef enum pl_layout {
    PL_LAYOUT_NONE,
    PL_LAYOUT_EDGES,  /* parent and child by name */
    PL_LAYOUT_LEVELS, /* a column for each level */
    PL_LAYOUT_PATHS,  /* a column with all levels */
    PL_LAYOUT_IDS,    /* id, name, parent's id */
    PL_LAYOUT_CODES,  /* id and name: a parent's id begins its children's */
} pl_layout;

#define PL_NO_COLUMN SIZE_MAX

typedef struct pl_columns {
    const pl_rows *rows;
    pl_layout layout;
    size_t at[PL_COLUMNS];       /* or PL_NO_COLUMN */
    size_t level[PL_DEEPEST];    /* columns, from the top level down */
    size_t level_id[PL_DEEPEST]; /* of a joined table */
    size_t levels;
    bool joined;  /* a part of what several tables tell: read_joined.h */
    size_t code;  /* of a joined table, beside its id */
    size_t width; /* the most cells of a row */
    size_t first; /* row after the header */
    bool missing; /* a column that the caller names */
    /* Of each column: nothing is made of it, so that nodes carry it ... */
    bool *carried;
    bool products; /* ... as things that are in them: rows of paths name some */
    bool path_ids; /* a table of paths has an id of each */
} pl_columns;

static inline pl_cell pl_columns_cell(const pl_columns *columns, size_t row,
                                      pl_column c)
{
    return pl_rows_cell(columns->rows, row, columns->at[c]);
}

static inline bool pl_columns_has(const pl_columns *columns, pl_column c)
{
    return columns->at[c] != PL_NO_COLUMN;
}

void pl_columns_clear(pl_columns *columns);

/* What the columns that are known allow. */
pl_layout pl_columns_judge(const pl_columns *columns);

/* A parent's name may be its id: only the rows can tell. */
void pl_columns_settle_parents(pl_columns *columns);

/* What the cells of a column look like, below the first row. */
typedef struct pl_look {
    size_t cells; /* that are not empty */
    size_t numbers, paths;
    bool tagged; /* one has the signs of tags, "tag:count;tag" */
} pl_look;
pl_look pl_columns_look(const pl_rows *rows, size_t column);
bool pl_columns_hold_numbers(const pl_rows *rows, size_t column);
bool pl_columns_hold_paths(const pl_rows *rows, size_t column);
/* The number of two cells of a row in a table of such pairs, as people differ
 * in writing them: without case and the s of a plural. */
uint32_t pl_columns_note(const pl_rows *rows, size_t row, size_t first,
                         size_t second, pl_strings *pairs);

/* In columns_words.c: what the first row makes of them ... */
void pl_columns_read_header(pl_columns *columns);
/* ... whether any cell of it is the name of a column ... */
bool pl_columns_know_word(const pl_rows *rows);
/* ... whether a column has one of these names, each between blanks ... */
bool pl_columns_called(const pl_columns *columns, pl_column c,
                       const char *words);
extern const char pl_shop_paths[]; /* those that shops give to paths */
/* ... what a cell of it says (pl_text_fold_word). */
void pl_columns_word(const pl_rows *rows, size_t column,
                     char word[PL_KEYWORD_BYTES]);

/* In columns_unknown.c: what the columns are where no header is known, or
 * PLEACH_BAD_DATA with what to do about them. */
PLEACH_CHECKED pleach_status pl_columns_place_unknown(pl_columns *columns,
                                                      pleach_error *error);
/* " Row 1 is taken as data. ...", where none of its cells comes again; "": it
 * is not, or surely. */
const char *pl_columns_doubt_first(const pl_columns *columns, pl_arena *arena);
pleach_status pl_columns_fail_numbers(const pl_rows *rows, pleach_error *error);

/* In read_rows.c: the trees, and, of a part of several tables, its rows. */
PLEACH_CHECKED pleach_status pl_columns_read_trees(const pl_columns *columns,
                                                   pleach_error *error);
PLEACH_CHECKED pleach_status pl_joined_read(const pl_columns *columns,
                                            pleach_error *error);

/* In columns_cells.c: the tags of a row, "tag:count;tag;...", as a node's ...
 */
PLEACH_CHECKED pleach_status pl_columns_take_tags(const pl_columns *columns,
                                                  size_t row, pl_forest *forest,
                                                  uint32_t node,
                                                  pleach_error *error);
/* ... its further names, apart by line feeds (as in ESCO), semicolons or bars,
 * and what its other columns say, which the node carries. */
void pl_columns_describe(const pl_columns *columns, size_t row,
                         pl_forest *forest, uint32_t node);
/* Whether a cell says that there is no parent, unless a row has it as its id:
 * databases say 0 or -1, Python None, jsTree #. */
bool pl_columns_no_parent(pl_cell cell);
/* The length of the next shorter code that a parent may have: "1.1" of
 * "1.1.10", "01" of "011"; 0: none. */
size_t pl_columns_shorter_code(const char *code, size_t length);

#endif
