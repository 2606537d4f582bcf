/* label_knowledge.h: what people know of labels beside what the corpus shows.
 *
 * Further names that nodes bring ("altLabels"), synonyms and vectors from
 * files. Names in files are read as labels are (name_reader.h), so that number,
 * spelling and order do not matter. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_LABEL_KNOWLEDGE_H
#define PL_LABEL_KNOWLEDGE_H

#include "same/label_sets.h"
#include "same/near_vectors.h"
#include "same/scope.h"

typedef struct pl_label_knowledge {
    pl_pair_list same, apart; /* of labels, as people say */
    pl_pair_values thesaurus; /* the share of meanings in common */
    uint32_t *row;            /* per label: its vector; PL_NONE: none */
    pl_unit_vectors vectors;
    double chance; /* the cosine that two of them may well have */
} pl_label_knowledge;

/* 1: somebody says that they mean the same; -1: that they do not; 0: nobody
 * says anything. */
double pl_label_said(const pl_label_knowledge *knowledge, uint32_t a,
                     uint32_t b);

/* How alike the vectors are, above chance, from 0 to 1; 0 where one has none.
 */
double pl_label_vectors_alike(const pl_label_knowledge *knowledge, uint32_t a,
                              uint32_t b);

/* Adds the pairs of labels that something is known of. */
PLEACH_CHECKED pleach_status pl_label_knowledge_pairs(
    pl_pair_list *found, const pl_label_knowledge *knowledge, uint32_t labels,
    const pl_scope *scope, pleach_error *error);

/* From the nodes' further names and the scope's files of synonyms: fills in
 * same, apart and thesaurus, in the scope's arena. */
PLEACH_CHECKED pleach_status pl_label_synonyms_read(
    pl_label_knowledge *knowledge, const pl_labels *labels,
    const pl_label_words *words, const pl_scope *scope, pleach_error *error);

/* A label's vector is that of its name or, where the file does not know the
 * name, the sum of its words', the rarer the more. Both are looked up as they
 * are written, then without regard to case, then in the singular, and words
 * last by their stems. Only what labels need is
 * kept. */
PLEACH_CHECKED pleach_status pl_label_vectors_read(
    pl_label_knowledge *knowledge, pl_arena *arena, const pl_labels *labels,
    const pl_label_words *words, const pl_scope *scope, const char *path,
    pleach_error *error);

#endif
