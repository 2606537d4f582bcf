/* grown_text.h: a forest from a few lines of text, and all that it is made of.
 */
/* SPDX-License-Identifier: MIT */
#ifndef GROWN_TEXT_H
#define GROWN_TEXT_H

#include "corpus_support.h"
#include "taxonomy/taxonomy.h"

typedef struct grown_text {
    pleach_corpus *corpus;
    pleach_affinity *affinity;
    pleach_clusters *clusters;
    pleach_taxonomy *forest;
} grown_text;

/* `how` may be NULL. */
static inline grown_text grow_text(const char *name, const char *text,
                                   const char *similarity,
                                   const pleach_clusters_options *how)
{
    grown_text all = {.corpus = read_text(name, text)};
    pleach_affinity_options by = {.similarity = similarity};
    assert_int_equal(
        pleach_affinity_compare(&all.affinity, all.corpus, &by, NULL),
        PLEACH_OK);
    assert_int_equal(
        pleach_clusters_find(&all.clusters, all.affinity, how, NULL),
        PLEACH_OK);
    assert_int_equal(pleach_taxonomy_grow(&all.forest, all.clusters, NULL),
                     PLEACH_OK);
    return all;
}

static inline void grown_text_free(grown_text *all)
{
    pleach_taxonomy_free(all->forest);
    pleach_clusters_free(all->clusters);
    pleach_affinity_free(all->affinity);
    pleach_corpus_free(all->corpus);
}

static inline uint32_t cluster_named(const pleach_taxonomy *forest,
                                     const char *name)
{
    for (uint32_t c = 0; c < forest->cluster_count; c++)
        if (strcmp(pl_strings_at(forest->corpus->spellings, forest->name[c]),
                   name) == 0)
            return c;
    fail_msg("there is no %s", name);
    return PL_NONE;
}

#endif
