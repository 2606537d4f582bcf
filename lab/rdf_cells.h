/* rdf_cells.h: the cells of an alignment in the RDF of the Alignment API, as
 * ontology-alignment campaigns publish it. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_RDF_CELLS_H
#define PL_RDF_CELLS_H

#include "read/tsv_rows.h"

typedef PL_LIST(char) pl_rdf_text;

/* Where reading is; set `at` and `end`, and the arena of all texts. */
typedef struct pl_rdf_cells {
    const char *at, *end;
    pl_rdf_text entity[2], relation;
} pl_rdf_cells;

/* Two addresses, and what stands between them; good until the next is read. */
typedef struct pl_rdf_cell {
    pl_tsv_cell entity[2];
    char relation; /* = < > ~ */
} pl_rdf_cell;

/* False: there are no more. */
bool pl_rdf_cells_next(pl_rdf_cells *cells, pl_rdf_cell *cell);

#endif
