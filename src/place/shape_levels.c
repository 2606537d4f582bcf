/* shape_levels.c: which nodes join the one above them, so that levels and
 * children are as many as asked for, at the least cost.
 *
 * A node that joins the one above it hands its children on to that. What
 * people said about it is set aside, and so is what they put below it, unless
 * it is a further name of the node above. So
 *
 *     below(u, g, r, j)  the least cost of what is below u, where j nodes come
 *                        to stand below u, or, if u is gone (g), below what it
 *                        joined, with r levels for each
 *     stands(u, r)       = min over allowed j of below(u, 0, r - 1, j), or,
 *                        where there are too many, of below(u, 0, r - 2, j):
 *                        a group takes a level
 *     below(u, g, r, .)  = the least sum over u's children c of
 *                        g said(c) + stands(c, r), for one node, or
 *                        said(c) + below(c, g', r, j), for j
 *
 * said(c) is how many people put c below u. Numbers above the most children
 * count as one more than these, and each child beyond costs a little, since a
 * group will stand above it. Exact as long as all can be grouped. */
/* SPDX-License-Identifier: MIT */
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

/* Place of a node's table of below(u, g, r, j) in `cost`, by g, r and j. */
typedef struct table {
    size_t at;
    uint32_t rows, columns;
} table;

/* How the nodes below one are to come out. */
typedef struct wish {
    uint32_t node, levels, count;
    bool gone; /* the node joins the one above it, as an entry */
} wish;

typedef struct levelling {
    pl_shaping *s;
    const pl_euler_tour *in;
    table *tables; /* per node */
    uint64_t *cost;
    uint64_t *said;    /* per node: people who put it where it hangs */
    uint8_t *entry;    /* per node: it would be an entry of the node above */
    uint32_t most;     /* levels; 0: any */
    uint32_t beyond;   /* what a child costs beyond the most */
    uint32_t columns;  /* that a table has at most */
    uint64_t *sum;     /* for one more child */
    uint64_t *offered; /* by one child */
    PL_LIST(wish) wishes;
    PL_LIST(uint64_t) sums; /* of the first children of a node, row by row */
} levelling;

static uint64_t cost_at(const levelling *l, uint32_t u, bool gone,
                        uint32_t levels, uint32_t count)
{
    const table *is = &l->tables[u];
    size_t row = levels < is->rows ? levels : is->rows - 1;
    if (gone && is->at != 0)
        row += is->rows;
    return count >= is->columns ? NEVER
                                : l->cost[is->at + row * is->columns + count];
}

static bool is_allowed(const levelling *l, uint32_t count)
{
    const pl_range *range = &l->s->shape->children;
    return count == 0 || (count >= range->least &&
                          (range->most == 0 || count <= range->most));
}

/* How a node stands best, with so many levels for it and what is below. */
static uint64_t find_standing(const levelling *l, uint32_t u, uint32_t levels,
                              wish *how)
{
    bool bound = l->most != 0;
    uint64_t best = NEVER;
    if (bound && levels == 0)
        return NEVER;
    *how = (wish){u, bound ? levels - 1 : 0, 0, false};
    for (uint32_t j = 0; j < l->tables[u].columns; j++) {
        uint64_t cost = is_allowed(l, j)
                            ? cost_at(l, u, false, bound ? levels - 1 : 0, j)
                            : NEVER;
        if (cost < best) {
            best = cost;
            how->count = j;
        }
    }
    uint32_t most = l->s->shape->children.most;
    if (most == 0 || (bound && levels < 2))
        return best;
    uint64_t grouped =
        GROUP_PRICE +
        cost_at(l, u, false, bound ? levels - 2 : 0, l->columns - 1);
    if (grouped < best) {
        best = grouped;
        *how = (wish){u, bound ? levels - 2 : 0, l->columns - 1, false};
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
static uint64_t cost_joined(const levelling *l, uint32_t c, uint32_t levels,
                            uint32_t j)
{
    uint64_t cost = cost_at(l, c, l->entry[c] != 0, levels, j);
    if (cost >= NEVER)
        return NEVER;
    cost += l->tables[c].at == 0 ? LEAF_PRICE : BRANCH_PRICE;
    return cost + (must_stand(l, c) ? FIXED_PRICE : l->said[c]);
}

/* The same where c stands. */
static uint64_t cost_standing(const levelling *l, uint32_t c, bool gone,
                              uint32_t levels, wish *how)
{
    uint64_t cost = find_standing(l, c, levels, how);
    return cost >= NEVER ? NEVER : cost + (gone ? l->said[c] : 0);
}

/* Fills l->offered with what c costs by the number of nodes that come to stand
 * where it hangs; returns how many numbers there are. */
static uint32_t offer_child(const levelling *l, uint32_t c, bool gone,
                            uint32_t levels)
{
    wish how;
    uint32_t last = l->columns - 1, one = last < 1 ? last : 1;
    uint32_t columns = l->tables[c].columns;
    for (uint32_t j = 0; j < columns; j++)
        l->offered[j] = cost_joined(l, c, levels, j);
    if (columns <= one)
        l->offered[columns++] = NEVER;
    uint64_t standing = cost_standing(l, c, gone, levels, &how);
    if (standing < l->offered[one])
        l->offered[one] = standing;
    return columns;
}

/* to[j] = the least of from[a] + offered[x], where a and x are j together. */
static void add_offer(const levelling *l, uint64_t *to, const uint64_t *from,
                      uint32_t offered)
{
    uint32_t last = l->columns - 1;
    for (uint32_t j = 0; j <= last; j++)
        to[j] = NEVER;
    for (uint32_t a = 0; a <= last; a++)
        for (uint32_t x = 0; from[a] < NEVER && x < offered; x++) {
            uint32_t j = a + x < last ? a + x : last;
            uint64_t cost = from[a] + l->offered[x] + (a + x - j) * l->beyond;
            if (l->offered[x] < NEVER && cost < to[j])
                to[j] = cost;
        }
}

/* The table of a node whose children have theirs. */
static void fill_table(const levelling *l, uint32_t u, uint64_t *from)
{
    const table *is = &l->tables[u];
    uint64_t *to = l->sum;
    for (uint32_t row = 0; row < 2 * is->rows; row++) {
        bool gone = row >= is->rows;
        uint32_t levels = gone ? row - is->rows : row;
        for (uint32_t j = 0; j < l->columns; j++)
            from[j] = j == 0 ? 0 : NEVER;
        for (uint32_t k = l->in->first[u]; k < l->in->first[u + 1]; k++) {
            add_offer(l, to, from,
                      offer_child(l, l->in->child[k], gone, levels));
            for (uint32_t j = 0; j < l->columns; j++)
                from[j] = to[j];
        }
        for (uint32_t j = 0; j < is->columns; j++)
            l->cost[is->at + (size_t)row * is->columns + j] = from[j];
    }
}

/* Leaves share the first table, which says that nothing costs nothing. */
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
        l->tables[n].columns = below < l->columns - 1 ? below + 1 : l->columns;
        cells += (size_t)2 * l->tables[n].rows * l->tables[n].columns;
    }
    l->cost = PL_ARENA_ARRAY(s->scratch, uint64_t, cells);
    l->said = PL_ARENA_ARRAY(s->scratch, uint64_t, count);
    l->entry = PL_ARENA_ARRAY(s->scratch, uint8_t, count);
    l->sum = PL_ARENA_ARRAY(s->scratch, uint64_t, l->columns);
    l->offered = PL_ARENA_ARRAY(s->scratch, uint64_t, (size_t)l->columns + 1);
    return !pl_arena_failed(s->scratch);
}

/* Sums over the first children of a node, one row after each. */
static bool sum_children(levelling *l, const wish *is)
{
    uint32_t first = l->in->first[is->node], end = l->in->first[is->node + 1];
    size_t cells = ((size_t)(end - first) + 1) * l->columns;
    l->sums.count = 0;
    if (!pl_list_room(&l->sums, cells))
        return false;
    uint64_t *row = l->sums.items;
    for (uint32_t j = 0; j < l->columns; j++)
        row[j] = j == 0 ? 0 : NEVER;
    for (uint32_t k = first; k < end; k++, row += l->columns)
        add_offer(l, row + l->columns, row,
                  offer_child(l, l->in->child[k], is->gone, is->levels));
    return true;
}

/* What a child has to offer so that *count nodes are reached in all; *count
 * becomes what is left for those before it. */
static uint32_t choose_offer(const levelling *l, const uint64_t *row,
                             uint32_t offered, uint32_t *count)
{
    uint32_t last = l->columns - 1;
    for (uint32_t x = offered; x-- > 0;)
        for (uint32_t a = 0; a <= last; a++) {
            uint32_t j = a + x < last ? a + x : last;
            if (j == *count && row[a] < NEVER && l->offered[x] < NEVER &&
                row[a] + l->offered[x] + (a + x - j) * l->beyond ==
                    row[l->columns + j]) {
                *count = a;
                return x;
            }
        }
    return 0;
}

/* Settles the children of one node, and leaves a wish for each of them. */
static bool grant_wish(levelling *l, wish is)
{
    pl_shaping *s = l->s;
    uint32_t first = l->in->first[is.node], count = is.count;
    uint32_t last = l->columns - 1, one = last < 1 ? last : 1;
    if (!sum_children(l, &is))
        return false;
    for (uint32_t k = l->in->first[is.node + 1]; k-- > first;) {
        uint32_t c = l->in->child[k];
        const uint64_t *row = l->sums.items + (size_t)(k - first) * l->columns;
        wish how = {c, 0, 0, false};
        uint32_t offered = offer_child(l, c, is.gone, is.levels);
        uint32_t x = choose_offer(l, row, offered, &count);
        uint64_t joined = cost_joined(l, c, is.levels, x);
        uint64_t standing =
            x == one ? cost_standing(l, c, is.gone, is.levels, &how) : NEVER;
        if (standing > joined || standing >= NEVER) {
            how = (wish){c, is.levels, x, l->entry[c] != 0};
            if (!must_stand(l, c))
                pl_shape_join(s, c, s->to->parent[c]);
        }
        if (l->tables[c].at != 0)
            pl_list_add(&l->wishes, how);
    }
    return !pl_arena_failed(s->scratch);
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
                   .beyond = children->most != 0 ? GROUP_PRICE : 0,
                   .columns = children->most != 0 ? children->most + 2
                                                  : children->least + 1,
                   .wishes = {.arena = s->scratch},
                   .sums = {.arena = s->scratch}};
    if (!pl_shape_number(s) || !take_tables(&l))
        return false;
    uint64_t *from = PL_ARENA_ARRAY(s->scratch, uint64_t, l.columns);
    if (from == NULL)
        return false;
    for (uint32_t n = 0; n < s->to->count; n++) {
        l.said[n] = STATEMENT_PRICE * count_said(&l, n);
        l.entry[n] = s->to->parent[n] != PL_NONE &&
                     !pl_shape_is_alike(s, n, s->to->parent[n]);
    }
    for (uint32_t k = s->to->count; k-- > 0;)
        if (l.tables[l.in->order[k]].at != 0)
            fill_table(&l, l.in->order[k], from);
    for (uint32_t n = 0; n < s->to->count; n++) {
        wish how = {n, 0, 0, false};
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
