/* write_shared.h: a list of clusters, formatted by all processes, written by
 * one.
 *
 * Clusters are dealt out in pieces, one to each rank at a time. All format
 * theirs, with tags that they get for it, and rank 0 writes the texts in
 * order: nobody has more than a round of them at once. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_WRITE_SHARED_H
#define PL_WRITE_SHARED_H

#include "write/write.h"

/* Whether there are others who wait for this (pleach_taxonomy_attend). */
bool pl_write_is_shared(const pleach_taxonomy *forest);

/* For rank 0: writes all clusters. */
PLEACH_CHECKED pleach_status pl_write_shared(const pleach_taxonomy *forest,
                                             FILE *to, pleach_error *error);

#endif
