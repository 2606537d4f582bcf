/* exemplars.c: who stands for a cluster, where it has several concepts. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <math.h>

#include "hand_made.h"
#include "place/exemplars.h"

/* What a slot is worth as the exemplar of all, pair by pair. */
static double worth(const pleach_affinity *a, uint32_t slot)
{
    double sum = pl_preference_of(a, slot);
    for (uint32_t i = 0; i < a->slot_count; i++)
        if (i != slot)
            sum += pl_similarity_in_cluster(a, i, slot);
    return sum;
}

/* One cluster of two concepts, with pairs stored within and between them: the
 * best is the best by looking at every pair. */
static void test_mixed_clusters(void **state)
{
    enum { CASES = 200, NODES = 8 };
    pl_random random;
    (void)state;
    pl_random_seed(&random, 7);
    for (uint32_t k = 0; k < CASES; k++) {
        hand_made *h = hand_made_new("a a a a a a a a", 0.1);
        pleach_affinity *a = &h->affinity;
        uint32_t concept[NODES], cluster[NODES] = {0}, best;
        a->node_concept = concept;
        a->same_concept = 0.5;
        for (uint32_t i = 0; i < NODES; i++) {
            concept[i] = i % 2;
            for (uint32_t j = 0; j < i; j++)
                if (pl_random_chance(&random, 0.4))
                    hand_made_pair(h, i, j, (float)pl_random_unit(&random));
        }
        assert_true(pl_choose_exemplars(&best, h->arena, a, cluster, 1));
        for (uint32_t i = 0; i < NODES; i++)
            assert_true(worth(a, best) >= worth(a, i) - 1e-6);
        hand_made_free(h);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mixed_clusters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
