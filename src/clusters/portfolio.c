/* portfolio.c: AP and RAP show the way, joint goes it, polish finishes. */
#include "clusters/portfolio.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "clusters/polish.h"
#include "clusters/propagate.h"
#include "clusters/weigh.h"

/* Up to so many triples the joint messages leave no candidate out; beyond,
 * each node keeps so many. */
static const uint64_t MOST_TRIPLES = 2000000;
enum { MOST_CANDIDATES = 10 };
/* Local optima are shaken on small inputs, where that is cheap. */
enum { SHAKE_SLOTS = 2000, SHAKES = 400 };
/* The joint messages need less damping than RAP, since nothing is guessed. */
static const double JOINT_DAMPING = 0.7;

typedef struct beliefs {
    float *ap, *rap; /* per pair */
} beliefs;

/* A candidate is as promising as the more hopeful of the two finds it. */
static float promise(void *context, uint32_t slot, uint64_t pair)
{
    const beliefs *b = context;
    (void)slot;
    return b->ap[pair] > b->rap[pair] ? b->ap[pair] : b->rap[pair];
}

/* Takes over another solver's answer when it is better. */
static void prefer(pl_outcome *best, const pl_outcome *other, uint32_t slots)
{
    if (other->net_similarity <= best->net_similarity)
        return;
    uint32_t *exemplar = best->exemplar;
    memcpy(exemplar, other->exemplar, slots * sizeof *exemplar);
    *best = *other;
    best->exemplar = exemplar;
}

static pleach_status weigh(pl_outcome *best, pl_outcome *other, pl_arena *arena,
                           pl_arena *scratch, const pleach_affinity *affinity,
                           const beliefs *b,
                           const pleach_cluster_options *options,
                           pleach_error *error)
{
    pl_live live;
    pleach_cluster_options own = *options;
    own.damping = JOINT_DAMPING;
    PL_TRY(pl_live_list(&live, scratch, affinity, MOST_TRIPLES,
                        MOST_CANDIDATES, promise, (void *)b, error));
    PL_TRY(pl_weigh(other, arena, affinity, &live, &own, error));
    prefer(best, other, affinity->slot_count);
    best->iterations = other->iterations;
    best->converged = other->converged;
    return PLEACH_OK;
}

static pleach_status solve(pl_outcome *best, pl_arena *arena, pl_arena *scratch,
                           const pleach_affinity *affinity,
                           const pleach_cluster_options *options,
                           pleach_error *error)
{
    uint32_t slots = affinity->slot_count;
    beliefs b = {PL_ARENA_ARRAY(scratch, float, pl_pair_count(affinity)),
                 PL_ARENA_ARRAY(scratch, float, pl_pair_count(affinity))};
    pl_outcome other = {.exemplar = PL_ARENA_ARRAY(scratch, uint32_t, slots)};
    if (b.ap == NULL || b.rap == NULL || other.exemplar == NULL)
        return pl_fail_memory(error);
    PL_TRY(pl_propagate(best, arena, affinity, false, options, b.ap, error));
    PL_TRY(pl_propagate(&other, arena, affinity, true, options, b.rap, error));
    prefer(best, &other, slots);
    PL_TRY(weigh(best, &other, arena, scratch, affinity, &b, options, error));
    return pl_polish(best->exemplar, &best->net_similarity, affinity,
                     slots <= SHAKE_SLOTS ? SHAKES : 0, INFINITY,
                     options->listener, error);
}

pleach_status pl_solve_joint(pl_outcome *outcome, pl_arena *arena,
                             const pleach_affinity *affinity,
                             const pleach_cluster_options *options,
                             pleach_error *error)
{
    pl_arena *scratch = pl_arena_new();
    if (scratch == NULL)
        return pl_fail_memory(error);
    pleach_status status =
        solve(outcome, arena, scratch, affinity, options, error);
    pl_arena_free(scratch);
    return status;
}
