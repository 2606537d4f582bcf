/* shape_levels.c: which nodes join the one above them, so that levels and
 * children are as many as asked for, at the least cost.
 *
 * A node that joins the one above it hands its children on to that. What
 * people said about it is set aside, and so is what they put below it, unless
 * it is a further name of the node above. Where there are too many children,
 * some sink a level, below groups (shape_groups.c). So
 *
 *     below(u, p, j) the least cost of what is below u, where j nodes come to
 *                    stand in place p: below u, or, if u is gone, below what
 *                    it joined; with so many levels for each; and with groups
 *                    beside them or none
 *     stands(u, r)   = min over allowed j of below(u, p, j), where p has r - 1
 *                    levels, and one j less with groups
 *     below(u, p, .) = the least sum over u's children c of
 *                        stands(c, r), for one node,
 *                        stands(c, r - 1) and a little for the group, for none,
 *                        said(c) + below(c, p', j), for j
 *
 * said(c) is how many people put c below u; it is set aside as well where u is
 * gone. A node may have too few children at a price: what everyone who has it
 * would say of so many as it should have. A level that fits is not dissolved
 * to fill another. Exact as long as all that sinks can be grouped. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "place/shape_work.h"

/* Not at any price; and what must stay, which is kept whatever comes out. */
static const uint64_t NEVER = UINT64_MAX / 4;
static const uint64_t FIXED_PRICE = UINT64_C(1) << 46;
/* A statement costs more than a child in a group, which is still below what
 * people put it below. Of choices that set as much aside, the one that leaves
 * more nodes standing is best, so each that joins another costs a little
 * besides; of as many, what has nothing below it goes first. */
enum {
    LEAF_PRICE = 4,
    BRANCH_PRICE = 5,
    GROUP_PRICE = 1024 * LEAF_PRICE,
    STATEMENT_PRICE = 4 * GROUP_PRICE
};

/* Where nodes come to stand. */
typedef struct place {
    bool gone;       /* below what the node above them joined, as an entry */
    bool grouped;    /* beside groups */
    uint32_t levels; /* for each */
} place;

/* A node's table of below(u, p, j) in `cost`, by p and j; leaves share the
 * first, which says that nothing costs nothing. */
typedef struct table {
    size_t at;
    uint32_t rows, columns; /* of each of the four kinds of places */
} table;

/* So many of the nodes below one are to come out in a place. */
typedef struct wish {
    uint32_t node, count;
    place in;
} wish;

typedef struct levelling {
    pl_shaping *s;
    const pl_euler_tour *in;
    table *tables; /* per node */
    uint64_t *cost;
    uint64_t *said;    /* per node: people who put it where it hangs */
    uint8_t *entry;    /* per node: it would be an entry of the node above */
    uint32_t most;     /* levels; 0: any */
    uint32_t last;     /* a number of children that stands for all from it on */
    uint64_t *offered; /* by one child */
    PL_LIST(wish) wishes;
    PL_LIST(uint64_t) sums; /* of the first children of a node, row by row */
} levelling;

static size_t row_of(const table *is, place p)
{
    uint32_t levels = p.levels < is->rows ? p.levels : is->rows - 1;
    size_t kind = is->at == 0 ? 0 : 2 * (size_t)p.gone + p.grouped;
    return is->at + (kind * is->rows + levels) * is->columns;
}

static uint64_t cost_at(const levelling *l, uint32_t u, place p, uint32_t count)
{
    const table *is = &l->tables[u];
    return count < is->columns ? l->cost[row_of(is, p) + count] : NEVER;
}

/* What it costs that a node has so many children. Where some sink, one place is
 * their group's, and all others are taken. */
static uint64_t price_of_count(const levelling *l, uint32_t u, uint32_t count,
                               bool grouped)
{
    const pl_range *range = &l->s->shape->children;
    if (grouped)
        return range->most > 1 && count + 1 == range->most ? 0 : NEVER;
    if (range->most != 0 && count > range->most)
        return NEVER;
    if (count == 0 || count >= range->least)
        return 0;
    uint64_t people = pl_shape_people(l->s, u);
    return GROUP_PRICE + STATEMENT_PRICE * range->least * (people + !people);
}

/* How a node stands best, with so many levels for it and what is below. */
static uint64_t find_standing(const levelling *l, uint32_t u, uint32_t levels,
                              wish *how)
{
    uint64_t best = NEVER;
    if (l->most != 0 && levels == 0)
        return NEVER;
    place in = {false, false, l->most != 0 ? levels - 1 : 0};
    bool groups = l->s->shape->children.most != 0 && l->tables[u].at != 0 &&
                  (l->most == 0 || levels > 2);
    for (int grouped = 0; grouped <= (groups ? 1 : 0); grouped++)
        for (uint32_t j = 0; j < l->tables[u].columns; j++) {
            in.grouped = grouped != 0;
            uint64_t cost =
                cost_at(l, u, in, j) + price_of_count(l, u, j, in.grouped);
            if (cost < best) {
                best = cost;
                *how = (wish){u, j, in};
            }
        }
    return best;
}

static bool must_stand(const levelling *l, uint32_t c)
{
    const pl_shaping *s = l->s;
    return pl_shape_is_fixed(s, c) || pl_shape_is_bare(s, c) ||
           pl_shape_is_bare(s, s->to->parent[c]);
}

/* How many people put a node where it hangs; a node that nobody put there
 * counts as one. */
static uint64_t count_said(const levelling *l, uint32_t c)
{
    const pl_statements *said = l->s->forest->said;
    uint64_t people = 0;
    for (uint32_t k = c < l->s->forest->count ? said->first[c] : 0;
         c < l->s->forest->count && k < said->first[c + 1]; k++)
        if (said->parent[k] == l->s->to->parent[c])
            people += said->voices[k];
    return people > 0 ? people : 1;
}

/* What it costs that c joins the one above it, and j nodes stand there. */
static uint64_t cost_joined(const levelling *l, uint32_t c, place p, uint32_t j)
{
    p.gone = l->entry[c] != 0;
    uint64_t cost = cost_at(l, c, p, j);
    if (cost >= NEVER)
        return NEVER;
    cost += l->tables[c].at == 0 ? LEAF_PRICE : BRANCH_PRICE;
    return cost + (must_stand(l, c) ? FIXED_PRICE : l->said[c]);
}

/* The same where c stands, or sinks below a group. */
static uint64_t cost_standing(const levelling *l, uint32_t c, place p,
                              bool sinks, wish *how)
{
    if (sinks && (!p.grouped || pl_shape_is_fixed(l->s, c)))
        return NEVER;
    uint32_t levels = l->most != 0 ? p.levels - sinks : 0;
    uint64_t cost = find_standing(l, c, levels, how);
    if (cost >= NEVER)
        return NEVER;
    return cost + (p.gone ? l->said[c] : 0) + (sinks ? GROUP_PRICE : 0);
}

/* How many numbers a child that stands counts for. */
static uint32_t one_of(const levelling *l)
{
    return l->last < 1 ? l->last : 1;
}

/* Fills l->offered with what c costs by the number of nodes that come to stand
 * where it hangs; returns how many numbers there are. */
static uint32_t offer_child(const levelling *l, uint32_t c, place p)
{
    wish how;
    uint32_t one = one_of(l), columns = l->tables[c].columns;
    for (uint32_t j = 0; j < columns; j++)
        l->offered[j] = cost_joined(l, c, p, j);
    if (columns <= one)
        l->offered[columns++] = NEVER;
    for (int sinks = 0; sinks < 2; sinks++) {
        uint64_t cost = cost_standing(l, c, p, sinks != 0, &how);
        uint64_t *offered = &l->offered[sinks ? 0 : one];
        *offered = cost < *offered ? cost : *offered;
    }
    return columns;
}

/* to[j] = the least of from[a] + offered[x], where a and x are j together. */
static void add_offer(const levelling *l, uint64_t *to, const uint64_t *from,
                      uint32_t offered)
{
    for (uint32_t j = 0; j <= l->last; j++)
        to[j] = NEVER;
    for (uint32_t a = 0; a <= l->last; a++)
        for (uint32_t x = 0; from[a] < NEVER && x < offered; x++) {
            uint32_t j = a + x < l->last ? a + x : l->last;
            uint64_t cost = from[a] + l->offered[x];
            if (l->offered[x] < NEVER && cost < to[j])
                to[j] = cost;
        }
}

/* Sums over the first children of a node, one row after each. */
static bool sum_children(levelling *l, uint32_t u, place p)
{
    uint32_t first = l->in->first[u], end = l->in->first[u + 1];
    size_t columns = (size_t)l->last + 1;
    l->sums.count = 0;
    if (!pl_list_room(&l->sums, (end - first + 1) * columns))
        return false;
    uint64_t *row = l->sums.items;
    for (size_t j = 0; j < columns; j++)
        row[j] = j == 0 ? 0 : NEVER;
    for (uint32_t k = first; k < end; k++, row += columns)
        add_offer(l, row + columns, row, offer_child(l, l->in->child[k], p));
    return true;
}

/* The table of a node whose children have theirs. */
static bool fill_table(levelling *l, uint32_t u)
{
    const table *is = &l->tables[u];
    size_t children = l->in->first[u + 1] - l->in->first[u];
    for (uint32_t row = 0; row < 4 * is->rows; row++) {
        place p = {row / is->rows > 1, row / is->rows % 2 != 0, row % is->rows};
        if (p.grouped && l->s->shape->children.most == 0)
            continue;
        if (!sum_children(l, u, p))
            return false;
        memcpy(&l->cost[row_of(is, p)],
               l->sums.items + children * ((size_t)l->last + 1),
               is->columns * sizeof *l->cost);
    }
    return true;
}

static bool take_tables(levelling *l)
{
    const pl_shaping *s = l->s;
    uint32_t count = s->to->count;
    size_t cells = 1;
    l->tables = PL_ARENA_ARRAY(s->scratch, table, count);
    if (l->tables == NULL)
        return false;
    for (uint32_t n = 0; n < count; n++) {
        uint32_t below = l->in->leave[n] - l->in->enter[n] - 1;
        uint64_t rows = 2 * (uint64_t)s->height[n] + 1;
        l->tables[n] = (table){0, 1, 1};
        if (below == 0)
            continue;
        l->tables[n].at = cells;
        l->tables[n].rows =
            l->most == 0 ? 1 : (uint32_t)(rows <= l->most ? rows : l->most + 1);
        l->tables[n].columns = (below < l->last ? below : l->last) + 1;
        cells += (size_t)4 * l->tables[n].rows * l->tables[n].columns;
    }
    l->cost = PL_ARENA_ARRAY(s->scratch, uint64_t, cells);
    l->said = PL_ARENA_ARRAY(s->scratch, uint64_t, count);
    l->entry = PL_ARENA_ARRAY(s->scratch, uint8_t, count);
    l->offered = PL_ARENA_ARRAY(s->scratch, uint64_t, (size_t)l->last + 2);
    return !pl_arena_failed(s->scratch);
}

/* What a child has to offer so that *count nodes are reached in all; *count
 * becomes what is left for those before it. */
static uint32_t choose_offer(const levelling *l, const uint64_t *row,
                             uint32_t offered, uint32_t *count)
{
    for (uint32_t x = offered; x-- > 0;)
        for (uint32_t a = 0; a <= l->last; a++) {
            uint32_t j = a + x < l->last ? a + x : l->last;
            if (j == *count && row[a] < NEVER && l->offered[x] < NEVER &&
                row[a] + l->offered[x] == row[l->last + 1 + j]) {
                *count = a;
                return x;
            }
        }
    return 0;
}

/* The cheapest way for a child to offer x nodes. */
static wish settle_child(levelling *l, uint32_t c, place p, uint32_t x)
{
    uint64_t best = cost_joined(l, c, p, x);
    wish how = {c, x, {l->entry[c] != 0, p.grouped, p.levels}}, other;
    bool joins = true;
    for (int sinks = 0; sinks < 2; sinks++) {
        bool may = x == (sinks ? 0 : one_of(l));
        uint64_t cost =
            may ? cost_standing(l, c, p, sinks != 0, &other) : NEVER;
        if (cost > best || cost >= NEVER)
            continue;
        best = cost;
        how = other;
        joins = false;
    }
    if (joins && !must_stand(l, c))
        pl_shape_join(l->s, c, l->s->to->parent[c]);
    return how;
}

/* Settles the children of one node, and leaves a wish for each of them. */
static bool grant_wish(levelling *l, wish is)
{
    uint32_t first = l->in->first[is.node], count = is.count;
    if (!sum_children(l, is.node, is.in))
        return false;
    for (uint32_t k = l->in->first[is.node + 1]; k-- > first;) {
        uint32_t c = l->in->child[k];
        const uint64_t *row =
            l->sums.items + (size_t)(k - first) * ((size_t)l->last + 1);
        uint32_t offered = offer_child(l, c, is.in);
        uint32_t x = choose_offer(l, row, offered, &count);
        wish how = settle_child(l, c, is.in, x);
        if (l->tables[c].at != 0)
            pl_list_add(&l->wishes, how);
    }
    return !pl_arena_failed(l->s->scratch);
}

/* Who joins a node hands its children on, from the tops down. */
static void hand_on(pl_shaping *s)
{
    for (uint32_t k = 0; k < s->to->count; k++) {
        uint32_t n = s->tour.order[k], above = s->to->parent[n];
        if (above != PL_NONE && !pl_shape_stands(s, above))
            s->to->parent[n] = s->to->parent[above];
    }
}

bool pl_shape_levels(pl_shaping *s)
{
    const pl_range *children = &s->shape->children;
    levelling l = {.s = s,
                   .in = &s->tour,
                   .most = s->shape->levels.most,
                   .last = children->most != 0 ? children->most + 1
                                               : children->least,
                   .wishes = {.arena = s->scratch},
                   .sums = {.arena = s->scratch}};
    if (!pl_shape_number(s) || !take_tables(&l))
        return false;
    for (uint32_t n = 0; n < s->to->count; n++) {
        l.said[n] = STATEMENT_PRICE * count_said(&l, n);
        l.entry[n] = s->to->parent[n] != PL_NONE &&
                     !pl_shape_is_alike(s, n, s->to->parent[n]);
    }
    for (uint32_t k = s->to->count; k-- > 0;)
        if (l.tables[l.in->order[k]].at != 0 && !fill_table(&l, l.in->order[k]))
            return false;
    for (uint32_t n = 0; n < s->to->count; n++) {
        wish how = {n, 0, {false, false, 0}};
        if (s->to->parent[n] != PL_NONE || l.tables[n].at == 0)
            continue;
        find_standing(&l, n, l.most, &how);
        pl_list_add(&l.wishes, how);
    }
    while (l.wishes.count > 0 && !pl_arena_failed(s->scratch))
        if (!grant_wish(&l, l.wishes.items[--l.wishes.count]))
            return false;
    hand_on(s);
    return !pl_arena_failed(s->scratch);
}
