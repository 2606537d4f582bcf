/* synonym_group.h: names that somebody puts together. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SYNONYM_GROUP_H
#define PL_SYNONYM_GROUP_H

#include "pleach.h"
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

#endif
