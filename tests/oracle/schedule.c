/* schedule.c: the messages come out the same, bit by bit, however they are
 * computed: in vectors of any length, dense or sparse, ahead or not, many
 * iterations at once, on one thread or more, watched or not; and they are
 * what the equations say on rows longer than a vector. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "rap/groups.h"
#include "testing.h"

#include "../bench/blocks.c"
#include "rap/messages.h"
#include "rap/propagate.h"

enum { NODES = 700, ITERATIONS = 60 };

static pleach_affinity *affinity;

/* Some blocks dense and some sparse, graded so that not everything ties. */
static int set_up(void **state)
{
    blocks_plan plan = {NODES, 25, 1.2, 0.3, 3};
    (void)state;
    affinity = blocks_make(&plan);
    if (affinity == NULL)
        return -1;
    for (uint32_t i = 0; i < NODES; i++)
        for (uint64_t p = affinity->pair_first[i];
             p < affinity->pair_first[i + 1]; p++) {
            uint32_t j = affinity->pair_slot[p];
            uint64_t key = pl_hash_pair(i < j ? i : j, i < j ? j : i);
            affinity->pair_similarity[p] =
                (float)(0.1 + 0.225 * (double)(key % 5));
        }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    pleach_affinity_free(affinity);
    return 0;
}

static pl_arena *start(pl_messages *m, bool relational, uint32_t vector,
                       double dense_share)
{
    pl_arena *arena = pl_arena_new();
    pl_messages_plan plan = {.damping = 0.9,
                             .relational = relational,
                             .vector = vector,
                             .threads = 1,
                             .dense_share = dense_share};
    assert_non_null(arena);
    assert_int_equal(pl_messages_start(m, arena, affinity, &plan, NULL),
                     PLEACH_OK);
    return arena;
}

/* `batch` iterations at a time; all but the last with `ahead`. */
static void run(pl_messages *m, uint32_t batch, bool ahead)
{
    for (uint32_t k = 0; k < ITERATIONS; k += batch) {
        for (uint32_t b = 0; b < affinity->block_count; b++)
            pl_messages_iterate(m, b, 0, batch,
                                ahead && k + batch < ITERATIONS);
        if (m->relational)
            pl_messages_regroup(m);
    }
}

static bool same(const void *a, const void *b, size_t bytes)
{
    return memcmp(a, b, bytes) == 0;
}

/* Every message of every pair and node, whatever the layout. */
static void assert_same(const pl_messages *a, const pl_messages *b)
{
    size_t reals = NODES * sizeof(pl_real);
    assert_true(same(a->self_eta, b->self_eta, reals));
    assert_true(same(a->self_alpha, b->self_alpha, reals));
    assert_true(same(a->self_tau, b->self_tau, reals));
    assert_true(same(a->choice, b->choice, NODES * sizeof *a->choice));
    for (uint32_t i = 0; i < NODES; i++)
        for (uint64_t p = affinity->pair_first[i];
             p < affinity->pair_first[i + 1]; p++) {
            uint32_t x = pl_place_of(a, i, p), y = pl_place_of(b, i, p);
            uint64_t at = a->row_first[i] + x, bt = b->row_first[i] + y;
            assert_true(pl_eta_at(&a->eta[i], x) == pl_eta_at(&b->eta[i], y));
            assert_true(a->alpha[at] == b->alpha[bt]);
            if (a->relational && !pl_root_slot(a, i))
                assert_true(a->tau[a->tau_first[i] + x] ==
                            b->tau[b->tau_first[i] + y]);
        }
}

static void test_layouts_and_widths(void **state)
{
    static const double shares[] = {1e-9, 0.4, 2};
    static const uint32_t vectors[] = {16, 32};
    (void)state;
    for (int relational = 0; relational < 2; relational++) {
        pl_messages first, other;
        pl_arena *arena = start(&first, relational, 16, 0.4);
        bool dense = false, sparse = false;
        for (uint32_t b = 0; b < affinity->block_count; b++)
            *(first.width[b] > 0 ? &dense : &sparse) |= !first.settled[b];
        assert_true(dense && sparse);
        run(&first, 1, false);
        for (int k = 0; k < 6; k++) {
            uint32_t vector = vectors[k / 3];
            pl_arena *room = start(&other, relational, vector, shares[k % 3]);
            if (k % 3 == 0 && other.vector != vector)
                print_message("SKIPPED: there are no vectors of %u bytes "
                              "here.\n",
                              (unsigned)vector);
            run(&other, 1, false);
            assert_same(&first, &other);
            pl_arena_free(room);
        }
        pl_arena_free(arena);
    }
}

static void test_ahead_and_batches(void **state)
{
    (void)state;
    for (int relational = 0; relational < 2; relational++) {
        pl_messages first, other;
        pl_arena *arena = start(&first, relational, 0, 0);
        run(&first, 1, false);
        for (uint32_t batch = 1; batch <= (relational ? 1 : 20); batch += 19) {
            pl_arena *room = start(&other, relational, 0, 0);
            run(&other, batch, true);
            assert_same(&first, &other);
            pl_arena_free(room);
        }
        pl_arena_free(arena);
    }
}

/* ------------------------------------------------------- the equations -- */

static double plus(double x)
{
    return x > 0 ? x : 0;
}

static uint64_t cell(const pl_messages *m, uint32_t i, uint32_t j)
{
    return m->row_first[i] + pl_place_of(m, i, pl_find_pair(affinity, i, j));
}

static double eta_at(const pl_messages *m, uint32_t i, uint32_t j)
{
    return pl_eta_at(&m->eta[i],
                     pl_place_of(m, i, pl_find_pair(affinity, i, j)));
}

static double tau(const pl_messages *m, uint32_t i, uint32_t j)
{
    return pl_root_slot(m, i)
               ? 0
               : m->tau[m->tau_first[i] +
                        pl_place_of(m, i, pl_find_pair(affinity, i, j))];
}

/* What i hears about j: which of the messages count is up to the caller. */
static double sum_of(const pl_messages *m, uint32_t i, uint32_t j, bool eta,
                     bool alpha, bool with_tau)
{
    if (i == j)
        return m->self_s[i] + (eta ? m->self_eta[i] : 0.f) +
               (alpha ? m->self_alpha[i] : 0.f) +
               (with_tau ? m->self_tau[i] : 0.f);
    uint64_t at = cell(m, i, j);
    return m->s[at] + (eta ? eta_at(m, i, j) : 0) +
           (alpha ? m->alpha[at] : 0.f) + (with_tau ? tau(m, i, j) : 0);
}

static void check_near(double got, double old, double target)
{
    assert_true(fabs(got - (0.9 * old + 0.1 * target)) < 2e-5);
}

/* eta(i,j) of (3.2), from the messages before. */
static double eta_of(const pl_messages *old, uint32_t i, uint32_t j)
{
    double most = i == j ? -INFINITY : sum_of(old, i, i, false, true, true);
    for (uint64_t p = affinity->pair_first[i]; p < affinity->pair_first[i + 1];
         p++)
        if (affinity->pair_slot[p] != j)
            most = fmax(most, sum_of(old, i, affinity->pair_slot[p], false,
                                     true, true));
    return -most;
}

/* P(g) of (4.4) without leaf i. */
static double company_of(const pl_messages *m, uint32_t j, uint32_t group,
                         uint32_t without)
{
    double sum = 0;
    for (uint64_t p = affinity->pair_first[j]; p < affinity->pair_first[j + 1];
         p++) {
        uint32_t k = affinity->pair_slot[p];
        if (k != without && !pl_root_slot(m, k) && m->group[k] == group)
            sum += plus(sum_of(m, k, j, true, true, false));
    }
    return sum;
}

/* tau(i,j) of (4.6), as docs/method.md has it. */
static double tau_target(const pl_messages *m, uint32_t i, uint32_t j)
{
    double sigma = sum_of(m, j, j, true, true, false);
    double own = company_of(m, j, m->group[i], i), rival = own;
    if (!pl_root_slot(m, j) && m->group[i] != m->group[j])
        return -m->limit;
    for (uint64_t p = affinity->pair_first[j];
         pl_root_slot(m, j) && p < affinity->pair_first[j + 1]; p++) {
        uint32_t k = affinity->pair_slot[p];
        if (!pl_root_slot(m, k))
            rival = fmax(rival, company_of(m, j, m->group[k], i));
    }
    return fmax(fmin(0, sigma + own - plus(sigma + rival)), -m->limit);
}

/* alpha(i,j) of (3.4) with the new eta and the old tau. */
static double alpha_target(const pl_messages *m, const pl_messages *old,
                           uint32_t i, uint32_t j)
{
    double sum = m->self_s[j] + m->self_eta[j] + old->self_tau[j];
    for (uint64_t p = affinity->pair_first[j]; p < affinity->pair_first[j + 1];
         p++) {
        uint32_t k = affinity->pair_slot[p];
        if (k != i)
            sum += plus(m->s[cell(m, k, j)] + eta_at(m, k, j) + tau(old, k, j));
    }
    return fmin(0, sum);
}

static void check_equations(double dense_share)
{
    pl_messages old, m;
    pl_arena *one = start(&old, true, 0, dense_share);
    pl_arena *two = start(&m, true, 0, dense_share);
    run(&old, 1, false);
    run(&m, 1, false);
    for (uint32_t b = 0; b < affinity->block_count; b++)
        pl_messages_iterate(&m, b, 0, 1, false);
    for (uint32_t i = 0; i < NODES; i++)
        for (uint64_t p = affinity->pair_first[i];
             p < affinity->pair_first[i + 1]; p += 3) {
            uint32_t j = affinity->pair_slot[p];
            uint64_t at = cell(&m, i, j);
            check_near(eta_at(&m, i, j), eta_at(&old, i, j),
                       eta_of(&old, i, j));
            check_near(m.alpha[at], old.alpha[at],
                       alpha_target(&m, &old, i, j));
            if (!pl_root_slot(&m, i))
                check_near(tau(&m, i, j), tau(&old, i, j),
                           tau_target(&m, i, j));
        }
    pl_arena_free(one);
    pl_arena_free(two);
}

static void test_equations(void **state)
{
    (void)state;
    check_equations(1e-9);
    check_equations(2);
}

/* ---------------------------------------------------------- whole runs -- */

static pl_outcome find(const pleach_affinity *a, pl_arena *arena,
                       bool relational, const pleach_clusters_options *options)
{
    pl_outcome o = {.exemplar = PL_ARENA_ARRAY(arena, uint32_t, a->slot_count)};
    assert_non_null(o.exemplar);
    assert_int_equal(
        pl_propagate(&o, arena, a, relational, options, NULL, NULL), PLEACH_OK);
    return o;
}

/* Large enough for several threads to be worth it. */
static void test_threads(void **state)
{
    blocks_plan plan = {30000, 30, 1.6, 0.25, 5};
    pleach_affinity *large = blocks_make(&plan);
    (void)state;
    assert_non_null(large);
    for (int relational = 0; relational < 2; relational++) {
        pl_arena *arena = pl_arena_new();
        pleach_clusters_options options = {
            .damping = 0.9, .max_iterations = 40, .window = 100, .threads = 1};
        pl_outcome one = find(large, arena, relational, &options);
        for (options.threads = 2; options.threads <= 3; options.threads++) {
            pl_outcome more = find(large, arena, relational, &options);
            assert_true(same(one.exemplar, more.exemplar,
                             large->slot_count * sizeof *one.exemplar));
            assert_true(one.net_similarity == more.net_similarity);
        }
        pl_arena_free(arena);
    }
    pleach_affinity_free(large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layouts_and_widths),
        cmocka_unit_test(test_ahead_and_batches),
        cmocka_unit_test(test_equations),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
