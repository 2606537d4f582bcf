/* matrix.c: affinity propagation over a full matrix, mostly without looking.
 *
 * Of two messages of a row i, nearly all follow from a few numbers. A
 * responsibility is
 *
 *     r(i,k) <- damping r(i,k) + (1 - damping) (s(i,k) - m_i),
 *
 * where m_i is the most that another column offers: the same for all columns
 * but the best. So r(i,k) = grown s(i,k) - fallen_i, unless k was the best. An
 * availability is
 *
 *     a(i,k) <- damping a(i,k) + (1 - damping) min(0, C_k - max(0, r(i,k))),
 *
 * which is the same for all rows with r(i,k) <= 0: usual_k. Where a message
 * once was another, it differs by what is left of that: each iteration damps
 * the difference, and nothing else changes it.
 *
 * So a row computes the messages of the columns near to it only, which come
 * first once it is sorted. Since a(i,k) <= 0, no column whose s(i,k) is below
 * the second best offer can change what a row hears, and none with
 * grown s(i,k) <= fallen_i makes r positive. The others sleep, each with its
 * difference and the time from which on it was damped. An iteration costs what
 * is near, not what is there, and the answer is that of the plain equations
 * (rap/reference.c) up to rounding.
 *
 * The matrix stays where it is. Rows are sorted as far as they are needed. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/threads.h"
#include "pleach_lab.h"

/* Rows are shared out in so many pieces, whatever the threads, since sums of
 * columns depend on their order. A row is sorted for so many columns first. */
enum { PIECES = 32, FIRST_SORTED = 32 };
/* Of the spread of all similarities: preferences differ by so much, lest equal
 * points pass ties around. */
static const double TIE = 1e-10;

/* A column near a row: its messages to and fro, or, while it sleeps, by how
 * much they differed from the usual ones when it fell asleep. */
typedef struct near {
    uint32_t column;
    double s, r, a;
    double since; /* log_left of that time */
} near;

/* What rows are sorted by. */
typedef struct cell {
    double s;
    uint32_t column;
} cell;

typedef struct row {
    near *near;             /* sorted, the most similar first */
    uint32_t sorted, awake; /* the first `awake` have messages */
    double fallen;
    double own_r, own_a;
} row;

/* How far messages have come: 1 - the product of all dampings, and its
 * logarithm, as the product may become 0. */
typedef struct damping {
    double grown, log_left;
} damping;

typedef struct run {
    const void *matrix;
    bool single;
    uint32_t count;
    double damping;
    struct damping so_far;
    double *preference; /* per point */
    row *rows;
    double *coming;       /* per column: C */
    double *usual;        /* per column: the usual availability */
    double *sum[PIECES];  /* per column: positive responsibilities */
    cell *scratch;        /* per thread: a whole row */
    uint8_t *failed;      /* per thread: no memory */
    uint8_t *is_exemplar; /* per point */
    uint32_t *changed;    /* per piece: points that became one, or ceased */
} run;

static inline double similarity_at(const run *r, uint32_t i, uint32_t k)
{
    size_t at = (size_t)i * r->count + k;
    return r->single ? (double)((const float *)r->matrix)[at]
                     : ((const double *)r->matrix)[at];
}

/* --------------------------------------------------------------- sorting -- */

static inline bool is_nearer(cell a, cell b)
{
    return a.s > b.s || (a.s == b.s && a.column < b.column);
}

static int compare_cells(const void *left, const void *right)
{
    const cell *a = left, *b = right;
    return is_nearer(*a, *b) ? -1 : is_nearer(*b, *a);
}

/* Brings the `wanted` nearest of a list to its front, in any order (Hoare's
 * selection). */
static void select_nearest(cell *list, size_t count, size_t wanted)
{
    size_t low = 0, high = count;
    while (low < wanted && wanted < high) {
        cell pivot = list[low + (high - low - 1) / 2];
        size_t i = low, j = high - 1;
        for (;; i++, j--) {
            while (is_nearer(list[i], pivot))
                i++;
            while (is_nearer(pivot, list[j]))
                j--;
            if (i >= j)
                break;
            cell kept = list[i];
            list[i] = list[j];
            list[j] = kept;
        }
        *(wanted <= j ? &high : &low) = j + 1;
    }
}

/* Sorts further columns of a row, a multiple of those before. */
static bool sort_further(run *r, uint32_t i, cell *scratch)
{
    row *at = &r->rows[i];
    uint32_t all = r->count - 1, n = 0;
    uint64_t more = at->sorted == 0 ? FIRST_SORTED + r->count / 16u
                                    : (uint64_t)at->sorted * 3;
    uint32_t wanted = more < all ? (uint32_t)more : all;
    near *longer = pl_resize(at->near, wanted + 1u, sizeof *longer);
    if (longer == NULL)
        return false;
    for (uint32_t k = 0; k < r->count; k++)
        if (k != i)
            scratch[n++] = (cell){similarity_at(r, i, k), k};
    select_nearest(scratch, all, wanted);
    qsort(scratch, wanted, sizeof *scratch, compare_cells);
    for (uint32_t e = at->sorted; e < wanted; e++)
        longer[e] = (near){.column = scratch[e].column, .s = scratch[e].s};
    at->near = longer;
    at->sorted = wanted;
    return true;
}

/* ------------------------------------------------------------- iterating -- */

/* Whether the next column of a row has to have messages of its own: its
 * similarity is above a limit. False as well where there is no memory. */
static bool is_next_above(run *r, uint32_t i, uint32_t thread, double limit)
{
    row *at = &r->rows[i];
    if (at->awake == at->sorted && at->sorted < r->count - 1 &&
        !sort_further(r, i, r->scratch + (size_t)thread * r->count)) {
        r->failed[thread] = 1;
        return false;
    }
    return at->awake < at->sorted && at->near[at->awake].s > limit;
}

/* The next column of a row, with the messages that it would have now. */
static near *wake(const run *r, row *at, const damping *now)
{
    near *next = &at->near[at->awake++];
    double left =
        next->r == 0 && next->a == 0 ? 0 : exp(now->log_left - next->since);
    next->a = r->usual[next->column] + left * next->a;
    next->r = now->grown * next->s - at->fallen + left * next->r;
    return next;
}

/* What the columns offer a row: the best, where it is (PL_NONE: the point
 * itself), and the second best. */
typedef struct offers {
    double best, second;
    uint32_t at;
} offers;

static inline void offer(offers *o, double much, uint32_t at)
{
    if (much > o->best) {
        o->second = o->best;
        o->best = much;
        o->at = at;
    } else if (much > o->second) {
        o->second = much;
    }
}

static offers hear_offers(run *r, uint32_t i, uint32_t thread)
{
    row *at = &r->rows[i];
    double keep = r->damping, take = 1 - keep;
    offers o = {at->own_a + r->preference[i], -INFINITY, PL_NONE};
    for (uint32_t e = 0; e < at->awake; e++) {
        near *n = &at->near[e];
        double fresh = r->coming[n->column] - (n->r > 0 ? n->r : 0);
        n->a = keep * n->a + take * (fresh < 0 ? fresh : 0);
        offer(&o, n->a + n->s, e);
    }
    while (is_next_above(r, i, thread, o.second)) {
        const near *n = wake(r, at, &r->so_far);
        offer(&o, n->a + n->s, at->awake - 1);
    }
    return o;
}

/* What a row answers; `now` is the state of all damping after this iteration.
 */
static void answer_offers(run *r, uint32_t i, uint32_t thread, const offers *o,
                          const damping *now)
{
    row *at = &r->rows[i];
    double keep = r->damping, take = 1 - keep;
    for (uint32_t e = 0; e < at->awake; e++) {
        near *n = &at->near[e];
        double other = e == o->at ? o->second : o->best;
        n->r = keep * n->r + take * (n->s - other);
    }
    at->own_r =
        keep * at->own_r +
        take * (r->preference[i] - (o->at == PL_NONE ? o->second : o->best));
    at->fallen = keep * at->fallen + take * o->best;
    while (is_next_above(r, i, thread, at->fallen / now->grown))
        wake(r, at, now);
}

/* Those at the end of a row that nobody hears fall asleep. */
static void rest(const run *r, row *at, const offers *o, const damping *now)
{
    for (; at->awake > 0; at->awake--) {
        near *last = &at->near[at->awake - 1];
        if (last->r > 0 || last->s > o->second)
            return;
        last->a -= r->usual[last->column];
        last->r -= now->grown * last->s - at->fallen;
        last->since = now->log_left;
    }
}

static damping damp_further(const run *r)
{
    return (damping){r->damping * r->so_far.grown + 1 - r->damping,
                     r->so_far.log_left + log(r->damping)};
}

static void iterate_piece(void *context, uint32_t piece, uint32_t thread)
{
    run *r = context;
    double *sum = r->sum[piece];
    damping now = damp_further(r);
    uint32_t from = (uint32_t)((uint64_t)r->count * piece / PIECES);
    uint32_t to = (uint32_t)((uint64_t)r->count * (piece + 1) / PIECES);
    memset(sum, 0, r->count * sizeof *sum);
    r->changed[piece] = 0;
    for (uint32_t i = from; i < to && !r->failed[thread]; i++) {
        row *at = &r->rows[i];
        offers o = hear_offers(r, i, thread);
        answer_offers(r, i, thread, &o, &now);
        for (uint32_t e = 0; e < at->awake; e++)
            if (at->near[e].r > 0)
                sum[at->near[e].column] += at->near[e].r;
        rest(r, at, &o, &now);
    }
}

/* What all columns answer, and who is an exemplar now. */
static void sum_columns(void *context, uint32_t piece, uint32_t thread)
{
    run *r = context;
    double keep = r->damping, take = 1 - keep;
    uint32_t from = (uint32_t)((uint64_t)r->count * piece / PIECES);
    uint32_t to = (uint32_t)((uint64_t)r->count * (piece + 1) / PIECES);
    (void)thread;
    for (uint32_t k = from; k < to; k++) {
        row *at = &r->rows[k];
        double sum = 0;
        for (int p = 0; p < PIECES; p++)
            sum += r->sum[p][k];
        r->coming[k] = at->own_r + sum;
        at->own_a = keep * at->own_a + take * sum;
        r->usual[k] =
            keep * r->usual[k] + take * (r->coming[k] < 0 ? r->coming[k] : 0);
        uint8_t is = at->own_a + at->own_r > 0;
        r->changed[piece] += is != r->is_exemplar[k];
        r->is_exemplar[k] = is;
    }
}

/* --------------------------------------------------------------- settling --
 */

/* With an adaptive damping, messages that still change after so many windows
 * swing, and are damped more. */
enum { PATIENCE = 3 };
static const double FIRST_DAMPING = 0.5, MORE_DAMPING = 0.1,
                    MOST_DAMPING = 0.95;

static bool any_failed(const run *r, uint32_t threads)
{
    for (uint32_t t = 0; t < threads; t++)
        if (r->failed[t])
            return true;
    return false;
}

/* Until the exemplars have been the same for a window. */
static pleach_status settle(run *r, pleach_matrix_answer *answer,
                            const pleach_matrix_options *o, uint32_t threads,
                            pleach_error *error)
{
    uint32_t same = 0, swinging = 0;
    for (uint32_t t = 1; t <= o->max_iterations; t++) {
        uint32_t changed = 0;
        PL_TRY(
            pl_parallel(PIECES, threads, iterate_piece, r, NULL, NULL, error));
        if (any_failed(r, threads))
            return pl_fail_memory(error);
        PL_TRY(pl_parallel(PIECES, threads, sum_columns, r, NULL, NULL, error));
        for (int p = 0; p < PIECES; p++)
            changed += r->changed[p];
        r->so_far = damp_further(r);
        same = changed > 0 || t == 1 ? 0 : same + 1;
        answer->iterations = t;
        answer->converged =
            same >= o->window && memchr(r->is_exemplar, 1, r->count) != NULL;
        if (answer->converged)
            return PLEACH_OK;
        swinging = same > 0 ? swinging : swinging + 1;
        if (o->damping == 0 && swinging > PATIENCE * o->window &&
            r->damping < MOST_DAMPING) {
            r->damping = fmin(r->damping + MORE_DAMPING, MOST_DAMPING);
            swinging = 0;
        }
        PL_TRY(pl_report(o->listener,
                         &(pleach_progress){.stage = "cluster",
                                            .done = t,
                                            .total = o->max_iterations},
                         error));
    }
    return PLEACH_OK;
}

/* ---------------------------------------------------------------- public -- */

static pleach_status check_options(const pleach_matrix_options *o,
                                   uint32_t count, pleach_error *error)
{
    if (count == 0 || count >= PL_NONE)
        return pl_fail(error, PLEACH_BAD_USAGE, "A matrix has 1 to %u rows.",
                       PL_NONE - 1);
    if (o->damping != 0 && !(o->damping >= 0.5 && o->damping < 1))
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The damping is at least 0.5 and below 1, or 0: it "
                       "adapts itself.");
    if (o->max_iterations == 0 || o->window == 0)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "At least one iteration and a window of one are "
                       "needed.");
    return PLEACH_OK;
}

/* Finds the spread, and refuses what is no number. */
static pleach_status measure_spread(run *r, double *spread, pleach_error *error)
{
    double low = INFINITY, high = -INFINITY;
    for (uint32_t i = 0; i < r->count; i++)
        for (uint32_t k = 0; k < r->count; k++) {
            double s = i == k ? r->preference[i] : similarity_at(r, i, k);
            if (!isfinite(s))
                return pl_fail(error, PLEACH_BAD_DATA,
                               "Row %u, column %u is no finite number.", i, k);
            low = s < low ? s : low;
            high = s > high ? s : high;
        }
    *spread = high - low;
    return isfinite(*spread) ? PLEACH_OK
                             : pl_fail(error, PLEACH_BAD_DATA,
                                       "The similarities are too far apart.");
}

/* Everything that is as long as the matrix is wide; the rows grow later. */
static void take_arrays(run *r, pl_arena *arena, uint32_t threads)
{
    uint32_t n = r->count;
    r->preference = PL_ARENA_ARRAY(arena, double, n);
    r->rows = PL_ARENA_ARRAY(arena, row, n);
    r->coming = PL_ARENA_ARRAY(arena, double, n);
    r->usual = PL_ARENA_ARRAY(arena, double, n);
    for (int p = 0; p < PIECES; p++)
        r->sum[p] = PL_ARENA_ARRAY(arena, double, n);
    r->scratch = PL_ARENA_ARRAY(arena, cell, (size_t)threads * n);
    r->failed = PL_ARENA_ARRAY(arena, uint8_t, threads);
    r->changed = PL_ARENA_ARRAY(arena, uint32_t, PIECES);
}

pleach_status pleach_matrix_propagate(uint8_t *is_exemplar,
                                      pleach_matrix_answer *answer,
                                      const pleach_matrix *matrix,
                                      const pleach_matrix_options *options,
                                      pleach_error *error)
{
    PL_SCRATCH(arena);
    double spread = 0;
    run r = {.matrix = matrix->similarity,
             .single = matrix->single,
             .count = matrix->count,
             .damping = options->damping > 0 ? options->damping : FIRST_DAMPING,
             .is_exemplar = is_exemplar};
    uint32_t threads =
        pl_thread_count_for(options->threads, (uint64_t)matrix->count * 64);
    PL_TRY(check_options(options, matrix->count, error));
    take_arrays(&r, arena, threads);
    PL_TRY(pl_check_memory(arena, error));
    memcpy(r.preference, matrix->preference, r.count * sizeof *r.preference);
    memset(is_exemplar, 0, r.count);
    PL_TRY(measure_spread(&r, &spread, error));
    for (uint32_t i = 0; i < r.count; i++)
        r.preference[i] += TIE * spread * pl_hash_unit(pl_hash_pair(i, 1));
    pleach_status status = settle(&r, answer, options, threads, error);
    for (uint32_t i = 0; i < r.count; i++)
        pl_release(r.rows[i].near);
    return status;
}
