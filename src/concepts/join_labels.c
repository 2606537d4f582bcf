/* join_labels.c: joins labels, the likeliest pairs first, unless their people
 * keep them apart; then those that stand below the same parent. */
/* SPDX-License-Identifier: MIT */
#include "concepts/join_labels.h"

#include <stdlib.h>
#include <string.h>

#include "base/groups.h"
#include "base/order.h"

/* Groups that stand together in more than this share of the smaller one's
 * saplings mean two things. */
static const double MOST_TOGETHER = 0.02;
/* Unless these are the same words: somebody has a name beside its plural. */
static const double MOST_SAME_TOGETHER = 0.25;
/* So do those that this share of the smaller one's people use both of. */
static const double MOST_BOTH = 0.5;

/* Numbers, ascending. */
typedef struct crowd {
    const uint32_t *who;
    uint32_t *own; /* the same, where it is ours to release */
    uint64_t count;
} crowd;

/* Who has a group of labels, and where; as in name_uses.h. */
typedef enum where { SAPLINGS, ABOVE, OWNERS, WHERES } where;

typedef struct joining {
    const pl_labels *labels;
    uint32_t *group; /* per label: a label of the same group, or itself */
    uint32_t *next;  /* per label: the next of its group; PL_NONE: the last */
    uint32_t *last;  /* per head: the last of its group */
    uint64_t *nodes; /* per head: of all its labels */
    crowd *crowds[WHERES];   /* per head */
    pl_neighbours likely;    /* labels that more likely mean the same */
    uint32_t *stamp, stamps; /* per label: when it was last counted */
} joining;

/* Where `who` is or would be, at `at` or after it: near, as a rule, so the
 * steps grow until they are too long, and then halve. */
static uint64_t seek(const crowd *in, uint64_t at, uint32_t who)
{
    uint64_t step = 1;
    while (at + step < in->count && in->who[at + step] < who) {
        at += step;
        step *= 2;
    }
    for (; step > 0; step /= 2)
        if (at + step <= in->count && in->who[at + step - 1] < who)
            at += step;
    return at;
}

/* How many are in both, counted until it is more than `most`: looks up the
 * smaller crowd in the other. */
static uint64_t count_both(const crowd *a, const crowd *b, double most)
{
    const crowd *few = a->count < b->count ? a : b;
    const crowd *many = few == a ? b : a;
    uint64_t common = 0, at = 0;
    for (uint64_t k = 0; k < few->count && (double)common <= most; k++) {
        at = seek(many, at, few->who[k]);
        common += at < many->count && many->who[at] == few->who[k];
    }
    return common;
}

/* Both lists are sorted, so one pass is enough. The smaller group's list is not
 * reused, as it may be borrowed. */
static bool unite(crowd *to, crowd *from)
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
    *to = (crowd){all, all, used};
    *from = (crowd){NULL, NULL, 0};
    return true;
}

/* Whether people keep two groups apart: they stand together in saplings, or
 * one above the other, or beside what is above it; or most use both, unless
 * these are the `same` words. */
static bool kept_apart(const joining *j, uint32_t a, uint32_t b, bool same)
{
    const crowd *in = j->crowds[SAPLINGS], *above = j->crowds[ABOVE];
    const crowd *owners = j->crowds[OWNERS];
    uint64_t saplings = in[a].count < in[b].count ? in[a].count : in[b].count;
    uint64_t people =
        owners[a].count < owners[b].count ? owners[a].count : owners[b].count;
    double together =
        (same ? MOST_SAME_TOGETHER : MOST_TOGETHER) * (double)saplings;
    double both = MOST_BOTH * (double)people;
    return (double)count_both(&in[a], &in[b], together) > together ||
           (double)count_both(&in[a], &above[b], together) > together ||
           (double)count_both(&above[a], &in[b], together) > together ||
           (!same && (double)count_both(&owners[a], &owners[b], both) > both);
}

/* How many nodes of group `a` have labels that likely mean the same as one
 * of group `b`. */
static uint64_t count_likely(joining *j, uint32_t a, uint32_t b)
{
    const uint64_t *first = j->labels->first;
    uint64_t nodes = 0;
    j->stamps++;
    for (uint32_t x = b; x != PL_NONE; x = j->next[x])
        for (uint64_t k = j->likely.first[x]; k < j->likely.first[x + 1]; k++) {
            uint32_t y = j->likely.to[k];
            if (j->stamp[y] == j->stamps || pl_group_head(j->group, y) != a)
                continue;
            j->stamp[y] = j->stamps;
            nodes += first[y + 1] - first[y];
        }
    return nodes;
}

/* Whether what two groups have in common is more than a chance link between
 * few of them, and people do not keep them apart. */
static bool belong_together(joining *j, uint32_t a, uint32_t b, bool same)
{
    return 2 * count_likely(j, a, b) >= j->nodes[a] &&
           2 * count_likely(j, b, a) >= j->nodes[b] &&
           !kept_apart(j, a, b, same);
}

/* Whether somebody says that labels of two groups are two things. */
static bool said_apart(joining *j, const pl_label_knowledge *known, uint32_t a,
                       uint32_t b)
{
    for (size_t k = 0; k < known->apart.count; k++) {
        uint32_t x =
            pl_group_head(j->group, (uint32_t)(known->apart.items[k] >> 32));
        uint32_t y = pl_group_head(j->group, (uint32_t)known->apart.items[k]);
        if ((x == a && y == b) || (x == b && y == a))
            return true;
    }
    return false;
}

/* Likeliest pairs first. */
static bool join_likely_pairs(joining *j, const pl_label_pairs *pairs,
                              const pl_label_view *view)
{
    for (size_t k = 0; k < pairs->count; k++) {
        uint32_t a = pl_group_head(j->group, pairs->items[k].a);
        uint32_t b = pl_group_head(j->group, pairs->items[k].b);
        if (a == b)
            continue;
        uint32_t head = a < b ? a : b, other = a < b ? b : a;
        uint32_t x = pairs->items[k].a, y = pairs->items[k].b;
        bool same = pl_same_words(view->words, x, y) ||
                    pl_label_said(view->known, x, y) > 0;
        if (said_apart(j, view->known, a, b) ||
            !belong_together(j, head, other, same))
            continue;
        for (int w = 0; w < WHERES; w++)
            if (!unite(&j->crowds[w][head], &j->crowds[w][other]))
                return false;
        j->group[other] = head;
        j->next[j->last[head]] = other;
        j->last[head] = j->last[other];
        j->nodes[head] += j->nodes[other];
    }
    return true;
}

static bool list_likely(joining *j, pl_arena *arena,
                        const pl_label_pairs *pairs)
{
    pl_pair_list packed = {NULL, 0, 0};
    bool enough = pl_list_room(&packed, pairs->count);
    for (size_t k = 0; enough && k < pairs->count; k++)
        packed.items[packed.count++] =
            pl_pair_pack(pairs->items[k].a, pairs->items[k].b);
    pl_pairs_settle(&packed);
    enough = enough &&
             pl_neighbours_make(&j->likely, arena, &packed, j->labels->count);
    pl_list_free(&packed);
    return enough;
}

/* Where each label is used is borrowed until groups grow: most labels never
 * join anything. */
static bool start_joining(joining *j, pl_arena *arena,
                          const pl_name_uses *apart,
                          const pl_label_pairs *pairs)
{
    uint32_t labels = j->labels->count;
    const pl_uses *uses[WHERES] = {&apart->saplings, &apart->above,
                                   &apart->owners};
    const uint64_t *first = j->labels->first;
    j->next = PL_ARENA_ARRAY(arena, uint32_t, labels);
    j->last = PL_ARENA_ARRAY(arena, uint32_t, labels);
    j->nodes = PL_ARENA_ARRAY(arena, uint64_t, labels);
    j->stamp = PL_ARENA_ARRAY(arena, uint32_t, labels);
    if (!j->next || !j->last || !j->nodes || !j->stamp)
        return false;
    for (int w = 0; w < WHERES; w++) {
        crowd *of = j->crowds[w] = PL_ARENA_ARRAY(arena, crowd, labels);
        const uint64_t *from = uses[w]->first;
        if (of == NULL)
            return false;
        for (uint32_t x = 0; x < labels; x++)
            of[x] =
                (crowd){uses[w]->user + from[x], NULL, from[x + 1] - from[x]};
    }
    for (uint32_t x = 0; x < labels; x++) {
        j->group[x] = j->last[x] = x;
        j->next[x] = PL_NONE;
        j->nodes[x] = first[x + 1] - first[x];
    }
    return list_likely(j, arena, pairs);
}

/* ------------------------------------------------------------ siblings -- */

bool pl_main_parents(uint32_t *main, const pl_labels *labels,
                     const uint32_t *group)
{
    const pleach_corpus *c = labels->corpus;
    uint64_t *said = pl_allocate(c->node_count, sizeof *said);
    if (said == NULL)
        return false;
    size_t count = 0, run = 0, most = 0;
    for (uint32_t n = 0; n < c->node_count; n++) {
        uint32_t root = c->sapling_first[c->node_sapling[n]];
        if (n != root)
            said[count++] = (uint64_t)group[labels->of_node[n]] << 32 |
                            group[labels->of_node[root]];
    }
    pl_sort_uint64(said, count);
    memset(main, 0xff, labels->count * sizeof *main);
    for (size_t k = 0; k < count; k++) {
        uint32_t child = (uint32_t)(said[k] >> 32);
        run = k > 0 && said[k] == said[k - 1] ? run + 1 : 1;
        if (main[child] == PL_NONE || run > most) {
            main[child] = (uint32_t)said[k];
            most = run;
        }
    }
    pl_release(said);
    return true;
}

static int compare_beside(const void *left, const void *right)
{
    const pl_label_pair *a = left, *b = right;
    if (a->beside != b->beside)
        return a->beside > b->beside ? -1 : 1;
    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    return (a->b > b->b) - (a->b < b->b);
}

/* Names that most people put below the same parent, and that are alike there:
 * decorated ones ("sire 2008"), slips, others with the same tags. */
static bool join_siblings(joining *j, pl_arena *arena, pl_label_pairs *pairs,
                          size_t likely, const pl_label_view *view)
{
    uint32_t *main = PL_ARENA_ARRAY(arena, uint32_t, j->labels->count);
    if (main == NULL || !pl_main_parents(main, j->labels, j->group))
        return false;
    size_t kept = likely;
    for (size_t k = likely; k < pairs->count; k++) {
        uint32_t a = main[j->group[pairs->items[k].a]];
        uint32_t b = main[j->group[pairs->items[k].b]];
        if (a == b && a != PL_NONE)
            pairs->items[kept++] = pairs->items[k];
    }
    pairs->count = kept;
    if (!list_likely(j, arena, pairs))
        return false;
    if (kept == likely)
        return true;
    pl_label_pairs beside = {pairs->items + likely, kept - likely, 0};
    qsort(beside.items, beside.count, sizeof *beside.items, compare_beside);
    return join_likely_pairs(j, &beside, view);
}

static void flatten(uint32_t *group, uint32_t labels)
{
    for (uint32_t x = 0; x < labels; x++)
        group[x] = group[group[x]]; /* heads come before their followers */
}

bool pl_join_labels(uint32_t *group, pl_arena *arena, const pl_label_view *view,
                    pl_label_pairs *pairs)
{
    const pl_labels *labels = view->labels;
    joining j = {.labels = labels, .group = group};
    pl_label_pairs likely = *pairs;
    while (likely.count > 0 &&
           !(likely.items[likely.count - 1].score > view->least))
        likely.count--;
    bool enough = start_joining(&j, arena, view->apart, &likely) &&
                  join_likely_pairs(&j, &likely, view);
    if (enough) {
        flatten(group, labels->count);
        enough = join_siblings(&j, arena, pairs, likely.count, view);
        flatten(group, labels->count);
    }
    for (int w = 0; w < WHERES; w++)
        for (uint32_t x = 0; j.crowds[w] != NULL && x < labels->count; x++)
            pl_release(j.crowds[w][x].own);
    return enough;
}
