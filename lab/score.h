/* score.h: a result laid beside what is right, in three ways. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SCORE_H
#define PL_SCORE_H

#include "base/order.h"
#include "pleach_lab.h"
#include "read/tsv_rows.h"
#include "taxonomy/taxonomy_file.h"

/* One row of a result: a node in one of its roles. */
typedef struct pl_result_row {
    uint32_t place;   /* id and path, in `places` */
    uint32_t name;    /* PL_NONE: the file does not say */
    uint32_t owner;   /* PL_NONE: the file does not say */
    uint32_t cluster; /* or that which its concept is called after;
                         PL_NONE: discarded */
    bool leaf;
} pl_result_row;

/* A taxonomy as JSON. */
typedef struct pl_result {
    pl_arena *arena;  /* borrowed, as are the tables below */
    const char *path; /* borrowed: what messages call it */
    bool by_cluster;  /* not by concept, where the file knows concepts */
    pl_taxonomy_file filed;
    pl_strings *places; /* id, a NUL, path */
    pl_strings *names, *owners;
    pl_strings *clusters; /* as the file writes them */
    PL_LIST(pl_result_row) rows;
    PL_LIST(char) scratch;
    uint32_t *cluster_of; /* per place: the root row's cluster, else the
                             leaf row's; PL_NONE: discarded */
    uint64_t torn;        /* places whose two rows are in different clusters */
} pl_result;

/* From bytes in memory. All it holds is in the arena, whatever comes of it. */
PLEACH_CHECKED pleach_status pl_result_read(pl_result *result, pl_arena *arena,
                                            const char *path, const char *bytes,
                                            size_t size, bool by_cluster,
                                            pleach_error *error);

/* The number of a place, new or known. */
uint32_t pl_result_add(pl_result *result, pl_tsv_cell id, pl_tsv_cell path);
/* The number of a place; PL_NONE: the result has no such, or the arena has
 * failed. */
uint32_t pl_result_find(pl_result *result, pl_tsv_cell id, pl_tsv_cell path);

/* ---- one file per kind of reference; `bytes` are the reference's ---- */

/* Figures, and what their texts are borrowed from. */
typedef struct pl_scoring {
    pleach_score_figures figures;        /* first: this is what callers hold */
    const pleach_score_options *options; /* not NULL */
    const char *path;                    /* of the reference */
    const char *bytes;
    size_t size;
    const char *result_path, *result_bytes;
    size_t result_size;
    pl_arena *arena;        /* of all */
    pl_result result;       /* not of an alignment */
    struct pl_truth *truth; /* the same */
} pl_scoring;

PLEACH_CHECKED pleach_status pl_score_truth(pl_scoring *scoring,
                                            pleach_error *error);
/* The same with options->gold beside it. */
PLEACH_CHECKED pleach_status pl_score_crumbs(pl_scoring *scoring,
                                             pleach_error *error);
PLEACH_CHECKED pleach_status pl_score_alignment(pl_scoring *scoring,
                                                pleach_error *error);

/* ---- what they share ---- */

/* Precision and recall from counts: 1 where nothing is claimed or wanted. */
pleach_agreement pl_agreement_of(double right, double claimed, double wanted);
/* With their harmonic mean. */
pleach_agreement pl_agreement_from(double precision, double recall);

static inline double pl_pairs_in(double count)
{
    return count * (count - 1) / 2;
}

/* Sorts ascending, drops repetitions, returns how many are left. */
size_t pl_words_settle(uint64_t *words, size_t count);
/* How many two settled lists have in common. */
size_t pl_words_common(const uint64_t *a, size_t a_count, const uint64_t *b,
                       size_t b_count);

#endif
