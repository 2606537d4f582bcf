/* obey.c: unites what is one, parts what is not, and hands on the orders. */
/* SPDX-License-Identifier: MIT */
#include "place/obey.h"

#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/status.h"
#include "base/union_find.h"

typedef struct obeying {
    const pleach_affinity *affinity;
    const pl_rulings *r;
    pl_orders *orders;
    pl_arena *arena;
    uint32_t *cluster; /* per slot */
    uint32_t count;    /* clusters */
    uint32_t *home;    /* per class: its cluster; PL_NONE: it has no slot */
    uint32_t *size;    /* per class: slots */
    uint8_t *apart;    /* per cluster: its classes are to be apart */
    /* Classes by cluster, largest first: list[first[c]] up to the next. */
    uint32_t *first, *list;
    double *likeness; /* per group, for one slot */
    uint32_t stamp;
    uint32_t *joined; /* per class: the stamp of its group */
    /* Per list of decisions: the stamp of the last group that is on it, and of
     * the last that is different from it. */
    uint32_t *held, *barred;
} obeying;

static uint32_t class_of_slot(const obeying *o, uint32_t slot)
{
    return o->r->node_class[o->affinity->slot_node[slot]];
}

/* --------------------------------------------------------------- uniting -- */

bool pl_number_anew(uint32_t *cluster, uint32_t *count, uint32_t slots,
                    uint32_t bound)
{
    uint32_t *number = pl_allocate(bound, sizeof *number);
    if (number == NULL)
        return false;
    *count = 0;
    for (uint32_t i = 0; i < slots; i++) {
        uint32_t *now = &number[cluster[i]];
        if (*now == 0)
            *now = ++*count;
        cluster[i] = *now - 1;
    }
    pl_release(number);
    return true;
}

/* All clusters that have a node of one class become one. */
static bool unite_classes(obeying *o)
{
    uint32_t *up = pl_allocate(o->count, sizeof *up);
    if (up == NULL)
        return false;
    for (uint32_t c = 0; c < o->count; c++)
        up[c] = c;
    memset(o->home, 0xff, o->r->class_count * sizeof *o->home);
    for (uint32_t i = 0; i < o->affinity->slot_count; i++) {
        uint32_t k = class_of_slot(o, i);
        if (k == PL_NONE)
            continue;
        o->size[k]++;
        if (o->home[k] == PL_NONE)
            o->home[k] = o->cluster[i];
        up[pl_union_find(up, o->cluster[i])] = pl_union_find(up, o->home[k]);
    }
    for (uint32_t i = 0; i < o->affinity->slot_count; i++)
        o->cluster[i] = pl_union_find(up, o->cluster[i]);
    uint32_t bound = o->count;
    pl_release(up);
    return pl_number_anew(o->cluster, &o->count, o->affinity->slot_count,
                          bound);
}

/* ------------------------------------------------------- listing classes -- */

typedef struct listed_class {
    uint32_t home, size, number;
} listed_class;

static int compare_listed(const void *left, const void *right)
{
    const listed_class *a = left, *b = right;
    if (a->home != b->home)
        return a->home < b->home ? -1 : 1;
    if (a->size != b->size)
        return a->size > b->size ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

static void find_class_homes(obeying *o)
{
    memset(o->home, 0xff, o->r->class_count * sizeof *o->home);
    for (uint32_t i = 0; i < o->affinity->slot_count; i++)
        if (class_of_slot(o, i) != PL_NONE)
            o->home[class_of_slot(o, i)] = o->cluster[i];
}

/* Lists the classes of each cluster. There are never more clusters than
 * slots. */
static bool list_classes(obeying *o)
{
    uint32_t classes = o->r->class_count, used = 0;
    listed_class *listed = pl_allocate(classes, sizeof *listed);
    if (listed == NULL)
        return false;
    find_class_homes(o);
    for (uint32_t k = 0; k < classes; k++)
        if (o->home[k] != PL_NONE)
            listed[used++] = (listed_class){o->home[k], o->size[k], k};
    qsort(listed, used, sizeof *listed, compare_listed);
    memset(o->first, 0, ((size_t)o->count + 1) * sizeof *o->first);
    for (uint32_t at = 0; at < used; at++) {
        o->list[at] = listed[at].number;
        o->first[listed[at].home + 1] = at + 1;
    }
    for (uint32_t c = 0; c < o->count; c++)
        if (o->first[c + 1] < o->first[c])
            o->first[c + 1] = o->first[c];
    pl_release(listed);
    return true;
}

/* --------------------------------------------------------------- parting -- */

/* What the classes of a group have in common, as far as they have it. */
typedef struct class_group {
    uint32_t parent, frozen;
    uint32_t named; /* its label; PL_NONE: none of them has one */
    uint32_t stamp; /* on its classes and on the lists they are on */
} class_group;

/* Whether a class is on the other side of a `different` than the group. */
static bool is_different(const obeying *o, const class_group *g, uint32_t k)
{
    const pl_rulings *r = o->r;
    for (uint32_t at = r->side_first[k]; at < r->side_first[k + 1]; at++)
        if (o->barred[r->side[at]] == g->stamp)
            return true;
    return false;
}

/* Puts a group on a list, and bars it from all that are different. */
static void hold_list(obeying *o, const class_group *g, uint32_t list)
{
    const pl_rulings *r = o->r;
    if (o->held[list] == g->stamp)
        return;
    o->held[list] = g->stamp;
    for (size_t at = pl_lower_bound_uint64(r->different, r->different_count,
                                           (uint64_t)list << 32);
         at < r->different_count && r->different[at] >> 32 == list; at++)
        o->barred[(uint32_t)r->different[at]] = g->stamp;
}

static bool are_distinct(uint32_t a, uint32_t b)
{
    return a != PL_NONE && b != PL_NONE && a != b;
}

static bool may_join(const obeying *o, const class_group *g, uint32_t k)
{
    const pl_rulings *r = o->r;
    uint32_t above = r->parent[k];
    return !are_distinct(g->parent, above) &&
           !are_distinct(g->frozen, r->frozen[k]) && g->parent != k &&
           (above == PL_NONE || above == PL_TOP ||
            o->joined[above] != g->stamp) &&
           !pl_are_called_otherwise(r, g->named, r->label[k]) &&
           !is_different(o, g, k);
}

static void join_group(obeying *o, class_group *g, uint32_t k)
{
    const pl_rulings *r = o->r;
    g->parent = r->parent[k] == PL_NONE ? g->parent : r->parent[k];
    g->frozen = r->frozen[k] == PL_NONE ? g->frozen : r->frozen[k];
    g->named = r->label[k] == PL_NONE ? g->named : r->label[k];
    o->joined[k] = g->stamp;
    for (uint32_t at = r->side_first[k]; at < r->side_first[k + 1]; at++)
        hold_list(o, g, r->side[at]);
}

/* Puts the classes of a cluster into groups that may be one, each as large as
 * it gets: number[class]. How many there are. */
static uint32_t group_classes(obeying *o, uint32_t c, uint32_t *number)
{
    uint32_t left = o->first[c + 1] - o->first[c], groups = 0;
    for (uint32_t k = o->first[c]; k < o->first[c + 1]; k++)
        number[o->list[k]] = PL_NONE;
    for (; left > 0; groups++) {
        class_group g = {PL_NONE, PL_NONE, PL_NONE, ++o->stamp};
        bool full = false;
        for (uint32_t k = o->first[c]; k < o->first[c + 1] && !full; k++) {
            uint32_t own = o->list[k];
            if (number[own] != PL_NONE || !may_join(o, &g, own))
                continue;
            join_group(o, &g, own);
            number[own] = groups;
            left--;
            full = o->apart[c];
        }
    }
    return groups;
}

/* The group that a free slot is most similar to; the first of equals. */
static uint32_t nearest_group(const obeying *o, uint32_t slot, uint32_t groups,
                              const uint32_t *group_of)
{
    const pleach_affinity *a = o->affinity;
    uint32_t best = 0;
    memset(o->likeness, 0, groups * sizeof *o->likeness);
    for (uint64_t k = a->pair_first[slot]; k < a->pair_first[slot + 1]; k++) {
        uint32_t other = a->pair_slot[k], with = class_of_slot(o, other);
        if (with != PL_NONE && o->cluster[other] == o->cluster[slot])
            o->likeness[group_of[with]] += a->pair_similarity[k];
    }
    for (uint32_t g = 1; g < groups; g++)
        if (o->likeness[g] > o->likeness[best])
            best = g;
    return best;
}

/* Finds the groups of all clusters: group_of[class], and the first new
 * cluster of each in `fresh`; its first group keeps the number. */
static uint32_t find_groups(obeying *o, uint32_t *group_of, uint32_t *groups,
                            uint32_t *fresh)
{
    uint32_t next = o->count;
    for (uint32_t c = 0; c < o->count; c++) {
        groups[c] = group_classes(o, c, group_of);
        fresh[c] = next - 1;
        next += groups[c] > 1 ? groups[c] - 1 : 0;
    }
    return next;
}

/* A free leaf goes with its root, if that is free too. */
static void let_leaves_follow(const obeying *o, uint32_t *now)
{
    const pleach_affinity *a = o->affinity;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        uint32_t twin = pl_twin_slot(a, i);
        if (a->slot_parent[i] != PL_NONE && twin != PL_NONE &&
            class_of_slot(o, i) == PL_NONE &&
            class_of_slot(o, twin) == PL_NONE &&
            o->cluster[i] == o->cluster[twin])
            now[i] = now[twin];
    }
}

/* Parts clusters that hold groups of classes. */
static bool part_clusters(obeying *o)
{
    uint32_t slots = o->affinity->slot_count, classes = o->r->class_count;
    PL_SCRATCH(scratch);
    uint32_t *group_of = PL_ARENA_ARRAY(scratch, uint32_t, classes);
    uint32_t *groups = PL_ARENA_ARRAY(scratch, uint32_t, o->count);
    uint32_t *fresh = PL_ARENA_ARRAY(scratch, uint32_t, o->count);
    uint32_t *now = PL_ARENA_ARRAY(scratch, uint32_t, slots);
    if (pl_arena_failed(scratch))
        return false;
    uint32_t next = find_groups(o, group_of, groups, fresh);
    for (uint32_t i = 0; i < slots; i++) {
        uint32_t c = o->cluster[i], own = class_of_slot(o, i);
        uint32_t g = groups[c] < 2 ? 0
                     : own != PL_NONE
                         ? group_of[own]
                         : nearest_group(o, i, groups[c], group_of);
        now[i] = g == 0 ? c : fresh[c] + g;
    }
    let_leaves_follow(o, now);
    memcpy(o->cluster, now, slots * sizeof *now);
    memset(o->apart, 0, slots);
    return pl_number_anew(o->cluster, &o->count, slots, next);
}

/* ---------------------------------------------------------------- orders -- */

/* Fills the orders' parents and sides from the classes as they lie. */
static bool write_orders(obeying *o)
{
    pl_orders *to = o->orders;
    const pl_rulings *r = o->r;
    uint32_t used = 0;
    for (uint32_t c = 0; c < o->count; c++) {
        to->side_first[c] = used;
        to->parent[c] = PL_NONE;
        for (uint32_t k = o->first[c]; k < o->first[c + 1]; k++) {
            uint32_t own = o->list[k], above = r->parent[own];
            if (above == PL_TOP)
                to->parent[c] = PL_TOP;
            else if (above != PL_NONE && o->home[above] != PL_NONE)
                to->parent[c] = o->home[above];
            uint32_t count = r->side_first[own + 1] - r->side_first[own];
            memcpy(to->side + used, r->side + r->side_first[own],
                   count * sizeof *to->side);
            used += count;
        }
        uint32_t first = to->side_first[c];
        used = first + (uint32_t)pl_sort_distinct_uint32(to->side + first,
                                                         used - first);
    }
    to->side_first[o->count] = used;
    return true;
}

static bool has_side(const pl_orders *orders, uint32_t c, uint32_t side)
{
    uint32_t first = orders->side_first[c];
    uint32_t count = orders->side_first[c + 1] - first;
    size_t at = pl_lower_bound_uint32(orders->side + first, count, side);
    return at < count && orders->side[first + at] == side;
}

/* Whether what is on a list is not under a cluster: by all that the list is not
 * under, or by all lists that the cluster is on, whichever are fewer. */
static bool is_list_forbidden(const pl_orders *orders, uint32_t list,
                              uint32_t parent)
{
    const pl_rulings *r = orders->rulings;
    uint64_t word = (uint64_t)list << 32;
    size_t count = r->not_under_count;
    size_t first = pl_lower_bound_uint64(r->not_under, count, word);
    size_t end = pl_lower_bound_uint64(r->not_under, count, word + PL_NONE);
    uint32_t above = orders->side_first[parent];
    uint32_t above_end = orders->side_first[parent + 1];
    if (end - first <= above_end - above) {
        while (first < end &&
               !has_side(orders, parent, (uint32_t)r->not_under[first]))
            first++;
        return first < end;
    }
    while (above < above_end &&
           !pl_has_uint64(r->not_under, count, word | orders->side[above]))
        above++;
    return above < above_end;
}

bool pl_is_forbidden(const pl_orders *orders, uint32_t child, uint32_t parent)
{
    for (uint32_t k = orders->side_first[child];
         k < orders->side_first[child + 1]; k++)
        if (is_list_forbidden(orders, orders->side[k], parent))
            return true;
    return false;
}

static void mark_apart(obeying *o, uint32_t c, bool *again)
{
    if (o->first[c + 1] - o->first[c] < 2)
        return;
    o->apart[c] = 1;
    *again = true;
}

/* Marks the clusters of each loop that the orders close. walk[c] is the walk
 * that came by. */
static void mark_loops(obeying *o, uint32_t *walk, bool *again)
{
    const uint32_t *parent = o->orders->parent;
    for (uint32_t c = 0; c < o->count; c++) {
        uint32_t at = c;
        while (at != PL_NONE && at != PL_TOP && walk[at] == 0) {
            walk[at] = c + 1;
            at = parent[at];
        }
        if (at == PL_NONE || at == PL_TOP || walk[at] != c + 1)
            continue;
        uint32_t start = at;
        do {
            mark_apart(o, at, again);
            at = parent[at];
        } while (at != start);
    }
}

/* Whether orders are in each other's way, where classes share clusters; those
 * clusters are marked to be parted. Classes by themselves are never. */
static bool find_clashes(obeying *o, bool *again)
{
    uint32_t *walk = pl_allocate(o->count, sizeof *walk);
    if (walk == NULL)
        return false;
    *again = false;
    mark_loops(o, walk, again);
    for (uint32_t c = 0; c < o->count; c++) {
        uint32_t above = o->orders->parent[c];
        if (above == PL_NONE || above == PL_TOP ||
            !pl_is_forbidden(o->orders, c, above))
            continue;
        mark_apart(o, c, again);
        mark_apart(o, above, again);
    }
    pl_release(walk);
    return true;
}

/* -------------------------------------------------------------- obeying -- */

static bool start_obeying(obeying *o)
{
    const pl_rulings *r = o->r;
    size_t slots = o->affinity->slot_count, classes = r->class_count;
    pl_orders *to = o->orders;
    o->home = PL_ARENA_ARRAY(o->arena, uint32_t, classes);
    o->size = PL_ARENA_ARRAY(o->arena, uint32_t, classes);
    o->list = PL_ARENA_ARRAY(o->arena, uint32_t, classes);
    o->first = PL_ARENA_ARRAY(o->arena, uint32_t, slots + 1);
    o->apart = PL_ARENA_ARRAY(o->arena, uint8_t, slots);
    o->likeness = PL_ARENA_ARRAY(o->arena, double, classes);
    o->joined = PL_ARENA_ARRAY(o->arena, uint32_t, classes);
    o->held = PL_ARENA_ARRAY(o->arena, uint32_t, 2 * (size_t)r->count);
    o->barred = PL_ARENA_ARRAY(o->arena, uint32_t, 2 * (size_t)r->count);
    to->rulings = r;
    to->parent = PL_ARENA_ARRAY(o->arena, uint32_t, slots);
    to->side_first = PL_ARENA_ARRAY(o->arena, uint32_t, slots + 1);
    to->side = PL_ARENA_ARRAY(o->arena, uint32_t, r->side_first[classes]);
    return o->home && o->size && o->list && o->first && o->apart &&
           o->likeness && o->joined && o->held && o->barred && to->parent &&
           to->side_first && to->side;
}

pleach_status pl_obey(pl_orders *orders, pl_arena *arena, uint32_t *cluster,
                      uint32_t *count, const pleach_affinity *affinity,
                      pleach_error *error)
{
    obeying o = {.affinity = affinity,
                 .r = affinity->rulings,
                 .orders = orders,
                 .arena = arena,
                 .cluster = cluster,
                 .count = *count};
    bool again = true;
    bool enough = start_obeying(&o) && unite_classes(&o);
    while (enough && again)
        enough = list_classes(&o) && part_clusters(&o) && list_classes(&o) &&
                 write_orders(&o) && find_clashes(&o, &again);
    *count = o.count;
    return enough ? PLEACH_OK : pl_fail_memory(error);
}
