/* label_evidence.c: what the names of two labels say about them. */
/* SPDX-License-Identifier: MIT */
#include "same/label_evidence.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "same/spelling.h"

#define WEIGHT(id, name, weight, says) weight,
#define NAME(id, name, weight, says) name,
#define SAYS(id, name, weight, says) says,
const pl_feature_weights pl_usual_weights = {{PL_FEATURE_TABLE(WEIGHT)}};
const char *const pl_feature_name[PL_FEATURES] = {PL_FEATURE_TABLE(NAME)};
const char *const pl_feature_says[PL_FEATURES] = {PL_FEATURE_TABLE(SAYS)};

static pl_word squashed_text(const pl_label_view *v, uint32_t label)
{
    const pl_label_words *w = v->words;
    return (pl_word){pl_strings_at(w->texts, w->squashed[label]),
                     pl_strings_length(w->texts, w->squashed[label])};
}

/* The words of two labels, and what is common. Words have no repeats. */
typedef struct shared_words {
    uint64_t left, right, common;
    double weight, all;
} shared_words;

/* What both have counts by its rarity, against all that either has: "the best
 * of bird" and "bird" share nearly everything that says anything. */
static shared_words share_words(const pl_sets *words, uint32_t a, uint32_t b)
{
    shared_words s = {.left = words->first[a + 1] - words->first[a],
                      .right = words->first[b + 1] - words->first[b]};
    for (uint64_t i = words->first[a], j = words->first[b];
         i < words->first[a + 1] || j < words->first[b + 1];) {
        bool has_i = i < words->first[a + 1], has_j = j < words->first[b + 1];
        uint32_t x = has_i ? words->item[i] : PL_NONE;
        uint32_t y = has_j ? words->item[j] : PL_NONE;
        double weight = (double)words->weight[x <= y ? i : j];
        s.all += weight;
        if (x == y) {
            s.weight += weight;
            s.common++;
        }
        i += x <= y;
        j += y <= x;
    }
    return s;
}

/* Of a long name so many bytes are compared. */
enum { MOST_BYTES = 256 };

/* The stems that only `label` has, without spaces. */
static pl_word own_words(const pl_label_view *v, uint32_t label, uint32_t other,
                         char room[MOST_BYTES])
{
    const pl_label_words *w = v->words;
    size_t used = 0;
    for (uint64_t k = w->first[label]; k < w->first[label + 1]; k++) {
        size_t length = pl_strings_length(w->words, w->word[k]);
        if (pl_label_has_word(w, other, w->word[k]) ||
            used + length > MOST_BYTES)
            continue;
        memcpy(room + used, pl_strings_at(w->words, w->word[k]), length);
        used += length;
    }
    return (pl_word){room, used};
}

/* Whether all that one has more is a letter, or a dot in front (names.h):
 * T-shirts are no shirts, plan B is one of several, and .NET is no net. */
static bool adds_sign(const pl_label_view *v, uint32_t a, uint32_t b)
{
    char left[MOST_BYTES], right[MOST_BYTES];
    pl_word x = own_words(v, a, b, left), y = own_words(v, b, a, right);
    pl_word added = x.length > 0 ? x : y;
    return (added.length == 1 && added.bytes[0] >= 'a' &&
            added.bytes[0] <= 'z') ||
           (added.length == 3 && memcmp(added.bytes, "dot", 3) == 0);
}

/* What is in common, and which relation there is: how alike the words look is
 * asked next, by compare_texts. */
static void compare_label_words(const pl_label_view *v, uint32_t a, uint32_t b,
                                double *feature)
{
    const pl_label_words *w = v->words;
    shared_words s = share_words(&v->sets->words, a, b);
    bool all = s.common == s.left && s.common == s.right;
    bool same = pl_same_words(w, a, b);
    bool contained = !all && (s.common == s.left || s.common == s.right);
    if (same)
        feature[PL_FEATURE_WORDS] = 1;
    else if (!all)
        feature[PL_FEATURE_WORDS] = s.weight / s.all;
    else
        feature[PL_FEATURE_WORDS] = PL_RELATED;
    feature[PL_FEATURE_CONTAINED] = !same && contained && s.common > 0;
    if (feature[PL_FEATURE_CONTAINED] > 0 && adds_sign(v, a, b))
        feature[PL_FEATURE_WORDS] = feature[PL_FEATURE_CONTAINED] = 0;
}

/* Jaro-Winkler above what any two names have. */
static double compare_spelling(pl_word a, pl_word b)
{
    double alike =
        (pl_word_jaro(a, b) - PL_SPELLING_CHANCE) / (1 - PL_SPELLING_CHANCE);
    return alike > 0 ? alike : 0;
}

/* Which letters a text has, of 32 kinds. */
static uint32_t letters_of(pl_word text)
{
    uint32_t kinds = 0;
    for (size_t k = 0; k < text.length; k++)
        kinds |= 1u << (text.bytes[k] & 31);
    return kinds;
}

/* Who mistypes a word doubles, drops or swaps its letters; another letter makes
 * another word: Ireland, Iceland. So words of nearly one length are one that is
 * mistyped, or two. Others may be short for each other, and of short ones
 * letters say little. */
static void compare_other_words(pl_word x, pl_word y, double *feature)
{
    enum { NEAR = 2, LONG = 6 };
    bool near = x.length <= y.length + NEAR && y.length <= x.length + NEAR;
    bool other = letters_of(x) != letters_of(y);
    if (near && other)
        return;
    feature[PL_FEATURE_SPELLING] = compare_spelling(x, y);
    if (near && x.length >= LONG && y.length >= LONG)
        feature[PL_FEATURE_WORDS] += (PL_RELATED - feature[PL_FEATURE_WORDS]) *
                                     feature[PL_FEATURE_SPELLING];
}

/* Words in common have been counted: what else there is, is compared. */
static void compare_rest(const pl_label_view *v, uint32_t a, uint32_t b,
                         double *feature)
{
    char left[MOST_BYTES], right[MOST_BYTES];
    pl_word x = own_words(v, a, b, left), y = own_words(v, b, a, right);
    bool related = x.length == 0 && y.length == 0;
    if (related) { /* their stems are the same */
        x = squashed_text(v, a);
        y = squashed_text(v, b);
    }
    if (related)
        feature[PL_FEATURE_SPELLING] = compare_spelling(x, y);
    else
        compare_other_words(x, y, feature);
}

static void compare_texts(const pl_label_view *v, uint32_t a, uint32_t b,
                          double *feature)
{
    if (pl_same_words(v->words, a, b))
        feature[PL_FEATURE_SPELLING] = 1;
    else if (!(feature[PL_FEATURE_CONTAINED] > 0))
        compare_rest(v, a, b, feature);
}

static bool both_have(const pl_sets *sets, uint32_t a, uint32_t b)
{
    return sets->size[a] > 0 && sets->size[b] > 0;
}

void pl_label_pair_measure(const pl_label_view *view, uint32_t a, uint32_t b,
                           double feature[PL_FEATURES])
{
    memset(feature, 0, PL_FEATURES * sizeof *feature);
    feature[PL_FEATURE_START] = 1;
    compare_label_words(view, a, b, feature);
    compare_texts(view, a, b, feature);
    feature[PL_FEATURE_SAID] = pl_label_said(view->known, a, b);
    feature[PL_FEATURE_THESAURUS] =
        pl_pair_values_find(&view->known->thesaurus, a, b);
    feature[PL_FEATURE_TAGS] = pl_sets_cosine(&view->sets->tags, a, b);
    feature[PL_FEATURE_BOTH_TAGGED] = both_have(&view->sets->tags, a, b);
    /* Words in common make vectors alike, and have been counted. */
    feature[PL_FEATURE_VECTORS] = pl_label_vectors_alike(view->known, a, b) *
                                  (1 - feature[PL_FEATURE_WORDS]);
}

/* The next digit of a text, at or after `at`; its length where there is none.
 */
static size_t next_digit(pl_word text, size_t at)
{
    while (at < text.length && (text.bytes[at] < '0' || text.bytes[at] > '9'))
        at++;
    return at;
}

bool pl_labels_number_apart(const pl_label_view *view, uint32_t a, uint32_t b)
{
    pl_word left = squashed_text(view, a), right = squashed_text(view, b);
    size_t i = next_digit(left, 0), j = next_digit(right, 0);
    if (i == left.length || j == right.length) /* 2019 is not Italy */
        return pl_text_is_year(left.bytes, left.length) ||
               pl_text_is_year(right.bytes, right.length);
    while (i < left.length && j < right.length &&
           left.bytes[i] == right.bytes[j]) {
        i = next_digit(left, i + 1);
        j = next_digit(right, j + 1);
    }
    return i < left.length || j < right.length;
}

double pl_labels_most_together(const pl_label_view *view, uint32_t a,
                               uint32_t b)
{
    bool same = pl_same_words(view->words, a, b) ||
                pl_label_said(view->known, a, b) > 0 ||
                pl_labels_answered(view, a, b);
    return same ? PL_MOST_SAME_TOGETHER : PL_MOST_TOGETHER;
}
