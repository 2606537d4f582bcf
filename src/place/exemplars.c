/* exemplars.c: weighs every slot as the exemplar of its cluster. */
/* SPDX-License-Identifier: MIT */
#include "place/exemplars.h"

#include <string.h>

#include "base/order.h"

/* What of each concept is in a cluster, where one has several. */
typedef struct shares {
    uint64_t *word; /* cluster << 32 | concept, ascending; NULL: none has */
    size_t count;
} shares;

static uint64_t share_word(const pleach_affinity *a, const uint32_t *cluster,
                           uint32_t slot)
{
    return (uint64_t)cluster[slot] << 32 | a->node_concept[a->slot_node[slot]];
}

/* Clusters have one concept each, but for siblings that were joined. */
static bool has_mixed(const pleach_affinity *a, const uint32_t *cluster,
                      uint32_t *first)
{
    bool mixed = false;
    for (uint32_t i = 0; i < a->slot_count && !mixed; i++) {
        uint32_t *one = &first[cluster[i]];
        if (*one == 0)
            *one = i + 1;
        mixed = !pl_are_one_concept(a, i, *one - 1);
    }
    return mixed;
}

static bool count_shares(shares *all, pl_arena *scratch,
                         const pleach_affinity *a, const uint32_t *cluster,
                         uint32_t count)
{
    uint32_t *first = PL_ARENA_ARRAY(scratch, uint32_t, count);
    if (first == NULL)
        return false;
    if (a->node_concept == NULL || !has_mixed(a, cluster, first))
        return true;
    all->count = a->slot_count;
    all->word = PL_ARENA_ARRAY(scratch, uint64_t, all->count);
    if (all->word == NULL)
        return false;
    for (uint32_t i = 0; i < a->slot_count; i++)
        all->word[i] = share_word(a, cluster, i);
    pl_sort_uint64(all->word, all->count);
    return true;
}

/* How many of a slot's cluster are its concept, which they are worth more to;
 * 0 where that is all of each cluster, as it makes no difference. */
static double share_of(const shares *all, const pleach_affinity *a,
                       const uint32_t *cluster, uint32_t slot)
{
    if (all->word == NULL)
        return 0;
    uint64_t word = share_word(a, cluster, slot);
    size_t from = pl_lower_bound_uint64(all->word, all->count, word);
    return (double)(pl_lower_bound_uint64(all->word, all->count, word + 1) -
                    from);
}

/* Whether a pair in one cluster is among what share_of counts, or would be. */
static bool is_shared(const shares *all, const pleach_affinity *a,
                      const uint32_t *cluster, uint32_t one, uint32_t two)
{
    return all->word == NULL ||
           share_word(a, cluster, one) == share_word(a, cluster, two);
}

/* How well a slot stands for its cluster: what all of it are worth with it as
 * their exemplar, up to a constant. A pair of one concept that is not stored
 * counts as being one does. */
static double standing_of(const pleach_affinity *a, const uint32_t *cluster,
                          uint32_t slot, const shares *all)
{
    double sum = pl_preference_of(a, slot) +
                 a->same_concept * share_of(all, a, cluster, slot);
    for (uint64_t k = a->pair_first[slot]; k < a->pair_first[slot + 1]; k++) {
        uint32_t other = a->pair_slot[k];
        if (cluster[other] != cluster[slot])
            continue;
        sum += a->pair_similarity[k];
        if (is_shared(all, a, cluster, slot, other))
            sum -= a->same_concept;
    }
    return sum;
}

/* Of equals the smaller identity, which does not depend on the order of the
 * input. */
bool pl_choose_exemplars(uint32_t *best, pl_arena *scratch,
                         const pleach_affinity *affinity,
                         const uint32_t *cluster, uint32_t count)
{
    const pleach_affinity *a = affinity;
    double *most = PL_ARENA_ARRAY(scratch, double, count);
    shares all = {NULL, 0};
    if (most == NULL || !count_shares(&all, scratch, a, cluster, count))
        return false;
    memset(best, 0xff, count * sizeof *best);
    for (uint32_t i = 0; i < a->slot_count; i++) {
        uint32_t c = cluster[i], leads = best[c];
        double standing = standing_of(a, cluster, i, &all);
        if (leads == PL_NONE || standing > most[c] ||
            (!(standing < most[c]) &&
             a->slot_identity[i] < a->slot_identity[leads])) {
            best[c] = i;
            most[c] = standing;
        }
    }
    return true;
}
