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
    const char *datatype; /* of a literal; the same */
    uint64_t line;        /* 0: unknown */
} pl_rdf_statement;

/* What a node's name is so far. */
typedef struct pl_rdf_name {
    uint8_t rank;  /* of its language and property; 0: it has none */
    uint32_t text; /* in `texts` */
    bool part;     /* of what the input tells: a concept, not just a subject */
    bool aside;    /* a scheme or a collection, or matched as others' concept */
    bool told;
} pl_rdf_name;

/* A cell of a list. */
typedef struct pl_rdf_cell {
    uint32_t item, rest; /* in `texts`; PL_NONE: none */
    bool seen;
} pl_rdf_cell;

/* The list that is the value of a node. */
typedef struct pl_rdf_list {
    uint32_t node, cell;
} pl_rdf_list;

typedef struct pl_rdf_graph {
    pl_forest forest;
    pl_strings *texts;
    PL_LIST(pl_rdf_name) names;
    pl_strings *cell_names;
    PL_LIST(pl_rdf_cell) cells;
    PL_LIST(pl_rdf_list) lists; /* skos:memberList */
    PL_LIST(char) tag;          /* scratch */
    const char *language;
} pl_rdf_graph;

/* Start from all zeros. All of it is in the reader's arena, which remembers
 * failure. */
void pl_rdf_open(pl_rdf_graph *graph, pl_reader *reader);

/* What is not about a vocabulary is passed over. */
void pl_rdf_take(pl_rdf_graph *graph, const pl_rdf_statement *statement);

/* Nothing can lead to a subject that has no address: who names one is told. */
void pl_rdf_pass_over(pl_rdf_graph *graph, const char *predicate,
                      uint64_t line);

/* Whether the objects of this predicate are nodes of the tree. */
bool pl_rdf_links(const char *predicate);

/* Whether it makes lists, whose cells have names that begin with "_:". */
bool pl_rdf_lists(const char *predicate);

/* Adds all trees to the builder. */
PLEACH_CHECKED pleach_status pl_rdf_finish(pl_rdf_graph *graph,
                                           pleach_error *error);

#define PL_SKOS "http://www.w3.org/2004/02/skos/core#"
#define PL_RDFS "http://www.w3.org/2000/01/rdf-schema#"
#define PL_RDF "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
#define PL_XSD "http://www.w3.org/2001/XMLSchema#"
#define PL_OWL "http://www.w3.org/2002/07/owl#"

#endif
