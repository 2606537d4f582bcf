/* values_records.h: maps with the same keys as a table. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_VALUES_RECORDS_H
#define PL_VALUES_RECORDS_H

#include "read/rows.h"
#include "read/values_unread.h"

typedef PL_LIST(uint32_t) pl_records_maps;

/* Fills rows, which are empty, with a header of the keys of all maps and with
 * what the maps hold, if the keys are those of a table; false: no memory. */
PLEACH_CHECKED bool pl_records_fill(const pl_values *values,
                                    const pl_records_maps *maps, pl_rows *rows,
                                    pl_unread *unread);

#endif
