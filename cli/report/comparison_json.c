/* comparison_json.c: a comparison as JSON, one object per row. */
/* SPDX-License-Identifier: MIT */
#include "report/json.h"
#include "report/report.h"

static void put_json_levels(report_json *json, const uint64_t *clusters,
                            const uint64_t *instances, uint32_t levels)
{
    report_json_open(json, "levels", '{');
    report_json_counts(json, "clusters", clusters, levels);
    report_json_counts(json, "instances", instances, levels);
    report_json_close(json, '}');
}

/* Null where the seed has no tree of its own. */
static void put_json_best(report_json *json, const pleach_comparison_row *row)
{
    report_json_line(json);
    if (row->best_name == NULL) {
        report_json_null(json, "best");
        return;
    }
    report_json_open(json, "best", '{');
    report_json_text(json, "name", row->best_name);
    report_json_real(json, "net_similarity", row->best.net_similarity);
    report_json_real(json, "aut", row->best.aut);
    report_json_count(json, "clusters", row->best.clusters);
    report_json_count(json, "depth", row->best.depth);
    report_json_count(json, "instances", row->best_instances);
    put_json_levels(json, row->best_level_clusters, row->best_level_instances,
                    row->best_levels);
    report_json_close(json, '}');
}

/* One line for each kind of figure, so that rows can be read beside each other.
 */
static void put_comparison_json_row(report_json *json,
                                    const pleach_comparison_row *row)
{
    const pleach_report *report = &row->report;
    report_json_line(json);
    report_json_open(json, NULL, '{');
    report_json_text(json, "seed", report->seed);
    report_json_text(json, "solver", report->solver);
    report_json_text(json, "similarity", report->similarity);
    report_json_real(json, "preference", report->preference);
    report_json_real(json, "damping", report->damping);
    report_json_line(json);
    report_json_count(json, "saplings", report->saplings);
    report_json_count(json, "nodes", report->nodes);
    report_json_count(json, "pairs", report->pairs);
    report_json_line(json);
    report_json_real(json, "net_similarity", report->net_similarity);
    report_json_real(json, "upper_bound", report->upper_bound);
    report_json_real(json, "gap", pleach_report_gap(&row->report));
    report_json_line(json);
    report_json_count(json, "clusters", report->clusters);
    report_json_count(json, "depth", report->depth);
    put_json_levels(json, report->level_clusters, report->level_instances,
                    report->levels);
    report_json_count(json, "trees", report->trees);
    if (report->seed == NULL)
        report_json_null(json, "seed_trees");
    else
        report_json_count(json, "seed_trees", report->seed_trees);
    put_json_best(json, row);
    report_json_line(json);
    report_json_count(json, "conflicts", report->conflicts);
    report_json_count(json, "cycles_broken", report->cycles_broken);
    report_json_count(json, "iterations", report->iterations);
    report_json_truth(json, "converged", report->converged);
    report_json_real(json, "seconds", row->seconds);
    report_json_close(json, '}');
}

void report_comparison_json(const void *figures, FILE *to, bool color)
{
    const report_comparison *comparison = figures;
    report_json json = {.to = to};
    (void)color;
    report_json_open(&json, NULL, '{');
    report_json_open(&json, "rows", '[');
    for (size_t k = 0; k < comparison->seed_count * comparison->solver_count;
         k++)
        put_comparison_json_row(&json, &comparison->rows[k]);
    report_json_line(&json);
    report_json_close(&json, ']');
    report_json_close(&json, '}');
}
