/* messages_layout.c: lays the messages out, block by block, and starts them. */
/* SPDX-License-Identifier: MIT */
#include "base/checks.h"
#include "rap/messages.h"

#include <stdlib.h>

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

#include "base/status.h"
#include "rap/groups.h"
#include "rap/kernel.h"
#include "rap/ties.h"

static const double LIMIT = 2.0;
/* As a share of the limit: about a unit in the last place of the numbers that
 * messages are computed from. */
static const double STILL = 1e-7;
/* Below this share of all ordered pairs, cells without a pair cost more than
 * looking up columns. */
static const double DENSE_SHARE = 0.4;
/* Rows of a dense block and the cells of any block are a multiple of this.
 * Longer vectors leave out what is beyond. */
enum { CELL_GRAIN = 8, ALIGNMENT = 64 };
/* In a long row with hardly any equals, the push that parts equals would
 * decide who leads among a thousand that differ by less: there it is a few
 * units in the last place, enough for two that could stand for each other. */
enum { GRADED_ROW = 256 };
static const double GRADED_PUSH = 0.01;

static uint64_t round_up(uint64_t count)
{
    return (count + CELL_GRAIN - 1) / CELL_GRAIN * CELL_GRAIN;
}

/* ---------------------------------------------------------------- room -- */

/* Reals at a cache line's start, with a vector's room after the last. */
static pl_real *take_reals(pl_arena *arena, uint64_t count)
{
    unsigned char *taken = pl_arena_take(
        arena, count + 2 * ALIGNMENT / sizeof(pl_real), sizeof(pl_real));
    if (taken != NULL)
        taken += (ALIGNMENT - (uintptr_t)taken % ALIGNMENT) % ALIGNMENT;
    return (pl_real *)(void *)taken;
}

/* Arrays that plain AP has no use for are not taken: at a hundred thousand
 * saplings memory is what ends first. */
static void take_slots(pl_messages *m, pl_arena *arena)
{
    size_t slots = m->affinity->slot_count;
    pl_real **reals[] = {&m->self_s,   &m->self_eta, &m->self_alpha,
                         &m->self_tau, &m->column,   &m->highest};
    uint32_t **ids[] = {&m->choice, &m->choice_at, &m->shown, &m->group};
    for (size_t k = 0; k < sizeof reals / sizeof *reals; k++)
        *reals[k] = take_reals(arena, slots);
    for (size_t k = 0; k < (m->relational ? 4 : 3); k++)
        *ids[k] = PL_ARENA_ARRAY(arena, uint32_t, slots);
    m->row_first = PL_ARENA_ARRAY(arena, uint64_t, slots);
    m->eta = PL_ARENA_ARRAY(arena, pl_row_eta, slots);
    if (m->relational) {
        m->tau_first = PL_ARENA_ARRAY(arena, uint64_t, slots);
        m->grouped = PL_ARENA_ARRAY(arena, uint64_t, slots);
    }
}

static void take_blocks(pl_messages *m, pl_arena *arena)
{
    size_t blocks = m->affinity->block_count;
    uint32_t **counts[] = {&m->width, &m->changed, &m->changed_at,
                           &m->grouped_count, &m->calm};
    uint8_t **flags[] = {&m->settled, &m->begun, &m->regrouped};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        *counts[k] = PL_ARENA_ARRAY(arena, uint32_t, blocks);
    for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
        *flags[k] = PL_ARENA_ARRAY(arena, uint8_t, blocks);
    m->stirred = take_reals(arena, blocks);
}

/* A thread's own room, as wide as the widest row, taken once: blocks are far
 * too many and too small for memory to be asked for in each. */
static void take_thread_scratch(pl_messages *m, pl_arena *arena,
                                uint32_t threads, uint32_t widest)
{
    m->block_scratch = PL_ARENA_ARRAY(arena, pl_block_scratch, threads);
    for (uint32_t t = 0; !pl_arena_failed(arena) && t < threads; t++) {
        pl_block_scratch *d = &m->block_scratch[t];
        pl_real **rows[] = {&d->sum,     &d->offer, &d->top,  &d->first,
                            &d->next,    &d->eta,   &d->best, &d->second,
                            &d->own,     &d->rival, &d->rest, &d->floor,
                            &d->company, &d->spare};
        for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
            *rows[k] = take_reals(arena, widest);
        if (!m->relational)
            continue;
        d->alone = PL_ARENA_ARRAY(arena, uint8_t, widest);
        d->moved = PL_ARENA_ARRAY(arena, uint64_t, widest);
    }
}

/* -------------------------------------------------------------- layout -- */

/* Where most pairs of a block are there, cells for the missing ones cost less
 * than looking up columns. Rows start where vectors can be loaded at once. */
static void lay_out_block(pl_messages *m, uint32_t block, double dense_share)
{
    const pleach_affinity *a = m->affinity;
    uint32_t first = a->block_first[block], last = a->block_first[block + 1];
    uint64_t size = last - first;
    bool here = pl_block_is_here(a, block);
    uint64_t pairs = here ? a->pair_first[last] - a->pair_first[first] : 0;
    uint64_t width = round_up(size);
    bool dense = pairs > 0 && width <= UINT32_MAX &&
                 (double)pairs >= dense_share * (double)size * (double)width;
    m->width[block] = dense ? (uint32_t)width : 0;
    m->settled[block] = pairs == 0;
    m->regrouped[block] = 1;
    for (uint32_t i = first; here && i < last; i++) {
        uint64_t row = dense ? width : a->pair_first[i + 1] - a->pair_first[i];
        m->row_first[i] = m->cells;
        m->cells += row;
        if (!m->relational || pl_root_slot(m, i))
            continue;
        m->tau_first[i] = m->tau_cells;
        m->tau_cells += row;
    }
    /* A sparse row's last vector reaches beyond the row: into the next one,
     * or where nobody else writes. */
    uint64_t beyond = dense || !here ? 0 : CELL_GRAIN - 1;
    m->cells = round_up(m->cells + beyond);
    m->tau_cells = round_up(m->tau_cells + beyond);
}

static uint32_t widest_row(const pleach_affinity *a)
{
    uint32_t widest = 0;
    for (uint32_t b = 0; b < a->block_count; b++) {
        uint32_t size = a->block_first[b + 1] - a->block_first[b];
        if (size > widest)
            widest = size;
    }
    return widest + CELL_GRAIN;
}

static int compare_reals(const void *left, const void *right)
{
    pl_real a = *(const pl_real *)left, b = *(const pl_real *)right;
    return (a > b) - (a < b);
}

/* Whether row i is long and hardly any two of its similarities are equal, as
 * some are by chance in single precision. */
static bool is_graded(const pl_messages *m, uint32_t i)
{
    const pleach_affinity *a = m->affinity;
    const float *given = a->pair_similarity + a->pair_first[i];
    uint64_t count = a->pair_first[i + 1] - a->pair_first[i];
    pl_real *sorted = m->block_scratch[0].spare;
    if (count < GRADED_ROW)
        return false;
    for (uint64_t k = 0; k < count; k++)
        sorted[k] = (pl_real)given[k];
    qsort(sorted, count, sizeof *sorted, compare_reals);
    uint64_t equal = 0;
    for (uint64_t k = 1; k < count; k++)
        equal += sorted[k] == sorted[k - 1];
    return equal < count / 64;
}

/* Ties are broken in s itself, before anything is sent: equal candidates would
 * send equal messages for ever (section 3). */
static void fill_row(pl_messages *m, uint32_t i)
{
    const pleach_affinity *a = m->affinity;
    double push = is_graded(m, i) ? GRADED_PUSH : 1;
    pl_real *row = m->s + m->row_first[i];
    uint32_t width = m->width[a->slot_block[i]];
    for (uint32_t place = 0; place < width; place++)
        row[place] = -PL_FAR;
    m->highest[i] = -PL_FAR;
    for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++) {
        pl_real s = (pl_real)(a->pair_similarity[p] +
                              push * pl_tie_break(a, i, a->pair_slot[p]));
        row[pl_place_of(m, i, p)] = s;
        m->highest[i] = s > m->highest[i] ? s : m->highest[i];
    }
    for (int k = 0; k < PL_ODD; k++)
        m->eta[i].at[k] = PL_NONE;
    m->self_s[i] =
        (pl_real)(pl_preference_of(a, i) + push * pl_tie_break(a, i, i));
    /* Nobody else: as sure as it gets. */
    if (a->pair_first[i] == a->pair_first[i + 1])
        m->self_eta[i] = m->limit;
}

/* The longest vectors that this processor has, in bytes. */
static uint32_t longest_vector(void)
{
#ifdef PL_WIDE_KERNELS
    return __builtin_cpu_supports("avx2") ? 32 : 16;
#else
    return 16;
#endif
}

static uint32_t choose_vector(uint32_t most)
{
    uint32_t vector = longest_vector();
    while (most > 0 && vector > most)
        vector /= 2;
    return vector;
}

/* Everything is counted before it is taken, so that a block's cells lie
 * together in one piece of memory. */
pleach_status pl_messages_start(pl_messages *m, pl_arena *arena,
                                const pleach_affinity *affinity,
                                const pl_messages_plan *plan,
                                pleach_error *error)
{
    double share = plan->dense_share > 0 ? plan->dense_share : DENSE_SHARE;
    *m = (pl_messages){.affinity = affinity, .relational = plan->relational};
    assert(plan->damping >= 0 && plan->damping < 1);
    assert(plan->threads > 0);
    m->vector = choose_vector(plan->vector);
    m->step = (pl_real)(1 - plan->damping);
    m->limit = (pl_real)LIMIT;
    m->still = (pl_real)(STILL * LIMIT);
    m->patience = plan->patience > 0 ? plan->patience : UINT32_MAX;
    take_slots(m, arena);
    take_blocks(m, arena);
    take_thread_scratch(m, arena, plan->threads, widest_row(affinity));
    PL_TRY(pl_check_memory(arena, error));
    for (uint32_t b = 0; b < affinity->block_count; b++)
        lay_out_block(m, b, share);
    assert(m->tau_cells <= m->cells);
    m->s = take_reals(arena, m->cells);
    m->alpha = take_reals(arena, m->cells);
    m->tau = take_reals(arena, m->tau_cells);
    PL_TRY(pl_check_memory(arena, error));
    for (uint32_t i = 0; i < affinity->slot_count; i++) {
        if (pl_block_is_here(affinity, affinity->slot_block[i]))
            fill_row(m, i);
        m->choice[i] = i;
        m->choice_at[i] = PL_NONE;
        m->shown[i] = i;
        if (m->relational)
            m->group[i] = affinity->slot_parent[i];
    }
    return PLEACH_OK;
}

/* A message on its way to zero would get stuck among numbers so small that
 * processors take a hundred times as long with them. Such are zero here; what
 * was set before is set again afterwards. */
static unsigned int flush_tiny(void)
{
#ifdef __SSE2__
    enum { FLUSH_RESULTS = 0x8000, FLUSH_OPERANDS = 0x0040 };
    unsigned int before = _mm_getcsr();
    _mm_setcsr(before | FLUSH_RESULTS | FLUSH_OPERANDS);
    return before;
#else
    return 0;
#endif
}

static void keep_tiny(unsigned int before)
{
#ifdef __SSE2__
    _mm_setcsr(before);
#else
    (void)before;
#endif
}

static void iterate_kernel(pl_messages *m, uint32_t block,
                           pl_block_scratch *scratch, uint32_t count,
                           bool ahead)
{
#ifdef PL_WIDE_KERNELS
    if (m->vector == 32)
        pl_iterate_wide(m, block, scratch, count, ahead);
    else
#endif
        pl_iterate_narrow(m, block, scratch, count, ahead);
}

void pl_messages_iterate(pl_messages *m, uint32_t block, uint32_t thread,
                         uint32_t count, bool ahead)
{
    m->changed[block] = m->changed_at[block] = 0;
    if (m->settled[block])
        return;
    if (m->regrouped[block] && m->relational)
        pl_messages_sort_groups(m, block, m->block_scratch[thread].moved);
    unsigned int before = flush_tiny();
    iterate_kernel(m, block, &m->block_scratch[thread], count, ahead);
    keep_tiny(before);
}
