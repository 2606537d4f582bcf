/* clusters.h: which node stands for which, and what is known about it. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CLUSTERS_H
#define PL_CLUSTERS_H

#include "rap/assignment.h"

struct pleach_clusters {
    pl_arena *arena;
    const pleach_affinity *affinity;
    const char *solver;
    const char *root;  /* what everything is put below; NULL: nothing is */
    const char *shape; /* what the forest is made to; NULL: it is left as is */
    uint32_t min_people;  /* what fewer have was left out; 0: nothing was */
    uint64_t few_people;  /* nodes that were */
    pleach_affinity *own; /* of what is left then; NULL: it is borrowed */
    double damping;
    uint32_t iterations;
    bool converged;
    double net_similarity;
    double upper_bound;    /* NAN: none computed */
    uint32_t most_parents; /* of a cluster in the taxonomy */
    uint32_t *exemplar;    /* per slot; satisfies I, E, T and, where nobody is
                              overruled, F */
    /* Per exemplar: that of the cluster above; PL_NONE for a tree's root, and
     * for all others. NULL: nobody is overruled, so leaves tell. */
    uint32_t *parent;
    uint64_t cycles_broken;
    uint64_t conflict_count; /* leaves that violated F before the repair; or
                                were overruled */
    /* Those of them that are still apart from what they wanted. */
    uint64_t standing_count;
    pl_conflict *conflicts;
};

#endif
