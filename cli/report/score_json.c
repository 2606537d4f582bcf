/* score_json.c: how right a result is, as one JSON object. */
/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <stdlib.h>

#include "report/report.h"

/* -------------------------------------------------------------- truth -- */

static void json_put_partition(pl_json *json, const char *key,
                               const pleach_partition_score *score)
{
    pl_json_line(json);
    report_open(json, key, '{');
    pl_json_put_integer(json, "clusters", score->clusters);
    report_agreement(json, "pairs", &score->pairs);
    pl_json_close(json, '}');
}

static void json_put_truth(pl_json *json, const pleach_score_figures *figures)
{
    pl_json_line(json);
    pl_json_put_integer(json, "nodes", figures->nodes);
    pl_json_put_integer(json, "concepts", figures->concepts);
    pl_json_put_integer(json, "missing", figures->missing);
    pl_json_put_integer(json, "torn", figures->torn);
    pl_json_put_integer(json, "repeated", figures->repeated);
    json_put_partition(json, "given", &figures->given);
    json_put_partition(json, "same_name", &figures->same_name);
    json_put_partition(json, "same_key", &figures->same_key);
}

/* A wrong merger is of one cluster, a missed one of one concept. */
static void json_put_merge(pl_json *json, const pleach_mistake *of, bool wrong)
{
    const char *whole = wrong ? "cluster" : "gold";
    const char *part = wrong ? "gold" : "cluster";
    pl_json_open(json, '{');
    pl_json_put_integer(json, "pairs", of->pairs);
    pl_json_put_text(json, whole, wrong ? of->cluster : of->concept);
    report_open(json, "parts", '[');
    for (size_t k = 0; k < of->part_count; k++) {
        const pleach_mistake_part *is = &of->parts[k];
        pl_json_open(json, '{');
        pl_json_put_integer(json, "nodes", is->nodes);
        pl_json_put_text(json, "name", is->name);
        pl_json_put_text(json, part, wrong ? is->concept : is->cluster);
        pl_json_close(json, '}');
    }
    pl_json_close(json, ']');
    pl_json_close(json, '}');
}

/* -------------------------------------------------------------- crumbs -- */

/* Under the names that docs/score.md explains. */
static void json_put_crumb_score(pl_json *json, const char *key,
                                 const pleach_crumb_score *score)
{
    pl_json_line(json);
    report_open(json, key, '{');
    report_agreement(json, "crumbs", &score->crumbs);
    report_real(json, "clean", score->clean);
    report_agreement(json, "edges", &score->edges);
    pl_json_close(json, '}');
}

/* Per 100 concepts, as in the text. */
static void json_put_mends(pl_json *json, const char *key,
                           const pleach_mends *of, uint64_t concepts)
{
    const struct {
        const char *key;
        uint64_t count;
    } each[] = {{"splits", of->splits},
                {"merges", of->merges},
                {"moves", of->moves},
                {"mends", of->splits + of->merges + of->moves}};
    pl_json_line(json);
    report_open(json, key, '{');
    for (size_t k = 0; k < sizeof each / sizeof *each; k++)
        report_real(json, each[k].key,
                    100 * (double)each[k].count / (double)concepts);
    report_real(json, "saved", of->saved);
    report_real(json, "stray", of->stray);
    pl_json_put_integer(json, "trees", of->trees);
    pl_json_put_integer(json, "groups", of->groups);
    report_real(json, "precision", of->precision);
    pl_json_close(json, '}');
}

static void json_put_all_mends(pl_json *json,
                               const pleach_score_figures *figures)
{
    uint64_t concepts = figures->concepts;
    pl_json_line(json);
    report_open(json, "mends", '{');
    json_put_mends(json, "given", &figures->mends, concepts);
    json_put_mends(json, "no_tool", &figures->no_tool_mends, concepts);
    json_put_mends(json, "key_votes", &figures->key_votes_mends, concepts);
    json_put_mends(json, "truth_votes", &figures->truth_votes_mends, concepts);
    pl_json_close(json, '}');
}

static void json_put_crumbs(pl_json *json, const pleach_score_figures *figures)
{
    pl_json_line(json);
    pl_json_put_integer(json, "nodes", figures->nodes);
    pl_json_put_integer(json, "concepts", figures->concepts);
    pl_json_put_integer(json, "gold_concepts", figures->gold_concepts);
    pl_json_put_integer(json, "missing", figures->missing);
    pl_json_put_integer(json, "torn", figures->torn);
    pl_json_put_integer(json, "repeated", figures->repeated);
    pl_json_put_integer(json, "extra_parents", figures->extra_parents);
    json_put_all_mends(json, figures);
    json_put_crumb_score(json, "given", &figures->tree);
    json_put_crumb_score(json, "key_votes", &figures->key_votes);
    json_put_crumb_score(json, "truth_votes", &figures->truth_votes);
}

/* ---------------------------------------------------------- alignment -- */

static void json_put_correspondences(pl_json *json,
                                     const pleach_correspondences *of)
{
    pl_json_put_integer(json, "wanted", of->wanted);
    pl_json_put_integer(json, "claimed", of->claimed);
    pl_json_put_integer(json, "right", of->right);
    report_real(json, "precision", of->found.precision);
    report_real(json, "recall", of->found.recall);
    report_real(json, "f1", of->found.f1);
    report_agreement(json, "same_key", &of->easy);
    pl_json_close(json, '}');
}

/* The sources of a pair are a list, as their order means nothing. */
static void json_put_alignment(pl_json *json,
                               const pleach_score_figures *figures)
{
    pl_json_line(json);
    report_open(json, "pairs", '[');
    for (size_t k = 0; k < figures->pair_count; k++) {
        pl_json_line(json);
        pl_json_open(json, '{');
        report_open(json, "sources", '[');
        pl_json_text(json, figures->pairs[k].a);
        pl_json_text(json, figures->pairs[k].b);
        pl_json_close(json, ']');
        json_put_correspondences(json, &figures->pairs[k]);
    }
    pl_json_close(json, ']');
    pl_json_line(json);
    report_open(json, "all", '{');
    json_put_correspondences(json, &figures->all);
    pl_json_line(json);
    report_agreement(json, "mean", &figures->mean);
    pl_json_put_integer(json, "unsure", figures->unsure);
    if (figures->related.wanted > 0)
        report_agreement(json, "relations", &figures->related.found);
}

/* ---------------------------------------------------------------- all -- */

static void json_put_merges(pl_json *json, const char *key, bool wrong,
                            const pleach_mistakes *mistakes)
{
    pl_json_line(json);
    report_open(json, key, '[');
    for (size_t k = 0; k < mistakes->listed_count; k++) {
        pl_json_line(json);
        json_put_merge(json, &mistakes->listed[k], wrong);
    }
    pl_json_close(json, ']');
}

/* Mistakes are there only where they were asked for. */
void report_score_json(const void *of, FILE *to)
{
    const report_score *score = of;
    const pleach_score_figures *figures = score->figures;
    bool aligned = score->how->against == PLEACH_ALIGNMENT;
    pl_json json;
    pl_json_start(&json, to);
    pl_json_open(&json, '{');
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
    pl_json_line(&json);
    pl_json_close(&json, '}');
    putc('\n', to);
}
