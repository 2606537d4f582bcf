/* compare_json.c: a comparison as JSON, one object per row. */
/* SPDX-License-Identifier: MIT */
#include "base/json_write.h"
#include "experiment/compare.h"

static void put_json_count(pl_json *json, const char *key, uint64_t value)
{
    pl_json_key(json, key);
    pl_json_integer(json, value);
}

static void put_json_real(pl_json *json, const char *key, double value)
{
    pl_json_key(json, key);
    pl_json_double(json, value);
}

static void put_json_text(pl_json *json, const char *key, const char *value)
{
    pl_json_key(json, key);
    pl_json_text(json, value);
}

static void put_json_counts_of(pl_json *json, const char *key,
                               const uint64_t *counts, uint32_t levels)
{
    pl_json_key(json, key);
    pl_json_open(json, '[');
    for (uint32_t level = 0; level < levels; level++)
        pl_json_integer(json, counts[level]);
    pl_json_close(json, ']');
}

static void put_json_levels(pl_json *json, const uint64_t *clusters,
                            const uint64_t *instances, uint32_t levels)
{
    pl_json_key(json, "levels");
    pl_json_open(json, '{');
    put_json_counts_of(json, "clusters", clusters, levels);
    put_json_counts_of(json, "instances", instances, levels);
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
    put_json_text(json, "name", row->best_name);
    put_json_real(json, "net_similarity", row->best.net_similarity);
    put_json_real(json, "aut", row->best.aut);
    put_json_count(json, "clusters", row->best.clusters);
    put_json_count(json, "depth", row->best.depth);
    put_json_count(json, "instances", row->best_instances);
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
    put_json_text(json, "seed", report->seed);
    put_json_text(json, "solver", report->solver);
    put_json_text(json, "similarity", report->similarity);
    put_json_real(json, "preference", report->preference);
    if (report->preference_rule != NULL)
        put_json_text(json, "preference_rule", report->preference_rule);
    put_json_real(json, "damping", report->damping);
    pl_json_line(json);
    put_json_count(json, "saplings", report->saplings);
    put_json_count(json, "nodes", report->nodes);
    put_json_count(json, "pairs", report->pairs);
    pl_json_line(json);
    put_json_real(json, "net_similarity", report->net_similarity);
    put_json_real(json, "upper_bound", report->upper_bound);
    put_json_real(json, "gap", pl_report_gap(&row->report));
    pl_json_line(json);
    put_json_count(json, "clusters", report->clusters);
    put_json_count(json, "depth", report->depth);
    put_json_levels(json, report->level_clusters, report->level_instances,
                    report->levels);
    put_json_count(json, "trees", report->trees);
    pl_json_key(json, "seed_trees");
    if (report->seed == NULL)
        pl_json_null(json);
    else
        pl_json_integer(json, report->seed_trees);
    put_json_best(json, row);
    pl_json_line(json);
    put_json_count(json, "conflicts", report->conflicts);
    put_json_count(json, "cycles_broken", report->cycles_broken);
    put_json_count(json, "iterations", report->iterations);
    pl_json_key(json, "converged");
    pl_json_bool(json, report->converged);
    put_json_real(json, "seconds", row->seconds);
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
