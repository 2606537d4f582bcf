/* thesauri.h: dictionaries of synonyms that are made for everybody. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_THESAURI_H
#define PL_THESAURI_H

#include "read/source.h"
#include "same/synonym_group.h"

/* Whether a text that begins so is a data file of WordNet (data.noun): a
 * licence, its lines indented, or a line of numbers and words. */
bool pl_is_wordnet(const char *start, size_t length);
/* Its version, as the licence tells it: "WordNet 3.0"; "": it does not. */
void pl_wordnet_version(char *version, size_t room, const char *start,
                        size_t length);
/* A group is a synset. */
PLEACH_CHECKED pleach_status pl_wordnet_read(pl_source *source,
                                             const char *file,
                                             pl_take_group *take, void *context,
                                             pleach_error *error);

#endif
