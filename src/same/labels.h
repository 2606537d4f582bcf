/* labels.h: names as they are told apart before they are stemmed.
 *
 * A stemmer takes "reviewer" and "review" for one word. Labels do not: names
 * share one if they differ in case, spaces and punctuation only, unless they
 * are of two languages. Whether two labels mean the same is for concepts.h to
 * find out. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_LABELS_H
#define PL_LABELS_H

#include "same/scope.h"
#include "same/spoken.h"

typedef struct pl_labels {
    const pleach_corpus *corpus;
    uint32_t count;     /* numbered in byte order */
    uint32_t *of_node;  /* per corpus node */
    uint32_t *spelling; /* per label: the most telling one */
    pl_spoken spoken;   /* what is said about languages */
    uint32_t *language; /* per label: of its nodes; PL_NONE: not known */
    /* Nodes of a label: node[first[x] .. first[x + 1]), ascending. */
    uint64_t *first;
    uint32_t *node;
} pl_labels;

/* Whether two labels are of two languages, so that being written alike says
 * nothing. */
static inline bool pl_labels_foreign(const pl_labels *labels, uint32_t a,
                                     uint32_t b)
{
    const uint32_t *language = labels->language;
    return language[a] != PL_NONE && language[b] != PL_NONE &&
           language[a] != language[b];
}

/* Of the whole corpus. */
PLEACH_CHECKED pleach_status pl_labels_make(pl_labels *labels, pl_arena *arena,
                                            const pleach_corpus *corpus,
                                            pleach_error *error);

#endif
