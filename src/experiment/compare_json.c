/* compare_json.c: a comparison as JSON, one object per row. */
/* SPDX-License-Identifier: MIT */
#include "base/json_write.h"
#include "experiment/compare.h"

static void put_json_levels(pl_json *json, const uint64_t *clusters,
                            const uint64_t *instances, uint32_t levels)
{
    pl_json_key(json, "levels");
    pl_json_open(json, '{');
    pl_json_put_integers(json, "clusters", clusters, levels);
    pl_json_put_integers(json, "instances", instances, levels);
    pl_json_close(json, '}');
}

static void put_json_best(pl_json *json, const pleach_comparison_row *row)
{
    pl_json_line(json);
    pl_json_key(json, "best");
    if (row->best_name == NULL) {
        pl_json_null(json);
        return;
    }
    pl_json_open(json, '{');
    pl_json_put_text(json, "name", row->best_name);
    pl_json_put_double(json, "net_similarity", row->best.net_similarity);
    pl_json_put_double(json, "aut", row->best.aut);
    pl_json_put_integer(json, "clusters", row->best.clusters);
    pl_json_put_integer(json, "depth", row->best.depth);
    pl_json_put_integer(json, "instances", row->best_instances);
    put_json_levels(json, row->best_level_clusters, row->best_level_instances,
                    row->best_levels);
    pl_json_close(json, '}');
}

static void put_comparison_json_row(pl_json *json,
                                    const pleach_comparison_row *row)
{
    const pleach_report *report = &row->report;
    pl_json_line(json);
    pl_json_open(json, '{');
    pl_json_put_text(json, "seed", report->seed);
    pl_json_put_text(json, "solver", report->solver);
    pl_json_put_text(json, "similarity", report->similarity);
    pl_json_put_double(json, "preference", report->preference);
    if (report->preference_rule != NULL)
        pl_json_put_text(json, "preference_rule", report->preference_rule);
    pl_json_put_double(json, "damping", report->damping);
    pl_json_line(json);
    pl_json_put_integer(json, "saplings", report->saplings);
    pl_json_put_integer(json, "nodes", report->nodes);
    pl_json_put_integer(json, "pairs", report->pairs);
    pl_json_line(json);
    pl_json_put_double(json, "net_similarity", report->net_similarity);
    pl_json_put_double(json, "upper_bound", report->upper_bound);
    pl_json_put_double(json, "gap", pl_report_gap(&row->report));
    pl_json_line(json);
    pl_json_put_integer(json, "clusters", report->clusters);
    pl_json_put_integer(json, "depth", report->depth);
    put_json_levels(json, report->level_clusters, report->level_instances,
                    report->levels);
    pl_json_put_integer(json, "trees", report->trees);
    pl_json_key(json, "seed_trees");
    if (report->seed == NULL)
        pl_json_null(json);
    else
        pl_json_integer(json, report->seed_trees);
    put_json_best(json, row);
    pl_json_line(json);
    pl_json_put_integer(json, "conflicts", report->conflicts);
    pl_json_put_integer(json, "cycles_broken", report->cycles_broken);
    pl_json_put_integer(json, "iterations", report->iterations);
    pl_json_key(json, "converged");
    pl_json_bool(json, report->converged);
    pl_json_put_double(json, "seconds", row->seconds);
    pl_json_close(json, '}');
}

void pl_compare_json(const pleach_comparison *comparison, FILE *to, bool color)
{
    pl_json json;
    (void)color;
    pl_json_start(&json, to);
    pl_json_open(&json, '{');
    pl_json_key(&json, "rows");
    pl_json_open(&json, '[');
    for (size_t k = 0; k < pl_row_count(comparison); k++)
        put_comparison_json_row(&json, &comparison->rows[k]);
    pl_json_line(&json);
    pl_json_close(&json, ']');
    pl_json_close(&json, '}');
    putc('\n', to);
}
