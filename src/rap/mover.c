/* mover.c: takes and gives back what moves need. */
/* SPDX-License-Identifier: MIT */
#include "rap/mover.h"

#include <string.h>

#include "base/status.h"

pleach_status pl_mover_start(pl_mover *v, pl_arena *arena,
                             const pleach_affinity *affinity,
                             const uint32_t *exemplar, pleach_error *error)
{
    memset(v, 0, sizeof *v);
    v->highest = PL_ARENA_ARRAY(arena, float, affinity->slot_count);
    PL_TRY(pl_check_memory(arena, error));
    v->members.arena = v->moved_roots.arena = arena;
    v->without_exemplar.arena = v->loose.arena = arena;
    v->parents.arena = v->arrivals.arena = arena;
    v->children.arena = v->rivals.arena = arena;
    for (uint32_t i = 0; i < affinity->slot_count; i++)
        for (uint64_t p = affinity->pair_first[i];
             p < affinity->pair_first[i + 1]; p++)
            if (affinity->pair_similarity[p] > v->highest[i])
                v->highest[i] = affinity->pair_similarity[p];
    return pl_forest_start(&v->forest, arena, affinity, exemplar, error);
}
