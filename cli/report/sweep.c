/* sweep.c: what became of each value: text, Markdown, CSV, JSON. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "report/json.h"
#include "report/report.h"
#include "report/text_table.h"

report_sweep report_sweep_of(const pleach_sweep *sweep)
{
    report_sweep made = {.what = pleach_sweep_option(sweep)};
    made.rows = pleach_sweep_rows(sweep, &made.count);
    made.by_factors = strcmp(made.what, "preference") == 0;
    made.scored = made.count > 0 && made.rows[0].scored;
    return made;
}

/* -------------------------------------------------------------- columns -- */

/* The value stands before these; the first three only beside a truth. */
static const report_column columns[] = {
    {"", "precision", NULL, false, false},
    {"", "recall", NULL, false, false},
    {"", "F1", NULL, true, false},
    {"", "clusters", NULL, false, false},
    {"", "trees", NULL, false, false},
    {"", "depth", NULL, false, false},
    {"", "similarity", NULL, false, false},
    {"", "gap", NULL, false, false},
    {"", "iterations", NULL, false, false},
};
enum { COLUMNS = sizeof columns / sizeof *columns, TRUTH_COLUMNS = 3 };

static void put_sweep_figure(const void *of, size_t r, size_t c, char *to)
{
    const report_sweep *sweep = of;
    const pleach_sweep_row *row = &sweep->rows[r];
    const pleach_report *report = &row->report;
    const pleach_agreement *pairs = &row->score.pairs;
    const struct {
        double value;
        int decimals;
    } figures[COLUMNS] = {
        {pairs->precision, 4},
        {pairs->recall, 4},
        {pairs->f1, 4},
        {(double)report->clusters, 0},
        {(double)report->trees, 0},
        {report->depth, 0},
        {report->net_similarity, 2},
        /* Rounded up, so that it never promises too much. */
        {ceil(pleach_report_gap(report) * 1000 - 1e-6) / 10, 1},
        {report->iterations, 0},
    };
    c += sweep->scored ? 0 : TRUTH_COLUMNS;
    bool gap = strcmp(columns[c].title, "gap") == 0;
    bool stopped =
        strcmp(columns[c].title, "iterations") == 0 && !report->converged;
    /* No minus before a 0. */
    double value =
        figures[c].value > 0 ? figures[c].value : figures[c].value * 0;
    if (stopped)
        *to++ = '>';
    format_fixed(to, CELL_ROOM - 2, value, figures[c].decimals);
    if (gap && isfinite(value))
        memcpy(to + strlen(to), "%", sizeof "%");
}

/* Only the score has a best: similarities of different preferences are
 * different questions. */
static bool sweep_leads(const void *of, size_t row, size_t column)
{
    const report_sweep *sweep = of;
    (void)column;
    for (size_t k = 0; k < sweep->count; k++)
        if (sweep->rows[k].score.pairs.f1 > sweep->rows[row].score.pairs.f1)
            return false;
    return true;
}

static const char *sweep_row_label(const void *of, size_t row, char *room)
{
    (void)room;
    return ((const report_sweep *)of)->rows[row].label;
}

static report_table sweep_cells(const report_sweep *sweep)
{
    return (report_table){
        .label_title = sweep->what,
        .columns = sweep->scored ? columns : columns + TRUTH_COLUMNS,
        .column_count = sweep->scored ? COLUMNS : COLUMNS - TRUTH_COLUMNS,
        .row_count = sweep->count,
        .of = sweep,
        .label = sweep_row_label,
        .put = put_sweep_figure,
        .leads = sweep_leads};
}

static void put_text(const void *figures, FILE *to, bool color)
{
    const report_sweep *sweep = figures;
    report_table cells = sweep_cells(sweep);
    bool unsettled = false;
    table_put_text(&cells, to, color);
    for (size_t r = 0; r < sweep->count; r++)
        unsettled |= !sweep->rows[r].report.converged;
    table_put_note(to, color,
                   sweep->by_factors
                       ? "values grow by equal factors (log scale)\n"
                       : "values grow by equal steps\n");
    if (sweep->scored)
        table_put_note(to, color, "* the highest\n");
    if (unsettled)
        table_put_note(to, color, "> stopped there, not converged\n");
}

static void put_markdown(const void *figures, FILE *to, bool color)
{
    const report_sweep *sweep = figures;
    report_table cells = sweep_cells(sweep);
    (void)color;
    table_put_markdown(&cells, to);
}

/* ------------------------------------------------------------------ CSV -- */

static void put_csv(const void *figures, FILE *to, bool color)
{
    const report_sweep *sweep = figures;
    (void)color;
    fprintf(to,
            "%s,clusters,trees,depth,net_similarity,upper_bound,gap,"
            "iterations,converged,precision,recall,f1\n",
            sweep->what);
    for (size_t r = 0; r < sweep->count; r++) {
        const pleach_sweep_row *row = &sweep->rows[r];
        const pleach_report *report = &row->report;
        const pleach_agreement *pairs = &row->score.pairs;
        fprintf(to, "%s,%" PRIu64 ",%" PRIu64 ",%" PRIu32, row->label,
                report->clusters, report->trees, report->depth);
        csv_put_real(to, report->net_similarity);
        csv_put_real(to, report->upper_bound);
        csv_put_real(to, pleach_report_gap(report));
        fprintf(to, ",%" PRIu32 ",%s", report->iterations,
                report->converged ? "true" : "false");
        csv_put_real(to, row->scored ? pairs->precision : NAN);
        csv_put_real(to, row->scored ? pairs->recall : NAN);
        csv_put_real(to, row->scored ? pairs->f1 : NAN);
        putc('\n', to);
    }
}

/* ----------------------------------------------------------------- JSON -- */

static void put_score(report_json *json, const pleach_sweep_row *row)
{
    if (!row->scored) {
        report_json_null(json, "score");
        return;
    }
    report_json_open(json, "score", '{');
    report_json_agreement(json, "pairs", &row->score.pairs);
    report_json_agreement(json, "bcubed", &row->score.bcubed);
    report_json_real(json, "adjusted_rand", row->score.adjusted_rand);
    report_json_close(json, '}');
}

static void put_sweep_row(report_json *json, const pleach_sweep_row *row)
{
    const pleach_report *report = &row->report;
    report_json_line(json);
    report_json_open(json, NULL, '{');
    report_json_real(json, "value", row->value);
    report_json_count(json, "clusters", report->clusters);
    report_json_count(json, "trees", report->trees);
    report_json_count(json, "depth", report->depth);
    report_json_real(json, "net_similarity", report->net_similarity);
    report_json_real(json, "upper_bound", report->upper_bound);
    report_json_real(json, "gap", pleach_report_gap(report));
    report_json_count(json, "iterations", report->iterations);
    report_json_truth(json, "converged", report->converged);
    put_score(json, row);
    report_json_close(json, '}');
}

static void put_json(const void *figures, FILE *to, bool color)
{
    const report_sweep *sweep = figures;
    const pleach_report *report = &sweep->rows[0].report;
    report_json json = {.to = to};
    (void)color;
    report_json_open(&json, NULL, '{');
    report_json_text(&json, "sweep", sweep->what);
    report_json_text(&json, "spacing", sweep->by_factors ? "factors" : "steps");
    report_json_text(&json, "solver", report->solver);
    report_json_text(&json, "similarity", report->similarity);
    report_json_open(&json, "rows", '[');
    for (size_t r = 0; r < sweep->count; r++)
        put_sweep_row(&json, &sweep->rows[r]);
    report_json_line(&json);
    report_json_close(&json, ']');
    report_json_close(&json, '}');
}

const report_format report_sweep_formats[] = {
    {"text", put_text}, {"markdown", put_markdown}, {"csv", put_csv},
    {"json", put_json}, {"svg", report_sweep_svg},  {NULL, NULL}};
