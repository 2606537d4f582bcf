/* score.c: how right a result is, as text. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "report/report.h"

enum { PARTS_SHOWN = 5, TITLE = 18 };

static void put_count_note(FILE *to, uint64_t count, const char *what)
{
    if (count > 0)
        fprintf(to, "; %" PRIu64 " %s", count, what);
}

/* -------------------------------------------------------------- truth -- */

static void put_partition(FILE *to, const char *title,
                          const pleach_partition_score *score)
{
    fprintf(to, "%-10s %8" PRIu64 "  %9.4f %7.4f %7.4f\n", title,
            score->clusters, score->pairs.precision, score->pairs.recall,
            score->pairs.f1);
}

static void put_counts(FILE *to, const pleach_score_figures *figures)
{
    fprintf(to, "%" PRIu64 " node%s of %" PRIu64 " concept%s", figures->nodes,
            figures->nodes == 1 ? "" : "s", figures->concepts,
            figures->concepts == 1 ? "" : "s");
}

static void put_truth(FILE *to, const pleach_score_figures *figures)
{
    put_counts(to, figures);
    put_count_note(to, figures->missing, "not in the result stand alone");
    put_count_note(to, figures->torn, "inner nodes have their leaf elsewhere");
    put_count_note(to, figures->repeated, "rows repeat an id and path");
    fputs("\n\npairs      clusters  precision  recall      F1\n", to);
    put_partition(to, "given", &figures->given);
    put_partition(to, "same name", &figures->same_name);
    put_partition(to, "same key", &figures->same_key);
}

static void put_cluster_number(FILE *to, const char *before,
                               const char *cluster)
{
    pl_print_terminal(to, "%s%s", cluster == NULL ? "alone" : before,
                      cluster == NULL ? "" : cluster);
}

/* One line for each, with its largest parts. */
static void put_merge(FILE *to, const pleach_mistake *of)
{
    bool wrong = of->concept == NULL;
    fprintf(to, "%9" PRIu64 "  ", of->pairs);
    if (wrong)
        put_cluster_number(to, "#", of->cluster);
    else
        pl_put_terminal_text(to, of->concept);
    for (size_t k = 0; k < of->part_count && k < PARTS_SHOWN; k++) {
        const pleach_mistake_part *part = &of->parts[k];
        pl_print_terminal(to, "%s%" PRIu64 " \"%s\" %s", k == 0 ? ": " : ", ",
                          part->nodes, part->name, wrong ? "of " : "");
        if (wrong)
            pl_put_terminal_text(to, part->concept);
        else
            put_cluster_number(to, "in #", part->cluster);
    }
    if (of->part_count > PARTS_SHOWN)
        fprintf(to, ", ... %zu more", of->part_count - PARTS_SHOWN);
    putc('\n', to);
}

static void put_merges(FILE *to, const char *title,
                       const pleach_mistakes *mistakes)
{
    fprintf(to, "\n%s: %" PRIu64 "\n", title, mistakes->total);
    for (size_t k = 0; k < mistakes->listed_count; k++)
        put_merge(to, &mistakes->listed[k]);
}

/* -------------------------------------------------------------- crumbs -- */

static void put_mends(FILE *to, const char *title, const pleach_mends *of,
                      uint64_t concepts)
{
    uint64_t mends = of->splits + of->merges + of->moves;
    const uint64_t counts[] = {of->splits, of->merges, of->moves, mends};
    fprintf(to, "%-16s", title);
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        fprintf(to, " %7.1f", 100 * (double)counts[k] / (double)concepts);
    fprintf(to, " %6.1f%% %6.1f%% %6" PRIu64 " %7" PRIu64 "  %9.4f\n",
            100 * of->saved, 100 * of->stray, of->trees, of->groups,
            of->precision);
}

static void put_all_mends(FILE *to, const pleach_score_figures *figures)
{
    fprintf(to, "\n\n%-16s %7s %7s %7s %7s %7s %7s %6s %7s  %9s\n",
            "per 100 concepts", "splits", "merges", "moves", "mends", "saved",
            "stray", "trees", "groups", "precision");
    put_mends(to, "given", &figures->mends, figures->concepts);
    put_mends(to, "no tool", &figures->no_tool_mends, figures->concepts);
    put_mends(to, "key + votes", &figures->key_votes_mends, figures->concepts);
    put_mends(to, "truth + votes", &figures->truth_votes_mends,
              figures->concepts);
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
    put_all_mends(to, figures);
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

/* ---------------------------------------------------------- alignment -- */

static void put_correspondences(FILE *to, const pleach_correspondences *of)
{
    fprintf(to,
            " %6" PRIu64 " %7" PRIu64 " %5" PRIu64
            "  %9.4f %7.4f %7.4f  %8.4f\n",
            of->wanted, of->claimed, of->right, of->found.precision,
            of->found.recall, of->found.f1, of->easy.f1);
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
    fprintf(to, "%-*s %6s %7s %5s  %9s %7s %7s  %8s\n", TITLE, "sources",
            "wanted", "claimed", "right", "precision", "recall", "F1",
            "same key");
    for (size_t k = 0; k < figures->pair_count; k++) {
        put_sources(to, &figures->pairs[k]);
        put_correspondences(to, &figures->pairs[k]);
    }
    fprintf(to, "%-*s", TITLE, "all");
    put_correspondences(to, &figures->all);
    fprintf(to, "%-*s %6s %7s %5s  %9.4f %7.4f %7.4f\n", TITLE,
            "mean of the pairs", "", "", "", figures->mean.precision,
            figures->mean.recall, figures->mean.f1);
    if (figures->related.wanted > 0 && figures->unsure > 0)
        fprintf(to,
                "%-*s %6" PRIu64 " %7" PRIu64 " %5" PRIu64
                "  %9.4f %7.4f %7.4f\n",
                TITLE, "with relations", figures->related.wanted,
                figures->related.claimed, figures->related.right,
                figures->related.found.precision, figures->related.found.recall,
                figures->related.found.f1);
    if (figures->unsure > 0)
        fprintf(to,
                "%" PRIu64 " correspondences of another relation than = "
                "count neither way.\n",
                figures->unsure);
}

/* ---------------------------------------------------------------- all -- */

void report_score_text(const void *of, FILE *to)
{
    const report_score *score = of;
    const pleach_score_figures *figures = score->figures;
    if (score->how->against == PLEACH_ALIGNMENT) {
        put_alignment(to, figures);
        return;
    }
    if (score->how->gold != NULL)
        put_crumbs(to, figures);
    else
        put_truth(to, figures);
    if (score->how->show_errors > 0) {
        put_merges(to, "Wrong merges, by wrong pairs", &figures->wrong);
        put_merges(to, "Missed merges, by missed pairs", &figures->missed);
    }
}
