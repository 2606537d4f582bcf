/* label_pairs.c: finds the labels that may mean the same, and scores them. */
/* SPDX-License-Identifier: MIT */
#include "same/label_pairs.h"

#include <stdlib.h>

#include "base/status.h"
#include "base/threads.h"
#include "same/judged_pairs.h"
#include "same/postings.h"

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

/* Each rank does so for other labels. */
static bool propose(pl_pair_list *found, const pl_label_view *v,
                    const pleach_exchange *exchange)
{
    pl_turns turns = {0, 1};
    if (exchange != NULL)
        turns = (pl_turns){exchange->rank, exchange->ranks};
    const pl_label_sets *s = v->sets;
    uint32_t labels = v->labels->count;
    wanted grams = {&s->grams, LEAST_GRAMS}, tags = {&s->tags, LEAST_TAGS};
    return pl_postings_pair(found, &s->words, labels, s->word_count,
                            MOST_WORD_HOLDERS, turns, meets_at_all, NULL) &&
           pl_postings_pair(found, &s->grams, labels, s->gram_count,
                            MOST_HOLDERS, turns, meets_often, &grams) &&
           pl_postings_pair(found, &s->tags, labels, s->tag_count, MOST_HOLDERS,
                            turns, meets_closely, &tags);
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
static bool names_agree(const double piece[PL_PIECES])
{
    return piece[PL_PIECE_WORDS] > 0 || piece[PL_PIECE_SPELLING] > 0 ||
           piece[PL_PIECE_TAGS] > 0 || piece[PL_PIECE_SAID] > 0 ||
           piece[PL_PIECE_THESAURUS] > 0;
}

/* Whether there is hope for a pair. */
static bool judge_labels(pl_label_pair *pair, const pl_label_view *view,
                         uint32_t a, uint32_t b)
{
    double piece[PL_PIECES];
    *pair = (pl_label_pair){.a = a, .b = b};
    if (pl_label_said(view->known, a, b) < 0) {
        pair->odds = SAID_APART;
        return true;
    }
    if (pl_labels_told_apart(view, a, b) ||
        ((pl_labels_number_apart(view, a, b) ||
          pl_labels_foreign(view->labels, a, b)) &&
         !(pl_label_said(view->known, a, b) > 0) &&
         !pl_labels_answered(view, a, b)))
        return false;
    pl_label_pair_measure(view, a, b, piece);
    for (int k = 0; k <= PL_PIECE_VECTORS; k++)
        pair->odds += view->weights->of[k] * piece[k];
    if (!names_agree(piece))
        pair->lonely =
            view->weights->of[PL_PIECE_VECTORS] * piece[PL_PIECE_VECTORS];
    return pair->odds > HOPELESS || pl_labels_answered(view, a, b);
}

/* Pairs that no later evidence could save are dropped at once: there are far
 * more of them than are kept. */
static pleach_status score_label_pairs(pl_label_pairs *pairs,
                                       const pl_label_view *view,
                                       const pl_pair_list *found,
                                       const pl_scope *scope,
                                       pleach_error *error)
{
    enum { REPORT_EVERY = 1 << 16 };
    for (size_t k = 0; k < found->count; k++) {
        uint32_t a = (uint32_t)(found->items[k] >> 32);
        uint32_t b = (uint32_t)found->items[k];
        pl_label_pair pair;
        if (judge_labels(&pair, view, a, b) && !pl_list_push(pairs, pair))
            return pl_fail_memory(error);
        if (k % REPORT_EVERY == 0)
            PL_TRY(pl_report(scope->listener,
                             &(pleach_progress){.stage = "compare",
                                                .done = k,
                                                .total = found->count},
                             error));
    }
    return PLEACH_OK;
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

/* Proposed and scored, by one process or by all of them. */
pleach_status pl_label_pairs_find(pl_label_pairs *pairs,
                                  const pl_label_view *view, pl_scope *scope,
                                  pleach_error *error)
{
    pl_pair_list found = {0};
    pleach_status status = PLEACH_OK;
    if (!propose(&found, view, scope->exchange))
        status = pl_fail_memory(error);
    if (status == PLEACH_OK)
        status = propose_known(&found, view, scope, error);
    if (status == PLEACH_OK &&
        !pl_judged_drop(&found, view->labels, scope->earlier))
        status = pl_fail_memory(error);
    if (status == PLEACH_OK) {
        pl_pairs_settle(&found);
        status = score_label_pairs(pairs, view, &found, scope, error);
    }
    pl_list_free(&found);
    return status == PLEACH_OK && scope->exchange != NULL
               ? exchange_pairs(pairs, scope->exchange, error)
               : status;
}
