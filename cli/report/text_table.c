/* text_table.c: aligned text, Markdown, and what CSV is made of. */
/* SPDX-License-Identifier: MIT */
#include "report/text_table.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <utf8proc.h>

#include "report/characters.h"
#include "report/json.h"
#include "report/report.h"

report_writer *report_find(const report_format *formats, const char *name)
{
    while (formats->name != NULL && name != NULL &&
           strcmp(formats->name, name) != 0)
        formats++;
    return formats->write;
}

void report_put_bytes(FILE *to, const char *bytes, size_t length)
{
    bool harmless;
    for (size_t at = 0, step; at < length; at += step) {
        step = report_character(bytes + at, length - at, &harmless);
        if (harmless)
            fwrite(bytes + at, 1, step, to);
        else
            fputs("\xEF\xBF\xBD", to);
    }
}

void report_put_text(FILE *to, const char *text)
{
    report_put_bytes(to, text, strlen(text));
}

/* Names of others go through report_put_text, which printf could not do. */
void report_print(FILE *to, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    for (size_t length; *format != '\0'; format += length) {
        length = strcspn(format, "%");
        fwrite(format, 1, length, to);
        if (length > 0)
            continue;
        length = 1 + strcspn(format, "sug");
        switch (format[length - 1]) {
        case 's':
            report_put_text(to, va_arg(values, const char *));
            break;
        case 'u':
            fprintf(to, "%" PRIu64,
                    format[1] == 'z' ? (uint64_t)va_arg(values, size_t)
                                     : va_arg(values, uint64_t));
            break;
        default:
            fprintf(to, "%.*g", format[2] - '0', va_arg(values, double));
        }
    }
    va_end(values);
}

/* printf writes the locale's decimal point, which may be several bytes. */
void format_fixed(char *to, size_t room, double value, int decimals)
{
    char number[64];
    size_t used = 0;
    bool pointed = false;
    if (!isfinite(value)) {
        snprintf(to, room, "-");
        return;
    }
    snprintf(number, sizeof number, "%.*f", decimals, value);
    for (const char *at = number; *at != '\0' && used + 1 < room; at++) {
        bool plain = strchr("0123456789-", *at) != NULL;
        if (plain || !pointed)
            to[used++] = plain ? *at : '.';
        pointed = pointed || !plain;
    }
    to[used] = '\0';
}

/* ----------------------------------------------------------------- text -- */

/* Columns that a text takes on a terminal. */
static size_t width_of(const char *text)
{
    size_t length = strlen(text), width = 0;
    for (size_t at = 0; at < length;) {
        utf8proc_int32_t code;
        utf8proc_ssize_t step =
            utf8proc_iterate((const utf8proc_uint8_t *)text + at,
                             (utf8proc_ssize_t)(length - at), &code);
        /* What is not printable is shown as one character. */
        bool shown =
            step > 0 && utf8proc_category(code) != UTF8PROC_CATEGORY_CC;
        width += shown ? (size_t)utf8proc_charwidth(code) : 1;
        at += step > 0 ? (size_t)step : 1;
    }
    return width;
}

typedef struct text_table {
    const report_table *cells;
    FILE *to;
    bool color;
    size_t label_width;
    size_t width[MOST_COLUMNS]; /* with a place for the mark */
} text_table;

/* The width of the mark behind a figure. */
static size_t mark_of(const text_table *table, size_t c)
{
    return table->cells->columns[c].ranked ? 1 : 0;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* As wide as the widest cell, so that nothing is cut. */
static void measure_columns(text_table *table)
{
    const report_table *cells = table->cells;
    char cell[CELL_ROOM], label[CELL_ROOM];
    table->label_width = strlen(cells->label_title);
    for (size_t c = 0; c < cells->column_count; c++)
        table->width[c] = strlen(cells->columns[c].title) + mark_of(table, c);
    for (size_t r = 0; r < cells->row_count; r++) {
        table->label_width = larger(
            table->label_width, width_of(cells->label(cells->of, r, label)));
        for (size_t c = 0; c < cells->column_count; c++) {
            cells->put(cells->of, r, c, cell);
            table->width[c] =
                larger(table->width[c], strlen(cell) + mark_of(table, c));
        }
    }
}

static void put_spaces(FILE *to, size_t count)
{
    while (count-- > 0)
        putc(' ', to);
}

static void put_colored(const text_table *table, const char *code,
                        const char *text)
{
    if (table->color && code != NULL)
        fprintf(table->to, "\033[%sm%s\033[0m", code, text);
    else
        fputs(text, table->to);
}

/* Right-aligned, with the mark's place behind it; words to the left. */
static void put_padded(const text_table *table, size_t c, const char *cell,
                       const char *code, const char *mark)
{
    size_t pad = table->width[c] - strlen(cell) - mark_of(table, c);
    bool left = table->cells->columns[c].left;
    put_spaces(table->to, left ? 2 : 2 + pad);
    put_colored(table, code, cell);
    if (mark_of(table, c) > 0)
        put_colored(table, code, mark);
    if (left)
        put_spaces(table->to, pad);
}

static bool has_groups(const report_table *cells)
{
    bool any = false;
    for (size_t c = 0; c < cells->column_count; c++)
        any |= cells->columns[c].group[0] != '\0';
    return any;
}

/* The title of each group begins where its first column's does. */
static void put_groups(const text_table *table)
{
    const report_column *columns = table->cells->columns;
    size_t at = 0, start = table->label_width;
    for (size_t c = 0; c < table->cells->column_count;
         start += table->width[c++] + 2) {
        const char *group = columns[c].group;
        if (c == 0 || strcmp(group, columns[c - 1].group) == 0)
            continue;
        size_t begin = start + 2 + table->width[c] - mark_of(table, c) -
                       strlen(columns[c].title);
        put_spaces(table->to, begin - at);
        put_colored(table, "2", group);
        at = begin + strlen(group);
    }
    putc('\n', table->to);
}

static void put_titles(const text_table *table)
{
    const report_table *cells = table->cells;
    put_colored(table, "1", cells->label_title);
    put_spaces(table->to, table->label_width - strlen(cells->label_title));
    for (size_t c = 0; c < cells->column_count; c++)
        put_padded(table, c, cells->columns[c].title, "1", " ");
    putc('\n', table->to);
}

static void put_table_row(const text_table *table, size_t r)
{
    const report_table *cells = table->cells;
    bool again = cells->again != NULL && cells->again(cells->of, r);
    char cell[CELL_ROOM], own[CELL_ROOM];
    const char *label = again ? "" : cells->label(cells->of, r, own);
    report_put_text(table->to, label);
    put_spaces(table->to, table->label_width - width_of(label));
    for (size_t c = 0; c < cells->column_count; c++) {
        bool best = cells->columns[c].ranked && cells->leads(cells->of, r, c);
        cells->put(cells->of, r, c, cell);
        put_padded(table, c, cell, best ? "1;32" : NULL, best ? "*" : " ");
    }
    putc('\n', table->to);
}

void table_put_text(const report_table *cells, FILE *to, bool color)
{
    text_table table = {.cells = cells, .to = to, .color = color};
    measure_columns(&table);
    if (has_groups(cells))
        put_groups(&table);
    put_titles(&table);
    for (size_t r = 0; r < cells->row_count; r++)
        put_table_row(&table, r);
}

void table_put_note(FILE *to, bool color, const char *line)
{
    put_colored(&(text_table){.to = to, .color = color}, "2", line);
}

/* ------------------------------------------------------------- Markdown -- */

/* One line, with nothing that Markdown or HTML would read. */
static void put_markdown_text(FILE *to, const char *text)
{
    for (; *text != '\0'; text++) {
        if (strchr("\\|`*_[]#~", *text) != NULL)
            putc('\\', to);
        if (*text == '<')
            fputs("&lt;", to);
        else if (*text == '&')
            fputs("&amp;", to);
        else
            putc((unsigned char)*text < 0x20 ? ' ' : *text, to);
    }
}

static void put_markdown_head(const report_table *cells, FILE *to)
{
    fprintf(to, "| %s |", cells->label_title);
    for (size_t c = 0; c < cells->column_count; c++) {
        const report_column *column = &cells->columns[c];
        fprintf(to, " %s |",
                column->full != NULL ? column->full : column->title);
    }
    fputs("\n|---|", to);
    for (size_t c = 0; c < cells->column_count; c++)
        fputs(cells->columns[c].left ? "---|" : "---:|", to);
    putc('\n', to);
}

/* The best figure is bold, as there is no colour. */
void table_put_markdown(const report_table *cells, FILE *to)
{
    char cell[CELL_ROOM];
    put_markdown_head(cells, to);
    for (size_t r = 0; r < cells->row_count; r++) {
        fputs("| ", to);
        put_markdown_text(to, cells->label(cells->of, r, cell));
        fputs(" |", to);
        for (size_t c = 0; c < cells->column_count; c++) {
            bool best =
                cells->columns[c].ranked && cells->leads(cells->of, r, c);
            const char *mark = best ? "**" : "";
            cells->put(cells->of, r, c, cell);
            fprintf(to, " %s%s%s |", mark, cell, mark);
        }
        putc('\n', to);
    }
}

/* ------------------------------------------------------------------ CSV -- */

void csv_put_text(FILE *to, const char *text)
{
    if (text == NULL)
        return;
    putc('"', to);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            putc('"', to);
        putc(*text, to);
    }
    putc('"', to);
}

void csv_put_real(FILE *to, double value)
{
    char number[48] = "";
    if (isfinite(value))
        report_format_real(number, sizeof number, value);
    fprintf(to, ",%s", number);
}
