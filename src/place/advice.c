/* advice.c: finds the clusters that answers about places speak of. */
/* SPDX-License-Identifier: MIT */
#include "place/advice.h"

#include <math.h>
#include <stdlib.h>

#include "base/status.h"
#include "place/weights.h"
#include "same/answered.h"
#include "same/constants.h"

typedef struct advising {
    const pleach_affinity *affinity;
    const uint32_t *cluster;
    pl_labels labels;
    pl_answered said;
} advising;

/* The cluster that what an answer names is in now, or PL_NONE. */
static uint32_t find_named(const advising *v, const pl_asked_name *name)
{
    uint32_t use, end;
    pl_label_uses_find(&v->said.uses, name, &use, &end);
    for (; use < end; use++) {
        uint32_t slot = v->affinity->node_slot[v->said.uses.place[use]];
        if (slot != PL_NONE &&
            pl_is_spoken_of(&v->said.uses, v->said.answers, name, use))
            return v->cluster[slot];
    }
    return PL_NONE;
}

/* Trust is in pairs, of which both must be right; here it is one thing. */
static int64_t weigh_answer(const advising *v, const pl_reply *reply)
{
    double right = sqrt(v->said.trust[reply->who]);
    double voices = log(right / (1 - right)) / PL_ODDS_OF_A_VOICE;
    return (int64_t)(voices * PL_VOICE * 100);
}

static int compare_advised(const void *left, const void *right)
{
    const pl_advised_edge *a = left, *b = right;
    if (a->child != b->child)
        return a->child < b->child ? -1 : 1;
    return (a->parent > b->parent) - (a->parent < b->parent);
}

/* Several answers about one edge add up. */
static void settle_advice(pl_advice *advice)
{
    uint32_t kept = 0;
    if (advice->count > 1)
        qsort(advice->edges, advice->count, sizeof *advice->edges,
              compare_advised);
    for (uint32_t k = 0; k < advice->count; k++)
        if (kept > 0 &&
            compare_advised(&advice->edges[kept - 1], &advice->edges[k]) == 0)
            advice->edges[kept - 1].weight += advice->edges[k].weight;
        else
            advice->edges[kept++] = advice->edges[k];
    advice->count = kept;
}

static void hear_places(pl_advice *advice, const advising *v)
{
    const pleach_answers *a = v->said.answers;
    for (size_t k = 0; k < a->replies.count; k++) {
        const pl_reply *reply = &a->replies.items[k];
        if (reply->kind != PL_ASK_PLACE || reply->chosen == PL_NONE)
            continue;
        uint32_t child = find_named(v, &a->names.items[reply->first]);
        uint32_t parent = reply->chosen == PL_TOP_PARENT
                              ? PL_TOP
                              : find_named(v, &a->names.items[reply->chosen]);
        if (child != PL_NONE && parent != PL_NONE && child != parent)
            advice->edges[advice->count++] =
                (pl_advised_edge){child, parent, weigh_answer(v, reply)};
    }
    settle_advice(advice);
}

pleach_status pl_advice_take(pl_advice *advice, pl_arena *arena,
                             const pleach_affinity *affinity,
                             const uint32_t *cluster, pleach_error *error)
{
    advising v = {.affinity = affinity, .cluster = cluster};
    PL_SCRATCH(scratch);
    *advice =
        (pl_advice){.edges = PL_ARENA_ARRAY(arena, pl_advised_edge,
                                            affinity->answers->replies.count)};
    PL_TRY(pl_check_memory(arena, error));
    PL_TRY(pl_labels_make(&v.labels, scratch, affinity->corpus, error));
    bool enough =
        pl_answered_make(&v.said, scratch, &v.labels, affinity->answers);
    if (enough)
        hear_places(advice, &v);
    pl_answered_free(&v.said);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}

int64_t pl_advised(const pl_advice *advice, uint32_t child, uint32_t parent)
{
    pl_advised_edge wanted = {.child = child, .parent = parent};
    const pl_advised_edge *found =
        advice == NULL || advice->count == 0
            ? NULL
            : bsearch(&wanted, advice->edges, advice->count,
                      sizeof *advice->edges, compare_advised);
    return found == NULL ? 0 : found->weight;
}
