/* best_answer.c: repairs what is offered, keeps it if it is the best. */
/* SPDX-License-Identifier: MIT */
#include "rap/best_answer.h"

#include <math.h>
#include <string.h>

#include "base/checks.h"
#include "base/status.h"
#include "base/threads.h"

/* The outcome lives in the caller's arena, since it outlives the run, and the
 * rest in one that ends with it. */
pleach_status pl_record_start(pl_record *record, pl_outcome *outcome,
                              pl_arena *arena, pl_arena *scratch,
                              const pleach_affinity *affinity,
                              pleach_error *error)
{
    size_t slots = affinity->slot_count;
    memset(record, 0, sizeof *record);
    record->arena = arena;
    record->outcome = outcome;
    outcome->iterations = 0;
    outcome->net_similarity = 0;
    outcome->converged = false;
    outcome->conflicts = NULL;
    outcome->conflict_count = 0;
    PL_TRY(pl_repair_scratch_start(&record->repair, scratch, affinity, error));
    record->decoded = PL_ARENA_ARRAY(scratch, uint32_t, slots);
    record->confidence = PL_ARENA_ARRAY(scratch, float, slots);
    return pl_check_memory(scratch, error);
}

/* Messages may leave a good answer again, so what is returned is the best that
 * was ever read off, with the conflicts it had. */
static pleach_status keep_answer(pl_record *record, pleach_error *error)
{
    pl_outcome *o = record->outcome;
    const pl_repairs *repairs = &record->repair.repairs;
    size_t count = repairs->conflicts.count;
    record->any = true;
    o->net_similarity = record->latest;
    o->cycles_broken = repairs->cycles_broken;
    memcpy(o->exemplar, record->decoded,
           record->repair.affinity->slot_count * sizeof *o->exemplar);
    /* The arena keeps every list ever taken: reuse the room when it fits. */
    if (o->conflicts == NULL || count > o->conflict_count)
        o->conflicts = PL_ARENA_ARRAY(record->arena, pl_conflict, count);
    if (o->conflicts == NULL)
        return pl_fail_memory(error);
    if (count > 0)
        memcpy(o->conflicts, repairs->conflicts.items,
               count * sizeof *o->conflicts);
    assert(isfinite(o->net_similarity));
    o->conflict_count = count;
    return PLEACH_OK;
}

pleach_status pl_record_offer(pl_record *record, pleach_error *error)
{
    PL_TRY(
        pl_repair(&record->repair, record->decoded, record->confidence, error));
    record->latest =
        pl_net_similarity(record->repair.affinity, record->decoded);
    if (record->any && record->latest <= record->outcome->net_similarity)
        return PLEACH_OK;
    return keep_answer(record, error);
}

pleach_status pl_record_follow(const pl_record *record,
                               const pleach_clusters_options *options,
                               pleach_error *error)
{
    const pl_outcome *o = record->outcome;
    pleach_progress progress = {"cluster", o->iterations,
                                options->max_iterations, o->iterations,
                                o->net_similarity};
    return pl_report(options->listener, &progress, error);
}
