/* label_pairs.c: finds the labels that may mean the same, and scores them. */
/* SPDX-License-Identifier: MIT */
#include "same/label_pairs.h"

#include <stdlib.h>
#include <string.h>

#include <math.h>

#include "base/status.h"
#include "base/threads.h"
#include "same/sets.h"

/* Where pairs are looked for: an item of more labels finds none. */
enum { MOST_WORD_HOLDERS = 100, MOST_HOLDERS = 200 };
static const double LEAST_TAGS = 0.25, LEAST_GRAMS = 0.3;
/* Below this, nothing that stands around could lift a pair above 0. */
static const double HOPELESS = -3.5;
/* However many other pairs speak for it. */
static const double SAID_APART = -1e6;

/* ------------------------------------------------------------- finding -- */

static const double MOSTLY = 0.5;

typedef struct wanted {
    const pl_sets *sets;
    double least;
} wanted;

static bool meets_at_all(const void *context, uint32_t a, uint32_t b,
                         double product)
{
    (void)context;
    (void)a;
    (void)b;
    return product > 0;
}

static bool meets_often(const void *context, uint32_t a, uint32_t b,
                        double common)
{
    const wanted *w = context;
    uint64_t left = w->sets->first[a + 1] - w->sets->first[a];
    uint64_t right = w->sets->first[b + 1] - w->sets->first[b];
    return common >= w->least * (double)(left < right ? left : right);
}

static bool meets_closely(const void *context, uint32_t a, uint32_t b,
                          double product)
{
    const wanted *w = context;
    /* What many labels have is missing from the product, and adds little. */
    return product > MOSTLY * w->least * w->sets->size[a] * w->sets->size[b] &&
           pl_sets_cosine(w->sets, a, b) > w->least;
}

/* One kind of items that labels may have in common. */
typedef struct kind {
    const pl_sets *sets;
    uint32_t items;
    uint64_t most;
    pl_meets *meets;
    wanted wanted;
} kind;

/* What one piece of work finds: pairs of the labels whose turn it is. */
typedef struct proposal {
    pl_pair_list found;
    pl_turns turns;
    bool enough;
} proposal;

typedef struct proposing {
    const kind *by;
    pl_postings postings;
    uint32_t labels;
    proposal *pieces; /* one for each thread */
} proposing;

static void propose_some(void *context, uint32_t piece, uint32_t thread)
{
    const proposing *job = context;
    const kind *by = job->by;
    proposal *p = &job->pieces[piece];
    (void)thread;
    p->enough =
        pl_postings_pair(&p->found, &job->postings, by->sets, job->labels,
                         by->most, p->turns, by->meets, &by->wanted);
}

/* Each rank does so for other labels, and so does each thread, all with one
 * index. In which order pairs are found does not matter: they are settled. */
static bool propose_kind(pl_pair_list *found, const kind *by, uint32_t labels,
                         pl_turns turns, uint32_t threads)
{
    PL_SCRATCH(scratch);
    proposing job = {.by = by,
                     .labels = labels,
                     .pieces = PL_ARENA_ARRAY(scratch, proposal, threads)};
    if (job.pieces == NULL ||
        !pl_postings_make(&job.postings, scratch, by->sets, labels, by->items))
        return false;
    for (uint32_t k = 0; k < threads; k++)
        job.pieces[k].turns = (pl_turns){turns.first + k * turns.step,
                                         turns.step * threads, turns.idle};
    pl_parallel_long(threads, threads, propose_some, &job);
    bool enough = true;
    for (uint32_t k = 0; k < threads; k++) {
        proposal *p = &job.pieces[k];
        enough = enough && p->enough && pl_list_room(found, p->found.count);
        if (enough)
            pl_list_add_all(found, p->found.items, p->found.count);
        pl_list_free(&p->found);
    }
    return enough;
}

static bool propose(pl_pair_list *found, const pl_label_view *v,
                    const pl_scope *scope, const uint8_t *idle)
{
    const pl_label_sets *s = v->sets;
    const kind kinds[] = {{&s->tags,
                           s->tag_count,
                           MOST_HOLDERS,
                           meets_closely,
                           {&s->tags, LEAST_TAGS}},
                          {&s->grams,
                           s->gram_count,
                           MOST_HOLDERS,
                           meets_often,
                           {&s->grams, LEAST_GRAMS}},
                          {&s->words,
                           s->word_count,
                           MOST_WORD_HOLDERS,
                           meets_at_all,
                           {&s->words, 0}}};
    const pleach_exchange *exchange = scope->exchange;
    uint32_t labels = v->labels->count;
    uint32_t threads = pl_thread_count_for(
        scope->threads, s->tags.first[labels] + s->grams.first[labels]);
    pl_turns turns = {0, 1, idle};
    bool enough = true;
    if (exchange != NULL)
        turns = (pl_turns){exchange->rank, exchange->ranks, idle};
    for (size_t k = 0; enough && k < sizeof kinds / sizeof *kinds; k++)
        enough = propose_kind(found, &kinds[k], labels, turns, threads);
    return enough;
}

/* Adds what is known from elsewhere, each rank other labels again. */
static pleach_status propose_known(pl_pair_list *found, const pl_label_view *v,
                                   const pl_scope *scope, pleach_error *error)
{
    size_t kept = found->count;
    PL_TRY(pl_label_knowledge_pairs(found, v->known, v->labels->count, scope,
                                    error));
    for (size_t k = 0; v->answered != NULL && k < v->answered->count; k++)
        if (!pl_list_push(found, v->answered->items[k]))
            return pl_fail_memory(error);
    for (size_t k = kept; k < found->count; k++)
        if (scope->exchange == NULL ||
            (found->items[k] >> 32) % scope->exchange->ranks ==
                scope->exchange->rank)
            found->items[kept++] = found->items[k];
    found->count = kept;
    return PLEACH_OK;
}

/* ------------------------------------------------------------- scoring -- */

/* Whether anything but vectors says that two labels are alike. */
static bool names_agree(const double feature[PL_FEATURES])
{
    return feature[PL_FEATURE_WORDS] > 0 || feature[PL_FEATURE_SPELLING] > 0 ||
           feature[PL_FEATURE_TAGS] > 0 || feature[PL_FEATURE_SAID] > 0 ||
           feature[PL_FEATURE_THESAURUS] > 0;
}

/* Whether people put both into one collection: more of them where a name means
 * several things, and they might mean another one. */
static bool are_told_apart(const pl_units *u, const pl_label_pair *pair)
{
    uint32_t several = u->of_label[pair->a + 1] - u->of_label[pair->a] > 1 ||
                       u->of_label[pair->b + 1] - u->of_label[pair->b] > 1;
    return pl_labels_together(u, pair->a, pair->b) >
           (several ? fmax(pair->most, PL_MOST_TOGETHER_OF_SEVERAL)
                    : pair->most);
}

/* Whether there is hope for a pair. */
static bool judge_labels(pl_label_pair *pair, const pl_label_view *view,
                         uint32_t a, uint32_t b)
{
    double feature[PL_FEATURES];
    *pair = (pl_label_pair){.a = a, .b = b};
    if (pl_label_said(view->known, a, b) < 0) {
        pair->odds = SAID_APART;
        pair->most = 1; /* who has both does not say otherwise */
        return true;
    }
    pair->most = pl_labels_most_together(view, a, b);
    if (are_told_apart(view->units, pair) ||
        ((pl_labels_number_apart(view, a, b) ||
          pl_labels_foreign(view->labels, a, b)) &&
         !(pl_label_said(view->known, a, b) > 0) &&
         !pl_labels_answered(view, a, b)))
        return false;
    pl_label_pair_measure(view, a, b, feature);
    for (int k = 0; k <= PL_FEATURE_VECTORS; k++)
        pair->odds += view->weights->of[k] * feature[k];
    if (!names_agree(feature))
        pair->lonely =
            view->weights->of[PL_FEATURE_VECTORS] * feature[PL_FEATURE_VECTORS];
    return pair->odds > HOPELESS || pl_labels_answered(view, a, b);
}

/* So many pairs are one piece of work. */
enum { PIECE_PAIRS = 256 };

typedef struct scoring {
    const pl_label_view *view;
    const pl_pair_list *found;
    pl_label_pairs *kept; /* per piece */
    uint8_t *failed;      /* per piece */
} scoring;

static void score_some(void *context, uint32_t piece, uint32_t thread)
{
    const scoring *job = context;
    size_t from = (size_t)piece * PIECE_PAIRS, to = from + PIECE_PAIRS;
    (void)thread;
    for (size_t k = from; k < to && k < job->found->count; k++) {
        uint32_t a = (uint32_t)(job->found->items[k] >> 32);
        uint32_t b = (uint32_t)job->found->items[k];
        pl_label_pair pair;
        if (judge_labels(&pair, job->view, a, b) &&
            !pl_list_push(&job->kept[piece], pair)) {
            job->failed[piece] = 1;
            return;
        }
    }
}

/* Pairs that no later evidence could save are dropped at once: there are far
 * more of them than are kept. */
static pleach_status score_label_pairs(pl_label_pairs *pairs,
                                       const pl_label_view *view,
                                       const pl_pair_list *found,
                                       const pl_scope *scope,
                                       pleach_error *error)
{
    uint32_t pieces =
        (uint32_t)((found->count + PIECE_PAIRS - 1) / PIECE_PAIRS);
    PL_SCRATCH(scratch);
    scoring job = {view, found, PL_ARENA_ARRAY(scratch, pl_label_pairs, pieces),
                   PL_ARENA_ARRAY(scratch, uint8_t, pieces)};
    PL_TRY(pl_check_memory(scratch, error));
    pleach_status status =
        pl_parallel(pieces, pl_thread_count(scope->threads), score_some, &job,
                    "compare", scope->listener, error);
    bool enough = true;
    for (uint32_t k = 0; k < pieces; k++) {
        pl_label_pairs *kept = &job.kept[k];
        enough = enough && !job.failed[k] && pl_list_room(pairs, kept->count);
        if (enough)
            pl_list_add_all(pairs, kept->items, kept->count);
        pl_list_free(kept);
    }
    return enough ? status : pl_fail_memory(error);
}

static int compare_pairs(const void *left, const void *right)
{
    const pl_label_pair *a = left, *b = right;
    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    return (a->b > b->b) - (a->b < b->b);
}

/* All ranks have all pairs, in the order in which one process finds them. */
static pleach_status exchange_pairs(pl_label_pairs *pairs,
                                    const pleach_exchange *exchange,
                                    pleach_error *error)
{
    PL_TRY(pl_list_join(exchange, pairs, error));
    if (pairs->count > 1)
        qsort(pairs->items, pairs->count, sizeof *pairs->items, compare_pairs);
    return PLEACH_OK;
}

/* ------------------------------------------------------------- earlier -- */

/* What labels meant in the result before. */
typedef struct recalled {
    uint32_t *meant; /* per label; PL_NONE: it is new; NULL: nothing is known */
    uint8_t *idle;   /* per label: it needs not look for others */
} recalled;

/* By its first node of that time, as nearly all labels have one meaning. */
static uint32_t meaning_before(const pl_labels *labels, uint32_t label,
                               const uint32_t *earlier)
{
    uint32_t meant = PL_NONE;
    for (uint64_t k = labels->first[label];
         k < labels->first[label + 1] && meant == PL_NONE; k++)
        meant = earlier[labels->node[k]];
    return meant;
}

/* A label that shared its meaning with nobody looks for nobody: of its pairs
 * all but those with new labels would be dropped, and new ones look themselves.
 * `earlier` is what each node meant, PL_NONE for a new one; NULL: there is no
 * such result. */
static void recall_labels(recalled *to, const pl_labels *labels,
                          const uint32_t *earlier, pl_arena *scratch)
{
    uint32_t most = 0;
    if (earlier == NULL)
        return;
    uint32_t *meant = PL_ARENA_ARRAY(scratch, uint32_t, labels->count);
    for (uint32_t x = 0; meant != NULL && x < labels->count; x++) {
        meant[x] = meaning_before(labels, x, earlier);
        most = meant[x] > most && meant[x] != PL_NONE ? meant[x] : most;
    }
    uint8_t *idle = PL_ARENA_ARRAY(scratch, uint8_t, labels->count);
    uint32_t *sharing = PL_ARENA_ARRAY(scratch, uint32_t, (size_t)most + 1);
    if (pl_arena_failed(scratch))
        return;
    for (uint32_t x = 0; x < labels->count; x++)
        if (meant[x] != PL_NONE)
            sharing[meant[x]]++;
    for (uint32_t x = 0; x < labels->count; x++)
        idle[x] = meant[x] != PL_NONE && sharing[meant[x]] == 1;
    *to = (recalled){meant, idle};
}

/* Keeps the pairs that have a new label, or that came out as one: others were
 * judged in the result before. */
static void drop_judged(pl_pair_list *found, const uint32_t *meant)
{
    size_t kept = 0;
    for (size_t k = 0; k < found->count; k++) {
        uint32_t left = meant[found->items[k] >> 32];
        uint32_t right = meant[(uint32_t)found->items[k]];
        if (left == PL_NONE || right == PL_NONE || left == right)
            found->items[kept++] = found->items[k];
    }
    found->count = kept;
}

/* Proposed and scored, by one process or by all of them. */
pleach_status pl_label_pairs_find(pl_label_pairs *pairs,
                                  const pl_label_view *view, pl_scope *scope,
                                  pleach_error *error)
{
    pl_pair_list found = {0};
    recalled before = {NULL, NULL};
    PL_SCRATCH(scratch);
    recall_labels(&before, view->labels, scope->earlier, scratch);
    pleach_status status = pl_check_memory(scratch, error);
    if (status == PLEACH_OK && !propose(&found, view, scope, before.idle))
        status = pl_fail_memory(error);
    if (status == PLEACH_OK)
        status = propose_known(&found, view, scope, error);
    if (status == PLEACH_OK && before.meant != NULL)
        drop_judged(&found, before.meant);
    if (status == PLEACH_OK) {
        pl_pairs_settle(&found);
        status = score_label_pairs(pairs, view, &found, scope, error);
    }
    pl_list_free(&found);
    return status == PLEACH_OK && scope->exchange != NULL
               ? exchange_pairs(pairs, scope->exchange, error)
               : status;
}
