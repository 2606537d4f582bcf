/* wording.c: splits names into words and matches them. */
/* SPDX-License-Identifier: MIT */
#include "same/wording.h"

#include <string.h>

#include "base/status.h"
#include "same/sets.h"

/* Of a long name only so many words are matched. */
enum { MOST_WORDS = 32 };
/* Names that differ in their spaces only are nearly equal. */
static const double SQUASHED = 0.97;

void pl_wording_free(pl_wording *w)
{
    pl_strings_free(w->words);
    pl_strings_free(w->squashes);
}

/* Adds the words of one name, and the name without spaces. */
static bool split_name(pl_wording *w, uint32_t name, uint64_t *used,
                       char *scratch)
{
    const char *at = pl_strings_at(w->corpus->keys, name);
    const char *end = at + pl_strings_length(w->corpus->keys, name);
    size_t squashed = 0;
    while (at < end) {
        const char *space = memchr(at, ' ', (size_t)(end - at));
        const char *stop = space == NULL ? end : space;
        uint32_t id = pl_strings_add(w->words, at, (size_t)(stop - at));
        if (id == PL_NONE)
            return false;
        w->word[(*used)++] = id;
        memcpy(scratch + squashed, at, (size_t)(stop - at));
        squashed += (size_t)(stop - at);
        at = stop + (space != NULL);
    }
    w->squashed[name] = pl_strings_add(w->squashes, scratch, squashed);
    return w->squashed[name] != PL_NONE;
}

/* A word takes a letter and a blank at least, so half of the bytes is room
 * enough for all of them. */
static bool split_names(pl_wording *w, uint32_t names, pl_arena *arena)
{
    uint64_t bytes = 0, used = 0;
    size_t longest = 0;
    for (uint32_t name = 0; name < names; name++) {
        size_t length = pl_strings_length(w->corpus->keys, name);
        bytes += length + 1;
        longest = length > longest ? length : longest;
    }
    char *scratch = pl_allocate(longest + 1, 1);
    w->first = PL_ARENA_ARRAY(arena, uint64_t, names + 1u);
    w->word = PL_ARENA_ARRAY(arena, uint32_t, bytes / 2 + 1);
    w->squashed = PL_ARENA_ARRAY(arena, uint32_t, names);
    bool enough = scratch && w->first && w->word && w->squashed;
    for (uint32_t name = 0; enough && name < names; name++) {
        w->first[name] = used;
        enough = split_name(w, name, &used, scratch);
    }
    if (enough)
        w->first[names] = used;
    pl_release(scratch);
    return enough;
}

/* Whether the k-th word has stood before in its name. */
static bool is_repeat(const pl_wording *w, uint32_t name, uint64_t k)
{
    for (uint64_t m = w->first[name]; m < k; m++)
        if (w->word[m] == w->word[k])
            return true;
    return false;
}

/* Two passes over the same loop, the first to count and the second to fill, so
 * that both skip the same repetitions. */
static bool index_words(pl_wording *w, uint32_t names, pl_arena *arena)
{
    uint32_t words = pl_strings_count(w->words);
    w->rarity = PL_ARENA_ARRAY(arena, double, words);
    w->holder_first = PL_ARENA_ARRAY(arena, uint64_t, words + 2u);
    w->holder = PL_ARENA_ARRAY(arena, uint32_t, w->first[names]);
    if (!w->rarity || !w->holder_first || !w->holder)
        return false;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t name = 0; name < names; name++)
            for (uint64_t k = w->first[name]; k < w->first[name + 1]; k++) {
                uint32_t word = w->word[k];
                if (is_repeat(w, name, k))
                    continue;
                if (pass == 0)
                    w->holder_first[word + 2]++;
                else
                    w->holder[w->holder_first[word + 1]++] = name;
            }
        for (uint32_t word = 0; pass == 0 && word < words; word++) {
            w->rarity[word] =
                pl_rarity(names, (double)w->holder_first[word + 2]);
            w->holder_first[word + 2] += w->holder_first[word + 1];
        }
    }
    return true;
}

pleach_status pl_wording_make(pl_wording *wording, const pl_scope *scope,
                              pleach_error *error)
{
    uint32_t names = pl_strings_count(scope->corpus->keys);
    wording->corpus = scope->corpus;
    wording->words = pl_strings_new();
    wording->squashes = pl_strings_new();
    if (wording->words == NULL || wording->squashes == NULL ||
        !split_names(wording, names, scope->arena) ||
        !index_words(wording, names, scope->arena))
        return pl_fail_memory(error);
    return PLEACH_OK;
}

static pl_word text_of(const pl_strings *strings, uint32_t id)
{
    return (pl_word){pl_strings_at(strings, id),
                     pl_strings_length(strings, id)};
}

/* Words left to match; `taken` marks those that are. */
typedef struct side {
    const uint32_t *word;
    uint32_t count;
    bool taken[MOST_WORDS];
} side;

static side open_side(const pl_wording *w, uint32_t name)
{
    uint64_t count = w->first[name + 1] - w->first[name];
    side s = {.word = w->word + w->first[name],
              .count = count > MOST_WORDS ? MOST_WORDS : (uint32_t)count};
    return s;
}

/* Takes the pair of words that is most alike and still free, the earliest
 * among equals; returns its likeness, 0: none is left. */
static double take_best(const pl_wording *w, side *a, side *b, double *weight)
{
    double best = 0;
    uint32_t at_a = 0, at_b = 0;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; !a->taken[i] && j < b->count && best < 1; j++) {
            if (b->taken[j])
                continue;
            double alike =
                a->word[i] == b->word[j]
                    ? 1
                    : pl_word_likeness(text_of(w->words, a->word[i]),
                                       text_of(w->words, b->word[j]));
            if (alike > best) {
                best = alike;
                at_a = i;
                at_b = j;
            }
        }
    if (best > 0) {
        a->taken[at_a] = b->taken[at_b] = true;
        *weight = w->rarity[a->word[at_a]] + w->rarity[b->word[at_b]];
    }
    return best;
}

static double weigh_side(const pl_wording *w, const side *s)
{
    double sum = 0;
    for (uint32_t k = 0; k < s->count; k++)
        sum += w->rarity[s->word[k]];
    return sum;
}

static double compare_both_sides(const pl_wording *w, uint32_t a, uint32_t b)
{
    side left = open_side(w, a), right = open_side(w, b);
    double all = weigh_side(w, &left) + weigh_side(w, &right), matched = 0;
    double weight = 0, best;
    while ((best = take_best(w, &left, &right, &weight)) > 0)
        matched += best * weight;
    return all > 0 ? matched / all : 0;
}

/* Words apart and letters together both count, as "sea food" is "seafood" while
 * "food sea" is not. */
double pl_wording_compare(const pl_wording *w, uint32_t a, uint32_t b)
{
    if (a > b) { /* the order of sums must not tell */
        uint32_t other = a;
        a = b;
        b = other;
    }
    double alike = compare_both_sides(w, a, b);
    double squashed =
        SQUASHED *
        (w->squashed[a] == w->squashed[b]
             ? 1
             : pl_word_likeness(text_of(w->squashes, w->squashed[a]),
                                text_of(w->squashes, w->squashed[b])));
    return alike > squashed ? alike : squashed;
}
