/* label_choices.c: whether people had a nearer name to choose. */
/* SPDX-License-Identifier: MIT */
#include "same/label_choices.h"

#include <math.h>
#include <stdlib.h>

#include "same/word_users.h"

/* Where this share of the others has somebody's names, all name the same. */
static const double MANY = 1.0 / 3;
/* Beside a name and what stands above it, so many more make half a choice. */
static const double FEW = 6;
/* Names that are less alike than this were hardly a choice. */
static const double ENOUGH = 0.5;
/* What stands around two names is the same where it is alike by this much. */
static const double AROUND = 0.1;
/* Where nothing around is the same, a choice says so much. */
static const double ELSEWHERE = 0.25;
/* Who has the words of the other name, too, had a choice: so much less does it
 * say that they have nothing nearer. */
static const double KNOWN = 0.5;
/* Of a label's owners so many are asked. */
enum { MOST_OWNERS = 64 };

/* Somebody who has a name that is nearer to `a` than `b` is does not mean
 * `a` by `b`. The share of b's owners, without a's, who have none nearer,
 * times the same the other way. It says the more, the more of these people's
 * names others have, too: where all name the same things, what seems to have
 * no name at somebody's has another one there. */
typedef struct choosing {
    const pl_label_view *view;
    pl_label_pair *pairs;
    uint64_t *first; /* pairs of a label, by falling odds: */
    uint32_t *pair;
    double *chosen;  /* per pair: the share, both ways multiplied */
    double *telling; /* per pair: how much that says, from 0 to 1 */
    double *names;   /* per owner */
    double *common;  /* per owner: of others, who have a name of theirs, times
                      * how much of a choice there was */
    uint32_t *seen;  /* per owner: by which label, plus one */
    pl_word_users users;
} choosing;

/* How free b's owners are for a, whose nearer labels marked `seen`. */
static void choose_one(choosing *c, uint32_t a, uint32_t b, uint32_t pair)
{
    const pl_uses *owners = &c->view->apart->owners;
    uint64_t from = owners->first[b], to = owners->first[b + 1];
    double asked = 0, free = 0, common = 0;
    for (uint64_t k = from; k < to && k < from + MOST_OWNERS; k++) {
        uint32_t who = owners->user[k];
        if (pl_uses_has(owners, a, who))
            continue;
        asked++;
        common += c->common[who];
        free += c->seen[who] != a + 1;
    }
    for (uint64_t k = from; k < to && k < from + MOST_OWNERS; k++)
        c->seen[owners->user[k]] = a + 1;
    c->chosen[pair] *= asked > 0 ? free / asked : 0;
    if (asked > 0)
        c->telling[pair] = fmin(c->telling[pair], common / asked / MANY);
}

/* Whether people chose between two names for one thing is told by what stands
 * around: who has home theaters among the cameras, and no theaters, does not
 * call theaters so. What stands nowhere says nothing. */
static double stand_alike(const pl_label_view *v, uint32_t a, uint32_t b)
{
    const pl_label_sets *sets = v->sets;
    if (!(sets->parents.size[a] > 0 && sets->parents.size[b] > 0))
        return 1;
    double around = fmin(1, pl_sets_cosine(&sets->around, a, b) / AROUND);
    double alike = fmax(around, pl_sets_cosine(&sets->parents, a, b));
    return ELSEWHERE + (1 - ELSEWHERE) * alike;
}

/* Counts each person's names, and how many of the others have them as well. */
static void count_names(choosing *c, uint32_t labels, uint32_t people)
{
    const pl_uses *owners = &c->view->apart->owners;
    for (uint32_t x = 0; x < labels; x++)
        for (uint64_t k = owners->first[x]; k < owners->first[x + 1]; k++) {
            c->names[owners->user[k]]++;
            c->common[owners->user[k]] +=
                (double)(owners->first[x + 1] - owners->first[x] - 1);
        }
    for (uint32_t who = 0; who < people; who++) {
        double names = c->names[who];
        c->common[who] *= names > 2 ? (names - 2) / (names + FEW) : 0;
        if (names > 0 && people > 1)
            c->common[who] /= names * (people - 1);
    }
}

/* A pair by its odds. */
typedef struct ranked {
    double odds;
    uint32_t pair;
} ranked;

static int compare_ranked(const void *left, const void *right)
{
    const ranked *a = left, *b = right;
    if (a->odds != b->odds)
        return a->odds > b->odds ? -1 : 1;
    return (a->pair > b->pair) - (a->pair < b->pair);
}

/* By falling odds. Most labels have few pairs, which are put in their places
 * faster than qsort would do it; equal ones stay as they are. */
static void rank_few_or_many(ranked *rank, size_t count)
{
    enum { FEW_PAIRS = 64 };
    if (count > FEW_PAIRS) {
        qsort(rank, count, sizeof *rank, compare_ranked);
        return;
    }
    for (size_t k = 1; k < count; k++) {
        ranked one = rank[k];
        size_t at = k;
        for (; at > 0 && rank[at - 1].odds < one.odds; at--)
            rank[at] = rank[at - 1];
        rank[at] = one;
    }
}

static void rank_label(choosing *c, ranked *rank, uint32_t label)
{
    uint32_t *pair = c->pair + c->first[label];
    size_t count = c->first[label + 1] - c->first[label];
    for (size_t k = 0; k < count; k++)
        rank[k] = (ranked){c->pairs[pair[k]].odds, pair[k]};
    rank_few_or_many(rank, count);
    for (size_t k = 0; k < count; k++)
        pair[k] = rank[k].pair;
}

/* Lists the pairs of each label by falling odds. */
static bool rank_pairs(choosing *c, const pl_label_pairs *pairs)
{
    uint32_t labels = c->view->labels->count;
    uint64_t most = 0;
    for (size_t k = 0; k < pairs->count; k++) {
        c->first[pairs->items[k].a + 2]++;
        c->first[pairs->items[k].b + 2]++;
    }
    for (uint32_t x = 0; x < labels; x++) {
        most = c->first[x + 2] > most ? c->first[x + 2] : most;
        c->first[x + 2] += c->first[x + 1];
    }
    for (size_t k = 0; k < pairs->count; k++) {
        c->pair[c->first[pairs->items[k].a + 1]++] = (uint32_t)k;
        c->pair[c->first[pairs->items[k].b + 1]++] = (uint32_t)k;
    }
    ranked *rank = pl_allocate(most, sizeof *rank);
    for (uint32_t x = 0; rank != NULL && x < labels; x++)
        rank_label(c, rank, x);
    bool enough = rank != NULL;
    pl_release(rank);
    return enough;
}

static bool start_choosing(choosing *c, pl_arena *scratch,
                           const pl_label_pairs *pairs)
{
    uint32_t labels = c->view->labels->count;
    uint32_t people = pl_person_count(c->view->labels->corpus);
    c->first = PL_ARENA_ARRAY(scratch, uint64_t, labels + 2u);
    c->pair = PL_ARENA_ARRAY(scratch, uint32_t, 2 * pairs->count);
    c->chosen = PL_ARENA_ARRAY(scratch, double, pairs->count);
    c->telling = PL_ARENA_ARRAY(scratch, double, pairs->count);
    c->names = PL_ARENA_ARRAY(scratch, double, people);
    c->common = PL_ARENA_ARRAY(scratch, double, people);
    c->seen = PL_ARENA_ARRAY(scratch, uint32_t, people);
    if (!c->first || !c->pair || !c->chosen || !c->telling || !c->names ||
        !c->common || !c->seen)
        return false;
    if (!pl_word_users_make(&c->users, scratch, c->view->words,
                            &c->view->apart->owners, labels))
        return false;
    count_names(c, labels, people);
    for (size_t k = 0; k < pairs->count; k++)
        c->chosen[k] = c->telling[k] = 1;
    return rank_pairs(c, pairs);
}

/* The last piece of a pair, from 0 to 1. Most people had a nearer name, which
 * is known first. */
static double weigh_choice(const choosing *c, const pl_label_pair *pair,
                           size_t k)
{
    double free = fmin(1, pair->agrees / ENOUGH) * c->chosen[k];
    if (!(free * c->telling[k] > 0))
        return 0;
    double telling = c->telling[k] * stand_alike(c->view, pair->a, pair->b);
    double known = pl_words_known(&c->users, pair->a, pair->b);
    return free * telling * (1 - KNOWN * known);
}

/* Added to the odds only once all are known, since the order in which labels
 * are nearer to another one is that of the odds without it. */
bool pl_label_choices_add(pl_label_pairs *pairs, const pl_label_view *view)
{
    pl_arena *scratch = pl_arena_new();
    choosing c = {.view = view, .pairs = pairs->items};
    bool enough = scratch != NULL && start_choosing(&c, scratch, pairs);
    for (uint32_t a = 0; enough && a < view->labels->count; a++)
        for (uint64_t k = c.first[a]; k < c.first[a + 1]; k++) {
            const pl_label_pair *p = &pairs->items[c.pair[k]];
            choose_one(&c, a, p->a == a ? p->b : p->a, c.pair[k]);
        }
    for (size_t k = 0; enough && k < pairs->count; k++) {
        pl_label_pair *pair = &pairs->items[k];
        pair->chosen = weigh_choice(&c, pair, k);
        pair->odds += view->weights->of[PL_PIECE_CHOSEN] * pair->chosen;
    }
    pl_arena_free(scratch);
    return enough;
}
