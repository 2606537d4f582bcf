/* compare_table.c: a comparison as a table: text, Markdown, CSV. */
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <utf8proc.h>

#include "taxonomy/compare.h"
#include "taxonomy/write.h"

enum { CELL_ROOM = 64 };

/* Puts one figure of a row into CELL_ROOM bytes. */
typedef void figure(char *to, const pleach_comparison_row *row);

static void put_count(char *to, uint64_t count)
{
    snprintf(to, CELL_ROOM, "%" PRIu64, count);
}

static void put_solver(char *to, const pleach_comparison_row *row)
{
    snprintf(to, CELL_ROOM, "%s", row->report.solver);
}

static void put_similarity(char *to, const pleach_comparison_row *row)
{
    pl_format_fixed(to, CELL_ROOM, row->report.net_similarity, 2);
}

static void put_bound(char *to, const pleach_comparison_row *row)
{
    pl_format_fixed(to, CELL_ROOM, row->report.upper_bound, 2);
}

/* Rounded up, so that it never promises too much. */
static void put_gap(char *to, const pleach_comparison_row *row)
{
    double percent = ceil(pl_row_gap(row) * 1000 - 1e-6) / 10;
    pl_format_fixed(to, CELL_ROOM - 2, percent > 0 ? percent : percent * 0, 1);
    if (isfinite(percent))
        strcat(to, "%");
}

static void put_seed_trees(char *to, const pleach_comparison_row *row)
{
    if (row->report.seed == NULL)
        snprintf(to, CELL_ROOM, "-");
    else
        put_count(to, row->report.seed_trees);
}

static void put_best(char *to, const pleach_comparison_row *row, double value,
                     int decimals)
{
    pl_format_fixed(to, CELL_ROOM, row->best_name == NULL ? NAN : value,
                    decimals);
}

static void put_best_similarity(char *to, const pleach_comparison_row *row)
{
    put_best(to, row, row->best.net_similarity, 2);
}

static void put_aut(char *to, const pleach_comparison_row *row)
{
    put_best(to, row, row->best.aut, 1);
}

static void put_depth(char *to, const pleach_comparison_row *row)
{
    put_best(to, row, row->best.depth, 0);
}

static void put_best_clusters(char *to, const pleach_comparison_row *row)
{
    put_best(to, row, (double)row->best.clusters, 0);
}

static void put_instances(char *to, const pleach_comparison_row *row)
{
    put_best(to, row, (double)row->best_instances, 0);
}

static void put_conflicts(char *to, const pleach_comparison_row *row)
{
    put_count(to, row->report.conflicts);
}

static void put_iterations(char *to, const pleach_comparison_row *row)
{
    snprintf(to, CELL_ROOM, "%s%" PRIu32, row->report.converged ? "" : ">",
             row->report.iterations);
}

static void put_seconds(char *to, const pleach_comparison_row *row)
{
    pl_format_fixed(to, CELL_ROOM, row->seconds, 2);
}

/* -------------------------------------------------------------- columns -- */

static double similarity_of(const pleach_comparison_row *row)
{
    return row->report.net_similarity;
}

static double best_similarity_of(const pleach_comparison_row *row)
{
    return row->best_name == NULL ? -INFINITY : row->best.net_similarity;
}

static double aut_of(const pleach_comparison_row *row)
{
    return row->best_name == NULL ? -INFINITY : row->best.aut;
}

/* The seed stands before these. */
typedef struct column {
    const char *group; /* over the titles of the text table */
    const char *title;
    figure *put;
    /* Where the highest of a seed is marked; NULL: it is not. */
    double (*value)(const pleach_comparison_row *row);
} column;

static const column columns[] = {
    {"", "solver", put_solver, NULL},
    {"entire set", "similarity", put_similarity, similarity_of},
    {"entire set", "bound", put_bound, NULL},
    {"entire set", "gap", put_gap, NULL},
    {"entire set", "seed trees", put_seed_trees, NULL},
    {"best tree", "similarity", put_best_similarity, best_similarity_of},
    {"best tree", "AUT", put_aut, aut_of},
    {"best tree", "depth", put_depth, NULL},
    {"best tree", "clusters", put_best_clusters, NULL},
    {"best tree", "instances", put_instances, NULL},
    {"messages", "conflicts", put_conflicts, NULL},
    {"messages", "iterations", put_iterations, NULL},
    {"messages", "seconds", put_seconds, NULL},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

/* Whether the row has the highest figure of its seed; equals share it. */
static bool leads(const pleach_comparison *comparison, size_t row, size_t c)
{
    size_t solvers = comparison->solver_count;
    const pleach_comparison_row *all = comparison->rows;
    if (columns[c].value == NULL || solvers < 2)
        return false;
    double own = columns[c].value(&all[row]);
    for (size_t k = row - row % solvers; k < row - row % solvers + solvers; k++)
        if (columns[c].value(&all[k]) > own)
            return false;
    return isfinite(own);
}

static const char *seed_words(const pleach_comparison_row *row)
{
    return row->report.seed != NULL ? row->report.seed : "(all)";
}

/* ----------------------------------------------------------------- text -- */

/* Columns that a text takes on a terminal. */
static size_t width_of(const char *text)
{
    size_t length = strlen(text), width = 0;
    for (size_t at = 0; at < length;) {
        utf8proc_int32_t code;
        utf8proc_ssize_t step = utf8proc_iterate(
            (const utf8proc_uint8_t *)text + at,
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
    const pleach_comparison *comparison;
    FILE *to;
    bool color;
    size_t seed_width;
    size_t width[COLUMNS]; /* with a place for the mark */
} text_table;

/* The width of the mark behind a figure. */
static size_t mark_of(size_t c)
{
    return columns[c].value != NULL ? 1 : 0;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static void measure(text_table *table)
{
    const pleach_comparison *comparison = table->comparison;
    char cell[CELL_ROOM];
    table->seed_width = strlen("seed");
    for (size_t c = 0; c < COLUMNS; c++)
        table->width[c] = strlen(columns[c].title) + mark_of(c);
    for (size_t r = 0; r < pl_row_count(comparison); r++) {
        const pleach_comparison_row *row = &comparison->rows[r];
        table->seed_width =
            larger(table->seed_width, width_of(seed_words(row)));
        for (size_t c = 0; c < COLUMNS; c++) {
            columns[c].put(cell, row);
            table->width[c] =
                larger(table->width[c], strlen(cell) + mark_of(c));
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

/* Right-aligned, with the mark's place behind it; the first one left. */
static void put_cell(const text_table *table, size_t c, const char *cell,
                     const char *code, const char *mark)
{
    size_t pad = table->width[c] - strlen(cell) - mark_of(c);
    put_spaces(table->to, c == 0 ? 2 : 2 + pad);
    put_colored(table, code, cell);
    if (mark_of(c) > 0)
        put_colored(table, code, mark);
    if (c == 0)
        put_spaces(table->to, pad);
}

/* The title of each group begins where its first column's does. */
static void put_groups(const text_table *table)
{
    size_t at = 0, start = table->seed_width;
    for (size_t c = 0; c < COLUMNS; start += table->width[c++] + 2) {
        const char *group = columns[c].group;
        if (c == 0 || strcmp(group, columns[c - 1].group) == 0)
            continue;
        size_t begin = start + 2 + table->width[c] - mark_of(c) -
                       strlen(columns[c].title);
        put_spaces(table->to, begin - at);
        put_colored(table, "2", group);
        at = begin + strlen(group);
    }
    putc('\n', table->to);
}

static void put_titles(const text_table *table)
{
    put_colored(table, "1", "seed");
    put_spaces(table->to, table->seed_width - strlen("seed"));
    for (size_t c = 0; c < COLUMNS; c++)
        put_cell(table, c, columns[c].title, "1", " ");
    putc('\n', table->to);
}

static void put_row(const text_table *table, size_t r)
{
    const pleach_comparison_row *row = &table->comparison->rows[r];
    bool named = r % table->comparison->solver_count == 0;
    const char *seed = named ? seed_words(row) : "";
    char cell[CELL_ROOM];
    pl_put_clean(table->to, seed, strlen(seed));
    put_spaces(table->to, table->seed_width - width_of(seed));
    for (size_t c = 0; c < COLUMNS; c++) {
        bool best = leads(table->comparison, r, c);
        columns[c].put(cell, row);
        put_cell(table, c, cell, best ? "1;32" : NULL, best ? "*" : " ");
    }
    putc('\n', table->to);
}

static void put_legend(const text_table *table)
{
    bool unsettled = false;
    for (size_t r = 0; r < pl_row_count(table->comparison); r++)
        unsettled |= !table->comparison->rows[r].report.converged;
    if (table->comparison->solver_count > 1)
        put_colored(table, "2", "* the highest of its seed\n");
    if (unsettled)
        put_colored(table, "2", "> stopped there, not converged\n");
}

void pl_compare_text(const pleach_comparison *comparison, FILE *to, bool color)
{
    text_table table = {.comparison = comparison, .to = to, .color = color};
    measure(&table);
    put_groups(&table);
    put_titles(&table);
    for (size_t r = 0; r < pl_row_count(comparison); r++)
        put_row(&table, r);
    put_legend(&table);
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

void pl_compare_markdown(const pleach_comparison *comparison, FILE *to,
                         bool color)
{
    char cell[CELL_ROOM];
    (void)color;
    fputs("| seed |", to);
    for (size_t c = 0; c < COLUMNS; c++) {
        bool best = strcmp(columns[c].group, "best tree") == 0;
        fprintf(to, " %s%s |", best ? "best tree: " : "", columns[c].title);
    }
    fputs("\n|---|---|", to);
    for (size_t c = 1; c < COLUMNS; c++)
        fputs("---:|", to);
    putc('\n', to);
    for (size_t r = 0; r < pl_row_count(comparison); r++) {
        fputs("| ", to);
        put_markdown_text(to, seed_words(&comparison->rows[r]));
        fputs(" |", to);
        for (size_t c = 0; c < COLUMNS; c++) {
            const char *mark = leads(comparison, r, c) ? "**" : "";
            columns[c].put(cell, &comparison->rows[r]);
            fprintf(to, " %s%s%s |", mark, cell, mark);
        }
        putc('\n', to);
    }
}

/* ------------------------------------------------------------------ CSV -- */

static void put_quoted(FILE *to, const char *text)
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

/* Ten digits, as in JSON; nothing when it is not known. */
static void put_real(FILE *to, double value)
{
    pl_json json;
    putc(',', to);
    if (!isfinite(value))
        return;
    pl_json_start(&json, to);
    pl_json_double(&json, value);
}

static void put_csv_row(FILE *to, const pleach_comparison_row *row)
{
    const pleach_report *report = &row->report;
    bool any = row->best_name != NULL;
    put_quoted(to, report->seed);
    fprintf(to, ",%s,", report->solver);
    put_quoted(to, report->similarity);
    fprintf(to, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, report->saplings,
            report->nodes, report->pairs);
    put_real(to, report->net_similarity);
    put_real(to, report->upper_bound);
    put_real(to, pl_row_gap(row));
    fprintf(to, ",%" PRIu64 ",%" PRIu32 ",%" PRIu64, report->clusters,
            report->depth, report->trees);
    put_real(to, report->seed != NULL ? (double)report->seed_trees : NAN);
    put_real(to, any ? row->best.net_similarity : NAN);
    put_real(to, any ? row->best.aut : NAN);
    put_real(to, any ? (double)row->best.clusters : NAN);
    put_real(to, any ? row->best.depth : NAN);
    put_real(to, any ? (double)row->best_instances : NAN);
    fprintf(to, ",%" PRIu64 ",%" PRIu64 ",%" PRIu32 ",%s", report->conflicts,
            report->cycles_broken, report->iterations,
            report->converged ? "true" : "false");
    put_real(to, row->seconds);
    putc('\n', to);
}

void pl_compare_csv(const pleach_comparison *comparison, FILE *to, bool color)
{
    (void)color;
    fputs("seed,solver,similarity,saplings,nodes,pairs,net_similarity,"
          "upper_bound,gap,clusters,depth,trees,seed_trees,"
          "best_net_similarity,best_aut,best_clusters,best_depth,"
          "best_instances,conflicts,cycles_broken,iterations,converged,"
          "seconds\n",
          to);
    for (size_t r = 0; r < pl_row_count(comparison); r++)
        put_csv_row(to, &comparison->rows[r]);
}
