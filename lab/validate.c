/* validate.c: hides people, grows from the others, asks the hidden ones. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/status.h"
#include "lab/foresight.h"
#include "lab/score.h"

struct pleach_validation {
    pl_arena *arena;
    pleach_validation_figures figures;
    pleach_validation_row *rows;
};

enum { USUAL_FOLDS = 5 };
static const double usual_hide = 0.2;

typedef struct validating {
    const pleach_validation_options *options;
    const pleach_corpus *corpus;
    pleach_validation *made;
    pl_arena *arena;         /* of what is below */
    PL_LIST(pl_voice) nodes; /* by number: key, key of its root, and whose */
    uint32_t keys;
    uint32_t people, hidden_at_once;
    uint64_t *hash; /* per person */
    uint32_t *rank; /* per person, by a fixed hash: who is hidden together */
    uint8_t *kept;  /* per person, in this fold */
    uint8_t *known; /* per key: the others use it */
    uint32_t fold;
    pleach_corpus *part;      /* what the others said */
    PL_LIST(pl_voice) voices; /* what is in it, by its own numbers */
    PL_LIST(pl_voice) said;
} validating;

/* ------------------------------------------------------------- people -- */

typedef struct ranked_person {
    uint64_t hash;
    uint32_t person;
} ranked_person;

static int compare_people(const void *left, const void *right)
{
    const ranked_person *a = left, *b = right;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return (a->person > b->person) - (a->person < b->person);
}

/* Who has which name below which; by name, where there are names, so another
 * person more or less moves hardly anybody into another fold. */
static pleach_status list_statements(validating *all, pleach_error *error)
{
    uint32_t count = (uint32_t)pleach_corpus_get_facts(all->corpus)->nodes;
    uint32_t root = 0;
    all->hash = PL_ARENA_ARRAY(all->arena, uint64_t, count);
    PL_TRY(pl_check_memory(all->arena, error));
    for (uint32_t n = 0; n < count; n++) {
        pleach_node node;
        PL_TRY(pleach_corpus_node(&node, all->corpus, n, error));
        if (strcmp(node.role, "root") == 0)
            root = node.key;
        pl_list_add(&all->nodes, ((pl_voice){node.key, root, node.person}));
        all->hash[node.person] =
            pl_hash_bytes(node.known_as, strlen(node.known_as), 0);
        all->keys = node.key >= all->keys ? node.key + 1 : all->keys;
        all->people =
            node.person >= all->people ? node.person + 1 : all->people;
    }
    return pl_check_memory(all->arena, error);
}

/* People in an order that has nothing to do with what they said. */
static pleach_status rank_people(validating *all, pleach_error *error)
{
    PL_SCRATCH(scratch);
    ranked_person *order = PL_ARENA_ARRAY(scratch, ranked_person, all->people);
    all->rank = PL_ARENA_ARRAY(all->arena, uint32_t, all->people);
    all->kept = PL_ARENA_ARRAY(all->arena, uint8_t, all->people);
    all->known = PL_ARENA_ARRAY(all->arena, uint8_t, all->keys);
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_check_memory(all->arena, error));
    for (uint32_t k = 0; k < all->people; k++)
        order[k] = (ranked_person){all->hash[k], k};
    qsort(order, all->people, sizeof *order, compare_people);
    for (uint32_t k = 0; k < all->people; k++)
        all->rank[order[k].person] = k;
    return PLEACH_OK;
}

/* The folds begin at equal distances around the circle of people. */
static void hide_people(validating *all)
{
    uint64_t folds = all->made->figures.folds;
    uint32_t start = (uint32_t)(all->fold * (uint64_t)all->people / folds);
    for (uint32_t k = 0; k < all->people; k++) {
        uint32_t rank = all->rank[k];
        uint32_t after =
            rank >= start ? rank - start : rank + (all->people - start);
        all->kept[k] = after >= all->hidden_at_once;
    }
}

/* --------------------------------------------------------- statements -- */

static int compare_voice_bytes(const void *left, const void *right)
{
    return memcmp(left, right, sizeof(pl_voice));
}

/* Parts what all say into what the others and what the hidden people say: of
 * these each person each thing once, and nobody that a name is below itself. */
static void part_statements(validating *all)
{
    size_t used = 0;
    all->said.count = all->voices.count = 0;
    memset(all->known, 0, all->keys);
    for (size_t n = 0; n < all->nodes.count; n++) {
        pl_voice voice = all->nodes.items[n];
        if (all->kept[voice.person]) {
            all->known[voice.child] = 1;
            pl_list_add(&all->voices, voice);
        } else if (voice.child != voice.parent) {
            pl_list_add(&all->said, voice);
        }
    }
    pl_voice *items = all->said.items;
    if (all->said.count > 1)
        qsort(items, all->said.count, sizeof *items, compare_voice_bytes);
    for (size_t k = 0; k < all->said.count; k++)
        if (used == 0 || compare_voice_bytes(&items[used - 1], &items[k]) != 0)
            items[used++] = items[k];
    all->said.count = used;
}

/* Leaves those statements whose names the others know. */
static void keep_known(validating *all)
{
    size_t used = 0;
    for (size_t k = 0; k < all->said.count; k++) {
        pl_voice voice = all->said.items[k];
        if (all->known[voice.child] && all->known[voice.parent])
            all->said.items[used++] = voice;
    }
    all->said.count = used;
}

/* -------------------------------------------------------------- votes -- */

/* The yardstick: names merged by key, each below the parent that most people
 * gave it. A solver that does not come out higher is not worth its time. */
static pleach_status judge_votes(const validating *all, pleach_foresight *votes,
                                 pleach_error *error)
{
    size_t count = all->voices.count;
    PL_SCRATCH(scratch);
    uint32_t *parent = PL_ARENA_ARRAY(scratch, uint32_t, all->keys);
    uint32_t *place = PL_ARENA_ARRAY(scratch, uint32_t, all->keys);
    pl_voice *voices = PL_ARENA_ARRAY(scratch, pl_voice, count);
    PL_TRY(pl_check_memory(scratch, error));
    for (uint32_t k = 0; k < all->keys; k++)
        place[k] = k;
    memcpy(voices, all->voices.items, count * sizeof *voices);
    pl_named_places forest = {all->keys, parent, place};
    return pl_majority_forest(parent, all->keys, voices, count) &&
                   pl_foresight_judge(votes, &forest, all->said.items,
                                      all->said.count)
               ? PLEACH_OK
               : pl_fail_memory(error);
}

/* -------------------------------------------------------- grown forests -- */

/* A grown forest in arrays: what is above each cluster, how many nodes it has,
 * and which names these bear: key << 32 | cluster. */
typedef struct grown_forest {
    uint32_t *parent, *size;
    uint64_t *words;
    size_t word_count;
} grown_forest;

/* A part's nodes are those of the whole that are kept, in their order. */
static pleach_status read_grown(grown_forest *to, const validating *all,
                                const pleach_taxonomy *grown, pl_arena *arena,
                                pleach_error *error)
{
    uint32_t clusters = pleach_taxonomy_clusters(grown);
    to->parent = PL_ARENA_ARRAY(arena, uint32_t, clusters);
    to->size = PL_ARENA_ARRAY(arena, uint32_t, clusters);
    to->words = PL_ARENA_ARRAY(arena, uint64_t, all->voices.count);
    PL_TRY(pl_check_memory(arena, error));
    for (uint32_t c = 0; c < clusters; c++) {
        pleach_cluster is;
        pleach_member member;
        PL_TRY(pleach_taxonomy_cluster(&is, grown, c, error));
        to->parent[c] = is.parent;
        to->size[c] = is.size;
        for (uint32_t k = 0; k < is.size; k++) {
            PL_TRY(pleach_taxonomy_member(&member, grown, c, k, error));
            uint64_t key = all->voices.items[member.node.number].child;
            to->words[to->word_count++] = key << 32 | c;
        }
    }
    return PLEACH_OK;
}

/* Each name stands where most of its nodes are; where that is undecided, in
 * the larger cluster, or else in the first. */
static void find_places(uint32_t *place, const grown_forest *grown)
{
    size_t count = grown->word_count, most = 0;
    const uint64_t *words = grown->words;
    uint32_t size = 0, key = PL_NONE;
    pl_sort_uint64(grown->words, count);
    for (size_t s = 0, end; s < count; s = end) {
        uint32_t c = (uint32_t)words[s];
        for (end = s + 1; end < count && words[end] == words[s];)
            end++;
        bool fresh = key != words[s] >> 32;
        if (fresh || end - s > most ||
            (end - s == most && grown->size[c] > size)) {
            key = (uint32_t)(words[s] >> 32);
            place[key] = c;
            most = end - s;
            size = grown->size[c];
        }
    }
}

/* Each name counts where most of its nodes are, since a statement of hidden
 * people is about a name and not about a node. */
static pleach_status judge_grown(validating *all, const pleach_taxonomy *grown,
                                 pleach_foresight *foresight,
                                 pleach_error *error)
{
    pleach_validation *made = all->made;
    const pleach_report *report = pleach_taxonomy_report(grown);
    PL_SCRATCH(scratch);
    grown_forest is = {.parent = NULL};
    uint32_t *place = PL_ARENA_ARRAY(scratch, uint32_t, all->keys);
    made->figures.solver = report->solver; /* a constant */
    made->figures.similarity = pl_arena_text(made->arena, report->similarity,
                                             strlen(report->similarity));
    PL_TRY(pl_check_memory(made->arena, error));
    PL_TRY(read_grown(&is, all, grown, scratch, error));
    pl_named_places forest = {pleach_taxonomy_clusters(grown), is.parent,
                              place};
    find_places(place, &is);
    return pl_foresight_judge(foresight, &forest, all->said.items,
                              all->said.count)
               ? PLEACH_OK
               : pl_fail_memory(error);
}

/* How far all of it is; the stages of one fold say little. */
static bool hear(void *context, const pleach_progress *progress)
{
    const validating *all = context;
    const pleach_listener *listener = all->options->listener;
    pleach_progress whole = {.stage = "validate",
                             .done = all->fold,
                             .total = all->made->figures.folds,
                             .iteration = progress->iteration,
                             .net_similarity = progress->net_similarity};
    return listener == NULL || listener->progress == NULL ||
           listener->progress(listener->context, &whole);
}

/* Seed and exchange are about one run on the whole corpus and make no
 * sense in a part of it. */
static pleach_status grow_and_judge(validating *all,
                                    pleach_foresight *foresight,
                                    pleach_error *error)
{
    pleach_listener listener = {.progress = hear, .context = all};
    pleach_affinity_options compare = all->options->affinity;
    pleach_clusters_options find = all->options->clusters;
    pleach_affinity *affinity = NULL;
    pleach_clusters *found = NULL;
    pleach_taxonomy *grown = NULL;
    compare.seed = NULL;
    compare.exchange = NULL;
    compare.listener = find.listener = &listener;
    pleach_status status =
        pleach_affinity_compare(&affinity, all->part, &compare, error);
    if (status == PLEACH_OK)
        status = pleach_clusters_find(&found, affinity, &find, error);
    if (status == PLEACH_OK)
        status = pleach_taxonomy_grow(&grown, found, error);
    if (status == PLEACH_OK)
        status = judge_grown(all, grown, foresight, error);
    pleach_taxonomy_free(grown);
    pleach_clusters_free(found);
    pleach_affinity_free(affinity);
    return status;
}

/* ---------------------------------------------------------- the folds -- */

static pleach_status run_fold(validating *all, pleach_error *error)
{
    pleach_validation_row *row = &all->made->rows[all->fold];
    hide_people(all);
    PL_TRY(pleach_corpus_part(&all->part, all->corpus, all->kept, error));
    row->hidden = all->hidden_at_once;
    part_statements(all);
    PL_TRY(pl_check_memory(all->arena, error));
    row->said = all->said.count;
    keep_known(all);
    row->statements = all->said.count;
    PL_TRY(judge_votes(all, &row->votes, error));
    return grow_and_judge(all, &row->grown, error);
}

/* Somebody is hidden, and somebody is left. */
static uint32_t count_hidden_people(double share, uint32_t people)
{
    double wished = floor(share * people + 0.5);
    return wished < 1 ? 1 : wished > people - 1 ? people - 1 : (uint32_t)wished;
}

/* A part is freed before the next one is made, or memory would grow with the
 * folds. */
static pleach_status run_folds(validating *all, pleach_error *error)
{
    pleach_validation_figures *figures = &all->made->figures;
    figures->hide = all->options->hide > 0 ? all->options->hide : usual_hide;
    figures->people = all->people;
    all->hidden_at_once = count_hidden_people(figures->hide, all->people);
    pleach_status status = rank_people(all, error);
    uint64_t statements = 0;
    for (; status == PLEACH_OK && all->fold < figures->folds; all->fold++) {
        status = run_fold(all, error);
        pleach_corpus_free(all->part);
        all->part = NULL;
        statements += all->made->rows[all->fold].statements;
    }
    if (status == PLEACH_OK && statements == 0)
        status = pl_fail(error, PLEACH_BAD_DATA,
                         "Nobody says anything about names that others use "
                         "too, so there is nothing to validate with.");
    return status;
}

static pleach_status
check_validation_options(const pleach_validation_options *options,
                         uint32_t people, pleach_error *error)
{
    if (!(options->hide >= 0 && options->hide < 1))
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The share of people to hide must be above 0 and below "
                       "1, not %g.",
                       options->hide);
    if (people < 2)
        return pl_fail(error, PLEACH_BAD_DATA,
                       "All is said by one person; to validate, some people "
                       "are hidden from the others.");
    return PLEACH_OK;
}

/* The figures point to the rows from the start, and are const for whoever reads
 * them. */
static pleach_status validation_new(pleach_validation **validation,
                                    size_t folds, pleach_error *error)
{
    pl_arena *arena;
    pleach_validation *made = pl_arena_object(&arena, sizeof *made);
    if (made == NULL)
        return pl_fail_memory(error);
    *validation = made;
    made->arena = arena;
    made->rows = PL_ARENA_ARRAY(arena, pleach_validation_row, folds);
    made->figures.rows = made->rows;
    made->figures.folds = folds;
    return pl_check_memory(arena, error);
}

static void summarise_folds(pleach_validation *made)
{
    pleach_validation_figures *to = &made->figures;
    pl_foresight_summarise(&to->grown_mean, &to->grown_spread,
                           &made->rows->grown, to->folds, sizeof *made->rows);
    pl_foresight_summarise(&to->votes_mean, &to->votes_spread,
                           &made->rows->votes, to->folds, sizeof *made->rows);
}

/* People are ranked by a hash of their names and hidden in that order, so that
 * neither the input's order nor a clock decides who. */
pleach_status pleach_validate(pleach_validation **validation,
                              const pleach_corpus *corpus,
                              const pleach_validation_options *options,
                              pleach_error *error)
{
    static const pleach_validation_options usual;
    if (options == NULL)
        options = &usual;
    PL_SCRATCH(scratch);
    validating all = {.options = options,
                      .corpus = corpus,
                      .arena = scratch,
                      .nodes = {.arena = scratch},
                      .voices = {.arena = scratch},
                      .said = {.arena = scratch}};
    pleach_status status = list_statements(&all, error);
    if (status == PLEACH_OK)
        status = check_validation_options(options, all.people, error);
    if (status == PLEACH_OK)
        status = validation_new(
            &all.made, options->folds == 0 ? USUAL_FOLDS : options->folds,
            error);
    if (status == PLEACH_OK)
        status = run_folds(&all, error);
    if (status == PLEACH_OK) {
        summarise_folds(all.made);
        *validation = all.made;
    } else {
        pleach_validation_free(all.made);
    }
    return status;
}

const pleach_validation_figures *
pleach_validation_get_figures(const pleach_validation *validation)
{
    return &validation->figures;
}

void pleach_validation_free(pleach_validation *validation)
{
    if (validation != NULL)
        pl_arena_free(validation->arena);
}
