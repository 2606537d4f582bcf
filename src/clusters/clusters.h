/* clusters.h: which node stands for which, and what is known about it. */
#ifndef PL_CLUSTERS_H
#define PL_CLUSTERS_H

#include "affinity/affinity.h"

/* A leaf that had to leave the cluster it was decoded into. */
typedef struct pl_conflict {
    uint32_t slot;   /* the leaf */
    uint32_t wanted; /* the exemplar it had */
    float cost;      /* similarity lost */
} pl_conflict;

struct pleach_clusters {
    pl_arena *arena;
    const pleach_affinity *affinity;
    const char *solver;
    double damping;
    uint32_t iterations;
    bool converged;
    double net_similarity;
    double upper_bound;      /* NAN: none computed */
    uint32_t *exemplar;      /* per slot; satisfies I, E, F and T */
    uint64_t cycles_broken;
    uint64_t conflict_count; /* leaves that violated F before the repair */
    /* Those of them that are still apart from what they wanted. */
    uint64_t standing_count;
    pl_conflict *conflicts;
};

#endif
