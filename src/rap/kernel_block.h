/* kernel_block.h: iterations of one block, row by row; compiled once per width.
 *
 * An iteration is begun (eta, column sums) and finished (alpha, tau, choices).
 * While a row is in the cache, finishing one iteration and beginning the next
 * go together. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_KERNEL_BLOCK_H
#define PL_KERNEL_BLOCK_H

#include <assert.h>

#include "rap/kernel.h"
#include "rap/kernel_rows.h"

typedef struct sweep {
    pl_messages *m;
    pl_block_scratch *d;
    uint32_t block, first, size; /* its slots */
    uint32_t width;              /* of the scratch's rows */
    /* The largest step in this iteration: of alpha and tau, and of the next
     * iteration's eta. */
    pl_real moved, stirred;
    uint32_t changed; /* choices in this iteration */
} sweep;

LANED void note_most(pl_real *most, pl_real x)
{
    *most = x > *most ? x : *most;
}

LANED void note_step(pl_real *most, pl_real change)
{
    note_most(most, change < 0 ? -change : change);
}

/* Whether it still matters how far messages move: once one has, the block is
 * not calm, whatever the others do. */
LANED bool watched(const sweep *w)
{
    return w->moved <= w->m->still;
}

/* Damps one message and notes the step. Messages of a node with itself can be
 * large: then a small step is lost in rounding, and none. */
LANED void damp_one(pl_real *message, pl_real target, pl_real step,
                    pl_real *moved)
{
    pl_real old = *message, change = step * (target - old);
    *message = old + change;
    if (*message != old)
        note_step(moved, change);
}

/* Dense rows hold a cell for every slot of the block and need no ids. `dense`
 * and `company` are constants wherever this is inlined, so that no loop tests
 * them. */
LANED row row_of(sweep *w, uint32_t i, bool dense, bool company)
{
    const pl_messages *m = w->m;
    const pleach_affinity *a = m->affinity;
    uint64_t at = m->row_first[i], from = a->pair_first[i];
    return (row){
        .count = dense ? w->width : (uint32_t)(a->pair_first[i + 1] - from),
        .s = m->s + at,
        .eta = m->eta + i,
        .spread = w->d->eta,
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

/* Makes `at` the winner of its row, whose eta goes its own way from now on.
 * If there is no place left, whoever is closest to the usual is usual. */
LANED void crown(pl_row_eta *eta, uint32_t at)
{
    uint32_t place = 0;
    pl_real least = PL_FAR, odd = eta->usual;
    if (eta->at[0] == at)
        return;
    for (uint32_t k = 0; k < PL_ODD; k++) {
        pl_real off = eta->odd[k] - eta->usual;
        off = eta->at[k] == at        ? -2
              : eta->at[k] == PL_NONE ? -1
              : off < 0               ? -off
                                      : off;
        place = off < least ? k : place;
        least = off < least ? off : least;
    }
    if (eta->at[place] == at)
        odd = eta->odd[place];
    eta->at[place] = eta->at[0];
    eta->odd[place] = eta->odd[0];
    eta->at[0] = at;
    eta->odd[0] = odd;
}

/* eta(i,j) = -max over k != j of beta(i,k) (3.2). The winner, at[0] if there
 * is one, has another target than the rest. A place that is free has the
 * usual value, and keeps it: it is damped like that. */
LANED void next_eta(sweep *w, pl_row_eta *eta, pl_real target, bool won,
                    pl_real winners)
{
    pl_real step = w->m->step, change = step * (target - eta->usual);
    quad *odd = (quad *)eta->odd, targets = (quad){0} + target;
    quad_places *at = (quad_places *)eta->at;
    if (won)
        targets[0] = winners;
    quad changes = step * (targets - *odd);
    eta->usual += change;
    *odd += changes;
    quad_places usual =
        __builtin_convertvector(*odd == (quad){0} + eta->usual, quad_places);
    if (won)
        usual[0] = 0;
    *at |= usual; /* where all bits are set, PL_NONE */
    if (w->stirred > w->m->still)
        return;
    note_step(&w->stirred, change);
    for (int k = 0; k < PL_ODD; k++)
        note_step(&w->stirred, changes[k]);
}

/* Sends eta along row i, whose highest betas of others are `first` and
 * `second`, and rho+ to the columns. */
LANED void begin(sweep *w, uint32_t i, row r, pl_real first, pl_real second)
{
    pl_messages *m = w->m;
    pl_real self = m->self_s[i] + m->self_alpha[i] + m->self_tau[i];
    bool won = first >= self;
    if (won)
        crown(r.eta, find_beta(r, first, r.eta->at[0]));
    next_eta(w, r.eta, won ? -first : -self, won,
             second > self ? -second : -self);
    damp_one(&m->self_eta[i], -first, m->step, &w->stirred);
    /* Adding keeps the order: what is not above zero at the highest s is not
     * anywhere, and tau is never above zero. */
    if (m->highest[i] + r.eta->usual > 0) {
        begin_row(r, w->d->sum);
        return;
    }
    for (uint32_t k = 0; k < PL_ODD; k++) {
        uint32_t at = r.eta->at[k];
        if (at == PL_NONE)
            continue;
        pl_real rho = r.s[at] + r.eta->odd[k];
        if (r.tau != NULL)
            rho += r.tau[at];
        w->d->sum[r.ids == NULL ? at : r.ids[at] - r.base] += positive_one(rho);
    }
}

LANED void begin_scanned(sweep *w, uint32_t i, row r)
{
    peaks found = scan_row(r);
    pl_real first = greatest(found.first);
    begin(w, i, r, first, runner_up(found.first, found.second, first));
}

/* For blocks where the iteration before did not begin this one ahead. Leaves
 * and roots are told apart outside of the loops over cells. */
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
            begin_scanned(w, i, leaf_row);
        else
            begin_scanned(w, i, root_row);
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
LANED void choose_exemplar(sweep *w, uint32_t i, row r, pl_real top)
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

LANED void keep_peaks(sweep *w, uint32_t i, peaks found)
{
    uint32_t j = i - w->first;
    if (watched(w))
        note_most(&w->moved, greatest(found.moved));
    w->d->top[j] = greatest(found.top);
    w->d->first[j] = greatest(found.first);
    w->d->next[j] = runner_up(found.first, found.second, w->d->first[j]);
}

LANED void finish_block_row(sweep *w, uint32_t i, row r)
{
    pl_real step = w->m->step;
    const pl_real *offer = w->d->offer;
    if (watched(w))
        keep_peaks(w, i, finish_row(r, offer, step, true));
    else
        keep_peaks(w, i, finish_row(r, offer, step, false));
}

/* What is left to do for row i once its peaks are known: its choice, and the
 * beginning of the next iteration if there are `more`. */
LANED void leave_row(sweep *w, uint32_t i, row r, bool more)
{
    uint32_t j = i - w->first;
    choose_exemplar(w, i, r, w->d->top[j]);
    if (more)
        begin(w, i, r, w->d->first[j], w->d->next[j]);
}

/* Finishes an iteration of plain AP and begins the next if there are `more`.
 * A row is left only after the next one's peaks have been looked for: where
 * they lie takes a while to come out. */
LANED void finish_plain(sweep *w, bool dense, bool more)
{
    const uint64_t *pair_first = w->m->affinity->pair_first;
    uint32_t late = PL_NONE;
    open_columns(w);
    for (uint32_t i = w->first; i <= w->first + w->size; i++) {
        bool here = i < w->first + w->size && pair_first[i] < pair_first[i + 1];
        if (here)
            finish_block_row(w, i, row_of(w, i, dense, false));
        if (late != PL_NONE)
            leave_row(w, late, row_of(w, late, dense, false), more);
        late = here ? i : PL_NONE;
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

/* Forgets a group's company again: all of it, or where its rows reach. */
LANED void clear_company(sweep *w, const uint64_t *from, const uint64_t *to,
                         bool dense)
{
    if (dense) {
        clear(w->d->company, w->width);
        return;
    }
    for (const uint64_t *leaf = from; leaf < to; leaf++)
        clear_row_columns(row_of(w, (uint32_t)*leaf, dense, false),
                          w->d->company);
}

/* Ranks a group's company in the columns that its rows reach. */
LANED void rank_company(sweep *w, const uint64_t *from, const uint64_t *to,
                        bool dense)
{
    pl_block_scratch *d = w->d;
    if (dense) {
        row r = {.count = w->width};
        rank_row(r, d->company, d->best, d->second);
        return;
    }
    for (const uint64_t *leaf = from; leaf < to; leaf++)
        rank_gathered(row_of(w, (uint32_t)*leaf, dense, false), d->company,
                      d->best, d->second);
}

LANED void answer(sweep *w, row r)
{
    pl_block_scratch *d = w->d;
    if (watched(w))
        note_most(&w->moved, greatest(answer_row(r, d->offer, d->spare,
                                                 w->m->step, true)));
    else
        answer_row(r, d->offer, d->spare, w->m->step, false);
}

/* alpha of a leaf that is alone in its group, and the company it is. */
LANED void weigh_leaf(sweep *w, uint32_t i, bool dense)
{
    pl_block_scratch *d = w->d;
    row r = row_of(w, i, dense, true);
    answer(w, r);
    rank_row(r, d->spare, d->best, d->second);
}

/* alpha of a group's leaves, then the company they are in each column. */
LANED void weigh_group(sweep *w, const uint64_t *from, const uint64_t *to,
                       bool dense)
{
    pl_block_scratch *d = w->d;
    for (const uint64_t *leaf = from; leaf < to; leaf++) {
        row r = row_of(w, (uint32_t)*leaf, dense, true);
        answer(w, r);
        add_company_row(r, d->spare, d->company);
    }
    for (const uint64_t *leaf = from; leaf < to; leaf++)
        d->own[(uint32_t)*leaf - w->first] =
            d->company[(uint32_t)*leaf - w->first];
    rank_company(w, from, to, dense);
    clear_company(w, from, to, dense);
}

/* Says which leaves are alone in their group. */
LANED void find_lone_leaves(sweep *w)
{
    const uint64_t *at = w->m->grouped + w->first, *next;
    const uint64_t *end = at + w->m->grouped_count[w->block];
    for (; at < end; at = next) {
        next = group_end(at, end);
        for (const uint64_t *leaf = at; leaf < next; leaf++)
            w->d->alone[(uint32_t)*leaf - w->first] = next - at == 1;
    }
}

/* alpha of all, and which companies are the strongest. Whoever needs no other
 * row goes first, in the order that rows lie in memory. */
LANED void weigh_groups(sweep *w, bool dense)
{
    pl_block_scratch *d = w->d;
    const uint64_t *at = w->m->grouped + w->first, *next;
    const uint64_t *end = at + w->m->grouped_count[w->block];
    clear(d->best, w->width);
    clear(d->second, w->width);
    clear(d->own, w->width);
    clear(d->company, w->width);
    for (uint32_t i = w->first; i < w->first + w->size; i++) {
        if (pl_root_slot(w->m, i))
            finish_block_row(w, i, row_of(w, i, dense, false));
        else if (d->alone[i - w->first])
            weigh_leaf(w, i, dense);
    }
    for (; at < end; at = next) {
        next = group_end(at, end);
        if (next - at > 1)
            weigh_group(w, at, next, dense);
    }
}

/* tau(j,j) (4.5), and what a company competes with in column j. For a leaf
 * only its own group is admissible, which open_to_group sees to; a company
 * is never negative. */
LANED void close_columns(sweep *w)
{
    pl_messages *m = w->m;
    pl_block_scratch *d = w->d;
    for (uint32_t j = 0; j < w->size; j++) {
        uint32_t i = w->first + j;
        pl_real least = -(m->self_s[i] + m->self_eta[i] + m->self_alpha[i]);
        bool root = pl_root_slot(m, i);
        damp_one(&m->self_tau[i], root ? d->best[j] : d->own[j], m->step,
                 &w->moved);
        d->rest[j] = root && d->second[j] > least ? d->second[j] : least;
        d->rival[j] = root && d->best[j] > least ? d->best[j] : least;
        d->floor[j] = -m->limit;
        if (root) {
            pl_real floor = d->rival[j] > 0 ? -d->rival[j] : 0;
            d->floor[j] = floor > -m->limit ? floor : -m->limit;
            continue;
        }
        d->rival[j] = PL_FAR;
        d->best[j] = -1;
    }
    for (uint32_t j = w->size; j < w->width; j++)
        d->rest[j] = d->rival[j] = d->floor[j] = 0;
}

/* For the leaves of a group, their own columns are open: closed again, no
 * company is good enough there. */
LANED void open_to_group(sweep *w, const uint64_t *from, const uint64_t *to,
                         bool open)
{
    pl_block_scratch *d = w->d;
    for (const uint64_t *leaf = from; leaf < to; leaf++) {
        uint32_t j = (uint32_t)*leaf - w->first;
        d->rival[j] = open ? d->rest[j] : PL_FAR;
    }
}

LANED void accompany(sweep *w, uint32_t i, row r, const pl_real *company)
{
    const pl_messages *m = w->m;
    if (watched(w))
        keep_peaks(w, i,
                   accompany_row(r, w->d, company, m->limit, m->step, true));
    else
        keep_peaks(w, i,
                   accompany_row(r, w->d, company, m->limit, m->step, false));
}

/* tau of the leaves of a group. Its company is added up again: to keep those
 * of all groups takes room, and as long to read. */
LANED void accompany_group(sweep *w, const uint64_t *from, const uint64_t *to,
                           bool dense)
{
    for (const uint64_t *leaf = from; leaf < to; leaf++)
        join_row(row_of(w, (uint32_t)*leaf, dense, true), w->d->company);
    open_to_group(w, from, to, true);
    for (const uint64_t *leaf = from; leaf < to; leaf++)
        accompany(w, (uint32_t)*leaf, row_of(w, (uint32_t)*leaf, dense, true),
                  w->d->company);
    open_to_group(w, from, to, false);
    clear_company(w, from, to, dense);
}

/* Choices, and the next iteration's beginning, in slot order, since sums
 * depend on it and groups come and go. tau of a leaf that is alone goes along:
 * a row less to fetch. A row is left late, as above. */
LANED void pass_on(sweep *w, bool dense, bool more)
{
    const uint64_t *pair_first = w->m->affinity->pair_first;
    uint32_t late = PL_NONE;
    for (uint32_t i = w->first; i <= w->first + w->size; i++) {
        bool here = i < w->first + w->size && pair_first[i] < pair_first[i + 1];
        if (here && !pl_root_slot(w->m, i) && w->d->alone[i - w->first])
            accompany(w, i, row_of(w, i, dense, true), NULL);
        if (late != PL_NONE && pl_root_slot(w->m, late))
            leave_row(w, late, row_of(w, late, dense, false), more);
        else if (late != PL_NONE)
            leave_row(w, late, row_of(w, late, dense, true), more);
        late = here ? i : PL_NONE;
    }
}

LANED void finish_relational(sweep *w, bool dense, bool more)
{
    const uint64_t *at = w->m->grouped + w->first, *next;
    const uint64_t *end = at + w->m->grouped_count[w->block];
    open_columns(w);
    find_lone_leaves(w);
    weigh_groups(w, dense);
    close_columns(w);
    for (; at < end; at = next) {
        next = group_end(at, end);
        if (next - at > 1)
            accompany_group(w, at, next, dense);
    }
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
    w->moved = w->stirred = 0;
    if (!m->begun[block]) {
        begin_all(w, dense);
        m->stirred[block] = w->stirred;
        w->stirred = 0;
    }
    if (m->relational)
        finish_relational(w, dense, more);
    else
        finish_plain(w, dense, more);
    bool calm = w->changed == 0 && m->stirred[block] <= m->still &&
                w->moved <= m->still;
    m->calm[block] = calm ? m->calm[block] + 1 : 0;
    m->begun[block] = more;
    m->stirred[block] = w->stirred;
    return m->calm[block] >= m->patience;
}

/* Column sums are kept between calls, as a call may do a single iteration only.
 * A block that settled sleeps until a parent's choice wakes it: its messages
 * would not change. */
LANED void iterate_block(pl_messages *m, uint32_t block, pl_block_scratch *d,
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
        m->stirred[block] = w.stirred;
        m->begun[block] = 1;
    }
    for (uint32_t j = 0; j < size && m->begun[block]; j++)
        m->column[first + j] = d->sum[j];
}

/* The function of kernel.h that this width is known by. */
PL_LANE_TARGET void PL_KERNEL_NAME(pl_messages *m, uint32_t block,
                                   pl_block_scratch *d, uint32_t count,
                                   bool ahead)
{
    if (m->width[block] > 0)
        iterate_block(m, block, d, count, ahead, true);
    else
        iterate_block(m, block, d, count, ahead, false);
}

#endif
