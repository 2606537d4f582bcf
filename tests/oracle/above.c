/* above.c: parents that another parent implies, in random graphs without
 * circles, against marking all that is above each. */
/* SPDX-License-Identifier: MIT */
#include "write/outline_graph.h"

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

/* An outline of tops, each with its parents as further ones. */
static pl_outline outline_of(const graph *g, uint32_t *same)
{
    pl_outline outline = pl_outline_start();
    outline.same = same;
    for (uint32_t c = 0; c < g->count; c++) {
        pl_outline_node node = {.name = "x",
                                .parent = PL_NONE,
                                .also_under = g->parent + g->first[c],
                                .also_count = g->end[c] - g->first[c]};
        same[c] = c;
        assert_true(pl_list_push(&outline.nodes, node));
    }
    assert_int_equal(pl_outline_finish(&outline, NULL), PLEACH_OK);
    return outline;
}

/* The parents that stay are those that are above no other one, in order. */
static void expect_kept(const graph *g, const pl_outline_graph *linked)
{
    for (uint32_t c = 0; c < g->count; c++) {
        uint32_t at = linked->first[c];
        for (uint32_t k = g->first[c]; k < g->end[c]; k++) {
            uint8_t implied = 0;
            for (uint32_t m = g->first[c]; m < g->end[c]; m++)
                implied |= g->above[g->parent[k]][g->parent[m]];
            if (implied)
                continue;
            assert_true(at < linked->first[c + 1]);
            assert_int_equal(linked->parent[at++], g->parent[k]);
        }
        assert_int_equal(at, linked->first[c + 1]);
    }
}

static void test_implied(void **state)
{
    (void)state;
    static graph g;
    pl_random random;
    pl_random_seed(&random, 18);
    for (uint32_t round = 0; round < random_cases(3000); round++) {
        uint32_t same[MOST];
        pl_outline_graph linked = {0};
        draw_graph(&g, &random);
        pl_outline outline = outline_of(&g, same);
        assert_int_equal(pl_outline_link(&linked, &outline, NULL), PLEACH_OK);
        assert_int_equal(linked.circular, 0);
        expect_kept(&g, &linked);
        pl_arena_free(outline.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_implied)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
