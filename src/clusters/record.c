/* record.c: repairs what is offered, keeps it if it is the best. */
#include "clusters/record.h"

#include <string.h>

#include "base/status.h"
#include "base/threads.h"

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
    PL_TRY(pl_workbench_start(&record->bench, scratch, affinity, error));
    record->decoded = PL_ARENA_ARRAY(scratch, uint32_t, slots);
    record->confidence = PL_ARENA_ARRAY(scratch, float, slots);
    if (record->decoded == NULL || record->confidence == NULL)
        return pl_fail_memory(error);
    return PLEACH_OK;
}

void pl_record_end(pl_record *record)
{
    pl_workbench_end(&record->bench);
}

static pleach_status keep(pl_record *record, pleach_error *error)
{
    pl_outcome *o = record->outcome;
    const pl_repairs *repairs = &record->bench.repairs;
    size_t count = repairs->conflicts.count;
    record->any = true;
    o->net_similarity = record->latest;
    o->cycles_broken = repairs->cycles_broken;
    memcpy(o->exemplar, record->decoded,
           record->bench.affinity->slot_count * sizeof *o->exemplar);
    /* The arena keeps every list ever taken: reuse the room when it fits. */
    if (o->conflicts == NULL || count > o->conflict_count)
        o->conflicts = PL_ARENA_ARRAY(record->arena, pl_conflict, count);
    if (o->conflicts == NULL)
        return pl_fail_memory(error);
    if (count > 0)
        memcpy(o->conflicts, repairs->conflicts.items,
               count * sizeof *o->conflicts);
    o->conflict_count = count;
    return PLEACH_OK;
}

pleach_status pl_record_offer(pl_record *record, pleach_error *error)
{
    PL_TRY(pl_repair(&record->bench, record->decoded, record->confidence,
                     error));
    record->latest =
        pl_net_similarity(record->bench.affinity, record->decoded);
    if (record->any && record->latest <= record->outcome->net_similarity)
        return PLEACH_OK;
    return keep(record, error);
}

void pl_outcome_list(pl_outcome *o, pl_arena *arena,
                     const pleach_affinity *affinity, pl_sections *sections)
{
    PL_STATE_ONE(sections, "iterations", o->iterations);
    PL_STATE_ONE(sections, "converged", o->converged);
    PL_STATE_ONE(sections, "net_similarity", o->net_similarity);
    PL_STATE_ONE(sections, "cycles_broken", o->cycles_broken);
    PL_STATE_ARRAY(sections, "exemplar", PL_SAME, o->exemplar,
                   affinity->slot_count);
    PL_STATE_ONE(sections, "conflict_count", o->conflict_count);
    pl_sections_add_grown(sections, "conflicts", (void **)&o->conflicts,
                          sizeof *o->conflicts, o->conflict_count, arena);
}

void pl_record_list(pl_record *record, pl_sections *sections)
{
    PL_STATE_ONE(sections, "any", record->any);
    pl_outcome_list(record->outcome, record->arena, record->bench.affinity,
                    sections);
}

pleach_status pl_record_follow(const pl_record *record,
                               const pleach_cluster_options *options,
                               uint64_t changed, uint64_t flipped,
                               pleach_error *error)
{
    const pl_outcome *o = record->outcome;
    if (options->trace != NULL) {
        pleach_iteration line = {o->iterations, record->latest,
                                 o->net_similarity, changed, flipped};
        options->trace(options->trace_context, &line);
    }
    pleach_progress progress = {"cluster", o->iterations,
                                options->max_iterations, o->iterations,
                                o->net_similarity};
    return pl_report(options->listener, &progress, error);
}
