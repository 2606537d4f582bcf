/* shape_work.c: from a forest and a shape to a forest of that shape. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "place/shape_work.h"

/* ------------------------------------------------------------------ work -- */

/* Depths come before what is below, heights after it. */
bool pl_shape_number(pl_shaping *s)
{
    pl_reshaped *to = s->to;
    pl_euler_tour *in = &s->tour;
    uint32_t *parent = PL_ARENA_ARRAY(s->scratch, uint32_t, to->count);
    if (parent == NULL || !pl_euler_tour_take(in, s->scratch, to->count))
        return false;
    for (uint32_t n = 0; n < to->count; n++)
        parent[n] = pl_shape_stands(s, n) ? to->parent[n] : PL_NONE;
    pl_euler_tour_number(in, parent);
    for (uint32_t k = 0; k < to->count; k++) {
        uint32_t n = in->order[k];
        s->depth[n] = parent[n] == PL_NONE ? 0 : s->depth[parent[n]] + 1;
        s->height[n] = 0;
        s->mass[n] = pl_shape_people(s, n);
        s->children[n] = in->first[n + 1] - in->first[n];
    }
    for (uint32_t k = to->count; k-- > 0;) {
        uint32_t n = in->order[k], up = parent[n];
        if (up == PL_NONE)
            continue;
        s->mass[up] += s->mass[n];
        if (s->height[n] + 1 > s->height[up])
            s->height[up] = s->height[n] + 1;
    }
    return true;
}

bool pl_shape_is_alike(const pl_shaping *s, uint32_t a, uint32_t b)
{
    uint32_t shared, back;
    uint32_t own = pl_count_name_words(&s->words, a, b, &shared);
    uint32_t other = pl_count_name_words(&s->words, b, a, &back);
    return own > 0 && shared == own && back == other;
}

void pl_shape_join(pl_shaping *s, uint32_t n, uint32_t above)
{
    s->to->how[n] =
        pl_shape_is_alike(s, n, above) ? PL_SHAPED_NAME : PL_SHAPED_ENTRY;
}

/* What joined a node that then joined another is part of that. */
static void flatten(pl_shaping *s)
{
    for (uint32_t n = 0; n < s->to->count; n++)
        while (!pl_shape_stands(s, n) && !pl_shape_stands(s, s->to->parent[n]))
            s->to->parent[n] = s->to->parent[s->to->parent[n]];
}

/* ----------------------------------------------------------------- price -- */

/* The node that a node is part of. */
static uint32_t home_of(const pl_shaping *s, uint32_t n)
{
    return pl_shape_stands(s, n) ? n : s->to->parent[n];
}

/* Whether a node has nothing above it but what nobody has. */
static bool is_on_top(const pl_shaping *s, uint32_t n)
{
    uint32_t up = home_of(s, n) == n ? s->to->parent[n] : n;
    while (up != PL_NONE && pl_shape_is_bare(s, up))
        up = s->to->parent[up];
    return up == PL_NONE;
}

/* Statements, of which those about tops are some, that the forest held or
 * implied, and does not any more: what is below an entry is not shown to be. */
static bool count_price(pl_shaping *s)
{
    const pl_unshaped *old = s->forest;
    const pl_statements *said = old->said;
    pl_euler_tour before;
    flatten(s);
    if (!pl_euler_tour_take(&before, s->scratch, old->count) ||
        !pl_shape_number(s))
        return false;
    pl_euler_tour_number(&before, old->parent);
    for (uint32_t c = 0; c < old->count; c++) {
        uint32_t now = home_of(s, c);
        for (uint32_t k = said->first[c]; k < said->first[c + 1]; k++) {
            uint32_t up = home_of(s, said->parent[k]);
            s->to->statements += said->voices[k];
            if (pl_is_at_or_above(&before, said->parent[k], c) &&
                (up == now || s->to->how[said->parent[k]] == PL_SHAPED_ENTRY ||
                 !pl_is_at_or_above(&s->tour, up, now)))
                s->to->set_aside += said->voices[k];
        }
        s->to->statements += said->tops[c];
        if (old->parent[c] == PL_NONE && !is_on_top(s, c))
            s->to->set_aside += said->tops[c];
    }
    return true;
}

/* ----------------------------------------------------------------- unmet -- */

/* What the forest is like. */
typedef struct measured {
    uint64_t tops, levels, thin, wide; /* parents with too few, too many */
    uint32_t deepest;
} measured;

/* What keeps any node up to a top from joining the one above it. */
static const char *why_deep(const pl_shaping *s, uint32_t n)
{
    bool fixed = false, root = false, group = false;
    for (;; n = s->to->parent[n]) {
        fixed = fixed || pl_shape_is_fixed(s, n);
        group = group || n >= s->forest->count;
        root = root || (n < s->forest->count && pl_shape_is_bare(s, n));
        if (s->to->parent[n] == PL_NONE)
            break;
    }
    return fixed   ? "because of decisions"
           : root  ? "because of the root"
           : group ? "because of a group"
                   : "and nothing else can join what is above it";
}

/* Of the nodes that stand. */
static measured measure_shape(const pl_shaping *s)
{
    const pl_range *range = &s->shape->children;
    measured is = {0};
    for (uint32_t n = 0; n < s->to->count; n++) {
        if (!pl_shape_stands(s, n))
            continue;
        is.tops += s->to->parent[n] == PL_NONE;
        if (s->depth[n] + 1 > is.levels) {
            is.levels = s->depth[n] + 1;
            is.deepest = n;
        }
        is.thin += s->children[n] > 0 && s->children[n] < range->least;
        is.wide += range->most != 0 && s->children[n] > range->most;
    }
    return is;
}

static void tell_unmet(pl_reshaped *to, const char *part, uint64_t count,
                       const char *what, const char *why)
{
    size_t used = strlen(to->unmet);
    snprintf(to->unmet + used, sizeof to->unmet - used,
             "%sThe shape's %s cannot be met: there %s %" PRIu64 "%s, %s.",
             used > 0 ? " " : "", part, count == 1 ? "is" : "are", count, what,
             why);
}

/* Each range that is not met, and why. */
static void tell_all_unmet(pl_shaping *s)
{
    measured is = measure_shape(s);
    const pl_shape *shape = s->shape;
    if (shape->tops.most != 0 && is.tops > shape->tops.most)
        tell_unmet(s->to, "tops", is.tops, "",
                   "which have too little in common to be grouped");
    if (is.tops < shape->tops.least)
        tell_unmet(s->to, "tops", is.tops, "", "and no top can be parted");
    if (shape->levels.most != 0 && is.levels > shape->levels.most)
        tell_unmet(s->to, "levels", is.levels, "", why_deep(s, is.deepest));
    if (is.levels < shape->levels.least)
        tell_unmet(s->to, "levels", is.levels, "",
                   "and none is made that nobody has");
    if (is.thin > 0)
        tell_unmet(s->to, "children", is.thin,
                   is.thin == 1 ? " concept with too few"
                                : " concepts with too few",
                   "and to dissolve what is below would set more aside");
    if (is.wide > 0)
        tell_unmet(s->to, "children", is.wide,
                   is.wide == 1 ? " concept with too many"
                                : " concepts with too many",
                   "whose children have too little in common to be grouped");
}

/* ----------------------------------------------------------------- whole -- */

static bool take_reshaped(pl_shaping *s)
{
    pl_reshaped *to = s->to;
    uint32_t count = s->forest->count;
    if (count > UINT32_MAX / 4)
        return false;
    s->room = 2 * count + 1;
    to->count = count;
    to->parent = PL_ARENA_ARRAY(s->arena, uint32_t, s->room);
    to->how = PL_ARENA_ARRAY(s->arena, uint8_t, s->room);
    to->name = PL_ARENA_ARRAY(s->arena, const char *, s->room);
    to->covers = PL_ARENA_ARRAY(s->arena, float, s->room);
    s->depth = PL_ARENA_ARRAY(s->scratch, uint32_t, s->room);
    s->height = PL_ARENA_ARRAY(s->scratch, uint32_t, s->room);
    s->children = PL_ARENA_ARRAY(s->scratch, uint32_t, s->room);
    s->mass = PL_ARENA_ARRAY(s->scratch, uint64_t, s->room);
    if (pl_arena_failed(s->arena) || pl_arena_failed(s->scratch))
        return false;
    memcpy(to->parent, s->forest->parent, count * sizeof *to->parent);
    memcpy(to->name, s->forest->name, count * sizeof *to->name);
    return true;
}

pleach_status pl_reshape(pl_reshaped *to, pl_arena *arena,
                         const pl_unshaped *forest, const pl_shape *shape,
                         pleach_error *error)
{
    PL_SCRATCH(scratch);
    *to = (pl_reshaped){0};
    pl_shaping s = {.to = to,
                    .forest = forest,
                    .shape = shape,
                    .arena = arena,
                    .scratch = scratch};
    if (!take_reshaped(&s))
        return pl_fail_memory(error);
    pleach_status status =
        pl_name_words_read(&s.words, scratch, forest->name, forest->count,
                           forest->language, error);
    if (status == PLEACH_OK && !(pl_shape_tops(&s) && pl_shape_levels(&s) &&
                                 pl_shape_children(&s) && count_price(&s)))
        status = pl_fail_memory(error);
    if (status == PLEACH_OK)
        tell_all_unmet(&s);
    return status;
}
