/* score_truth_mistakes.c: wrong and missed merges, worst first. */
/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <stdlib.h>

#include "base/status.h"
#include "lab/score_truth.h"

/* A row of the truth, to be sorted by cluster or by concept. */
typedef struct entry {
    uint32_t major, minor, name;
} entry;

/* A cluster that holds several concepts, or a concept in several clusters. */
typedef struct mistake {
    uint64_t pairs;
    uint32_t what;
    size_t first, end; /* entries */
} mistake;

typedef struct part {
    uint32_t what, count, name;
} part;

typedef PL_LIST(mistake) mistake_list;
typedef PL_LIST(part) part_list;

/* The mistakes of one kind, worst first. */
typedef struct listing {
    pl_scoring *scoring;
    const pl_truth *truth;
    bool wrong; /* wrong merges; else missed ones */
    entry *entries;
    mistake_list mistakes;
    part_list parts; /* of the mistake looked at */
} listing;

static int compare_truth_entries(const void *left, const void *right)
{
    const entry *a = left, *b = right;
    if (a->major != b->major)
        return a->major < b->major ? -1 : 1;
    if (a->minor != b->minor)
        return a->minor < b->minor ? -1 : 1;
    return (a->name > b->name) - (a->name < b->name);
}

static int compare_mistakes(const void *left, const void *right)
{
    const mistake *a = left, *b = right;
    if (a->pairs != b->pairs)
        return a->pairs > b->pairs ? -1 : 1;
    return (a->what > b->what) - (a->what < b->what);
}

static int compare_parts(const void *left, const void *right)
{
    const part *a = left, *b = right;
    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return (a->what > b->what) - (a->what < b->what);
}

static uint64_t pairs_of(uint64_t count)
{
    return count % 2 == 0 ? count / 2 * (count - 1) : (count - 1) / 2 * count;
}

/* Where the run of equal minor numbers that begins at `at` ends. */
static size_t run_end(const entry *entries, size_t at, size_t end)
{
    size_t stop = at + 1;
    while (stop < end && entries[stop].minor == entries[at].minor)
        stop++;
    return stop;
}

static void add_mistake(listing *all, size_t first, size_t end)
{
    mistake found = {pairs_of(end - first), all->entries[first].major, first,
                     end};
    for (size_t at = first, stop; at < end; at = stop) {
        stop = run_end(all->entries, at, end);
        found.pairs -= pairs_of(stop - at);
    }
    if (found.pairs > 0)
        pl_list_add(&all->mistakes, found);
}

/* Ordered by how many pairs are wrong, as one bad cluster matters more than
 * many nodes alone. */
static pleach_status list_mistakes(listing *all, pleach_error *error)
{
    pl_arena *arena = all->mistakes.arena;
    size_t count = all->truth->rows.count;
    all->entries = PL_ARENA_ARRAY(arena, entry, count);
    PL_TRY(pl_check_memory(arena, error));
    for (size_t k = 0; k < count; k++) {
        const pl_truth_row *row = &all->truth->rows.items[k];
        all->entries[k] = all->wrong
                              ? (entry){row->cluster, row->gold, row->name}
                              : (entry){row->gold, row->cluster, row->name};
    }
    qsort(all->entries, count, sizeof *all->entries, compare_truth_entries);
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && all->entries[end].major ==
                                                 all->entries[first].major;)
            end++;
        add_mistake(all, first, end);
    }
    if (all->mistakes.count > 1)
        qsort(all->mistakes.items, all->mistakes.count,
              sizeof *all->mistakes.items, compare_mistakes);
    return pl_check_memory(arena, error);
}

/* The most frequent name of a run; its entries are sorted by name. */
static uint32_t usual_name(const entry *entries, size_t first, size_t end)
{
    size_t best = 0;
    uint32_t name = entries[first].name;
    for (size_t at = first, stop; at < end; at = stop) {
        for (stop = at + 1;
             stop < end && entries[stop].name == entries[at].name;)
            stop++;
        if (stop - at > best) {
            best = stop - at;
            name = entries[at].name;
        }
    }
    return name;
}

static void list_parts(listing *all, const mistake *of)
{
    all->parts.count = 0;
    for (size_t at = of->first, stop; at < of->end; at = stop) {
        stop = run_end(all->entries, at, of->end);
        part found = {all->entries[at].minor, (uint32_t)(stop - at),
                      usual_name(all->entries, at, stop)};
        pl_list_add(&all->parts, found);
    }
    if (all->parts.count > 1)
        qsort(all->parts.items, all->parts.count, sizeof *all->parts.items,
              compare_parts);
}

/* A cluster's number; NULL: the node is alone. */
static const char *label_text(const listing *all, uint32_t label)
{
    return label < all->truth->clusters
               ? pl_strings_at(all->scoring->result.clusters, label)
               : NULL;
}

/* A wrong merge is a cluster with its concepts, a missed one a concept with its
 * clusters. */
static void fill_merge(pleach_mistake *to, listing *all, const mistake *of)
{
    const pl_truth *truth = all->truth;
    list_parts(all, of);
    pleach_mistake_part *parts = PL_ARENA_ARRAY(
        all->scoring->arena, pleach_mistake_part, all->parts.count);
    if (parts == NULL)
        return;
    to->parts = parts;
    to->part_count = all->parts.count;
    to->pairs = of->pairs;
    if (all->wrong)
        to->cluster = label_text(all, of->what);
    else
        to->concept = pl_strings_at(truth->golds, of->what);
    for (size_t k = 0; k < all->parts.count; k++) {
        const part *is = &all->parts.items[k];
        parts[k].nodes = is->count;
        parts[k].name = pl_strings_at(truth->names, is->name);
        if (all->wrong)
            parts[k].concept = pl_strings_at(truth->golds, is->what);
        else
            parts[k].cluster = label_text(all, is->what);
    }
}

/* Room for as many of them as are asked for; NULL on failure. */
static pleach_mistake *list_worst(pleach_mistakes *mistakes,
                                  pl_scoring *scoring, size_t total)
{
    size_t most = scoring->options->show_errors;
    size_t count = total < most ? total : most;
    pleach_mistake *listed =
        PL_ARENA_ARRAY(scoring->arena, pleach_mistake, count);
    *mistakes = (pleach_mistakes){total, listed, count};
    return listed;
}

static pleach_status list_merges(pleach_mistakes *mistakes, pl_scoring *scoring,
                                 bool wrong, pleach_error *error)
{
    PL_SCRATCH(scratch);
    listing all = {.scoring = scoring,
                   .truth = scoring->truth,
                   .wrong = wrong,
                   .mistakes = {.arena = scratch},
                   .parts = {.arena = scratch}};
    PL_TRY(list_mistakes(&all, error));
    pleach_mistake *to = list_worst(mistakes, scoring, all.mistakes.count);
    assert(mistakes->listed_count <= all.mistakes.count);
    for (size_t k = 0; to != NULL && k < mistakes->listed_count; k++)
        fill_merge(&to[k], &all, &all.mistakes.items[k]);
    PL_TRY(pl_check_memory(scratch, error));
    return pl_check_memory(scoring->arena, error);
}

pleach_status pl_truth_mistakes(pl_scoring *scoring, pleach_error *error)
{
    PL_TRY(list_merges(&scoring->figures.wrong, scoring, true, error));
    return list_merges(&scoring->figures.missed, scoring, false, error);
}
