/* comparison.c: solvers side by side: text, Markdown, CSV. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "report/report.h"
#include "report/text_table.h"

/* Puts one figure of a row into CELL_ROOM bytes. */
typedef void figure(char *to, const pleach_comparison_row *row);

static void put_count_cell(char *to, uint64_t count)
{
    snprintf(to, CELL_ROOM, "%" PRIu64, count);
}

static void put_solver(char *to, const pleach_comparison_row *row)
{
    snprintf(to, CELL_ROOM, "%s", row->report.solver);
}

static void put_similarity_cell(char *to, const pleach_comparison_row *row)
{
    format_fixed(to, CELL_ROOM, row->report.net_similarity, 2);
}

static void put_bound(char *to, const pleach_comparison_row *row)
{
    format_fixed(to, CELL_ROOM, row->report.upper_bound, 2);
}

/* Rounded up, so that it never promises too much. */
static void put_gap_cell(char *to, const pleach_comparison_row *row)
{
    double percent = ceil(pleach_report_gap(&row->report) * 1000 - 1e-6) / 10;
    format_fixed(to, CELL_ROOM - 2, percent > 0 ? percent : percent * 0, 1);
    if (isfinite(percent))
        snprintf(to + strlen(to), 2, "%%");
}

static void put_seed_trees(char *to, const pleach_comparison_row *row)
{
    if (row->report.seed == NULL)
        snprintf(to, CELL_ROOM, "-");
    else
        put_count_cell(to, row->report.seed_trees);
}

static void put_best_cell(char *to, const pleach_comparison_row *row,
                          double value, int decimals)
{
    format_fixed(to, CELL_ROOM, row->best_name == NULL ? NAN : value, decimals);
}

static void put_best_similarity(char *to, const pleach_comparison_row *row)
{
    put_best_cell(to, row, row->best.net_similarity, 2);
}

static void put_aut(char *to, const pleach_comparison_row *row)
{
    put_best_cell(to, row, row->best.aut, 1);
}

static void put_depth(char *to, const pleach_comparison_row *row)
{
    put_best_cell(to, row, row->best.depth, 0);
}

static void put_best_clusters(char *to, const pleach_comparison_row *row)
{
    put_best_cell(to, row, (double)row->best.clusters, 0);
}

static void put_instances(char *to, const pleach_comparison_row *row)
{
    put_best_cell(to, row, (double)row->best_instances, 0);
}

static void put_conflict_cell(char *to, const pleach_comparison_row *row)
{
    put_count_cell(to, row->report.conflicts);
}

static void put_iterations(char *to, const pleach_comparison_row *row)
{
    snprintf(to, CELL_ROOM, "%s%" PRIu32, row->report.converged ? "" : ">",
             row->report.iterations);
}

static void put_seconds(char *to, const pleach_comparison_row *row)
{
    format_fixed(to, CELL_ROOM, row->seconds, 2);
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

static const struct {
    figure *put;
    /* Where the highest of a seed is marked; NULL: it is not. */
    double (*value)(const pleach_comparison_row *row);
} cells_of[COLUMNS] = {
    {put_solver, NULL},        {put_similarity_cell, similarity_of},
    {put_bound, NULL},         {put_gap_cell, NULL},
    {put_seed_trees, NULL},    {put_best_similarity, best_similarity_of},
    {put_aut, aut_of},         {put_depth, NULL},
    {put_best_clusters, NULL}, {put_instances, NULL},
    {put_conflict_cell, NULL}, {put_iterations, NULL},
    {put_seconds, NULL},
};

static void put_figure_cell(const void *of, size_t row, size_t c, char *to)
{
    const report_comparison *comparison = of;
    cells_of[c].put(to, &comparison->rows[row]);
}

/* Whether the row has the highest figure of its seed; equals share it. */
static bool comparison_leads(const void *of, size_t row, size_t c)
{
    const report_comparison *comparison = of;
    size_t solvers = comparison->solver_count;
    const pleach_comparison_row *all = comparison->rows;
    if (solvers < 2)
        return false;
    double own = cells_of[c].value(&all[row]);
    for (size_t k = row - row % solvers; k < row - row % solvers + solvers; k++)
        if (cells_of[c].value(&all[k]) > own)
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

static void put_text(const void *figures, FILE *to, bool color)
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

static void put_markdown(const void *figures, FILE *to, bool color)
{
    report_table cells = comparison_cells(figures);
    (void)color;
    table_put_markdown(&cells, to);
}

/* ------------------------------------------------------------------ CSV -- */

static void put_csv_row(FILE *to, const pleach_comparison_row *row)
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

static void put_csv(const void *figures, FILE *to, bool color)
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
        put_csv_row(to, &comparison->rows[r]);
}

const report_format report_comparison_formats[] = {
    {"text", put_text},
    {"markdown", put_markdown},
    {"csv", put_csv},
    {"json", report_comparison_json},
    {"svg", report_comparison_svg},
    {NULL, NULL}};
