/* write.h: what the writers of the single formats share. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_WRITE_H
#define PL_WRITE_H

#include <inttypes.h>

#include "base/json_write.h"
#include "base/stream.h"
#include "taxonomy/taxonomy.h"
#include "write/outline.h"

/* A writer puts the whole forest on the stream. It need not look at ferror:
 * pl_finish_stream does that for all of them. */
typedef pleach_status pl_writer(const pleach_taxonomy *forest, FILE *to,
                                const pleach_write_options *options,
                                pleach_error *error);

pl_writer pl_write_text;
pl_writer pl_write_json;
pl_writer pl_write_html;
pl_writer pl_write_report;
pl_writer pl_write_assignments;
pl_writer pl_write_nodes;
pl_writer pl_write_sssom;
pl_writer pl_write_sqlite;
pl_writer pl_write_xlsx;

/* What a format of trees has a place for, besides names. */
enum {
    PL_HOLDS_TAGS = 1,
    PL_HOLDS_COUNTS = 2, /* of tags */
    PL_HOLDS_ALTS = 4,
    PL_HOLDS_OWNERS = 8,
    PL_HOLDS_IDS = 16,
    PL_HOLDS_ALL = 31,          /* of these */
    PL_HOLDS_PARENTS = 64,      /* further ones of a cluster */
    PL_HOLDS_FACTS = 128,       /* what a source says, word for word */
    PL_HOLDS_ITEMS = 256,       /* what is in a node, such as links ... */
    PL_HOLDS_UNADDRESSED = 512, /* ... and those that are none */
    PL_HOLDS_COLUMNS = 1024     /* of tables, under names of their own */
};

typedef struct pl_output_format {
    pleach_output_format facts;
    pl_writer *writer;           /* of a forest, ... */
    const pl_tree_format *trees; /* ... or else of trees */
    unsigned holds;
} pl_output_format;

/* The format of a name. PLEACH_BAD_USAGE with the known ones in the sentence.
 */
PLEACH_CHECKED pleach_status pl_find_output_format(
    const pl_output_format **format, const char *name, pleach_error *error);

/* PLEACH_BAD_USAGE for a loaded forest and a format that needs a grown one. */
PLEACH_CHECKED pleach_status pl_write_as(const pl_output_format *format,
                                         const pleach_taxonomy *forest,
                                         FILE *to,
                                         const pleach_write_options *options,
                                         pleach_error *error);

/* Tells the listener, if there is one. */
void pl_tell_note(const pleach_write_options *options,
                  const pleach_error *note);

/* Tells the listener what the format had no place for: everything, or else
 * further parents alone. */
void pl_tell_lost(const pl_output_format *format, const pl_outline *outline,
                  bool everything, const pleach_write_options *options);

/* The report as one JSON object; times only when given. */
void pl_put_report(pl_json *json, const pleach_taxonomy *forest,
                   const pleach_stage_times *times);

static inline uint32_t pl_cluster_size(const pleach_taxonomy *forest,
                                       uint32_t c)
{
    return forest->member_first[c + 1] - forest->member_first[c];
}

#endif
