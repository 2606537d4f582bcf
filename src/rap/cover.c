/* cover.c: opens the most useful, closes the useless, exchanges the rest. */
/* SPDX-License-Identifier: MIT */
#include "rap/cover.h"

#include <string.h>

#include "base/status.h"

/* A gain below this is rounding, not a gain. */
static const double LEAST_GAIN = 1e-9;
/* Pairs looked at per pair there is, while exchanging. */
enum { EXCHANGE_SHARE = 64 };

typedef struct hope {
    double gain;
    uint32_t slot;
} hope;

typedef struct change {
    uint32_t slot, exemplar;
    double value;
} change;

typedef struct cover {
    const pleach_affinity *affinity;
    /* Per slot; the exemplar of an open one is itself, of one that is not
     * served yet PL_NONE. */
    uint32_t *exemplar;
    double *value;            /* S(i, exemplar), 0 while not served */
    uint8_t *tried;           /* while exchanging: exemplars looked at */
    PL_LIST(hope) heap;       /* the most hopeful first, perhaps too hopeful */
    PL_LIST(uint32_t) opened; /* in order */
    PL_LIST(change) journal;
    PL_LIST(uint32_t) around;
    uint64_t steps;
    double net; /* of the block at hand */
    pl_arena *arena;
} cover;

static bool is_exemplar(const cover *c, uint32_t slot)
{
    return c->exemplar[slot] == slot;
}

static void assign(cover *c, uint32_t slot, uint32_t exemplar, double value)
{
    change before = {slot, c->exemplar[slot], c->value[slot]};
    if (!pl_list_push(&c->journal, before))
        return;
    c->net += value - c->value[slot];
    c->exemplar[slot] = exemplar;
    c->value[slot] = value;
}

static void undo_changes(cover *c, size_t mark)
{
    while (c->journal.count > mark) {
        change before = c->journal.items[--c->journal.count];
        c->net += before.value - c->value[before.slot];
        c->exemplar[before.slot] = before.exemplar;
        c->value[before.slot] = before.value;
    }
}

/* -------------------------------------------------------------- opening -- */

static double gain_of(const cover *c, uint32_t j)
{
    const pleach_affinity *a = c->affinity;
    double gain = pl_preference_of(a, j) - c->value[j];
    for (uint64_t p = a->pair_first[j]; p < a->pair_first[j + 1]; p++) {
        uint32_t i = a->pair_slot[p];
        if (!is_exemplar(c, i) && a->pair_similarity[p] > c->value[i])
            gain += a->pair_similarity[p] - c->value[i];
    }
    return gain;
}

static void open_slot(cover *c, uint32_t j)
{
    const pleach_affinity *a = c->affinity;
    assign(c, j, j, pl_preference_of(a, j));
    for (uint64_t p = a->pair_first[j]; p < a->pair_first[j + 1]; p++) {
        uint32_t i = a->pair_slot[p];
        if (!is_exemplar(c, i) && a->pair_similarity[p] > c->value[i])
            assign(c, i, j, a->pair_similarity[p]);
    }
}

/* Of equals the one with the least identity comes first. */
static bool before(const cover *c, const hope *one, const hope *other)
{
    const uint64_t *identity = c->affinity->slot_identity;
    if (one->gain > other->gain || one->gain < other->gain)
        return one->gain > other->gain;
    return identity[one->slot] < identity[other->slot];
}

static void sift(cover *c, size_t at)
{
    hope *heap = c->heap.items;
    for (size_t child = 2 * at + 1; child < c->heap.count;
         at = child, child = 2 * at + 1) {
        if (child + 1 < c->heap.count &&
            before(c, &heap[child + 1], &heap[child]))
            child++;
        if (!before(c, &heap[child], &heap[at]))
            return;
        hope moved = heap[at];
        heap[at] = heap[child];
        heap[child] = moved;
    }
}

/* Gains only ever shrink while others open, so a hope that is still the
 * highest after a second look is the best there is. */
static void open_greedily(cover *c, uint32_t first, uint32_t last)
{
    c->heap.count = c->opened.count = 0;
    for (uint32_t j = first; j < last; j++)
        pl_list_add(&c->heap, ((hope){gain_of(c, j), j}));
    for (size_t k = c->heap.count / 2; k-- > 0;)
        sift(c, k);
    while (c->heap.count > 0 && !pl_arena_failed(c->arena)) {
        hope *top = &c->heap.items[0];
        double gain = is_exemplar(c, top->slot) ? 0 : gain_of(c, top->slot);
        bool unserved = c->exemplar[top->slot] == PL_NONE;
        if (gain < top->gain && (gain > 0 || unserved)) {
            top->gain = gain;
            sift(c, 0);
            continue;
        }
        if (gain > 0 || unserved) {
            open_slot(c, top->slot);
            pl_list_add(&c->opened, top->slot);
        }
        *top = c->heap.items[--c->heap.count];
        sift(c, 0);
    }
}

/* -------------------------------------------------------------- closing -- */

/* Gives a slot the best exemplar other than `without`; false when it knows
 * none. */
static bool lead_anew(cover *c, uint32_t slot, uint32_t without)
{
    const pleach_affinity *a = c->affinity;
    uint32_t best = PL_NONE;
    double most = 0;
    c->steps += a->pair_first[slot + 1] - a->pair_first[slot];
    for (uint64_t p = a->pair_first[slot]; p < a->pair_first[slot + 1]; p++) {
        uint32_t j = a->pair_slot[p];
        if (is_exemplar(c, j) && j != without && a->pair_similarity[p] > most) {
            most = a->pair_similarity[p];
            best = j;
        }
    }
    if (best != PL_NONE)
        assign(c, slot, best, most);
    return best != PL_NONE;
}

/* Closes an exemplar if its members lose less by it than it gains. */
static bool close_slot(cover *c, uint32_t exemplar)
{
    const pleach_affinity *a = c->affinity;
    size_t mark = c->journal.count;
    double was = c->net;
    bool served = lead_anew(c, exemplar, exemplar);
    for (uint64_t p = a->pair_first[exemplar];
         served && p < a->pair_first[exemplar + 1]; p++)
        if (c->exemplar[a->pair_slot[p]] == exemplar)
            served = lead_anew(c, a->pair_slot[p], exemplar);
    if (served && !pl_arena_failed(c->arena) && c->net > was + LEAST_GAIN)
        return true;
    undo_changes(c, mark);
    return false;
}

static void close_useless(cover *c)
{
    for (size_t k = c->opened.count; k-- > 0;)
        if (is_exemplar(c, c->opened.items[k]))
            close_slot(c, c->opened.items[k]);
}

/* ----------------------------------------------------------- exchanging -- */

static void look_around(cover *c, uint32_t exemplar)
{
    if (c->tried[exemplar])
        return;
    c->tried[exemplar] = 1;
    pl_list_add(&c->around, exemplar);
}

/* Opens a slot and closes those around it that it makes useless. */
static bool exchange(cover *c, uint32_t j)
{
    const pleach_affinity *a = c->affinity;
    double was = c->net;
    c->journal.count = c->around.count = 0;
    look_around(c, c->exemplar[j]);
    for (uint64_t p = a->pair_first[j]; p < a->pair_first[j + 1]; p++)
        look_around(c, c->exemplar[a->pair_slot[p]]);
    open_slot(c, j);
    c->steps += 2 * (a->pair_first[j + 1] - a->pair_first[j]);
    for (size_t k = 0; k < c->around.count; k++) {
        c->tried[c->around.items[k]] = 0;
        close_slot(c, c->around.items[k]);
    }
    if (!pl_arena_failed(c->arena) && c->net > was + LEAST_GAIN)
        return true;
    undo_changes(c, 0);
    return false;
}

static void exchange_all(cover *c, uint32_t first, uint32_t last)
{
    const uint64_t *pairs = c->affinity->pair_first;
    uint64_t budget = EXCHANGE_SHARE * (pairs[last] - pairs[first]);
    bool gained = true;
    c->steps = 0;
    while (gained && c->steps < budget && !pl_arena_failed(c->arena)) {
        gained = false;
        for (uint32_t j = first; j < last && c->steps < budget; j++)
            if (!is_exemplar(c, j))
                gained |= exchange(c, j);
    }
}

/* --------------------------------------------------------------- blocks -- */

static bool is_free(const pleach_affinity *a, uint32_t first, uint32_t last)
{
    bool free = last - first > 2;
    for (uint32_t i = first; i < last && free; i++)
        free = a->slot_parent[i] == PL_NONE &&
               a->child_first[i] == a->child_first[i + 1];
    return free;
}

/* What it finds replaces the given answer only if it is better: greedy openings
 * alone may well be worse. */
static void cover_block(cover *c, uint32_t *exemplar, uint32_t first,
                        uint32_t last)
{
    const pleach_affinity *a = c->affinity;
    double present = 0;
    for (uint32_t i = first; i < last; i++)
        present += pl_similarity_of(a, i, exemplar[i]);
    c->net = 0;
    c->journal.count = 0;
    open_greedily(c, first, last);
    close_useless(c);
    exchange_all(c, first, last);
    if (!pl_arena_failed(c->arena) && c->net > present + LEAST_GAIN)
        memcpy(exemplar + first, c->exemplar + first,
               (last - first) * sizeof *exemplar);
}

/* Only blocks that no relation ties to others may be solved alone. Room is
 * taken when the first of them is met, as most corpora have none. */
static pleach_status cover_blocks(cover *c, uint32_t *exemplar, bool all,
                                  pleach_error *error)
{
    const pleach_affinity *a = c->affinity;
    size_t slots = a->slot_count;
    for (uint32_t b = 0; b < a->block_count; b++) {
        uint32_t first = a->block_first[b], last = a->block_first[b + 1];
        if (!all && !is_free(a, first, last))
            continue;
        if (c->exemplar == NULL) {
            c->exemplar = PL_ARENA_ARRAY(c->arena, uint32_t, slots);
            c->value = PL_ARENA_ARRAY(c->arena, double, slots);
            c->tried = PL_ARENA_ARRAY(c->arena, uint8_t, slots);
            PL_TRY(pl_check_memory(c->arena, error));
            memset(c->exemplar, 0xff, slots * sizeof *c->exemplar);
        }
        cover_block(c, exemplar, first, last);
        PL_TRY(pl_check_memory(c->arena, error));
    }
    return PLEACH_OK;
}

pleach_status pl_cover(uint32_t *exemplar, const pleach_affinity *affinity,
                       bool all, pleach_error *error)
{
    PL_SCRATCH(arena);
    cover c = {.affinity = affinity,
               .arena = arena,
               .heap = {.arena = arena},
               .opened = {.arena = arena},
               .journal = {.arena = arena},
               .around = {.arena = arena}};
    PL_TRY(pl_check_memory(arena, error));
    return cover_blocks(&c, exemplar, all, error);
}
