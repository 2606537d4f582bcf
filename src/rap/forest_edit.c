/* forest_edit.c: clusters as linked lists, with a journal of every change. */
/* SPDX-License-Identifier: MIT */
#include "rap/forest_edit.h"

#include <math.h>
#include <string.h>

#include "base/checks.h"
#include "base/status.h"

static void take_forest_arrays(pl_forest *w, pl_arena *arena)
{
    size_t slots = w->affinity->slot_count;
    uint32_t **ids[] = {&w->cluster, &w->next,     &w->previous,
                        &w->head,    &w->exemplar, &w->above,
                        &w->size,    &w->leaves,   &w->strangers};
    for (size_t k = 0; k < sizeof ids / sizeof *ids; k++)
        *ids[k] = PL_ARENA_ARRAY(arena, uint32_t, slots);
    w->worth = PL_ARENA_ARRAY(arena, double, slots);
    w->leads = PL_ARENA_ARRAY(arena, uint8_t, slots);
    w->is_spare = PL_ARENA_ARRAY(arena, uint8_t, slots);
    w->spare.arena = w->journal.arena = w->arena = arena;
}

/* Only what the journal holds may be done: the rest could not be undone. */
static bool record(pl_forest *w, pl_change change)
{
    return pl_list_push(&w->journal, change);
}

/* Leaves go to the front, roots to the end. */
static void link_member(pl_forest *w, uint32_t slot, uint32_t cluster)
{
    uint32_t head = w->head[cluster];
    bool leaf = pl_is_leaf_slot(w->affinity, slot);
    w->cluster[slot] = cluster;
    w->previous[slot] = head == PL_NONE ? slot : w->previous[head];
    w->next[slot] = leaf ? head : PL_NONE;
    if (head != PL_NONE && !leaf)
        w->next[w->previous[head]] = slot;
    if (head != PL_NONE)
        w->previous[head] = slot;
    if (head == PL_NONE || leaf)
        w->head[cluster] = slot;
    w->size[cluster]++;
    w->leaves[cluster] += leaf;
    w->strangers[cluster] += w->worth[slot] == 0;
}

/* The head's `previous` is the last member, which keeps appending roots free of
 * a walk; taking out an end has to keep it so. Clusters that are empty now may
 * be used again. */
static void unlink_member(pl_forest *w, uint32_t slot)
{
    uint32_t cluster = w->cluster[slot], head = w->head[cluster];
    if (slot == head)
        w->head[cluster] = w->next[slot];
    else
        w->next[w->previous[slot]] = w->next[slot];
    if (w->next[slot] != PL_NONE)
        w->previous[w->next[slot]] = w->previous[slot];
    else if (slot != head)
        w->previous[head] = w->previous[slot];
    w->size[cluster]--;
    w->leaves[cluster] -= pl_is_leaf_slot(w->affinity, slot);
    w->strangers[cluster] -= w->worth[slot] == 0;
    if (w->size[cluster] == 0 && !w->is_spare[cluster]) {
        pl_list_add(&w->spare, cluster);
        w->is_spare[cluster] = 1;
    }
}

/* S(i, j), or 0 where nothing is stored. */
static double stored_worth(const pl_forest *w, uint32_t i, uint32_t j)
{
    double s = pl_similarity_of(w->affinity, i, j);
    return s > 0 ? s : 0;
}

static void set_worth(pl_forest *w, uint32_t slot, double now)
{
    uint32_t *strangers = &w->strangers[w->cluster[slot]];
    *strangers -= w->worth[slot] == 0;
    *strangers += now == 0;
    w->net += now - w->worth[slot];
    w->worth[slot] = now;
    w->changes++;
}

static double worth_here(const pl_forest *w, uint32_t slot)
{
    return stored_worth(w, slot, w->exemplar[w->cluster[slot]]);
}

static void set_leads(pl_forest *w, uint32_t slot)
{
    w->leads[slot] = w->exemplar[w->cluster[slot]] == slot;
}

static void move_member(pl_forest *w, uint32_t slot, uint32_t cluster)
{
    unlink_member(w, slot);
    link_member(w, slot, cluster);
    set_leads(w, slot);
}

static void change_exemplar(pl_forest *w, uint32_t cluster, uint32_t exemplar)
{
    uint32_t before = w->exemplar[cluster];
    w->exemplar[cluster] = exemplar;
    set_leads(w, before);
    set_leads(w, exemplar);
    for (uint32_t i = w->head[cluster]; i != PL_NONE; i = w->next[i])
        set_worth(w, i, worth_here(w, i));
}

/* Clusters are numbered by a slot, not by their exemplar, which may change
 * while the number stays. Numbers that are free are kept at hand. */
pleach_status pl_forest_start(pl_forest *w, pl_arena *arena,
                              const pleach_affinity *affinity,
                              const uint32_t *exemplar, pleach_error *error)
{
    memset(w, 0, sizeof *w);
    w->affinity = affinity;
    take_forest_arrays(w, arena);
    PL_TRY(pl_check_memory(arena, error));
    uint32_t slots = affinity->slot_count;
    for (uint32_t i = 0; i < slots; i++) {
        w->head[i] = w->above[i] = PL_NONE;
        w->exemplar[i] = i;
    }
    for (uint32_t i = 0; i < slots; i++) {
        link_member(w, i, exemplar[i]);
        set_leads(w, i);
        set_worth(w, i, worth_here(w, i));
    }
    for (uint32_t i = 0; i < slots; i++) {
        uint32_t parent = affinity->slot_parent[i];
        if (parent != PL_NONE)
            w->above[w->cluster[i]] = exemplar[parent];
        if (w->size[i] > 0)
            continue;
        w->is_spare[i] = 1;
        pl_list_add(&w->spare, i);
    }
    return pl_check_memory(arena, error);
}

void pl_forest_read(const pl_forest *w, uint32_t *exemplar)
{
    for (uint32_t i = 0; i < w->affinity->slot_count; i++)
        exemplar[i] = w->exemplar[w->cluster[i]];
}

void pl_forest_move(pl_forest *w, uint32_t slot, uint32_t cluster)
{
    pl_change change = {PL_CHANGE_MEMBER, slot, w->cluster[slot],
                        w->worth[slot]};
    if (!record(w, change))
        return;
    move_member(w, slot, cluster);
    set_worth(w, slot, worth_here(w, slot));
}

void pl_forest_set_exemplar(pl_forest *w, uint32_t cluster, uint32_t exemplar)
{
    uint32_t before = w->exemplar[cluster];
    if (record(w, (pl_change){PL_CHANGE_EXEMPLAR, cluster, before, 0}))
        change_exemplar(w, cluster, exemplar);
}

void pl_forest_put_above(pl_forest *w, uint32_t cluster, uint32_t above)
{
    if (w->above[cluster] == above)
        return;
    if (record(w, (pl_change){PL_CHANGE_ABOVE, cluster, w->above[cluster], 0}))
        w->above[cluster] = above;
}

uint32_t pl_forest_spare(pl_forest *w)
{
    /* There are as many clusters as slots, so one is always empty unless
     * everyone stands alone; a mover's own cluster is then the answer. */
    while (w->spare.count > 0) {
        uint32_t cluster = w->spare.items[--w->spare.count];
        w->is_spare[cluster] = 0;
        if (w->size[cluster] == 0)
            return cluster;
    }
    return PL_NONE;
}

void pl_forest_undo(pl_forest *w, size_t mark)
{
    while (w->journal.count > mark) {
        pl_change change = w->journal.items[--w->journal.count];
        if (change.what == PL_CHANGE_MEMBER) {
            move_member(w, change.who, change.was);
            set_worth(w, change.who, change.worth);
        } else if (change.what == PL_CHANGE_EXEMPLAR) {
            change_exemplar(w, change.who, change.was);
        } else {
            w->above[change.who] = change.was;
        }
    }
}

/* Climbs from `below` to `cluster`, or to the top (PL_NONE), or as far as is
 * looked at. */
static uint32_t climb_to(const pl_forest *w, uint32_t cluster, uint32_t below)
{
    uint32_t levels = 0;
    while (below != PL_NONE && below != cluster && levels++ < PL_LONGEST_WAY)
        below = w->above[below];
    return below;
}

bool pl_forest_is_above(const pl_forest *w, uint32_t cluster, uint32_t below)
{
    return climb_to(w, cluster, below) == cluster;
}

bool pl_forest_may_be_above(const pl_forest *w, uint32_t cluster,
                            uint32_t below)
{
    return climb_to(w, cluster, below) != PL_NONE;
}

/* Counts everything anew that moves keep up to date by differences. */
static uint32_t check_cluster_list(const pl_forest *w, uint32_t c, double *net)
{
    const pleach_affinity *a = w->affinity;
    uint32_t size = 0, leaves = 0, strangers = 0, before = PL_NONE;
    for (uint32_t i = w->head[c]; i != PL_NONE; i = w->next[i]) {
        double s = pl_similarity_of(a, i, w->exemplar[c]);
        assert(w->cluster[i] == c);
        assert(before == PL_NONE || w->previous[i] == before);
        /* No leaf comes after a root. */
        assert(leaves == size || !pl_is_leaf_slot(a, i));
        assert(w->worth[i] == (s > 0 ? s : 0));
        assert(w->leads[i] == (w->exemplar[c] == i));
        before = i;
        size++;
        strangers += w->worth[i] == 0;
        leaves += pl_is_leaf_slot(a, i);
        *net += w->worth[i];
    }
    assert(w->size[c] == size);
    assert(w->leaves[c] == leaves);
    assert(w->strangers[c] == strangers);
    assert(size == 0 || w->previous[w->head[c]] == before);
    assert(size > 0 || w->is_spare[c]);
    return size;
}

void pl_forest_check(const pl_forest *w)
{
    uint32_t slots = w->affinity->slot_count, seen = 0;
    double net = 0;
    for (uint32_t c = 0; c < slots; c++)
        seen += check_cluster_list(w, c, &net);
    assert(seen == slots);
    assert(fabs(net - w->net) <= 1e-9 * (1 + fabs(net)));
}
