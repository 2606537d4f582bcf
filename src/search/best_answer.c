/* best_answer.c: repairs what is offered, keeps it if it is the best. */
/* SPDX-License-Identifier: MIT */
#include "search/best_answer.h"

#include <math.h>
#include <string.h>

#include "base/checks.h"
#include "base/status.h"
#include "base/threads.h"
#include "checkpoint/checkpoint_validate.h"

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
    if (record->decoded == NULL || record->confidence == NULL)
        return pl_fail_memory(error);
    return PLEACH_OK;
}

void pl_record_end(pl_record *record)
{
    pl_repair_scratch_end(&record->repair);
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
    pl_outcome_list(record->outcome, record->arena, record->repair.affinity,
                    sections);
}

/* The trace comes before the listener, so that a cancelled run has its last
 * iteration in it. */
pleach_status pl_record_follow(const pl_record *record,
                               const pleach_clusters_options *options,
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

/* ------------------------------------------------------------- restored -- */

static bool is_assignment(const uint32_t *exemplar, const pleach_affinity *a)
{
    for (uint32_t i = 0; i < a->slot_count; i++)
        if (!pl_valid_slot(a, i, exemplar[i]) ||
            exemplar[exemplar[i]] != exemplar[i])
            return false;
    return true;
}

/* Whether no cluster has two parents or is its own ancestor. Without memory to
 * look, what comes next fails for want of it. One of several processes does not
 * have all pairs and cannot tell. */
static bool is_lawful(const uint32_t *exemplar, const pleach_affinity *a)
{
    if (a->partition != NULL)
        return true;
    pl_arena *arena = pl_arena_new();
    pl_repair_scratch scratch = {0};
    bool lawful =
        arena == NULL ||
        pl_repair_scratch_start(&scratch, arena, a, NULL) != PLEACH_OK ||
        pl_broken_constraint(&scratch, exemplar) == NULL;
    pl_repair_scratch_end(&scratch);
    pl_arena_free(arena);
    return lawful;
}

bool pl_valid_outcome(const pl_outcome *o, const pleach_affinity *a,
                      uint32_t max_iterations, bool any)
{
    if (!pl_valid_flags(&o->converged, sizeof o->converged) ||
        o->iterations > max_iterations || !isfinite(o->net_similarity))
        return false;
    for (uint64_t k = 0; k < o->conflict_count; k++)
        if (o->conflicts[k].slot >= a->slot_count ||
            !pl_valid_slot(a, o->conflicts[k].slot, o->conflicts[k].wanted) ||
            !isfinite(o->conflicts[k].cost))
            return false;
    return !any || (is_assignment(o->exemplar, a) && is_lawful(o->exemplar, a));
}

bool pl_valid_record(const pl_record *r, uint32_t max_iterations)
{
    return pl_valid_flags(&r->any, sizeof r->any) &&
           pl_valid_outcome(r->outcome, r->repair.affinity, max_iterations,
                            r->any);
}
