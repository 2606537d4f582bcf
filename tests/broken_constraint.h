/* broken_constraint.h: which constraint an assignment of any size breaks. */
/* SPDX-License-Identifier: MIT */
#ifndef BROKEN_CONSTRAINT_H
#define BROKEN_CONSTRAINT_H

#include <string.h>

#include "rap/assignment.h"

/* Walks up from everybody and leaves marks. Meeting an own mark is a loop,
 * meeting an older one is somewhere that has been walked already, so all of it
 * is linear. */
static inline bool has_loop(const pl_repair_scratch *scratch,
                            const uint32_t *exemplar)
{
    uint32_t slots = scratch->affinity->slot_count;
    uint32_t *walk = scratch->mark;
    memset(walk, 0, (size_t)slots * sizeof *walk);
    for (uint32_t start = 0; start < slots; start++) {
        uint32_t at = exemplar[start];
        while (at != PL_NONE && walk[at] == 0) {
            walk[at] = start + 1;
            at = scratch->cluster_parent[at];
        }
        if (at != PL_NONE && walk[at] == start + 1)
            return true;
    }
    return false;
}

/* The constraint that an assignment breaks, NULL when none: "I", "E", "F" or
 * "T". Written from section 2 of docs/method.md and not from the repair, so
 * that it can catch that. */
static inline const char *broken_constraint(pl_repair_scratch *scratch,
                                            const uint32_t *exemplar)
{
    const pleach_affinity *a = scratch->affinity;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        if (pl_similarity_of(a, i, exemplar[i]) <= 0)
            return "I";
        if (exemplar[exemplar[i]] != exemplar[i])
            return "E";
        scratch->cluster_parent[i] = PL_NONE;
    }
    for (uint32_t i = 0; i < a->slot_count; i++) {
        if (a->slot_parent[i] == PL_NONE)
            continue;
        uint32_t *held = &scratch->cluster_parent[exemplar[i]];
        uint32_t wanted = exemplar[a->slot_parent[i]];
        if (*held != PL_NONE && *held != wanted)
            return "F";
        *held = wanted;
    }
    return has_loop(scratch, exemplar) ? "T" : NULL;
}

#endif
