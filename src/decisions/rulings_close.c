/* rulings_close.c: what follows from all decisions, or which of them cannot all
 * hold.
 *
 * Nodes that `same`, a parent's name, or a kept branch make one are a class. A
 * class has one parent, one label, one previous cluster; the two sides of a
 * `different` are never in one class; parents never lead in a circle; and no
 * parent is one that `not-under` excludes. Where all this holds, so do all
 * decisions: let each class be a cluster. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/order.h"
#include "base/status.h"
#include "decisions/closing.h"

/* More lines of a contradiction than a sentence can name. */
enum { MOST_NAMED = 32 };

/* The smaller number stands for both. */
static void unite_nodes(pl_closing *c, uint32_t a, uint32_t b)
{
    a = pl_closing_class(c, a);
    b = pl_closing_class(c, b);
    if (a < b)
        c->up[b] = a;
    else
        c->up[a] = b;
}

static void unite_list(pl_closing *c, const uint32_t *nodes, uint32_t count)
{
    for (uint32_t k = 1; k < count; k++)
        unite_nodes(c, nodes[0], nodes[k]);
}

static const uint32_t *side_of(const pl_closing *c, uint32_t k, uint32_t side,
                               uint32_t *count)
{
    return pl_rulings_side(c->r, 2 * k + side, count);
}

/* The nodes of a side, or just one of them where its list was united in this
 * round. */
static const uint32_t *side_to_unite(pl_closing *c, uint32_t side,
                                     uint32_t *count)
{
    uint32_t *done = &c->done[c->r->like[side]];
    const uint32_t *nodes = pl_rulings_side(c->r, side, count);
    if (*done == c->round)
        *count = 1;
    *done = c->round;
    return nodes;
}

static const uint32_t *kept_nodes(const pl_closing *c, uint32_t previous,
                                  uint32_t *count)
{
    *count = c->kept_first[previous + 1] - c->kept_first[previous];
    return c->kept + c->kept_first[previous];
}

/* ------------------------------------------------------------- classes -- */

/* Whether the two copies of an inner node were in two clusters. */
static bool was_torn(const pl_closing *c, uint32_t node, uint32_t twin)
{
    const uint32_t *was = c->r->node_previous;
    return was != NULL && was[node] != PL_NONE && was[twin] != PL_NONE &&
           was[node] != was[twin];
}

static void start_classes(pl_closing *c)
{
    for (uint32_t k = 0; k < c->touched_count; k++) {
        uint32_t n = c->touched[k];
        c->up[n] = n;
        c->parent[n] = c->label[n] = c->frozen[n] = PL_NONE;
    }
    for (uint32_t k = 0; k < c->touched_count; k++) {
        uint32_t n = c->touched[k], twin = c->corpus->node_twin[n];
        /* A decision names both copies; a kept branch may have lost one. */
        if (twin != PL_NONE && c->up[twin] != PL_NONE && !was_torn(c, n, twin))
            unite_nodes(c, n, twin);
    }
}

/* Whatever a line names as one thing is united: both sides of "same", and the
 * parent of "under". Lines behind the decisions are what the sources state. */
static void unite_by(pl_closing *c, uint32_t k)
{
    uint32_t count;
    const uint32_t *a, *b;
    if (k >= c->r->count) {
        const pl_stated *stated = &c->r->stated.items[k - c->r->count];
        unite_nodes(c, stated->a, stated->b);
        return;
    }
    pleach_decision_kind kind = pl_closing_kind(c, k);
    if (kind != PLEACH_SAME && kind != PLEACH_UNDER)
        return;
    b = side_to_unite(c, 2 * k + 1, &count);
    unite_list(c, b, count);
    if (kind == PLEACH_UNDER)
        return;
    a = side_to_unite(c, 2 * k, &count);
    unite_list(c, a, count);
    unite_nodes(c, a[0], b[0]);
}

static bool is_kept(const pl_closing *c, uint32_t previous)
{
    uint32_t by = c->r->branch[previous];
    return by <= c->r->count && c->active[by];
}

/* What has changed stays together too, unless it is or was decided about. */
static bool is_together(const pl_closing *c, uint32_t previous)
{
    uint32_t by = c->r->branch[previous];
    return by != PL_NONE && (by > c->r->count || c->active[by]);
}

static void unite_kept(pl_closing *c)
{
    uint32_t clusters =
        c->kept == NULL ? 0 : pleach_taxonomy_clusters(c->r->previous);
    for (uint32_t p = 0; p < clusters; p++) {
        uint32_t count;
        const uint32_t *nodes = kept_nodes(c, p, &count);
        if (is_together(c, p))
            unite_list(c, nodes, count);
    }
}

/* Sets what a class may have one of; false: it has another already. */
static bool settle(uint32_t *slot, uint32_t value)
{
    if (*slot != PL_NONE && *slot != value)
        return false;
    *slot = value;
    return true;
}

/* What a decision, or a kept cluster, calls a class. */
static const char *label_text(const pl_rulings *r, uint32_t label)
{
    pleach_cluster was;
    if (label == PL_NONE)
        return NULL;
    if (label < r->count)
        return r->decisions->items[label].b;
    return pleach_taxonomy_cluster(&was, r->previous, label - r->count, NULL) ==
                   PLEACH_OK
               ? was.name
               : NULL;
}

const char *pl_rulings_label(const pl_rulings *rulings, uint32_t c)
{
    return label_text(rulings, rulings->label[c]);
}

bool pl_are_called_otherwise(const pl_rulings *r, uint32_t a, uint32_t b)
{
    if (a == PL_NONE || b == PL_NONE || a == b)
        return false;
    const char *one = label_text(r, a), *other = label_text(r, b);
    return one == NULL || other == NULL || strcmp(one, other) != 0;
}

/* Whether one of these pairs of sides, ascending, is of two classes. */
static bool has_pair(const pl_rulings *r, const uint64_t *pairs, size_t count,
                     uint32_t a, uint32_t b)
{
    for (uint32_t i = r->side_first[a]; i < r->side_first[a + 1]; i++)
        for (uint32_t j = r->side_first[b]; j < r->side_first[b + 1]; j++)
            if (pl_has_uint64(pairs, count,
                              (uint64_t)r->side[i] << 32 | r->side[j]))
                return true;
    return false;
}

bool pl_are_different(const pl_rulings *r, uint32_t a, uint32_t b)
{
    return has_pair(r, r->different, r->different_count, a, b);
}

bool pl_is_not_under(const pl_rulings *r, uint32_t a, uint32_t above)
{
    return has_pair(r, r->not_under, r->not_under_count, a, above);
}

/* Labels are the same where their texts are. */
static bool settle_label(const pl_closing *c, uint32_t *slot, uint32_t value)
{
    if (pl_are_called_otherwise(c->r, *slot, value))
        return false;
    *slot = *slot == PL_NONE ? value : *slot;
    return true;
}

/* ----------------------------------------------- what a class has one of -- */

static bool settle_parents(pl_closing *c, uint32_t k)
{
    uint32_t count, more;
    const uint32_t *a = side_of(c, k, 0, &count);
    const uint32_t *b = side_of(c, k, 1, &more);
    uint32_t above = pl_closing_kind(c, k) == PLEACH_TOP
                         ? PL_TOP
                         : pl_closing_class(c, b[0]);
    for (uint32_t at = 0; at < count; at++)
        if (pl_closing_class(c, a[at]) == above ||
            !settle(&c->parent[pl_closing_class(c, a[at])], above))
            return false;
    return true;
}

static bool settle_names(pl_closing *c, uint32_t k)
{
    uint32_t count;
    const uint32_t *a = side_of(c, k, 0, &count);
    for (uint32_t at = 0; at < count; at++)
        if (!settle_label(c, &c->label[pl_closing_class(c, a[at])], k))
            return false;
    return true;
}

/* A kept cluster keeps its name, and its parent where that is kept too. */
static bool settle_kept(pl_closing *c, uint32_t p)
{
    uint32_t count, more = 0;
    const uint32_t *nodes = kept_nodes(c, p, &count), *above = NULL;
    pleach_cluster was;
    if (count == 0 ||
        pleach_taxonomy_cluster(&was, c->r->previous, p, NULL) != PLEACH_OK)
        return true;
    uint32_t own = pl_closing_class(c, nodes[0]);
    /* Who lost nodes may have lost those that this one was put below. */
    if (was.parent != PLEACH_NO_CLUSTER && is_together(c, was.parent) &&
        c->r->branch[was.parent] <= c->r->count + 1)
        above = kept_nodes(c, was.parent, &more);
    if (more > 0 && (pl_closing_class(c, above[0]) == own ||
                     !settle(&c->parent[own], pl_closing_class(c, above[0]))))
        return false;
    /* The top of a branch is free, but what did not change stays on top. */
    if (was.parent == PLEACH_NO_CLUSTER && c->r->branch[p] == c->r->count &&
        !settle(&c->parent[own], PL_TOP))
        return false;
    return settle_label(c, &c->label[own], c->r->count + p);
}

/* No other node that was there may be in a cluster that stays together. */
static bool settle_frozen(pl_closing *c)
{
    const pl_rulings *r = c->r;
    uint32_t clusters = pleach_taxonomy_clusters(r->previous);
    for (uint32_t p = 0; p < clusters; p++)
        if (is_kept(c, p) && !settle_kept(c, p))
            return false;
    for (uint32_t at = 0; at < c->touched_count; at++) {
        uint32_t n = c->touched[at], p = r->node_previous[n];
        if (p == PL_NONE)
            continue;
        if (!settle(&c->frozen[pl_closing_class(c, n)],
                    is_together(c, p) ? p : PL_OUTSIDE))
            return false;
    }
    return true;
}

static bool settle_by(pl_closing *c, uint32_t k)
{
    if (k >= c->r->count)
        return true;
    switch (pl_closing_kind(c, k)) {
    case PLEACH_UNDER:
    case PLEACH_TOP:
        return settle_parents(c, k);
    case PLEACH_NAME:
        return settle_names(c, k);
    default:
        return true;
    }
}

/* ----------------------------------------------------- what is forbidden -- */

static bool parts(const pl_closing *c, uint32_t k)
{
    return pl_closing_kind(c, k) == PLEACH_DIFFERENT ||
           pl_closing_kind(c, k) == PLEACH_NOT_UNDER;
}

/* Sorted by the larger list, which thus is marked once for all that it is to be
 * apart from. */
static void list_apart(pl_closing *c, pl_arena *scratch)
{
    const pl_rulings *r = c->r;
    c->apart = PL_ARENA_ARRAY(scratch, uint64_t, r->count);
    if (c->apart == NULL)
        return;
    for (uint32_t k = 0; k < r->count; k++) {
        uint32_t count, more;
        if (!r->applies[k] || !parts(c, k))
            continue;
        side_of(c, k, 0, &count);
        side_of(c, k, 1, &more);
        uint32_t larger = 2 * k + (more > count);
        c->apart[c->apart_count++] =
            (uint64_t)r->like[larger] << 32 | (larger ^ 1);
    }
    pl_sort_uint64(c->apart, c->apart_count);
}

/* The class of a node, or the one above it; PL_TOP or PL_NONE if none is. */
static uint32_t class_or_above(pl_closing *c, uint32_t node, bool above)
{
    uint32_t own = pl_closing_class(c, node);
    return above ? c->parent[own] : own;
}

static void mark_list(pl_closing *c, uint32_t side, bool above)
{
    uint32_t count;
    const uint32_t *nodes = pl_rulings_side(c->r, side, &count);
    c->stamp++;
    for (uint32_t at = 0; at < count; at++) {
        uint32_t class = class_or_above(c, nodes[at], above);
        if (class < PL_TOP)
            c->mark[class] = c->stamp;
    }
}

static bool has_marked(pl_closing *c, uint32_t side, bool above)
{
    uint32_t count;
    const uint32_t *nodes = pl_rulings_side(c->r, side, &count);
    for (uint32_t at = 0; at < count; at++) {
        uint32_t class = class_or_above(c, nodes[at], above);
        if (class < PL_TOP && c->mark[class] == c->stamp)
            return true;
    }
    return false;
}

/* Whether `different` and `not-under` hold between classes: those whose larger
 * list is marked itself, or, `above`, what is above it. */
static bool hold_apart(pl_closing *c, bool above)
{
    uint32_t marked = PL_NONE;
    for (size_t k = 0; k < c->apart_count; k++) {
        uint32_t larger = (uint32_t)(c->apart[k] >> 32);
        uint32_t side = (uint32_t)c->apart[k];
        bool places = pl_closing_kind(c, side / 2) == PLEACH_NOT_UNDER;
        if (!c->active[side / 2] || (places && side % 2 == 1) != above)
            continue;
        if (larger != marked)
            mark_list(c, larger, above);
        marked = larger;
        if (has_marked(c, side, places && !above))
            return false;
    }
    return true;
}

/* A walk up that meets its own stamp goes in a circle; an older stamp of this
 * search was walked before. */
static bool has_circle(pl_closing *c)
{
    uint32_t before = c->stamp;
    for (uint32_t at = 0; at < c->touched_count; at++) {
        uint32_t own = pl_closing_class(c, c->touched[at]);
        c->stamp++;
        while (own != PL_NONE && own != PL_TOP && c->mark[own] <= before) {
            c->mark[own] = c->stamp;
            own = c->parent[own];
        }
        if (own != PL_NONE && own != PL_TOP && c->mark[own] == c->stamp)
            return true;
    }
    return false;
}

/* Whether the first `count` decisions of the order can all hold. */
static bool can_hold(pl_closing *c, uint32_t count)
{
    memset(c->active, 0, c->r->count);
    c->round++;
    start_classes(c);
    for (uint32_t k = 0; k < count; k++) {
        if (c->order[k] < c->r->count)
            c->active[c->order[k]] = 1;
        unite_by(c, c->order[k]);
    }
    unite_kept(c);
    for (uint32_t k = 0; k < count; k++)
        if (!settle_by(c, c->order[k]))
            return false;
    if (c->kept != NULL && !settle_frozen(c))
        return false;
    return hold_apart(c, false) && hold_apart(c, true) && !has_circle(c);
}

/* -------------------------------------------------------- contradictions -- */

/* The shortest run of the order's beginning that cannot hold. */
static uint32_t shortest_broken(pl_closing *c, uint32_t least, uint32_t most)
{
    while (least < most) {
        uint32_t middle = least + (most - least) / 2;
        if (can_hold(c, middle))
            least = middle + 1;
        else
            most = middle;
    }
    return least;
}

/* Brings a smallest set that cannot hold to the front of the order: the last
 * decision of the shortest broken beginning is always one of it. Of a large
 * one only so much as can be told, as each takes a search of its own. */
static uint32_t find_core(pl_closing *c, uint32_t count)
{
    uint32_t core = 0;
    while (core < MOST_NAMED) {
        count = shortest_broken(c, core, count);
        if (count <= core)
            break;
        uint32_t last = c->order[count - 1];
        memmove(c->order + core + 1, c->order + core,
                (count - 1 - core) * sizeof *c->order);
        c->order[core++] = last;
    }
    return core;
}

/* In the order of the file, with the last line to blame: that is the one that
 * was added when it still worked before. */
static pleach_status fail_contradiction(pl_closing *c, uint32_t core,
                                        pleach_error *error)
{
    const pleach_decisions *d = c->r->decisions;
    char text[416] = "", one[150];
    pl_sort_uint32(c->order, core);
    for (uint32_t k = 0; k < core; k++) {
        size_t used = strlen(text);
        const pleach_decision *item = &d->items[c->order[k]];
        pl_decision_text(item, one, sizeof one);
        if (used + strlen(one) + 48 > sizeof text) {
            snprintf(text + used, sizeof text - used, "; and %s%u more",
                     core == MOST_NAMED ? "at least " : "", core - k);
            break;
        }
        snprintf(text + used, sizeof text - used, "%sline %" PRIu64 " (%s)",
                 k == 0 ? "" : "; ", item->line, one);
    }
    return pl_fail_at(error, PLEACH_BAD_DATA, d->file,
                      d->items[c->order[core - 1]].line, 0,
                      core == 1 ? "This decision contradicts itself: %s."
                                : "These decisions cannot all hold: %s. Take "
                                  "one of them out.",
                      text);
}

/* ------------------------------------------------------------- the whole -- */

static bool is_touched(const pl_closing *c, uint32_t node)
{
    return c->up[node] != PL_NONE;
}

static void touch_node(pl_closing *c, uint32_t node)
{
    uint32_t twin = c->corpus->node_twin[node];
    c->up[node] = 0;
    if (twin != PL_NONE)
        c->up[twin] = 0;
}

/* Lists the nodes that take part in some decision or statement. With a kept
 * branch, all that were there before do. */
static void list_touched(pl_closing *c, const pl_selection *selection)
{
    pl_rulings *r = c->r;
    c->round++;
    for (uint32_t side = 0; side < 2 * r->count; side++) {
        uint32_t count = 0;
        const uint32_t *nodes = NULL;
        if (r->applies[side / 2] && pl_closing_kind(c, side / 2) != PLEACH_DROP)
            nodes = side_to_unite(c, side, &count);
        for (uint32_t at = 0; at < count; at++)
            c->up[nodes[at]] = 0;
    }
    for (uint32_t n = 0; r->node_previous != NULL && n < c->corpus->node_count;
         n++)
        if (r->node_previous[n] != PL_NONE && selection->discard[n] == PL_KEPT)
            c->up[n] = 0;
    for (size_t k = 0; k < r->stated.count; k++) {
        touch_node(c, r->stated.items[k].a);
        touch_node(c, r->stated.items[k].b);
    }
    for (uint32_t n = 0; n < c->corpus->node_count; n++)
        if (is_touched(c, n))
            c->touched[c->touched_count++] = n;
}

/* A counting sort by previous cluster: the first pass counts two places ahead,
 * so that the second can move the starts to where they belong. */
static void list_kept(pl_closing *c, pl_arena *scratch)
{
    const pl_rulings *r = c->r;
    if (r->node_previous == NULL)
        return;
    uint32_t clusters = pleach_taxonomy_clusters(r->previous);
    c->kept_first = PL_ARENA_ARRAY(scratch, uint32_t, (size_t)clusters + 2);
    c->kept = PL_ARENA_ARRAY(scratch, uint32_t, c->touched_count);
    if (pl_arena_failed(scratch))
        return;
    for (uint32_t at = 0; at < c->touched_count; at++)
        if (r->node_previous[c->touched[at]] != PL_NONE)
            c->kept_first[r->node_previous[c->touched[at]] + 2]++;
    for (uint32_t p = 0; p < clusters; p++)
        c->kept_first[p + 2] += c->kept_first[p + 1];
    for (uint32_t at = 0; at < c->touched_count; at++) {
        uint32_t p = r->node_previous[c->touched[at]];
        if (p != PL_NONE)
            c->kept[c->kept_first[p + 1]++] = c->touched[at];
    }
}

/* Nodes that no decision touches keep no class (0xff), so that each round costs
 * the touched ones alone. */
static void closing_start(pl_closing *c, pl_arena *scratch)
{
    size_t nodes = c->corpus->node_count;
    uint32_t **arrays[] = {&c->touched, &c->up,     &c->parent,
                           &c->label,   &c->frozen, &c->mark};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        *arrays[k] = PL_ARENA_ARRAY(scratch, uint32_t, nodes);
    c->done = PL_ARENA_ARRAY(scratch, uint32_t, 2 * (size_t)c->r->count);
    c->order =
        PL_ARENA_ARRAY(scratch, uint32_t, c->r->count + c->r->stated.count);
    c->active = PL_ARENA_ARRAY(scratch, uint8_t, (size_t)c->r->count + 1);
    if (pl_arena_failed(scratch))
        return;
    memset(c->up, 0xff, nodes * sizeof *c->up);
    c->active[c->r->count] = 1;
}

/* Whether decisions part two nodes, whatever else is stated. */
static bool are_parted(const pl_rulings *r, const pl_stated *stated)
{
    uint32_t a = r->node_class[stated->a], b = r->node_class[stated->b];
    return (r->frozen[a] != PL_NONE && r->frozen[b] != PL_NONE &&
            r->frozen[a] != r->frozen[b]) ||
           pl_are_called_otherwise(r, r->label[a], r->label[b]) ||
           pl_are_different(r, a, b);
}

/* Obeys what is stated, but for what decisions speak against, which is told.
 * Most of that shows in the classes that follow from decisions alone; what does
 * not is found one by one. */
static pleach_status obey_stated(pl_closing *c, uint32_t decided,
                                 const pleach_listener *listener,
                                 pleach_error *error)
{
    const pl_stated_list *stated = &c->r->stated;
    uint32_t count = decided;
    uint64_t told = 0;
    PL_SCRATCH(scratch);
    bool parted = stated->count > 0 && (decided > 0 || c->kept != NULL);
    if (parted) {
        PL_TRY(pl_closing_keep(c, scratch, error));
        memset(c->mark, 0, c->corpus->node_count * sizeof *c->mark);
    }
    for (size_t k = 0; k < stated->count; k++) {
        const pl_stated *is = &stated->items[k];
        if (!parted || !are_parted(c->r, is))
            c->order[count++] = c->r->count + (uint32_t)k;
        else if (!is->places)
            pl_stated_tell_overruled(is, c->corpus, ++told, listener);
    }
    while (count > decided && !can_hold(c, count)) {
        uint32_t broken = shortest_broken(c, decided, count);
        const pl_stated *last =
            &stated->items[c->order[broken - 1] - c->r->count];
        if (!last->places)
            pl_stated_tell_overruled(last, c->corpus, ++told, listener);
        memmove(c->order + broken - 1, c->order + broken,
                (count - broken) * sizeof *c->order);
        count--;
    }
    pl_stated_tell_more(told, listener);
    return pl_check_memory(scratch, error);
}

static pleach_status close_all(pl_closing *c, pl_arena *arena,
                               const pleach_listener *listener,
                               pleach_error *error)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < c->r->count; k++)
        if (c->r->applies[k] && pl_closing_kind(c, k) != PLEACH_DROP)
            c->order[count++] = k;
    if (!can_hold(c, count))
        return fail_contradiction(c, find_core(c, count), error);
    PL_TRY(obey_stated(c, count, listener, error));
    return pl_closing_keep(c, arena, error);
}

/* What is needed for finding contradictions alone goes when it is done. */
pleach_status pl_rulings_close(pl_rulings *rulings, pl_arena *arena,
                               const pl_selection *selection,
                               const pleach_corpus *corpus,
                               const pleach_listener *listener,
                               pleach_error *error)
{
    pl_closing c = {.r = rulings, .corpus = corpus};
    PL_SCRATCH(scratch);
    rulings->node_class = PL_ARENA_ARRAY(arena, uint32_t, corpus->node_count);
    closing_start(&c, scratch);
    PL_TRY(pl_check_memory(arena, error));
    PL_TRY(pl_check_memory(scratch, error));
    memset(rulings->node_class, 0xff,
           corpus->node_count * sizeof *rulings->node_class);
    list_touched(&c, selection);
    list_kept(&c, scratch);
    list_apart(&c, scratch);
    PL_TRY(pl_check_memory(scratch, error));
    return close_all(&c, arena, listener, error);
}

/* Without decisions there may still be a previous result to keep to: then an
 * empty list of them is as good as any. */
pleach_status
pl_rulings_make(pl_rulings **rulings, pl_arena *arena, pl_selection *selection,
                const pleach_corpus *corpus, const pleach_decisions *decisions,
                const pleach_taxonomy *previous,
                const pleach_listener *listener, pleach_error *error)
{
    static const pleach_decisions nothing = {.file = ""};
    pl_rulings *made = PL_ARENA_ARRAY(arena, pl_rulings, 1);
    if (made == NULL)
        return pl_fail_memory(error);
    made->decisions = decisions == NULL ? &nothing : decisions;
    made->previous = previous;
    PL_TRY(pl_rulings_resolve(made, arena, selection, corpus, listener, error));
    PL_TRY(pl_rulings_close(made, arena, selection, corpus, listener, error));
    *rulings = made;
    return PLEACH_OK;
}
