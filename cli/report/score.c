/* score.c: how right a result is: text, JSON. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "report/report.h"

enum { TITLE = 18 };

#define FIGURE(kind, key, field)                                               \
    {                                                                          \
        key, kind, offsetof(pleach_score_figures, field)                       \
    }

/* What is left to do, per 100 concepts. */
typedef struct told_mends {
    double steps[4]; /* splits, merges, moves, all of them */
    const pleach_mends *of;
} told_mends;

static const char *const step_words[] = {"splits", "merges", "moves", "mends"};
enum { STEPS = sizeof step_words / sizeof *step_words };

/* Of the result and the yardsticks beside it, under the names that
 * docs/score.md explains. */
static const struct {
    const char *title, *key;
    size_t at;
} mended[] = {
    {"given", "given", offsetof(pleach_score_figures, mends)},
    {"no tool", "no_tool", offsetof(pleach_score_figures, no_tool_mends)},
    {"key + votes", "key_votes",
     offsetof(pleach_score_figures, key_votes_mends)},
    {"truth + votes", "truth_votes",
     offsetof(pleach_score_figures, truth_votes_mends)},
};
enum { MENDED = sizeof mended / sizeof *mended };

static told_mends tell_mends(const pleach_score_figures *figures, size_t which)
{
    const pleach_mends *of =
        (const void *)((const char *)figures + mended[which].at);
    const uint64_t counts[STEPS] = {of->splits, of->merges, of->moves,
                                    of->splits + of->merges + of->moves};
    told_mends told = {.of = of};
    for (int k = 0; k < STEPS; k++)
        told.steps[k] = 100 * (double)counts[k] / (double)figures->concepts;
    return told;
}

/* --------------------------------------------------------------- text -- */

static void put_count_note(FILE *to, uint64_t count, const char *what)
{
    if (count > 0)
        fprintf(to, "; %" PRIu64 " %s", count, what);
}

static void put_counts(FILE *to, const pleach_score_figures *figures)
{
    fprintf(to, "%" PRIu64 " node%s of %" PRIu64 " concept%s", figures->nodes,
            figures->nodes == 1 ? "" : "s", figures->concepts,
            figures->concepts == 1 ? "" : "s");
}

static void put_partition(FILE *to, const char *title,
                          const pleach_partition_score *score)
{
    fprintf(to, "%-10s %8" PRIu64 "  %9.4f %7.4f %7.4f\n", title,
            score->clusters, score->pairs.precision, score->pairs.recall,
            score->pairs.f1);
}

static void put_truth(FILE *to, const pleach_score_figures *figures)
{
    put_counts(to, figures);
    put_count_note(to, figures->missing, "not in the result stand alone");
    put_count_note(to, figures->torn, "inner nodes have their leaf elsewhere");
    fputs("\n\npairs      clusters  precision  recall      F1\n", to);
    put_partition(to, "given", &figures->given);
    put_partition(to, "same name", &figures->same_name);
    put_partition(to, "same key", &figures->same_key);
}

static void put_mends(FILE *to, const pleach_score_figures *figures)
{
    fprintf(to, "\n\n%-16s %7s %7s %7s %7s %7s %7s %6s %7s  %9s\n",
            "per 100 concepts", "splits", "merges", "moves", "mends", "saved",
            "stray", "trees", "groups", "precision");
    for (size_t which = 0; which < MENDED; which++) {
        told_mends told = tell_mends(figures, which);
        fprintf(to, "%-16s", mended[which].title);
        for (int k = 0; k < STEPS; k++)
            fprintf(to, " %7.1f", told.steps[k]);
        fprintf(to, " %6.1f%% %6.1f%% %6" PRIu64 " %7" PRIu64 "  %9.4f\n",
                100 * told.of->saved, 100 * told.of->stray, told.of->trees,
                told.of->groups, told.of->precision);
    }
}

/* Two tables: what is left to do, and what is above the nodes. */
static void put_crumbs(FILE *to, const pleach_score_figures *figures)
{
    const pleach_crumb_score *a = &figures->tree, *b = &figures->key_votes,
                             *c = &figures->truth_votes;
    put_counts(to, figures);
    fprintf(to, ", %" PRIu64 " of them in the gold taxonomy",
            figures->gold_concepts);
    put_count_note(to, figures->missing, "nodes are not in the result");
    put_count_note(to, figures->torn, "inner nodes have their leaf elsewhere");
    put_count_note(to, figures->extra_parents,
                   "further parents of gold concepts do not count");
    put_mends(to, figures);
    fprintf(to, "\n%-16s %9s %13s %15s\n", "", "given", "key + votes",
            "truth + votes");
#define ROW(title, field)                                                      \
    fprintf(to, "%-16s %9.4f %13.4f %15.4f\n", title, a->field, b->field,      \
            c->field)
    ROW("crumb precision", crumbs.precision);
    ROW("crumb recall", crumbs.recall);
    ROW("crumb F1", crumbs.f1);
    ROW("clean", clean);
    ROW("edge precision", edges.precision);
    ROW("edge recall", edges.recall);
    ROW("edge F1", edges.f1);
#undef ROW
}

static void put_correspondences(FILE *to, const pleach_correspondences *of)
{
    fprintf(to, " %6" PRIu64 " %7" PRIu64 " %5" PRIu64 "  %9.4f %7.4f %7.4f\n",
            of->wanted, of->claimed, of->right, of->found.precision,
            of->found.recall, of->found.f1);
}

/* "cmt, edas", filled up or pushed on to a line of its own. */
static void put_sources(FILE *to, const pleach_correspondences *of)
{
    size_t length = strlen(of->a) + 2 + strlen(of->b);
    pl_print_terminal(to, "%s, %s", of->a, of->b);
    if (length > TITLE)
        fprintf(to, "\n%*s", TITLE, "");
    else
        fprintf(to, "%*s", (int)(TITLE - length), "");
}

/* A row for each two sources, then all of them together. */
static void put_alignment(FILE *to, const pleach_score_figures *figures)
{
    fprintf(to, "%-*s %6s %7s %5s  %9s %7s %7s\n", TITLE, "sources", "wanted",
            "claimed", "right", "precision", "recall", "F1");
    for (size_t k = 0; k <= figures->pair_count; k++) {
        const pleach_correspondences *of =
            k < figures->pair_count ? &figures->pairs[k] : &figures->all;
        if (k < figures->pair_count)
            put_sources(to, of);
        else
            fprintf(to, "%-*s", TITLE, "all");
        put_correspondences(to, of);
    }
    fprintf(to, "%-*s %6s %7s %5s  %9.4f %7.4f %7.4f\n", TITLE,
            "mean of the pairs", "", "", "", figures->mean.precision,
            figures->mean.recall, figures->mean.f1);
    if (figures->related.wanted > 0 && figures->unsure > 0) {
        fprintf(to, "%-*s", TITLE, "with relations");
        put_correspondences(to, &figures->related);
    }
    if (figures->unsure > 0)
        fprintf(to,
                "%" PRIu64 " correspondence%s of another relation than = "
                "count%s neither way.\n",
                figures->unsure, figures->unsure == 1 ? "" : "s",
                figures->unsure == 1 ? "s" : "");
}

void report_score_text(const void *of, FILE *to)
{
    const report_score *score = of;
    (score->how->against == PLEACH_ALIGNMENT ? put_alignment
     : score->how->gold != NULL              ? put_crumbs
                                             : put_truth)(to, score->figures);
}

/* --------------------------------------------------------------- JSON -- */

static void put_json_truth(pl_json *json, const pleach_score_figures *figures)
{
    static const report_field counts[] = {
        FIGURE(REPORT_COUNT, "nodes", nodes),
        FIGURE(REPORT_COUNT, "concepts", concepts),
        FIGURE(REPORT_COUNT, "missing", missing),
        FIGURE(REPORT_COUNT, "torn", torn),
        {.key = NULL}};
    static const report_field partition[] = {
        {"clusters", REPORT_COUNT, offsetof(pleach_partition_score, clusters)},
        {"pairs", REPORT_AGREEMENT, offsetof(pleach_partition_score, pairs)},
        {.key = NULL}};
    pl_json_line(json);
    report_fields(json, counts, figures);
    pl_json_line(json);
    report_object(json, "given", partition, &figures->given);
    pl_json_line(json);
    report_object(json, "same_name", partition, &figures->same_name);
    pl_json_line(json);
    report_object(json, "same_key", partition, &figures->same_key);
}

/* Per 100 concepts, as in the text. */
static void put_json_mends(pl_json *json, const pleach_score_figures *figures)
{
    static const report_field fields[] = {
        {"saved", REPORT_REAL, offsetof(pleach_mends, saved)},
        {"stray", REPORT_REAL, offsetof(pleach_mends, stray)},
        {"trees", REPORT_COUNT, offsetof(pleach_mends, trees)},
        {"groups", REPORT_COUNT, offsetof(pleach_mends, groups)},
        {"precision", REPORT_REAL, offsetof(pleach_mends, precision)},
        {.key = NULL}};
    pl_json_line(json);
    pl_json_open_in(json, "mends", '{');
    for (size_t which = 0; which < MENDED; which++) {
        told_mends told = tell_mends(figures, which);
        pl_json_line(json);
        pl_json_open_in(json, mended[which].key, '{');
        for (int k = 0; k < STEPS; k++) {
            pl_json_key(json, step_words[k]);
            pl_json_double(json, told.steps[k]);
        }
        report_fields(json, fields, told.of);
        pl_json_close(json, '}');
    }
    pl_json_close(json, '}');
}

static void put_json_crumbs(pl_json *json, const pleach_score_figures *figures)
{
    static const report_field counts[] = {
        FIGURE(REPORT_COUNT, "nodes", nodes),
        FIGURE(REPORT_COUNT, "concepts", concepts),
        FIGURE(REPORT_COUNT, "gold_concepts", gold_concepts),
        FIGURE(REPORT_COUNT, "missing", missing),
        FIGURE(REPORT_COUNT, "torn", torn),
        FIGURE(REPORT_COUNT, "extra_parents", extra_parents),
        {.key = NULL}};
    static const report_field crumbs[] = {
        {"crumbs", REPORT_AGREEMENT, offsetof(pleach_crumb_score, crumbs)},
        {"clean", REPORT_REAL, offsetof(pleach_crumb_score, clean)},
        {"edges", REPORT_AGREEMENT, offsetof(pleach_crumb_score, edges)},
        {.key = NULL}};
    pl_json_line(json);
    report_fields(json, counts, figures);
    put_json_mends(json, figures);
    pl_json_line(json);
    report_object(json, "given", crumbs, &figures->tree);
    pl_json_line(json);
    report_object(json, "key_votes", crumbs, &figures->key_votes);
    pl_json_line(json);
    report_object(json, "truth_votes", crumbs, &figures->truth_votes);
}

#define COUPLE(kind, key, field)                                               \
    {                                                                          \
        key, kind, offsetof(pleach_correspondences, field)                     \
    }

/* The sources of a pair are a list, as their order means nothing. */
static void put_json_alignment(pl_json *json,
                               const pleach_score_figures *figures)
{
    static const report_field fields[] = {
        COUPLE(REPORT_COUNT, "wanted", wanted),
        COUPLE(REPORT_COUNT, "claimed", claimed),
        COUPLE(REPORT_COUNT, "right", right),
        COUPLE(REPORT_REAL, "precision", found.precision),
        COUPLE(REPORT_REAL, "recall", found.recall),
        COUPLE(REPORT_REAL, "f1", found.f1),
        {.key = NULL}};
    static const report_field mean[] = {FIGURE(REPORT_AGREEMENT, "mean", mean),
                                        FIGURE(REPORT_COUNT, "unsure", unsure),
                                        {.key = NULL}};
    static const report_field relations[] = {
        FIGURE(REPORT_AGREEMENT, "relations", related.found), {.key = NULL}};
    pl_json_line(json);
    pl_json_open_in(json, "pairs", '[');
    for (size_t k = 0; k < figures->pair_count; k++) {
        pl_json_line(json);
        pl_json_open(json, '{');
        pl_json_open_in(json, "sources", '[');
        pl_json_text(json, figures->pairs[k].a);
        pl_json_text(json, figures->pairs[k].b);
        pl_json_close(json, ']');
        report_fields(json, fields, &figures->pairs[k]);
        pl_json_close(json, '}');
    }
    pl_json_close(json, ']');
    pl_json_line(json);
    report_object(json, "all", fields, &figures->all);
    pl_json_line(json);
    report_fields(json, mean, figures);
    if (figures->related.wanted > 0)
        report_fields(json, relations, figures);
}

void report_score_json(const void *of, FILE *to)
{
    const report_score *score = of;
    pl_json json;
    pl_json_start(&json, to);
    pl_json_open(&json, '{');
    (score->how->against == PLEACH_ALIGNMENT ? put_json_alignment
     : score->how->gold != NULL              ? put_json_crumbs
                                : put_json_truth)(&json, score->figures);
    pl_json_line(&json);
    pl_json_close(&json, '}');
    putc('\n', to);
}
