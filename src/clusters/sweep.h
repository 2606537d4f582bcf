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
    /* The largest step in this iteration: of alpha and tau, and of the next
     * iteration's eta. */
    lanes moved, stirred;
    uint32_t changed; /* choices in this iteration */
    bool fits;        /* the desk holds the companies of all groups */
} sweep;

LANED void note(lanes *most, lanes x)
{
    *most = greater(*most, x);
}

/* Damps one message and notes the step. Messages of a node with itself can be
 * large: then a small step is lost in rounding, and none. */
LANED void damp_one(pl_real *message, pl_real target, pl_real step,
                    lanes *moved)
{
    pl_real old = *message, change = step * (target - old);
    *message = old + change;
    if (*message != old)
        note(moved, all(change < 0 ? -change : change));
}

LANED row row_of(sweep *w, uint32_t i, bool dense, bool company)
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
LANED void begin(sweep *w, uint32_t i, row r, pl_real first)
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
    peaks found = begin_row(r, -most, w->d->sum, m->step);
    note(&w->stirred, found.moved);
    if (at != PL_NONE) {
        pl_real second = greatest(found.first);
        r.s[at] = s;
        r.eta[at] = eta;
        damp_one(&r.eta[at], second > self ? -second : -self, m->step,
                 &w->stirred);
        pl_real rho = s + r.eta[at];
        if (r.tau != NULL)
            rho += r.tau[at];
        uint32_t j = r.ids == NULL ? at : r.ids[at] - r.base;
        w->d->sum[j] += positive_one(rho);
    }
    damp_one(&m->self_eta[i], -first, m->step, &w->stirred);
}

LANED void begin_all(sweep *w, bool dense)
{
    const uint64_t *pair_first = w->m->affinity->pair_first;
    clear(w->d->sum, w->width);
    for (uint32_t i = w->first; i < w->first + w->size; i++) {
        bool company = w->m->relational && !pl_root_slot(w->m, i);
        row leaf_row = company ? row_of(w, i, dense, true) : (row){0};
        row root_row = row_of(w, i, dense, false);
        if (pair_first[i] == pair_first[i + 1])
            continue;
        if (company)
            begin(w, i, leaf_row, scan_row(leaf_row));
        else
            begin(w, i, root_row, scan_row(root_row));
    }
}

/* ----------------------------------------------------------- finishing -- */

/* Column sums become offers and self alpha (3.3); new sums begin at zero. */
LANED void open_columns(sweep *w)
{
    pl_messages *m = w->m;
    for (uint32_t j = 0; j < w->size; j++) {
        uint32_t i = w->first + j;
        pl_real rho = m->self_s[i] + m->self_eta[i] + m->self_tau[i];
        w->d->offer[j] = rho + w->d->sum[j];
        damp_one(&m->self_alpha[i], w->d->sum[j], m->step, &w->moved);
    }
    for (uint32_t j = w->size; j < w->width; j++)
        w->d->offer[j] = 0;
    clear(w->d->sum, w->width);
}

/* Takes note of the argmax of the beliefs in row i. A choice that is still
 * among the best stays. */
LANED void choose(sweep *w, uint32_t i, row r, pl_real top)
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
        return;
    w->changed++;
    m->choice_at[i] = fresh;
    m->choice[i] = fresh == PL_NONE ? i
                   : r.ids == NULL  ? r.base + fresh
                                    : r.ids[fresh];
}

/* Finishes an iteration of plain AP and begins the next if there are `more`. */
LANED void finish_plain(sweep *w, bool dense, bool more)
{
    const uint64_t *pair_first = w->m->affinity->pair_first;
    open_columns(w);
    for (uint32_t i = w->first; i < w->first + w->size; i++) {
        if (pair_first[i] == pair_first[i + 1])
            continue;
        row r = row_of(w, i, dense, false);
        peaks found = finish_row(r, w->d->offer, w->m->step);
        note(&w->moved, found.moved);
        choose(w, i, r, greatest(found.top));
        if (more)
            begin(w, i, r, greatest(found.first));
    }
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

/* The first of the sorted leaves whose word is not below `word`. */
LANED const uint64_t *group_of(const uint64_t *from, const uint64_t *end,
                               uint64_t word)
{
    while (from < end) {
        const uint64_t *middle = from + (end - from) / 2;
        if (*middle < word)
            from = middle + 1;
        else
            end = middle;
    }
    return from;
}

/* Forgets a group's company again: all of it, or where its rows reach. */
LANED void clear_company(sweep *w, const uint64_t *from, const uint64_t *to,
                         bool dense)
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
LANED void rank_company(sweep *w, const uint64_t *from, const uint64_t *to,
                        bool dense)
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

/* alpha of a leaf that is alone in its group, and the company it is. */
LANED void weigh_leaf(sweep *w, uint32_t i, bool dense)
{
    pl_desk *d = w->d;
    row r = row_of(w, i, dense, true);
    note(&w->moved, answer_row(r, d->offer, d->spare, w->m->step));
    rank_row(r, d->spare, d->best, d->second);
    d->company_at[i - w->first] = PL_NONE;
}

/* alpha of a group's leaves, then the company they are in each column. */
LANED void weigh_group(sweep *w, const uint64_t *from, const uint64_t *to,
                       uint32_t number, bool dense)
{
    pl_desk *d = w->d;
    for (const uint64_t *leaf = from; leaf < to; leaf++) {
        row r = row_of(w, (uint32_t)*leaf, dense, true);
        note(&w->moved, answer_row(r, d->offer, d->spare, w->m->step));
        add_row(r, d->spare, d->company);
        d->company_at[(uint32_t)*leaf - w->first] = number;
    }
    for (const uint64_t *leaf = from; leaf < to; leaf++)
        d->own[(uint32_t)*leaf - w->first] =
            d->company[(uint32_t)*leaf - w->first];
    if (w->fits)
        __builtin_memcpy(d->companies + (uint64_t)number * w->width, d->company,
                         w->width * sizeof *d->company);
    rank_company(w, from, to, dense);
    clear_company(w, from, to, dense);
}

LANED void weigh_groups(sweep *w, bool dense)
{
    pl_desk *d = w->d;
    const uint64_t *at = w->m->grouped + w->first, *next;
    const uint64_t *end = at + w->m->grouped_count[w->block];
    uint32_t number = 0;
    w->fits = dense && (uint64_t)(end - at) / 2 * w->width <= d->companies_room;
    clear(d->best, w->width);
    clear(d->second, w->width);
    clear(d->own, w->width);
    clear(d->company, w->width);
    for (; at < end; at = next) {
        next = group_end(at, end);
        if (next - at == 1)
            weigh_leaf(w, (uint32_t)*at, dense);
        else
            weigh_group(w, at, next, number++, dense);
    }
}

/* tau(j,j) (4.5), and what a company competes with in column j. For a leaf
 * only its own group is admissible, which open_to_group sees to; a company
 * is never negative. */
LANED void close_columns(sweep *w)
{
    pl_messages *m = w->m;
    pl_desk *d = w->d;
    for (uint32_t j = 0; j < w->size; j++) {
        uint32_t i = w->first + j;
        pl_real least = -(m->self_s[i] + m->self_eta[i] + m->self_alpha[i]);
        bool root = pl_root_slot(m, i);
        damp_one(&m->self_tau[i], root ? d->best[j] : d->own[j], m->step,
                 &w->moved);
        d->rest[j] = root && d->second[j] > least ? d->second[j] : least;
        d->rival[j] = root && d->best[j] > least ? d->best[j] : least;
        if (root)
            continue;
        d->rival[j] = PL_FAR;
        d->best[j] = -1;
    }
    for (uint32_t j = w->size; j < w->width; j++)
        d->rest[j] = d->rival[j] = 0;
}

/* For the leaves of a group, their own columns are open: closed again, no
 * company is good enough there. */
LANED void open_to_group(sweep *w, const uint64_t *from, const uint64_t *to,
                         bool open)
{
    pl_desk *d = w->d;
    for (const uint64_t *leaf = from; leaf < to; leaf++) {
        uint32_t j = (uint32_t)*leaf - w->first;
        d->rival[j] = open ? d->rest[j] : PL_FAR;
    }
}

LANED peaks accompany(sweep *w, row r, const pl_real *company)
{
    peaks found = accompany_row(r, w->d, company, w->m->limit, w->m->step);
    note(&w->moved, found.moved);
    return found;
}

/* tau of all leaves, group by group. */
LANED void accompany_groups(sweep *w, bool dense)
{
    pl_desk *d = w->d;
    const uint64_t *at = w->m->grouped + w->first, *next;
    const uint64_t *end = at + w->m->grouped_count[w->block];
    for (; at < end; at = next) {
        next = group_end(at, end);
        bool alone = next - at == 1;
        for (const uint64_t *leaf = at; !alone && leaf < next; leaf++)
            join_row(row_of(w, (uint32_t)*leaf, dense, true), d->company);
        open_to_group(w, at, alone ? at : next, true);
        for (const uint64_t *leaf = at; leaf < next; leaf++) {
            uint32_t j = (uint32_t)*leaf - w->first;
            row r = row_of(w, (uint32_t)*leaf, dense, true);
            peaks found =
                alone ? accompany(w, r, NULL) : accompany(w, r, d->company);
            d->top[j] = greatest(found.top);
            d->first[j] = greatest(found.first);
        }
        open_to_group(w, at, alone ? at : next, false);
        if (!alone)
            clear_company(w, at, next, dense);
    }
}

/* tau of one leaf, from the companies on the desk. */
LANED peaks accompany_leaf(sweep *w, uint32_t i, row r)
{
    uint32_t number = w->d->company_at[i - w->first];
    if (number == PL_NONE)
        return accompany(w, r, NULL);
    const uint64_t *from = w->m->grouped + w->first, *to;
    from = group_of(from, from + w->m->grouped_count[w->block],
                    (uint64_t)w->m->group[i] << 32);
    to = group_end(from,
                   w->m->grouped + w->first + w->m->grouped_count[w->block]);
    open_to_group(w, from, to, true);
    peaks found =
        accompany(w, r, w->d->companies + (uint64_t)number * w->width);
    open_to_group(w, from, to, false);
    return found;
}

LANED void finish_roots(sweep *w, bool dense)
{
    for (uint32_t j = 0; j < w->size; j++) {
        if (!pl_root_slot(w->m, w->first + j))
            continue;
        row r = row_of(w, w->first + j, dense, false);
        peaks found = finish_row(r, w->d->offer, w->m->step);
        note(&w->moved, found.moved);
        w->d->top[j] = greatest(found.top);
        w->d->first[j] = greatest(found.first);
    }
}

/* Choices, and the next iteration's beginning, in slot order, since sums
 * depend on it and groups come and go. Where the companies are at hand, tau
 * goes along: a row less to fetch. */
LANED void pass_on(sweep *w, bool dense, bool more)
{
    const uint64_t *pair_first = w->m->affinity->pair_first;
    for (uint32_t j = 0; j < w->size; j++) {
        uint32_t i = w->first + j;
        if (pair_first[i] == pair_first[i + 1])
            continue;
        if (pl_root_slot(w->m, i)) {
            row r = row_of(w, i, dense, false);
            choose(w, i, r, w->d->top[j]);
            if (more)
                begin(w, i, r, w->d->first[j]);
        } else {
            row r = row_of(w, i, dense, true);
            if (w->fits) {
                peaks found = accompany_leaf(w, i, r);
                w->d->top[j] = greatest(found.top);
                w->d->first[j] = greatest(found.first);
            }
            choose(w, i, r, w->d->top[j]);
            if (more)
                begin(w, i, r, w->d->first[j]);
        }
    }
}

LANED void finish_relational(sweep *w, bool dense, bool more)
{
    open_columns(w);
    finish_roots(w, dense);
    weigh_groups(w, dense);
    close_columns(w);
    if (!w->fits)
        accompany_groups(w, dense);
    pass_on(w, dense, more);
}

/* ----------------------------------------------------------- iterating -- */

/* Returns whether the block has settled: for a while no choice changed and no
 * message moved by more than rounding does by itself. Going on would move it
 * by that much to and fro; choices that are not decided by then hang on the
 * last bits of single precision. */
LANED bool iterate_once(sweep *w, bool dense, bool more)
{
    pl_messages *m = w->m;
    uint32_t block = w->block;
    w->changed = 0;
    w->moved = w->stirred = all(0);
    if (!m->begun[block]) {
        begin_all(w, dense);
        m->stirred[block] = greatest(w->stirred);
        w->stirred = all(0);
    }
    if (m->relational)
        finish_relational(w, dense, more);
    else
        finish_plain(w, dense, more);
    bool calm = w->changed == 0 && m->stirred[block] <= m->still &&
                greatest(w->moved) <= m->still;
    m->calm[block] = calm ? m->calm[block] + 1 : 0;
    m->begun[block] = more;
    m->stirred[block] = greatest(w->stirred);
    return m->calm[block] >= m->patience;
}

LANED void iterate_block(pl_messages *m, uint32_t block, pl_desk *d,
                         uint32_t count, bool ahead, bool dense)
{
    const pleach_affinity *a = m->affinity;
    uint32_t first = a->block_first[block];
    uint32_t size = a->block_first[block + 1] - first;
    sweep w = {.m = m,
               .d = d,
               .block = block,
               .first = first,
               .size = size,
               .width = dense ? m->width[block] : size};
    for (uint32_t j = 0; j < w.width; j++)
        d->sum[j] = j < size && m->begun[block] ? m->column[first + j] : 0;
    for (uint32_t k = 1; k <= count && !m->settled[block]; k++) {
        m->settled[block] = iterate_once(&w, dense, k < count || ahead);
        m->changed[block] += w.changed;
        if (w.changed > 0)
            m->changed_at[block] = k;
    }
    /* Asleep, beliefs are those after the beginning, whether that was done
     * ahead or not. */
    if (m->settled[block] && !m->begun[block]) {
        begin_all(&w, dense);
        m->stirred[block] = greatest(w.stirred);
        m->begun[block] = 1;
    }
    for (uint32_t j = 0; j < size && m->begun[block]; j++)
        m->column[first + j] = d->sum[j];
}

#endif
