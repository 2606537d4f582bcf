/* validation.c: what hidden people say: text, Markdown, CSV, JSON. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "report/json.h"
#include "report/report.h"
#include "report/text_table.h"

/* -------------------------------------------------------------- columns -- */

enum { COUNTS = 2, SHARES = 4, COLUMNS = COUNTS + 2 * SHARES };

/* "1", "2", ..., "mean", "spread". */
static const char *label_of(const void *of, size_t row, char *room)
{
    const pleach_validation_figures *figures = of;
    if (row >= figures->folds)
        return row == figures->folds ? "mean" : "spread";
    snprintf(room, CELL_ROOM, "%zu", row + 1);
    return room;
}

static const pleach_foresight *
foresight_of(const pleach_validation_figures *figures, size_t row, bool votes)
{
    if (row < figures->folds)
        return votes ? &figures->rows[row].votes : &figures->rows[row].grown;
    if (row == figures->folds)
        return votes ? &figures->votes_mean : &figures->grown_mean;
    return votes ? &figures->votes_spread : &figures->grown_spread;
}

/* Mean and spread have no counts. */
static void put_figure(const void *of, size_t row, size_t column, char *to)
{
    const pleach_validation_figures *figures = of;
    if (column < COUNTS) {
        const pleach_validation_row *fold =
            row < figures->folds ? &figures->rows[row] : NULL;
        if (fold == NULL)
            *to = '\0';
        else
            snprintf(to, CELL_ROOM, "%" PRIu64,
                     column == 0 ? fold->hidden : fold->statements);
        return;
    }
    const pleach_foresight *from =
        foresight_of(figures, row, column >= COUNTS + SHARES);
    const double shares[SHARES] = {from->agree, from->contradict, from->chance,
                                   from->gain};
    format_fixed(to, CELL_ROOM, shares[(column - COUNTS) % SHARES], 4);
}

/* The same four shares twice: of the forest, and of the votes. */
static void fill_columns(report_column *columns, const char *solver)
{
    static const char *const counts[COUNTS] = {"hidden", "statements"};
    static const char *const shares[SHARES] = {"agree", "contradict", "chance",
                                               "gain"};
    static const char *const votes[SHARES] = {
        "votes: agree", "votes: contradict", "votes: chance", "votes: gain"};
    for (size_t c = 0; c < COUNTS; c++)
        columns[c] = (report_column){"", counts[c], NULL, false, false};
    for (size_t c = 0; c < SHARES; c++) {
        columns[COUNTS + c] =
            (report_column){solver, shares[c], NULL, false, false};
        columns[COUNTS + SHARES + c] =
            (report_column){"votes", shares[c], votes[c], false, false};
    }
}

typedef void put_cells(const report_table *cells, FILE *to, bool color);

static void put_table(const pleach_validation_figures *figures, FILE *to,
                      bool color, put_cells *put)
{
    report_column columns[COLUMNS];
    fill_columns(columns, figures->solver);
    report_table cells = {.label_title = "fold",
                          .columns = columns,
                          .column_count = COLUMNS,
                          .row_count = figures->folds + 2,
                          .of = figures,
                          .label = label_of,
                          .put = put_figure};
    put(&cells, to, color);
}

static void put_validation_text(const void *given, FILE *to, bool color)
{
    const pleach_validation_figures *figures = given;
    put_table(figures, to, color, table_put_text);
    table_put_note(to, color,
                   "shares of what hidden people say about names that "
                   "the others know;\n"
                   "gain = agree - contradict - chance\n");
}

static void put_markdown_cells(const report_table *cells, FILE *to, bool color)
{
    (void)color;
    table_put_markdown(cells, to);
}

static void put_validation_markdown(const void *given, FILE *to, bool color)
{
    const pleach_validation_figures *figures = given;
    put_table(figures, to, color, put_markdown_cells);
}

/* ------------------------------------------------------------------ CSV -- */

static void put_csv_shares(FILE *to, const pleach_foresight *from)
{
    csv_put_real(to, from->agree);
    csv_put_real(to, from->direct);
    csv_put_real(to, from->contradict);
    csv_put_real(to, from->chance);
    csv_put_real(to, from->gain);
}

/* Folds, then mean and spread, which have no counts. */
static void put_validation_csv(const void *given, FILE *to, bool color)
{
    const pleach_validation_figures *figures = given;
    (void)color;
    fputs("fold,hidden,said,statements,agree,direct,contradict,chance,gain,"
          "votes_agree,votes_direct,votes_contradict,votes_chance,"
          "votes_gain\n",
          to);
    for (size_t r = 0; r < figures->folds + 2; r++) {
        const pleach_validation_row *row = &figures->rows[r];
        char room[CELL_ROOM];
        fputs(label_of(figures, r, room), to);
        if (r < figures->folds)
            fprintf(to, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, row->hidden,
                    row->said, row->statements);
        else
            fputs(",,,", to);
        put_csv_shares(to, foresight_of(figures, r, false));
        put_csv_shares(to, foresight_of(figures, r, true));
        putc('\n', to);
    }
}

/* ----------------------------------------------------------------- JSON -- */

static void put_json_shares(report_json *json, const char *key,
                            const pleach_foresight *from)
{
    report_json_open(json, key, '{');
    report_json_real(json, "agree", from->agree);
    report_json_real(json, "direct", from->direct);
    report_json_real(json, "contradict", from->contradict);
    report_json_real(json, "chance", from->chance);
    report_json_real(json, "gain", from->gain);
    report_json_close(json, '}');
}

static void put_json_both(report_json *json,
                          const pleach_validation_figures *figures, size_t row)
{
    put_json_shares(json, "grown", foresight_of(figures, row, false));
    put_json_shares(json, "votes", foresight_of(figures, row, true));
    report_json_close(json, '}');
}

/* Mean and spread stand behind the folds, under their own names. */
static void put_validation_json(const void *given, FILE *to, bool color)
{
    const pleach_validation_figures *figures = given;
    report_json json = {.to = to};
    (void)color;
    report_json_open(&json, NULL, '{');
    report_json_text(&json, "solver", figures->solver);
    report_json_text(&json, "similarity", figures->similarity);
    report_json_real(&json, "hide", figures->hide);
    report_json_count(&json, "people", figures->people);
    report_json_line(&json);
    report_json_open(&json, "folds", '[');
    for (size_t r = 0; r < figures->folds; r++) {
        const pleach_validation_row *row = &figures->rows[r];
        report_json_line(&json);
        report_json_open(&json, NULL, '{');
        report_json_count(&json, "hidden", row->hidden);
        report_json_count(&json, "said", row->said);
        report_json_count(&json, "statements", row->statements);
        put_json_both(&json, figures, r);
    }
    report_json_line(&json);
    report_json_close(&json, ']');
    for (size_t k = 0; k < 2; k++) {
        report_json_line(&json);
        report_json_open(&json, k == 0 ? "mean" : "spread", '{');
        put_json_both(&json, figures, figures->folds + k);
    }
    report_json_line(&json);
    report_json_close(&json, '}');
}

const report_format report_validation_formats[] = {
    {"text", put_validation_text},
    {"markdown", put_validation_markdown},
    {"csv", put_validation_csv},
    {"json", put_validation_json},
    {NULL, NULL}};
