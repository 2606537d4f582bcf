/* above.c: parents that another parent implies, in random graphs without
 * circles, against marking all that is above each. */
/* SPDX-License-Identifier: MIT */
#include "write/outline_above.h"

#include <string.h>

#include "base/random.h"
#include "testing.h"

enum { MOST = 40, MOST_PARENTS = 12 };

typedef struct graph {
    uint32_t count, first[MOST + 1], end[MOST];
    uint32_t parent[MOST * MOST_PARENTS];
    uint8_t above[MOST][MOST]; /* [a][c]: a is above c */
} graph;

/* Concepts have their parents among those before them in a shuffled order, so
 * that numbers say nothing; lists may have room behind their ends. */
static void draw_graph(graph *g, pl_random *random)
{
    uint32_t order[MOST], used = 0;
    memset(g, 0, sizeof *g);
    g->count = 1 + (uint32_t)pl_random_below(random, MOST);
    for (uint32_t k = 0; k < g->count; k++) {
        uint32_t at = (uint32_t)pl_random_below(random, k + 1);
        order[k] = order[at];
        order[at] = k;
    }
    uint32_t place[MOST];
    for (uint32_t k = 0; k < g->count; k++)
        place[order[k]] = k;
    uint32_t one_in = 1 + (uint32_t)pl_random_below(random, 8);
    for (uint32_t c = 0; c < g->count; c++) {
        g->first[c] = used;
        for (uint32_t k = 0;
             k < place[c] && used - g->first[c] < MOST_PARENTS - 1; k++)
            if (pl_random_below(random, one_in) == 0)
                g->parent[used++] = order[k];
        g->end[c] = used++;
    }
    for (uint32_t k = 0; k < g->count; k++)
        for (uint32_t m = g->first[order[k]]; m < g->end[order[k]]; m++) {
            uint32_t up = g->parent[m];
            g->above[up][order[k]] = 1;
            for (uint32_t a = 0; a < g->count; a++)
                g->above[a][order[k]] |= g->above[a][up];
        }
}

static void test_implied(void **state)
{
    (void)state;
    static graph g;
    pl_random random;
    pl_random_seed(&random, 18);
    for (uint32_t round = 0; round < random_cases(3000); round++) {
        uint8_t implied[MOST * MOST_PARENTS] = {0};
        pl_arena *arena = pl_arena_new();
        draw_graph(&g, &random);
        pl_above *above =
            pl_above_make(arena, g.count, g.first, g.end, g.parent);
        assert_non_null(above);
        for (uint32_t c = 0; c < g.count; c++) {
            pl_above_mark_implied(above, c, implied);
            for (uint32_t k = g.first[c]; k < g.end[c]; k++) {
                uint8_t expected = 0;
                for (uint32_t m = g.first[c]; m < g.end[c]; m++)
                    expected |= g.above[g.parent[k]][g.parent[m]];
                assert_int_equal(implied[k], expected);
            }
        }
        pl_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_implied)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
