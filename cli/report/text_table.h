/* text_table.h: a table of figures, as text, Markdown or CSV. */
/* SPDX-License-Identifier: MIT */
#ifndef REPORT_TEXT_TABLE_H
#define REPORT_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { CELL_ROOM = 64, MOST_COLUMNS = 16 };

typedef struct report_column {
    const char *group; /* over the titles of the text table; "": none */
    const char *title;
    const char *full; /* the title in Markdown; NULL: the same */
    bool ranked;      /* the highest figures are marked */
    bool left;        /* words, not figures */
} report_column;

/* Rows begin with a label; up to MOST_COLUMNS figures follow. */
typedef struct report_table {
    const char *label_title;
    const report_column *columns;
    size_t column_count, row_count;
    const void *of; /* handed to the functions */
    /* May use CELL_ROOM bytes for it. */
    const char *(*label)(const void *of, size_t row, char *room);
    /* Whether the label is that of the row before; NULL: never. */
    bool (*again)(const void *of, size_t row);
    /* Puts a figure into CELL_ROOM bytes. */
    void (*put)(const void *of, size_t row, size_t column, char *to);
    /* Whether a ranked figure is the highest. */
    bool (*leads)(const void *of, size_t row, size_t column);
} report_table;

void table_put_text(const report_table *cells, FILE *to, bool color);
void table_put_markdown(const report_table *cells, FILE *to);

/* What is said below a text table. */
void table_put_note(FILE *to, bool color, const char *line);

/* A text between quotes; nothing for NULL. */
void csv_put_text(FILE *to, const char *text);
/* A comma and ten digits, as in JSON; only the comma when not known. */
void csv_put_real(FILE *to, double value);

/* Writes `value` with so many decimals and a point, whatever the locale;
 * "-" when it is not finite. */
void format_fixed(char *to, size_t room, double value, int decimals);

#endif
