/* guard.c: a fixed number of iterations on a fixed input, to be counted in
 * instructions: pleach-guard ap|rap narrow|wide NODES ITERATIONS */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "rap/groups.h"
#include "rap/messages.h"

static void iterate(pl_messages *m, uint32_t iterations)
{
    const pleach_affinity *a = m->affinity;
    for (uint32_t k = 0; k < iterations; k++) {
        for (uint32_t b = 0; b < a->block_count; b++)
            pl_messages_iterate(m, b, 0, 1, k % 10 != 9);
        if (m->relational)
            pl_messages_regroup(m);
    }
}

static uint32_t vector_of(const char *name)
{
    return strcmp(name, "narrow") == 0 ? 16
           : strcmp(name, "wide") == 0 ? 32
                                       : 64;
}

static const char *name_of(uint32_t vector)
{
    return vector == 16 ? "narrow" : "wide";
}

int main(int count, char **words)
{
    if (count != 5) {
        fprintf(stderr, "Usage: pleach-guard ap|rap narrow|wide "
                        "NODES ITERATIONS\n");
        return 2;
    }
    blocks_plan plan = {(uint32_t)atol(words[3]), 30, 1.6, 0.25, 1};
    pl_messages_plan how = {.damping = 0.9,
                            .relational = strcmp(words[1], "rap") == 0,
                            .vector = vector_of(words[2]),
                            .threads = 1};
    pleach_affinity *a = blocks_make(&plan);
    pl_arena *arena = pl_arena_new();
    pl_messages m;
    if (a == NULL || arena == NULL ||
        pl_messages_start(&m, arena, a, &how, NULL) != PLEACH_OK)
        return 3;
    iterate(&m, (uint32_t)atol(words[4]));
    printf("%s %s: %llu pairs\n", words[1], name_of(m.vector),
           (unsigned long long)pl_pair_count(a));
    pl_arena_free(arena);
    pleach_affinity_free(a);
    return 0;
}
