/* explain.h: a taxonomy file, ready to be asked about. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_EXPLAIN_H
#define PL_EXPLAIN_H

#include "base/terminal_text.h"
#include "pleach_curate.h"
#include "same/affinity.h"
#include "taxonomy/taxonomy_file.h"

/* What a question is about: a cluster, or a node and its cluster. */
typedef struct pl_subject {
    uint32_t cluster;          /* PL_NONE: a discarded node */
    const pl_filed_node *node; /* NULL: the cluster as a whole */
} pl_subject;

/* What is asked about, and where the answer goes. */
typedef struct pl_explaining {
    FILE *to;
    pl_taxonomy_file filed;       /* its arena holds all that is found */
    const pl_filed_node **by_key; /* per key of filed.nodes; NULL: none */
    uint32_t key_count;
} pl_explaining;

/* What is right above a node, where the file has it; NULL: nothing. */
const pl_filed_node *pl_node_above(const pl_explaining *in,
                                   const pl_filed_node *node);

/* "#12 bird"; PL_NONE: nothing. */
void pl_put_cluster(const pl_explaining *in, uint32_t cluster);
/* By owner, role, path and id, which are what it can be found by in the input;
 * and what it is under. */
void pl_put_node(const pl_explaining *in, const pl_filed_node *node);
void pl_put_under(const pl_explaining *in, const pl_filed_node *node);
/* The decisions, and the statements of sources, that a cluster is as it is by.
 */
void pl_put_decided(const pl_explaining *in, uint32_t cluster);

/* What a word of the question means; PLEACH_BAD_DATA with what else it could
 * mean when that is not one thing. */
PLEACH_CHECKED pleach_status pl_find_subject(pl_subject *subject,
                                             const pl_explaining *in,
                                             const char *word,
                                             pleach_error *error);

PLEACH_CHECKED pleach_status pl_explain_cluster(const pl_explaining *in,
                                                const pl_subject *subject,
                                                pleach_error *error);
PLEACH_CHECKED pleach_status pl_explain_pair(pl_explaining *in,
                                             const pl_subject *a,
                                             const pl_subject *b,
                                             pleach_error *error);

/* ---------------------------------------------- the inputs, once again -- */

typedef struct pl_again {
    const char *why_not; /* a sentence; NULL: the similarities below are those
                            of the taxonomy */
    pleach_corpus *corpus;
    pleach_affinity *affinity;
    pleach_decisions *decisions; /* that the file records; NULL: none */
    uint32_t *slot_of; /* per key of the file; PL_NONE: no such node */
} pl_again;

/* Reads the inputs that the file names and compares their nodes as its report
 * says. That they are gone or differ is no failure. Free it in any case. */
PLEACH_CHECKED pleach_status pl_again_read(pl_again *again, pl_explaining *in,
                                           pleach_error *error);
void pl_again_free(pl_again *again);

#endif
