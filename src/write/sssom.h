/* sssom.h: mappings between nodes of different sources, as SSSOM has them. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SSSOM_H
#define PL_SSSOM_H

#include "corpus/corpus.h"
#include "corpus/names.h"
#include "taxonomy/placed_nodes.h"
#include "write/curies.h"

/* Why two nodes go together, as semapv calls it: "LexicalMatching" if their
 * names have one key but for blanks, or a further name of one is the other's,
 * "CompositeMatching" if they share a word, or else "StructuralMatching": only
 * their surroundings can have said so. Without a corpus (NULL) further names
 * are not known. NULL: no memory. */
const char *pl_justify(pl_namer *namer, const pleach_corpus *corpus,
                       const pl_placed_node *a, const pl_placed_node *b);

/* Whether a further name of one is the name, or a further one, of the other;
 * false also where they are not known. */
bool pl_share_further_name(const pleach_corpus *corpus, const pl_placed_node *a,
                           const pl_placed_node *b);

/* Whether that is what makes two concepts the same, and not only alike. */
bool pl_is_lexical(const char *justification);

/* How sure a merge is, from 0 to 1, by the similarity that led to it. */
double pl_confidence(double similarity);
/* In thousandths: more would say more than anybody knows. */
void pl_put_confidence(FILE *to, double confidence);

/* The metadata and the header. `base` has been checked. */
void pl_put_sssom_header(FILE *to, const char *base, const pl_curies *curies);

typedef struct pl_mapping {
    const pl_placed_node *subject, *object;
    const char *predicate; /* of skos: */
    const char *justification;
    double confidence;
} pl_mapping;
void pl_put_sssom_row(FILE *to, const pl_curies *curies,
                      const pl_mapping *mapping);

#endif
