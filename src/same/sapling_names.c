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

void pl_kin_mark(const pl_sapling_names *families, uint32_t node, bool as,
                 uint8_t *mark)
{
    uint32_t sapling = families->corpus->node_sapling[node];
    for (uint64_t k = families->first[sapling];
         k < families->first[sapling + 1]; k++)
        mark[families->name[k]] = as && pl_is_around(families, node, k);
}

uint32_t pl_kin_common(const pl_sapling_names *families, const uint8_t *mark,
                       uint32_t node, double enough)
{
    uint32_t sapling = families->corpus->node_sapling[node], common = 0;
    uint64_t end = families->first[sapling + 1];
    for (uint64_t k = families->first[sapling]; k < end && common < enough; k++)
        common +=
            mark[families->name[k]] != 0 && pl_is_around(families, node, k);
    return common;
}
