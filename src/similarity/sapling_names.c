/* sapling_names.c: sorted names per sapling, compared by walking along both. */
/* SPDX-License-Identifier: MIT */
#include "similarity/sapling_names.h"

#include <stdlib.h>

#include "base/order.h"
#include "base/status.h"
#include "similarity/sets.h"

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
    if (f == NULL)
        return pl_fail_memory(error);
    f->corpus = corpus;
    f->first = PL_ARENA_ARRAY(arena, uint64_t, (size_t)saplings + 1);
    f->name = PL_ARENA_ARRAY(arena, uint32_t, corpus->node_count);
    f->times = PL_ARENA_ARRAY(arena, uint32_t, corpus->node_count);
    f->rarity = PL_ARENA_ARRAY(arena, double, names);
    if (!f->first || !f->name || !f->times || !f->rarity)
        return pl_fail_memory(error);
    uint64_t used = 0;
    for (uint32_t s = 0; s < saplings; s++) {
        f->first[s] = used;
        used += list_names(f, s, used);
    }
    f->first[saplings] = used;
    for (uint32_t name = 0; name < names; name++)
        if (f->rarity[name] > 0)
            f->rarity[name] = pl_rarity(saplings, f->rarity[name]);
    *families = f;
    return PLEACH_OK;
}

/* Whether the k-th listed name belongs to a kin. */
static bool belongs_to_kin(const pl_sapling_names *f, pl_kin kin, uint64_t k)
{
    uint32_t name = f->name[k];
    return name != kin.root && (name != kin.but || f->times[k] > 1);
}

uint32_t pl_kin_common(const pl_sapling_names *f, pl_kin a, pl_kin b,
                       double enough)
{
    uint32_t common = 0;
    uint64_t i = f->first[a.sapling], i_end = f->first[a.sapling + 1];
    uint64_t j = f->first[b.sapling], j_end = f->first[b.sapling + 1];
    while (i < i_end && j < j_end && common < enough) {
        uint32_t left = f->name[i], right = f->name[j];
        common +=
            left == right && belongs_to_kin(f, a, i) && belongs_to_kin(f, b, j);
        i += left <= right;
        j += right <= left;
    }
    return common;
}

static double weigh_kin(const pl_sapling_names *f, pl_kin kin)
{
    double sum = 0;
    for (uint64_t k = f->first[kin.sapling]; k < f->first[kin.sapling + 1]; k++)
        if (belongs_to_kin(f, kin, k))
            sum += f->rarity[f->name[k]];
    return sum;
}

/* A share of the smaller side: somebody with three children may well agree with
 * somebody who has thirty. */
double pl_kin_overlap(const pl_sapling_names *f, pl_kin a, pl_kin b)
{
    double left = weigh_kin(f, a), right = weigh_kin(f, b), common = 0;
    double smaller = left < right ? left : right;
    uint64_t i = f->first[a.sapling], i_end = f->first[a.sapling + 1];
    uint64_t j = f->first[b.sapling], j_end = f->first[b.sapling + 1];
    if (!(smaller > 0))
        return -1;
    while (i < i_end && j < j_end) {
        uint32_t x = f->name[i], y = f->name[j];
        if (x == y && belongs_to_kin(f, a, i) && belongs_to_kin(f, b, j))
            common += f->rarity[x];
        i += x <= y;
        j += y <= x;
    }
    return common < smaller ? common / smaller : 1;
}
