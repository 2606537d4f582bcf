/* kernel_rows.h: the messages of one row, lane by lane.
 *
 * beta = s + alpha + tau, rho = s + eta + tau, sigma = s + eta + alpha, in
 * this order of addition everywhere: rows look for a maximum by its bits. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_KERNEL_ROWS_H
#define PL_KERNEL_ROWS_H

#include "rap/lanes.h"

typedef struct row {
    uint32_t count; /* places; of a dense row, with those to fill up */
    pl_real *s, *alpha;
    pl_real *tau; /* NULL: none here */
    pl_row_eta *eta;
    pl_real *spread;     /* eta cell by cell, after spread_eta */
    const uint32_t *ids; /* per place: its column's slot; NULL: dense, place
                            and column are the same */
    uint32_t base;       /* the block's first slot */
} row;

/* What a sweep along a row finds out. */
typedef struct peaks {
    lanes top;           /* of belief */
    lanes first, second; /* of beta */
    lanes moved;
} peaks;

typedef struct cells {
    lanes s, eta, alpha, tau;
    mask live;
} cells;

LANED void store_cells(pl_real *to, lanes fresh, lanes old, mask live,
                       bool whole)
{
    store(to, whole ? fresh : pick(live, fresh, old));
}

LANED mask live_at(row r, uint32_t p, bool whole)
{
    return live_lanes(whole ? LANES : r.count - p);
}

/* Beyond the row's end nobody is similar. What else is read there is not
 * looked at. */
LANED lanes load_s(row r, uint32_t p, mask live, bool whole)
{
    lanes s = load(r.s + p);
    return whole ? s : pick(live, s, all(-PL_FAR));
}

/* What a column has, for each place from p on. */
LANED lanes look_up(row r, const pl_real *columns, uint32_t p, mask live,
                    bool whole)
{
    if (r.ids == NULL)
        return load(columns + p);
    return whole ? gather_whole(columns, r.ids + p, r.base)
                 : gather(columns, r.ids + p, r.base, live);
}

LANED pl_real positive_one(pl_real x)
{
    return x > 0 ? x : 0;
}

/* Damping; `moved` keeps the largest step where anybody asks for it. */
LANED lanes damp_lanes(lanes old, lanes target, pl_real step, lanes *moved,
                       bool watched)
{
    lanes change = step * (target - old);
    if (watched)
        *moved = greater(*moved, size_of(change));
    return old + change;
}

/* Does `body` for the whole vectors of a row, then for what is left. */
#define ALONG(r, body)                                                         \
    do {                                                                       \
        uint32_t p = 0;                                                        \
        for (; p + LANES <= (r).count; p += LANES)                             \
            body(true);                                                        \
        if (p < (r).count)                                                     \
            body(false);                                                       \
    } while (0)

LANED void note_moved(lanes *most, lanes moved, mask live, bool whole,
                      bool watched)
{
    if (watched)
        *most = greater(*most, whole ? moved : pick(live, moved, all(0)));
}

LANED peaks no_peaks(void)
{
    return (peaks){all(-PL_FAR), all(-PL_FAR), all(-PL_FAR), all(0)};
}

LANED void note_beta(peaks *found, lanes beta)
{
    found->second = greater(found->second, lesser(beta, found->first));
    found->first = greater(beta, found->first);
}

LANED pl_real beta_at(row r, uint32_t p)
{
    pl_real beta = r.s[p] + r.alpha[p];
    return r.tau == NULL ? beta : beta + r.tau[p];
}

LANED pl_real belief_at(row r, uint32_t p)
{
    pl_real sigma = r.s[p] + pl_eta_at(r.eta, p) + r.alpha[p];
    return r.tau == NULL ? sigma : sigma + r.tau[p];
}

/* Eta to be read along a row. In a dense row, which is long, it is written
 * out before; in a sparse one, places are compared on the way. */
typedef struct etas {
    lanes usual, odd[PL_ODD];
    lane_bits at[PL_ODD];
} etas;

/* Whole vectors only: what is read soon must not come from two stores. */
LANED void spread_eta(row r)
{
    lanes usual = all(r.eta->usual);
    for (uint32_t p = 0; p < r.count; p += LANES)
        store(r.spread + p, usual);
    for (int k = 0; k < PL_ODD; k++) {
        uint32_t at = r.eta->at[k];
        if (at == PL_NONE)
            continue;
        pl_real *near = r.spread + at / LANES * LANES;
        store(near, replace(load(near), at % LANES, r.eta->odd[k]));
    }
}

LANED etas ready_eta(row r)
{
    etas e = {.usual = all(r.eta->usual)};
    if (r.ids == NULL) {
        spread_eta(r);
        return e;
    }
    for (int k = 0; k < PL_ODD; k++) {
        e.odd[k] = all(r.eta->odd[k]);
        e.at[k] = all_bits(r.eta->at[k]);
    }
    return e;
}

LANED lanes load_eta(row r, const etas *e, uint32_t p)
{
    if (r.ids == NULL)
        return load(r.spread + p);
    lanes eta = e->usual;
    lane_bits here = numbers() + (pl_real_bits)p;
    for (int k = 0; k < PL_ODD; k++)
        eta = pick(same_bits(here, e->at[k]), e->odd[k], eta);
    return eta;
}

LANED cells load_cells(row r, const etas *e, uint32_t p, bool whole)
{
    /* Beyond the row's end lies the next row, which stays as it is. */
    cells c = {.live = live_at(r, p, whole), .eta = load_eta(r, e, p)};
    c.s = load_s(r, p, c.live, whole);
    c.alpha = load(r.alpha + p);
    if (r.tau != NULL)
        c.tau = load(r.tau + p);
    return c;
}

/* ------------------------------------------------------- E: the column -- */

/* alpha(i,j) = min(0, rho(j,j) + sum over k not in {i,j} of rho+(k,j)) (3.4)
 * with rho(j,j) and the whole sum in offer[j]. */
LANED lanes next_alpha(row r, uint32_t p, const cells *c, const pl_real *offer,
                       pl_real step, lanes *moved, bool whole, bool watched)
{
    lanes rho = c->s + c->eta;
    if (r.tau != NULL)
        rho += c->tau;
    lanes target = look_up(r, offer, p, c->live, whole) - positive(rho);
    lanes now = all(0);
    lanes alpha =
        damp_lanes(c->alpha, lesser(target, all(0)), step, &now, watched);
    note_moved(moved, now, c->live, whole, watched);
    store_cells(r.alpha + p, alpha, c->alpha, c->live, whole);
    return alpha;
}

/* A row that has no tau: its alpha, and then all that choices need. */
LANED void finish_lanes(row r, const etas *e, uint32_t p, const pl_real *offer,
                        pl_real step, peaks *found, bool whole, bool watched)
{
    cells c = load_cells(r, e, p, whole);
    lanes alpha =
        next_alpha(r, p, &c, offer, step, &found->moved, whole, watched);
    found->top = greater(c.s + c.eta + alpha, found->top);
    note_beta(found, c.s + alpha);
}

LANED peaks finish_row(row r, const pl_real *offer, pl_real step, bool watched)
{
    peaks found = no_peaks();
    etas e = ready_eta(r);
#define BODY(whole) finish_lanes(r, &e, p, offer, step, &found, whole, watched)
    ALONG(r, BODY);
#undef BODY
    return found;
}

/* A row that has: its alpha, and sigma+ into `company`. */
LANED void answer_lanes(row r, const etas *e, uint32_t p, const pl_real *offer,
                        pl_real *company, pl_real step, lanes *moved,
                        bool whole, bool watched)
{
    cells c = load_cells(r, e, p, whole);
    lanes alpha = next_alpha(r, p, &c, offer, step, moved, whole, watched);
    store(company + p, positive(c.s + c.eta + alpha));
}

LANED lanes answer_row(row r, const pl_real *offer, pl_real *company,
                       pl_real step, bool watched)
{
    lanes moved = all(0);
    etas e = ready_eta(r);
#define BODY(whole)                                                            \
    answer_lanes(r, &e, p, offer, company, step, &moved, whole, watched)
    ALONG(r, BODY);
#undef BODY
    return moved;
}

/* ---------------------------------------------------------- I: the row -- */

/* Adds x, which is not below zero, at the places from p on, to its columns.
 * Near the end few are above: those without any cost one test. */
LANED void add_to_columns(row r, uint32_t p, lanes x, pl_real *columns,
                          bool whole)
{
    mask some = above(x, all(0)) & live_at(r, p, whole);
    if (bits_of(some) == 0)
        return;
    if (r.ids == NULL) {
        lanes sum = load(columns + p);
        store(columns + p, pick(some, sum + x, sum));
        return;
    }
    /* One by one: a gather right after a scatter to the same columns waits
     * for it. */
    pl_real spread[LANES];
    store(spread, x);
    uint32_t left = whole ? LANES : r.count - p;
    for (uint32_t k = 0; k < LANES; k++)
        if (whole || k < left)
            columns[r.ids[p + k] - r.base] += spread[k];
}

/* Adds rho+ to the columns' sums, which alpha needs. */
LANED void begin_lanes(row r, const etas *e, uint32_t p, pl_real *sum,
                       bool whole)
{
    mask live = live_at(r, p, whole);
    lanes rho = load_s(r, p, live, whole) + load_eta(r, e, p);
    if (r.tau != NULL)
        rho += load(r.tau + p);
    add_to_columns(r, p, positive(rho), sum, whole);
}

LANED void begin_row(row r, pl_real *sum)
{
    etas e = ready_eta(r);
#define BODY(whole) begin_lanes(r, &e, p, sum, whole)
    ALONG(r, BODY);
#undef BODY
}

/* The highest betas of a row, when they were not found on the way. */
LANED void scan_lanes(row r, uint32_t p, peaks *found, bool whole)
{
    mask live = live_at(r, p, whole);
    lanes beta = load_s(r, p, live, whole);
    beta += load(r.alpha + p);
    if (r.tau != NULL)
        beta += load(r.tau + p);
    note_beta(found, beta);
}

LANED peaks scan_row(row r)
{
    peaks found = no_peaks();
#define BODY(whole) scan_lanes(r, p, &found, whole)
    ALONG(r, BODY);
#undef BODY
    return found;
}

/* --------------------------------------------------- F: single parents -- */

/* Keeps the strongest two companies of a column. */
LANED void rank_lanes(row r, uint32_t p, lanes company, pl_real *best,
                      pl_real *second, bool whole)
{
    mask some = above(company, all(0)) & live_at(r, p, whole);
    if (bits_of(some) == 0)
        return;
    if (r.ids == NULL) {
        lanes most = load(best + p), next = load(second + p);
        company = pick(some, company, all(0));
        store(second + p, greater(next, lesser(most, company)));
        store(best + p, greater(most, company));
        return;
    }
    const uint32_t *ids = r.ids + p;
    lanes most = gather(best, ids, r.base, some);
    lanes next = gather(second, ids, r.base, some);
    scatter(second, ids, r.base, greater(next, lesser(most, company)), some);
    scatter(best, ids, r.base, greater(most, company), some);
}

LANED void rank_row(row r, const pl_real *company, pl_real *best,
                    pl_real *second)
{
#define BODY(whole) rank_lanes(r, p, load(company + p), best, second, whole)
    ALONG(r, BODY);
#undef BODY
}

/* Ranks what a group has gathered in the columns of a sparse row. What is
 * ranked is turned negative, so that no column is ranked twice. */
LANED void rank_columns(row r, uint32_t p, pl_real *company, pl_real *best,
                        pl_real *second, bool whole)
{
    mask live = live_at(r, p, whole);
    lanes x = gather(company, r.ids + p, r.base, live);
    rank_lanes(r, p, x, best, second, whole);
    scatter(company, r.ids + p, r.base, -x, above(x, all(0)) & live);
}

LANED void rank_gathered(row r, pl_real *company, pl_real *best,
                         pl_real *second)
{
#define BODY(whole) rank_columns(r, p, company, best, second, whole)
    ALONG(r, BODY);
#undef BODY
}

/* Sets the columns of a sparse row to zero. */
LANED void clear_row_columns(row r, pl_real *columns)
{
#define BODY(whole)                                                            \
    scatter(columns, r.ids + p, r.base, all(0), live_at(r, p, whole))
    ALONG(r, BODY);
#undef BODY
}

/* Adds sigma+, known already, to the company of its group. */
LANED void add_company_row(row r, const pl_real *sigma, pl_real *company)
{
#define BODY(whole) add_to_columns(r, p, load(sigma + p), company, whole)
    ALONG(r, BODY);
#undef BODY
}

/* Adds a row's sigma+ to its group's company, P(g) of (4.4). */
LANED void join_lanes(row r, const etas *e, uint32_t p, pl_real *company,
                      bool whole)
{
    cells c = load_cells(r, e, p, whole);
    add_to_columns(r, p, positive(c.s + c.eta + c.alpha), company, whole);
}

LANED void join_row(row r, pl_real *company)
{
    etas e = ready_eta(r);
#define BODY(whole) join_lanes(r, &e, p, company, whole)
    ALONG(r, BODY);
#undef BODY
}

/* What tau(i,j) of a leaf goes to (4.6): with A = P(g(i)) - sigma+(i,j),
 *     min(0, sigma(j,j) + A - max(0, sigma(j,j) + B))
 *         = min(0, A - max(-sigma(j,j), company of the strongest other)),
 * and that maximum is in rest[j] for the strongest group itself, in rival[j]
 * for the others. Who is the strongest shows in the bits of its company. A
 * group of one leaf has A = 0: then `company` is NULL. Where it is no company
 * to anyone either, all that is in floor[j]. */
LANED lanes tau_target(row r, uint32_t p, const pl_block_scratch *d,
                       const pl_real *company, lanes alone, mask live,
                       pl_real limit, bool whole)
{
    if (company == NULL && bits_of(above(alone, all(0))) == 0)
        return look_up(r, d->floor, p, live, whole);
    lanes together =
        company == NULL ? alone : look_up(r, company, p, live, whole);
    lanes rival = pick(same(together, look_up(r, d->best, p, live, whole)),
                       look_up(r, d->rest, p, live, whole),
                       look_up(r, d->rival, p, live, whole));
    lanes target = together - alone - rival;
    return greater(lesser(target, all(0)), all(-limit));
}

/* tau after (4.5) and (4.6), damped, in one pass with the beliefs that need it:
 * the row is in the cache now, and will not be later. */
LANED void accompany_lanes(row r, const etas *e, uint32_t p,
                           const pl_block_scratch *d, const pl_real *company,
                           pl_real limit, pl_real step, peaks *found,
                           bool whole, bool watched)
{
    cells c = load_cells(r, e, p, whole);
    lanes moved = all(0);
    lanes sigma = c.s + c.eta + c.alpha;
    lanes target =
        tau_target(r, p, d, company, positive(sigma), c.live, limit, whole);
    lanes tau = damp_lanes(c.tau, target, step, &moved, watched);
    note_moved(&found->moved, moved, c.live, whole, watched);
    store_cells(r.tau + p, tau, c.tau, c.live, whole);
    found->top = greater(sigma + tau, found->top);
    note_beta(found, c.s + c.alpha + tau);
}

LANED peaks accompany_row(row r, const pl_block_scratch *d,
                          const pl_real *company, pl_real limit, pl_real step,
                          bool watched)
{
    peaks found = no_peaks();
    etas e = ready_eta(r);
#define BODY(whole)                                                            \
    accompany_lanes(r, &e, p, d, company, limit, step, &found, whole, watched)
    ALONG(r, BODY);
#undef BODY
    return found;
}

#endif
