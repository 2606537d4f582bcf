/* explain_voices.c: who would be overruled if two clusters were one. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "curate/explain.h"
#include "place/statements.h"

enum { MOST_EXEMPLARS = 200 }; /* members tried */

typedef struct merged {
    const pl_again *again;
    const pl_taxonomy_file *filed;
    pl_arena *arena;
    uint32_t a, b;     /* a takes b in */
    uint32_t *cluster; /* per slot */
    uint32_t *parent;  /* per cluster */
} merged;

/* ----------------------------------------------------------- similarity -- */

static bool is_inside(const merged *m, uint32_t slot)
{
    return m->cluster[slot] == m->a || m->cluster[slot] == m->b;
}

/* What all members of both are worth under one exemplar, against what they
 * are worth now. */
static double gain_under(const merged *m, uint32_t exemplar)
{
    const pleach_affinity *a = m->again->affinity;
    double gain = 0;
    for (uint32_t i = 0; i < a->slot_count; i++)
        if (is_inside(m, i))
            gain += pl_similarity_in_cluster(a, i, exemplar) -
                    pl_similarity_in_cluster(a, i, m->again->exemplar[i]);
    return gain;
}

static double best_gain(const merged *m)
{
    const uint32_t *exemplar = m->again->exemplar;
    double best = -INFINITY;
    uint32_t tried = 0;
    for (uint32_t i = 0; i < m->again->affinity->slot_count; i++) {
        if (!is_inside(m, i) || (tried >= MOST_EXEMPLARS && exemplar[i] != i))
            continue;
        tried++;
        best = fmax(best, gain_under(m, i));
    }
    return best;
}

/* --------------------------------------------------------------- voices -- */

static bool lies_above_merged(const merged *m, uint32_t upper, uint32_t lower)
{
    while (lower != PL_NONE && lower != upper)
        lower = m->parent[lower];
    return lower == upper;
}

/* Statements whose parent is not above their child. */
static pleach_status count_overruled(const merged *m, uint64_t *overruled,
                                     pleach_error *error)
{
    pl_statements s;
    PL_TRY(pl_statements_gather(&s, m->arena, m->again->affinity, m->cluster,
                                m->filed->cluster_count, error));
    *overruled = 0;
    for (uint32_t c = 0; c < s.count; c++)
        for (uint32_t k = s.first[c]; k < s.first[c + 1]; k++)
            *overruled +=
                lies_above_merged(m, s.parent[k], c) ? 0 : s.voices[k];
    return PLEACH_OK;
}

/* Everything of b becomes a's, which hangs below `parent`. */
static void take_in(merged *m, uint32_t parent)
{
    const pl_taxonomy_file *filed = m->filed;
    for (uint32_t i = 0; i < m->again->affinity->slot_count; i++)
        if (m->cluster[i] == m->b)
            m->cluster[i] = m->a;
    memcpy(m->parent, filed->parent, filed->cluster_count * sizeof *m->parent);
    for (uint32_t c = 0; c < filed->cluster_count; c++)
        if (m->parent[c] == m->b)
            m->parent[c] = m->a;
    m->parent[m->a] = parent;
    m->parent[m->b] = PL_NONE;
}

/* Below the parents of both, unless one of the two lies above the other: then
 * only where the upper one hangs. */
static pleach_status try_parents(merged *m, pleach_told_merging *merging,
                                 uint32_t *parent, pleach_error *error)
{
    const uint32_t places[] = {m->filed->parent[m->a], m->filed->parent[m->b]};
    bool may[] = {!lies_above_merged(m, m->b, m->a),
                  !lies_above_merged(m, m->a, m->b)};
    bool tried = false;
    for (size_t k = 0; k < 2; k++) {
        uint64_t overruled;
        if (!may[k])
            continue;
        take_in(m, places[k]);
        PL_TRY(count_overruled(m, &overruled, error));
        if (tried && overruled >= merging->overruled_after)
            continue;
        *parent = places[k];
        merging->overruled_after = overruled;
        tried = true;
    }
    return PLEACH_OK;
}

/* What it gains, who is overruled now, and who would be. */
static pleach_status merge_two(merged *m, pleach_told_merging *merging,
                               uint32_t *parent, pleach_error *error)
{
    const pl_taxonomy_file *filed = m->filed;
    m->cluster =
        PL_ARENA_ARRAY(m->arena, uint32_t, m->again->affinity->slot_count);
    m->parent = PL_ARENA_ARRAY(m->arena, uint32_t, filed->cluster_count);
    PL_TRY(pl_check_memory(m->arena, error));
    for (uint32_t k = 0; k < filed->member_count; k++)
        m->cluster[m->again->slot_of[filed->member[k].key]] =
            filed->member[k].cluster;
    memcpy(m->parent, filed->parent, filed->cluster_count * sizeof *m->parent);
    double gain = best_gain(m);
    merging->cost = fabs(gain) < 1e-9 ? 0 : -gain;
    PL_TRY(count_overruled(m, &merging->overruled_before, error));
    return try_parents(m, merging, parent, error);
}

/* The trial forest is thrown away, whatever came out. */
pleach_status pl_merge_voices(pleach_told_merging *merging, uint32_t *parent,
                              const pl_again *again,
                              const pl_taxonomy_file *filed, uint32_t a,
                              uint32_t b, pleach_error *error)
{
    PL_SCRATCH(scratch);
    merged m = {
        .again = again, .filed = filed, .arena = scratch, .a = a, .b = b};
    return merge_two(&m, merging, parent, error);
}
