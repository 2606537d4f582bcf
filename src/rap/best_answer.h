/* best_answer.h: the best valid answer that a solver has seen so far. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_BEST_ANSWER_H
#define PL_BEST_ANSWER_H

#include "rap/assignment.h"

/* What a solver found. */
typedef struct pl_outcome {
    uint32_t *exemplar; /* the best valid assignment; caller's array */
    double net_similarity;
    uint32_t iterations;
    bool converged;
    uint64_t cycles_broken;
    uint64_t conflict_count;
    pl_conflict *conflicts; /* in the record's arena */
} pl_outcome;

typedef struct pl_record {
    pl_repair_scratch repair;
    pl_arena *arena; /* where kept conflicts live */
    pl_outcome *outcome;
    uint32_t *decoded; /* per slot: room for the answer to offer */
    float *confidence; /* per slot: how sure it is */
    bool any;          /* something has been kept */
    double latest;     /* net similarity of the latest offer */
} pl_record;

/* Scratch comes from `scratch`, conflicts that are kept from `arena`. */
PLEACH_CHECKED pleach_status pl_record_start(pl_record *record,
                                             pl_outcome *outcome,
                                             pl_arena *arena, pl_arena *scratch,
                                             const pleach_affinity *affinity,
                                             pleach_error *error);

/* Repairs record->decoded and keeps it if it is the best so far. */
PLEACH_CHECKED pleach_status pl_record_offer(pl_record *record,
                                             pleach_error *error);

/* Tells the listener about an iteration. */
PLEACH_CHECKED pleach_status
pl_record_follow(const pl_record *record,
                 const pleach_clusters_options *options, pleach_error *error);

#endif
