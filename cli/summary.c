/* summary.c: the closing lines of a run. */
/* SPDX-License-Identifier: MIT */
#include "summary.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "errors.h"

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* With options that can be tried next. */
void summary_warn_not_converged(const pleach_report *report)
{
    /* What joint hands out is the best of three solvers, polished: messages
     * that still swap between equals are no reason to try again. */
    if (strcmp(report->solver, "joint") == 0)
        warning_say("The joint messages had not settled after %" PRIu32
                    " iterations; the answer is the best that any solver "
                    "found, polished.",
                    report->iterations);
    else
        warning_say("Not converged after %" PRIu32 " iterations, so this is "
                    "the best answer seen; try --damping %s, "
                    "--max-iterations %" PRIu64 " or --solver joint.",
                    report->iterations, report->damping < 0.9 ? "0.9" : "0.95",
                    (uint64_t)report->iterations * 2);
}

/* A number with its thousands apart: 1,204. */
typedef struct digits {
    char text[32];
} digits;

static digits apart(uint64_t number)
{
    digits d;
    size_t at = sizeof d.text - 1;
    d.text[at] = '\0';
    for (int k = 0; k == 0 || number > 0; k++, number /= 10) {
        if (k > 0 && k % 3 == 0)
            d.text[--at] = ',';
        d.text[--at] = (char)('0' + number % 10);
    }
    memmove(d.text, d.text + at, sizeof d.text - at);
    return d;
}

/* What became of what people said. */
static void print_statements(const pleach_report *report)
{
    if (report->statements == 0)
        return;
    fprintf(stderr, "Of %s statement%s %s hold%s",
            apart(report->statements).text, plural(report->statements),
            apart(report->statements_held).text,
            report->statements_held == 1 ? "s" : "");
    fprintf(stderr, ", %s %s implied, %s %s overruled.\n",
            apart(report->statements_implied).text,
            report->statements_implied == 1 ? "is" : "are",
            apart(report->statements_overruled).text,
            report->statements_overruled == 1 ? "was" : "were");
}

/* How near the bound is says something where nobody may be overruled: there it
 * bounds all answers. With a price for that, clusters follow what names mean,
 * and the best sum is not what is looked for. The gap is rounded up, so that it
 * never promises too much. */
static void print_objective(const pleach_report *report)
{
    fprintf(stderr, "Objective: net similarity %.2f", report->net_similarity);
    if (report->upper_bound > 0) {
        double gap = 1 - report->net_similarity / report->upper_bound;
        double percent = ceil(gap * 1000 - 1e-6) / 10;
        if (pleach_report_is_best(report))
            fputs(", equal to its upper bound", stderr);
        else
            fprintf(stderr, ", %.1f %% below its upper bound", percent);
    }
    if (report->converged && report->iterations > 0)
        fprintf(stderr, "; %s converged after %" PRIu32 " iterations",
                report->solver, report->iterations);
    fputs(".\n", stderr);
}

/* The first file that "pleach review" can read; NULL: there is none. */
static const char *find_reviewable(const cli_outputs *outputs)
{
    for (size_t k = 0; k < outputs->count; k++) {
        const cli_output *at = &outputs->items[k];
        if (at->format != NULL && strcmp(at->format, "json") == 0 &&
            strcmp(at->path, "-") != 0)
            return at->path;
    }
    return NULL;
}

static void print_way_to_review(const cli_outputs *outputs)
{
    const char *path = find_reviewable(outputs);
    char name[1024];
    text_make_harmless(name, sizeof name, path == NULL ? "FILE.json" : path);
    fprintf(stderr,
            " %s\"pleach review %s\" asks about those that matter most.\n",
            path == NULL ? "With -o FILE.json, " : "", name);
}

/* Where a person may be overruled there is something to put right. */
static void print_expected(const pleach_report *report,
                           const cli_outputs *outputs)
{
    uint64_t merges = (uint64_t)(report->expected_merges + 0.5);
    uint64_t splits = (uint64_t)(report->expected_splits + 0.5);
    uint64_t moves = (uint64_t)(report->expected_moves + 0.5);
    uint64_t all = merges + splits + moves;
    if (strcmp(report->solver, "consensus") != 0 || all == 0)
        return;
    fprintf(stderr, "Expect about %s correction%s for %s concept%s",
            apart(all).text, plural(all), apart(report->clusters).text,
            plural(report->clusters));
    fprintf(stderr, ": %s merge%s, %s split%s, %s move%s.", apart(merges).text,
            plural(merges), apart(splits).text, plural(splits),
            apart(moves).text, plural(moves));
    print_way_to_review(outputs);
}

/* What was left out, and the price of the shape. */
static void print_price(const pleach_report *report)
{
    if (report->min_people > 1)
        fprintf(stderr,
                "Left out %s node%s of concepts that fewer than %" PRIu32
                " people have.\n",
                apart(report->few_people).text, plural(report->few_people),
                report->min_people);
    if (report->shape == NULL)
        return;
    fprintf(stderr, "To keep %s, %s of %s statement%s %s set aside.\n",
            report->shape, apart(report->shape_set_aside).text,
            apart(report->shape_statements).text,
            plural(report->shape_statements),
            report->shape_set_aside == 1 ? "is" : "are");
}

void summary_print_shape(const pleach_report *report, bool quiet)
{
    if (!quiet)
        print_price(report);
    if (report->shape_unmet != NULL)
        warning_say("%s", report->shape_unmet);
}

void summary_print_quality(const pleach_report *report,
                           const cli_outputs *outputs)
{
    summary_print_shape(report, false);
    print_statements(report);
    print_expected(report, outputs);
    print_objective(report);
}

static void print_files(const cli_outputs *outputs, double seconds)
{
    const char *between = "Wrote ";
    for (size_t k = 0; k < outputs->count; k++) {
        char name[1024];
        if (strcmp(outputs->items[k].path, "-") == 0)
            continue;
        text_make_harmless(name, sizeof name, outputs->items[k].path);
        fprintf(stderr, "%s%s", between, name);
        between = ", ";
    }
    fprintf(stderr, " (%.1f s in all).\n", seconds);
}

/* What came out, how good it is, and which files have it. */
void summary_print(const pleach_report *report, size_t files,
                   const cli_outputs *outputs, const pleach_stage_times *times)
{
    fprintf(stderr,
            "%zu file%s with %" PRIu64 " entr%s by %" PRIu64
            " %s became %" PRIu64 " concept%s in %" PRIu64 " tree%s, %" PRIu32
            " level%s deep.\n",
            files, plural(files), report->entries,
            report->entries == 1 ? "y" : "ies", report->people,
            report->people == 1 ? "person" : "people", report->clusters,
            plural(report->clusters), report->trees, plural(report->trees),
            report->levels, plural(report->levels));
    if (report->capped_blocks > 0)
        fprintf(stderr,
                "In %" PRIu64
                " block%s of similar names with more than %" PRIu32
                " nodes each chose %" PRIu32 " candidates.\n",
                report->capped_blocks, plural(report->capped_blocks),
                report->crowd, report->candidates);
    summary_print_quality(report, outputs);
    if (!report->converged)
        summary_warn_not_converged(report);
    print_files(outputs, times->read + times->compare + times->cluster +
                             times->grow + times->write);
}
