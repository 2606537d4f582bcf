/* places.c: calls each concept after the largest of its clusters. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/places.h"

static uint32_t concept_size(const pleach_taxonomy *forest, uint32_t c)
{
    return forest->member_first[c + 1] - forest->member_first[c];
}

/* The largest cluster of a concept stands for it, since that is the one which
 * most people would look it up under. */
bool pl_find_places(pleach_taxonomy *forest)
{
    const pleach_affinity *affinity = forest->affinity;
    const uint32_t *means = affinity->node_concept;
    uint32_t clusters = forest->cluster_count;
    forest->concept = PL_ARENA_ARRAY(forest->arena, uint32_t, clusters);
    if (forest->concept == NULL)
        return false;
    for (uint32_t c = 0; c < clusters; c++)
        forest->concept[c] = c;
    if (means == NULL)
        return true;
    /* Concepts are numbered below the nodes. */
    uint32_t *largest =
        pl_allocate(forest->corpus->node_count, sizeof *largest);
    if (largest == NULL)
        return false;
    for (uint32_t c = 0; c < clusters; c++) {
        if (forest->exemplar[c] == PL_NONE)
            continue;
        uint32_t *head =
            &largest[means[affinity->slot_node[forest->exemplar[c]]]];
        if (*head == 0 ||
            concept_size(forest, c) > concept_size(forest, *head - 1))
            *head = c + 1;
    }
    for (uint32_t c = 0; c < clusters; c++)
        if (forest->exemplar[c] != PL_NONE)
            forest->concept[c] =
                largest[means[affinity->slot_node[forest->exemplar[c]]]] - 1;
    pl_release(largest);
    return true;
}
