/* label_pairs.c: the odds that two labels mean the same.
 *
 * The score is a sum of evidence for and against, close to the logarithm of
 * the odds: the weights are those of a logistic regression over the sets with
 * a truth that docs/similarity.md names, rounded; leaving a set out of the
 * regression changes little for that set. */
/* SPDX-License-Identifier: MIT */
#include "concepts/label_pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/threads.h"
#include "similarity/postings.h"

static const double START = -8.8;
static const double TAGS = 3.9;       /* cosine */
static const double PARENTS = 1.4;    /* cosine */
static const double CHILDREN = 10.0;  /* cosine, less where few are common */
static const double SPELLING = 2.7;   /* Jaro-Winkler, without spaces */
static const double WORDS = 4.0;      /* rarity of common words, of all */
static const double SAME_STEMS = 2.5; /* enough by itself */
static const double SAME_HEAD = 1.3;  /* the same last word, and some more */
static const double OWNERS = -1.8;    /* share of people who use both */
static const double CHOSEN = 0.5;     /* nothing nearer there; see below */

/* Names that people put into one sapling mean two things; but somebody does
 * so by mistake for every popular name. */
static const double MOST_TOGETHER = 0.02;

/* Where pairs are looked for: an item of more labels finds none. */
enum { MOST_WORD_HOLDERS = 100, MOST_HOLDERS = 200 };
static const double LEAST_TAGS = 0.25, LEAST_PARENTS = 0.5;
static const double LEAST_CHILDREN = 0.3, LEAST_GRAMS = 0.3;
/* Below this, hardly anything could lift a pair above 0. */
static const double HOPELESS = -5.0;
/* Of a label's owners so many are asked. */
enum { MOST_OWNERS = 64 };

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
                    const pleach_exchange *exchange, uint64_t *looked)
{
    pl_turns turns = {0, 1};
    if (exchange != NULL)
        turns = (pl_turns){exchange->rank, exchange->ranks};
    const pl_label_sets *s = v->sets;
    uint32_t labels = v->labels->count;
    wanted grams = {&s->grams, LEAST_GRAMS}, tags = {&s->tags, LEAST_TAGS};
    wanted parents = {&s->parents, LEAST_PARENTS};
    wanted children = {&s->children, LEAST_CHILDREN};
    return pl_postings_pair(found, &s->words, labels, s->word_count,
                            MOST_WORD_HOLDERS, turns, meets_at_all, NULL,
                            looked) &&
           pl_postings_pair(found, &s->grams, labels, s->gram_count,
                            MOST_HOLDERS, turns, meets_often, &grams, looked) &&
           pl_postings_pair(found, &s->tags, labels, s->tag_count, MOST_HOLDERS,
                            turns, meets_closely, &tags, looked) &&
           pl_postings_pair(found, &s->parents, labels, labels, MOST_HOLDERS,
                            turns, meets_closely, &parents, looked) &&
           pl_postings_pair(found, &s->children, labels, labels, MOST_HOLDERS,
                            turns, meets_closely, &children, looked);
}

/* ------------------------------------------------------------- scoring -- */

static pl_word squashed_text(const pl_label_view *v, uint32_t label)
{
    const pl_wording *w = v->wording;
    uint32_t id = w->squashed[v->labels->key[label]];
    return (pl_word){pl_strings_at(w->squashes, id),
                     pl_strings_length(w->squashes, id)};
}

static uint32_t last_word(const pl_label_view *v, uint32_t label)
{
    const pl_wording *w = v->wording;
    uint32_t key = v->labels->key[label];
    return w->first[key + 1] > w->first[key] ? w->word[w->first[key + 1] - 1]
                                             : PL_NONE;
}

/* Words have no repeats here, so as many in common as there are is all. */
static double compare_words(const pl_label_view *v, uint32_t a, uint32_t b)
{
    const pl_sets *words = &v->sets->words;
    uint64_t left = words->first[a + 1] - words->first[a];
    uint64_t right = words->first[b + 1] - words->first[b], common = 0;
    double shared = 0, all = 0;
    for (uint64_t i = words->first[a], j = words->first[b];
         i < words->first[a + 1] || j < words->first[b + 1];) {
        bool has_i = i < words->first[a + 1], has_j = j < words->first[b + 1];
        uint32_t x = has_i ? words->item[i] : PL_NONE;
        uint32_t y = has_j ? words->item[j] : PL_NONE;
        double weight = (double)words->weight[x <= y ? i : j];
        all += weight;
        if (x == y) {
            shared += weight;
            common++;
        }
        i += x <= y;
        j += y <= x;
    }
    double score = all > 0 ? WORDS * shared / all : 0;
    if (common == left && common == right)
        return score + SAME_STEMS;
    bool contained = common > 0 && (common == left || common == right);
    return contained && last_word(v, a) == last_word(v, b) ? score + SAME_HEAD
                                                           : score;
}

/* One parent or child in common may be chance, many are not. */
static double compare_kin(const pl_sets *sets, uint32_t a, uint32_t b)
{
    double common = pl_sets_common(sets, a, b);
    return common / (common + 1) * pl_sets_cosine(sets, a, b);
}

static double judge(const pl_label_view *v, uint32_t a, uint32_t b)
{
    if (pl_common_saplings(v->apart, a, b) > MOST_TOGETHER)
        return -INFINITY;
    return START + TAGS * pl_sets_cosine(&v->sets->tags, a, b) +
           PARENTS * pl_sets_cosine(&v->sets->parents, a, b) +
           CHILDREN * compare_kin(&v->sets->children, a, b) +
           SPELLING * pl_word_jaro(squashed_text(v, a), squashed_text(v, b)) +
           compare_words(v, a, b) + OWNERS * pl_common_owners(v->apart, a, b);
}

static pleach_status score_pairs(pl_label_pairs *pairs,
                                 const pl_label_view *view,
                                 const pl_pair_list *found,
                                 const pl_scope *scope, pleach_error *error)
{
    enum { REPORT_EVERY = 1 << 16 };
    for (size_t k = 0; k < found->count; k++) {
        uint32_t a = (uint32_t)(found->items[k] >> 32);
        uint32_t b = (uint32_t)found->items[k];
        double score = judge(view, a, b);
        if (score > HOPELESS &&
            !pl_list_push(pairs, ((pl_label_pair){a, b, score})))
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

/* The order does not matter yet. */
static pleach_status join_pairs(pl_label_pairs *pairs,
                                const pleach_exchange *exchange,
                                pleach_error *error)
{
    uint64_t *first = pl_allocate((size_t)exchange->ranks + 1, sizeof *first);
    pleach_status status = first == NULL
                               ? pl_fail_memory(error)
                               : pl_list_join(exchange, pairs, first, error);
    pl_release(first);
    return status;
}

/* ------------------------------------------------------------ choosing -- */

/* Somebody who has a name that is nearer to `a` than `b` is does not mean
 * `a` by `b`. The share of b's owners, without a's, who have none nearer,
 * times the same the other way; and the more names these people have, the
 * more it says: times the logarithm of how many, on average. */
typedef struct choosing {
    const pl_label_view *view;
    pl_label_pair *pairs;
    uint64_t *first; /* pairs of a label, by falling score: */
    uint32_t *pair;
    double *chosen;  /* per pair: the share, both ways multiplied */
    double *fewest;  /* per pair: the smaller mean of the owners' names */
    uint32_t *names; /* per owner */
    uint32_t *seen;  /* per owner: by which label, plus one */
} choosing;

/* How free b's owners are for a, whose nearer labels marked `seen`. */
static void choose_one(choosing *c, uint32_t a, uint32_t b, uint32_t pair)
{
    const pl_uses *owners = &c->view->apart->owners;
    uint64_t from = owners->first[b], to = owners->first[b + 1];
    double asked = 0, free = 0, names = 0;
    for (uint64_t k = from; k < to && k < from + MOST_OWNERS; k++) {
        uint32_t who = owners->user[k];
        if (pl_uses_has(owners, a, who))
            continue;
        asked++;
        names += c->names[who];
        free += c->seen[who] != a + 1;
    }
    for (uint64_t k = from; k < to && k < from + MOST_OWNERS; k++)
        c->seen[owners->user[k]] = a + 1;
    double mean = asked > 0 ? names / asked : 1;
    c->chosen[pair] *= asked > 0 ? free / asked : 0;
    if (mean < c->fewest[pair])
        c->fewest[pair] = mean;
}

static int compare_pairs(const void *left, const void *right)
{
    const pl_label_pair *a = left, *b = right;
    if (a->score != b->score)
        return a->score > b->score ? -1 : 1;
    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    return (a->b > b->b) - (a->b < b->b);
}

/* The pairs are sorted, so those of each label are too. */
static bool start_choosing(choosing *c, pl_arena *scratch,
                           const pl_label_pairs *pairs)
{
    const pl_uses *owners = &c->view->apart->owners;
    uint32_t labels = c->view->labels->count;
    uint32_t people = pl_person_count(c->view->labels->corpus);
    c->first = PL_ARENA_ARRAY(scratch, uint64_t, labels + 2u);
    c->pair = PL_ARENA_ARRAY(scratch, uint32_t, 2 * pairs->count);
    c->chosen = PL_ARENA_ARRAY(scratch, double, pairs->count);
    c->fewest = PL_ARENA_ARRAY(scratch, double, pairs->count);
    c->names = PL_ARENA_ARRAY(scratch, uint32_t, people);
    c->seen = PL_ARENA_ARRAY(scratch, uint32_t, people);
    if (!c->first || !c->pair || !c->chosen || !c->fewest || !c->names ||
        !c->seen)
        return false;
    for (uint64_t k = 0; k < owners->first[labels]; k++)
        c->names[owners->user[k]]++;
    for (size_t k = 0; k < pairs->count; k++) {
        c->first[pairs->items[k].a + 2]++;
        c->first[pairs->items[k].b + 2]++;
        c->chosen[k] = 1;
        c->fewest[k] = INFINITY;
    }
    for (uint32_t x = 0; x < labels; x++)
        c->first[x + 2] += c->first[x + 1];
    for (size_t k = 0; k < pairs->count; k++) {
        c->pair[c->first[pairs->items[k].a + 1]++] = (uint32_t)k;
        c->pair[c->first[pairs->items[k].b + 1]++] = (uint32_t)k;
    }
    return true;
}

static bool add_choices(pl_label_pairs *pairs, const pl_label_view *view)
{
    pl_arena *scratch = pl_arena_new();
    choosing c = {.view = view, .pairs = pairs->items};
    bool enough = scratch != NULL && start_choosing(&c, scratch, pairs);
    for (uint32_t a = 0; enough && a < view->labels->count; a++)
        for (uint64_t k = c.first[a]; k < c.first[a + 1]; k++) {
            const pl_label_pair *p = &pairs->items[c.pair[k]];
            choose_one(&c, a, p->a == a ? p->b : p->a, c.pair[k]);
        }
    for (size_t k = 0; enough && k < pairs->count; k++)
        pairs->items[k].score += CHOSEN * c.chosen[k] * log(c.fewest[k]);
    pl_arena_free(scratch);
    return enough;
}

static void sort_pairs(pl_label_pairs *pairs)
{
    if (pairs->count > 1)
        qsort(pairs->items, pairs->count, sizeof *pairs->items, compare_pairs);
}

pleach_status pl_label_pairs_find(pl_label_pairs *pairs,
                                  const pl_label_view *view, pl_scope *scope,
                                  pleach_error *error)
{
    pl_pair_list found = {NULL, 0, 0};
    pleach_status status = PLEACH_OK;
    if (!propose(&found, view, scope->exchange, &scope->looked_at))
        status = pl_fail_memory(error);
    if (status == PLEACH_OK) {
        pl_pairs_settle(&found);
        status = score_pairs(pairs, view, &found, scope, error);
    }
    pl_list_free(&found);
    if (status == PLEACH_OK && scope->exchange != NULL)
        status = join_pairs(pairs, scope->exchange, error);
    PL_TRY(status);
    sort_pairs(pairs);
    if (!add_choices(pairs, view))
        return pl_fail_memory(error);
    sort_pairs(pairs);
    while (pairs->count > 0 && !(pairs->items[pairs->count - 1].score > 0))
        pairs->count--;
    return PLEACH_OK;
}
