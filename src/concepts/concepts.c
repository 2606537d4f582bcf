/* concepts.c: has labels joined and senses parted, and numbers what comes. */
/* SPDX-License-Identifier: MIT */
#include "concepts/concepts.h"

#include <string.h>

#include "base/status.h"
#include "base/threads.h"
#include "concepts/join_labels.h"
#include "concepts/label_pairs.h"
#include "concepts/read_knowledge.h"
#include "concepts/senses.h"
#include "parallel/piece_shares.h"

/* A name that one person gives to several leaves of a sapling ("website")
 * says what they are, not which one; if this share of its uses is such, each
 * of its nodes stands for itself. */
static const double MOST_REPEATED = 0.5;

/* All that is known of labels. */
typedef struct knowledge {
    pl_label_words words;
    pl_label_sets sets;
    pl_name_uses apart;
    pl_label_knowledge known;
    pl_decoration decoration;
} knowledge;

/* release_knowledge is due either way; start from all zeros. */
static pleach_status gather_knowledge(knowledge *k, const pl_labels *labels,
                                      const pl_scope *scope,
                                      pleach_error *error)
{
    pl_arena *arena = scope->arena;
    PL_TRY(pl_label_words_make(&k->words, arena, labels, error));
    if (!pl_name_uses_index(&k->apart, arena, labels->corpus, labels->of_node,
                            labels->count))
        return pl_fail_memory(error);
    PL_TRY(pl_label_sets_make(&k->sets, arena, labels, &k->words, &k->apart,
                              scope->exchange, error));
    if (!pl_decoration_find(&k->decoration, arena, labels, &k->sets, &k->apart))
        return pl_fail_memory(error);
    return pl_read_knowledge(&k->known, arena, labels, &k->words, scope, error);
}

static void release_knowledge(knowledge *k)
{
    pl_label_words_free(&k->words);
    pl_label_knowledge_free(&k->known);
}

static pl_label_view view_of(const knowledge *k, const pl_labels *labels,
                             const pl_scope *scope)
{
    return (pl_label_view){labels,
                           &k->words,
                           &k->sets,
                           &k->apart,
                           &k->known,
                           &k->decoration,
                           scope->weights == NULL ? &pl_usual_weights
                                                  : scope->weights,
                           0};
}

/* What is known about words is needed for as long as pairs are judged, and is
 * much larger than the groups that come out of it. */
static pleach_status group_labels(uint32_t *group, pl_arena *scratch,
                                  const pl_labels *labels,
                                  const pl_scope *scope, pleach_error *error)
{
    knowledge known = {.words = {.words = NULL}};
    pl_label_pairs pairs = {NULL, 0, 0};
    pl_scope own = *scope;
    own.arena = scratch;
    pleach_status status = gather_knowledge(&known, labels, &own, error);
    pl_label_view view = view_of(&known, labels, scope);
    if (status == PLEACH_OK)
        status = pl_label_pairs_find(&pairs, &view, &own, error);
    if (status == PLEACH_OK && !pl_join_labels(group, scratch, &view, &pairs))
        status = pl_fail_memory(error);
    pl_list_free(&pairs);
    release_knowledge(&known);
    return status;
}

/* ---------------------------------------------------------- explaining -- */

/* Whether most people put both labels below the same one. */
static pleach_status stand_beside(bool *beside, const pl_labels *labels,
                                  uint32_t a, uint32_t b, pleach_error *error)
{
    uint32_t *itself = pl_allocate(labels->count, sizeof *itself);
    uint32_t *above = pl_allocate(labels->count, sizeof *above);
    bool enough = itself != NULL && above != NULL;
    for (uint32_t x = 0; enough && x < labels->count; x++)
        itself[x] = x;
    enough = enough && pl_main_parents(above, labels, itself);
    *beside = enough && above[a] == above[b] && above[a] != PL_NONE;
    pl_release(itself);
    pl_release(above);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}

static pleach_status weigh_pair(pl_label_story *story,
                                const pl_label_view *view, pl_scope *scope,
                                uint32_t a, uint32_t b, pleach_error *error)
{
    pl_label_pairs pairs = {NULL, 0, 0};
    bool beside = false; /* likely below one parent only */
    PL_TRY(pl_label_pairs_find(&pairs, view, scope, error));
    pl_label_pair_measure(view, a, b, story->worth);
    for (size_t k = 0; k < pairs.count; k++)
        if (pairs.items[k].a == a && pairs.items[k].b == b) {
            story->worth[PL_PIECE_CHOSEN] = pairs.items[k].chosen;
            beside = !(pairs.items[k].score > view->least);
        }
    pl_list_free(&pairs);
    if (beside)
        PL_TRY(stand_beside(&story->beside, view->labels, a, b, error));
    const double *weight =
        story->beside ? view->weights->beside : view->weights->any;
    for (int k = 0; k < PL_PIECES; k++)
        story->worth[k] *= weight[k];
    return PLEACH_OK;
}

/* Everything is gathered again for the one pair: so what is told is what was
 * computed, and not a second version of it. */
static pleach_status tell_label_story(pl_label_story *story, pl_scope *scope,
                                      uint32_t a, uint32_t b,
                                      pleach_error *error)
{
    pl_labels labels;
    PL_TRY(pl_labels_make(&labels, scope->arena, scope->corpus, error));
    uint32_t x = labels.of_node[a], y = labels.of_node[b];
    if ((story->same_label = x == y))
        return PLEACH_OK;
    knowledge known = {.words = {.words = NULL}};
    pleach_status status = gather_knowledge(&known, &labels, scope, error);
    pl_label_view view = view_of(&known, &labels, scope);
    if (status == PLEACH_OK) {
        story->told_apart = pl_labels_told_apart(&view, x, y);
        status = weigh_pair(story, &view, scope, x < y ? x : y, x < y ? y : x,
                            error);
    }
    release_knowledge(&known);
    return status;
}

pleach_status pl_concepts_tell(pl_label_story *story,
                               const pleach_corpus *corpus,
                               const struct pl_known_files *known, uint32_t a,
                               uint32_t b, pleach_error *error)
{
    pl_scope scope = {.corpus = corpus,
                      .arena = pl_arena_new(),
                      .threads = 1,
                      .known = known};
    *story = (pl_label_story){.same_label = false};
    pleach_status status = scope.arena == NULL
                               ? pl_fail_memory(error)
                               : tell_label_story(story, &scope, a, b, error);
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

/* By group, with starts counted two places on, so that filling leaves them
 * behind. Labels that do not tell their nodes apart are left aside. */
static bool sort_concept_nodes(parting *p, pl_arena *scratch)
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

/* Groups are parted independently, so they are shared out by work; one with ten
 * thousand nodes costs more than all small ones. */
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

/* First which labels may mean the same, over all of the corpus, and then where
 * one of those meanings is really two. */
static pleach_status find_concepts(pl_concepts *concepts, pl_arena *scratch,
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
    if (!sort_concept_nodes(&p, scratch))
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
    pleach_status status = scratch == NULL || concepts->of_node == NULL
                               ? pl_fail_memory(error)
                               : find_concepts(concepts, scratch, scope,
                                               pl_thread_count(threads), error);
    pl_arena_free(scratch);
    return status;
}
