/* label_choices.c: whether people had a nearer name to choose. */
/* SPDX-License-Identifier: MIT */
#include "concepts/label_choices.h"

#include <math.h>

/* The square of the logarithm of a few hundred names. */
static const double MANY = 32.0;
/* Names that are less alike than this were hardly a choice. */
static const double ENOUGH = 0.5;
/* Of a label's owners so many are asked. */
enum { MOST_OWNERS = 64 };

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

/* Being the best choice of each other among many says more than the same score
 * among few, hence the weight by how many there were. */
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
        double names = log(c.fewest[k]);
        double chosen = fmin(1, pairs->items[k].agrees / ENOUGH) * c.chosen[k] *
                        names * names / MANY;
        pairs->items[k].chosen = chosen;
        pairs->items[k].score += view->weights->any[PL_PIECE_CHOSEN] * chosen;
        pairs->items[k].beside +=
            view->weights->beside[PL_PIECE_CHOSEN] * chosen;
    }
    pl_arena_free(scratch);
    return enough;
}
