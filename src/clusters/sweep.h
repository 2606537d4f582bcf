/* sweep.h: iterations of one block, row by row; compiled once per width.
 *
 * An iteration is begun (eta, column sums) and finished (alpha, tau, choices).
 * While a row is in the cache, finishing one iteration and beginning the next
 * go together. */
#ifndef PL_SWEEP_H
#define PL_SWEEP_H

#include <assert.h>

#include "clusters/sweep_rows.h"

typedef struct sweep {
    pl_messages *m;
    pl_desk *d;
    uint32_t block, first, size; /* its slots */
    uint32_t width;              /* of the desk's rows */
} sweep;

LANED row row_of(const sweep *w, uint32_t i, bool dense, bool company)
{
    const pl_messages *m = w->m;
    const pleach_affinity *a = m->affinity;
    uint64_t at = m->row_first[i], from = a->pair_first[i];
    return (row){
        .count = dense ? w->width : (uint32_t)(a->pair_first[i + 1] - from),
        .s = m->s + at,
        .eta = m->eta + at,
        .alpha = m->alpha + at,
        .tau = company ? m->tau + m->tau_first[i] : NULL,
        .ids = dense ? NULL : a->pair_slot + from,
        .base = w->first,
    };
}

LANED void clear(pl_real *reals, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        reals[k] = 0;
}

/* ----------------------------------------------------------- beginning -- */

/* The place of a value that is known to be in the row, most likely `guess`.
 * Of several equal ones any does: their second is their first. */
LANED uint32_t find_beta(row r, pl_real beta, uint32_t guess)
{
    if (guess < r.count && beta_at(r, guess) == beta)
        return guess;
    uint32_t p = 0;
    while (p < r.count && beta_at(r, p) != beta)
        p++;
    assert(p < r.count);
    return p;
}

/* Sends eta along row i, whose highest beta of another is `first`. The winner
 * has another target than the rest: it is made to look like no pair, and at
 * rest, and done by itself. */
LANED pl_real begin(const sweep *w, uint32_t i, row r, pl_real first)
{
    pl_messages *m = w->m;
    pl_real self = m->self_s[i] + m->self_alpha[i] + m->self_tau[i];
    pl_real s = 0, eta = 0, most = first > self ? first : self;
    uint32_t at = PL_NONE;
    if (first >= self) {
        at = m->winner_at[i] = find_beta(r, first, m->winner_at[i]);
        s = r.s[at];
        eta = r.eta[at];
        r.s[at] = -PL_FAR;
        r.eta[at] = -most;
    }
    peaks found = begin_row(r, -most, w->d->sum, w->m->step);
    pl_real moved = greatest(found.moved);
    if (at != PL_NONE) {
        pl_real second = greatest(found.first);
        r.s[at] = s;
        r.eta[at] = eta;
        note(&moved,
             damp_one(&r.eta[at], second > self ? -second : -self, w->m->step));
        pl_real rho = s + r.eta[at];
        if (r.tau != NULL)
            rho += r.tau[at];
        uint32_t j = r.ids == NULL ? at : r.ids[at] - r.base;
        w->d->sum[j] += positive_one(rho);
    }
    return greater_one(damp_one(&m->self_eta[i], -first, m->step), moved);
}

LANED pl_real begin_all(const sweep *w, bool dense)
{
    const uint64_t *pair_first = w->m->affinity->pair_first;
    pl_real moved = 0;
    clear(w->d->sum, w->width);
    for (uint32_t i = w->first; i < w->first + w->size; i++) {
        bool company = w->m->relational && !pl_root_slot(w->m, i);
        row leaf_row = company ? row_of(w, i, dense, true) : (row){0};
        row root_row = row_of(w, i, dense, false);
        if (pair_first[i] == pair_first[i + 1])
            continue;
        note(&moved, company ? begin(w, i, leaf_row, scan_row(leaf_row))
                             : begin(w, i, root_row, scan_row(root_row)));
    }
    return moved;
}

/* ----------------------------------------------------------- finishing -- */

/* Column sums become offers and self alpha (3.3); new sums begin at zero. */
LANED pl_real open_columns(const sweep *w)
{
    pl_messages *m = w->m;
    pl_real moved = 0;
    for (uint32_t j = 0; j < w->size; j++) {
        uint32_t i = w->first + j;
        pl_real rho = m->self_s[i] + m->self_eta[i] + m->self_tau[i];
        w->d->offer[j] = rho + w->d->sum[j];
        note(&moved, damp_one(&m->self_alpha[i], w->d->sum[j], w->m->step));
    }
    for (uint32_t j = w->size; j < w->width; j++)
        w->d->offer[j] = 0;
    clear(w->d->sum, w->width);
    return moved;
}

/* Takes note of the argmax of the beliefs in row i. A choice that is still
 * among the best stays. */
LANED uint32_t choose(const sweep *w, uint32_t i, row r, pl_real top)
{
    pl_messages *m = w->m;
    uint32_t old = m->choice_at[i], fresh = PL_NONE;
    if (top > pl_self_belief(m, i)) {
        fresh = old != PL_NONE && belief_at(r, old) == top ? old : 0;
        while (fresh < r.count && belief_at(r, fresh) != top)
            fresh++;
        assert(fresh < r.count);
    }
    if (fresh == old)
        return 0;
    m->choice_at[i] = fresh;
    m->choice[i] = fresh == PL_NONE ? i
                   : r.ids == NULL  ? r.base + fresh
                                    : r.ids[fresh];
    return 1;
}

/* Finishes an iteration of plain AP and begins the next if there are `more`.
 * Returns whether alpha moved. */
LANED pl_real finish_plain(const sweep *w, bool dense, bool more,
                           pl_real *stirred, uint32_t *changed)
{
    const uint64_t *pair_first = w->m->affinity->pair_first;
    pl_real moved = open_columns(w);
    *stirred = 0;
    for (uint32_t i = w->first; i < w->first + w->size; i++) {
        if (pair_first[i] == pair_first[i + 1])
            continue;
        row r = row_of(w, i, dense, false);
        peaks found = finish_row(r, w->d->offer, w->m->step);
        note(&moved, greatest(found.moved));
        *changed += choose(w, i, r, greatest(found.top));
        if (more)
            note(stirred, begin(w, i, r, greatest(found.first)));
    }
    return moved;
}

/* ------------------------------------------------ finishing, relational -- */

/* The end of the run of leaves that share the group of the one at `from`. */
LANED const uint64_t *group_end(const uint64_t *from, const uint64_t *end)
{
    const uint64_t *at = from + 1;
    while (at < end && *at >> 32 == *from >> 32)
        at++;
    return at;
}

/* Forgets a group's company again: all of it, or where its rows reach. */
LANED void clear_company(const sweep *w, const uint64_t *from,
                         const uint64_t *to, bool dense)
{
    if (dense) {
        clear(w->d->company, w->width);
        return;
    }
    for (const uint64_t *leaf = from; leaf < to; leaf++) {
        row r = row_of(w, (uint32_t)*leaf, dense, false);
        for (uint32_t p = 0; p < r.count; p++)
            w->d->company[r.ids[p] - r.base] = 0;
    }
}

/* Ranks a group's company in the columns that its rows reach. What is ranked
 * is turned negative, so that no column is ranked twice. */
LANED void rank_company(const sweep *w, const uint64_t *from,
                        const uint64_t *to, bool dense)
{
    pl_desk *d = w->d;
    if (dense) {
        row r = {.count = w->width};
        rank_row(r, d->company, d->best, d->second);
        return;
    }
    for (const uint64_t *leaf = from; leaf < to; leaf++) {
        row r = row_of(w, (uint32_t)*leaf, dense, false);
        for (uint32_t p = 0; p < r.count; p++) {
            uint32_t j = r.ids[p] - r.base;
            rank_one(d->company[j], &d->best[j], &d->second[j]);
            if (d->company[j] > 0)
                d->company[j] = -d->company[j];
        }
    }
}

/* alpha of a group's leaves, then the company they are in each column. */
LANED pl_real weigh_group(const sweep *w, const uint64_t *from,
                          const uint64_t *to, bool dense)
{
    pl_desk *d = w->d;
    pl_real moved = 0;
    for (const uint64_t *leaf = from; leaf < to; leaf++) {
        row r = row_of(w, (uint32_t)*leaf, dense, true);
        note(&moved, answer_row(r, d->offer, d->spare, w->m->step));
        if (to - from == 1)
            rank_row(r, d->spare, d->best, d->second);
        else
            add_row(r, d->spare, d->company);
    }
    if (to - from == 1)
        return moved;
    for (const uint64_t *leaf = from; leaf < to; leaf++)
        d->own[(uint32_t)*leaf - w->first] =
            d->company[(uint32_t)*leaf - w->first];
    rank_company(w, from, to, dense);
    clear_company(w, from, to, dense);
    return moved;
}

LANED pl_real weigh_groups(const sweep *w, bool dense)
{
    pl_desk *d = w->d;
    const uint64_t *at = w->m->grouped + w->first, *next;
    const uint64_t *end = at + w->m->grouped_count[w->block];
    pl_real moved = 0;
    clear(d->best, w->width);
    clear(d->second, w->width);
    clear(d->own, w->width);
    clear(d->company, w->width);
    for (; at < end; at = next) {
        next = group_end(at, end);
        note(&moved, weigh_group(w, at, next, dense));
    }
    return moved;
}

/* tau(j,j) (4.5), and what a company competes with in column j. For a leaf
 * only its own group is admissible, which accompany_group sees to; a company
 * is never negative. */
LANED pl_real close_columns(const sweep *w)
{
    pl_messages *m = w->m;
    pl_desk *d = w->d;
    pl_real moved = 0;
    for (uint32_t j = 0; j < w->size; j++) {
        uint32_t i = w->first + j;
        pl_real least = -(m->self_s[i] + m->self_eta[i] + m->self_alpha[i]);
        bool root = pl_root_slot(m, i);
        note(&moved, damp_one(&m->self_tau[i], root ? d->best[j] : d->own[j],
                              w->m->step));
        d->rest[j] = root && d->second[j] > least ? d->second[j] : least;
        d->rival[j] = root && d->best[j] > least ? d->best[j] : least;
        if (root)
            continue;
        d->rival[j] = PL_FAR;
        d->best[j] = -1;
    }
    for (uint32_t j = w->size; j < w->width; j++)
        d->rest[j] = d->rival[j] = 0;
    return moved;
}

LANED pl_real accompany(const sweep *w, uint32_t i, const pl_real *company,
                        bool dense)
{
    row r = row_of(w, i, dense, true);
    peaks found = accompany_row(r, w->d, company, w->m->limit, w->m->step);
    w->d->top[i - w->first] = greatest(found.top);
    w->d->first[i - w->first] = greatest(found.first);
    return greatest(found.moved);
}

LANED pl_real accompany_group(const sweep *w, const uint64_t *from,
                              const uint64_t *to, bool dense)
{
    pl_desk *d = w->d;
    pl_real moved = 0;
    for (const uint64_t *leaf = from; leaf < to; leaf++) {
        join_row(row_of(w, (uint32_t)*leaf, dense, true), d->company);
        d->rival[(uint32_t)*leaf - w->first] =
            d->rest[(uint32_t)*leaf - w->first];
    }
    for (const uint64_t *leaf = from; leaf < to; leaf++)
        note(&moved, accompany(w, (uint32_t)*leaf, d->company, dense));
    for (const uint64_t *leaf = from; leaf < to; leaf++)
        d->rival[(uint32_t)*leaf - w->first] = PL_FAR;
    clear_company(w, from, to, dense);
    return moved;
}

LANED pl_real accompany_groups(const sweep *w, bool dense)
{
    const uint64_t *at = w->m->grouped + w->first, *next;
    const uint64_t *end = at + w->m->grouped_count[w->block];
    pl_real moved = 0;
    for (; at < end; at = next) {
        next = group_end(at, end);
        note(&moved, next - at == 1 ? accompany(w, (uint32_t)*at, NULL, dense)
                                    : accompany_group(w, at, next, dense));
    }
    return moved;
}

LANED pl_real finish_roots(const sweep *w, bool dense)
{
    pl_real moved = 0;
    for (uint32_t j = 0; j < w->size; j++) {
        if (!pl_root_slot(w->m, w->first + j))
            continue;
        row r = row_of(w, w->first + j, dense, false);
        peaks found = finish_row(r, w->d->offer, w->m->step);
        note(&moved, greatest(found.moved));
        w->d->top[j] = greatest(found.top);
        w->d->first[j] = greatest(found.first);
    }
    return moved;
}

/* Choices, and the next iteration's beginning. In slot order, since sums
 * depend on it and groups come and go. */
LANED pl_real pass_on(const sweep *w, bool dense, bool more, uint32_t *changed)
{
    const uint64_t *pair_first = w->m->affinity->pair_first;
    pl_real stirred = 0;
    for (uint32_t j = 0; j < w->size; j++) {
        uint32_t i = w->first + j;
        if (pair_first[i] == pair_first[i + 1])
            continue;
        bool root = pl_root_slot(w->m, i);
        row leaf_row = root ? (row){0} : row_of(w, i, dense, true);
        row root_row = row_of(w, i, dense, false);
        *changed += choose(w, i, root ? root_row : leaf_row, w->d->top[j]);
        if (!more)
            continue;
        note(&stirred, root ? begin(w, i, root_row, w->d->first[j])
                            : begin(w, i, leaf_row, w->d->first[j]));
    }
    return stirred;
}

LANED pl_real finish_relational(const sweep *w, bool dense, bool more,
                                pl_real *stirred, uint32_t *changed)
{
    pl_real moved = open_columns(w);
    note(&moved, finish_roots(w, dense));
    note(&moved, weigh_groups(w, dense));
    note(&moved, close_columns(w));
    note(&moved, accompany_groups(w, dense));
    *stirred = pass_on(w, dense, more, changed);
    return moved;
}

/* ----------------------------------------------------------- iterating -- */

/* Returns whether the block has settled: for a while no choice changed and no
 * message moved by more than rounding does by itself. Going on would move it
 * by that much to and fro; choices that are not decided by then hang on the
 * last bits of single precision. */
LANED bool iterate_once(const sweep *w, bool dense, bool more)
{
    pl_messages *m = w->m;
    uint32_t block = w->block, changed = 0;
    pl_real stirred = 0;
    if (!m->begun[block])
        m->stirred[block] = begin_all(w, dense);
    pl_real moved = m->relational
                        ? finish_relational(w, dense, more, &stirred, &changed)
                        : finish_plain(w, dense, more, &stirred, &changed);
    note(&moved, m->stirred[block]);
    m->begun[block] = more;
    m->stirred[block] = stirred;
    m->changed[block] += changed;
    m->calm[block] = changed == 0 && moved <= m->still ? m->calm[block] + 1 : 0;
    return m->calm[block] >= m->patience;
}

LANED void iterate_block(pl_messages *m, uint32_t block, pl_desk *d,
                         uint32_t count, bool ahead, bool dense)
{
    const pleach_affinity *a = m->affinity;
    uint32_t first = a->block_first[block];
    uint32_t size = a->block_first[block + 1] - first;
    sweep w = {m, d, block, first, size, dense ? m->width[block] : size};
    for (uint32_t j = 0; j < w.width; j++)
        d->sum[j] = j < size && m->begun[block] ? m->column[first + j] : 0;
    for (uint32_t k = 1; k <= count && !m->settled[block]; k++) {
        uint32_t before = m->changed[block];
        m->settled[block] = iterate_once(&w, dense, k < count || ahead);
        if (m->changed[block] != before)
            m->changed_at[block] = k;
    }
    /* Asleep, beliefs are those after the beginning, whether that was done
     * ahead or not. */
    if (m->settled[block] && !m->begun[block]) {
        m->stirred[block] = begin_all(&w, dense);
        m->begun[block] = 1;
    }
    for (uint32_t j = 0; j < size && m->begun[block]; j++)
        m->column[first + j] = d->sum[j];
}

#endif
