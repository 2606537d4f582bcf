/* taxonomy.h: the forest of concepts in display order. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TAXONOMY_H
#define PL_TAXONOMY_H

#include "place/more_parents.h"
#include "place/shape.h"
#include "taxonomy/clusters.h"
#include "taxonomy/taxonomy_file.h"

/* People who spoke about where a cluster belongs (docs/method.md, 13). */
typedef struct pl_votes {
    uint32_t in_favour; /* of its parent */
    uint32_t skipping;  /* of an ancestor of it */
    uint32_t against;   /* of something else */
    uint32_t top;       /* those who have it on top, where it is not */
    uint32_t also;      /* of a further parent that it has */
    uint8_t reason;     /* why more want it elsewhere: a pl_reason */
} pl_votes;

/* What a file says of a cluster in words, which is asked for again and again.
 */
typedef struct pl_loaded_words {
    const char *key; /* "": it says none */
    const char *reason, *shaped;
    double covers;
    uint64_t decided;
} pl_loaded_words;

/* Clusters are numbered depth first, siblings by size (largest first), then
 * name, then identity. Members of c: member[member_first[c] ..
 * member_first[c + 1]), slots, the exemplar first, then by similarity to it
 * (highest first), then identity. */
struct pleach_taxonomy {
    pl_arena *arena;
    /* What it was loaded from; NULL: it was grown. A loaded one has none of
     * clusters, affinity, corpus, name, exemplar, member and slot_cluster. */
    pl_taxonomy_file *loaded;
    uint32_t *loaded_cluster; /* its cluster's place in the file */
    uint32_t *loaded_number;  /* and back: by place, the cluster's number */
    pl_loaded_words *loaded_words;
    const pleach_clusters *clusters;
    const pleach_affinity *affinity;
    const pleach_corpus *corpus;
    pleach_report report;

    uint32_t cluster_count;
    uint32_t *parent; /* PL_NONE: a tree's root */
    uint32_t *depth;
    uint32_t *subtree_end; /* c's descendants: [c + 1, subtree_end[c]) */
    uint32_t *child_count;
    uint32_t *exemplar;    /* slot; PL_NONE: nobody has it, as some roots and
                              all groups */
    uint32_t *name;        /* see grow.h; in corpus->spellings */
    uint32_t *entries;     /* members, but inner nodes once */
    uint32_t *people;      /* distinct owners among the members */
    uint32_t *edge_people; /* the same among its leaves: who said that it
                              belongs below its parent; 0 for a root */
    uint32_t *concept;     /* the largest cluster of the same concept;
                              itself where the similarity knows none */
    double *net_similarity;
    uint32_t *member_first; /* cluster_count + 1 */
    uint32_t *member;
    float *member_similarity; /* to the exemplar; the exemplar's own: its
                                 preference */
    uint32_t *slot_cluster;   /* per slot */

    /* What everything was put below; PL_NONE: nothing was. And whether a
     * cluster was put there since it had no parent. */
    uint32_t root;
    uint8_t *rooted;

    /* Made to measure (place/shape.h): what was done with a cluster, and with
     * a slot that joined another cluster, pl_shaped; and of a group the share
     * of children that its name covers. NULL: nothing was. */
    uint8_t *shaped, *slot_shaped;
    float *covers;

    pl_statements statements; /* who put which cluster below which */
    pl_votes *votes;          /* the same, per cluster */
    /* Further parents; NULL where a cluster has one at most. */
    const pl_more_parents *more;

    /* What decisions say of clusters; NULL: there are none. */
    const char **label;      /* what it is to be called; NULL: nobody decided */
    uint32_t *decided_first; /* cluster_count + 1: those about c, in decided */
    uint32_t *decided;       /* numbers of decisions, ascending */
    uint64_t *id; /* per cluster, as in the result before; NULL: its number */
};

/* The id of a cluster of a grown forest in files. */
static inline uint64_t pl_cluster_id(const pleach_taxonomy *forest, uint32_t c)
{
    return forest->id == NULL ? c : forest->id[c];
}

/* What a cluster is called. */
static inline const char *pl_cluster_name(const pleach_taxonomy *forest,
                                          uint32_t c)
{
    if (forest->loaded != NULL)
        return forest->loaded->name[forest->loaded_cluster[c]];
    if (c == forest->root)
        return forest->clusters->root;
    return forest->label != NULL && forest->label[c] != NULL
               ? forest->label[c]
               : pl_strings_at(forest->corpus->spellings, forest->name[c]);
}

/* Whether a slot is in its cluster as an entry, and is no name of it. */
static inline bool pl_is_entry(const pleach_taxonomy *forest, uint32_t slot)
{
    return forest->slot_shaped != NULL &&
           forest->slot_shaped[slot] == PL_SHAPED_ENTRY;
}

/* Fills subtree_end[] and child_count[] in from parent[]. */
void pl_find_subtrees(pleach_taxonomy *forest);

/* PLEACH_BAD_USAGE for a loaded one, which has no corpus. */
PLEACH_CHECKED pleach_status pl_need_grown(const pleach_taxonomy *forest,
                                           pleach_error *error);

#endif
