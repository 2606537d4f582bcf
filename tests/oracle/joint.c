/* joint.c: every joint message against all configurations of its factor. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <math.h>

#include "hand_made.h"
#include "rap/joint.h"

/* What stands for infinity in joint.c. */
static const double LIMIT = 64;
enum { MOST_CHILDREN = 4 };

typedef struct bench {
    hand_made *h;
    pl_live live;
    pl_joint joint;
    float *scratch;
} bench;

static float any_promise(void *context, uint32_t slot, uint64_t pair)
{
    (void)context;
    return (float)pl_hash_unit(pl_hash_pair(slot, pair));
}

static void start_joint(bench *b, double damping)
{
    assert_int_equal(pl_joint_start(&b->joint, b->h->arena, &b->h->affinity,
                                    &b->live, damping, NULL),
                     PLEACH_OK);
    b->scratch =
        PL_ARENA_ARRAY(b->h->arena, float, pl_joint_scratch(&b->joint));
}

static bench random_bench(pl_random *random)
{
    hand_made_chance chance = {2 + pl_random_below(random, 3),
                               1 + pl_random_below(random, 3),
                               1 + pl_random_below(random, MOST_CHILDREN),
                               0.4 + 0.6 * pl_random_unit(random),
                               0,
                               0.1};
    bench b = {.h = hand_made_random(random, &chance)};
    /* Cut lists are not symmetric any more: i may know j, and not j i. */
    bool cut = pl_random_chance(random, 0.4);
    uint32_t most = cut ? 1 + pl_random_below(random, 3) : HAND_MADE_NODES;
    assert_int_equal(pl_live_list(&b.live, b.h->arena, &b.h->affinity,
                                  cut ? 0 : UINT64_MAX, most, any_promise, NULL,
                                  NULL),
                     PLEACH_OK);
    assert_true(cut || b.live.complete);
    start_joint(&b, 0);
    return b;
}

static void randomise(pl_random *random, const pl_joint *t, float *messages)
{
    for (uint64_t e = 0; e < pl_joint_entries(t); e++)
        messages[e] = (float)(4 * pl_random_unit(random) - 2);
}

static uint32_t count_live(const bench *b, uint32_t slot)
{
    return (uint32_t)(b->live.first[slot + 1] - b->live.first[slot]);
}

static bool is_leaf(const bench *b, uint32_t slot)
{
    return b->h->affinity.slot_parent[slot] != PL_NONE;
}

/* The entry of slot i choosing its j-th live candidate while its parent (if
 * it has one) chooses the m-th of its own. */
static uint64_t entry_of(const bench *b, uint32_t i, uint32_t j, uint32_t m)
{
    return b->joint.entry_first[b->live.first[i] + j] + (is_leaf(b, i) ? m : 0);
}

static void expect(double found, double wanted, const char *what)
{
    if (!(fabs(found - wanted) <= 1e-4 * (1 + fabs(wanted) / 16)))
        fail_msg("%s is %.7g, all configurations say %.7g", what, found,
                 wanted);
}

/* Lists start with the slot itself, hold the most promising others, best
 * first, and as many as fit. */
static void test_live_candidates(void **state)
{
    (void)state;
    pl_random random;
    pl_random_seed(&random, 6);
    for (int k = 0; k < 100; k++) {
        hand_made_chance chance = {6, 2, 3, 0.7, 0, 0.1};
        hand_made *h = hand_made_random(&random, &chance);
        const pleach_affinity *a = &h->affinity;
        uint32_t most = 1 + pl_random_below(&random, 4);
        pl_live live;
        uint64_t entries = 0;
        bool complete = true;
        assert_int_equal(
            pl_live_list(&live, h->arena, a, 0, most, any_promise, NULL, NULL),
            PLEACH_OK);
        for (uint32_t i = 0; i < a->slot_count; i++) {
            uint64_t row = a->pair_first[i + 1] - a->pair_first[i];
            uint64_t length = live.first[i + 1] - live.first[i] - 1;
            assert_int_equal(length, row < most ? row : most);
            assert_int_equal(live.candidate[live.first[i]], i);
            complete &= row <= most;
            uint32_t root = a->slot_parent[i];
            uint64_t each =
                root == PL_NONE ? 1 : live.first[root + 1] - live.first[root];
            entries += (length + 1) * each;
            for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++) {
                uint32_t better = 0;
                bool listed = false;
                for (uint64_t q = a->pair_first[i]; q < a->pair_first[i + 1];
                     q++)
                    better += any_promise(NULL, i, q) > any_promise(NULL, i, p);
                for (uint64_t q = live.first[i]; q < live.first[i + 1]; q++)
                    listed |= live.candidate[q] == a->pair_slot[p];
                assert_int_equal(listed, better < most);
            }
        }
        assert_int_equal(live.complete, complete);
        assert_int_equal(pl_live_entries(&live, a), entries);
        hand_made_free(h);
    }
}

/* --------------------------------------------- a sapling: (7.1) to (7.5) -- */

typedef struct sapling {
    uint32_t slot[1 + MOST_CHILDREN]; /* the root first */
    uint32_t count;
    uint32_t at[1 + MOST_CHILDREN]; /* a configuration: live positions */
} sapling;

static bool next_configuration(const bench *b, sapling *s)
{
    for (uint32_t k = 0; k < s->count; k++) {
        if (++s->at[k] < count_live(b, s->slot[k]))
            return true;
        s->at[k] = 0;
    }
    return false;
}

/* The best configuration in which member `who` chooses its candidate j under
 * the root's m, without what the column says about that; or, with `other`,
 * in which it chooses anything but j. */
static double best_of_sapling(const bench *b, sapling *s, uint32_t who,
                              uint32_t j, uint32_t m, bool other)
{
    double best = -INFINITY;
    memset(s->at, 0, sizeof s->at);
    do {
        bool fits = other ? s->at[who] != j : s->at[who] == j && s->at[0] == m;
        double value = 0;
        for (uint32_t k = 0; k < s->count; k++) {
            uint32_t i = s->slot[k];
            value += b->live.s[b->live.first[i] + s->at[k]];
            if (k != who || other)
                value += b->joint.alpha[entry_of(b, i, s->at[k], s->at[0])];
        }
        if (fits && value > best)
            best = value;
    } while (next_configuration(b, s));
    return best;
}

/* Nothing else to choose is as sure as it gets. */
static double rho_of(const bench *b, sapling *s, uint32_t who, uint32_t j,
                     uint32_t m)
{
    double chosen = best_of_sapling(b, s, who, j, m, false);
    if (count_live(b, s->slot[who]) > 1)
        return chosen - best_of_sapling(b, s, who, j, m, true);
    double with_alpha = -INFINITY;
    for (uint32_t n = 0; n < count_live(b, s->slot[0]); n++)
        with_alpha = fmax(
            with_alpha, best_of_sapling(b, s, who, j, who == 0 ? j : n, false) +
                            b->joint.alpha[entry_of(b, s->slot[who], j, n)]);
    return chosen - (with_alpha - LIMIT);
}

static void check_sapling(bench *b, uint32_t root)
{
    const pleach_affinity *a = &b->h->affinity;
    sapling s = {.slot = {root}, .count = 1};
    for (uint32_t c = a->child_first[root]; c < a->child_first[root + 1]; c++)
        s.slot[s.count++] = a->child[c];
    pl_joint_send(&b->joint, root, b->scratch);
    for (uint32_t k = 0; k < s.count; k++)
        for (uint32_t j = 0; j < count_live(b, s.slot[k]); j++)
            for (uint32_t m = 0; m < (k == 0 ? 1 : count_live(b, root)); m++)
                expect(b->joint.rho[entry_of(b, s.slot[k], j, m)],
                       rho_of(b, &s, k, j, k == 0 ? j : m),
                       k == 0 ? "rho of a root (7.4)" : "rho of a leaf (7.5)");
}

static void test_messages_of_saplings(void **state)
{
    (void)state;
    pl_random random;
    pl_random_seed(&random, 1);
    for (int k = 0; k < 400; k++) {
        bench b = random_bench(&random);
        randomise(&random, &b.joint, b.joint.alpha);
        for (uint32_t i = 0; i < b.h->affinity.slot_count; i++)
            if (!is_leaf(&b, i))
                check_sapling(&b, i);
        hand_made_free(b.h);
    }
}

/* The choice and its margin are those of the max-marginals. */
static void test_choices_of_saplings(void **state)
{
    (void)state;
    pl_random random;
    pl_random_seed(&random, 2);
    for (int k = 0; k < 200; k++) {
        bench b = random_bench(&random);
        randomise(&random, &b.joint, b.joint.alpha);
        for (uint32_t i = 0; i < b.h->affinity.slot_count; i++)
            if (!is_leaf(&b, i))
                pl_joint_send(&b.joint, i, b.scratch);
        for (uint32_t i = 0; i < b.h->affinity.slot_count; i++) {
            uint32_t root = hand_made_root(b.h, i), best = 0;
            double most = -INFINITY, second = -INFINITY;
            for (uint32_t j = 0; j < count_live(&b, i); j++) {
                double value = -INFINITY;
                for (uint32_t m = 0; m < count_live(&b, root); m++)
                    if (i != root || m == j)
                        value = fmax(value,
                                     b.joint.rho[entry_of(&b, i, j, m)] +
                                         b.joint.alpha[entry_of(&b, i, j, m)]);
                if (value > most) {
                    second = most;
                    most = value;
                    best = j;
                } else {
                    second = fmax(second, value);
                }
            }
            /* rho + alpha is the best with j minus the best without, so the
             * winner's alone is positive, and it is the margin. */
            assert_int_equal(b.joint.choice[i],
                             b.live.candidate[b.live.first[i] + best]);
            expect(b.joint.margin[i], second == -INFINITY ? LIMIT : most,
                   "the margin");
        }
        hand_made_free(b.h);
    }
}

/* ---------------------------------------------- a column: (7.6) to (7.9) -- */

/* One who may choose column j: its live pair, and its group candidates. */
typedef struct caller {
    uint32_t slot, position;
} caller;

typedef struct column {
    uint32_t slot;
    caller callers[HAND_MADE_NODES]; /* without the column's own slot */
    uint32_t count;
} column;

static column list_column(const bench *b, uint32_t j)
{
    column c = {.slot = j};
    for (uint32_t i = 0; i < b->h->affinity.slot_count; i++)
        for (uint32_t q = 0; q < count_live(b, i); q++)
            if (i != j && b->live.candidate[b->live.first[i] + q] == j)
                c.callers[c.count++] = (caller){i, q};
    return c;
}

/* Where slot m stands among the live candidates of i's parent; PL_NONE. */
static uint32_t group_position(const bench *b, uint32_t i, uint32_t m)
{
    uint32_t parent = b->h->affinity.slot_parent[i];
    for (uint32_t k = 0; k < count_live(b, parent); k++)
        if (b->live.candidate[b->live.first[parent] + k] == m)
            return k;
    return PL_NONE;
}

/* The value of one configuration of an open column: who is in, and which m
 * the leaves have; -INFINITY when it is not allowed. `skip` does not count. */
static double value_of_column(const bench *b, const column *c, uint32_t in,
                              uint32_t m, uint32_t skip)
{
    const float *rho = b->joint.rho;
    double value = 0;
    if (m == c->slot)
        return -INFINITY;
    if (is_leaf(b, c->slot)) {
        uint32_t at = group_position(b, c->slot, m);
        if (at == PL_NONE)
            return -INFINITY;
        value = skip == c->slot ? 0 : rho[entry_of(b, c->slot, 0, at)];
    } else if (skip != c->slot) {
        value = rho[entry_of(b, c->slot, 0, 0)];
    }
    for (uint32_t k = 0; k < c->count; k++) {
        uint32_t i = c->callers[k].slot;
        if ((in >> k & 1) == 0)
            continue;
        uint32_t at = is_leaf(b, i) ? group_position(b, i, m) : 0;
        if (at == PL_NONE)
            return -INFINITY;
        if (i != skip)
            value += rho[entry_of(b, i, c->callers[k].position, at)];
    }
    return value;
}

/* The best open configuration among those where bit `who` is `inside`. `m`
 * PL_NONE: any group. */
static double best_of_column(const bench *b, const column *c, uint32_t who,
                             bool inside, uint32_t m, uint32_t skip)
{
    double best = -INFINITY;
    uint32_t slots = b->h->affinity.slot_count;
    for (uint32_t in = 0; in < 1u << c->count; in++) {
        if (who != PL_NONE && (in >> who & 1) != inside)
            continue;
        for (uint32_t n = 0; n < slots; n++)
            if (m == PL_NONE || n == m)
                best = fmax(best, value_of_column(b, c, in, n, skip));
    }
    return best;
}

static void check_own(const bench *b, const column *c)
{
    uint32_t j = c->slot;
    if (!is_leaf(b, j)) {
        expect(b->joint.alpha[entry_of(b, j, 0, 0)],
               best_of_column(b, c, PL_NONE, false, PL_NONE, j),
               "alpha of a root's own column (7.7)");
        return;
    }
    uint32_t parent = b->h->affinity.slot_parent[j];
    for (uint32_t k = 0; k < count_live(b, parent); k++) {
        uint32_t m = b->live.candidate[b->live.first[parent] + k];
        double open = best_of_column(b, c, PL_NONE, false, m, j);
        expect(b->joint.alpha[entry_of(b, j, 0, k)], fmax(-LIMIT, open),
               "alpha of a leaf's own column (7.7)");
    }
}

static void check_caller(const bench *b, const column *c, uint32_t who)
{
    uint32_t i = c->callers[who].slot, at = c->callers[who].position;
    double without =
        fmax(0, best_of_column(b, c, who, false, PL_NONE, PL_NONE));
    if (!is_leaf(b, i)) {
        expect(b->joint.alpha[entry_of(b, i, at, 0)],
               best_of_column(b, c, who, true, PL_NONE, i) - without,
               "alpha of a root (7.9)");
        return;
    }
    uint32_t parent = b->h->affinity.slot_parent[i];
    for (uint32_t k = 0; k < count_live(b, parent); k++) {
        uint32_t m = b->live.candidate[b->live.first[parent] + k];
        double with = best_of_column(b, c, who, true, m, i);
        expect(b->joint.alpha[entry_of(b, i, at, k)],
               fmax(-LIMIT, with - without), "alpha of a leaf (7.8)");
    }
}

static void test_messages_of_columns(void **state)
{
    (void)state;
    pl_random random;
    pl_random_seed(&random, 3);
    for (int k = 0; k < 400; k++) {
        bench b = random_bench(&random);
        randomise(&random, &b.joint, b.joint.rho);
        for (uint32_t j = 0; j < b.h->affinity.slot_count; j++) {
            column c = list_column(&b, j);
            if (c.count > 8)
                continue;
            pl_joint_receive(&b.joint, j, b.scratch);
            check_own(&b, &c);
            for (uint32_t who = 0; who < c.count; who++)
                check_caller(&b, &c, who);
        }
        hand_made_free(b.h);
    }
}

/* Damped, an update goes part of the way. */
static void test_damping(void **state)
{
    (void)state;
    pl_random random;
    pl_random_seed(&random, 4);
    for (int k = 0; k < 50; k++) {
        bench b = random_bench(&random);
        uint64_t entries = pl_joint_entries(&b.joint);
        float *before = PL_ARENA_ARRAY(b.h->arena, float, entries);
        float *full = PL_ARENA_ARRAY(b.h->arena, float, entries);
        randomise(&random, &b.joint, b.joint.rho);
        randomise(&random, &b.joint, before);
        for (uint32_t j = 0; j < b.h->affinity.slot_count; j++)
            pl_joint_receive(&b.joint, j, b.scratch);
        memcpy(full, b.joint.alpha, entries * sizeof *full);
        memcpy(b.joint.alpha, before, entries * sizeof *full);
        b.joint.damping = 0.75f;
        for (uint32_t j = 0; j < b.h->affinity.slot_count; j++)
            pl_joint_receive(&b.joint, j, b.scratch);
        for (uint64_t e = 0; e < entries; e++)
            expect(b.joint.alpha[e], 0.75 * before[e] + 0.25 * full[e],
                   "a damped message");
        hand_made_free(b.h);
    }
}

/* -------------------------------------------------- where nothing loops -- */

typedef struct forest {
    bench b;
    uint32_t component[HAND_MADE_NODES]; /* per slot, by its root */
} forest;

static void unite(forest *f, uint32_t i, uint32_t j)
{
    uint32_t from = f->component[i], to = f->component[j];
    for (uint32_t k = 0; k < f->b.h->affinity.slot_count; k++)
        if (f->component[k] == from)
            f->component[k] = to;
}

/* A column belongs to the sapling of its own slot; one who may choose it from
 * outside ties two saplings together. Each such tie joins two components, so
 * the graph of saplings and columns is a forest. */
static forest random_forest(pl_random *random)
{
    hand_made_chance chance = {2 + pl_random_below(random, 4), 1, 3, 0, 0, 0.1};
    forest f = {.b = {.h = hand_made_random(random, &chance)}};
    uint32_t slots = f.b.h->affinity.slot_count;
    bool tied[HAND_MADE_NODES][HAND_MADE_NODES] = {{false}};
    for (uint32_t i = 0; i < slots; i++)
        f.component[i] = hand_made_root(f.b.h, i);
    for (uint32_t k = 0; k < 40 * slots; k++) {
        uint32_t i = pl_random_below(random, slots);
        uint32_t j = pl_random_below(random, slots);
        if (f.component[i] != f.component[j]) {
            tied[i][j] = true;
            unite(&f, i, j);
        }
    }
    pl_live *live = &f.b.live;
    live->first = PL_ARENA_ARRAY(f.b.h->arena, uint64_t, slots + 1);
    live->candidate = PL_ARENA_ARRAY(f.b.h->arena, uint32_t, 2 * slots);
    live->s = PL_ARENA_ARRAY(f.b.h->arena, float, 2 * slots);
    uint64_t used = 0;
    for (uint32_t i = 0; i < slots; i++) {
        live->first[i] = used;
        for (uint32_t j = 0; j <= slots; j++) {
            uint32_t candidate = j == 0 ? i : j - 1;
            if (j > 0 && !tied[i][candidate])
                continue;
            live->candidate[used] = candidate;
            live->s[used++] = (float)(3 * pl_random_unit(random) - 1.5);
        }
    }
    live->first[slots] = used;
    start_joint(&f.b, 0.5);
    return f;
}

/* The worth of a choice of live positions under I, E, F and the rule that no
 * cluster is its own parent; -INFINITY when it breaks one. */
static double worth_of(const bench *b, const uint32_t *exemplar, double sum)
{
    const pleach_affinity *a = &b->h->affinity;
    uint32_t above[HAND_MADE_NODES];
    memset(above, 0xFF, sizeof above);
    for (uint32_t i = 0; i < a->slot_count; i++) {
        uint32_t j = exemplar[i];
        if (exemplar[j] != j)
            return -INFINITY;
        if (!is_leaf(b, i))
            continue;
        uint32_t m = exemplar[a->slot_parent[i]];
        if (m == j || (above[j] != PL_NONE && above[j] != m))
            return -INFINITY;
        above[j] = m;
    }
    return sum;
}

static double best_of_forest(const bench *b, uint32_t *best_exemplar)
{
    uint32_t slots = b->h->affinity.slot_count;
    uint32_t at[HAND_MADE_NODES] = {0}, exemplar[HAND_MADE_NODES];
    double best = -INFINITY;
    for (uint32_t k = 0; k < slots;) {
        double sum = 0;
        for (uint32_t i = 0; i < slots; i++) {
            exemplar[i] = b->live.candidate[b->live.first[i] + at[i]];
            sum += b->live.s[b->live.first[i] + at[i]];
        }
        double worth = worth_of(b, exemplar, sum);
        if (worth > best) {
            best = worth;
            memcpy(best_exemplar, exemplar, slots * sizeof *exemplar);
        }
        for (k = 0; k < slots && ++at[k] == count_live(b, k); k++)
            at[k] = 0;
    }
    return best;
}

static void test_exact_without_loops(void **state)
{
    (void)state;
    pl_random random;
    pl_random_seed(&random, 5);
    for (int k = 0; k < 300; k++) {
        forest f = random_forest(&random);
        bench *b = &f.b;
        uint32_t slots = b->h->affinity.slot_count;
        uint32_t best[HAND_MADE_NODES];
        best_of_forest(b, best);
        for (int round = 0; round < 300; round++) {
            for (uint32_t i = 0; i < slots; i++)
                pl_joint_send(&b->joint, i, b->scratch);
            for (uint32_t j = 0; j < slots; j++)
                pl_joint_receive(&b->joint, j, b->scratch);
        }
        for (uint32_t i = 0; i < slots; i++)
            if (b->joint.margin[i] > 1e-3f)
                assert_int_equal(b->joint.choice[i], best[i]);
        hand_made_free(b->h);
    }
}

/* ----------------------------------------- the example of docs/method.md -- */

/* Two people say r > x, y. The roots alone would rather stay apart; their
 * leaves tell them otherwise after one exchange. */
static void test_the_worked_example(void **state)
{
    (void)state;
    bench b = {.h = hand_made_new("r>x,y r>x,y", 0.1)};
    hand_made *h = b.h;
    hand_made_pair(h, 0, 3, 0.05f);
    hand_made_pair(h, 1, 4, 0.9f);
    hand_made_pair(h, 2, 5, 0.9f);
    assert_int_equal(pl_live_list(&b.live, h->arena, &h->affinity, UINT64_MAX,
                                  HAND_MADE_NODES, any_promise, NULL, NULL),
                     PLEACH_OK);
    for (uint64_t q = 0; q < b.live.first[h->node_count]; q++)
        b.live.s[q] = roundf(b.live.s[q] * 100) / 100; /* ties as they are */
    start_joint(&b, 0);
    uint32_t r1 = h->slot[0], x1 = h->slot[1];
    for (uint32_t i = 0; i < h->node_count; i++)
        pl_joint_send(&b.joint, i, b.scratch);
    /* Candidate 0 is the slot itself, candidate 1 the other one. */
    expect(b.joint.rho[entry_of(&b, r1, 0, 0)], 0.05, "rho(r1,r1)");
    expect(b.joint.rho[entry_of(&b, r1, 1, 0)], -0.05, "rho(r1,r2)");
    expect(b.joint.rho[entry_of(&b, x1, 1, 0)], 0.8, "rho(x1,x2,r1)");
    expect(b.joint.rho[entry_of(&b, x1, 1, 1)], 0.75, "rho(x1,x2,r2)");
    expect(b.joint.rho[entry_of(&b, x1, 0, 0)], -0.8, "rho(x1,x1,r1)");
    expect(b.joint.rho[entry_of(&b, x1, 0, 1)], -0.85, "rho(x1,x1,r2)");
    assert_int_equal(b.joint.choice[r1], r1);
    for (uint32_t j = 0; j < h->node_count; j++)
        pl_joint_receive(&b.joint, j, b.scratch);
    expect(b.joint.alpha[entry_of(&b, x1, 0, 0)], 0.75, "alpha(x1,x1,r1)");
    expect(b.joint.alpha[entry_of(&b, x1, 0, 1)], 0.8, "alpha(x1,x1,r2)");
    expect(b.joint.alpha[entry_of(&b, x1, 1, 0)], -0.85, "alpha(x1,x2,r1)");
    expect(b.joint.alpha[entry_of(&b, x1, 1, 1)], -0.8, "alpha(x1,x2,r2)");
    expect(b.joint.alpha[entry_of(&b, r1, 0, 0)], 0, "alpha(r1,r1)");
    expect(b.joint.alpha[entry_of(&b, r1, 1, 0)], 0, "alpha(r1,r2)");
    for (uint32_t i = 0; i < h->node_count; i++)
        pl_joint_send(&b.joint, i, b.scratch);
    assert_int_equal(b.joint.choice[r1], h->slot[3]);
    expect(b.joint.margin[r1], 1.85 - 1.80, "the margin");
    hand_made_free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_live_candidates),
        cmocka_unit_test(test_messages_of_saplings),
        cmocka_unit_test(test_choices_of_saplings),
        cmocka_unit_test(test_messages_of_columns),
        cmocka_unit_test(test_damping),
        cmocka_unit_test(test_exact_without_loops),
        cmocka_unit_test(test_the_worked_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
