/* sample_names.c: induced polysemy, one name for unrelated concepts. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "lab/sample.h"

static bool related(const pl_gold *gold, uint32_t a, uint32_t b)
{
    return gold->parent[a] == gold->parent[b] || pl_gold_is_above(gold, a, b) ||
           pl_gold_is_above(gold, b, a);
}

static bool same_name(const pl_gold *gold, uint32_t a, uint32_t b)
{
    pl_surface left, right;
    pl_surface_lower(&left, gold->name[a]);
    pl_surface_lower(&right, gold->name[b]);
    return strcmp(left.bytes, right.bytes) == 0;
}

/* Renames up to `quota` concepts of a pool; each takes part once. Gives up
 * after many tries: a small or narrow taxonomy may have too few strangers. */
static uint64_t rename_some(pl_gold *gold, pl_random *random,
                            const uint32_t *pool, uint32_t size, uint64_t quota,
                            bool *used)
{
    uint64_t done = 0;
    for (uint64_t tries = 20 * quota + 100; tries > 0 && done < quota;
         tries--) {
        uint32_t from = pool[pl_random_below(random, size)];
        uint32_t to = pool[pl_random_below(random, size)];
        if (from == to || used[from] || used[to] || related(gold, from, to) ||
            same_name(gold, from, to))
            continue;
        used[from] = used[to] = true;
        gold->name[to] = gold->name[from];
        gold->synonym_count[to] = 0;
        done++;
    }
    return done;
}

static bool is_inner(const pl_gold *gold, uint32_t concept)
{
    return gold->kid_first[concept] < gold->kid_first[concept + 1];
}

/* Half of the renamed are inner concepts, as far as there are enough. */
static uint64_t rename_all(pl_gold *gold, pl_random *random, double share,
                           uint32_t *pool, bool *used)
{
    uint64_t wanted = (uint64_t)(share * gold->count), done = 0;
    uint32_t inner = 0, outer = 0;
    for (uint32_t k = 0; k < gold->count; k++)
        if (is_inner(gold, k) && gold->parent[k] != PL_NONE)
            pool[inner++] = k;
    uint64_t half = wanted / 2 < inner / 2 ? wanted / 2 : inner / 2;
    if (inner > 1)
        done += rename_some(gold, random, pool, inner, half, used);
    for (uint32_t k = 0; k < gold->count; k++)
        if (!is_inner(gold, k))
            pool[outer++] = k;
    if (outer > 1)
        done += rename_some(gold, random, pool, outer, wanted - half, used);
    return done;
}

static void count_ambiguous(const pl_gold *gold, uint32_t *uses,
                            pl_strings *names, uint64_t *ambiguous)
{
    for (uint32_t k = 0; k < gold->count; k++) {
        pl_surface lower;
        pl_surface_lower(&lower, gold->name[k]);
        uint32_t name = pl_strings_add(names, lower.bytes, lower.length);
        if (name != PL_NONE)
            *ambiguous += ++uses[name] == 2;
    }
}

/* Ambiguity is counted after renaming, over all names, since some taxonomies
 * have ambiguous names of their own. */
pleach_status pl_sample_rename(pl_gold *gold, pl_random *random, double share,
                               pleach_sample_facts *facts, pleach_error *error)
{
    PL_SCRATCH(scratch);
    uint32_t *pool = PL_ARENA_ARRAY(scratch, uint32_t, gold->count);
    uint32_t *uses = PL_ARENA_ARRAY(scratch, uint32_t, gold->count);
    bool *used = PL_ARENA_ARRAY(scratch, bool, gold->count);
    pl_strings *names = pl_strings_in(scratch);
    PL_TRY(pl_check_memory(scratch, error));
    facts->renamed = rename_all(gold, random, share, pool, used);
    count_ambiguous(gold, uses, names, &facts->ambiguous_names);
    return pl_check_memory(scratch, error);
}
