/* linkage.c: joins the likeliest two groups until no two are likely one. */
/* SPDX-License-Identifier: MIT */
#include "same/linkage.h"

#include "base/hash.h"
#include "base/union_find.h"
#include "same/constants.h"

/* All that links two groups: both ways the same. */
typedef struct bond {
    uint64_t pair; /* packed; 0: nothing is here, UINT64_MAX: it was removed */
    double sum, most;
    uint64_t links;
} bond;

/* Two groups that may be joined, by their names, and as they were after these
 * joins. Links make offers of their own. A group that was joined offers its
 * likeliest neighbour alone, and the next one when that has changed: all of
 * them after each join would be the square of a hub's neighbours. So what is
 * likely now is always offered by the younger of the two, or something likelier
 * is. */
typedef struct offer {
    double odds;
    uint32_t a, b, age_a, age_b;
} offer;

/* Ascending numbers; `own` is what was allocated for them, or NULL. */
typedef struct holders {
    const uint32_t *who;
    uint32_t *own;
    uint64_t count;
} holders;

typedef PL_LIST(uint32_t) neighbours;

typedef struct linking {
    uint32_t *head; /* union-find over units */
    uint32_t *name; /* per group: its smallest unit */
    uint32_t *size;
    uint32_t *age; /* per group: which join made it, 0 for a unit */
    uint32_t joins;
    holders *seen;         /* per group: collections that hold it */
    neighbours *linked;    /* per group: groups it has a bond with, or had */
    bond *bonds;           /* open addressing */
    uint64_t mask, used;   /* what was removed is still used */
    uint64_t bonded;       /* what was not */
    PL_LIST(offer) offers; /* a heap, the likeliest first */
} linking;

/* ----------------------------------------------------------------- bonds -- */

static bond *find_bond(const linking *l, uint32_t a, uint32_t b)
{
    uint64_t pair = pl_pair_pack(a, b);
    uint64_t at = pl_hash_pair(pair, 0) & l->mask;
    while (l->bonds[at].pair != 0 && l->bonds[at].pair != pair)
        at = (at + 1) & l->mask;
    return &l->bonds[at];
}

/* Forgets what was removed, in a table with room for twice what is left. */
static bool renew_bonds(linking *l)
{
    linking larger = {.mask = l->mask};
    while (larger.mask < 4 * l->bonded)
        larger.mask = 2 * larger.mask + 1;
    larger.bonds = pl_allocate(larger.mask + 1, sizeof *larger.bonds);
    if (larger.bonds == NULL)
        return false;
    for (uint64_t k = 0; k <= l->mask; k++) {
        uint64_t pair = l->bonds[k].pair;
        if (pair == 0 || pair == UINT64_MAX)
            continue;
        *find_bond(&larger, (uint32_t)(pair >> 32), (uint32_t)pair) =
            l->bonds[k];
    }
    pl_release(l->bonds);
    l->bonds = larger.bonds;
    l->mask = larger.mask;
    l->used = l->bonded;
    return true;
}

/* Adds to what links two groups; a new bond makes them neighbours. */
static bool add_bond(linking *l, uint32_t a, uint32_t b, bond more)
{
    if (3 * l->used > 2 * l->mask && !renew_bonds(l))
        return false;
    bond *found = find_bond(l, a, b);
    if (found->pair != 0) {
        found->sum += more.sum;
        found->links += more.links;
        found->most = more.most > found->most ? more.most : found->most;
        return true;
    }
    *found = more;
    found->pair = pl_pair_pack(a, b);
    l->used++;
    l->bonded++;
    return pl_list_push(&l->linked[a], b) && pl_list_push(&l->linked[b], a);
}

/* ------------------------------------------------------------ told apart -- */

/* Both lists ascend, so one pass is enough. */
static bool unite(holders *to, holders *from)
{
    uint64_t used = 0, i = 0, j = 0;
    uint32_t *all = pl_allocate(to->count + from->count, sizeof *all);
    if (all == NULL)
        return false;
    while (i < to->count || j < from->count) {
        uint32_t x = i < to->count ? to->who[i] : PL_NONE;
        uint32_t y = j < from->count ? from->who[j] : PL_NONE;
        all[used++] = x < y ? x : y;
        i += x <= y;
        j += y <= x;
    }
    pl_release(to->own);
    pl_release(from->own);
    *to = (holders){all, all, used};
    *from = (holders){NULL, NULL, 0};
    return true;
}

/* ---------------------------------------------------------------- offers -- */

/* Whether one offer comes before another. */
static bool is_likelier(const offer *x, const offer *y)
{
    if (x->odds != y->odds)
        return x->odds > y->odds;
    return x->a != y->a ? x->a < y->a : x->b < y->b;
}

static bool push_offer(linking *l, offer made)
{
    if (!pl_list_push(&l->offers, made))
        return false;
    size_t at = l->offers.count - 1;
    offer *heap = l->offers.items;
    while (at > 0 && is_likelier(&made, &heap[(at - 1) / 2])) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = made;
    return true;
}

static offer pop_offer(linking *l)
{
    offer *heap = l->offers.items;
    offer top = heap[0], last = heap[--l->offers.count];
    size_t at = 0, count = l->offers.count;
    for (size_t next = 1; next < count; next = 2 * at + 1) {
        next += next + 1 < count && is_likelier(&heap[next + 1], &heap[next]);
        if (!is_likelier(&heap[next], &last))
            break;
        heap[at] = heap[next];
        at = next;
    }
    heap[at] = last;
    return top;
}

/* The odds that two groups are one, by what links them. */
static double weigh_links(const linking *l, const bond *b)
{
    uint32_t x = (uint32_t)(b->pair >> 32), y = (uint32_t)b->pair;
    double pairs = (double)l->size[x] * (double)l->size[y];
    double average =
        (b->sum + (pairs - (double)b->links) * PL_UNLINKED) / pairs;
    return (1 - PL_LIKELIEST) * average + PL_LIKELIEST * b->most;
}

/* And by who tells them apart, where it matters: large sets take long. */
static double weigh_bond(const linking *l, const bond *b)
{
    uint32_t x = (uint32_t)(b->pair >> 32), y = (uint32_t)b->pair;
    double odds = weigh_links(l, b);
    return odds > PL_LEAST_ODDS
               ? odds - PL_TOLD_APART *
                            pl_share_common(l->seen[x].who, l->seen[x].count,
                                            l->seen[y].who, l->seen[y].count)
               : odds;
}

static offer make_offer(const linking *l, const bond *b)
{
    uint32_t x = (uint32_t)(b->pair >> 32), y = (uint32_t)b->pair;
    uint32_t first = l->name[x] < l->name[y] ? x : y, last = first == x ? y : x;
    return (offer){weigh_bond(l, b), l->name[first], l->name[last],
                   l->age[first], l->age[last]};
}

/* --------------------------------------------------------------- joining -- */

/* Gives all bonds of `from` to `to`. */
static bool hand_over(linking *l, uint32_t to, uint32_t from)
{
    bool enough = true;
    for (size_t k = 0; enough && k < l->linked[from].count; k++) {
        uint32_t other = l->linked[from].items[k];
        bond *old = find_bond(l, from, other);
        if (old->pair == 0)
            continue;
        bond moved = *old;
        old->pair = UINT64_MAX;
        l->bonded--;
        if (other != to)
            enough = add_bond(l, to, other, moved);
    }
    pl_list_free(&l->linked[from]);
    l->linked[from] = (neighbours){0};
    return enough;
}

/* Offers the likeliest bond of a group, and forgets neighbours that are gone.
 * Younger ones make offers themselves. */
static bool offer_likeliest(linking *l, uint32_t group)
{
    neighbours *n = &l->linked[group];
    size_t kept = 0;
    offer best = {.odds = PL_LEAST_ODDS};
    for (size_t k = 0; k < n->count; k++) {
        const bond *b = find_bond(l, group, n->items[k]);
        if (b->pair == 0)
            continue;
        n->items[kept++] = n->items[k];
        if (l->age[n->items[k]] > l->age[group] ||
            weigh_links(l, b) < best.odds)
            continue;
        offer made = make_offer(l, b);
        if (made.odds > PL_LEAST_ODDS && is_likelier(&made, &best))
            best = made;
    }
    n->count = kept;
    return !(best.odds > PL_LEAST_ODDS) || push_offer(l, best);
}

/* The one with more neighbours keeps them; which is which does not show, since
 * groups are known by their smallest units. */
static bool join_two(linking *l, uint32_t a, uint32_t b)
{
    uint32_t to = l->linked[a].count < l->linked[b].count ? b : a;
    uint32_t from = to == a ? b : a;
    l->head[from] = to;
    l->size[to] += l->size[from];
    if (l->name[from] < l->name[to])
        l->name[to] = l->name[from];
    l->age[to] = ++l->joins;
    return unite(&l->seen[to], &l->seen[from]) && hand_over(l, to, from) &&
           offer_likeliest(l, to);
}

/* Where an offer is out of date, the group that made it, if it is still there,
 * makes the next one. */
static bool join_likely(linking *l)
{
    bool enough = true;
    while (enough && l->offers.count > 0) {
        offer best = pop_offer(l);
        uint32_t a = pl_union_find(l->head, best.a);
        uint32_t b = pl_union_find(l->head, best.b);
        bool stands_a = best.age_a == l->age[a];
        bool stands_b = best.age_b == l->age[b];
        bool from_a = best.age_a > best.age_b;
        if (stands_a && stands_b)
            enough = join_two(l, a, b);
        else if (best.age_a != best.age_b && (from_a ? stands_a : stands_b))
            enough = offer_likeliest(l, from_a ? a : b);
    }
    return enough;
}

/* -------------------------------------------------------------- starting -- */

static bool take_linking_arrays(linking *l, pl_arena *arena, uint32_t units,
                                size_t links)
{
    l->head = PL_ARENA_ARRAY(arena, uint32_t, units);
    l->size = PL_ARENA_ARRAY(arena, uint32_t, units);
    l->age = PL_ARENA_ARRAY(arena, uint32_t, units);
    l->name = PL_ARENA_ARRAY(arena, uint32_t, units);
    l->seen = PL_ARENA_ARRAY(arena, holders, units);
    l->linked = PL_ARENA_ARRAY(arena, neighbours, units);
    for (l->mask = 15; l->mask < 2 * links;)
        l->mask = 2 * l->mask + 1;
    l->bonds = pl_allocate(l->mask + 1, sizeof *l->bonds);
    return l->head && l->size && l->age && l->name && l->seen && l->linked &&
           l->bonds;
}

/* Each unit is a group of its own. Where it is seen is borrowed: most units
 * never join anything. */
static bool start_linking(linking *l, const pl_units *u,
                          const pl_link_list *links)
{
    bool enough = true;
    for (uint32_t x = 0; x < u->count; x++) {
        uint64_t from = u->seen_first[x];
        l->head[x] = l->name[x] = x;
        l->size[x] = 1;
        l->seen[x] =
            (holders){u->seen + from, NULL, u->seen_first[x + 1] - from};
    }
    for (size_t k = 0; enough && k < links->count; k++) {
        const pl_link *link = &links->items[k];
        enough =
            add_bond(l, link->a, link->b,
                     (bond){.sum = link->odds, .most = link->odds, .links = 1});
        if (!enough || !(link->odds > PL_LEAST_ODDS))
            continue;
        offer made = make_offer(l, find_bond(l, link->a, link->b));
        enough = !(made.odds > PL_LEAST_ODDS) || push_offer(l, made);
    }
    return enough;
}

static void free_linking(linking *l, uint32_t units)
{
    for (uint32_t x = 0; l->seen != NULL && x < units; x++)
        pl_release(l->seen[x].own);
    for (uint32_t x = 0; l->linked != NULL && x < units; x++)
        pl_list_free(&l->linked[x]);
    pl_list_free(&l->offers);
    pl_release(l->bonds);
}

bool pl_average_linkage(uint32_t *group, const pl_units *units,
                        const pl_link_list *links)
{
    pl_arena *arena = pl_arena_new();
    linking l = {.bonds = NULL};
    bool enough = arena != NULL &&
                  take_linking_arrays(&l, arena, units->count, links->count) &&
                  start_linking(&l, units, links) && join_likely(&l);
    for (uint32_t x = 0; enough && x < units->count; x++)
        group[x] = l.name[pl_union_find(l.head, x)];
    free_linking(&l, units->count);
    pl_arena_free(arena);
    return enough;
}

/* ----------------------------------------------------------------- dense -- */

/* The two groups that are most alike; false: none are alike enough. */
static bool find_nearest(const double *sum, const uint32_t *size, uint32_t n,
                         double least, uint32_t *a, uint32_t *b)
{
    double best = least;
    bool found = false;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; size[i] > 0 && j < n; j++) {
            double pairs = (double)size[i] * size[j];
            if (!(pairs > 0 && sum[i * n + j] > best * pairs))
                continue;
            best = sum[i * n + j] / pairs;
            *a = i;
            *b = j;
            found = true;
        }
    return found;
}

void pl_dense_linkage(uint32_t *group, double *sum, uint32_t n, double least)
{
    uint32_t size[PL_MOST_DENSE], a = 0, b = 0;
    for (uint32_t k = 0; k < n; k++) {
        group[k] = k;
        size[k] = 1;
    }
    while (find_nearest(sum, size, n, least, &a, &b)) {
        for (uint32_t k = 0; k < n; k++) {
            group[k] = group[k] == b ? a : group[k];
            sum[a * n + k] += sum[b * n + k];
            sum[k * n + a] = sum[a * n + k];
        }
        size[a] += size[b];
        size[b] = 0;
    }
}
