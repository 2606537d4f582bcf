/* shape_tops.c: puts thin tops where somebody has them, and others into
 * groups, where there are too many. */
/* SPDX-License-Identifier: MIT */
#include "base/order.h"
#include "place/shape_work.h"

/* Whether something could hang below a node without a loop. */
static bool may_hang_below(const pl_shaping *s, uint32_t n, uint32_t above)
{
    while (above != PL_NONE && above != n)
        above = s->to->parent[above];
    return above == PL_NONE;
}

/* Where most people put a top, if anybody does. */
static uint32_t find_broader(const pl_shaping *s, uint32_t n)
{
    const pl_statements *said = s->forest->said;
    uint32_t best = PL_NONE, most = 0;
    for (uint32_t k = said->first[n]; k < said->first[n + 1]; k++)
        if (said->voices[k] > most && may_hang_below(s, n, said->parent[k])) {
            most = said->voices[k];
            best = said->parent[k];
        }
    return best;
}

/* The thinnest first, as long as there are too many, but none of those that
 * could stay; returns how many are left. */
static size_t move_thin_tops(pl_shaping *s, uint32_t *tops, size_t count)
{
    size_t left = count, kept = 0;
    uint64_t *order = PL_ARENA_ARRAY(s->scratch, uint64_t, count);
    if (order == NULL)
        return count;
    for (size_t k = 0; k < count; k++)
        order[k] = pl_shape_thinness(s, tops[k]) | tops[k];
    pl_sort_uint64(order, count);
    for (size_t k = 0; k < count; k++) {
        uint32_t n = (uint32_t)order[k], above = PL_NONE;
        if (left > s->shape->tops.most && k + s->shape->tops.most <= count &&
            !pl_shape_is_fixed(s, n) && !pl_shape_is_bare(s, n))
            above = find_broader(s, n);
        if (above == PL_NONE) {
            tops[kept++] = n;
            continue;
        }
        s->to->parent[n] = above;
        s->to->how[n] = PL_SHAPED_MOVED;
        left--;
    }
    return kept;
}

bool pl_shape_tops(pl_shaping *s)
{
    const pl_range *range = &s->shape->tops;
    uint32_t *tops = PL_ARENA_ARRAY(s->scratch, uint32_t, s->to->count);
    size_t count = 0;
    if (range->most == 0)
        return true;
    if (tops == NULL || !pl_shape_number(s))
        return false;
    for (uint32_t n = 0; n < s->to->count; n++)
        if (s->to->parent[n] == PL_NONE)
            tops[count++] = n;
    if (count <= range->most)
        return true;
    count = move_thin_tops(s, tops, count);
    return !pl_arena_failed(s->scratch) && pl_shape_number(s) &&
           (count <= range->most ||
            pl_shape_group(s, PL_NONE, tops, count, range));
}
