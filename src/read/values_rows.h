/* values_rows.h: a document that is a table: pairs, paths, or records. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_VALUES_ROWS_H
#define PL_VALUES_ROWS_H

#include "read/rows.h"
#include "read/values.h"

/* These fill rows, which are empty, if there is a table, and leave them empty
 * else. Rows of records begin with their keys. */

/* A list of pairs of texts, of paths, or of maps whose keys name columns. */
void pl_values_list_rows(pl_values *values, uint32_t list, pl_rows *rows);

/* Records that name their parent by its id, wherever they are: what is nested
 * around them and in them (departments of categories, with their ancestors)
 * only says the same. There is no table if a record is inside another. */
void pl_values_linked_rows(pl_values *values, pl_rows *rows);

#endif
