/* places.c: calls each concept after the largest of its clusters. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/places.h"

#include "base/status.h"

static uint32_t concept_size(const pleach_taxonomy *forest, uint32_t c)
{
    return forest->member_first[c + 1] - forest->member_first[c];
}

/* The largest cluster of a concept stands for it, since that is the one which
 * most people would look it up under. */
pleach_status pl_find_places(pleach_taxonomy *forest, pleach_error *error)
{
    const pleach_affinity *affinity = forest->affinity;
    const uint32_t *means = affinity->node_concept;
    uint32_t clusters = forest->cluster_count;
    forest->concept = PL_ARENA_ARRAY(forest->arena, uint32_t, clusters);
    PL_TRY(pl_check_memory(forest->arena, error));
    for (uint32_t c = 0; c < clusters; c++)
        forest->concept[c] = c;
    if (means == NULL)
        return PLEACH_OK;
    /* Concepts are numbered below the nodes. */
    PL_SCRATCH(scratch);
    uint32_t *largest =
        PL_ARENA_ARRAY(scratch, uint32_t, forest->corpus->node_count);
    PL_TRY(pl_check_memory(scratch, error));
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
    return PLEACH_OK;
}
