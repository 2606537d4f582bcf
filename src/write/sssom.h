/* sssom.h: mappings between nodes of different sources, as SSSOM has them. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SSSOM_H
#define PL_SSSOM_H

#include "taxonomy/placed_nodes.h"
#include "write/curies.h"

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
