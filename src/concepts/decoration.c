/* decoration.c: compares names with and without a word, for all words. */
/* SPDX-License-Identifier: MIT */
#include "concepts/decoration.h"

#include <stdlib.h>

#include "base/hash.h"

/* Longer names are sentences. */
enum { MOST_WORDS = 8 };
/* As if so many names more had a word, for which it means something. */
static const double DOUBT = 2.0;

/* The words of a name, in any order, as one number. */
typedef struct wording {
    uint64_t hash;
    uint64_t nodes;
    uint32_t label;
} wording;

static uint64_t word_hash(uint32_t word)
{
    return pl_hash_pair(word, 11);
}

static uint64_t count_words(const pl_sets *words, uint32_t label)
{
    return words->first[label + 1] - words->first[label];
}

static uint64_t wording_hash(const pl_sets *words, uint32_t label)
{
    uint64_t hash = 0;
    for (uint64_t k = words->first[label]; k < words->first[label + 1]; k++)
        hash += word_hash(words->item[k]);
    return hash;
}

/* Of labels with the same words the one with most nodes comes first. */
static int compare_wordings(const void *left, const void *right)
{
    const wording *a = left, *b = right;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    if (a->nodes != b->nodes)
        return a->nodes > b->nodes ? -1 : 1;
    return (a->label > b->label) - (a->label < b->label);
}

static const wording *find_wording(const wording *all, size_t count,
                                   uint64_t hash)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (all[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && all[low].hash == hash ? &all[low] : NULL;
}

/* What a pair of labels says about the word that one of them has more, from -1
 * to 1: how alike the two are beside their names, where few use both; less who
 * uses both, since whoever has "trip" and "trip city" means something by it. */
static double pair_testimony(const pl_label_sets *sets,
                             const pl_name_uses *apart, uint32_t a, uint32_t b)
{
    if (pl_told_apart(apart, a, b))
        return -1;
    double both = pl_common_owners(apart, a, b);
    double most = pl_sets_cosine(&sets->parents, a, b);
    double tags = pl_sets_cosine(&sets->tags, a, b);
    double children = pl_sets_cosine(&sets->children, a, b);
    most = most > tags ? most : tags;
    most = most > children ? most : children;
    return most * (1 - both) - both;
}

/* Takes each word off a name, and looks whether there is such a name. */
static void take_words_off(pl_decoration *d, const pl_label_sets *sets,
                           const pl_name_uses *apart, const wording *from,
                           const wording *all, uint32_t labels)
{
    const pl_sets *words = &sets->words;
    uint32_t x = from->label;
    for (uint64_t k = words->first[x]; k < words->first[x + 1]; k++) {
        uint32_t word = words->item[k];
        const wording *bare =
            find_wording(all, labels, from->hash - word_hash(word));
        d->labels[word]++;
        if (bare == NULL)
            continue;
        d->testimony[word] += pair_testimony(sets, apart, x, bare->label);
        d->pair[d->pairs++] = pl_pair_pack(x, bare->label);
    }
}

bool pl_decoration_find(pl_decoration *d, pl_arena *arena,
                        const pl_labels *labels, const pl_label_sets *sets,
                        const pl_name_uses *apart)
{
    const pl_sets *words = &sets->words;
    wording *all = pl_allocate(labels->count, sizeof *all);
    d->testimony = PL_ARENA_ARRAY(arena, double, sets->word_count);
    d->labels = PL_ARENA_ARRAY(arena, double, sets->word_count);
    d->pair = PL_ARENA_ARRAY(arena, uint64_t, words->first[labels->count]);
    d->pairs = 0;
    bool enough = all && d->testimony && d->labels && d->pair;
    for (uint32_t x = 0; enough && x < labels->count; x++)
        all[x] = (wording){wording_hash(words, x),
                           labels->first[x + 1] - labels->first[x], x};
    if (enough && labels->count > 1)
        qsort(all, labels->count, sizeof *all, compare_wordings);
    for (uint32_t k = 0; enough && k < labels->count; k++) {
        uint64_t count = count_words(words, all[k].label);
        if (count > 1 && count <= MOST_WORDS)
            take_words_off(d, sets, apart, &all[k], all, labels->count);
    }
    pl_release(all);
    return enough;
}

/* A name does not testify for itself: where one word is added, what this pair
 * said of it is taken away. */
double pl_decoration_worth(const pl_decoration *d, const pl_label_sets *sets,
                           const pl_name_uses *apart, uint32_t a, uint32_t b)
{
    const pl_sets *words = &sets->words;
    bool more = count_words(words, a) > count_words(words, b);
    uint32_t full = more ? a : b, bare = more ? b : a;
    uint64_t added = count_words(words, full) - count_words(words, bare);
    uint64_t j = words->first[bare], last = words->first[bare + 1];
    double own = added == 1 ? pair_testimony(sets, apart, a, b) : 0, worth = 1;
    if (added == 0 || j == last)
        return 0;
    for (uint64_t i = words->first[full]; i < words->first[full + 1]; i++) {
        uint32_t word = words->item[i];
        if (j < last && words->item[j] == word) {
            j++;
            continue;
        }
        double share = (d->testimony[word] - own) /
                       (d->labels[word] - (added == 1) + DOUBT);
        worth = share < worth ? share : worth;
    }
    return j == last ? worth : 0;
}
