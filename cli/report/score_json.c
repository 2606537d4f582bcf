/* score_json.c: how right a result is, as one JSON object. */
/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <stdlib.h>

#include "report/json.h"
#include "report/report.h"

/* -------------------------------------------------------------- truth -- */

static void json_put_partition(report_json *json, const char *key,
                               const pleach_partition_score *score)
{
    report_json_line(json);
    report_json_open(json, key, '{');
    report_json_count(json, "clusters", score->clusters);
    report_json_agreement(json, "pairs", &score->pairs);
    report_json_close(json, '}');
}

static void json_put_truth(report_json *json,
                           const pleach_score_figures *figures)
{
    report_json_line(json);
    report_json_count(json, "nodes", figures->nodes);
    report_json_count(json, "concepts", figures->concepts);
    report_json_count(json, "missing", figures->missing);
    report_json_count(json, "torn", figures->torn);
    report_json_count(json, "repeated", figures->repeated);
    json_put_partition(json, "given", &figures->given);
    json_put_partition(json, "same_name", &figures->same_name);
    json_put_partition(json, "same_key", &figures->same_key);
}

/* A wrong merger is of one cluster, a missed one of one concept. */
static void json_put_merge(report_json *json, const pleach_mistake *of,
                           bool wrong)
{
    const char *whole = wrong ? "cluster" : "gold";
    const char *part = wrong ? "gold" : "cluster";
    report_json_open(json, NULL, '{');
    report_json_count(json, "pairs", of->pairs);
    report_json_text(json, whole, wrong ? of->cluster : of->concept);
    report_json_open(json, "parts", '[');
    for (size_t k = 0; k < of->part_count; k++) {
        const pleach_mistake_part *is = &of->parts[k];
        report_json_open(json, NULL, '{');
        report_json_count(json, "nodes", is->nodes);
        report_json_text(json, "name", is->name);
        report_json_text(json, part, wrong ? is->concept : is->cluster);
        report_json_close(json, '}');
    }
    report_json_close(json, ']');
    report_json_close(json, '}');
}

/* -------------------------------------------------------------- crumbs -- */

/* Under the names that docs/score.md explains. */
static void json_put_crumb_score(report_json *json, const char *key,
                                 const pleach_crumb_score *score)
{
    report_json_line(json);
    report_json_open(json, key, '{');
    report_json_agreement(json, "crumbs", &score->crumbs);
    report_json_real(json, "clean", score->clean);
    report_json_agreement(json, "edges", &score->edges);
    report_json_close(json, '}');
}

/* Per 100 concepts, as in the text. */
static void json_put_mends(report_json *json, const char *key,
                           const pleach_mends *of, uint64_t concepts)
{
    const struct {
        const char *key;
        uint64_t count;
    } each[] = {{"splits", of->splits},
                {"merges", of->merges},
                {"moves", of->moves},
                {"mends", of->splits + of->merges + of->moves}};
    report_json_line(json);
    report_json_open(json, key, '{');
    for (size_t k = 0; k < sizeof each / sizeof *each; k++)
        report_json_real(json, each[k].key,
                         100 * (double)each[k].count / (double)concepts);
    report_json_real(json, "saved", of->saved);
    report_json_real(json, "stray", of->stray);
    report_json_count(json, "trees", of->trees);
    report_json_count(json, "groups", of->groups);
    report_json_real(json, "precision", of->precision);
    report_json_close(json, '}');
}

static void json_put_all_mends(report_json *json,
                               const pleach_score_figures *figures)
{
    uint64_t concepts = figures->concepts;
    report_json_line(json);
    report_json_open(json, "mends", '{');
    json_put_mends(json, "given", &figures->mends, concepts);
    json_put_mends(json, "no_tool", &figures->no_tool_mends, concepts);
    json_put_mends(json, "key_votes", &figures->key_votes_mends, concepts);
    json_put_mends(json, "truth_votes", &figures->truth_votes_mends, concepts);
    report_json_close(json, '}');
}

static void json_put_crumbs(report_json *json,
                            const pleach_score_figures *figures)
{
    report_json_line(json);
    report_json_count(json, "nodes", figures->nodes);
    report_json_count(json, "concepts", figures->concepts);
    report_json_count(json, "gold_concepts", figures->gold_concepts);
    report_json_count(json, "missing", figures->missing);
    report_json_count(json, "torn", figures->torn);
    report_json_count(json, "repeated", figures->repeated);
    report_json_count(json, "extra_parents", figures->extra_parents);
    json_put_all_mends(json, figures);
    json_put_crumb_score(json, "given", &figures->tree);
    json_put_crumb_score(json, "key_votes", &figures->key_votes);
    json_put_crumb_score(json, "truth_votes", &figures->truth_votes);
}

/* ---------------------------------------------------------- alignment -- */

static void json_put_correspondences(report_json *json,
                                     const pleach_correspondences *of)
{
    report_json_count(json, "wanted", of->wanted);
    report_json_count(json, "claimed", of->claimed);
    report_json_count(json, "right", of->right);
    report_json_real(json, "precision", of->found.precision);
    report_json_real(json, "recall", of->found.recall);
    report_json_real(json, "f1", of->found.f1);
    report_json_agreement(json, "same_key", &of->easy);
    report_json_close(json, '}');
}

/* The sources of a pair are a list, as their order means nothing. */
static void json_put_alignment(report_json *json,
                               const pleach_score_figures *figures)
{
    report_json_line(json);
    report_json_open(json, "pairs", '[');
    for (size_t k = 0; k < figures->pair_count; k++) {
        report_json_line(json);
        report_json_open(json, NULL, '{');
        report_json_open(json, "sources", '[');
        report_json_text(json, NULL, figures->pairs[k].a);
        report_json_text(json, NULL, figures->pairs[k].b);
        report_json_close(json, ']');
        json_put_correspondences(json, &figures->pairs[k]);
    }
    report_json_close(json, ']');
    report_json_line(json);
    report_json_open(json, "all", '{');
    json_put_correspondences(json, &figures->all);
    report_json_line(json);
    report_json_agreement(json, "mean", &figures->mean);
    report_json_count(json, "unsure", figures->unsure);
    if (figures->related.wanted > 0)
        report_json_agreement(json, "relations", &figures->related.found);
}

/* ---------------------------------------------------------------- all -- */

static void json_put_merges(report_json *json, const char *key, bool wrong,
                            const pleach_mistakes *mistakes)
{
    report_json_line(json);
    report_json_open(json, key, '[');
    for (size_t k = 0; k < mistakes->listed_count; k++) {
        report_json_line(json);
        json_put_merge(json, &mistakes->listed[k], wrong);
    }
    report_json_close(json, ']');
}

/* Mistakes are there only where they were asked for. */
void report_score_json(const void *of, FILE *to)
{
    const report_score *score = of;
    const pleach_score_figures *figures = score->figures;
    bool aligned = score->how->against == PLEACH_ALIGNMENT;
    report_json json = {.to = to};
    report_json_open(&json, NULL, '{');
    if (aligned)
        json_put_alignment(&json, figures);
    else if (score->how->gold != NULL)
        json_put_crumbs(&json, figures);
    else
        json_put_truth(&json, figures);
    if (!aligned && score->how->show_errors > 0) {
        json_put_merges(&json, "wrong_merges", true, &figures->wrong);
        json_put_merges(&json, "missed_merges", false, &figures->missed);
    }
    report_json_line(&json);
    report_json_close(&json, '}');
}
