/* comparison.c: solvers side by side: text, Markdown, CSV. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "report/report.h"
#include "report/text_table.h"

/* -------------------------------------------------------------- columns -- */

/* The seed stands before these. */
static const report_column columns[] = {
    {"", "solver", NULL, false, true},
    {"entire set", "similarity", NULL, true, false},
    {"entire set", "bound", NULL, false, false},
    {"entire set", "gap", NULL, false, false},
    {"entire set", "seed trees", NULL, false, false},
    {"best tree", "similarity", "best tree: similarity", true, false},
    {"best tree", "AUT", "best tree: AUT", true, false},
    {"best tree", "depth", "best tree: depth", false, false},
    {"best tree", "clusters", "best tree: clusters", false, false},
    {"best tree", "instances", "best tree: instances", false, false},
    {"messages", "conflicts", NULL, false, false},
    {"messages", "iterations", NULL, false, false},
    {"messages", "seconds", NULL, false, false},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

enum { SOLVER = 0, GAP = 3, ITERATIONS = 11 };

/* What stands in a column that has figures; NAN: it is not known. */
static double figure_of(const pleach_comparison_row *row, size_t c)
{
    const pleach_report *report = &row->report;
    bool any = row->best_name != NULL, seeded = report->seed != NULL;
    const double figures[COLUMNS] = {
        NAN,
        report->net_similarity,
        report->upper_bound,
        /* Rounded up, so that it never promises too much. */
        ceil(pleach_report_gap(report) * 1000 - 1e-6) / 10,
        seeded ? (double)report->seed_trees : NAN,
        any ? row->best.net_similarity : NAN,
        any ? row->best.aut : NAN,
        any ? row->best.depth : NAN,
        any ? (double)row->best.clusters : NAN,
        any ? (double)row->best_instances : NAN,
        (double)report->conflicts,
        report->iterations,
        row->seconds,
    };
    return figures[c];
}

/* A gap is in percent; iterations that did not settle have a mark before them.
 */
static void put_figure_cell(const void *of, size_t r, size_t c, char *to)
{
    static const int decimals[COLUMNS] = {0, 2, 2, 1, 0, 2, 1,
                                          0, 0, 0, 0, 0, 2};
    const report_comparison *comparison = of;
    const pleach_comparison_row *row = &comparison->rows[r];
    double value = figure_of(row, c);
    if (c == SOLVER) {
        snprintf(to, CELL_ROOM, "%s", row->report.solver);
        return;
    }
    if (c == ITERATIONS && !row->report.converged)
        *to++ = '>';
    /* No minus before a gap of 0. */
    format_fixed(to, CELL_ROOM - 2, c == GAP && value <= 0 ? 0 : value,
                 decimals[c]);
    if (c == GAP && isfinite(value))
        memcpy(to + strlen(to), "%", sizeof "%");
}

/* Whether the row has the highest figure of its seed; equals share it. */
static bool comparison_leads(const void *of, size_t row, size_t c)
{
    const report_comparison *comparison = of;
    size_t solvers = comparison->solver_count;
    const pleach_comparison_row *all = comparison->rows;
    if (solvers < 2)
        return false;
    double own = figure_of(&all[row], c);
    for (size_t k = row - row % solvers; k < row - row % solvers + solvers; k++)
        if (figure_of(&all[k], c) > own)
            return false;
    return isfinite(own);
}

static const char *seed_words(const void *of, size_t row, char *room)
{
    (void)room;
    const report_comparison *comparison = of;
    const char *seed = comparison->rows[row].report.seed;
    return seed != NULL ? seed : "(all)";
}

static bool is_same_seed(const void *of, size_t row)
{
    return row % ((const report_comparison *)of)->solver_count != 0;
}

static report_table comparison_cells(const report_comparison *comparison)
{
    return (report_table){.label_title = "seed",
                          .columns = columns,
                          .column_count = COLUMNS,
                          .row_count =
                              comparison->seed_count * comparison->solver_count,
                          .of = comparison,
                          .label = seed_words,
                          .again = is_same_seed,
                          .put = put_figure_cell,
                          .leads = comparison_leads};
}

static void put_comparison_text(const void *figures, FILE *to, bool color)
{
    const report_comparison *comparison = figures;
    report_table cells = comparison_cells(comparison);
    bool unsettled = false;
    table_put_text(&cells, to, color);
    for (size_t r = 0; r < cells.row_count; r++)
        unsettled |= !comparison->rows[r].report.converged;
    if (comparison->solver_count > 1)
        table_put_note(to, color, "* the highest of its seed\n");
    if (unsettled)
        table_put_note(to, color, "> stopped there, not converged\n");
}

static void put_comparison_markdown(const void *figures, FILE *to, bool color)
{
    report_table cells = comparison_cells(figures);
    (void)color;
    table_put_markdown(&cells, to);
}

/* ------------------------------------------------------------------ CSV -- */

/* All digits, and nothing where a figure is not known. */
static void put_comparison_row(FILE *to, const pleach_comparison_row *row)
{
    const pleach_report *report = &row->report;
    bool any = row->best_name != NULL;
    csv_put_text(to, report->seed);
    fprintf(to, ",%s,", report->solver);
    csv_put_text(to, report->similarity);
    fprintf(to, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, report->saplings,
            report->nodes, report->pairs);
    csv_put_real(to, report->net_similarity);
    csv_put_real(to, report->upper_bound);
    csv_put_real(to, pleach_report_gap(&row->report));
    fprintf(to, ",%" PRIu64 ",%" PRIu32 ",%" PRIu64, report->clusters,
            report->depth, report->trees);
    csv_put_real(to, report->seed != NULL ? (double)report->seed_trees : NAN);
    csv_put_real(to, any ? row->best.net_similarity : NAN);
    csv_put_real(to, any ? row->best.aut : NAN);
    csv_put_real(to, any ? (double)row->best.clusters : NAN);
    csv_put_real(to, any ? (double)row->best.depth : NAN);
    csv_put_real(to, any ? (double)row->best_instances : NAN);
    fprintf(to, ",%" PRIu64 ",%" PRIu64 ",%" PRIu32 ",%s", report->conflicts,
            report->cycles_broken, report->iterations,
            report->converged ? "true" : "false");
    csv_put_real(to, row->seconds);
    putc('\n', to);
}

static void put_comparison_csv(const void *figures, FILE *to, bool color)
{
    const report_comparison *comparison = figures;
    (void)color;
    fputs("seed,solver,similarity,saplings,nodes,pairs,net_similarity,"
          "upper_bound,gap,clusters,depth,trees,seed_trees,"
          "best_net_similarity,best_aut,best_clusters,best_depth,"
          "best_instances,conflicts,cycles_broken,iterations,converged,"
          "seconds\n",
          to);
    for (size_t r = 0; r < comparison->seed_count * comparison->solver_count;
         r++)
        put_comparison_row(to, &comparison->rows[r]);
}

const report_format report_comparison_formats[] = {
    {"text", put_comparison_text},
    {"markdown", put_comparison_markdown},
    {"csv", put_comparison_csv},
    {"json", report_comparison_json},
    {NULL, NULL}};
