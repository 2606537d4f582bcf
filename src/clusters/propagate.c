/* propagate.c: iterates the messages, decodes, and keeps the best answer. */
#include "clusters/propagate.h"

#include "base/status.h"
#include "base/threads.h"
#include "clusters/messages.h"

/* Without a trace, answers are decoded this often while messages move. */
enum { DECODE_EVERY = 10 };

typedef struct run {
    pl_messages messages;
    pl_record record;
    const pleach_cluster_options *options;
    uint32_t threads;
    uint64_t changed, flipped; /* in the latest iteration */
    uint32_t stable;           /* iterations without any change */
} run;

/* The exemplar that a slot believes in most, itself when there is none. */
static uint32_t favourite(const pl_messages *m, uint32_t i, pl_real *most)
{
    const pleach_affinity *a = m->affinity;
    uint32_t chosen = i;
    for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++) {
        uint32_t j = a->pair_slot[p];
        if (pl_self_belief(m, j) <= 0)
            continue;
        pl_real belief = pl_belief(m, p);
        if (chosen == i || belief > *most) {
            *most = belief;
            chosen = j;
        }
    }
    return chosen;
}

/* Every exemplar chooses itself, everyone else the exemplar believed in most
 * (docs/method.md, 5). */
static void decode(run *r)
{
    const pl_messages *m = &r->messages;
    for (uint32_t i = 0; i < m->affinity->slot_count; i++) {
        pl_real most = pl_self_belief(m, i);
        r->record.decoded[i] = most > 0 ? i : favourite(m, i, &most);
        r->record.confidence[i] = (float)most;
    }
}

static void iterate_block(void *context, uint32_t block, uint32_t thread)
{
    (void)thread;
    pl_messages_iterate(context, block);
}

static pleach_status iterate(run *r, pleach_error *error)
{
    pl_messages *m = &r->messages;
    uint32_t blocks = m->affinity->block_count;
    PL_TRY(pl_parallel(blocks, r->threads, iterate_block, m, "cluster", NULL,
                       error));
    r->changed = r->flipped = 0;
    for (uint32_t b = 0; b < blocks; b++)
        r->changed += m->changed[b];
    for (uint32_t b = 0; r->changed > 0 && b < blocks; b++)
        r->flipped += pl_messages_regroup(m, b);
    r->stable = r->changed == 0 ? r->stable + 1 : 0;
    return PLEACH_OK;
}

static pleach_status run_iterations(run *r, pleach_error *error)
{
    const pleach_cluster_options *options = r->options;
    pl_outcome *o = r->record.outcome;
    while (o->iterations < options->max_iterations && !o->converged) {
        o->iterations++;
        PL_TRY(iterate(r, error));
        o->converged = r->stable >= options->window;
        bool last = o->converged || o->iterations == options->max_iterations;
        if (last || options->trace != NULL ||
            (o->iterations % DECODE_EVERY == 0 && r->stable < DECODE_EVERY)) {
            decode(r);
            PL_TRY(pl_record_offer(&r->record, error));
        }
        PL_TRY(pl_record_follow(&r->record, options, r->changed, r->flipped,
                                error));
    }
    return PLEACH_OK;
}

pleach_status pl_propagate(pl_outcome *outcome, pl_arena *arena,
                           const pleach_affinity *affinity, bool relational,
                           const pleach_cluster_options *options,
                           float *believed, pleach_error *error)
{
    pl_arena *scratch = pl_arena_new();
    if (scratch == NULL)
        return pl_fail_memory(error);
    run r = {.options = options, 
             .threads = pl_thread_count_for(options->threads,
                                            pl_pair_count(affinity))};
    pleach_status status = pl_record_start(&r.record, outcome, arena, scratch,
                                           affinity, error);
    if (status == PLEACH_OK)
        status = pl_messages_start(&r.messages, scratch, affinity,
                                   options->damping, relational, error);
    if (status == PLEACH_OK)
        status = run_iterations(&r, error);
    for (uint64_t p = 0;
         status == PLEACH_OK && believed && p < pl_pair_count(affinity); p++)
        believed[p] = (float)pl_belief(&r.messages, p);
    pl_record_end(&r.record);
    pl_arena_free(scratch);
    return status;
}
