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
report_writer report_validation_text, report_validation_json; /* the figures */
report_writer report_score_text, report_score_json;           /* below */
report_writer report_diff_text, report_diff_json;             /* below */
report_writer report_review_text, report_review_json;

/* How many questions, the first ones, are worth what they cost. */
size_t report_count_worth(const pleach_review *review);

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

/* A figure in the JSON: its key, what it is, and where in its struct. */
typedef enum report_kind {
    REPORT_COUNT, /* uint64_t */
    REPORT_REAL,
    REPORT_TEXT,
    REPORT_AGREEMENT,
} report_kind;

typedef struct report_field {
    const char *key; /* NULL: the list ends here */
    report_kind kind;
    size_t at;
} report_field;

/* Figures behind their keys. */
void report_fields(pl_json *json, const report_field *fields, const void *from);
/* The same in an object of their own. */
void report_object(pl_json *json, const char *key, const report_field *fields,
                   const void *from);

#endif
