/* report.h: figures on their way to people and other programs.
 *
 * What the library measured comes as data. Here it becomes text and JSON.
 */
/* SPDX-License-Identifier: MIT */
#ifndef REPORT_H
#define REPORT_H

#include "base/json_write.h"
#include "base/terminal_text.h"
#include "pleach_curate.h"
#include "pleach_lab.h"

/* Whether the stream took it shows when it is closed. */
typedef void report_writer(const void *figures, FILE *to);

/* Each is given a pointer to what stands behind it. */
report_writer report_comparison_text, report_comparison_json; /* below */
report_writer report_validation_text, report_validation_json; /* the figures */
report_writer report_score_text, report_score_json;           /* below */
report_writer report_diff_text, report_diff_json;             /* below */
report_writer report_review_text, report_review_json;

/* How many questions, the first ones, are worth what they cost. */
size_t report_count_worth(const pleach_review *review);

/* Seed by seed, each with the same solvers. */
typedef struct report_comparison {
    const pleach_comparison_row *rows;
    size_t seed_count; /* 1 for the whole corpus */
    size_t solver_count;
} report_comparison;

/* What was asked for, and what came of it. */
typedef struct report_score {
    const pleach_score_options *how;
    const pleach_score_figures *figures;
} report_score;

/* What changed, and between what. */
typedef struct report_diff {
    const pleach_taxonomy *before, *after;
    const pleach_diff *is;
} report_diff;

/* JSON values behind their keys. */
void report_open(pl_json *json, const char *key, char bracket);
void report_real(pl_json *json, const char *key, double value);
void report_truth(pl_json *json, const char *key, bool value);
void report_agreement(pl_json *json, const char *key,
                      const pleach_agreement *agreement);

#endif
