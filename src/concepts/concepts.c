/* concepts.c: joins labels, parts senses, and numbers what comes of it. */
/* SPDX-License-Identifier: MIT */
#include "concepts/concepts.h"

#include <string.h>

#include "base/status.h"
#include "base/threads.h"
#include "concepts/label_pairs.h"
#include "concepts/senses.h"
#include "parallel/piece_shares.h"

/* Groups that stand together in more than this share of the smaller one's
 * saplings mean two things. */
static const double MOST_TOGETHER = 0.02;
/* A name that one person gives to several leaves of a sapling ("website")
 * says what they are, not which one; if this share of its uses is such, each
 * of its nodes stands for itself. */
static const double MOST_REPEATED = 0.5;

/* ------------------------------------------------------------- joining -- */

/* The saplings of a group of labels, ascending. */
typedef struct grove {
    const uint32_t *sapling;
    uint32_t *own; /* the same, where it is ours to release */
    uint64_t count;
} grove;

typedef struct joining {
    const pl_labels *labels;
    uint32_t *group; /* per label: a label of the same group, or itself */
    uint32_t *next;  /* per label: the next of its group; PL_NONE: the last */
    uint32_t *last;  /* per head: the last of its group */
    uint64_t *nodes; /* per head: of all its labels */
    grove *groves;   /* per head */
    pl_neighbours likely;    /* labels that more likely mean the same */
    uint32_t *stamp, stamps; /* per label: when it was last counted */
} joining;

/* Shortens the way on each walk: a hostile corpus could make it long. */
static uint32_t head_of(uint32_t *group, uint32_t label)
{
    while (group[label] != label)
        label = group[label] = group[group[label]];
    return label;
}

/* Where `sapling` is or would be, at `at` or after it: near, as a rule, so
 * the steps grow until they are too long, and then halve. */
static uint64_t seek(const grove *in, uint64_t at, uint32_t sapling)
{
    uint64_t step = 1;
    while (at + step < in->count && in->sapling[at + step] < sapling) {
        at += step;
        step *= 2;
    }
    for (; step > 0; step /= 2)
        if (at + step <= in->count && in->sapling[at + step - 1] < sapling)
            at += step;
    return at;
}

/* Whether two groves have more than `most` saplings in common: looks up the
 * smaller one's in the other. */
static bool meet_often(const grove *a, const grove *b, double most)
{
    const grove *few = a->count < b->count ? a : b;
    const grove *many = few == a ? b : a;
    uint64_t common = 0, at = 0;
    for (uint64_t k = 0; k < few->count && (double)common <= most; k++) {
        at = seek(many, at, few->sapling[k]);
        common += at < many->count && many->sapling[at] == few->sapling[k];
    }
    return (double)common > most;
}

static bool unite_groves(grove *to, grove *from)
{
    uint64_t used = 0, i = 0, j = 0;
    uint32_t *all = pl_allocate(to->count + from->count, sizeof *all);
    if (all == NULL)
        return false;
    while (i < to->count || j < from->count) {
        uint32_t x = i < to->count ? to->sapling[i] : PL_NONE;
        uint32_t y = j < from->count ? from->sapling[j] : PL_NONE;
        all[used++] = x < y ? x : y;
        i += x <= y;
        j += y <= x;
    }
    pl_release(to->own);
    pl_release(from->own);
    *to = (grove){all, all, used};
    *from = (grove){NULL, NULL, 0};
    return true;
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
            if (j->stamp[y] == j->stamps || head_of(j->group, y) != a)
                continue;
            j->stamp[y] = j->stamps;
            nodes += first[y + 1] - first[y];
        }
    return nodes;
}

/* Whether what two groups have in common is more than a chance link between
 * few of them, and people do not keep them apart. */
static bool belong_together(joining *j, uint32_t a, uint32_t b)
{
    const grove *left = &j->groves[a], *right = &j->groves[b];
    uint64_t fewer = left->count < right->count ? left->count : right->count;
    return 2 * count_likely(j, a, b) >= j->nodes[a] &&
           2 * count_likely(j, b, a) >= j->nodes[b] &&
           !meet_often(left, right, MOST_TOGETHER * (double)fewer);
}

/* Likeliest pairs first. */
static bool join_pairs(joining *j, const pl_label_pairs *pairs)
{
    for (size_t k = 0; k < pairs->count; k++) {
        uint32_t a = head_of(j->group, pairs->items[k].a);
        uint32_t b = head_of(j->group, pairs->items[k].b);
        if (a == b)
            continue;
        uint32_t head = a < b ? a : b, other = a < b ? b : a;
        if (!belong_together(j, head, other))
            continue;
        if (!unite_groves(&j->groves[head], &j->groves[other]))
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

static bool start_joining(joining *j, pl_arena *arena,
                          const pl_name_uses *apart,
                          const pl_label_pairs *pairs)
{
    uint32_t labels = j->labels->count;
    const pl_uses *uses = &apart->saplings;
    const uint64_t *first = j->labels->first;
    j->next = PL_ARENA_ARRAY(arena, uint32_t, labels);
    j->last = PL_ARENA_ARRAY(arena, uint32_t, labels);
    j->nodes = PL_ARENA_ARRAY(arena, uint64_t, labels);
    j->groves = PL_ARENA_ARRAY(arena, grove, labels);
    j->stamp = PL_ARENA_ARRAY(arena, uint32_t, labels);
    if (!j->next || !j->last || !j->nodes || !j->groves || !j->stamp)
        return false;
    for (uint32_t x = 0; x < labels; x++) {
        j->group[x] = j->last[x] = x;
        j->next[x] = PL_NONE;
        j->nodes[x] = first[x + 1] - first[x];
        j->groves[x] = (grove){uses->user + uses->first[x], NULL,
                               uses->first[x + 1] - uses->first[x]};
    }
    return list_likely(j, arena, pairs);
}

static bool join_labels(uint32_t *group, pl_arena *arena,
                        const pl_labels *labels, const pl_name_uses *apart,
                        const pl_label_pairs *pairs)
{
    joining j = {.labels = labels, .group = group};
    bool enough =
        start_joining(&j, arena, apart, pairs) && join_pairs(&j, pairs);
    for (uint32_t x = 0; enough && x < labels->count; x++)
        group[x] = group[group[x]]; /* heads come before their followers */
    for (uint32_t x = 0; j.groves != NULL && x < labels->count; x++)
        pl_release(j.groves[x].own);
    return enough;
}

static pleach_status group_labels(uint32_t *group, pl_arena *scratch,
                                  const pl_labels *labels,
                                  const pl_scope *scope, pleach_error *error)
{
    pl_name_uses apart;
    pl_label_sets sets;
    pl_wording wording = {.corpus = NULL};
    pl_label_pairs pairs = {NULL, 0, 0};
    pl_scope own = *scope;
    own.arena = scratch;
    pleach_status status = pl_wording_make(&wording, &own, error);
    if (status == PLEACH_OK &&
        !pl_name_uses_index(&apart, scratch, labels->corpus, labels->of_node,
                            labels->count))
        status = pl_fail_memory(error);
    if (status == PLEACH_OK)
        status = pl_label_sets_make(&sets, scratch, labels, &wording,
                                    scope->exchange, error);
    pl_label_view view = {labels, &wording, &sets, &apart};
    if (status == PLEACH_OK)
        status = pl_label_pairs_find(&pairs, &view, &own, error);
    if (status == PLEACH_OK &&
        !join_labels(group, scratch, labels, &apart, &pairs))
        status = pl_fail_memory(error);
    pl_list_free(&pairs);
    pl_wording_free(&wording);
    return status;
}

/* ------------------------------------------------------------- repeats -- */

/* Marks the labels that do not tell their nodes apart. */
static bool mark_repeated(uint8_t *repeated, const pl_labels *labels)
{
    const pleach_corpus *c = labels->corpus;
    uint32_t *leaves = pl_allocate(labels->count, sizeof *leaves);
    uint32_t *twice = pl_allocate(labels->count, sizeof *twice);
    uint32_t *here = pl_allocate(labels->count, sizeof *here);
    bool enough = leaves && twice && here;
    for (uint32_t s = 0; enough && s < c->sapling_count; s++) {
        uint32_t from = c->sapling_first[s] + 1, to = c->sapling_first[s + 1];
        for (uint32_t leaf = from; leaf < to; leaf++)
            here[labels->of_node[leaf]]++;
        for (uint32_t leaf = from; leaf < to; leaf++) {
            uint32_t label = labels->of_node[leaf];
            leaves[label] += here[label];
            twice[label] += here[label] > 1 ? here[label] : 0;
            here[label] = 0;
        }
    }
    for (uint32_t x = 0; enough && x < labels->count; x++)
        repeated[x] = twice[x] > 0 && twice[x] >= MOST_REPEATED * leaves[x];
    pl_release(leaves);
    pl_release(twice);
    pl_release(here);
    return enough;
}

/* ------------------------------------------------------------- parting -- */

/* Nodes by group: node[first[g] .. first[g + 1]); sense beside them. */
typedef struct parting {
    const pl_labels *labels;
    const uint32_t *group;   /* per label */
    const uint8_t *repeated; /* per label */
    pl_piece_shares sharing; /* of groups */
    pl_senses *senses;
    uint64_t *first;
    uint32_t *node, *sense;
    uint8_t *failed; /* per thread */
} parting;

/* All nodes are looked at, some of them are compared with each other. */
static uint64_t work_of(const void *context, uint32_t group)
{
    const parting *p = context;
    uint64_t nodes = p->first[group + 1] - p->first[group];
    uint64_t sample = nodes < PL_MOST_SENSES ? nodes : PL_MOST_SENSES;
    return nodes + sample * sample;
}

static void part_group(void *context, uint32_t k, uint32_t thread)
{
    parting *p = context;
    uint32_t group = p->sharing.from + k;
    uint64_t from = p->first[group], count = p->first[group + 1] - from;
    if (!p->failed[thread] &&
        !pl_senses_part(p->senses, thread, p->sense + from, p->node + from,
                        count))
        p->failed[thread] = 1;
}

static bool sort_nodes(parting *p, pl_arena *scratch)
{
    const pl_labels *labels = p->labels;
    const uint32_t *group = p->group;
    const uint8_t *repeated = p->repeated;
    uint32_t nodes = labels->corpus->node_count;
    uint64_t *first = PL_ARENA_ARRAY(scratch, uint64_t, labels->count + 2u);
    p->node = PL_ARENA_ARRAY(scratch, uint32_t, nodes);
    p->sense = PL_ARENA_ARRAY(scratch, uint32_t, nodes);
    p->first = first;
    if (!first || !p->node || !p->sense)
        return false;
    for (uint32_t n = 0; n < nodes; n++)
        if (!repeated[labels->of_node[n]])
            first[group[labels->of_node[n]] + 2]++;
    for (uint32_t x = 0; x < labels->count; x++)
        first[x + 2] += first[x + 1];
    for (uint32_t n = 0; n < nodes; n++)
        if (!repeated[labels->of_node[n]])
            p->node[first[group[labels->of_node[n]] + 1]++] = n;
    return true;
}

/* The rank that parts a node's group. */
static uint32_t parter_of(const void *context, uint32_t node)
{
    const parting *p = context;
    uint32_t label = p->labels->of_node[node];
    return p->repeated[label]
               ? PL_NONE
               : pl_piece_shares_rank(&p->sharing, p->group[label]);
}

/* Parts one's share of the groups. */
static pleach_status part_some(parting *p, const pl_scope *scope,
                               uint32_t threads, pleach_error *error)
{
    return pl_parallel(p->sharing.to - p->sharing.from, threads, part_group, p,
                       "compare", scope->listener, error);
}

/* Each rank parts some groups, with their tags; then all know all senses. */
static pleach_status part_shares(parting *p, const pl_scope *scope,
                                 uint32_t threads, pleach_error *error)
{
    pl_tags tags;
    pl_arena *arena = pl_arena_new();
    pleach_status status =
        arena == NULL
            ? pl_fail_memory(error)
            : pl_tags_fetch(&tags, arena, scope->corpus, p->sharing.exchange,
                            parter_of, p, false, error);
    if (status == PLEACH_OK) {
        pl_senses_use(p->senses, &tags);
        status = part_some(p, scope, threads, error);
    }
    if (status == PLEACH_OK)
        status = pl_piece_shares_fill(&p->sharing, p->sense, p->first,
                                      sizeof *p->sense, error);
    pl_arena_free(arena);
    return status;
}

static pleach_status part_all(parting *p, pl_arena *scratch,
                              const pl_scope *scope, uint32_t threads,
                              pleach_error *error)
{
    PL_TRY(pl_senses_new(&p->senses, scratch, p->labels, p->group,
                         scope->exchange, threads, error));
    p->failed = PL_ARENA_ARRAY(scratch, uint8_t, threads);
    pleach_status status = PLEACH_OK;
    if (p->failed == NULL ||
        !pl_piece_shares_make(&p->sharing, scratch, scope->exchange,
                              p->labels->count, work_of, p))
        status = pl_fail_memory(error);
    else if (p->sharing.exchange == NULL)
        status = part_some(p, scope, threads, error);
    else
        status = part_shares(p, scope, threads, error);
    pl_senses_free(p->senses);
    for (uint32_t t = 0; status == PLEACH_OK && t < threads; t++)
        if (p->failed[t])
            status = pl_fail_memory(error);
    return status;
}

/* ----------------------------------------------------------- numbering -- */

/* The nodes of each sense are called after its first one. */
static void name_group(uint32_t *of_node, const parting *p, uint64_t from,
                       uint64_t to)
{
    uint32_t first[PL_MOST_SENSES];
    memset(first, 0xFF, sizeof first);
    for (uint64_t k = from; k < to; k++) {
        uint32_t *called = &first[p->sense[k]];
        if (*called == PL_NONE)
            *called = p->node[k];
        of_node[p->node[k]] = *called;
    }
}

/* Gives each node a number that only its concept has; nodes that stand for
 * themselves keep their own. */
static void name_concepts(uint32_t *of_node, const parting *p, uint32_t groups,
                          uint32_t nodes)
{
    for (uint32_t n = 0; n < nodes; n++)
        of_node[n] = n;
    for (uint32_t g = 0; g < groups; g++)
        name_group(of_node, p, p->first[g], p->first[g + 1]);
}

/* An inner node means the same as a root and as a leaf. */
static void agree_twins(uint32_t *of_node, const pleach_corpus *corpus)
{
    for (uint32_t n = 0; n < corpus->node_count; n++) {
        uint32_t twin = corpus->node_twin[n];
        if (twin != PL_NONE && pl_is_root(corpus, n))
            of_node[twin] = of_node[n];
    }
}

static bool number_concepts(pl_concepts *concepts, uint32_t nodes)
{
    uint32_t *number = pl_allocate(nodes, sizeof *number);
    if (number == NULL)
        return false;
    for (uint32_t n = 0; n < nodes; n++) {
        uint32_t *mine = &number[concepts->of_node[n]];
        if (*mine == 0)
            *mine = ++concepts->count;
        concepts->of_node[n] = *mine - 1;
    }
    pl_release(number);
    return true;
}

static pleach_status find(pl_concepts *concepts, pl_arena *scratch,
                          const pl_scope *scope, uint32_t threads,
                          pleach_error *error)
{
    const pleach_corpus *corpus = scope->corpus;
    pl_labels labels;
    PL_TRY(pl_labels_make(&labels, scratch, corpus, error));
    uint32_t *group = PL_ARENA_ARRAY(scratch, uint32_t, labels.count);
    uint8_t *repeated = PL_ARENA_ARRAY(scratch, uint8_t, labels.count);
    if (!group || !repeated || !mark_repeated(repeated, &labels))
        return pl_fail_memory(error);
    PL_TRY(group_labels(group, scratch, &labels, scope, error));
    parting p = {.labels = &labels, .group = group, .repeated = repeated};
    if (!sort_nodes(&p, scratch))
        return pl_fail_memory(error);
    PL_TRY(part_all(&p, scratch, scope, threads, error));
    name_concepts(concepts->of_node, &p, labels.count, corpus->node_count);
    agree_twins(concepts->of_node, corpus);
    return number_concepts(concepts, corpus->node_count)
               ? PLEACH_OK
               : pl_fail_memory(error);
}

pleach_status pl_concepts_find(pl_concepts *concepts, pl_arena *arena,
                               const pl_scope *scope, uint32_t threads,
                               pleach_error *error)
{
    pl_arena *scratch = pl_arena_new();
    *concepts = (pl_concepts){
        0, PL_ARENA_ARRAY(arena, uint32_t, scope->corpus->node_count)};
    pleach_status status =
        scratch == NULL || concepts->of_node == NULL
            ? pl_fail_memory(error)
            : find(concepts, scratch, scope, pl_thread_count(threads), error);
    pl_arena_free(scratch);
    return status;
}
