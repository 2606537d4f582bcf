/* ask_name.c: asks what to call a concept that has no usual name. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "curate/ask.h"

/* A name is usual if more than half of the people use it. */
static const double NO_MAJORITY = 0.5;

/* A name in a concept, and who use it. */
typedef struct calling {
    uint32_t cluster, people, use;
} calling;
typedef PL_LIST(calling) calling_list;

/* The concept's commonest name first. */
static int compare_callings(const void *left, const void *right)
{
    const calling *a = left, *b = right;
    if (a->cluster != b->cluster)
        return a->cluster < b->cluster ? -1 : 1;
    if (a->people != b->people)
        return a->people > b->people ? -1 : 1;
    return (a->use > b->use) - (a->use < b->use);
}

/* One for each label of a concept; its uses there count together. */
static bool list_callings(calling_list *to, const pl_ask_facts *f)
{
    const pl_label_uses *u = &f->said.uses;
    for (uint32_t label = 0; label < f->labels.count; label++) {
        size_t first = to->count;
        for (uint32_t x = u->of_label[label]; x < u->of_label[label + 1]; x++) {
            size_t k = first;
            while (k < to->count && to->items[k].cluster != f->cluster[x])
                k++;
            if (k < to->count)
                to->items[k].people += u->people[x];
            else if (f->cluster[x] != PL_NONE &&
                     !pl_list_push(to,
                                   ((calling){f->cluster[x], u->people[x], x})))
                return false;
        }
    }
    if (to->count > 1)
        qsort(to->items, to->count, sizeof *to->items, compare_callings);
    return true;
}

/* Worth it where most people call it something else than the rest of them: the
 * share of those who would not find it under its commonest name. */
static pl_asking ask_one(const calling *said, size_t count)
{
    pl_asking next = {.kind = PL_ASK_NAME, .about = said->cluster};
    double all = 0;
    for (size_t k = 0; k < count; k++) {
        all += said[k].people;
        if (k < PL_MOST_PARENTS)
            next.item[next.count++] = said[k].use;
    }
    next.saves = 1 - said->people / all;
    return next;
}

bool pl_ask_names(pl_asking_list *to, const pl_ask_facts *f)
{
    uint8_t *asked = pl_ask_mark(f, PL_ASK_NAME);
    calling_list all = {.items = NULL};
    bool enough = asked != NULL && list_callings(&all, f);
    for (size_t k = 0, end; enough && k < all.count; k = end) {
        for (end = k;
             end < all.count && all.items[end].cluster == all.items[k].cluster;)
            end++;
        pl_asking next = ask_one(&all.items[k], end - k);
        if (!asked[next.about] && next.saves >= NO_MAJORITY)
            enough = pl_list_push(to, next);
    }
    pl_list_free(&all);
    pl_release(asked);
    return enough;
}
