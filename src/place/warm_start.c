/* warm_start.c: lays the previous answer out on the slots, and polishes it. */
/* SPDX-License-Identifier: MIT */
#include "place/warm_start.h"

#include <math.h>

#include "base/status.h"
#include "decisions/rulings.h"
#include "place/exemplars.h"
#include "rap/polish.h"

static uint32_t previous_of(const pleach_affinity *a, uint32_t slot)
{
    return a->rulings->node_previous[a->slot_node[slot]];
}

bool pl_can_start_warm(const pleach_affinity *affinity)
{
    uint32_t known = 0;
    if (affinity->rulings == NULL || affinity->rulings->node_previous == NULL)
        return false;
    for (uint32_t i = 0; i < affinity->slot_count; i++)
        known += previous_of(affinity, i) != PL_NONE;
    return known > 0 && known >= affinity->slot_count / 2;
}

/* The exemplar of each old slot's cluster; new slots lead themselves. An old
 * one that is not compared with its exemplar does too: it comes back when
 * decisions are obeyed. */
static bool lead_old(uint32_t *exemplar, float *confidence,
                     const pleach_affinity *a, pl_arena *scratch)
{
    uint32_t clusters = pleach_taxonomy_clusters(a->rulings->previous);
    uint32_t slots = a->slot_count, count = clusters;
    uint32_t *cluster = PL_ARENA_ARRAY(scratch, uint32_t, slots);
    uint32_t *best =
        PL_ARENA_ARRAY(scratch, uint32_t, (size_t)clusters + slots);
    if (cluster == NULL || best == NULL)
        return false;
    for (uint32_t i = 0; i < slots; i++) {
        uint32_t was = previous_of(a, i);
        cluster[i] = was == PL_NONE ? count++ : was;
    }
    if (!pl_choose_exemplars(best, scratch, a, cluster, count))
        return false;
    for (uint32_t i = 0; i < slots; i++) {
        uint32_t leads = best[cluster[i]];
        double like = pl_similarity_of(a, i, leads);
        exemplar[i] = like > 0 ? leads : i;
        confidence[i] = (float)(like > 0 ? like : pl_preference_of(a, i));
    }
    return true;
}

/* New slots join the exemplar that is most similar, of equals the first. */
static void lead_new(uint32_t *exemplar, float *confidence,
                     const pleach_affinity *a)
{
    for (uint32_t i = 0; i < a->slot_count; i++) {
        double most = pl_preference_of(a, i);
        if (previous_of(a, i) != PL_NONE)
            continue;
        for (uint64_t k = a->pair_first[i]; k < a->pair_first[i + 1]; k++) {
            uint32_t j = a->pair_slot[k];
            if (exemplar[j] != j || previous_of(a, j) == PL_NONE ||
                !(a->pair_similarity[k] > most))
                continue;
            most = a->pair_similarity[k];
            exemplar[i] = j;
            confidence[i] = a->pair_similarity[k];
        }
    }
}

static pleach_status start_and_polish(pl_record *record, pl_arena *scratch,
                                      const pleach_affinity *affinity,
                                      const pleach_listener *listener,
                                      pleach_error *error)
{
    pl_outcome *outcome = record->outcome;
    uint8_t *fresh = PL_ARENA_ARRAY(scratch, uint8_t, affinity->slot_count);
    pl_polish_plan plan = {
        .target = INFINITY, .fresh = fresh, .listener = listener};
    if (fresh == NULL ||
        !lead_old(record->decoded, record->confidence, affinity, scratch))
        return pl_fail_memory(error);
    lead_new(record->decoded, record->confidence, affinity);
    for (uint32_t i = 0; i < affinity->slot_count; i++)
        fresh[i] = previous_of(affinity, i) == PL_NONE;
    PL_TRY(pl_record_offer(record, error));
    outcome->converged = true;
    return pl_polish(outcome->exemplar, &outcome->net_similarity, affinity,
                     &plan, error);
}

pleach_status pl_solve_warm(pl_outcome *outcome, pl_arena *arena,
                            const pleach_affinity *affinity,
                            const pleach_listener *listener,
                            pleach_error *error)
{
    pl_record record = {0};
    PL_SCRATCH(scratch);
    PL_TRY(pl_record_start(&record, outcome, arena, scratch, affinity, error));
    return start_and_polish(&record, scratch, affinity, listener, error);
}
