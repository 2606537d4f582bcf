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
/* So do those that this share of the smaller one's people use both of. */
static const double MOST_BOTH = 0.5;
/* A name that one person gives to several leaves of a sapling ("website")
 * says what they are, not which one; if this share of its uses is such, each
 * of its nodes stands for itself. */
static const double MOST_REPEATED = 0.5;

/* ------------------------------------------------------------- joining -- */

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

/* Shortens the way on each walk: a hostile corpus could make it long. */
static uint32_t head_of(uint32_t *group, uint32_t label)
{
    while (group[label] != label)
        label = group[label] = group[group[label]];
    return label;
}

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
    double together = MOST_TOGETHER * (double)saplings;
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
            if (j->stamp[y] == j->stamps || head_of(j->group, y) != a)
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

/* Likeliest pairs first. */
static bool join_pairs(joining *j, const pl_label_pairs *pairs,
                       const pl_label_words *words)
{
    for (size_t k = 0; k < pairs->count; k++) {
        uint32_t a = head_of(j->group, pairs->items[k].a);
        uint32_t b = head_of(j->group, pairs->items[k].b);
        if (a == b)
            continue;
        uint32_t head = a < b ? a : b, other = a < b ? b : a;
        bool same = pl_same_words(words, pairs->items[k].a, pairs->items[k].b);
        if (!belong_together(j, head, other, same))
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

static bool join_labels(uint32_t *group, pl_arena *arena,
                        const pl_label_view *view, const pl_label_pairs *pairs)
{
    const pl_labels *labels = view->labels;
    joining j = {.labels = labels, .group = group};
    bool enough = start_joining(&j, arena, view->apart, pairs) &&
                  join_pairs(&j, pairs, view->words);
    for (uint32_t x = 0; enough && x < labels->count; x++)
        group[x] = group[group[x]]; /* heads come before their followers */
    for (int w = 0; w < WHERES; w++)
        for (uint32_t x = 0; j.crowds[w] != NULL && x < labels->count; x++)
            pl_release(j.crowds[w][x].own);
    return enough;
}

/* All that is known of labels. */
typedef struct knowledge {
    pl_label_words words;
    pl_label_sets sets;
    pl_name_uses apart;
} knowledge;

/* pl_label_words_free is due either way; start from all zeros. */
static pleach_status gather(knowledge *k, pl_arena *arena,
                            const pl_labels *labels,
                            const pleach_exchange *exchange,
                            pleach_error *error)
{
    PL_TRY(pl_label_words_make(&k->words, arena, labels, error));
    if (!pl_name_uses_index(&k->apart, arena, labels->corpus, labels->of_node,
                            labels->count))
        return pl_fail_memory(error);
    return pl_label_sets_make(&k->sets, arena, labels, &k->words, &k->apart,
                              exchange, error);
}

static pl_label_view view_of(const knowledge *k, const pl_labels *labels,
                             const pl_scope *scope)
{
    return (pl_label_view){labels,
                           &k->words,
                           &k->sets,
                           &k->apart,
                           scope->piece_weight == NULL ? pl_piece_weight
                                                       : scope->piece_weight,
                           0};
}

static pleach_status group_labels(uint32_t *group, pl_arena *scratch,
                                  const pl_labels *labels,
                                  const pl_scope *scope, pleach_error *error)
{
    knowledge known = {.words = {.words = NULL}};
    pl_label_pairs pairs = {NULL, 0, 0};
    pl_scope own = *scope;
    own.arena = scratch;
    pleach_status status =
        gather(&known, scratch, labels, scope->exchange, error);
    pl_label_view view = view_of(&known, labels, scope);
    if (status == PLEACH_OK)
        status = pl_label_pairs_find(&pairs, &view, &own, error);
    if (status == PLEACH_OK && !join_labels(group, scratch, &view, &pairs))
        status = pl_fail_memory(error);
    pl_list_free(&pairs);
    pl_label_words_free(&known.words);
    return status;
}

/* ---------------------------------------------------------- explaining -- */

static pleach_status weigh_pair(pl_label_story *story,
                                const pl_label_view *view, pl_scope *scope,
                                uint32_t a, uint32_t b, pleach_error *error)
{
    pl_label_pairs pairs = {NULL, 0, 0};
    PL_TRY(pl_label_pairs_find(&pairs, view, scope, error));
    pl_label_pair_measure(view, a, b, story->worth);
    for (size_t k = 0; k < pairs.count; k++)
        if (pairs.items[k].a == a && pairs.items[k].b == b)
            story->worth[PL_PIECE_CHOSEN] = pairs.items[k].chosen;
    for (int k = 0; k < PL_PIECES; k++)
        story->worth[k] *= view->weight[k];
    pl_list_free(&pairs);
    return PLEACH_OK;
}

static pleach_status tell(pl_label_story *story, pl_scope *scope, uint32_t a,
                          uint32_t b, pleach_error *error)
{
    pl_labels labels;
    PL_TRY(pl_labels_make(&labels, scope->arena, scope->corpus, error));
    uint32_t x = labels.of_node[a], y = labels.of_node[b];
    if ((story->same_label = x == y))
        return PLEACH_OK;
    knowledge known = {.words = {.words = NULL}};
    pleach_status status = gather(&known, scope->arena, &labels, NULL, error);
    pl_label_view view = view_of(&known, &labels, scope);
    if (status == PLEACH_OK) {
        story->told_apart = pl_labels_told_apart(&view, x, y);
        status = weigh_pair(story, &view, scope, x < y ? x : y, x < y ? y : x,
                            error);
    }
    pl_label_words_free(&known.words);
    return status;
}

pleach_status pl_concepts_tell(pl_label_story *story,
                               const pleach_corpus *corpus, uint32_t a,
                               uint32_t b, pleach_error *error)
{
    pl_scope scope = {.corpus = corpus, .arena = pl_arena_new(), .threads = 1};
    *story = (pl_label_story){.same_label = false};
    pleach_status status = scope.arena == NULL
                               ? pl_fail_memory(error)
                               : tell(story, &scope, a, b, error);
    pl_arena_free(scope.arena);
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

/* Gives each node a number that only its concept has; nodes that stand for
 * themselves keep their own. */
static void name_concepts(uint32_t *of_node, const parting *p, uint32_t groups,
                          uint32_t nodes)
{
    for (uint32_t n = 0; n < nodes; n++)
        of_node[n] = n;
    for (uint32_t g = 0; g < groups; g++)
        for (uint64_t k = p->first[g]; k < p->first[g + 1]; k++)
            of_node[p->node[k]] = p->node[p->first[g] + p->sense[k]];
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

/* How many of a node's ancestors mean the same, the nearest of them. */
static uint32_t count_same_above(const uint32_t *means,
                                 const pleach_corpus *corpus, uint32_t leaf)
{
    enum { MOST_ABOVE = 16 };
    uint32_t same = 0, node = leaf;
    for (int k = 0; k < MOST_ABOVE && node != PL_NONE; k++) {
        uint32_t above = pl_root_of(corpus, node);
        same += means[above] == means[leaf];
        node = corpus->node_twin[above];
    }
    return same;
}

/* Nobody means the same by a node and by what stands above it, even under one
 * name: the state in the country of its name. All that stand right below one
 * are one concept again. */
static bool part_from_ancestors(uint32_t *of_node, const pleach_corpus *corpus)
{
    uint32_t nodes = corpus->node_count;
    uint32_t *means = pl_allocate(nodes, sizeof *means);
    uint32_t *lower = pl_allocate(nodes, sizeof *lower);
    bool enough = means != NULL && lower != NULL;
    for (uint32_t n = 0; enough && n < nodes; n++) {
        means[n] = of_node[n];
        lower[n] = PL_NONE;
    }
    for (uint32_t n = 0; enough && n < nodes; n++) {
        uint32_t same =
            pl_is_root(corpus, n) ? 0 : count_same_above(means, corpus, n);
        uint32_t *first = &lower[means[n]];
        if (same == 0)
            continue;
        if (*first == PL_NONE)
            *first = n;
        of_node[n] = same == 1 ? *first : n;
        if (corpus->node_twin[n] != PL_NONE)
            of_node[corpus->node_twin[n]] = of_node[n];
    }
    pl_release(means);
    pl_release(lower);
    return enough;
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
    return part_from_ancestors(concepts->of_node, corpus) &&
                   number_concepts(concepts, corpus->node_count)
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
