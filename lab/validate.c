/* validate.c: hides people, grows from the others, asks the hidden ones. */
/* SPDX-License-Identifier: MIT */
#include "lab/validate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/status.h"
#include "corpus/part.h"
#include "lab/foresight.h"
#include "lab/report_copy.h"
#include "lab/score.h"
#include "same/affinity.h"
#include "taxonomy/taxonomy.h"

enum { USUAL_FOLDS = 5 };
static const double usual_hide = 0.2;

typedef struct validating {
    const pleach_validation_options *options;
    const pleach_corpus *corpus;
    pleach_validation *made;
    uint32_t people, hidden_at_once;
    uint32_t *rank; /* per person, by a fixed hash: who is hidden together */
    uint8_t *kept;  /* per person, in this fold */
    uint32_t fold;
    pleach_corpus *part; /* what the others said */
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

/* By name, where there are names; so another person more or less moves hardly
 * anybody into another fold. */
static uint64_t hash_person(const pleach_corpus *corpus, uint32_t person)
{
    if (!corpus->each_is_somebody)
        return pl_strings_hash(corpus->owners, person);
    const char *id = corpus->hierarchy_id[person];
    return pl_hash_bytes(id, strlen(id), 0);
}

static bool rank_people(validating *all)
{
    ranked_person *order = pl_allocate(all->people, sizeof *order);
    all->rank = pl_allocate(all->people, sizeof *all->rank);
    all->kept = pl_allocate(all->people, sizeof *all->kept);
    bool enough = order && all->rank && all->kept;
    for (uint32_t k = 0; enough && k < all->people; k++)
        order[k] = (ranked_person){hash_person(all->corpus, k), k};
    if (enough)
        qsort(order, all->people, sizeof *order, compare_people);
    for (uint32_t k = 0; enough && k < all->people; k++)
        all->rank[order[k].person] = k;
    pl_release(order);
    return enough;
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

/* What the hidden people say, by keys of the whole corpus: each person each
 * thing once, and nobody that a name is below itself. */
static bool list_statements(validating *all)
{
    const pleach_corpus *corpus = all->corpus;
    size_t used = 0;
    all->said.count = 0;
    for (uint32_t n = 0; n < corpus->node_count; n++) {
        pl_voice voice = {corpus->node_key[n],
                          corpus->node_key[pl_root_of(corpus, n)],
                          pl_person_of(corpus, n)};
        if (voice.child != voice.parent && !all->kept[voice.person] &&
            !pl_list_push(&all->said, voice))
            return false;
    }
    pl_voice *items = all->said.items;
    if (all->said.count > 1)
        qsort(items, all->said.count, sizeof *items, compare_voice_bytes);
    for (size_t k = 0; k < all->said.count; k++)
        if (used == 0 || compare_voice_bytes(&items[used - 1], &items[k]) != 0)
            items[used++] = items[k];
    all->said.count = used;
    return true;
}

/* The part's number of a key of the whole; PL_NONE: the others do not know
 * it. */
static uint32_t key_in_part(const validating *all, uint32_t key)
{
    const pl_strings *keys = all->corpus->keys;
    return pl_strings_find(all->part->keys, pl_strings_at(keys, key),
                           pl_strings_length(keys, key));
}

/* Leaves those statements whose names the others know, by keys of the part. */
static void keep_known(validating *all)
{
    size_t used = 0;
    for (size_t k = 0; k < all->said.count; k++) {
        pl_voice voice = all->said.items[k];
        voice.child = key_in_part(all, voice.child);
        voice.parent = key_in_part(all, voice.parent);
        if (voice.child != PL_NONE && voice.parent != PL_NONE)
            all->said.items[used++] = voice;
    }
    all->said.count = used;
}

/* -------------------------------------------------------------- votes -- */

/* The yardstick: names merged by key, each below the parent that most people
 * gave it. A solver that does not come out higher is not worth its time. */
static bool judge_votes(const validating *all, pleach_foresight *votes)
{
    const pleach_corpus *part = all->part;
    uint32_t keys = pl_strings_count(part->keys);
    uint32_t *parent = pl_allocate(keys, sizeof *parent);
    uint32_t *place = pl_allocate(keys, sizeof *place);
    pl_voice *voices = pl_allocate(part->node_count, sizeof *voices);
    bool enough = parent && place && voices;
    if (enough) {
        for (uint32_t k = 0; k < keys; k++)
            place[k] = k;
        for (uint32_t n = 0; n < part->node_count; n++)
            voices[n] = (pl_voice){part->node_key[n],
                                   part->node_key[pl_root_of(part, n)],
                                   pl_person_of(part, n)};
        pl_named_places forest = {keys, parent, place};
        enough = pl_majority_forest(parent, keys, voices, part->node_count) &&
                 pl_foresight_judge(votes, &forest, all->said.items,
                                    all->said.count);
    }
    pl_release(parent);
    pl_release(place);
    pl_release(voices);
    return enough;
}

/* -------------------------------------------------------- grown forests -- */

/* Each name stands where most of its nodes are; where that is undecided, in
 * the larger cluster, or else in the first. */
static bool find_places(uint32_t *place, const pleach_taxonomy *grown)
{
    const pleach_affinity *affinity = grown->affinity;
    const uint32_t *node_key = affinity->corpus->node_key;
    uint32_t slots = affinity->slot_count;
    uint64_t *words = pl_allocate(slots, sizeof *words);
    uint32_t most = 0, size = 0, key = PL_NONE;
    if (words == NULL)
        return false;
    for (uint32_t s = 0; s < slots; s++)
        words[s] = (uint64_t)node_key[affinity->slot_node[s]] << 32 |
                   grown->slot_cluster[s];
    pl_words_sort(words, slots);
    for (uint32_t s = 0, end; s < slots; s = end) {
        uint32_t c = (uint32_t)words[s];
        for (end = s + 1; end < slots && words[end] == words[s];)
            end++;
        uint32_t members = grown->member_first[c + 1] - grown->member_first[c];
        bool fresh = key != words[s] >> 32;
        if (fresh || end - s > most || (end - s == most && members > size)) {
            key = (uint32_t)(words[s] >> 32);
            place[key] = c;
            most = end - s;
            size = members;
        }
    }
    pl_release(words);
    return true;
}

/* Each name counts where most of its nodes are, since a statement of hidden
 * people is about a name and not about a node. */
static bool judge_grown(validating *all, const pleach_taxonomy *grown,
                        pleach_foresight *foresight)
{
    pleach_validation *made = all->made;
    uint32_t *place =
        pl_allocate(pl_strings_count(all->part->keys), sizeof *place);
    pl_named_places forest = {grown->cluster_count, grown->parent, place};
    made->figures.solver = pl_text_copy(made->arena, grown->report.solver);
    made->figures.similarity =
        pl_text_copy(made->arena, grown->report.similarity);
    bool enough = place && made->figures.solver && made->figures.similarity &&
                  find_places(place, grown) &&
                  pl_foresight_judge(foresight, &forest, all->said.items,
                                     all->said.count);
    pl_release(place);
    return enough;
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

/* Seed, exchange and trace are about one run on the whole corpus and make no
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
    find.trace = NULL;
    compare.listener = find.listener = &listener;
    pleach_status status =
        pleach_affinity_compare(&affinity, all->part, &compare, error);
    if (status == PLEACH_OK)
        status = pleach_clusters_find(&found, affinity, &find, error);
    if (status == PLEACH_OK)
        status = pleach_taxonomy_grow(&grown, found, error);
    if (status == PLEACH_OK && !judge_grown(all, grown, foresight))
        status = pl_fail_memory(error);
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
    PL_TRY(pl_corpus_part(&all->part, all->corpus, all->kept, error));
    row->hidden = all->hidden_at_once;
    if (!list_statements(all))
        return pl_fail_memory(error);
    row->said = all->said.count;
    keep_known(all);
    row->statements = all->said.count;
    if (!judge_votes(all, &row->votes))
        return pl_fail_memory(error);
    return grow_and_judge(all, &row->grown, error);
}

/* A part is freed before the next one is made, or memory would grow with the
 * folds. */
static pleach_status run_folds(validating *all, pleach_error *error)
{
    pleach_status status = rank_people(all) ? PLEACH_OK : pl_fail_memory(error);
    pleach_validation_figures *figures = &all->made->figures;
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

/* Somebody is hidden, and somebody is left. */
static uint32_t count_hidden_people(double share, uint32_t people)
{
    double wished = floor(share * people + 0.5);
    return wished < 1 ? 1 : wished > people - 1 ? people - 1 : (uint32_t)wished;
}

/* The figures point to the rows from the start, and are const for whoever reads
 * them. */
static pleach_status validation_new(pleach_validation **validation,
                                    size_t folds, pleach_error *error)
{
    pl_arena *arena = pl_arena_new();
    pleach_validation *made =
        arena == NULL ? NULL : PL_ARENA_ARRAY(arena, pleach_validation, 1);
    bool enough = made != NULL;
    if (enough) {
        made->arena = arena;
        made->rows = PL_ARENA_ARRAY(arena, pleach_validation_row, folds);
        made->figures.rows = made->rows;
        made->figures.folds = folds;
        enough = made->rows != NULL;
    }
    if (!enough) {
        pl_arena_free(arena);
        return pl_fail_memory(error);
    }
    *validation = made;
    return PLEACH_OK;
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
    validating all = {.options = options,
                      .corpus = corpus,
                      .people = pl_person_count(corpus)};
    PL_TRY(check_validation_options(options, all.people, error));
    PL_TRY(validation_new(
        &all.made, options->folds == 0 ? USUAL_FOLDS : options->folds, error));
    all.made->figures.hide = options->hide > 0 ? options->hide : usual_hide;
    all.made->figures.people = all.people;
    all.hidden_at_once =
        count_hidden_people(all.made->figures.hide, all.people);
    pleach_status status = run_folds(&all, error);
    pl_release(all.rank);
    pl_release(all.kept);
    pl_list_free(&all.said);
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
