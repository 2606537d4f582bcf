/* euler_tour.c: a walk through a forest, roots first. */
/* SPDX-License-Identifier: MIT */
#include "place/euler_tour.h"

#include <string.h>

bool pl_euler_tour_take(pl_euler_tour *l, pl_arena *arena, uint32_t count)
{
    l->count = count;
    l->enter = PL_ARENA_ARRAY(arena, uint32_t, count);
    l->leave = PL_ARENA_ARRAY(arena, uint32_t, count);
    l->first = PL_ARENA_ARRAY(arena, uint32_t, (size_t)count + 2);
    l->child = PL_ARENA_ARRAY(arena, uint32_t, count);
    l->order = PL_ARENA_ARRAY(arena, uint32_t, count);
    l->waiting = PL_ARENA_ARRAY(arena, uint32_t, count);
    return l->enter && l->leave && l->first && l->child && l->order &&
           l->waiting;
}

/* The children of each cluster; returns how many roots wait to be entered. */
static uint32_t list_children(pl_euler_tour *l)
{
    uint32_t roots = 0;
    memset(l->first, 0, ((size_t)l->count + 2) * sizeof *l->first);
    for (uint32_t c = 0; c < l->count; c++)
        if (l->parent[c] != PL_NONE)
            l->first[l->parent[c] + 2]++;
    for (uint32_t c = 0; c < l->count; c++)
        l->first[c + 2] += l->first[c + 1];
    for (uint32_t c = 0; c < l->count; c++)
        if (l->parent[c] == PL_NONE)
            l->waiting[roots++] = c;
        else
            l->child[l->first[l->parent[c] + 1]++] = c;
    return roots;
}

void pl_euler_tour_number(pl_euler_tour *l, const uint32_t *parent)
{
    l->parent = parent;
    uint32_t waiting = list_children(l), entered = 0;
    while (waiting > 0) {
        uint32_t c = l->waiting[--waiting];
        l->order[entered] = c;
        l->enter[c] = entered++;
        l->leave[c] = entered;
        for (uint32_t k = l->first[c]; k < l->first[c + 1]; k++)
            l->waiting[waiting++] = l->child[k];
    }
    /* What was entered last leaves first. */
    while (entered-- > 0) {
        uint32_t c = l->order[entered], above = parent[c];
        if (above != PL_NONE && l->leave[above] < l->leave[c])
            l->leave[above] = l->leave[c];
    }
}
