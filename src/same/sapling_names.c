/* sapling_names.c: the names of each sapling, each once, and how many have it.
 */
/* SPDX-License-Identifier: MIT */
#include "same/sapling_names.h"

#include "base/order.h"

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

/* Each name of the shorter list is looked for in the longer one, behind the one
 * before: a wide sapling is not gone through for every node that it holds. */
uint32_t pl_kin_common(const pl_sapling_names *families, uint32_t a, uint32_t b,
                       double enough)
{
    const uint32_t *sapling = families->corpus->node_sapling;
    const uint64_t *first = families->first;
    uint64_t few = first[sapling[a] + 1] - first[sapling[a]];
    bool turned = first[sapling[b] + 1] - first[sapling[b]] < few;
    uint32_t one = turned ? b : a, other = turned ? a : b, common = 0;
    uint64_t at = first[sapling[other]], end = first[sapling[other] + 1];
    for (uint64_t k = first[sapling[one]];
         k < first[sapling[one] + 1] && common < enough; k++) {
        uint32_t name = families->name[k];
        at += pl_lower_bound_uint32(families->name + at, end - at, name);
        if (at == end)
            break;
        common += families->name[at] == name &&
                  pl_is_around(families, one, k) &&
                  pl_is_around(families, other, at);
    }
    return common;
}
