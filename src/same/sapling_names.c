/* sapling_names.c: sorted names per sapling, compared by walking along both. */
/* SPDX-License-Identifier: MIT */
#include "same/sapling_names.h"

#include <math.h>
#include <stdlib.h>

#include "base/order.h"
#include "base/status.h"
#include "same/pair_memo.h"
#include "same/sets.h"

/* Saplings with more names than these are remembered in pairs. */
enum { WIDE = 24 };
/* A list that is so many times longer than another is searched, not walked. */
enum { MUCH_LONGER = 16 };

/* Sorts one sapling's names into place and counts them. */
static uint64_t list_names(pl_sapling_names *f, uint32_t sapling, uint64_t at)
{
    const pleach_corpus *corpus = f->corpus;
    uint32_t from = corpus->sapling_first[sapling];
    uint32_t count = corpus->sapling_first[sapling + 1] - from;
    uint32_t *names = f->name + at;
    uint64_t kept = 0;
    for (uint32_t k = 0; k < count; k++)
        names[k] = corpus->node_key[from + k];
    qsort(names, count, sizeof *names, pl_compare_uint32);
    for (uint32_t k = 0; k < count; k++) {
        if (kept == 0 || names[k] != names[kept - 1]) {
            names[kept] = names[k];
            f->times[at + kept++] = 0;
        }
        f->times[at + kept - 1]++;
    }
    for (uint64_t k = 0; k < kept; k++)
        f->rarity[names[k]]++;
    return kept;
}

/* Rarities are multiples of 2^-24, so that sums of millions of them are exact
 * in any order, and one can be taken out of a sum again. */
static double round_rarity(double rarity)
{
    enum { DIGITS = 24 };
    return ldexp(nearbyint(ldexp(rarity, DIGITS)), -DIGITS);
}

static void weigh_names(pl_sapling_names *f)
{
    uint32_t saplings = f->corpus->sapling_count;
    uint32_t names = pl_strings_count(f->corpus->keys);
    for (uint32_t name = 0; name < names; name++)
        if (f->rarity[name] > 0)
            f->rarity[name] =
                round_rarity(pl_rarity(saplings, f->rarity[name]));
    for (uint32_t s = 0; s < saplings; s++)
        for (uint64_t k = f->first[s]; k < f->first[s + 1]; k++)
            f->weight[s] += f->rarity[f->name[k]];
}

static uint64_t width(const pl_sapling_names *f, uint32_t sapling)
{
    return f->first[sapling + 1] - f->first[sapling];
}

/* Those whose pairs are remembered. */
static uint32_t count_wide(const pl_sapling_names *f)
{
    uint32_t wide = 0;
    for (uint32_t s = 0; s < f->corpus->sapling_count; s++)
        wide += width(f, s) > WIDE;
    return wide;
}

/* Names are sorted within each sapling once, since saplings are compared over
 * and over again. */
pleach_status pl_sapling_names_make(pl_sapling_names **families,
                                    const pl_scope *scope, pleach_error *error)
{
    const pleach_corpus *corpus = scope->corpus;
    pl_arena *arena = scope->arena;
    uint32_t names = pl_strings_count(corpus->keys);
    uint32_t saplings = corpus->sapling_count;
    pl_sapling_names *f = PL_ARENA_ARRAY(arena, pl_sapling_names, 1);
    PL_TRY(pl_check_memory(arena, error));
    f->corpus = corpus;
    f->first = PL_ARENA_ARRAY(arena, uint64_t, (size_t)saplings + 1);
    f->name = PL_ARENA_ARRAY(arena, uint32_t, corpus->node_count);
    f->times = PL_ARENA_ARRAY(arena, uint32_t, corpus->node_count);
    f->rarity = PL_ARENA_ARRAY(arena, double, names);
    f->weight = PL_ARENA_ARRAY(arena, double, saplings);
    PL_TRY(pl_check_memory(arena, error));
    uint64_t used = 0;
    for (uint32_t s = 0; s < saplings; s++) {
        f->first[s] = used;
        used += list_names(f, s, used);
    }
    f->first[saplings] = used;
    weigh_names(f);
    f->lately = pl_pair_memo_make(arena, count_wide(f));
    *families = f;
    return pl_check_memory(arena, error);
}

/* -------------------------------------------------------------- walking -- */

/* A walk through the names that two saplings have in common. */
typedef struct walk {
    const pl_sapling_names *f;
    uint64_t i, i_end, j, j_end;
    bool search; /* the second list is much longer */
} walk;

/* The wider sapling has to be the second one. */
static walk walk_both(const pl_sapling_names *f, uint32_t a, uint32_t b)
{
    return (walk){
        f,           f->first[a],     f->first[a + 1],
        f->first[b], f->first[b + 1], width(f, b) / MUCH_LONGER > width(f, a)};
}

/* Where a name is, or would be, behind a place. */
static uint64_t find_name(const pl_sapling_names *f, uint64_t from, uint64_t to,
                          uint32_t name)
{
    return from + pl_lower_bound_uint32(f->name + from, to - from, name);
}

/* On to the next common name; false: there is none. */
static bool walk_on(walk *w)
{
    const uint32_t *name = w->f->name;
    while (w->i < w->i_end && w->j < w->j_end && name[w->i] != name[w->j]) {
        if (name[w->i] < name[w->j])
            w->i++;
        else if (w->search)
            w->j = find_name(w->f, w->j, w->j_end, name[w->i]);
        else
            w->j++;
    }
    return w->i < w->i_end && w->j < w->j_end;
}

static void walk_past(walk *w)
{
    w->i++;
    w->j++;
}

/* Whether the k-th listed name belongs to a kin. */
static bool belongs_to_kin(const pl_sapling_names *f, pl_kin kin, uint64_t k)
{
    uint32_t name = f->name[k];
    return name != kin.root && (name != kin.but || f->times[k] > 1);
}

/* ------------------------------------------------------ what both have -- */

/* Where a sapling has a name; NOWHERE: it does not. */
static const uint64_t NOWHERE = UINT64_MAX;
static uint64_t place_of_name(const pl_sapling_names *f, uint32_t sapling,
                              uint32_t name)
{
    uint64_t end = f->first[sapling + 1];
    uint64_t k = find_name(f, f->first[sapling], end, name);
    return k < end && f->name[k] == name ? k : NOWHERE;
}

/* Whether both saplings have a name that not both kins have. */
static bool is_missed(const pl_sapling_names *f, pl_kin a, pl_kin b,
                      uint32_t name)
{
    uint64_t i = place_of_name(f, a.sapling, name);
    uint64_t j = i == NOWHERE ? NOWHERE : place_of_name(f, b.sapling, name);
    return j != NOWHERE &&
           !(belongs_to_kin(f, a, i) && belongs_to_kin(f, b, j));
}

/* Lists the names that both saplings have and not both kins, each once. */
static uint32_t list_missed(const pl_sapling_names *f, pl_kin a, pl_kin b,
                            uint32_t missed[4])
{
    const uint32_t out[] = {a.but, a.root, b.but, b.root};
    uint32_t count = 0;
    for (uint32_t k = 0; k < 4; k++) {
        bool known = false;
        for (uint32_t m = 0; m < k; m++)
            known = known || out[m] == out[k];
        if (!known && is_missed(f, a, b, out[k]))
            missed[count++] = out[k];
    }
    return count;
}

/* What two saplings have in common: the number of names, or with `weigh` the
 * sum of their rarities. A pair of wide ones is asked about once for each name
 * that both have, and walked through once; the memo has weights by (less, more)
 * and numbers by (more, less). The narrower one has to be the first. */
static double sum_common(const pl_sapling_names *f, uint32_t a, uint32_t b,
                         bool weigh)
{
    bool memorable = width(f, a) > WIDE;
    bool turned = weigh != (a < b);
    uint32_t one = turned ? b : a, two = turned ? a : b;
    double common;
    if (a == b)
        return weigh ? f->weight[a] : (double)width(f, a);
    if (memorable && pl_pair_memo_find(f->lately, one, two, &common))
        return common;
    common = 0;
    for (walk w = walk_both(f, a, b); walk_on(&w); walk_past(&w))
        common += weigh ? f->rarity[f->name[w.i]] : 1;
    if (memorable)
        pl_pair_memo_keep(f->lately, one, two, common);
    return common;
}

/* Those among the first names of the narrower kin, or among all of them. */
static uint32_t count_first_common(const pl_sapling_names *f, pl_kin narrow,
                                   pl_kin wide, double enough)
{
    uint32_t common = 0;
    walk w = walk_both(f, narrow.sapling, wide.sapling);
    if (w.i_end - w.i > WIDE) {
        w.i_end = w.i + WIDE;
        w.search = true;
    }
    for (; common < enough && walk_on(&w); walk_past(&w))
        common +=
            belongs_to_kin(f, narrow, w.i) && belongs_to_kin(f, wide, w.j);
    return common;
}

uint32_t pl_kin_common(const pl_sapling_names *f, pl_kin a, pl_kin b,
                       double enough)
{
    bool turned = width(f, a.sapling) > width(f, b.sapling);
    pl_kin narrow = turned ? b : a, wide = turned ? a : b;
    uint32_t missed[4];
    uint32_t common = count_first_common(f, narrow, wide, enough);
    if (common >= enough || width(f, narrow.sapling) <= WIDE)
        return common;
    return (uint32_t)sum_common(f, narrow.sapling, wide.sapling, false) -
           list_missed(f, a, b, missed);
}

/* ------------------------------------------------------------- weighing -- */

/* What a name of a sapling, if it has it, takes away from its kin. */
static double weigh_left_out(const pl_sapling_names *f, pl_kin kin,
                             uint32_t name)
{
    uint64_t k = place_of_name(f, kin.sapling, name);
    return k == NOWHERE || belongs_to_kin(f, kin, k) ? 0 : f->rarity[name];
}

static double weigh_kin(const pl_sapling_names *f, pl_kin kin)
{
    double out = weigh_left_out(f, kin, kin.but);
    if (kin.root != kin.but)
        out += weigh_left_out(f, kin, kin.root);
    return f->weight[kin.sapling] - out;
}

/* A share of the smaller side: somebody with three children may well agree with
 * somebody who has thirty. */
double pl_kin_overlap(const pl_sapling_names *f, pl_kin a, pl_kin b)
{
    double left = weigh_kin(f, a), right = weigh_kin(f, b);
    double smaller = left < right ? left : right;
    bool turned = width(f, a.sapling) > width(f, b.sapling);
    uint32_t missed[4];
    if (!(smaller > 0))
        return -1;
    double common = sum_common(f, turned ? b.sapling : a.sapling,
                               turned ? a.sapling : b.sapling, true);
    for (uint32_t k = list_missed(f, a, b, missed); k > 0; k--)
        common -= f->rarity[missed[k - 1]];
    return common < smaller ? common / smaller : 1;
}
