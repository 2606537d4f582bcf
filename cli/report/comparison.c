/* comparison.c: solvers side by side: text, JSON. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "report/report.h"

/* ----------------------------------------------------------------- text -- */

/* The solver stands before these. The highest of a ranked figure is marked. */
static const struct {
    const char *title;
    int decimals;
    bool ranked;
} columns[] = {
    {"similarity", 2, true},  {"bound", 2, false},      {"gap %", 1, false},
    {"seed trees", 0, false}, {"best tree", 2, true},   {"AUT", 1, true},
    {"depth", 0, false},      {"clusters", 0, false},   {"instances", 0, false},
    {"conflicts", 0, false},  {"iterations", 0, false}, {"seconds", 2, false}};
enum { COLUMNS = sizeof columns / sizeof *columns, ITERATIONS = 10 };

/* What stands in a column; NAN: it is not known. */
static double figure_of(const pleach_comparison_row *row, size_t c)
{
    const pleach_report *report = &row->report;
    bool any = row->best_name != NULL, seeded = report->seed != NULL;
    const double figures[COLUMNS] = {
        report->net_similarity,
        report->upper_bound,
        /* Rounded up, so that it never promises too much; no minus before 0. */
        fabs(ceil(pleach_report_gap(report) * 1000 - 1e-6) / 10),
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

/* Whether the row has the highest figure of its seed; equals share it. */
static bool leads(const report_comparison *comparison, size_t row, size_t c)
{
    size_t solvers = comparison->solver_count, first = row - row % solvers;
    double own = figure_of(&comparison->rows[row], c);
    if (solvers < 2 || !columns[c].ranked)
        return false;
    for (size_t k = first; k < first + solvers; k++)
        if (figure_of(&comparison->rows[k], c) > own)
            return false;
    return isfinite(own);
}

/* A mark follows each figure that has one. */
static void put_comparison_row(const report_comparison *comparison, size_t r,
                               FILE *to)
{
    const pleach_comparison_row *row = &comparison->rows[r];
    fprintf(to, "%-9s", row->report.solver);
    for (size_t c = 0; c < COLUMNS; c++) {
        int width = (int)strlen(columns[c].title);
        double value = figure_of(row, c);
        bool unsettled = c == ITERATIONS && !row->report.converged;
        width = width < 7 ? 7 : width;
        if (isfinite(value))
            fprintf(to, " %*.*f", width, columns[c].decimals, value);
        else
            fprintf(to, " %*s", width, "-");
        putc(leads(comparison, r, c) ? '*' : unsettled ? '>' : ' ', to);
    }
    putc('\n', to);
}

void report_comparison_text(const void *figures, FILE *to)
{
    const report_comparison *comparison = figures;
    size_t solvers = comparison->solver_count;
    bool unsettled = false;
    fputs("solver   ", to);
    for (size_t c = 0; c < COLUMNS; c++)
        fprintf(to, " %7s ", columns[c].title);
    putc('\n', to);
    for (size_t r = 0; r < comparison->seed_count * solvers; r++) {
        const char *seed = comparison->rows[r].report.seed;
        if (r % solvers == 0 && seed != NULL)
            pl_print_terminal(to, "%s:\n", seed);
        put_comparison_row(comparison, r, to);
        unsettled |= !comparison->rows[r].report.converged;
    }
    if (solvers > 1)
        fputs("* the highest of its seed\n", to);
    if (unsettled)
        fputs("> stopped there, not converged\n", to);
}

/* ----------------------------------------------------------------- JSON -- */

static void put_json_levels(pl_json *json, const uint64_t *clusters,
                            const uint64_t *instances, uint32_t levels)
{
    report_open(json, "levels", '{');
    pl_json_put_integers(json, "clusters", clusters, levels);
    pl_json_put_integers(json, "instances", instances, levels);
    pl_json_close(json, '}');
}

/* Null where the seed has no tree of its own. */
static void put_json_best(pl_json *json, const pleach_comparison_row *row)
{
    pl_json_line(json);
    if (row->best_name == NULL) {
        pl_json_put_text(json, "best", NULL);
        return;
    }
    report_open(json, "best", '{');
    pl_json_put_text(json, "name", row->best_name);
    report_real(json, "net_similarity", row->best.net_similarity);
    report_real(json, "aut", row->best.aut);
    pl_json_put_integer(json, "clusters", row->best.clusters);
    pl_json_put_integer(json, "depth", row->best.depth);
    pl_json_put_integer(json, "instances", row->best_instances);
    put_json_levels(json, row->best_level_clusters, row->best_level_instances,
                    row->best_levels);
    pl_json_close(json, '}');
}

/* One line for each kind of figure, so that rows can be read beside each other.
 */
static void put_comparison_json_row(pl_json *json,
                                    const pleach_comparison_row *row)
{
    const pleach_report *report = &row->report;
    pl_json_line(json);
    pl_json_open(json, '{');
    pl_json_put_text(json, "seed", report->seed);
    pl_json_put_text(json, "solver", report->solver);
    pl_json_put_text(json, "similarity", report->similarity);
    report_real(json, "preference", report->preference);
    report_real(json, "damping", report->damping);
    pl_json_line(json);
    pl_json_put_integer(json, "saplings", report->saplings);
    pl_json_put_integer(json, "nodes", report->nodes);
    pl_json_put_integer(json, "pairs", report->pairs);
    pl_json_line(json);
    report_real(json, "net_similarity", report->net_similarity);
    report_real(json, "upper_bound", report->upper_bound);
    report_real(json, "gap", pleach_report_gap(&row->report));
    pl_json_line(json);
    pl_json_put_integer(json, "clusters", report->clusters);
    pl_json_put_integer(json, "depth", report->depth);
    put_json_levels(json, report->level_clusters, report->level_instances,
                    report->levels);
    pl_json_put_integer(json, "trees", report->trees);
    if (report->seed == NULL)
        pl_json_put_text(json, "seed_trees", NULL);
    else
        pl_json_put_integer(json, "seed_trees", report->seed_trees);
    put_json_best(json, row);
    pl_json_line(json);
    pl_json_put_integer(json, "conflicts", report->conflicts);
    pl_json_put_integer(json, "cycles_broken", report->cycles_broken);
    pl_json_put_integer(json, "iterations", report->iterations);
    report_truth(json, "converged", report->converged);
    report_real(json, "seconds", row->seconds);
    pl_json_close(json, '}');
}

void report_comparison_json(const void *figures, FILE *to)
{
    const report_comparison *comparison = figures;
    pl_json json;
    pl_json_start(&json, to);
    pl_json_open(&json, '{');
    report_open(&json, "rows", '[');
    for (size_t k = 0; k < comparison->seed_count * comparison->solver_count;
         k++)
        put_comparison_json_row(&json, &comparison->rows[k]);
    pl_json_line(&json);
    pl_json_close(&json, ']');
    pl_json_close(&json, '}');
    putc('\n', to);
}
