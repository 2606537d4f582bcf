/* label_evidence.c: what the names of two labels say about them. */
/* SPDX-License-Identifier: MIT */
#include "same/label_evidence.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "same/spelling.h"

const char *const pl_piece_name[PL_PIECES] = {
    [PL_PIECE_START] = "start",
    [PL_PIECE_WORDS] = "words",
    [PL_PIECE_CONTAINED] = "contained",
    [PL_PIECE_KIND] = "kind",
    [PL_PIECE_SPELLING] = "spelling",
    [PL_PIECE_ACRONYM] = "acronym",
    [PL_PIECE_TAGS] = "tags",
    [PL_PIECE_BOTH_TAGGED] = "both tagged",
    [PL_PIECE_SAID] = "said",
    [PL_PIECE_THESAURUS] = "thesaurus",
    [PL_PIECE_VECTORS] = "vectors",
    [PL_PIECE_CHOSEN] = "chosen",
    [PL_PIECE_PARENTS] = "parents",
    [PL_PIECE_ANCESTORS] = "ancestors",
    [PL_PIECE_SIBLINGS] = "siblings",
    [PL_PIECE_CHILDREN] = "children",
    [PL_PIECE_ONE_ABOVE] = "one above",
    [PL_PIECE_APART] = "apart",
    [PL_PIECE_SAME_NAME] = "same name",
    [PL_PIECE_SAME_PARENTS] = "same parents",
    [PL_PIECE_SAME_SIBLINGS] = "same siblings",
    [PL_PIECE_SAME_CHILDREN] = "same children",
    [PL_PIECE_TITLES] = "titles",
    [PL_PIECE_MAIN_PARTS] = "main parts"};

static const char *const sentence[PL_PIECES] = {
    [PL_PIECE_START] = "two names mean two things, as a rule",
    [PL_PIECE_WORDS] = "they have words in common",
    [PL_PIECE_CONTAINED] = "one is the other with more words",
    [PL_PIECE_KIND] = "one sounds like a kind of the other",
    [PL_PIECE_SPELLING] = "they are spelt alike",
    [PL_PIECE_ACRONYM] = "one is short for the other",
    [PL_PIECE_TAGS] = "their tags are alike",
    [PL_PIECE_BOTH_TAGGED] = "both have tags, which could be alike",
    [PL_PIECE_SAID] = "somebody says it, in a file or by a further name",
    [PL_PIECE_THESAURUS] = "a thesaurus has them together",
    [PL_PIECE_VECTORS] = "their vectors are more alike than those of siblings",
    [PL_PIECE_CHOSEN] = "nobody who has one has a name nearer to the other",
    [PL_PIECE_PARENTS] = "they stand below the same",
    [PL_PIECE_ANCESTORS] = "they stand in one branch, where names tell apart",
    [PL_PIECE_SIBLINGS] = "they stand beside the same",
    [PL_PIECE_CHILDREN] = "they have the same below them",
    [PL_PIECE_ONE_ABOVE] = "only one of them has something below it",
    [PL_PIECE_APART] = "nothing around them is the same",
    [PL_PIECE_SAME_NAME] = "it is one name, used for several things",
    [PL_PIECE_SAME_PARENTS] = "it stands below the same",
    [PL_PIECE_SAME_SIBLINGS] = "it stands beside the same",
    [PL_PIECE_SAME_CHILDREN] = "it has the same below it",
    [PL_PIECE_TITLES] = "both are somebody's word for the whole of one field",
    [PL_PIECE_MAIN_PARTS] = "they have main parts in common"};

const char *pl_piece_says(pl_piece piece)
{
    return sentence[piece];
}

/* Names that people put into one sapling mean two things; but somebody does
 * so by mistake for every popular name. */
static const double MOST_TOGETHER = 0.02;
/* More people do so with a name and its plural; and who says that two names
 * are one knows of them. */
static const double MOST_SAME_TOGETHER = 0.25;

static double greater(double a, double b)
{
    return a > b ? a : b;
}

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

/* How many words end like those for somebody who does something. */
static uint32_t count_doers(const pl_label_words *w, uint32_t label)
{
    const char *text = pl_strings_at(w->texts, w->sorted[label]);
    uint32_t doers = 0;
    for (const char *r = text; (r = strstr(r, "r ")) != NULL; r++)
        doers += r > text && (r[-1] == 'e' || r[-1] == 'o');
    return doers;
}

/* Equal stems are equal words, unless one of them is who does it: a reviewer
 * is no review, however alike the two are spelt. */
static bool is_doer_of(const pl_label_words *w, uint32_t a, uint32_t b)
{
    return count_doers(w, a) != count_doers(w, b);
}

/* Words of one stem, as bills and billing, are related and not the same. */
static const double RELATED = 0.9;

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

/* Whether a label names several things: "Billing & Payments". */
static bool names_several(const pl_label_view *v, uint32_t label)
{
    const pl_strings *spellings = v->labels->corpus->spellings;
    const char *text = pl_strings_at(spellings, v->labels->spelling[label]);
    return strpbrk(text, "&/,+") != NULL || strstr(text, " and ") != NULL;
}

/* Whether a longer name ends as the shorter one: running shoes are shoes, but
 * billing issues are no kind of billing. */
static bool is_kind_of(const pl_label_view *v, uint32_t longer,
                       uint32_t shorter)
{
    const pl_label_words *w = v->words;
    return w->word[w->first[longer + 1] - 1] ==
               w->word[w->first[shorter + 1] - 1] &&
           !names_several(v, longer);
}

/* What is in common, and which relation there is: how alike the words look is
 * asked next, by compare_texts. */
static void compare_label_words(const pl_label_view *v, uint32_t a, uint32_t b,
                                double *piece)
{
    const pl_label_words *w = v->words;
    shared_words s = share_words(&v->sets->words, a, b);
    bool all = s.common == s.left && s.common == s.right;
    bool same = pl_same_words(w, a, b);
    bool contained = !all && (s.common == s.left || s.common == s.right);
    if (same)
        piece[PL_PIECE_WORDS] = 1;
    else if (!all)
        piece[PL_PIECE_WORDS] = s.weight / s.all;
    else if (!is_doer_of(w, a, b))
        piece[PL_PIECE_WORDS] = RELATED;
    if (same || !contained || s.common == 0)
        return;
    piece[PL_PIECE_CONTAINED] = 1;
    piece[PL_PIECE_KIND] =
        s.left < s.right ? is_kind_of(v, b, a) : is_kind_of(v, a, b);
    if (adds_sign(v, a, b))
        piece[PL_PIECE_WORDS] = 0;
}

/* Whether a label is written with two capitals side by side, as what is short
 * for something is. */
static bool has_capitals(const pl_labels *labels, uint32_t label)
{
    const pl_strings *spellings = labels->corpus->spellings;
    const char *at = pl_strings_at(spellings, labels->spelling[label]);
    size_t length = pl_strings_length(spellings, labels->spelling[label]);
    for (size_t k = 1; k < length; k++)
        if (at[k - 1] >= 'A' && at[k - 1] <= 'Z' && at[k] >= 'A' &&
            at[k] <= 'Z')
            return true;
    return false;
}

/* Whether a word of `brief` is made of the first letters of all words that
 * only `full` has: "PC member", "programme committee member". Two letters may
 * stand for much: one half where nothing else is in common. What nobody writes
 * in capitals is a word: wigs are not "what is geocaching?". Where letters
 * stand for several names of the corpus, each of them is as likely meant. */
static double abbreviation_worth(const pl_label_view *v, uint32_t brief,
                                 uint32_t full)
{
    const pl_label_words *w = v->words;
    const char *letters = NULL;
    size_t count = 0, used = 0;
    for (uint64_t k = w->first[brief]; k < w->first[brief + 1]; k++)
        if (!pl_label_has_word(w, full, w->word[k])) {
            if (letters != NULL)
                return 0;
            letters = pl_strings_at(w->words, w->word[k]);
            count = pl_strings_length(w->words, w->word[k]);
        }
    for (uint64_t k = w->first[full]; letters && k < w->first[full + 1]; k++)
        if (!pl_label_has_word(w, brief, w->word[k]))
            if (used == count ||
                pl_strings_at(w->words, w->word[k])[0] != letters[used++])
                return 0;
    if (letters == NULL || used < count || used < 2 ||
        !has_capitals(v->labels, brief))
        return 0;
    if (w->first[brief + 1] - w->first[brief] > 1)
        return 1;
    uint32_t meant = v->sets->shortened[w->initials[full]];
    return (used == 2 ? 0.5 : 1) / (meant > 1 ? meant : 1);
}

/* Jaro-Winkler above what any two names have. */
static double compare_spelling(pl_word a, pl_word b)
{
    static const double CHANCE = 0.85;
    double alike = (pl_word_jaro(a, b) - CHANCE) / (1 - CHANCE);
    return alike > 0 ? alike : 0;
}

static bool is_sign(char c)
{
    return c == '+' || c == '#' || c == '*';
}

/* Whether signs are all that tells two words apart: C, C++ and C#. They are
 * spelt alike, and meant to be told apart. */
static bool differ_in_signs(pl_word a, pl_word b)
{
    size_t i = 0, j = 0, signs = 0;
    while (i < a.length || j < b.length) {
        if (i < a.length && is_sign(a.bytes[i]))
            i++;
        else if (j < b.length && is_sign(b.bytes[j]))
            j++;
        else if (i == a.length || j == b.length || a.bytes[i++] != b.bytes[j++])
            return false;
        else
            continue;
        signs++;
    }
    return signs > 0;
}

/* The next word of a text of words with a space after each, from *at on; false:
 * there are no more. */
static bool next_word(pl_word text, size_t *at, pl_word *word)
{
    if (*at >= text.length)
        return false;
    const char *from = text.bytes + *at;
    const char *space = memchr(from, ' ', text.length - *at);
    *word = (pl_word){from, (size_t)(space - from)};
    *at += word->length + 1;
    return true;
}

static pl_word sorted_text(const pl_label_view *v, uint32_t label)
{
    const pl_label_words *w = v->words;
    return (pl_word){pl_strings_at(w->texts, w->sorted[label]),
                     pl_strings_length(w->texts, w->sorted[label])};
}

/* What only `label` has, as own_words, but not stemmed: a stemmer cuts what is
 * mistyped elsewhere. Both texts are in order, so one walk finds it; all of a
 * name is in the order of the name. */
static pl_word own_text(const pl_label_view *v, uint32_t label, uint32_t other,
                        char room[MOST_BYTES])
{
    pl_word text = sorted_text(v, label), theirs = sorted_text(v, other);
    pl_word word, their = {NULL, 0};
    size_t used = 0, common = 0, at = 0, their_at = 0;
    bool left = next_word(theirs, &their_at, &their);
    while (next_word(text, &at, &word)) {
        while (left && pl_word_compare(their, word) < 0)
            left = next_word(theirs, &their_at, &their);
        if (left && pl_word_equal(their, word)) {
            common++;
        } else if (used + word.length <= MOST_BYTES) {
            memcpy(room + used, word.bytes, word.length);
            used += word.length;
        }
    }
    return common == 0 ? squashed_text(v, label) : (pl_word){room, used};
}

/* Of so many who write a name, one may mistype it. */
static const double SLIPS = 1.0 / 8;
/* Where as many write one as the other, words that differ as misspelt ones
 * seldom do are two words as often as not. */
static const double UNUSUAL = 0.15;

/* A slip is one person's, or a few people's where very many write the name;
 * what many write is a name of its own. Short words are often one edit from
 * another one, so there it must be many to few; and what differs as slips
 * seldom do counts the less the more people write it so. */
static double weigh_slip(pl_word x, pl_word y, pl_slip slip, double alike,
                         double few, double many)
{
    double rare = greater(0, 1 - few / (SLIPS * many));
    double fewer = 0;
    if (slip != PL_NO_SLIP)
        return greater(alike, greater(1 / few, rare));
    if (pl_word_begin_alike(x, y))
        fewer = fmin(1, (1 - few / many) / (1 - SLIPS));
    if (pl_word_is_near(x, y))
        alike *= greater(UNUSUAL, fewer);
    if (pl_word_likeness(x, y) > 0)
        return greater(alike, greater(fewer / few, rare));
    return pl_word_is_short_slip(x, y) ? greater(alike, rare) : alike;
}

/* A word that is surely mistyped is the same word, much as one of the same stem
 * is. */
static void compare_slip(const pl_label_view *v, uint32_t a, uint32_t b,
                         double alike, double *piece)
{
    char left[MOST_BYTES], right[MOST_BYTES];
    pl_word x = own_text(v, a, b, left), y = own_text(v, b, a, right);
    const uint64_t *first = v->apart->owners.first;
    double one = (double)(first[a + 1] - first[a]);
    double other = (double)(first[b + 1] - first[b]);
    double few = one < other ? one : other, many = one < other ? other : one;
    if (x.length == 0 || y.length == 0) { /* their stems differ alone */
        piece[PL_PIECE_SPELLING] = alike;
        return;
    }
    pl_slip slip = pl_word_slip(x, y);
    piece[PL_PIECE_SPELLING] = weigh_slip(x, y, slip, alike, few, many);
    if (slip == PL_SURE_SLIP)
        piece[PL_PIECE_WORDS] = greater(piece[PL_PIECE_WORDS], RELATED);
}

/* Words in common have been counted: what else there is, is compared. */
static void compare_rest(const pl_label_view *v, uint32_t a, uint32_t b,
                         double *piece)
{
    char left[MOST_BYTES], right[MOST_BYTES];
    pl_word x = own_words(v, a, b, left), y = own_words(v, b, a, right);
    bool related = x.length == 0 && y.length == 0;
    if (related) {
        if (is_doer_of(v->words, a, b))
            return;
        x = squashed_text(v, a);
        y = squashed_text(v, b);
    }
    if (differ_in_signs(x, y))
        return;
    double alike = compare_spelling(x, y);
    if (related || !(alike > 0 && alike < 1))
        piece[PL_PIECE_SPELLING] = alike;
    else
        compare_slip(v, a, b, alike, piece);
}

static void compare_texts(const pl_label_view *v, uint32_t a, uint32_t b,
                          double *piece)
{
    if (pl_same_words(v->words, a, b))
        piece[PL_PIECE_SPELLING] = 1;
    else if (!(piece[PL_PIECE_CONTAINED] > 0))
        compare_rest(v, a, b, piece);
    piece[PL_PIECE_ACRONYM] =
        abbreviation_worth(v, a, b) + abbreviation_worth(v, b, a);
}

static bool both_have(const pl_sets *sets, uint32_t a, uint32_t b)
{
    return sets->size[a] > 0 && sets->size[b] > 0;
}

/* Whether names, tags, or what stands around two labels have something to say,
 * beside their vectors. */
static bool something_agrees(const pl_label_view *v, uint32_t a, uint32_t b,
                             const double *piece)
{
    return pl_pieces_agree(piece) > 0 ||
           pl_sets_cosine(&v->sets->parents, a, b) > 0 ||
           pl_sets_cosine(&v->sets->around, a, b) > 0 ||
           pl_sets_cosine(&v->sets->children, a, b) > 0;
}

/* Words in common make vectors alike, and have been counted. Of two that both
 * have something below them vectors alone are not believed: a wrong join takes
 * all of that along. */
static double weigh_vectors(const pl_label_view *v, uint32_t a, uint32_t b,
                            const double *piece)
{
    double alike =
        pl_label_vectors_alike(v->known, a, b) * (1 - piece[PL_PIECE_WORDS]);
    bool inner = alike > 0 && both_have(&v->sets->children, a, b);
    return inner && !something_agrees(v, a, b, piece) ? 0 : alike;
}

void pl_label_pair_measure(const pl_label_view *view, uint32_t a, uint32_t b,
                           double piece[PL_PIECES])
{
    memset(piece, 0, PL_PIECES * sizeof *piece);
    piece[PL_PIECE_START] = 1;
    compare_label_words(view, a, b, piece);
    compare_texts(view, a, b, piece);
    piece[PL_PIECE_SAID] = pl_label_said(view->known, a, b);
    piece[PL_PIECE_THESAURUS] =
        pl_pair_values_find(&view->known->thesaurus, a, b);
    piece[PL_PIECE_TAGS] = pl_sets_cosine(&view->sets->tags, a, b);
    piece[PL_PIECE_BOTH_TAGGED] = both_have(&view->sets->tags, a, b);
    piece[PL_PIECE_VECTORS] = weigh_vectors(view, a, b, piece);
}

double pl_pieces_agree(const double piece[PL_PIECES])
{
    double names = greater(piece[PL_PIECE_WORDS], piece[PL_PIECE_SPELLING]);
    double known = greater(piece[PL_PIECE_THESAURUS], piece[PL_PIECE_VECTORS]);
    known = greater(known, piece[PL_PIECE_SAID]);
    return greater(greater(names, piece[PL_PIECE_TAGS]),
                   greater(known, piece[PL_PIECE_ACRONYM]));
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

bool pl_labels_told_apart(const pl_label_view *view, uint32_t a, uint32_t b)
{
    bool same = pl_same_words(view->words, a, b) ||
                pl_label_said(view->known, a, b) > 0 ||
                pl_labels_answered(view, a, b);
    return pl_share_apart(view->apart, a, b) >
           (same ? MOST_SAME_TOGETHER : MOST_TOGETHER);
}
