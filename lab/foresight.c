/* foresight.c: a forest against statements that it has not seen. */
/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "base/memory.h"
#include "lab/foresight.h"

static bool is_group_above(const pl_named_places *forest, uint32_t upper,
                           uint32_t lower)
{
    uint32_t at = forest->parent[lower];
    while (at != PL_NONE && at != upper)
        at = forest->parent[at];
    return at != PL_NONE;
}

/* Shuffling gives each child the parent of any statement, all alike; so what
 * agrees in the mean is the number of pairs of a child and any parent above
 * it, over the number of statements. */
static double count_chance(const pl_named_places *forest,
                           const uint32_t *parents, uint32_t child)
{
    double pairs = 0;
    for (uint32_t at = forest->parent[child]; at != PL_NONE;
         at = forest->parent[at])
        pairs += parents[at];
    return pairs;
}

/* What agrees by chance is the mean over all ways to shuffle the parents among
 * the statements. That has a closed form, so nothing is drawn. */
bool pl_foresight_judge(pleach_foresight *foresight,
                        const pl_named_places *forest,
                        const pl_voice *statements, size_t count)
{
    double all = (double)count, agree = 0, direct = 0, contradict = 0;
    double chance = 0;
    uint32_t *parents = pl_allocate(forest->groups, sizeof *parents);
    if (parents == NULL)
        return false;
    for (size_t k = 0; k < count; k++)
        parents[forest->place[statements[k].parent]]++;
    for (size_t k = 0; k < count; k++) {
        uint32_t upper = forest->place[statements[k].parent];
        uint32_t lower = forest->place[statements[k].child];
        agree += is_group_above(forest, upper, lower);
        direct += forest->parent[lower] == upper;
        contradict += is_group_above(forest, lower, upper);
        chance += count_chance(forest, parents, lower);
    }
    pl_release(parents);
    *foresight = (pleach_foresight){agree / all, direct / all, contradict / all,
                                    chance / (all * all), 0};
    foresight->gain =
        foresight->agree - foresight->contradict - foresight->chance;
    return true;
}

/* ------------------------------------------------------- over the folds -- */

typedef struct figure_list {
    const char *first;
    size_t count, step;
} figure_list;

static double figure_at(const figure_list *list, size_t k)
{
    return *(const double *)(const void *)(list->first + k * list->step);
}

/* Folds without statements are NAN and are left out, since they say nothing in
 * either direction. Squares are of distances from the mean, which keeps their
 * digits. */
static void summarise_figures(double *mean, double *spread,
                              const figure_list *list)
{
    double sum = 0, squares = 0, known = 0;
    for (size_t k = 0; k < list->count; k++)
        if (isfinite(figure_at(list, k))) {
            sum += figure_at(list, k);
            known++;
        }
    *mean = known > 0 ? sum / known : NAN;
    for (size_t k = 0; k < list->count; k++)
        if (isfinite(figure_at(list, k)))
            squares +=
                (figure_at(list, k) - *mean) * (figure_at(list, k) - *mean);
    *spread = known > 1 ? sqrt(squares / (known - 1)) : NAN;
}

/* The same five figures of rows that lie apart by a row's size, so that those
 * of the forest and of the votes go through one loop. */
void pl_foresight_summarise(pleach_foresight *mean, pleach_foresight *spread,
                            const pleach_foresight *first, size_t count,
                            size_t step)
{
    const double *const from[] = {&first->agree, &first->direct,
                                  &first->contradict, &first->chance,
                                  &first->gain};
    double *const means[] = {&mean->agree, &mean->direct, &mean->contradict,
                             &mean->chance, &mean->gain};
    double *const spreads[] = {&spread->agree, &spread->direct,
                               &spread->contradict, &spread->chance,
                               &spread->gain};
    for (size_t k = 0; k < sizeof from / sizeof *from; k++) {
        figure_list list = {(const char *)from[k], count, step};
        summarise_figures(means[k], spreads[k], &list);
    }
}
