/* synonyms.h: which names mean the same, as a file says.
 *
 * Two kinds are told apart by what is in them: groups that somebody wrote for
 * these very names (TSV or CSV), and the folder of a WordNet dictionary. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SYNONYMS_H
#define PL_SYNONYMS_H

#include "same/scope.h"
#include "same/synonym_group.h"

/* Whether a path is that of a folder, which only dictionaries are in. */
bool pl_is_dictionary(const char *path);

/* Hands all groups of a file or folder to `take`, in their order. What cannot
 * be right is PLEACH_BAD_DATA with its line. The scope may be NULL. */
PLEACH_CHECKED pleach_status pl_synonyms_read(const char *path,
                                              pl_take_group *take,
                                              void *context,
                                              const pl_scope *scope,
                                              pleach_error *error);

#endif
