/* messages.c: every message against brute force over all configurations of
 * its row or column, in double to 1e-12; messages_float.c does it in single.
 *
 * A factor's message to a variable is, by definition, the best value of the
 * others when the variable is 1, minus that when it is 0. Here both are found
 * by trying all 2^n configurations. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "testing.h"

#ifdef ORACLE_FLOAT
#include "rap/messages.h"
static const double TOLERANCE = 1e-4;
#else
/* The library has these in single precision: here they are compiled anew. */
#define PL_DOUBLE
#include "rap/groups.c"
#include "rap/messages_layout.c"
/* After them: it has a type called like their variables. */
#include "rap/kernel_narrow.c"
static const double TOLERANCE = 1e-12;
#endif
#include "base/hash.h"

enum { MOST = 8, BLOCKS = 3, SLOTS = BLOCKS * MOST, TRIALS = 400 };

static double draw(void)
{
    static uint64_t count;
    return pl_hash_unit(pl_hash_pair(++count, 20101));
}

static uint32_t draw_below(uint32_t end)
{
    return (uint32_t)(draw() * end);
}

/* ---------------------------------------------------------- the subject -- */

typedef struct world {
    pleach_affinity affinity;
    uint32_t block_first[BLOCKS + 1], slot_block[SLOTS], slot_parent[SLOTS];
    uint32_t child_first[SLOTS + 1], child[SLOTS], pair_slot[SLOTS * MOST];
    uint64_t slot_identity[SLOTS], pair_first[SLOTS + 1];
    float pair_similarity[SLOTS * MOST];
    pl_arena *arena;
    pl_messages m;
} world;

static void draw_slots(world *w)
{
    pleach_affinity *a = &w->affinity;
    for (uint32_t b = 0; b < BLOCKS; b++) {
        w->block_first[b + 1] = w->block_first[b] + 2 + draw_below(MOST - 1);
        for (uint32_t i = w->block_first[b]; i < w->block_first[b + 1]; i++)
            w->slot_block[i] = b;
    }
    a->block_count = BLOCKS;
    a->slot_count = w->block_first[BLOCKS];
    for (uint32_t i = 0; i < a->slot_count; i++) {
        w->slot_identity[i] = pl_hash_pair(i, 7);
        w->slot_parent[i] = PL_NONE;
    }
    /* Slot 0 stays a root; leaves hang on any earlier root. */
    for (uint32_t i = 1; i < a->slot_count; i++) {
        uint32_t parent = draw_below(i);
        if (draw() < 0.7 && w->slot_parent[parent] == PL_NONE)
            w->slot_parent[i] = parent;
    }
    uint32_t used = 0;
    for (uint32_t r = 0; r < a->slot_count; r++) {
        w->child_first[r] = used;
        for (uint32_t i = 0; i < a->slot_count; i++)
            if (w->slot_parent[i] == r)
                w->child[used++] = i;
    }
    w->child_first[a->slot_count] = used;
}

/* A symmetric pattern, now and then with a node that has no pair at all. */
static void draw_pairs(world *w)
{
    pleach_affinity *a = &w->affinity;
    static double s[SLOTS][SLOTS];
    double share = 0.3 + 0.7 * draw();
    for (uint32_t i = 0; i < a->slot_count; i++)
        for (uint32_t j = 0; j < i; j++)
            s[i][j] = s[j][i] =
                w->slot_block[i] == w->slot_block[j] && draw() < share
                    ? 0.1 + 0.9 * draw()
                    : 0;
    uint64_t pairs = 0;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        w->pair_first[i] = pairs;
        for (uint32_t j = 0; j < a->slot_count; j++) {
            if (i == j || s[i][j] <= 0)
                continue;
            w->pair_slot[pairs] = j;
            w->pair_similarity[pairs++] = (float)s[i][j];
        }
    }
    w->pair_first[a->slot_count] = pairs;
}

static void world_open(world *w)
{
    memset(w, 0, sizeof *w);
    draw_slots(w);
    draw_pairs(w);
    pleach_affinity *a = &w->affinity;
    a->preference = 0.05;
    a->block_first = w->block_first;
    a->slot_block = w->slot_block;
    a->slot_parent = w->slot_parent;
    a->slot_identity = w->slot_identity;
    a->child_first = w->child_first;
    a->child = w->child;
    a->pair_first = w->pair_first;
    a->pair_slot = w->pair_slot;
    a->pair_similarity = w->pair_similarity;
}

static void world_start(world *w, const pl_messages_plan *plan)
{
    w->arena = pl_arena_new();
    assert_non_null(w->arena);
    assert_int_equal(
        pl_messages_start(&w->m, w->arena, &w->affinity, plan, NULL),
        PLEACH_OK);
}

static uint64_t cell_of(const pl_messages *m, uint32_t i, uint64_t pair)
{
    return m->row_first[i] + pl_place_of(m, i, pair);
}

static pl_real *tau_of(const pl_messages *m, uint32_t i, uint64_t pair)
{
    return m->tau + m->tau_first[i] + pl_place_of(m, i, pair);
}

/* Some pairs have an eta of their own, with a place left for a new winner. */
static void draw_eta(pl_messages *m, uint32_t i)
{
    const pleach_affinity *a = m->affinity;
    pl_row_eta *eta = &m->eta[i];
    eta->usual = (pl_real)(0.5 - 1.5 * draw());
    for (uint32_t k = 0; k < PL_ODD; k++)
        eta->odd[k] = eta->usual;
    uint32_t degree = (uint32_t)(a->pair_first[i + 1] - a->pair_first[i]);
    uint32_t skipped = degree > 0 ? draw_below(degree) : 0;
    for (uint32_t k = 1; k < PL_ODD && skipped + k < degree; k++) {
        eta->at[k] = pl_place_of(m, i, a->pair_first[i] + skipped + k);
        eta->odd[k] = (pl_real)(0.5 - 1.5 * draw());
    }
}

static pl_real eta_of(const pl_messages *m, uint32_t i, uint64_t pair)
{
    return pl_eta_at(&m->eta[i], pl_place_of(m, i, pair));
}

/* Messages as they could be in the middle of a run, and random groups. */
static void draw_messages(world *w)
{
    pl_messages *m = &w->m;
    const pleach_affinity *a = m->affinity;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        m->self_alpha[i] = (pl_real)(2 * draw());
        m->self_eta[i] = (pl_real)(0.5 - 2 * draw());
        bool leaf = m->relational && !pl_root_slot(m, i);
        m->self_tau[i] = (pl_real)(m->relational ? draw() : 0);
        if (leaf)
            m->group[i] = draw_below(3);
        draw_eta(m, i);
        for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++) {
            m->alpha[cell_of(m, i, p)] = (pl_real)(-1.5 * draw());
            if (leaf)
                *tau_of(m, i, p) = (pl_real)(-2 * draw());
        }
    }
}

/* -------------------------------------------------------- brute force -- */

/* The variables of one factor and what they hear from elsewhere. */
typedef struct variables {
    uint32_t count;
    double hears[MOST + 1];
    uint32_t slot[MOST + 1];
} variables;

typedef bool allowed(const world *w, const variables *v, uint32_t column,
                     uint32_t chosen);

static double best_with(const world *w, const variables *v, uint32_t column,
                        allowed *is_allowed, uint32_t target, uint32_t value)
{
    double best = -INFINITY;
    for (uint32_t chosen = 0; chosen < 1u << v->count; chosen++) {
        if ((chosen >> target & 1) != value ||
            !is_allowed(w, v, column, chosen))
            continue;
        double sum = 0;
        for (uint32_t k = 0; k < v->count; k++)
            if (k != target && (chosen >> k & 1))
                sum += v->hears[k];
        best = fmax(best, sum);
    }
    return best;
}

static double brute_message(const world *w, const variables *v, uint32_t column,
                            allowed *is_allowed, uint32_t target)
{
    return best_with(w, v, column, is_allowed, target, 1) -
           best_with(w, v, column, is_allowed, target, 0);
}

/* I: exactly one. */
static bool one_exemplar(const world *w, const variables *v, uint32_t column,
                         uint32_t chosen)
{
    (void)w, (void)v, (void)column;
    return chosen != 0 && (chosen & (chosen - 1)) == 0;
}

/* E: whoever is chosen chooses itself. */
static bool exemplar_stands(const world *w, const variables *v, uint32_t column,
                            uint32_t chosen)
{
    (void)w;
    for (uint32_t k = 0; k < v->count; k++)
        if (v->slot[k] == column)
            return chosen == 0 || (chosen >> k & 1);
    return false;
}

/* F by itself: the leaves of a cluster have parents in one. */
static bool parents_agree(const world *w, const variables *v, uint32_t column,
                          uint32_t chosen)
{
    uint32_t group = PL_NONE;
    (void)column;
    for (uint32_t k = 0; k < v->count; k++) {
        uint32_t i = v->slot[k];
        if (!(chosen >> k & 1) || pl_root_slot(&w->m, i))
            continue;
        if (group != PL_NONE && group != w->m.group[i])
            return false;
        group = w->m.group[i];
    }
    return true;
}

/* F with E folded in, as the messages have it. */
static bool family_stands(const world *w, const variables *v, uint32_t column,
                          uint32_t chosen)
{
    return exemplar_stands(w, v, column, chosen) &&
           parents_agree(w, v, column, chosen);
}

/* ------------------------------------------------------------- checks -- */

/* What messages were before, to damp with. */
typedef struct memory {
    pl_real eta[SLOTS * MOST], alpha[SLOTS * MOST], tau[SLOTS * MOST];
    pl_real self_eta[SLOTS], self_alpha[SLOTS], self_tau[SLOTS];
} memory;

static void remember(memory *old, const world *w)
{
    const pl_messages *m = &w->m;
    const pleach_affinity *a = m->affinity;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        old->self_eta[i] = m->self_eta[i];
        old->self_alpha[i] = m->self_alpha[i];
        old->self_tau[i] = m->self_tau[i];
        for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++) {
            old->eta[p] = eta_of(m, i, p);
            old->alpha[p] = m->alpha[cell_of(m, i, p)];
            old->tau[p] =
                m->relational && !pl_root_slot(m, i) ? *tau_of(m, i, p) : 0;
        }
    }
}

static void check(const char *what, double got, double old, double target,
                  double damping)
{
    double want = damping * old + (1 - damping) * target;
    if (fabs(got - want) > TOLERANCE)
        fail_msg("%s is %.15g, brute force says %.15g", what, got, want);
}

static void hear(variables *v, uint32_t slot, double message)
{
    v->slot[v->count] = slot;
    v->hears[v->count++] = message;
}

static void check_row(const world *w, const memory *old, uint32_t i,
                      double damping)
{
    const pl_messages *m = &w->m;
    const pleach_affinity *a = m->affinity;
    uint64_t from = a->pair_first[i], to = a->pair_first[i + 1];
    variables v = {0};
    if (from == to) {
        assert_true(m->self_eta[i] == old->self_eta[i]);
        return;
    }
    hear(&v, i, m->self_s[i] + old->self_alpha[i] + old->self_tau[i]);
    for (uint64_t p = from; p < to; p++)
        hear(&v, a->pair_slot[p],
             m->s[cell_of(m, i, p)] + old->alpha[p] + old->tau[p]);
    check("eta(i,i)", m->self_eta[i], old->self_eta[i],
          brute_message(w, &v, i, one_exemplar, 0), damping);
    for (uint64_t p = from; p < to; p++)
        check("eta(i,j)", eta_of(m, i, p), old->eta[p],
              brute_message(w, &v, i, one_exemplar, (uint32_t)(p - from) + 1),
              damping);
}

/* The pair of row i in column j; the pattern is symmetric. */
static uint64_t pair_in(const world *w, uint32_t i, uint32_t j)
{
    const pleach_affinity *a = &w->affinity;
    for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++)
        if (a->pair_slot[p] == j)
            return p;
    fail_msg("the pattern is not symmetric");
    return 0;
}

static void check_column(const world *w, const memory *old, uint32_t j,
                         double damping)
{
    const pl_messages *m = &w->m;
    const pleach_affinity *a = m->affinity;
    variables v = {0};
    hear(&v, j, m->self_s[j] + m->self_eta[j] + old->self_tau[j]);
    for (uint64_t q = a->pair_first[j]; q < a->pair_first[j + 1]; q++) {
        uint32_t i = a->pair_slot[q];
        uint64_t p = pair_in(w, i, j), cell = cell_of(m, i, p);
        hear(&v, i, m->s[cell] + eta_of(m, i, p) + old->tau[p]);
    }
    check("alpha(j,j)", m->self_alpha[j], old->self_alpha[j],
          brute_message(w, &v, j, exemplar_stands, 0), damping);
    for (uint32_t k = 1; k < v.count; k++) {
        uint64_t p = pair_in(w, v.slot[k], j);
        check("alpha(i,j)", m->alpha[cell_of(m, v.slot[k], p)], old->alpha[p],
              brute_message(w, &v, j, exemplar_stands, k), damping);
    }
}

/* The sigmas of column j: of the node itself, and of the other leaves. */
static variables hear_company(const world *w, uint32_t j)
{
    const pl_messages *m = &w->m;
    const pleach_affinity *a = m->affinity;
    variables v = {0};
    hear(&v, j, m->self_s[j] + m->self_alpha[j] + m->self_eta[j]);
    for (uint64_t q = a->pair_first[j]; q < a->pair_first[j + 1]; q++) {
        uint32_t i = a->pair_slot[q];
        if (pl_root_slot(m, i))
            continue;
        uint64_t p = pair_in(w, i, j), cell = cell_of(m, i, p);
        hear(&v, i, m->s[cell] + m->alpha[cell] + eta_of(m, i, p));
    }
    return v;
}

static void check_company(const world *w, const memory *old, uint32_t j,
                          double damping)
{
    const pl_messages *m = &w->m;
    variables v = hear_company(w, j);
    check("tau(j,j)", m->self_tau[j], old->self_tau[j],
          brute_message(w, &v, j, family_stands, 0), damping);
    for (uint32_t k = 1; k < v.count; k++) {
        uint64_t p = pair_in(w, v.slot[k], j);
        double target =
            fmax(brute_message(w, &v, j, family_stands, k), -m->limit);
        check("tau(i,j)", *tau_of(m, v.slot[k], p), old->tau[p], target,
              damping);
    }
}

/* The other reading, docs/method.md 4: tau(i,j) = P(g(i)) - max over g of
 * P(g), all without i; here j itself is a leaf like the others. */
static double pure_company(const world *w, const variables *v, uint32_t target)
{
    double own = 0, most = 0;
    for (uint32_t g = 0; g < SLOTS; g++) {
        double sum = 0;
        for (uint32_t k = 0; k < v->count; k++)
            if (k != target && w->m.group[v->slot[k]] == g)
                sum += fmax(0, v->hears[k]);
        most = fmax(most, sum);
        if (w->m.group[v->slot[target]] == g)
            own = sum;
    }
    return own - most;
}

static void check_pure(const world *w, uint32_t j)
{
    variables all = hear_company(w, j), v = {0};
    for (uint32_t k = 0; k < all.count; k++)
        if (!pl_root_slot(&w->m, all.slot[k]))
            hear(&v, all.slot[k], all.hears[k]);
    for (uint32_t k = 0; k < v.count; k++)
        check("pure tau(i,j)", pure_company(w, &v, k), 0,
              brute_message(w, &v, j, parents_agree, k), 0);
}

static void check_choice(const world *w, uint32_t i)
{
    const pl_messages *m = &w->m;
    const pleach_affinity *a = m->affinity;
    pl_real most = pl_self_belief(m, i), chosen = most;
    for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++) {
        pl_real belief = pl_belief(m, i, pl_place_of(m, i, p));
        most = belief > most ? belief : most;
        if (a->pair_slot[p] == m->choice[i])
            chosen = belief;
    }
    assert_true(chosen == most);
}

static void run_trial(world *w, bool relational, bool dense)
{
    /* Also none at all, which users cannot ask for. */
    double damping = draw() < 0.5 ? 0 : draw();
    pl_messages_plan plan = {.damping = damping,
                             .relational = relational,
                             .threads = 1,
                             .dense_share = dense ? 1e-9 : 2};
    static memory old;
    world_open(w);
    world_start(w, &plan);
    draw_messages(w);
    remember(&old, w);
    for (uint32_t b = 0; b < BLOCKS; b++)
        pl_messages_iterate(&w->m, b, 0, 1, false);
    for (uint32_t i = 0; i < w->affinity.slot_count; i++) {
        if (w->affinity.pair_first[w->block_first[w->slot_block[i]]] ==
            w->affinity.pair_first[w->block_first[w->slot_block[i] + 1]])
            continue; /* a block without pairs says nothing */
        check_row(w, &old, i, damping);
        check_column(w, &old, i, damping);
        check_choice(w, i);
        if (!relational)
            continue;
        check_company(w, &old, i, damping);
        check_pure(w, i);
    }
    pl_arena_free(w->arena);
}

static void run_trials(bool relational, bool dense)
{
    static world w;
    for (uint32_t trial = 0; trial < TRIALS; trial++)
        run_trial(&w, relational, dense);
}

/* A row that had more winners than it has places: the eta that is closest to
 * the usual is usual from then on, the others are what they were. */
static void test_odd_ones_out(void **state)
{
    enum { NODES = PL_ODD + 2 };
    static world w;
    pl_messages_plan plan = {.damping = 0.5, .threads = 1, .dense_share = 2};
    (void)state;
    do
        world_open(&w);
    while (w.pair_first[1] < NODES);
    world_start(&w, &plan);
    pl_row_eta *eta = &w.m.eta[0];
    for (uint32_t k = 0; k < PL_ODD; k++) {
        eta->at[k] = k;
        eta->odd[k] = (pl_real)(k == 2 ? 0.01 : 0.1 * (k + 1));
    }
    w.m.alpha[w.m.row_first[0] + PL_ODD] = 5; /* wins, whatever s is */
    pl_messages_iterate(&w.m, 0, 0, 1, false);
    assert_int_equal(eta->at[0], PL_ODD);
    double usual = eta->usual;
    assert_true(fabs(usual - 0.5 * -(5 + w.m.s[w.m.row_first[0] + PL_ODD])) <
                TOLERANCE);
    assert_true(pl_eta_at(eta, 2) == eta->usual);
    for (uint32_t k = 0; k < PL_ODD; k++)
        if (k != 2)
            assert_true(fabs(pl_eta_at(eta, k) - usual - 0.05 * (k + 1)) <
                        TOLERANCE);
    pl_arena_free(w.arena);
}

static void test_plain_dense(void **state)
{
    (void)state;
    run_trials(false, true);
}

static void test_plain_sparse(void **state)
{
    (void)state;
    run_trials(false, false);
}

static void test_relational_dense(void **state)
{
    (void)state;
    run_trials(true, true);
}

static void test_relational_sparse(void **state)
{
    (void)state;
    run_trials(true, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_odd_ones_out),
        cmocka_unit_test(test_plain_dense),
        cmocka_unit_test(test_plain_sparse),
        cmocka_unit_test(test_relational_dense),
        cmocka_unit_test(test_relational_sparse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
