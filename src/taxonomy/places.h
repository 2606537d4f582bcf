/* places.h: the clusters that are one concept in several places. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PLACES_H
#define PL_PLACES_H

#include "taxonomy/taxonomy.h"

/* Sets forest->concept once the clusters have their order and sizes. False:
 * no memory. */
PLEACH_CHECKED pleach_status pl_find_places(pleach_taxonomy *forest,
                                            pleach_error *error);

#endif
