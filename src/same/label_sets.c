/* label_sets.c: gathers what labels have about them, label by label. */
/* SPDX-License-Identifier: MIT */
#include "same/label_sets.h"

#include <math.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/order.h"
#include "base/status.h"
#include "same/sets.h"

/* What the nodes of the present label have, and how many of them. */
typedef struct gathering {
    const pl_labels *labels;
    const pl_label_words *words;
    uint32_t *count;   /* by item, of the present label */
    uint32_t *touched; /* items with any */
    uint32_t touched_count;
} gathering;

typedef void gather_label(gathering *g, uint32_t label);

static void note_item(gathering *g, uint32_t item)
{
    if (g->count[item]++ == 0)
        g->touched[g->touched_count++] = item;
}

static void gather_tags(gathering *g, uint32_t label)
{
    const pl_labels *l = g->labels;
    const pleach_corpus *c = l->corpus;
    for (uint64_t k = l->first[label]; k < l->first[label + 1]; k++)
        for (uint64_t t = c->tag_first[l->node[k]];
             t < c->tag_first[l->node[k] + 1]; t++)
            note_item(g, c->tag_id[t]);
}

static void gather_words(gathering *g, uint32_t label)
{
    const pl_label_words *w = g->words;
    for (uint64_t k = w->first[label]; k < w->first[label + 1]; k++)
        if (g->count[w->word[k]] == 0)
            note_item(g, w->word[k]);
}

/* -------------------------------------------------------------- filling -- */

typedef PL_LIST(uint32_t) number_list;

/* Appends the present label's items with their counts, ascending. */
static bool append_items(gathering *g, number_list *items, number_list *counts)
{
    qsort(g->touched, g->touched_count, sizeof *g->touched, pl_compare_uint32);
    for (uint32_t k = 0; k < g->touched_count; k++) {
        uint32_t item = g->touched[k];
        if (!pl_list_push(items, item) || !pl_list_push(counts, g->count[item]))
            return false;
        g->count[item] = 0;
    }
    g->touched_count = 0;
    return true;
}

/* From counts to weights, and the lengths of the vectors. */
static bool weigh_label_items(pl_sets *sets, pl_arena *arena, uint32_t labels,
                              uint32_t items, const number_list *counts)
{
    double *rarity = pl_allocate(items, sizeof *rarity);
    sets->weight = PL_ARENA_ARRAY(arena, float, counts->count);
    sets->size = PL_ARENA_ARRAY(arena, double, labels);
    if (!rarity || !sets->weight || !sets->size) {
        pl_release(rarity);
        return false;
    }
    for (uint64_t k = 0; k < counts->count; k++)
        rarity[sets->item[k]]++;
    for (uint32_t x = 0; x < items; x++)
        if (rarity[x] > 0)
            rarity[x] = pl_rarity(labels, rarity[x]);
    for (uint32_t label = 0; label < labels; label++) {
        double sum = 0;
        for (uint64_t k = sets->first[label]; k < sets->first[label + 1]; k++) {
            double w =
                (1 + log((double)counts->items[k])) * rarity[sets->item[k]];
            sets->weight[k] = (float)w;
            sum += (double)sets->weight[k] * (double)sets->weight[k];
        }
        sets->size[label] = sqrt(sum);
    }
    pl_release(rarity);
    return true;
}

static bool keep_items(pl_sets *sets, pl_arena *arena, const number_list *items)
{
    sets->item = PL_ARENA_ARRAY(arena, uint32_t, items->count);
    for (uint64_t k = 0; sets->item != NULL && k < items->count; k++)
        sets->item[k] = items->items[k];
    return sets->item != NULL;
}

/* Counters are as long as all items and cleared through what was touched, so a
 * label costs what it has. */
static bool make(pl_sets *sets, pl_arena *arena, gathering *g,
                 uint32_t item_count, gather_label *gather)
{
    uint32_t labels = g->labels->count;
    number_list items = {0}, counts = {0};
    g->count = pl_allocate(item_count, sizeof *g->count);
    g->touched = pl_allocate(item_count, sizeof *g->touched);
    sets->first = PL_ARENA_ARRAY(arena, uint64_t, labels + 1u);
    bool enough = g->count && g->touched && sets->first;
    for (uint32_t label = 0; enough && label < labels; label++) {
        gather(g, label);
        enough = append_items(g, &items, &counts);
        sets->first[label + 1] = items.count;
    }
    enough = enough && keep_items(sets, arena, &items) &&
             weigh_label_items(sets, arena, labels, item_count, &counts);
    pl_release(g->count);
    pl_release(g->touched);
    pl_list_free(&items);
    pl_list_free(&counts);
    return enough;
}

/* ---------------------------------------------------------------- grams -- */

/* The name without spaces, its ends marked, in pieces of three bytes. */
static bool gather_grams(pl_strings *grams, number_list *items,
                         const char *text, size_t length)
{
    for (size_t k = 0; k < length; k++) {
        char gram[3] = {k > 0 ? text[k - 1] : '\1', text[k],
                        k + 1 < length ? text[k + 1] : '\2'};
        uint32_t id = pl_strings_add(grams, gram, sizeof gram);
        if (id == PL_NONE || !pl_list_push(items, id))
            return false;
    }
    return true;
}

/* Sorts what was added last, and drops repeats. */
static void settle_last(number_list *items, size_t from)
{
    size_t used = from;
    if (items->count > from + 1)
        qsort(items->items + from, items->count - from, sizeof *items->items,
              pl_compare_uint32);
    for (size_t k = from; k < items->count; k++)
        if (used == from || items->items[used - 1] != items->items[k])
            items->items[used++] = items->items[k];
    items->count = used;
}

/* Grams of the letters without blanks, by which misspellings and joined words
 * are found without comparing all with all. */
static bool make_grams(pl_label_sets *sets, pl_arena *arena, uint32_t labels,
                       const pl_label_words *words)
{
    pl_strings *grams = pl_strings_new();
    number_list items = {0};
    sets->grams.first = PL_ARENA_ARRAY(arena, uint64_t, labels + 1u);
    bool enough = grams != NULL && sets->grams.first != NULL;
    for (uint32_t label = 0; enough && label < labels; label++) {
        uint32_t text = words->squashed[label];
        size_t from = items.count;
        enough = gather_grams(grams, &items, pl_strings_at(words->texts, text),
                              pl_strings_length(words->texts, text));
        settle_last(&items, from);
        sets->grams.first[label + 1] = items.count;
    }
    enough = enough && keep_items(&sets->grams, arena, &items);
    if (enough)
        sets->gram_count = pl_strings_count(grams);
    pl_list_free(&items);
    pl_strings_free(grams);
    return enough;
}

/* ----------------------------------------------------- words in common -- */

/* Counts who uses a label that has word `w`, and who of them was not `seen`
 * with the word. People ascend with the nodes. */
static void count_users(const pl_labels *l, uint32_t label, uint32_t w,
                        uint32_t *seen, double *uses, double *users)
{
    uint32_t before = PL_NONE;
    for (uint64_t k = l->first[label]; k < l->first[label + 1]; k++) {
        uint32_t person = pl_person_of(l->corpus, l->node[k]);
        *uses += person != before;
        *users += seen[person] != w + 1;
        seen[person] = w + 1;
        before = person;
    }
}

/* Divides each word's weight by how many labels its people use it in. */
static bool weigh_words(pl_label_sets *sets, const pl_labels *labels)
{
    pl_sets *words = &sets->words;
    PL_SCRATCH(scratch);
    pl_postings by_word;
    uint32_t *seen =
        PL_ARENA_ARRAY(scratch, uint32_t, pl_person_count(labels->corpus));
    double *often = PL_ARENA_ARRAY(scratch, double, sets->word_count);
    if (pl_arena_failed(scratch) ||
        !pl_postings_make(&by_word, scratch, words, labels->count,
                          sets->word_count))
        return false;
    for (uint32_t w = 0; w < sets->word_count; w++) {
        double uses = 0, users = 0;
        for (uint64_t p = by_word.first[w]; p < by_word.first[w + 1]; p++)
            count_users(labels, by_word.holder[p], w, seen, &uses, &users);
        often[w] = users > 0 ? uses / users : 1;
    }
    for (uint64_t k = 0; k < words->first[labels->count]; k++)
        words->weight[k] /= (float)often[words->item[k]];
    return true;
}

/* All kinds of sets have one form, so that finding neighbours by any of them is
 * the same code. */
pleach_status pl_label_sets_make(pl_label_sets *sets, pl_arena *arena,
                                 const pl_labels *labels,
                                 const pl_label_words *words,
                                 pleach_error *error)
{
    gathering g = {.labels = labels, .words = words};
    *sets = (pl_label_sets){0}; /* grams have no weights */
    sets->tag_count = pl_strings_count(labels->corpus->tags);
    sets->word_count = pl_strings_count(words->words);
    bool enough =
        make(&sets->tags, arena, &g, sets->tag_count, gather_tags) &&
        make(&sets->words, arena, &g, sets->word_count, gather_words) &&
        weigh_words(sets, labels) &&
        make_grams(sets, arena, labels->count, words);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}
