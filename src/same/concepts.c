/* concepts.c: has units grouped and senses parted, and numbers what comes. */
/* SPDX-License-Identifier: MIT */
#include "same/concepts.h"

#include <inttypes.h>
#include <string.h>

#include "base/status.h"
#include "base/threads.h"
#include "same/answered.h"
#include "same/group_units.h"
#include "same/known_files.h"
#include "same/label_knowledge.h"
#include "same/label_pairs.h"
#include "same/senses.h"
#include "same/similarity.h"

/* All that is known of labels. */
typedef struct knowledge {
    pl_label_words words;
    pl_label_sets sets;
    pl_label_knowledge known;
} knowledge;

/* release_knowledge is due either way; start from all zeros. */
static pleach_status gather_knowledge(knowledge *k, const pl_labels *labels,
                                      const pl_scope *scope,
                                      pleach_error *error)
{
    pl_arena *arena = scope->arena;
    PL_TRY(pl_label_words_make(&k->words, arena, labels, error));
    PL_TRY(pl_label_sets_make(&k->sets, arena, labels, &k->words, error));
    PL_TRY(pl_label_synonyms_read(&k->known, labels, &k->words, scope, error));
    for (uint32_t f = 0; scope->known != NULL && f < scope->known->count; f++)
        if (scope->known->files[f].vectors) {
            pl_scope reading = pl_scope_of_file(scope, f);
            PL_TRY(pl_label_vectors_read(&k->known, arena, labels, &k->words,
                                         &reading, scope->known->files[f].path,
                                         error));
        }
    return PLEACH_OK;
}

/* What is known about words is needed for as long as pairs are judged, and is
 * much larger than the groups that come out of it. */
static pleach_status find_groups(uint32_t *group, const pl_units *units,
                                 const pl_scope *scope, pleach_error *error)
{
    const pl_labels *labels = units->labels;
    knowledge known = {.words = {.words = NULL}};
    pl_label_pairs pairs = {0};
    pl_scope own = *scope;
    own.arena = pl_arena_new();
    pleach_status status = own.arena == NULL
                               ? pl_fail_memory(error)
                               : gather_knowledge(&known, labels, &own, error);
    pl_label_view view = {
        labels,
        units,
        &known.words,
        &known.sets,
        &known.known,
        scope->weights == NULL ? &pl_usual_weights : scope->weights,
        scope->answered == NULL ? NULL : &scope->answered->labels};
    if (status == PLEACH_OK)
        status = pl_label_pairs_find(&pairs, &view, &own, error);
    if (status == PLEACH_OK &&
        !pl_group_units(group, units, &view, &pairs, &own))
        status = pl_fail_memory(error);
    pl_list_free(&pairs);
    pl_arena_free(own.arena);
    return status;
}

/* ------------------------------------------------------------- answers -- */

/* Units by names, by places and, where somebody answered about them, by what
 * they mean. scope->answered becomes `said` where there are answers. */
static pleach_status make_units(pl_units *units, const pl_labels *labels,
                                pl_answered *said, pl_scope *scope,
                                pleach_error *error)
{
    uint32_t nodes = labels->corpus->node_count;
    if (scope->answers == NULL)
        return pl_units_make(units, scope->arena, labels, NULL)
                   ? PLEACH_OK
                   : pl_fail_memory(error);
    uint32_t *sense = PL_ARENA_ARRAY(scope->arena, uint32_t, nodes);
    if (sense == NULL ||
        !pl_answered_make(said, scope->arena, labels, scope->answers))
        return pl_fail_memory(error);
    if (said->stale > 0)
        pl_scope_warn(scope, NULL, 0,
                      "%" PRIu32
                      " of %zu answers %s of names that no input has "
                      "any more, and %s left out.",
                      said->stale, scope->answers->replies.count,
                      said->stale == 1 ? "speaks" : "speak",
                      said->stale == 1 ? "is" : "are");
    for (uint32_t n = 0; n < nodes; n++)
        sense[n] = said->part[said->uses.of_node[n]];
    scope->answered = said;
    return pl_units_make(units, scope->arena, labels, sense) &&
                   pl_answered_meet(said, scope->arena, units)
               ? PLEACH_OK
               : pl_fail_memory(error);
}

/* ---------------------------------------------------------- explaining -- */

/* Of the hierarchies that have a name. */
static const double MOSTLY = 0.5;

/* Waits for the units of two nodes. */
typedef struct listening {
    pl_label_story *story;
    uint32_t a, b; /* nodes */
} listening;

static void hear_link(void *context, const pl_units *units, uint32_t a,
                      uint32_t b, const double feature[PL_FEATURES])
{
    listening *l = context;
    uint32_t x = units->of_node[l->a], y = units->of_node[l->b];
    if (pl_pair_pack(a, b) != pl_pair_pack(x, y))
        return;
    for (int k = 0; k < PL_FEATURES; k++)
        l->story->worth[k] = pl_usual_weights.of[k] * feature[k];
}

/* All concepts are found again for the one pair: so what is told is what was
 * computed, and not a second version of it. */
pleach_status pl_concepts_tell(pl_label_story *story,
                               const pleach_corpus *corpus,
                               const struct pl_known_files *known, uint32_t a,
                               uint32_t b, pleach_error *error)
{
    listening l = {story, a, b};
    pl_watch watch = {hear_link, &l};
    pl_scope scope = {.corpus = corpus,
                      .arena = pl_arena_new(),
                      .threads = 1,
                      .known = known,
                      .watch = &watch};
    pl_labels labels;
    pl_units units;
    pl_answered said = {.answers = NULL};
    *story = (pl_label_story){.same_unit = false};
    pleach_status status =
        scope.arena == NULL
            ? pl_fail_memory(error)
            : pl_labels_make(&labels, scope.arena, corpus, error);
    uint32_t *group = NULL;
    if (status == PLEACH_OK)
        status = make_units(&units, &labels, &said, &scope, error);
    if (status == PLEACH_OK &&
        (group = PL_ARENA_ARRAY(scope.arena, uint32_t, units.count)) == NULL)
        status = pl_fail_memory(error);
    if (status == PLEACH_OK) {
        uint32_t x = units.of_node[a], y = units.of_node[b];
        story->same_unit = x == y;
        story->told_apart = x != y && pl_units_together(&units, x, y) > MOSTLY;
        status = find_groups(group, &units, &scope, error);
    }
    pl_answered_free(&said);
    pl_arena_free(scope.arena);
    return status;
}

/* ------------------------------------------------------------- parting -- */

/* Nodes by group: node[first[g] .. first[g + 1]); sense beside them. */
typedef struct parting {
    const pl_units *units;
    const uint32_t *group; /* per unit */
    pl_shares sharing;     /* of groups */
    pl_senses senses;
    uint64_t *first;
    uint32_t *node, *sense;
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
    uint64_t from = p->first[group];
    (void)thread;
    pl_senses_part(&p->senses, p->sense + from, p->node + from,
                   p->first[group + 1] - from);
}

static uint32_t group_of(const parting *p, uint32_t node)
{
    return p->group[p->units->of_node[node]];
}

/* By group, with starts counted two places on, so that filling leaves them
 * behind. */
static bool sort_concept_nodes(parting *p, pl_arena *scratch)
{
    uint32_t nodes = p->units->labels->corpus->node_count;
    uint64_t *first = PL_ARENA_ARRAY(scratch, uint64_t, p->units->count + 2u);
    p->node = PL_ARENA_ARRAY(scratch, uint32_t, nodes);
    p->sense = PL_ARENA_ARRAY(scratch, uint32_t, nodes);
    p->first = first;
    if (!first || !p->node || !p->sense)
        return false;
    for (uint32_t n = 0; n < nodes; n++)
        first[group_of(p, n) + 2]++;
    for (uint32_t x = 0; x < p->units->count; x++)
        first[x + 2] += first[x + 1];
    for (uint32_t n = 0; n < nodes; n++)
        p->node[first[group_of(p, n) + 1]++] = n;
    return true;
}

/* Groups are parted independently, so processes and threads share them by work:
 * one with ten thousand nodes costs more than all small ones. Where few nodes
 * have tags, those say nothing of the others. */
static pleach_status part_all(parting *p, pl_arena *scratch,
                              const pl_scope *scope, uint32_t threads,
                              pleach_error *error)
{
    if (!pl_mostly_tagged(scope->corpus))
        return PLEACH_OK;
    if (!pl_senses_make(&p->senses, scratch, scope->corpus) ||
        !pl_shares_make(&p->sharing, scratch, scope->exchange, p->units->count,
                        work_of, p))
        return pl_fail_memory(error);
    PL_TRY(pl_parallel(p->sharing.to - p->sharing.from, threads, part_group, p,
                       "compare", scope->listener, error));
    return pl_shares_fill(&p->sharing, p->sense, p->first, sizeof *p->sense,
                          error);
}

/* ----------------------------------------------------------- numbering -- */

/* Gives each node a number that only its concept has. */
static void name_concepts(uint32_t *of_node, const parting *p, uint32_t groups)
{
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

/* First which units mean the same, over all of the corpus, and then where
 * tags say that one of these meanings is really two. */
static pleach_status find_concepts(pl_concepts *concepts, pl_arena *scratch,
                                   const pl_scope *given, uint32_t threads,
                                   pl_answered *said, pleach_error *error)
{
    const pleach_corpus *corpus = given->corpus;
    pl_scope own = *given, *scope = &own;
    pl_labels labels;
    pl_units units;
    own.arena = scratch;
    PL_TRY(pl_labels_make(&labels, scratch, corpus, error));
    PL_TRY(make_units(&units, &labels, said, scope, error));
    uint32_t *group = PL_ARENA_ARRAY(scratch, uint32_t, units.count);
    if (group == NULL)
        return pl_fail_memory(error);
    PL_TRY(find_groups(group, &units, scope, error));
    parting p = {.units = &units, .group = group};
    if (!sort_concept_nodes(&p, scratch))
        return pl_fail_memory(error);
    PL_TRY(part_all(&p, scratch, scope, threads, error));
    name_concepts(concepts->of_node, &p, units.count);
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
    pl_answered said = {.answers = NULL};
    *concepts = (pl_concepts){
        0, PL_ARENA_ARRAY(arena, uint32_t, scope->corpus->node_count)};
    pleach_status status =
        scratch == NULL || concepts->of_node == NULL
            ? pl_fail_memory(error)
            : find_concepts(concepts, scratch, scope, pl_thread_count(threads),
                            &said, error);
    pl_answered_free(&said);
    pl_arena_free(scratch);
    return status;
}
