/* mix_inside.h: what the two halves of the mix share: comparing, and laying out
 * rows. */
#ifndef PL_MIX_INSIDE_H
#define PL_MIX_INSIDE_H

#include "affinity/candidates.h"
#include "affinity/mix.h"
#include "affinity/sharing.h"

struct pl_mix {
    pl_scope scope; /* with the arena that everything here lies in */
    const pleach_affinity *affinity;
    const pleach_compare_options *options;
    pl_similarity *similarity;
    uint32_t threads;
    /* Kept nodes by name: node[first[name] .. first[name + 1]). */
    uint64_t *first;
    uint32_t *node;
    pl_neighbours names, nodes;
    pl_crowds crowds;
    pl_candidates candidates; /* where names are crowded */
    uint8_t *name_alive, *node_alive; /* per neighbour: something is similar */
    uint64_t *degree;                 /* similar nodes, by node */
    uint64_t **found;                 /* by name: its nodes' rows; ours */
    uint32_t *group;
    pl_sharing sharing; /* of names, before there are blocks to share */
};

/* Once the own share of names is compared: everybody gets to know which names
 * are connected, and how long rows are. Nothing to do for a process alone. */
PLEACH_CHECKED pleach_status pl_mix_tell(const pl_mix *mix,
                                         pleach_error *error);

#endif
