/* measures.c: the measures of a forest and of its best trees: text, JSON. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "report/json.h"
#include "report/report.h"

enum { TREES_SHOWN = 10 };

static size_t trees_shown(const pleach_measures *measures)
{
    return measures->tree_count < TREES_SHOWN ? measures->tree_count
                                              : TREES_SHOWN;
}

static void put_json_tree(report_json *json, const pleach_measured_tree *tree)
{
    report_json_line(json);
    report_json_open(json, NULL, '{');
    report_json_text(json, "name", tree->name);
    report_json_real(json, "net_similarity", tree->is.net_similarity);
    report_json_real(json, "aut", tree->is.aut);
    report_json_count(json, "clusters", tree->is.clusters);
    report_json_count(json, "depth", tree->is.depth);
    report_json_close(json, '}');
}

/* The forest first, then its best trees. */
static void put_measures_json(const void *figures, FILE *to, bool color)
{
    const pleach_measures *measures = figures;
    report_json json = {.to = to};
    (void)color;
    report_json_open(&json, NULL, '{');
    report_json_line(&json);
    report_json_count(&json, "clusters", measures->all.clusters);
    report_json_count(&json, "trees", measures->tree_count);
    report_json_count(&json, "depth", measures->all.depth);
    report_json_line(&json);
    report_json_open(&json, "levels", '{');
    report_json_counts(&json, "clusters", measures->level_clusters,
                       measures->levels);
    report_json_counts(&json, "instances", measures->level_instances,
                       measures->levels);
    report_json_close(&json, '}');
    report_json_line(&json);
    report_json_real(&json, "aut", measures->all.aut);
    report_json_real(&json, "net_similarity", measures->all.net_similarity);
    report_json_line(&json);
    report_json_open(&json, "best_trees", '[');
    for (size_t t = 0; t < trees_shown(measures); t++)
        put_json_tree(&json, &measures->trees[t]);
    report_json_close(&json, ']');
    report_json_line(&json);
    report_json_close(&json, '}');
}

static void put_row(FILE *to, const pleach_tree_measures *is, const char *name)
{
    fprintf(to, "%14.4f %10.1f %9" PRIu64 " %6" PRIu32 "  ", is->net_similarity,
            is->aut, is->clusters, is->depth);
    report_put_text(to, name);
    putc('\n', to);
}

/* One table of trees, one of levels. */
static void put_measures_text(const void *figures, FILE *to, bool color)
{
    const pleach_measures *measures = figures;
    char title[64];
    (void)color;
    snprintf(title, sizeof title, "all %zu trees", measures->tree_count);
    fputs("net similarity        aut  clusters  depth  tree\n", to);
    put_row(to, &measures->all, title);
    for (size_t t = 0; t < trees_shown(measures); t++)
        put_row(to, &measures->trees[t].is, measures->trees[t].name);
    if (measures->tree_count > TREES_SHOWN)
        fprintf(to, "%44s... %zu more\n", "",
                measures->tree_count - TREES_SHOWN);
    fputs("\n level  clusters  instances\n", to);
    for (uint32_t level = 0; level < measures->levels; level++)
        fprintf(to, "%6" PRIu32 " %9" PRIu64 " %10" PRIu64 "\n", level,
                measures->level_clusters[level],
                measures->level_instances[level]);
}

const report_format report_measures_formats[] = {
    {"text", put_measures_text}, {"json", put_measures_json}, {NULL, NULL}};
