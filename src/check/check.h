/* check.h: the parts of the independent proof. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CHECK_H
#define PL_CHECK_H

#include "decisions/decisions.h"
#include "pleach_curate.h"
#include "taxonomy/taxonomy_file.h"

/* Texts of clusters, such as tags, with what they weigh there. */
typedef struct pl_weighed {
    pl_strings *texts; /* a cluster's number and the text */
    PL_LIST(double) weight;
    uint32_t *distinct; /* per cluster: how many it has */
    PL_LIST(char) scratch;
} pl_weighed;

/* What is known while a taxonomy file is proved. */
typedef struct pl_proof {
    pl_taxonomy_file *filed;
    pleach_check_result result;
    const struct pl_known_fields *fields;
    bool by_hierarchy; /* nobody is named, and each hierarchy is somebody's */
    pl_weighed tags;   /* of the inputs */
    bool tags_known;   /* ... and all of them */
    uint8_t *doubtful; /* per cluster: a node of it is another's as well */
} pl_proof;

/* Notes that a field of this file could not be proved: "clusters", "tags". */
void pl_doubt_field(pl_proof *proof, const char *object, const char *name);

/* The next recorded decision of a kind, from line number *at on, which is then
 * behind it; NULL: there are no more. */
const pl_parsed *pl_next_decision(const pl_taxonomy_file *filed,
                                  const char *word, size_t *at);

/* Refuses fields that no taxonomy has, and notes those that are there and are
 * never proved. PLEACH_BAD_DATA. */
PLEACH_CHECKED pleach_status pl_check_fields(pl_proof *proof,
                                             pleach_error *error);

/* Counts anew who is in each cluster, who put it where, and what the report
 * adds up. PLEACH_BAD_DATA when the file says otherwise. */
PLEACH_CHECKED pleach_status pl_check_counts(pl_proof *proof,
                                             pleach_error *error);

/* Whether clusters are called as their members are, with their keys, spellings
 * and tags, concepts are clusters, and words mean something; PLEACH_BAD_DATA if
 * not. */
PLEACH_CHECKED pleach_status pl_check_texts(pl_proof *proof,
                                            pleach_error *error);

/* Proves that the decisions that the file records are obeyed. Which branches
 * are kept as they were this file does not say. */
PLEACH_CHECKED pleach_status pl_check_recorded(pl_taxonomy_file *filed,
                                               pleach_error *error);

/* Proves that nodes which a source states to be the same are, unless decisions,
 * or what was kept of a result before, may part them. */
PLEACH_CHECKED pleach_status pl_check_matches(pl_proof *proof,
                                              pleach_error *error);

/* Proves that tops, levels and children are as many as the report's shape asks
 * for, but for what it tells to be unmet; and that groups can be told from
 * their siblings. PLEACH_BAD_DATA. */
PLEACH_CHECKED pleach_status pl_check_shape(const pl_taxonomy_file *filed,
                                            pleach_error *error);
/* Whether a shape put a cluster where it hangs, instead of any leaf. */
bool pl_is_place_shaped(const pl_taxonomy_file *filed, uint32_t c);

/* Compares the nodes of the inputs with the taxonomy's as multisets. Without
 * inputs given, those are read that the file names; when one of these is not
 * an ordinary file or folder that is there, nothing is compared. */
PLEACH_CHECKED pleach_status pl_check_inputs(pl_proof *proof,
                                             const pleach_input *inputs,
                                             size_t count, pleach_error *error);

/* For the clusters of a file, whose arena is to be asked. */
pl_weighed pl_weighed_start(const pl_taxonomy_file *filed);
void pl_weigh(pl_weighed *weighed, uint32_t cluster, const char *text,
              size_t length, double weight);

/* ------------------------------------------------------------- ledger -- */

/* In the place of a node's cluster. */
#define PL_SEVERAL (PL_NONE - 1)

/* What is still missing when inputs are read again. */
typedef struct pl_ledger {
    pl_proof *proof;
    pl_strings *records; /* a node's number, its name, what its source calls
                            it by */
    PL_LIST(int64_t)
    due;                    /* per record: how often the taxonomy has it more
                               than the inputs so far */
    PL_LIST(uint32_t) home; /* per record: its cluster; PL_NONE: discarded */
    uint32_t keys;          /* nodes of the taxonomy */
    PL_LIST(char) scratch;
    bool silent;             /* the taxonomy does not tell its members' names */
    bool somebody;           /* an input names a person */
    uint64_t skipped;        /* lines that were left out */
    pleach_read_options how; /* to read them, as the taxonomy says */
} pl_ledger;

/* A node of an input, and where it was found. */
typedef struct pl_finding {
    const char *owner, *id, *path, *role, *name, *source_id;
    const char *input;
    uint64_t line;
} pl_finding;

/* One node of an input; *home is where the taxonomy has it: a cluster, PL_NONE
 * or PL_SEVERAL. */
PLEACH_CHECKED pleach_status pl_ledger_note(pl_ledger *ledger,
                                            const pl_finding *node,
                                            uint32_t *home,
                                            pleach_error *error);

/* All nodes of JSON Lines in memory, read with jansson alone. */
PLEACH_CHECKED pleach_status pl_ledger_read_lines(pl_ledger *ledger,
                                                  const char *input,
                                                  const char *bytes,
                                                  size_t size,
                                                  pleach_error *error);

#endif
