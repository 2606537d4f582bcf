/* result_fields.h: the fields of a result's file, described once.
 *
 * The writer puts them down from these lists, the reader takes them from there,
 * `check` proves their kinds, and a test holds docs/formats.md to them. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_RESULT_FIELDS_H
#define PL_RESULT_FIELDS_H

#include "base/json_parse.h"
#include "base/json_write.h"
#include "taxonomy/taxonomy.h"

typedef enum pl_field_kind {
    PL_FIELD_COUNT, /* uint64_t */
    PL_FIELD_SMALL, /* uint32_t */
    PL_FIELD_REAL,  /* double; null where it is not finite */
    PL_FIELD_TEXT,  /* const char * */
    PL_FIELD_TRUTH, /* bool */
    PL_FIELD_ID,    /* of a cluster, or null */
    PL_FIELD_OBJECT,
    PL_FIELD_LIST
} pl_field_kind;

/* When a field is there. */
typedef enum pl_field_when {
    PL_WHEN_ALWAYS,
    PL_WHEN_SET,   /* it is not 0 and not NULL */
    PL_WHEN_GROWN, /* its corpus is known */
    PL_WHEN_KEPT,  /* ids are those of a result before */
    PL_WHEN_TIMED, /* in the report of a run */
    PL_WHEN_MADE,  /* its writer knows */
    PL_WHENS
} pl_field_when;

/* What a writer of its own puts down. */
typedef enum pl_field_maker {
    PL_MADE_NOT,
    PL_MADE_SYNONYMS,
    PL_MADE_VECTORS,
    PL_MADE_LEVELS,
    PL_MADE_SEED,
    PL_MADE_SECONDS,
    PL_MADE_ID,
    PL_MADE_NAME,
    PL_MADE_KEY,
    PL_MADE_PARENT,
    PL_MADE_CONCEPT,
    PL_MADE_SIZE,
    PL_MADE_VOTES,
    PL_MADE_REASON,
    PL_MADE_ALSO_UNDER,
    PL_MADE_RIVALS,
    PL_MADE_DECIDED,
    PL_MADE_SHAPED,
    PL_MADE_COVERS,
    PL_MADE_EXEMPLAR,
    PL_MADE_MEMBERS,
    PL_MADE_TAGS,
    PL_MADE_SPELLINGS,
    PL_MAKERS
} pl_field_maker;

typedef struct pl_field {
    const char *name;
    pl_field_kind kind;
    pl_field_when when;
    pl_field_maker maker;
    bool counted; /* it follows from the clusters, and is not read back */
    size_t at;    /* where it lies in what is described, unless it is made */
    const char *what; /* for people */
} pl_field;

typedef struct pl_field_list {
    const char *of; /* "report" */
    const pl_field *items;
    size_t count;
} pl_field_list;

/* A report as files have it: what is described lies in this. */
typedef struct pl_told_report {
    pleach_report is; /* must be first: a loaded taxonomy has this alone */
    uint64_t skipped;
    const char *input_format, *columns, *label_language;
    pleach_stage_times times;
} pl_told_report;

extern const pl_field_list pl_report_fields;
/* Of these `at` is that of an array in a taxonomy, by cluster. */
extern const pl_field_list pl_cluster_fields;
extern const pl_field_list pl_votes_fields;   /* in pl_votes */
extern const pl_field_list pl_best_fields;    /* in pleach_tree_measures */
extern const pl_field_list pl_seconds_fields; /* in pleach_stage_times */

/* Puts down all that is not made, in order; `put` makes the rest. `holds` tells
 * by pl_field_when what is there. A cluster's number is `row`, else 0. */
typedef struct pl_field_writer {
    pl_json *json;
    bool lines; /* each on one of its own */
    const bool *holds;
    void (*put)(void *context, pl_field_maker maker, const char *name);
    void *context;
} pl_field_writer;
void pl_put_fields(const pl_field_writer *to, const pl_field_list *fields,
                   const void *of, uint32_t row);

/* Reads back all that is neither made nor counted. What is missing or of
 * another kind is 0, NULL, false or NAN. */
void pl_read_fields(const pl_field_list *fields, void *of, uint32_t row,
                    const pl_parsed *object);

/* Whether a value is of a field's kind; what that is called. */
bool pl_field_fits(const pl_field *field, const pl_parsed *value);
const char *pl_field_kind_words(pl_field_kind kind);

/* Arrays for the fields of clusters; the arena knows whether it had enough. */
void pl_take_field_arrays(pleach_taxonomy *forest, uint32_t count);

#endif
