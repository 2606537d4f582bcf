/* unit_world.h: the labels and units of a small text. */
/* SPDX-License-Identifier: MIT */
#ifndef UNIT_WORLD_H
#define UNIT_WORLD_H

#include "corpus_support.h"
#include "same/units.h"

typedef struct unit_world {
    pleach_corpus *corpus;
    pl_arena *arena;
    pl_labels labels;
    pl_units units;
} unit_world;

static inline void unit_world_start(unit_world *w, const char *text)
{
    w->corpus = read_text("f.jsonl", text);
    w->arena = pl_arena_new();
    assert_int_equal(pl_labels_make(&w->labels, w->arena, w->corpus, NULL),
                     PLEACH_OK);
    assert_true(pl_units_make(&w->units, w->arena, &w->labels, NULL));
}

static inline void unit_world_end(unit_world *w)
{
    pl_arena_free(w->arena);
    pleach_corpus_free(w->corpus);
}

/* The n-th node (from 0, in the order of the corpus) of this name. */
static inline uint32_t named_node(const unit_world *w, const char *name,
                                  uint32_t n)
{
    const pleach_corpus *c = w->corpus;
    for (uint32_t node = 0; node < c->node_count; node++)
        if (strcmp(pl_strings_at(c->spellings, c->node_spelling[node]), name) ==
                0 &&
            n-- == 0)
            return node;
    fail_msg("no such node is called %s", name);
    return 0;
}

static inline uint32_t unit_named(const unit_world *w, const char *name,
                                  uint32_t n)
{
    return w->units.of_node[named_node(w, name, n)];
}

/* Into how many units a name is parted. */
static inline uint32_t count_units(const unit_world *w, const char *name)
{
    uint32_t label = w->labels.of_node[named_node(w, name, 0)];
    return w->units.of_label[label + 1] - w->units.of_label[label];
}

#endif
