/* text_table.h: a table of figures, as text, Markdown or CSV. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TEXT_TABLE_H
#define PL_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { PL_CELL_ROOM = 64, PL_MOST_COLUMNS = 16 };

typedef struct pl_column {
    const char *group; /* over the titles of the text table; "": none */
    const char *title;
    const char *full; /* the title in Markdown; NULL: the same */
    bool ranked;      /* the highest figures are marked */
    bool left;        /* words, not figures */
} pl_column;

/* Rows begin with a label; up to PL_MOST_COLUMNS figures follow. */
typedef struct pl_text_table {
    const char *label_title;
    const pl_column *columns;
    size_t column_count, row_count;
    const void *of; /* handed to the functions */
    const char *(*label)(const void *of, size_t row);
    /* Whether the label is that of the row before; NULL: never. */
    bool (*again)(const void *of, size_t row);
    /* Puts a figure into PL_CELL_ROOM bytes. */
    void (*put)(const void *of, size_t row, size_t column, char *to);
    /* Whether a ranked figure is the highest. */
    bool (*leads)(const void *of, size_t row, size_t column);
} pl_text_table;

void pl_text_table_text(const pl_text_table *cells, FILE *to, bool color);
void pl_text_table_markdown(const pl_text_table *cells, FILE *to);

/* What is said below a text table. */
void pl_text_table_note(FILE *to, bool color, const char *line);

/* A text between quotes; nothing for NULL. */
void pl_csv_text(FILE *to, const char *text);
/* A comma and ten digits, as in JSON; only the comma when not known. */
void pl_csv_real(FILE *to, double value);

/* Writes `value` with so many decimals and a point, whatever the locale;
 * "-" when it is not finite. */
void pl_format_fixed(char *to, size_t room, double value, int decimals);

#endif
