/* reference.c: the equations, one function each, in the order of the text. */
/* SPDX-License-Identifier: MIT */
#include "rap/reference.h"

#include <math.h>

#include "base/status.h"
#include "rap/ties.h"

static bool is_known_pair(const pl_reference *r, uint32_t i, uint32_t j)
{
    return r->s[i][j] > -INFINITY;
}

static bool has_parent(const pl_reference *r, uint32_t i)
{
    return r->affinity->slot_parent[i] != PL_NONE;
}

/* x+ in the equations. */
static double plus(double x)
{
    return fmax(0, x);
}

/* new = d old + (1 - d) computed */
static void damp_towards(const pl_reference *r, double *message,
                         double computed)
{
    *message = r->damping * *message + (1 - r->damping) * computed;
}

/* A table of `rows` rows, all zero. */
static double **make_table(pl_arena *arena, size_t rows, size_t columns)
{
    double **table = PL_ARENA_ARRAY(arena, double *, rows);
    for (size_t k = 0; table != NULL && k < rows; k++)
        table[k] = PL_ARENA_ARRAY(arena, double, columns);
    return table;
}

static double ***make_cube(pl_arena *arena, size_t side)
{
    double ***cube = PL_ARENA_ARRAY(arena, double **, side);
    for (size_t k = 0; cube != NULL && k < side; k++)
        cube[k] = make_table(arena, side, side);
    return cube;
}

/* S with ties broken (section 9), and the groups at the start (4.2). */
static void fill_similarities(pl_reference *r)
{
    const pleach_affinity *a = r->affinity;
    for (uint32_t i = 0; i < r->count; i++) {
        for (uint32_t j = 0; j < r->count; j++)
            r->s[i][j] = -INFINITY;
        for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++) {
            uint32_t j = a->pair_slot[p];
            r->s[i][j] = a->pair_similarity[p] + pl_tie_break(a, i, j);
        }
        r->s[i][i] = pl_preference_of(a, i) + pl_tie_break(a, i, i);
        r->group[i] = a->slot_parent[i];
    }
}

/* Whole matrices, whatever they cost: this is for reading and for small tests.
 */
pleach_status pl_reference_start(pl_reference *r, pl_arena *arena,
                                 const pleach_affinity *affinity,
                                 double damping, double limit,
                                 pleach_error *error)
{
    *r = (pl_reference){.affinity = affinity,
                        .count = affinity->slot_count,
                        .damping = damping,
                        .limit = limit};
    double ***tables[] = {&r->s,   &r->alpha, &r->eta,
                          &r->tau, &r->up,    &r->belief};
    r->group = PL_ARENA_ARRAY(arena, uint32_t, r->count);
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++)
        *tables[k] = make_table(arena, r->count, r->count);
    r->joint_alpha = make_cube(arena, r->count);
    r->joint_rho = make_cube(arena, r->count);
    PL_TRY(pl_check_memory(arena, error));
    fill_similarities(r);
    return PLEACH_OK;
}

/* ---------------------------------------------------- sections 3 and 4 -- */

/* What a pair passes on to I, E and F (4.1); tau is 0 in plain AP (3.1). */
static double beta_of(const pl_reference *r, uint32_t i, uint32_t j)
{
    return r->s[i][j] + r->alpha[i][j] + r->tau[i][j];
}

static double rho_of(const pl_reference *r, uint32_t i, uint32_t j)
{
    return r->s[i][j] + r->eta[i][j] + r->tau[i][j];
}

static double sigma_of(const pl_reference *r, uint32_t i, uint32_t j)
{
    return r->s[i][j] + r->alpha[i][j] + r->eta[i][j];
}

/* eta(i,j) = - max over k != j of beta(i,k) (3.2) */
static void send_eta(pl_reference *r, uint32_t i, uint32_t j)
{
    double *eta = &r->eta[i][j], most = -INFINITY;
    for (uint32_t k = 0; k < r->count; k++)
        if (k != j)
            most = fmax(most, beta_of(r, i, k));
    if (most == -INFINITY) /* nobody else: as sure as it gets */
        *eta = r->limit;
    else
        damp_towards(r, eta, -most);
}

/* alpha(j,j) = sum over k != j of rho+(k,j) (3.3)
 * alpha(i,j) = min(0, rho(j,j) + the same without i) (3.4) */
static void send_alpha(pl_reference *r, uint32_t i, uint32_t j)
{
    double sum = 0;
    for (uint32_t k = 0; k < r->count; k++)
        if (k != i && k != j)
            sum += plus(rho_of(r, k, j));
    damp_towards(r, &r->alpha[i][j],
                 i == j ? sum : fmin(0, rho_of(r, j, j) + sum));
}

/* P(g) in column j, without leaf `but` (4.4) */
static double company_of(const pl_reference *r, uint32_t j, uint32_t g,
                         uint32_t but)
{
    double sum = 0;
    for (uint32_t k = 0; k < r->count; k++)
        if (k != j && k != but && has_parent(r, k) && r->group[k] == g)
            sum += plus(sigma_of(r, k, j));
    return sum;
}

/* The most that any group offers in column j, without leaf `but`; or 0. */
static double best_company(const pl_reference *r, uint32_t j, uint32_t but)
{
    double most = 0;
    for (uint32_t g = 0; g < r->count; g++)
        most = fmax(most, company_of(r, j, g, but));
    return most;
}

/* (4.5) for i = j, (4.6) otherwise. Roots other than j hear 0. */
static void send_tau(pl_reference *r, uint32_t i, uint32_t j)
{
    double tau = 0, own = sigma_of(r, j, j);
    if (i == j && has_parent(r, j)) {
        tau = company_of(r, j, r->group[j], j);
    } else if (i == j) {
        tau = best_company(r, j, j);
    } else if (has_parent(r, i)) {
        double with = company_of(r, j, r->group[i], i);
        double without = has_parent(r, j) ? with : best_company(r, j, i);
        tau = fmin(0, own + with - fmax(0, own + without));
        if (has_parent(r, j) && r->group[i] != r->group[j])
            tau = -r->limit;
    }
    damp_towards(r, &r->tau[i][j], fmax(tau, -r->limit));
}

/* g(i) = argmax over k of (s + alpha + eta + tau)(parent(i), k) (4.2) */
static void guess_group(pl_reference *r, uint32_t leaf)
{
    uint32_t parent = r->affinity->slot_parent[leaf];
    double most = -INFINITY;
    for (uint32_t k = 0; k < r->count; k++) {
        double belief = sigma_of(r, parent, k) + r->tau[parent][k];
        if (belief > most) {
            most = belief;
            r->group[leaf] = k;
        }
    }
}

static void send_all(pl_reference *r,
                     void send(pl_reference *r, uint32_t i, uint32_t j))
{
    for (uint32_t i = 0; i < r->count; i++)
        for (uint32_t j = 0; j < r->count; j++)
            if (is_known_pair(r, i, j))
                send(r, i, j);
}

void pl_reference_plain(pl_reference *r)
{
    send_all(r, send_eta);
    send_all(r, send_alpha);
}

void pl_reference_relational(pl_reference *r)
{
    pl_reference_plain(r);
    send_all(r, send_tau);
    for (uint32_t i = 0; i < r->count; i++)
        if (has_parent(r, i))
            guess_group(r, i);
}

/* ---------------------------------------------------------- section 7 -- */

/* Whether "i chooses j while its parent chooses m" is anything to speak of. */
static bool is_entry(const pl_reference *r, uint32_t i, uint32_t j, uint32_t m)
{
    return is_known_pair(r, i, j) &&
           (has_parent(r, i) ? is_known_pair(r, r->affinity->slot_parent[i], m)
                             : j == m);
}

/* s(i,j) + alpha(i,j,m), what leaf i has of j under m. */
static double leaf_worth(const pl_reference *r, uint32_t i, uint32_t j,
                         uint32_t m)
{
    return r->s[i][j] + r->joint_alpha[i][j][m];
}

/* up(i,m) = max over j of s(i,j) + alpha(i,j,m) (7.1) */
static void send_up(pl_reference *r, uint32_t leaf, uint32_t m)
{
    r->up[leaf][m] = -INFINITY;
    for (uint32_t j = 0; j < r->count; j++)
        r->up[leaf][m] = fmax(r->up[leaf][m], leaf_worth(r, leaf, j, m));
}

/* belief(r,m) = s(r,m) + alpha(r,m) + sum over children of up(i,m) (7.2) */
static void add_beliefs(pl_reference *r, uint32_t root, uint32_t m)
{
    r->belief[root][m] = leaf_worth(r, root, m, m);
    for (uint32_t i = 0; i < r->count; i++)
        if (r->affinity->slot_parent[i] == root)
            r->belief[root][m] += r->up[i][m];
}

/* down(i,m) = belief(parent(i),m) - up(i,m) (7.3) */
static double down_of(const pl_reference *r, uint32_t leaf, uint32_t m)
{
    return r->belief[r->affinity->slot_parent[leaf]][m] - r->up[leaf][m];
}

/* rho(r,m) = belief(r,m) - alpha(r,m) - max over m' != m of belief (7.4) */
static double rho_of_root(const pl_reference *r, uint32_t root, uint32_t m)
{
    double most = -INFINITY, own = r->belief[root][m];
    for (uint32_t k = 0; k < r->count; k++)
        if (k != m && is_known_pair(r, root, k))
            most = fmax(most, r->belief[root][k]);
    return own - r->joint_alpha[root][m][m] -
           (most == -INFINITY ? own - r->limit : most);
}

/* max over m of s(i,j) + alpha(i,j,m) + down(i,m), a term of (7.5) */
static double hope_of(const pl_reference *r, uint32_t leaf, uint32_t j)
{
    double most = -INFINITY;
    for (uint32_t m = 0; m < r->count; m++)
        if (is_entry(r, leaf, j, m))
            most = fmax(most, leaf_worth(r, leaf, j, m) + down_of(r, leaf, m));
    return most;
}

/* rho(i,j,m) = s(i,j) + down(i,m) - the best hope but j's (7.5) */
static double rho_of_leaf(const pl_reference *r, uint32_t leaf, uint32_t j,
                          uint32_t m)
{
    double most = -INFINITY;
    for (uint32_t k = 0; k < r->count; k++)
        if (k != j)
            most = fmax(most, hope_of(r, leaf, k));
    if (most == -INFINITY)
        most = hope_of(r, leaf, j) - r->limit;
    return r->s[leaf][j] + down_of(r, leaf, m) - most;
}

/* Whether column j can be open with leaves under m. */
static bool can_open(const pl_reference *r, uint32_t j, uint32_t m)
{
    return m != j && (!has_parent(r, j) || is_entry(r, j, j, m));
}

/* What the others in column j offer, without `but`: R + L(m). Of m = PL_NONE,
 * without leaves: R. */
static double offers_of(const pl_reference *r, uint32_t j, uint32_t m,
                        uint32_t but)
{
    double sum = 0;
    for (uint32_t k = 0; k < r->count; k++) {
        uint32_t under = has_parent(r, k) ? m : j;
        if (k != j && k != but && under != PL_NONE && is_entry(r, k, j, under))
            sum += plus(r->joint_rho[k][j][under]);
    }
    return sum;
}

/* open(m) without `but` (7.6), of a column that can be open so. */
static double open_of(const pl_reference *r, uint32_t j, uint32_t m,
                      uint32_t but)
{
    uint32_t under = has_parent(r, j) ? m : j;
    return r->joint_rho[j][j][under] + offers_of(r, j, m, but);
}

/* The best of open(m) over all m, and of having no leaves, without `but`. */
static double best_open(const pl_reference *r, uint32_t j, uint32_t but)
{
    double most = has_parent(r, j) ? -INFINITY : open_of(r, j, PL_NONE, but);
    for (uint32_t m = 0; m < r->count; m++)
        if (can_open(r, j, m))
            most = fmax(most, open_of(r, j, m, but));
    return most;
}

/* alpha(j,j,m) = R + L(m) of a leaf, with the best m of a root (7.7) */
static double alpha_to_itself(const pl_reference *r, uint32_t j, uint32_t m)
{
    if (has_parent(r, j))
        return can_open(r, j, m) ? offers_of(r, j, m, j) : -r->limit;
    double most = offers_of(r, j, PL_NONE, j);
    for (uint32_t k = 0; k < r->count; k++)
        if (can_open(r, j, k))
            most = fmax(most, offers_of(r, j, k, j));
    return most;
}

/* With i, under its m, minus the best without it: (7.8) for a leaf. A root goes
 * with any m, and there that is (7.9). */
static double alpha_to_other(const pl_reference *r, uint32_t i, uint32_t j,
                             uint32_t m)
{
    if (has_parent(r, i) && !can_open(r, j, m))
        return -r->limit;
    double with = has_parent(r, i) ? open_of(r, j, m, i) : best_open(r, j, i);
    return with - fmax(0, best_open(r, j, i));
}

/* Saplings to columns: (7.1) to (7.5). */
static void send_rho(pl_reference *r)
{
    for (uint32_t i = 0; i < r->count; i++)
        for (uint32_t m = 0; m < r->count; m++)
            if (has_parent(r, i))
                send_up(r, i, m);
    for (uint32_t i = 0; i < r->count; i++)
        for (uint32_t m = 0; m < r->count; m++)
            if (!has_parent(r, i))
                add_beliefs(r, i, m);
    for (uint32_t i = 0; i < r->count; i++)
        for (uint32_t j = 0; j < r->count; j++)
            for (uint32_t m = 0; m < r->count; m++)
                if (is_entry(r, i, j, m))
                    r->joint_rho[i][j][m] = has_parent(r, i)
                                                ? rho_of_leaf(r, i, j, m)
                                                : rho_of_root(r, i, m);
}

/* Columns to saplings: (7.6) to (7.9). */
static void send_joint_alpha(pl_reference *r)
{
    for (uint32_t i = 0; i < r->count; i++)
        for (uint32_t j = 0; j < r->count; j++)
            for (uint32_t m = 0; m < r->count; m++) {
                if (!is_entry(r, i, j, m))
                    continue;
                double alpha = i == j ? alpha_to_itself(r, j, m)
                                      : alpha_to_other(r, i, j, m);
                damp_towards(r, &r->joint_alpha[i][j][m],
                             fmax(alpha, -r->limit));
            }
}

void pl_reference_joint(pl_reference *r)
{
    send_rho(r);
    send_joint_alpha(r);
}
