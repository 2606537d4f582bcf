/* one_to_one.c: an assignment of most expected right pairs, by augmenting paths
 * of most gain over the candidates alone.
 *
 * Nodes are taken in turn. Each finds the way of most gain to a counterpart, on
 * which others may change theirs, or one of them goes without. Every pair on
 * the way gains its chance and loses that of the pair it undoes. Since those
 * matched before are matched best, going in circles gains nothing, and ways
 * are found by correcting gains until none rises (Bellman, Ford, Moore). Whole
 * millionths make it exact. */
/* SPDX-License-Identifier: MIT */
#include "cross/one_to_one.h"

#include <math.h>

#include "base/status.h"

enum { ONE = 1000000, LEAST = 10000 };
static const int64_t NOTHING = INT64_MIN;

typedef struct matching {
    const pl_cross_pairs *pairs;
    uint32_t to_first;         /* node of the second source */
    uint32_t *right;           /* per first node: its counterpart, or none */
    uint32_t *left;            /* per second node */
    int64_t *lost;             /* ... the chance of that pair */
    int64_t *gain;             /* ... of the best way there, in this search */
    uint32_t *before;          /* ... and the first node that it comes from */
    uint8_t *waiting;          /* per first node: it is in the queue */
    int64_t *best;             /* ... the chance of its likeliest pair */
    int64_t most;              /* gain of any whole way, in this search */
    PL_LIST(uint32_t) reached; /* second nodes with a gain */
    PL_LIST(uint32_t) queue;   /* first nodes whose gain rose */
} matching;

static int64_t chance_of(const pl_cross_pair *pair)
{
    return (int64_t)floor(pair->chances.of[PL_EQUAL] * ONE + 0.5);
}

/* What is gained up to here if a first node goes without a counterpart. */
static int64_t gain_without(const matching *m, uint32_t from)
{
    uint32_t to = m->right[from];
    return to == PL_NONE ? 0 : m->gain[to] - m->lost[to];
}

/* All ways on from a first node. */
static void go_on(matching *m, uint32_t from)
{
    const pl_cross_pairs *pairs = m->pairs;
    int64_t gain = gain_without(m, from);
    for (uint32_t k = pairs->first[from]; k < pairs->first[from + 1]; k++) {
        uint32_t to = pairs->list.items[k].to - m->to_first;
        int64_t own = chance_of(&pairs->list.items[k]);
        if (own < LEAST || to == m->right[from] || gain + own <= m->gain[to])
            continue;
        if (m->gain[to] == NOTHING)
            pl_list_add(&m->reached, to);
        m->gain[to] = gain + own;
        m->before[to] = from;
        uint32_t next = m->left[to];
        int64_t whole = m->gain[to] - (next == PL_NONE ? 0 : m->lost[to]);
        m->most = whole > m->most ? whole : m->most;
        /* Nobody gains more on the way than by their best. */
        if (next != PL_NONE && !m->waiting[next] &&
            whole + m->best[next] > m->most) {
            m->waiting[next] = 1;
            pl_list_add(&m->queue, next);
        }
    }
}

/* Everyone on the way back takes the counterpart that led on from it. */
static void change_back(matching *m, uint32_t from, uint32_t to)
{
    while (from != PL_NONE) {
        uint32_t old = m->right[from];
        int64_t before = gain_without(m, from);
        m->right[from] = to;
        if (to != PL_NONE) {
            m->left[to] = from;
            m->lost[to] = m->gain[to] - before;
        }
        to = old;
        from = old == PL_NONE ? PL_NONE : m->before[old];
    }
}

/* The way of most gain from a node to a free one, or to somebody who goes
 * without one instead. */
static void match_node(matching *m, uint32_t start)
{
    int64_t most = 0;
    uint32_t end = PL_NONE, loser = start;
    m->reached.count = m->queue.count = 0;
    m->most = 0;
    pl_list_add(&m->queue, start);
    for (size_t k = 0; k < m->queue.count; k++) {
        m->waiting[m->queue.items[k]] = 0;
        go_on(m, m->queue.items[k]);
    }
    for (size_t k = 0; k < m->reached.count; k++) {
        uint32_t to = m->reached.items[k], next = m->left[to];
        int64_t gain = m->gain[to] - (next == PL_NONE ? 0 : m->lost[to]);
        if (gain <= most)
            continue;
        most = gain;
        end = next == PL_NONE ? to : PL_NONE;
        loser = next == PL_NONE ? m->before[to] : next;
    }
    change_back(m, loser, end);
    for (size_t k = 0; k < m->reached.count; k++)
        m->gain[m->reached.items[k]] = NOTHING;
}

pleach_status pl_match_one_to_one(uint32_t *matched,
                                  const pl_cross_pairs *pairs,
                                  pleach_error *error)
{
    const pl_cross_nodes *nodes = pairs->nodes;
    uint32_t size = pl_cross_size(nodes, pairs->from);
    uint32_t other = pl_cross_size(nodes, pairs->to);
    PL_SCRATCH(scratch);
    matching m = {.pairs = pairs,
                  .to_first = nodes->source_first[pairs->to],
                  .right = matched,
                  .left = PL_ARENA_ARRAY(scratch, uint32_t, other),
                  .lost = PL_ARENA_ARRAY(scratch, int64_t, other),
                  .gain = PL_ARENA_ARRAY(scratch, int64_t, other),
                  .before = PL_ARENA_ARRAY(scratch, uint32_t, other),
                  .best = PL_ARENA_ARRAY(scratch, int64_t, size),
                  .waiting = PL_ARENA_ARRAY(scratch, uint8_t, size),
                  .reached = {.arena = scratch},
                  .queue = {.arena = scratch}};
    PL_TRY(pl_check_memory(scratch, error));
    for (uint32_t k = 0; k < size; k++) {
        matched[k] = PL_NONE;
        for (uint32_t p = pairs->first[k]; p < pairs->first[k + 1]; p++)
            if (chance_of(&pairs->list.items[p]) > m.best[k])
                m.best[k] = chance_of(&pairs->list.items[p]);
    }
    for (uint32_t k = 0; k < other; k++) {
        m.left[k] = PL_NONE;
        m.gain[k] = NOTHING;
    }
    for (uint32_t k = 0; k < size && !pl_arena_failed(scratch); k++)
        match_node(&m, k);
    for (uint32_t k = 0; k < size; k++)
        if (matched[k] != PL_NONE)
            matched[k] += m.to_first;
    return pl_check_memory(scratch, error);
}
