/* more_parents.c: takes statements that lost, heaviest first, where they close
 * no loop. */
/* SPDX-License-Identifier: MIT */
#include "place/more_parents.h"

#include <stdlib.h>

#include "same/constants.h"

typedef struct wish {
    double share;
    uint32_t voices, child, parent;
} wish;

typedef struct search {
    const uint32_t *parent;
    wish *taken; /* in the order of taking, linked by child: */
    uint32_t count;
    uint32_t *last; /* per cluster: the last one taken, plus one; 0: none */
    uint32_t *next; /* per taken: the one before of the same child, likewise */
    uint32_t *number;        /* per cluster: how many were taken */
    uint32_t *seen, *to_see; /* per cluster: in which walk; those to look at */
    uint32_t walk;
} search;

static int compare_wishes(const void *left, const void *right)
{
    const wish *a = left, *b = right;
    if (a->share < b->share || a->share > b->share)
        return a->share > b->share ? -1 : 1;
    if (a->voices != b->voices)
        return a->voices > b->voices ? -1 : 1;
    if (a->child != b->child)
        return a->child < b->child ? -1 : 1;
    return (a->parent > b->parent) - (a->parent < b->parent);
}

static uint32_t list_wishes(wish *wishes, const pl_statements *s,
                            const uint32_t *parent, const uint8_t *fixed)
{
    uint32_t count = 0;
    for (uint32_t c = 0; c < s->count; c++)
        for (uint32_t k = s->first[c]; k < s->first[c + 1]; k++) {
            double share =
                s->voices[k] / (s->total[c] + (double)PL_PARENT_DOUBT);
            if ((fixed == NULL || !fixed[c]) && parent[c] != PL_NONE &&
                parent[c] != s->parent[k] &&
                (s->voices[k] >= PL_PARENT_VOICES || s->declared[k]) &&
                share >= PL_PARENT_SHARE)
                wishes[count++] = (wish){share, s->voices[k], c, s->parent[k]};
        }
    if (count > 1)
        qsort(wishes, count, sizeof *wishes, compare_wishes);
    return count;
}

static void look_at(search *s, uint32_t cluster, uint32_t *waiting)
{
    if (cluster == PL_NONE || s->seen[cluster] == s->walk)
        return;
    s->seen[cluster] = s->walk;
    s->to_see[(*waiting)++] = cluster;
}

/* Marks a cluster and all that is above it, by any parent. */
static void walk_up(search *s, uint32_t from)
{
    uint32_t waiting = 0;
    s->walk++;
    look_at(s, from, &waiting);
    while (waiting > 0) {
        uint32_t at = s->to_see[--waiting];
        look_at(s, s->parent[at], &waiting);
        for (uint32_t k = s->last[at]; k > 0; k = s->next[k - 1])
            look_at(s, s->taken[k - 1].parent, &waiting);
    }
}

/* Whether a parent is of another branch: neither below the child, nor above
 * it already, nor below a parent that it has. */
static bool is_elsewhere(search *s, const wish *w)
{
    walk_up(s, w->parent);
    if (s->seen[w->child] == s->walk || s->seen[s->parent[w->child]] == s->walk)
        return false;
    for (uint32_t k = s->last[w->child]; k > 0; k = s->next[k - 1])
        if (s->seen[s->taken[k - 1].parent] == s->walk)
            return false;
    walk_up(s, w->child);
    return s->seen[w->parent] != s->walk;
}

static void take_wishes(search *s, const wish *wishes, uint32_t count,
                        uint32_t most)
{
    for (uint32_t k = 0; k < count; k++) {
        uint32_t child = wishes[k].child;
        if (s->number[child] == most || !is_elsewhere(s, &wishes[k]))
            continue;
        s->taken[s->count] = wishes[k];
        s->next[s->count] = s->last[child];
        s->last[child] = ++s->count;
        s->number[child]++;
    }
}

/* By child; each child's in the order of taking. */
static void sort_taken(pl_more_parents *more, const search *s, uint32_t count)
{
    for (uint32_t c = 0; c < count; c++)
        more->first[c + 1] = more->first[c] + s->number[c];
    for (uint32_t c = 0; c < count; c++) {
        uint32_t at = more->first[c + 1];
        for (uint32_t k = s->last[c]; k > 0; k = s->next[k - 1]) {
            more->parent[--at] = s->taken[k - 1].parent;
            more->voices[at] = s->taken[k - 1].voices;
        }
    }
}

bool pl_find_more_parents(pl_more_parents *more, pl_arena *arena,
                          const pl_statements *statements,
                          const uint32_t *parent, const uint8_t *fixed,
                          uint32_t most)
{
    uint32_t count = statements->count, all = statements->first[count];
    PL_SCRATCH(scratch);
    wish *wishes = PL_ARENA_ARRAY(scratch, wish, all);
    search s = {.parent = parent,
                .taken = PL_ARENA_ARRAY(scratch, wish, all),
                .last = PL_ARENA_ARRAY(scratch, uint32_t, count),
                .next = PL_ARENA_ARRAY(scratch, uint32_t, all),
                .number = PL_ARENA_ARRAY(scratch, uint32_t, count),
                .seen = PL_ARENA_ARRAY(scratch, uint32_t, count),
                .to_see = PL_ARENA_ARRAY(scratch, uint32_t, count)};
    if (pl_arena_failed(scratch))
        return false;
    take_wishes(&s, wishes, list_wishes(wishes, statements, parent, fixed),
                most);
    more->first = PL_ARENA_ARRAY(arena, uint32_t, (size_t)count + 1);
    more->parent = PL_ARENA_ARRAY(arena, uint32_t, s.count);
    more->voices = PL_ARENA_ARRAY(arena, uint32_t, s.count);
    if (pl_arena_failed(arena))
        return false;
    sort_taken(more, &s, count);
    return true;
}
