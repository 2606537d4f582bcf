/* shape_forest.h: forests to be shaped, made by hand or by chance. */
/* SPDX-License-Identifier: MIT */
#ifndef SHAPE_FOREST_H
#define SHAPE_FOREST_H

#include "testing.h"

#include <stdio.h>
#include <string.h>

#include "place/shape.h"
#include "random.h"

enum { SHAPE_NODES = 400 };

/* Each node is one person's, who said where it is. */
typedef struct shape_forest {
    uint32_t parent[SHAPE_NODES], first[SHAPE_NODES + 1], above[SHAPE_NODES];
    uint32_t voices[SHAPE_NODES], tops[SHAPE_NODES], held_by[SHAPE_NODES + 2];
    uint8_t fixed[SHAPE_NODES];
    const char *name[SHAPE_NODES];
    char text[SHAPE_NODES][40];
    pl_statements said;
    pl_unshaped is;
} shape_forest;

static inline void shape_forest_start(shape_forest *f)
{
    memset(f, 0, sizeof *f);
    f->said = (pl_statements){.first = f->first,
                              .parent = f->above,
                              .voices = f->voices,
                              .tops = f->tops,
                              .held_by = f->held_by};
    f->is = (pl_unshaped){.parent = f->parent,
                          .name = f->name,
                          .fixed = f->fixed,
                          .said = &f->said,
                          .language = "english"};
}

/* Adds a node; returns its number. */
static inline uint32_t shape_forest_add(shape_forest *f, uint32_t parent,
                                        const char *name)
{
    uint32_t n = f->is.count++, said = f->first[n];
    assert_true(n < SHAPE_NODES);
    f->parent[n] = parent;
    snprintf(f->text[n], sizeof f->text[n], "%s", name);
    f->name[n] = f->text[n];
    f->tops[n] = parent == PL_NONE;
    if (parent != PL_NONE) {
        f->above[said] = parent;
        f->voices[said++] = 1;
    }
    f->first[n + 1] = said;
    f->held_by[n + 1] = f->held_by[n] + 1;
    f->said.count = f->is.count;
    return n;
}

/* A forest of random words, in which each node hangs below an earlier one. */
static inline void shape_forest_by_chance(shape_forest *f, pl_random *random)
{
    static const char *const words[] = {
        "red",  "blue",  "shoe", "shoes", "hat",  "for",  "&",     "Garden",
        "tool", "Other", "of",   "2",     "wool", "Café", "socks", "winter"};
    uint32_t count = 1 + pl_random_below(random, SHAPE_NODES - 1);
    uint32_t spread = 1 + pl_random_below(random, 30);
    shape_forest_start(f);
    for (uint32_t n = 0; n < count; n++) {
        char name[40];
        bool top = n == 0 || pl_random_below(random, 20) == 0;
        uint32_t back =
            1 + pl_random_below(random, n < spread ? n + 1 : spread);
        snprintf(name, sizeof name, "%s %s", words[pl_random_below(random, 16)],
                 words[pl_random_below(random, 16)]);
        shape_forest_add(f, top || back > n ? PL_NONE : n - back, name);
        f->fixed[n] = pl_random_below(random, 60) == 0;
    }
}

#endif
