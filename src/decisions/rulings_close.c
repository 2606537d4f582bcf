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

#include "base/checks.h"
#include "base/groups.h"
#include "base/order.h"
#include "base/status.h"
#include "decisions/rulings.h"

typedef struct closing {
    pl_rulings *r;
    const pleach_corpus *corpus;
    uint32_t touched_count;
    uint32_t *touched; /* nodes that some decision names, ascending */
    uint32_t *up;      /* per node: towards its class; only for touched ones */
    /* Per node that stands for a class. */
    uint32_t *parent, *label, *frozen;
    uint32_t *mark; /* the last stamp put on it */
    uint32_t stamp;
    uint32_t *order; /* decisions in the order they are tried */
    uint8_t *active; /* per decision: it is tried; behind them a 1, for what
                        did not change */
    /* Members of previous clusters that are there: kept[kept_first[c]] up to
     * the next; NULL: no branch is kept. */
    uint32_t *kept_first, *kept;
} closing;

static uint32_t class_of(closing *c, uint32_t node)
{
    return pl_group_head(c->up, node);
}

/* The smaller number stands for both. */
static void unite_nodes(closing *c, uint32_t a, uint32_t b)
{
    a = class_of(c, a);
    b = class_of(c, b);
    if (a < b)
        c->up[b] = a;
    else
        c->up[a] = b;
}

static void unite_list(closing *c, const uint32_t *nodes, uint32_t count)
{
    for (uint32_t k = 1; k < count; k++)
        unite_nodes(c, nodes[0], nodes[k]);
}

static const uint32_t *side_of(const closing *c, uint32_t k, uint32_t side,
                               uint32_t *count)
{
    uint32_t first = c->r->first[2 * k + side];
    *count = c->r->first[2 * k + side + 1] - first;
    return c->r->node + first;
}

static pleach_decision_kind kind_of_decision(const closing *c, uint32_t k)
{
    return c->r->decisions->items[k].kind;
}

static const uint32_t *kept_nodes(const closing *c, uint32_t previous,
                                  uint32_t *count)
{
    *count = c->kept_first[previous + 1] - c->kept_first[previous];
    return c->kept + c->kept_first[previous];
}

/* ------------------------------------------------------------- classes -- */

/* Whether the two copies of an inner node were in two clusters. */
static bool was_torn(const closing *c, uint32_t node, uint32_t twin)
{
    const uint32_t *was = c->r->node_previous;
    return was != NULL && was[node] != PL_NONE && was[twin] != PL_NONE &&
           was[node] != was[twin];
}

static void start_classes(closing *c)
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

static void unite_by(closing *c, uint32_t k)
{
    uint32_t count, more;
    const uint32_t *a = side_of(c, k, 0, &count);
    const uint32_t *b = side_of(c, k, 1, &more);
    if (kind_of_decision(c, k) == PLEACH_SAME) {
        unite_list(c, a, count);
        unite_list(c, b, more);
        unite_nodes(c, a[0], b[0]);
    } else if (kind_of_decision(c, k) == PLEACH_UNDER) {
        unite_list(c, b, more);
    }
}

static bool is_kept(const closing *c, uint32_t previous)
{
    uint32_t by = c->r->branch[previous];
    return by <= c->r->count && c->active[by];
}

/* What has changed stays together too, unless it is or was decided about. */
static bool is_together(const closing *c, uint32_t previous)
{
    uint32_t by = c->r->branch[previous];
    return by != PL_NONE && (by > c->r->count || c->active[by]);
}

static void unite_kept(closing *c)
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

/* Labels are the same where their texts are. */
static bool settle_label(closing *c, uint32_t *slot, uint32_t value)
{
    if (*slot != PL_NONE && *slot != value) {
        pl_rulings one = *c->r, other = *c->r;
        one.label = slot;
        other.label = &value;
        const char *a = pl_rulings_label(&one, 0);
        const char *b = pl_rulings_label(&other, 0);
        return a != NULL && b != NULL && strcmp(a, b) == 0;
    }
    *slot = value;
    return true;
}

/* ----------------------------------------------- what a class has one of -- */

static bool settle_parents(closing *c, uint32_t k)
{
    uint32_t count, more;
    const uint32_t *a = side_of(c, k, 0, &count);
    const uint32_t *b = side_of(c, k, 1, &more);
    uint32_t above =
        kind_of_decision(c, k) == PLEACH_TOP ? PL_TOP : class_of(c, b[0]);
    for (uint32_t at = 0; at < count; at++)
        if (class_of(c, a[at]) == above ||
            !settle(&c->parent[class_of(c, a[at])], above))
            return false;
    return true;
}

static bool settle_names(closing *c, uint32_t k)
{
    uint32_t count;
    const uint32_t *a = side_of(c, k, 0, &count);
    for (uint32_t at = 0; at < count; at++)
        if (!settle_label(c, &c->label[class_of(c, a[at])], k))
            return false;
    return true;
}

/* A kept cluster keeps its name, and its parent where that is kept too. */
static bool settle_kept(closing *c, uint32_t p)
{
    uint32_t count, more = 0;
    const uint32_t *nodes = kept_nodes(c, p, &count), *above = NULL;
    pleach_cluster was;
    if (count == 0 ||
        pleach_taxonomy_cluster(&was, c->r->previous, p, NULL) != PLEACH_OK)
        return true;
    uint32_t own = class_of(c, nodes[0]);
    /* Who lost nodes may have lost those that this one was put below. */
    if (was.parent != PLEACH_NO_CLUSTER && is_together(c, was.parent) &&
        c->r->branch[was.parent] <= c->r->count + 1)
        above = kept_nodes(c, was.parent, &more);
    if (more > 0 && (class_of(c, above[0]) == own ||
                     !settle(&c->parent[own], class_of(c, above[0]))))
        return false;
    /* The top of a branch is free, but what did not change stays on top. */
    if (was.parent == PLEACH_NO_CLUSTER && c->r->branch[p] == c->r->count &&
        !settle(&c->parent[own], PL_TOP))
        return false;
    return settle_label(c, &c->label[own], c->r->count + p);
}

/* No other node that was there may be in a cluster that stays together. */
static bool settle_frozen(closing *c)
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
        if (!settle(&c->frozen[class_of(c, n)],
                    is_together(c, p) ? p : PL_OUTSIDE))
            return false;
    }
    return true;
}

static bool settle_by(closing *c, uint32_t k)
{
    switch (kind_of_decision(c, k)) {
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

static void mark_side(closing *c, uint32_t k, uint32_t side)
{
    uint32_t count;
    const uint32_t *nodes = side_of(c, k, side, &count);
    c->stamp++;
    for (uint32_t at = 0; at < count; at++)
        c->mark[class_of(c, nodes[at])] = c->stamp;
}

/* Whether a `different` or `not-under` holds between classes. */
static bool holds_apart(closing *c, uint32_t k)
{
    bool parents = kind_of_decision(c, k) == PLEACH_NOT_UNDER;
    uint32_t count;
    const uint32_t *a = side_of(c, k, 0, &count);
    if (!parents && kind_of_decision(c, k) != PLEACH_DIFFERENT)
        return true;
    mark_side(c, k, 1);
    for (uint32_t at = 0; at < count; at++) {
        uint32_t own = class_of(c, a[at]);
        uint32_t other = parents ? c->parent[own] : own;
        if (other != PL_NONE && other != PL_TOP && c->mark[other] == c->stamp)
            return false;
    }
    return true;
}

/* A walk up that meets its own stamp goes in a circle; an older stamp of this
 * search was walked before. */
static bool has_circle(closing *c)
{
    uint32_t before = c->stamp;
    for (uint32_t at = 0; at < c->touched_count; at++) {
        uint32_t own = class_of(c, c->touched[at]);
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
static bool can_hold(closing *c, uint32_t count)
{
    memset(c->active, 0, c->r->count);
    start_classes(c);
    for (uint32_t k = 0; k < count; k++) {
        c->active[c->order[k]] = 1;
        unite_by(c, c->order[k]);
    }
    unite_kept(c);
    for (uint32_t k = 0; k < count; k++)
        if (!settle_by(c, c->order[k]))
            return false;
    if (c->kept != NULL && !settle_frozen(c))
        return false;
    for (uint32_t k = 0; k < count; k++)
        if (!holds_apart(c, c->order[k]))
            return false;
    return !has_circle(c);
}

/* -------------------------------------------------------- contradictions -- */

/* The shortest run of the order's beginning that cannot hold. */
static uint32_t shortest_broken(closing *c, uint32_t least, uint32_t most)
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
 * decision of the shortest broken beginning is always one of it. */
static uint32_t find_core(closing *c, uint32_t count)
{
    uint32_t core = 0;
    for (;;) {
        count = shortest_broken(c, core, count);
        if (count <= core)
            return core;
        uint32_t last = c->order[count - 1];
        memmove(c->order + core + 1, c->order + core,
                (count - 1 - core) * sizeof *c->order);
        c->order[core++] = last;
    }
}

/* In the order of the file, with the last line to blame: that is the one that
 * was added when it still worked before. */
static pleach_status fail_contradiction(closing *c, uint32_t core,
                                        pleach_error *error)
{
    const pleach_decisions *d = c->r->decisions;
    char text[400] = "", one[150];
    pl_sort_uint32(c->order, core);
    for (uint32_t k = 0; k < core; k++) {
        size_t used = strlen(text);
        const pleach_decision *item = &d->items[c->order[k]];
        pl_decision_text(item, one, sizeof one);
        if (used + strlen(one) + 32 > sizeof text) {
            snprintf(text + used, sizeof text - used, "; and %u more",
                     core - k);
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

/* -------------------------------------------------------------- keeping -- */

const char *pl_rulings_label(const pl_rulings *rulings, uint32_t c)
{
    uint32_t label = rulings->label[c];
    pleach_cluster was;
    if (label == PL_NONE)
        return NULL;
    if (label < rulings->count)
        return rulings->decisions->items[label].b;
    return pleach_taxonomy_cluster(&was, rulings->previous,
                                   label - rulings->count, NULL) == PLEACH_OK
               ? was.name
               : NULL;
}

/* Numbers the classes; then mark[] of what stands for one is its number. */
static void number_classes(closing *c)
{
    pl_rulings *r = c->r;
    r->class_count = 0;
    for (uint32_t at = 0; at < c->touched_count; at++) {
        uint32_t n = c->touched[at];
        if (class_of(c, n) == n)
            c->mark[n] = r->class_count++;
    }
    for (uint32_t at = 0; at < c->touched_count; at++)
        r->node_class[c->touched[at]] = c->mark[class_of(c, c->touched[at])];
}

/* From numbers of nodes to numbers of classes, which are all that later rooms
 * see. */
static bool fill_classes(closing *c, pl_arena *arena)
{
    pl_rulings *r = c->r;
    r->parent = PL_ARENA_ARRAY(arena, uint32_t, r->class_count);
    r->label = PL_ARENA_ARRAY(arena, uint32_t, r->class_count);
    r->frozen = PL_ARENA_ARRAY(arena, uint32_t, r->class_count);
    if (!r->parent || !r->label || !r->frozen)
        return false;
    for (uint32_t at = 0; at < c->touched_count; at++) {
        uint32_t n = c->touched[at], own = c->mark[n];
        if (class_of(c, n) != n)
            continue;
        uint32_t above = c->parent[n];
        r->parent[own] =
            above == PL_NONE || above == PL_TOP ? above : c->mark[above];
        r->label[own] = c->label[n];
        r->frozen[own] = c->frozen[n];
    }
    return true;
}

/* Fills the sides of all classes, as words (class, side). */
static bool fill_class_sides(closing *c, pl_arena *arena)
{
    pl_rulings *r = c->r;
    PL_LIST(uint64_t) words = {0};
    bool enough = true;
    for (uint32_t side = 0; side < 2 * r->count && enough; side++) {
        pleach_decision_kind kind = kind_of_decision(c, side / 2);
        if (!r->applies[side / 2] ||
            (kind != PLEACH_DIFFERENT && kind != PLEACH_NOT_UNDER))
            continue;
        for (uint32_t k = r->first[side]; k < r->first[side + 1] && enough; k++)
            enough = pl_list_push(
                &words, (uint64_t)r->node_class[r->node[k]] << 32 | side);
    }
    if (words.count > 0)
        pl_sort_uint64(words.items, words.count);
    r->side_first = PL_ARENA_ARRAY(arena, uint32_t, (size_t)r->class_count + 1);
    r->side = PL_ARENA_ARRAY(arena, uint32_t, words.count);
    enough = enough && r->side_first && r->side;
    uint32_t used = 0;
    for (size_t k = 0; k < words.count && enough; k++) {
        if (k > 0 && words.items[k] == words.items[k - 1])
            continue;
        r->side[used++] = (uint32_t)words.items[k];
        r->side_first[(words.items[k] >> 32) + 1] = used;
    }
    for (uint32_t k = 0; k < r->class_count && enough; k++)
        if (r->side_first[k + 1] < r->side_first[k])
            r->side_first[k + 1] = r->side_first[k];
    pl_list_free(&words);
    return enough;
}

/* ------------------------------------------------------------- the whole -- */

static bool is_touched(const closing *c, uint32_t node)
{
    return c->up[node] != PL_NONE;
}

/* Lists the nodes that take part in some decision. With a kept branch, all
 * that were there before do. */
static void list_touched(closing *c, const pl_selection *selection)
{
    pl_rulings *r = c->r;
    for (uint32_t k = 0; k < r->count; k++)
        for (uint32_t at = r->first[2 * k];
             r->applies[k] && kind_of_decision(c, k) != PLEACH_DROP &&
             at < r->first[2 * k + 2];
             at++)
            c->up[r->node[at]] = 0;
    for (uint32_t n = 0; r->node_previous != NULL && n < c->corpus->node_count;
         n++)
        if (r->node_previous[n] != PL_NONE && selection->discard[n] == PL_KEPT)
            c->up[n] = 0;
    for (uint32_t n = 0; n < c->corpus->node_count; n++)
        if (is_touched(c, n))
            c->touched[c->touched_count++] = n;
}

/* A counting sort by previous cluster: the first pass counts two places ahead,
 * so that the second can move the starts to where they belong. */
static bool list_kept(closing *c, pl_arena *scratch)
{
    const pl_rulings *r = c->r;
    if (r->node_previous == NULL)
        return true;
    uint32_t clusters = pleach_taxonomy_clusters(r->previous);
    c->kept_first = PL_ARENA_ARRAY(scratch, uint32_t, (size_t)clusters + 2);
    c->kept = PL_ARENA_ARRAY(scratch, uint32_t, c->touched_count);
    if (c->kept_first == NULL || c->kept == NULL)
        return false;
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
    return true;
}

/* Nodes that no decision touches keep no class (0xff), so that each round costs
 * the touched ones alone. */
static bool closing_start(closing *c, pl_arena *scratch)
{
    size_t nodes = c->corpus->node_count;
    uint32_t **arrays[] = {&c->touched, &c->up,     &c->parent,
                           &c->label,   &c->frozen, &c->mark};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        *arrays[k] = PL_ARENA_ARRAY(scratch, uint32_t, nodes);
        if (*arrays[k] == NULL)
            return false;
    }
    memset(c->up, 0xff, nodes * sizeof *c->up);
    c->order = PL_ARENA_ARRAY(scratch, uint32_t, c->r->count);
    c->active = PL_ARENA_ARRAY(scratch, uint8_t, (size_t)c->r->count + 1);
    if (c->active != NULL)
        c->active[c->r->count] = 1;
    return c->order != NULL && c->active != NULL;
}

/* What placing relies on: parents of classes are classes, and lead to a top. */
static void assert_classes(const pl_rulings *r)
{
    for (uint32_t k = 0; k < r->class_count; k++) {
        uint32_t up = r->parent[k], steps = 0;
        assert(up == PL_NONE || up == PL_TOP || up < r->class_count);
        assert(r->side_first[k] <= r->side_first[k + 1]);
        while (PL_CHECKS && up < r->class_count && steps < r->class_count) {
            up = r->parent[up];
            steps++;
        }
        assert(!PL_CHECKS || up >= r->class_count);
    }
}

static pleach_status close_all(closing *c, pl_arena *arena, pleach_error *error)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < c->r->count; k++)
        if (c->r->applies[k] && kind_of_decision(c, k) != PLEACH_DROP)
            c->order[count++] = k;
    if (!can_hold(c, count))
        return fail_contradiction(c, find_core(c, count), error);
    number_classes(c);
    if (!fill_classes(c, arena) || !fill_class_sides(c, arena))
        return pl_fail_memory(error);
    assert_classes(c->r);
    return PLEACH_OK;
}

/* What is needed for finding contradictions alone goes when it is done. */
pleach_status pl_rulings_close(pl_rulings *rulings, pl_arena *arena,
                               const pl_selection *selection,
                               const pleach_corpus *corpus, pleach_error *error)
{
    closing c = {.r = rulings, .corpus = corpus};
    pl_arena *scratch = pl_arena_new();
    rulings->node_class = PL_ARENA_ARRAY(arena, uint32_t, corpus->node_count);
    bool enough = scratch && rulings->node_class && closing_start(&c, scratch);
    pleach_status status = PLEACH_OK;
    if (enough) {
        memset(rulings->node_class, 0xff,
               corpus->node_count * sizeof *rulings->node_class);
        list_touched(&c, selection);
        enough = list_kept(&c, scratch);
    }
    if (enough)
        status = close_all(&c, arena, error);
    pl_arena_free(scratch);
    return enough ? status : pl_fail_memory(error);
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
    PL_TRY(pl_rulings_close(made, arena, selection, corpus, error));
    *rulings = made;
    return PLEACH_OK;
}
