/* curies.h: short names for addresses, and what they are short for. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CURIES_H
#define PL_CURIES_H

#include <stdio.h>

#include "base/memory.h"
#include "taxonomy/placed_nodes.h"

/* What addresses begin with, in order of bytes. */
typedef struct pl_namespace {
    const char *start; /* of an address that has it ... */
    size_t length;
} pl_namespace;

typedef struct pl_curies {
    PL_LIST(pl_namespace) spaces;
} pl_curies;

/* The namespaces of all nodes that have addresses. Borrows from them; their
 * arena knows whether there was memory. */
void pl_curies_find(pl_curies *curies, const pl_placed_nodes *nodes);

/* Lines of a map from prefixes to namespaces, each behind `before`. Prefixes
 * are ns1, ns2, ..., and of the addresses of OBO those of its ids
 * where they mean nothing else. */
void pl_put_curie_map(FILE *to, const pl_curies *curies, const char *before);

/* A node by its address, or below the prefix "node" where it has none. */
void pl_put_node_curie(FILE *to, const pl_curies *curies,
                       const pl_placed_node *node);

/* The whole address in XML, below `base` where it has none. */
void pl_put_node_address(FILE *to, const char *base,
                         const pl_placed_node *node);

#endif
