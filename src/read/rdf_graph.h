/* rdf_graph.h: statements about SKOS concepts, RDFS and OWL classes, which may
 * come in any order and from any notation, as a forest. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_RDF_GRAPH_H
#define PL_RDF_GRAPH_H

#include "read/forest.h"

/* Subject, predicate and, unless it is a literal, object are addresses. */
typedef struct pl_rdf_statement {
    const char *subject, *predicate, *object;
    size_t subject_length, object_length;
    bool literal;
    const char *language; /* of a literal; NULL or "": none */
    uint64_t line;        /* 0: unknown */
} pl_rdf_statement;

/* What a node's name is so far. */
typedef struct pl_rdf_name {
    uint8_t rank;  /* of its language and property; 0: it has none */
    uint32_t text; /* in `texts` */
    bool part;     /* of what the input tells: a concept, not just a subject */
    bool told;
} pl_rdf_name;

typedef struct pl_rdf_graph {
    pl_forest forest;
    pl_strings *texts;
    PL_LIST(pl_rdf_name) names;
    const char *language;
} pl_rdf_graph;

/* Start from all zeros. All of it is in the reader's arena, which is asked when
 * it is finished. */
void pl_rdf_open(pl_rdf_graph *graph, pl_reader *reader);

/* What is not about a vocabulary is passed over. */
void pl_rdf_take(pl_rdf_graph *graph, const pl_rdf_statement *statement);

/* Nothing can lead to a subject that has no address: who names one is told. */
void pl_rdf_pass_over(pl_rdf_graph *graph, const char *predicate,
                      uint64_t line);

/* Whether the objects of this predicate are nodes of the tree. */
bool pl_rdf_links(const char *predicate);

/* Adds all trees to the builder. */
PLEACH_CHECKED pleach_status pl_rdf_finish(pl_rdf_graph *graph,
                                           pleach_error *error);

#define PL_SKOS "http://www.w3.org/2004/02/skos/core#"
#define PL_RDFS "http://www.w3.org/2000/01/rdf-schema#"
#define PL_RDF "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
#define PL_OWL "http://www.w3.org/2002/07/owl#"

#endif
