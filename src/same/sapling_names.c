/* sapling_names.c: sorted names per sapling, compared by walking along both. */
/* SPDX-License-Identifier: MIT */
#include "same/sapling_names.h"

#include "base/order.h"

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
    pl_sort_uint32(names, count);
    for (uint32_t k = 0; k < count; k++) {
        if (kept == 0 || names[k] != names[kept - 1]) {
            names[kept] = names[k];
            f->times[at + kept++] = 0;
        }
        f->times[at + kept - 1]++;
    }
    return kept;
}

/* Names are sorted within each sapling once, since saplings are compared over
 * and over again. */
pleach_status pl_sapling_names_make(pl_sapling_names *families, pl_arena *arena,
                                    const pleach_corpus *corpus,
                                    pleach_error *error)
{
    uint32_t saplings = corpus->sapling_count;
    uint64_t used = 0;
    *families = (pl_sapling_names){
        .corpus = corpus,
        .first = PL_ARENA_ARRAY(arena, uint64_t, (size_t)saplings + 1),
        .name = PL_ARENA_ARRAY(arena, uint32_t, corpus->node_count),
        .times = PL_ARENA_ARRAY(arena, uint32_t, corpus->node_count)};
    PL_TRY(pl_check_memory(arena, error));
    for (uint32_t s = 0; s < saplings; s++) {
        families->first[s] = used;
        used += list_names(families, s, used);
    }
    families->first[saplings] = used;
    return PLEACH_OK;
}

/* Whether the k-th listed name stands around a node, or is only its own. */
static bool is_around(const pl_sapling_names *f, uint32_t node, uint64_t k)
{
    return f->name[k] != f->corpus->node_key[node] || f->times[k] > 1;
}

/* The walk ends early where saplings have much in common, and where they have
 * little they have few nodes that are compared: so two wide ones are walked
 * along a few times in all. The narrower one has to be the first. */
static uint32_t walk_both(const pl_sapling_names *f, uint32_t a, uint32_t b,
                          double enough)
{
    const uint32_t *sapling = f->corpus->node_sapling, *name = f->name;
    uint64_t i = f->first[sapling[a]], i_end = f->first[sapling[a] + 1];
    uint64_t j = f->first[sapling[b]], j_end = f->first[sapling[b] + 1];
    uint32_t common = 0;
    bool search = (j_end - j) / MUCH_LONGER > i_end - i;
    while (i < i_end && j < j_end && common < enough) {
        if (name[i] == name[j]) {
            common += is_around(f, a, i) && is_around(f, b, j);
            i++;
            j++;
        } else if (name[i] < name[j]) {
            i++;
        } else {
            j += search ? pl_lower_bound_uint32(name + j, j_end - j, name[i])
                        : 1;
        }
    }
    return common;
}

static uint64_t width(const pl_sapling_names *f, uint32_t node)
{
    uint32_t sapling = f->corpus->node_sapling[node];
    return f->first[sapling + 1] - f->first[sapling];
}

uint32_t pl_kin_common(const pl_sapling_names *families, uint32_t a, uint32_t b,
                       double enough)
{
    bool turned = width(families, a) > width(families, b);
    return walk_both(families, turned ? b : a, turned ? a : b, enough);
}
