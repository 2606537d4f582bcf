/* affinity.c: what can be asked of an affinity, and its end. */
/* SPDX-License-Identifier: MIT */
#include "same/affinity.h"

#include "base/order.h"

uint64_t pl_find_pair(const pleach_affinity *affinity, uint32_t i, uint32_t j)
{
    uint64_t from = affinity->pair_first[i], to = affinity->pair_first[i + 1];
    uint64_t at =
        from + pl_lower_bound_uint32(affinity->pair_slot + from, to - from, j);
    return at < to && affinity->pair_slot[at] == j ? at : UINT64_MAX;
}

uint64_t pleach_affinity_pairs(const pleach_affinity *affinity)
{
    return pl_pair_count(affinity);
}

double pl_similarity_of(const pleach_affinity *affinity, uint32_t i, uint32_t j)
{
    if (i == j)
        return pl_preference_of(affinity, i);
    uint64_t pair = pl_find_pair(affinity, i, j);
    return pair == UINT64_MAX ? -1.0 : (double)affinity->pair_similarity[pair];
}

bool pl_are_one_concept(const pleach_affinity *a, uint32_t i, uint32_t j)
{
    uint32_t one = a->slot_node[i], two = a->slot_node[j];
    const uint32_t *means = a->node_concept;
    const uint32_t *class = a->rulings == NULL ? NULL : a->rulings->node_class;
    return (means != NULL && means[one] == means[two]) ||
           (class != NULL && class[one] != PL_NONE && class[one] == class[two]);
}

double pl_similarity_in_cluster(const pleach_affinity *a, uint32_t i,
                                uint32_t j)
{
    double stored = pl_similarity_of(a, i, j);
    if (stored >= 0)
        return stored;
    return pl_are_one_concept(a, i, j) ? a->same_concept : 0;
}

void pleach_affinity_free(pleach_affinity *affinity)
{
    if (affinity != NULL)
        pl_arena_free(affinity->arena);
}
