/* titles.h: which tops are titles of the same collection.
 *
 * Everybody calls the whole of what they have something else (Home improvement,
 * DIY, Hardware store), so that nobody agrees where Kitchens belong. That is a
 * difference of words: below these titles stand the same topics with the same
 * things in them. Sections of link lists have common names too (Books, Tools
 * of Python and of Gardening), but not the same things in them. And a title
 * that several people use is a concept of its own.
 *
 * Where all speak of one field, so that what stands below a concept is much the
 * same for all who have it, the only top of somebody is a title too, if enough
 * of all that they have is what another one has below such a title: faculties
 * differ from university to university, and subjects do not. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TITLES_H
#define PL_TITLES_H

#include "placing/statements.h"

typedef struct pl_titles {
    const pl_statements *s;
    /* The topics of title t, ascending: topic[first[t]] .. topic[first[t + 1]];
     * other clusters have none. */
    uint32_t *first; /* count + 1 */
    uint32_t *topic;
    /* Per cluster: whose only top it is, if nobody else uses it and they speak
     * of the field that all speak of; else PL_NONE. */
    uint32_t *whole_of;
    /* Per cluster: of a whole, how many concepts others have as well; of any
     * other, how many children. */
    uint32_t *width;
    struct pl_pair_memo *answers; /* about pairs that were asked for lately */
    /* Before any cluster was split: whether all speak of one field, and what
     * was said. Afterwards nobody would have anything in common. */
    bool one_field;
    const pl_statements *unsplit;
} pl_titles;

/* Lists the topics of all titles. `unsplit` are those of the clusters before
 * they were split, NULL: these are. Takes arrays from `arena`. */
PLEACH_CHECKED pleach_status pl_titles_find(pl_titles *titles, pl_arena *arena,
                                            const pl_statements *statements,
                                            const pl_titles *unsplit,
                                            pleach_error *error);

/* Whether two clusters are titles of one collection; PL_NONE is none. */
bool pl_are_titles_of_one(const pl_titles *titles, uint32_t a, uint32_t b);

/* Of the statements about a cluster, the one with the widest title, which is
 * the one that most of the others know their way below; PL_NONE: nobody put it
 * below one with topics or a whole. */
uint32_t pl_widest_title(const pl_titles *titles, uint32_t cluster);

#endif
