/* synonyms.h: which names mean the same, as a file says.
 *
 * Two kinds are told apart by what is in them: groups that somebody wrote for
 * these very names (TSV or CSV), and the folder of a WordNet dictionary. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SYNONYMS_H
#define PL_SYNONYMS_H

#include "pleach.h"
#include "read/source.h"
#include "same/scope.h"
#include "same/spelling.h"

typedef enum pl_group_kind {
    PL_GROUP_SAME,      /* somebody says so */
    PL_GROUP_APART,     /* somebody says that these are two things */
    PL_GROUP_THESAURUS, /* so they may be, in some sense of the words */
} pl_group_kind;

/* Names that a file has together: one line, one meaning of an entry, one
 * synset. */
typedef struct pl_synonym_group {
    pl_group_kind kind;
    uint64_t line;
    const pl_word *names; /* valid UTF-8, until the next group */
    size_t count;
} pl_synonym_group;

typedef pleach_status pl_take_group(void *context,
                                    const pl_synonym_group *group,
                                    pleach_error *error);

/* Whether a path is that of a folder, which only dictionaries are in. */
bool pl_is_dictionary(const char *path);

/* Hands all groups of a file or folder to `take`, in their order. What cannot
 * be right is PLEACH_BAD_DATA with its line. The scope may be NULL. */
PLEACH_CHECKED pleach_status pl_synonyms_read(const char *path,
                                              pl_take_group *take,
                                              void *context,
                                              const pl_scope *scope,
                                              pleach_error *error);

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
