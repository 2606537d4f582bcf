/* messages.c: one iteration of one block, in sweeps along its rows. */
#include "clusters/messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "clusters/ties.h"

static const double LIMIT = 2.0;

static inline pl_real positive(pl_real x)
{
    return x > 0 ? x : 0;
}

static inline pl_real lesser(pl_real a, pl_real b)
{
    return a < b ? a : b;
}

static inline pl_real greater(pl_real a, pl_real b)
{
    return a > b ? a : b;
}

/* A damped update in place; says whether any bit changed. */
static inline bool damp(pl_real *message, pl_real computed, pl_real damping)
{
    pl_real old = *message;
    *message = damping * old + (1 - damping) * computed;
    return *message != old;
}

/* ------------------------------------------------------------ starting -- */

static bool take_arrays(pl_messages *m, pl_arena *arena, bool relational)
{
    size_t slots = m->affinity->slot_count, blocks = m->affinity->block_count;
    uint64_t pairs = pl_pair_count(m->affinity);
    pl_real **per_pair[] = {&m->s, &m->eta, &m->alpha, &m->tau};
    pl_real **per_slot[] = {&m->self_s,     &m->self_eta, &m->self_alpha,
                            &m->self_tau,   &m->column,   &m->best,
                            &m->second};
    uint32_t **ids[] = {&m->choice, &m->group, &m->best_group};
    bool enough = true;
    m->tau = NULL;
    for (size_t k = 0; k < (relational ? 4 : 3); k++)
        enough &= (*per_pair[k] = PL_ARENA_ARRAY(arena, pl_real, pairs)) != NULL;
    for (size_t k = 0; k < sizeof per_slot / sizeof *per_slot; k++)
        enough &= (*per_slot[k] = PL_ARENA_ARRAY(arena, pl_real, slots)) != NULL;
    for (size_t k = 0; k < sizeof ids / sizeof *ids; k++)
        enough &= (*ids[k] = PL_ARENA_ARRAY(arena, uint32_t, slots)) != NULL;
    m->grouped = PL_ARENA_ARRAY(arena, uint64_t, slots);
    m->grouped_count = PL_ARENA_ARRAY(arena, uint32_t, blocks);
    m->changed = PL_ARENA_ARRAY(arena, uint32_t, blocks);
    m->settled = PL_ARENA_ARRAY(arena, uint8_t, blocks);
    return enough && m->grouped && m->grouped_count && m->changed && m->settled;
}

static void break_ties(pl_messages *m)
{
    const pleach_affinity *a = m->affinity;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++)
            m->s[p] = (pl_real)(a->pair_similarity[p] +
                                pl_tie_break(a, i, a->pair_slot[p]));
        m->self_s[i] = (pl_real)(a->preference + pl_tie_break(a, i, i));
    }
}

pleach_status pl_messages_start(pl_messages *m, pl_arena *arena,
                                const pleach_affinity *affinity, double damping,
                                bool relational, pleach_error *error)
{
    m->affinity = affinity;
    m->damping = (pl_real)damping;
    m->limit = (pl_real)LIMIT;
    if (!take_arrays(m, arena, relational))
        return pl_fail_memory(error);
    break_ties(m);
    for (uint32_t i = 0; i < affinity->slot_count; i++) {
        m->choice[i] = i;
        m->group[i] = PL_NONE;
    }
    for (uint32_t b = 0; b < affinity->block_count; b++)
        pl_messages_regroup(m, b);
    return PLEACH_OK;
}

/* -------------------------------------------------------------- groups -- */

static int compare_words(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

uint32_t pl_messages_regroup(pl_messages *m, uint32_t block)
{
    const pleach_affinity *a = m->affinity;
    uint32_t first = a->block_first[block], last = a->block_first[block + 1];
    uint32_t flipped = 0, count = 0;
    for (uint32_t i = first; i < last; i++) {
        uint32_t parent = a->slot_parent[i];
        if (parent == PL_NONE)
            continue;
        flipped += m->group[i] != m->choice[parent];
        m->group[i] = m->choice[parent];
    }
    if (flipped == 0 || m->tau == NULL)
        return flipped;
    m->settled[block] = 0;
    uint64_t *grouped = m->grouped + first;
    for (uint32_t i = first; i < last; i++)
        if (a->slot_parent[i] != PL_NONE)
            grouped[count++] = (uint64_t)m->group[i] << 32 | i;
    qsort(grouped, count, sizeof *grouped, compare_words);
    m->grouped_count[block] = count;
    return flipped;
}

/* ---------------------------------------------------------- I: the row -- */

/* eta(i,j) = -max over k != j of beta(i,k), beta = s + alpha + tau (3.2), and
 * the column sums of positive rho = s + eta + tau that alpha needs. */
static inline bool send_row(pl_messages *m, uint32_t i, bool relational)
{
    const pleach_affinity *a = m->affinity;
    uint64_t from = a->pair_first[i], to = a->pair_first[i + 1];
    if (from == to) { /* nobody else: as sure as it gets */
        m->self_eta[i] = m->limit;
        return false;
    }
    pl_real self = m->self_s[i] + m->self_alpha[i] + m->self_tau[i];
    pl_real first = self, second = -INFINITY;
    uint64_t winner = UINT64_MAX;
    for (uint64_t p = from; p < to; p++) {
        pl_real beta = m->s[p] + m->alpha[p] + (relational ? m->tau[p] : 0);
        if (beta > first) {
            second = first;
            first = beta;
            winner = p;
        } else if (beta > second) {
            second = beta;
        }
    }
    bool moved = damp(&m->self_eta[i],
                      winner == UINT64_MAX ? -second : -first, m->damping);
    for (uint64_t p = from; p < to; p++) {
        moved |= damp(&m->eta[p], p == winner ? -second : -first, m->damping);
        pl_real rho = m->s[p] + m->eta[p] + (relational ? m->tau[p] : 0);
        m->column[a->pair_slot[p]] += positive(rho);
    }
    return moved;
}

/* ------------------------------------------------------- E: the column -- */

/* alpha(i,j) = min(0, rho(j,j) + sum over k not in {i,j} of rho+(k,j)) (3.4),
 * for the whole row i, with the sum in column[j]. */
static inline bool receive_row(pl_messages *m, uint32_t i, bool relational)
{
    const pleach_affinity *a = m->affinity;
    bool moved = false;
    for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++) {
        uint32_t j = a->pair_slot[p];
        pl_real rho = m->s[p] + m->eta[p] + (relational ? m->tau[p] : 0);
        pl_real self = m->self_s[j] + m->self_eta[j] + m->self_tau[j];
        pl_real others = m->column[j] - positive(rho);
        moved |= damp(&m->alpha[p], lesser(0, self + others), m->damping);
    }
    return moved;
}

static bool exchange_rows_and_columns(pl_messages *m, uint32_t first,
                                      uint32_t last, bool relational)
{
    bool moved = false;
    for (uint32_t j = first; j < last; j++)
        m->column[j] = 0;
    for (uint32_t i = first; i < last; i++)
        moved |= send_row(m, i, relational);
    for (uint32_t i = first; i < last; i++)
        moved |= receive_row(m, i, relational);
    for (uint32_t j = first; j < last; j++) /* (3.3) */
        moved |= damp(&m->self_alpha[j], m->column[j], m->damping);
    return moved;
}

/* --------------------------------------------------- F: single parents -- */

static inline pl_real positive_sigma(const pl_messages *m, uint64_t p)
{
    return positive(m->s[p] + m->alpha[p] + m->eta[p]);
}

/* P(g), the company that one group's leaves [from, to) offer in each column
 * (4.4), into column[]. A group's rows have only few columns: those are
 * cleared again by clear_company. */
static void gather_company(pl_messages *m, const uint64_t *from,
                           const uint64_t *to)
{
    const pleach_affinity *a = m->affinity;
    for (const uint64_t *leaf = from; leaf < to; leaf++) {
        uint32_t i = (uint32_t)*leaf;
        for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++)
            m->column[a->pair_slot[p]] += positive_sigma(m, p);
    }
}

static void clear_company(pl_messages *m, const uint64_t *from,
                          const uint64_t *to)
{
    const pleach_affinity *a = m->affinity;
    for (const uint64_t *leaf = from; leaf < to; leaf++) {
        uint32_t i = (uint32_t)*leaf;
        for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++)
            m->column[a->pair_slot[p]] = 0;
    }
}

/* Ranks a group's company in the columns it touches: roots keep the best two
 * groups, a leaf column only that of its own group. */
static void rank_company(pl_messages *m, const uint64_t *from,
                         const uint64_t *to)
{
    const pleach_affinity *a = m->affinity;
    uint32_t group = (uint32_t)(*from >> 32);
    for (const uint64_t *leaf = from; leaf < to; leaf++) {
        uint32_t i = (uint32_t)*leaf;
        for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++) {
            uint32_t j = a->pair_slot[p];
            pl_real company = m->column[j];
            m->column[j] = 0; /* each column once per group */
            if (a->slot_parent[j] != PL_NONE) {
                if (m->group[j] == group)
                    m->best[j] = greater(m->best[j], company);
            } else if (company > m->best[j]) {
                m->second[j] = m->best[j];
                m->best[j] = company;
                m->best_group[j] = group;
            } else if (company > m->second[j]) {
                m->second[j] = company;
            }
        }
    }
}

/* tau(i,j) for a leaf i (4.6). */
static inline pl_real company_message(const pl_messages *m, uint32_t i,
                                      uint64_t p)
{
    uint32_t j = m->affinity->pair_slot[p];
    uint32_t group = m->group[i];
    pl_real sigma_self = m->self_s[j] + m->self_alpha[j] + m->self_eta[j];
    pl_real own = m->column[j] - positive_sigma(m, p);
    if (own < 0)
        own = 0; /* the rounding of a difference */
    pl_real tau;
    if (m->affinity->slot_parent[j] != PL_NONE) {
        if (m->group[j] != group)
            return -m->limit;
        tau = lesser(0, sigma_self + own);
    } else {
        pl_real rival = m->best_group[j] == group ? m->second[j] : m->best[j];
        pl_real without = greater(own, rival);
        tau = lesser(0, sigma_self + own - positive(sigma_self + without));
    }
    return greater(tau, -m->limit);
}

static bool send_company(pl_messages *m, const uint64_t *from,
                         const uint64_t *to)
{
    const pleach_affinity *a = m->affinity;
    bool moved = false;
    gather_company(m, from, to);
    for (const uint64_t *leaf = from; leaf < to; leaf++) {
        uint32_t i = (uint32_t)*leaf;
        for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++)
            moved |= damp(&m->tau[p], company_message(m, i, p), m->damping);
    }
    clear_company(m, from, to);
    return moved;
}

/* Calls `each` on every run of leaves with the same group. */
static bool for_each_group(pl_messages *m, uint32_t block,
                           bool (*each)(pl_messages *, const uint64_t *,
                                        const uint64_t *))
{
    const uint64_t *at = m->grouped + m->affinity->block_first[block];
    const uint64_t *end = at + m->grouped_count[block];
    bool moved = false;
    while (at < end) {
        const uint64_t *next = at + 1;
        while (next < end && *next >> 32 == *at >> 32)
            next++;
        moved |= each(m, at, next);
        at = next;
    }
    return moved;
}

static bool weigh_group(pl_messages *m, const uint64_t *from,
                        const uint64_t *to)
{
    gather_company(m, from, to);
    rank_company(m, from, to);
    return false;
}

static bool exchange_company(pl_messages *m, uint32_t block)
{
    uint32_t first = m->affinity->block_first[block];
    uint32_t last = m->affinity->block_first[block + 1];
    for (uint32_t j = first; j < last; j++) {
        m->column[j] = m->best[j] = m->second[j] = 0;
        m->best_group[j] = PL_NONE;
    }
    for_each_group(m, block, weigh_group);
    bool moved = for_each_group(m, block, send_company);
    for (uint32_t j = first; j < last; j++) /* (4.5) */
        moved |= damp(&m->self_tau[j], m->best[j], m->damping);
    return moved;
}

/* ------------------------------------------------------------- choices -- */

static uint32_t choose(const pl_messages *m, uint32_t i)
{
    const pleach_affinity *a = m->affinity;
    uint32_t chosen = i;
    pl_real most = pl_self_belief(m, i);
    for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++) {
        pl_real belief = pl_belief(m, p);
        if (belief > most) {
            most = belief;
            chosen = a->pair_slot[p];
        }
    }
    return chosen;
}

void pl_messages_iterate(pl_messages *m, uint32_t block)
{
    uint32_t first = m->affinity->block_first[block];
    uint32_t last = m->affinity->block_first[block + 1];
    m->changed[block] = 0;
    if (last - first < 2 || m->settled[block])
        return;
    bool moved;
    if (m->tau == NULL) {
        moved = exchange_rows_and_columns(m, first, last, false);
    } else {
        moved = exchange_rows_and_columns(m, first, last, true);
        moved |= exchange_company(m, block);
    }
    for (uint32_t i = first; i < last; i++) {
        uint32_t chosen = choose(m, i);
        m->changed[block] += chosen != m->choice[i];
        m->choice[i] = chosen;
    }
    m->settled[block] = !moved;
}
