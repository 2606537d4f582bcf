/* sweep_write.c: the formats of a sweep: text, Markdown, CSV, JSON. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "experiment/sweep.h"
#include "score/score.h"
#include "write/write.h"

/* -------------------------------------------------------------- columns -- */

/* The value stands before these; the first three only beside a truth. */
static const pl_column columns[] = {
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
    const pleach_sweep *sweep = of;
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
        {ceil(pl_report_gap(report) * 1000 - 1e-6) / 10, 1},
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
    pl_format_fixed(to, PL_CELL_ROOM - 2, value, figures[c].decimals);
    if (gap && isfinite(value))
        strcat(to, "%");
}

/* Only the score has a best: similarities of different preferences are
 * different questions. */
static bool sweep_leads(const void *of, size_t row, size_t column)
{
    const pleach_sweep *sweep = of;
    (void)column;
    for (uint32_t k = 0; k < sweep->range.steps; k++)
        if (sweep->rows[k].score.pairs.f1 > sweep->rows[row].score.pairs.f1)
            return false;
    return true;
}

static const char *sweep_row_label(const void *of, size_t row)
{
    return ((const pleach_sweep *)of)->rows[row].label;
}

static pl_text_table sweep_cells(const pleach_sweep *sweep)
{
    return (pl_text_table){
        .label_title = sweep->range.what,
        .columns = sweep->scored ? columns : columns + TRUTH_COLUMNS,
        .column_count = sweep->scored ? COLUMNS : COLUMNS - TRUTH_COLUMNS,
        .row_count = sweep->range.steps,
        .of = sweep,
        .label = sweep_row_label,
        .put = put_sweep_figure,
        .leads = sweep_leads};
}

void pl_sweep_text(const pleach_sweep *sweep, FILE *to, bool color)
{
    pl_text_table cells = sweep_cells(sweep);
    bool unsettled = false;
    pl_text_table_text(&cells, to, color);
    for (uint32_t r = 0; r < sweep->range.steps; r++)
        unsettled |= !sweep->rows[r].report.converged;
    pl_text_table_note(to, color,
                       sweep->range.by_factors
                           ? "values grow by equal factors (log scale)\n"
                           : "values grow by equal steps\n");
    if (sweep->scored)
        pl_text_table_note(to, color, "* the highest\n");
    if (unsettled)
        pl_text_table_note(to, color, "> stopped there, not converged\n");
}

void pl_sweep_markdown(const pleach_sweep *sweep, FILE *to, bool color)
{
    pl_text_table cells = sweep_cells(sweep);
    (void)color;
    pl_text_table_markdown(&cells, to);
}

/* ------------------------------------------------------------------ CSV -- */

void pl_sweep_csv(const pleach_sweep *sweep, FILE *to, bool color)
{
    (void)color;
    fprintf(to,
            "%s,clusters,trees,depth,net_similarity,upper_bound,gap,"
            "iterations,converged,precision,recall,f1\n",
            sweep->range.what);
    for (uint32_t r = 0; r < sweep->range.steps; r++) {
        const pleach_sweep_row *row = &sweep->rows[r];
        const pleach_report *report = &row->report;
        const pleach_agreement *pairs = &row->score.pairs;
        fprintf(to, "%s,%" PRIu64 ",%" PRIu64 ",%" PRIu32, row->label,
                report->clusters, report->trees, report->depth);
        pl_csv_real(to, report->net_similarity);
        pl_csv_real(to, report->upper_bound);
        pl_csv_real(to, pl_report_gap(report));
        fprintf(to, ",%" PRIu32 ",%s", report->iterations,
                report->converged ? "true" : "false");
        pl_csv_real(to, row->scored ? pairs->precision : NAN);
        pl_csv_real(to, row->scored ? pairs->recall : NAN);
        pl_csv_real(to, row->scored ? pairs->f1 : NAN);
        putc('\n', to);
    }
}

/* ----------------------------------------------------------------- JSON -- */

static void put_score(pl_json *json, const pleach_sweep_row *row)
{
    pl_json_key(json, "score");
    if (!row->scored) {
        pl_json_null(json);
        return;
    }
    pl_json_open(json, '{');
    pl_put_agreement(json, "pairs", &row->score.pairs);
    pl_put_agreement(json, "bcubed", &row->score.bcubed);
    pl_put_real(json, "adjusted_rand", row->score.adjusted_rand);
    pl_json_close(json, '}');
}

static void put_sweep_row(pl_json *json, const pleach_sweep_row *row)
{
    const pleach_report *report = &row->report;
    pl_json_line(json);
    pl_json_open(json, '{');
    pl_put_real(json, "value", row->value);
    pl_put_count(json, "clusters", report->clusters);
    pl_put_count(json, "trees", report->trees);
    pl_put_count(json, "depth", report->depth);
    pl_put_real(json, "net_similarity", report->net_similarity);
    pl_put_real(json, "upper_bound", report->upper_bound);
    pl_put_real(json, "gap", pl_report_gap(report));
    pl_put_count(json, "iterations", report->iterations);
    pl_json_key(json, "converged");
    pl_json_bool(json, report->converged);
    put_score(json, row);
    pl_json_close(json, '}');
}

void pl_sweep_json(const pleach_sweep *sweep, FILE *to, bool color)
{
    const pleach_report *report = &sweep->rows[0].report;
    pl_json json;
    (void)color;
    pl_json_start(&json, to);
    pl_json_open(&json, '{');
    pl_json_key(&json, "sweep");
    pl_json_text(&json, sweep->range.what);
    pl_json_key(&json, "spacing");
    pl_json_text(&json, sweep->range.by_factors ? "factors" : "steps");
    pl_json_key(&json, "solver");
    pl_json_text(&json, report->solver);
    pl_json_key(&json, "similarity");
    pl_json_text(&json, report->similarity);
    pl_json_key(&json, "rows");
    pl_json_open(&json, '[');
    for (uint32_t r = 0; r < sweep->range.steps; r++)
        put_sweep_row(&json, &sweep->rows[r]);
    pl_json_line(&json);
    pl_json_close(&json, ']');
    pl_json_close(&json, '}');
    putc('\n', to);
}

/* -------------------------------------------------------------- formats -- */

static pl_sweep_writer *find_sweep_writer(const char *format)
{
    static const struct {
        const char *name;
        pl_sweep_writer *writer;
    } formats[] = {{"text", pl_sweep_text},
                   {"markdown", pl_sweep_markdown},
                   {"csv", pl_sweep_csv},
                   {"json", pl_sweep_json},
                   {"svg", pl_sweep_svg}};
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
        if (format == NULL || strcmp(format, formats[k].name) == 0)
            return formats[k].writer;
    return NULL;
}

pleach_status pleach_sweep_write(const pleach_sweep *sweep,
                                 const pleach_sink *to,
                                 const pleach_write_options *options,
                                 pleach_error *error)
{
    pl_stream stream;
    const char *format = options == NULL ? NULL : options->format;
    pl_sweep_writer *writer = find_sweep_writer(format);
    if (writer == NULL)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "There is no format \"%.40s\" for a sweep. Known are: "
                       "text, markdown, csv, json, svg.",
                       format);
    PL_TRY(pl_stream_open(&stream, to, error));
    writer(sweep, stream.to, options != NULL && options->color);
    return pl_stream_close(&stream, PLEACH_OK, error);
}
