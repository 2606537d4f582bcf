/* decided.h: which decisions a grown forest obeys, and where. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_DECIDED_H
#define PL_DECIDED_H

#include "taxonomy/taxonomy.h"

/* Fills forest->label, decided_first and decided; they stay NULL where nothing
 * is decided. False: there is no memory. */
PLEACH_CHECKED pleach_status pl_find_decided(pleach_taxonomy *forest,
                                             pleach_error *error);

#endif
