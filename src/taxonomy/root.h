/* root.h: everything below one concept that somebody named. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_ROOT_H
#define PL_ROOT_H

#include "taxonomy/label.h"
#include "taxonomy/taxonomy.h"

/* Finds the top that is called `name`; or else the one that most people have
 * as their title, if they have several words for it: then it is the whole of
 * the field, whatever each of them calls it. PL_NONE: there is no such top. */
PLEACH_CHECKED pleach_status pl_find_root(uint32_t *root,
                                          const pl_unlabelled *clusters,
                                          const pleach_affinity *affinity,
                                          const char *name,
                                          pleach_error *error);

/* Refuses decisions that a grown forest's root breaks: one that calls the root
 * something else, or that something is not under it which is put there. */
PLEACH_CHECKED pleach_status pl_check_root(const pleach_taxonomy *forest,
                                           pleach_error *error);

#endif
