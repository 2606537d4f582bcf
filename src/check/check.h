/* check.h: the parts of the independent proof. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CHECK_H
#define PL_CHECK_H

#include "decisions/decisions.h"
#include "pleach_curate.h"
#include "taxonomy/taxonomy_file.h"

/* Whether the report may count so many people; PLEACH_BAD_DATA if not. */
PLEACH_CHECKED pleach_status pl_check_people(const pl_taxonomy_file *filed,
                                             pleach_error *error);

/* Whether clusters are called as their members are, concepts are clusters, and
 * words of the report mean something; PLEACH_BAD_DATA if not. */
PLEACH_CHECKED pleach_status pl_check_fields(const pl_taxonomy_file *filed,
                                             pleach_error *error);

/* Counts the voices of each cluster anew; PLEACH_BAD_DATA when the file says
 * otherwise. */
PLEACH_CHECKED pleach_status pl_check_voices(const pl_taxonomy_file *filed,
                                             pleach_error *error);

/* Proves that the decisions that the file records are obeyed. Which branches
 * are kept as they were takes the file before (check_kept.h). */
PLEACH_CHECKED pleach_status pl_check_recorded(pl_taxonomy_file *filed,
                                               pleach_error *error);

/* Compares the nodes of the inputs with the taxonomy's as multisets. Without
 * inputs given, those are read that the file names; when one of these is not
 * an ordinary file or folder that is there, nothing is compared. */
PLEACH_CHECKED pleach_status pl_check_inputs(pl_taxonomy_file *filed,
                                             pleach_check_result *result,
                                             const pleach_input *inputs,
                                             size_t count, pleach_error *error);

/* What is still missing when inputs are read again: per node of
 * filed->nodes how often the taxonomy has it more than the inputs so far. */
typedef struct pl_ledger {
    pl_taxonomy_file *filed;
    PL_LIST(int64_t) due;
    uint64_t nodes;          /* read so far */
    pleach_read_options how; /* to read them, as the taxonomy says */
} pl_ledger;

/* One node of an input. */
PLEACH_CHECKED pleach_status pl_ledger_note(pl_ledger *ledger,
                                            const char *owner, const char *id,
                                            const char *path, const char *role,
                                            const char *input, uint64_t line,
                                            pleach_error *error);

/* All nodes of JSON Lines in memory, read with jansson alone. */
PLEACH_CHECKED pleach_status pl_ledger_read_lines(pl_ledger *ledger,
                                                  const char *input,
                                                  const char *bytes,
                                                  size_t size,
                                                  pleach_error *error);

#endif
