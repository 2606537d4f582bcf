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
    report_json_agreement(json, "bcubed", &score->bcubed);
    report_json_real(json, "adjusted_rand", score->adjusted_rand);
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
    report_json_count(json, "pairs", of->weight);
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

/* -------------------------------------------------------------- edges -- */

/* Under the names that docs/score.md explains. */
static void json_put_crumb_score(report_json *json, const char *key,
                                 const pleach_crumb_score *score)
{
    report_json_line(json);
    report_json_open(json, key, '{');
    report_json_agreement(json, "crumbs", &score->crumbs);
    report_json_real(json, "clean", score->clean);
    report_json_agreement(json, "edges", &score->edges);
    report_json_real(json, "pairs_f1", score->pairs_f1);
    report_json_real(json, "places", score->places);
    report_json_real(json, "twins", score->twins);
    report_json_count(json, "groups", score->groups);
    report_json_count(json, "trees", score->trees);
    report_json_count(json, "depth", score->depth);
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

/* Ids are numbers in a taxonomy. */
static void json_put_hanging(report_json *json, const pleach_mistake *of,
                             bool wrong)
{
    static const char *const ends[] = {"child", "under"};
    (void)wrong;
    assert(of->part_count <= sizeof ends / sizeof *ends);
    report_json_open(json, NULL, '{');
    report_json_count(json, "nodes", of->weight);
    for (size_t k = 0; k < of->part_count; k++) {
        report_json_open(json, ends[k], '{');
        report_json_count(json, "id", strtoull(of->parts[k].cluster, NULL, 10));
        report_json_text(json, "name", of->parts[k].name);
        report_json_close(json, '}');
    }
    report_json_text(json, "gold_parent", of->instead);
    report_json_close(json, '}');
}

/* Each agreement on a line of its own. */
static void json_put_gold(report_json *json,
                          const pleach_score_figures *figures)
{
    report_json_line(json);
    report_json_count(json, "names", figures->names);
    report_json_count(json, "gold_names", figures->gold_names);
    report_json_count(json, "common_names", figures->common_names);
    report_json_count(json, "extra_parents", figures->extra_parents);
    report_json_line(json);
    report_json_agreement(json, "lexical", &figures->lexical);
    report_json_line(json);
    report_json_agreement(json, "edges", &figures->edges);
    report_json_line(json);
    report_json_agreement(json, "ancestors", &figures->ancestors);
    report_json_line(json);
    report_json_agreement(json, "taxonomic", &figures->taxonomic);
    report_json_line(json);
    report_json_real(json, "taxonomic_f1_lexical",
                     figures->taxonomic_f1_lexical);
}

static void json_put_edge(report_json *json, const pleach_mistake *of,
                          bool wrong)
{
    report_json_open(json, NULL, '{');
    report_json_count(json, "nodes", of->weight);
    report_json_text(json, "child", of->parts[0].name);
    report_json_text(json, "parent", of->parts[1].name);
    report_json_text(json, wrong ? "gold_parent" : "given_parent", of->instead);
    report_json_close(json, '}');
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

static void json_put_names(report_json *json, const pleach_mistake *of,
                           bool wrong)
{
    (void)wrong;
    report_json_open(json, NULL, '[');
    for (size_t k = 0; k < of->part_count; k++) {
        report_json_open(json, NULL, '{');
        report_json_text(json, "source", of->parts[k].source);
        report_json_text(json, "name", of->parts[k].name);
        report_json_text(json, "cluster", of->parts[k].cluster);
        report_json_close(json, '}');
    }
    report_json_close(json, ']');
}

/* ---------------------------------------------------------------- all -- */

/* What each kind of reference says. */
typedef struct layout {
    void (*put)(report_json *json, const pleach_score_figures *figures);
    void (*put_mistake)(report_json *json, const pleach_mistake *of,
                        bool wrong);
    const char *wrong, *missed; /* NULL: there are none */
} layout;

static layout layout_of(const pleach_score_options *how)
{
    if (how->against == PLEACH_GOLD)
        return (layout){json_put_gold, json_put_edge, "wrong_edges",
                        "missed_edges"};
    if (how->against == PLEACH_ALIGNMENT)
        return (layout){json_put_alignment, json_put_names, "wrong_merges",
                        "missed_merges"};
    if (how->gold != NULL)
        return (layout){json_put_crumbs, json_put_hanging, "wrong_hangings",
                        NULL};
    return (layout){json_put_truth, json_put_merge, "wrong_merges",
                    "missed_merges"};
}

static void json_put_mistakes(report_json *json, const layout *by, bool wrong,
                              const pleach_mistakes *mistakes)
{
    report_json_line(json);
    report_json_open(json, wrong ? by->wrong : by->missed, '[');
    for (size_t k = 0; k < mistakes->listed_count; k++) {
        report_json_line(json);
        by->put_mistake(json, &mistakes->listed[k], wrong);
    }
    report_json_close(json, ']');
}

/* Mistakes are there only where they were asked for. */
void report_score_json(const void *figures, FILE *to, bool color)
{
    const report_score *score = figures;
    layout by = layout_of(score->how);
    report_json json = {.to = to};
    (void)color;
    report_json_open(&json, NULL, '{');
    by.put(&json, score->figures);
    if (score->how->show_errors > 0) {
        json_put_mistakes(&json, &by, true, &score->figures->wrong);
        if (by.missed != NULL)
            json_put_mistakes(&json, &by, false, &score->figures->missed);
    }
    report_json_line(&json);
    report_json_close(&json, '}');
}
