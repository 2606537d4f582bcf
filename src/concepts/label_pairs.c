/* label_pairs.c: the odds that two labels mean the same.
 *
 * The score is a sum of evidence for and against, close to the logarithm of
 * the odds: the weights are those of a logistic regression over the sets with
 * a truth that docs/similarity.md names, rounded; leaving a set out of the
 * regression changes little for that set. Only the start is lower, by 0.8: a
 * wrong join of two inner nodes spoils every path below them, and costs a tree
 * more than a join that is missed. */
/* SPDX-License-Identifier: MIT */
#include "concepts/label_pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/threads.h"
#include "similarity/postings.h"
#include "similarity/spelling.h"

const double pl_piece_weight[PL_PIECES] = {
    [PL_PIECE_START] = -5.9,       [PL_PIECE_SAME_WORDS] = 1.3,
    [PL_PIECE_DERIVED] = -4.6,     [PL_PIECE_WORDS] = 2.8,
    [PL_PIECE_HEAD] = 1.0,         [PL_PIECE_ADDED] = 0.1,
    [PL_PIECE_SPELLING] = 2.4,     [PL_PIECE_SLIP] = 3.0,
    [PL_PIECE_ACRONYM] = 5.5,      [PL_PIECE_TAGS] = 3.1,
    [PL_PIECE_BOTH_TAGGED] = -1.2, [PL_PIECE_PARENTS] = 1.4,
    [PL_PIECE_CHILDREN] = 5.2,     [PL_PIECE_BOTH_ABOVE] = 1.4,
    [PL_PIECE_PEOPLE] = -1.6,      [PL_PIECE_CHOSEN] = 2.6};

const char *const pl_piece_name[PL_PIECES] = {
    [PL_PIECE_START] = "start",
    [PL_PIECE_SAME_WORDS] = "same words",
    [PL_PIECE_DERIVED] = "derived",
    [PL_PIECE_WORDS] = "words",
    [PL_PIECE_HEAD] = "head",
    [PL_PIECE_ADDED] = "added",
    [PL_PIECE_SPELLING] = "spelling",
    [PL_PIECE_SLIP] = "slip",
    [PL_PIECE_ACRONYM] = "acronym",
    [PL_PIECE_TAGS] = "tags",
    [PL_PIECE_BOTH_TAGGED] = "both tagged",
    [PL_PIECE_PARENTS] = "parents",
    [PL_PIECE_CHILDREN] = "children",
    [PL_PIECE_BOTH_ABOVE] = "both above",
    [PL_PIECE_PEOPLE] = "people",
    [PL_PIECE_CHOSEN] = "chosen"};

const char *const pl_piece_sentence[PL_PIECES] = {
    [PL_PIECE_START] = "two names mean two things, as a rule",
    [PL_PIECE_SAME_WORDS] = "they have the same words",
    [PL_PIECE_DERIVED] = "one is who does it, the other is not",
    [PL_PIECE_WORDS] = "they have words in common",
    [PL_PIECE_HEAD] = "one is the other with words before it",
    [PL_PIECE_ADDED] = "one is the other with words after it",
    [PL_PIECE_SPELLING] = "they are spelt alike",
    [PL_PIECE_SLIP] = "one is a slip of the other",
    [PL_PIECE_ACRONYM] = "one is short for the other",
    [PL_PIECE_TAGS] = "their tags are alike",
    [PL_PIECE_BOTH_TAGGED] = "both have tags, which could be alike",
    [PL_PIECE_PARENTS] = "they stand under the same names",
    [PL_PIECE_CHILDREN] = "they have children in common, and more agrees",
    [PL_PIECE_BOTH_ABOVE] = "both have children",
    [PL_PIECE_PEOPLE] = "some people use both",
    [PL_PIECE_CHOSEN] = "nobody who has one has a name nearer to the other"};

/* Names that people put into one sapling mean two things; but somebody does
 * so by mistake for every popular name. */
static const double MOST_TOGETHER = 0.02;

/* Where pairs are looked for: an item of more labels finds none. */
enum { MOST_WORD_HOLDERS = 100, MOST_HOLDERS = 200 };
static const double LEAST_TAGS = 0.25, LEAST_CHILDREN = 0.3;
static const double LEAST_PARENTS = 0.5, LEAST_GRAMS = 0.3;
/* Below this, hardly anything could lift a pair above 0. */
static const double HOPELESS = -4.0;
/* The square of the logarithm of a few hundred names. */
static const double MANY = 32.0;
/* Of a label's owners so many are asked. */
enum { MOST_OWNERS = 64 };

/* ------------------------------------------------------------- finding -- */

static const double MOSTLY = 0.5;

typedef struct wanted {
    const pl_sets *sets;
    double least;
} wanted;

static bool meets_at_all(const void *context, uint32_t a, uint32_t b,
                         double product)
{
    (void)context;
    (void)a;
    (void)b;
    return product > 0;
}

static bool meets_often(const void *context, uint32_t a, uint32_t b,
                        double common)
{
    const wanted *w = context;
    uint64_t left = w->sets->first[a + 1] - w->sets->first[a];
    uint64_t right = w->sets->first[b + 1] - w->sets->first[b];
    return common >= w->least * (double)(left < right ? left : right);
}

static bool meets_closely(const void *context, uint32_t a, uint32_t b,
                          double product)
{
    const wanted *w = context;
    /* What many labels have is missing from the product, and adds little. */
    return product > MOSTLY * w->least * w->sets->size[a] * w->sets->size[b] &&
           pl_sets_cosine(w->sets, a, b) > w->least;
}

/* A word and the first letters of several. */
static bool meets_shortened(const void *context, uint32_t a, uint32_t b,
                            double product)
{
    const uint64_t *first = context;
    (void)product;
    return (first[a + 1] - first[a] == 1) != (first[b + 1] - first[b] == 1);
}

/* Each rank does so for other labels. */
static bool propose(pl_pair_list *found, const pl_label_view *v,
                    const pleach_exchange *exchange, uint64_t *looked)
{
    pl_turns turns = {0, 1};
    if (exchange != NULL)
        turns = (pl_turns){exchange->rank, exchange->ranks};
    const pl_label_sets *s = v->sets;
    uint32_t labels = v->labels->count;
    wanted grams = {&s->grams, LEAST_GRAMS}, tags = {&s->tags, LEAST_TAGS};
    wanted children = {&s->children, LEAST_CHILDREN};
    /* Parents alone make no pair likely: but who weighs evidence wants to see
     * what it is worth there, too. */
    wanted parents = {&s->parents, LEAST_PARENTS};
    return pl_postings_pair(found, &s->words, labels, s->word_count,
                            MOST_WORD_HOLDERS, turns, meets_at_all, NULL,
                            looked) &&
           pl_postings_pair(found, &s->grams, labels, s->gram_count,
                            MOST_HOLDERS, turns, meets_often, &grams, looked) &&
           pl_postings_pair(found, &s->tags, labels, s->tag_count, MOST_HOLDERS,
                            turns, meets_closely, &tags, looked) &&
           pl_postings_pair(found, &s->children, labels, s->key_count,
                            MOST_HOLDERS, turns, meets_closely, &children,
                            looked) &&
           (v->least > -INFINITY ||
            pl_postings_pair(found, &s->parents, labels, s->key_count,
                             MOST_HOLDERS, turns, meets_closely, &parents,
                             looked)) &&
           pl_postings_pair(found, &s->acronyms, labels, s->text_count,
                            MOST_HOLDERS, turns, meets_shortened,
                            v->words->first, looked);
}

/* ------------------------------------------------------------- scoring -- */

static pl_word squashed_text(const pl_label_view *v, uint32_t label)
{
    const pl_label_words *w = v->words;
    return (pl_word){pl_strings_at(w->texts, w->squashed[label]),
                     pl_strings_length(w->texts, w->squashed[label])};
}

static uint32_t last_word(const pl_label_view *v, uint32_t label)
{
    const pl_label_words *w = v->words;
    return w->first[label + 1] > w->first[label]
               ? w->word[w->first[label + 1] - 1]
               : PL_NONE;
}

/* The words of two labels, and what is common. Words have no repeats. */
typedef struct shared_words {
    uint64_t left, right, common;
    double weight, all;
} shared_words;

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

static void compare_words(const pl_label_view *v, uint32_t a, uint32_t b,
                          double *piece)
{
    const pl_label_words *w = v->words;
    shared_words s = share_words(&v->sets->words, a, b);
    bool all = s.common == s.left && s.common == s.right;
    bool same = pl_same_words(w, a, b);
    bool contained =
        !all && s.common > 0 && (s.common == s.left || s.common == s.right);
    bool head = last_word(v, a) == last_word(v, b);
    piece[PL_PIECE_WORDS] = all || same ? 1 : s.weight / s.all;
    piece[PL_PIECE_SAME_WORDS] = all || same;
    piece[PL_PIECE_DERIVED] =
        all && !same && count_doers(w, a) != count_doers(w, b);
    piece[PL_PIECE_HEAD] = !same && contained && head;
    piece[PL_PIECE_ADDED] = !same && contained && !head;
}

static bool has_word(const pl_label_words *w, uint32_t label, uint32_t word)
{
    for (uint64_t k = w->first[label]; k < w->first[label + 1]; k++)
        if (w->word[k] == word)
            return true;
    return false;
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
 * stand for much: one half where nothing else is in common, and nothing where
 * nobody writes them in capitals ("at" is not an award trophy). */
static double abbreviates(const pl_label_view *v, uint32_t brief, uint32_t full)
{
    const pl_label_words *w = v->words;
    const char *letters = NULL;
    size_t count = 0, used = 0;
    for (uint64_t k = w->first[brief]; k < w->first[brief + 1]; k++)
        if (!has_word(w, full, w->word[k])) {
            if (letters != NULL)
                return 0;
            letters = pl_strings_at(w->words, w->word[k]);
            count = pl_strings_length(w->words, w->word[k]);
        }
    for (uint64_t k = w->first[full]; letters && k < w->first[full + 1]; k++)
        if (!has_word(w, brief, w->word[k]))
            if (used == count ||
                pl_strings_at(w->words, w->word[k])[0] != letters[used++])
                return 0;
    if (letters == NULL || used < count || used < 2)
        return 0;
    if (used == 2 && !has_capitals(v->labels, brief))
        return 0;
    return used == 2 && w->first[brief + 1] - w->first[brief] == 1 ? 0.5 : 1;
}

/* Jaro-Winkler above what any two names have. */
static double compare_spelling(pl_word a, pl_word b)
{
    static const double CHANCE = 0.7;
    double alike = (pl_word_jaro(a, b) - CHANCE) / (1 - CHANCE);
    return alike > 0 ? alike : 0;
}

/* A slip is one person's; what many write is a name of its own. */
static double compare_slip(const pl_label_view *v, uint32_t a, uint32_t b)
{
    const uint64_t *first = v->apart->owners.first;
    uint64_t left = first[a + 1] - first[a], right = first[b + 1] - first[b];
    return pl_word_likeness(squashed_text(v, a), squashed_text(v, b)) > 0
               ? 1 / (double)(left < right ? left : right)
               : 0;
}

static void compare_texts(const pl_label_view *v, uint32_t a, uint32_t b,
                          double *piece)
{
    bool same = piece[PL_PIECE_SAME_WORDS] > 0;
    bool derived = piece[PL_PIECE_DERIVED] > 0;
    piece[PL_PIECE_SPELLING] =
        same && !derived
            ? 1
            : compare_spelling(squashed_text(v, a), squashed_text(v, b));
    bool added = piece[PL_PIECE_HEAD] > 0 || piece[PL_PIECE_ADDED] > 0;
    bool near = piece[PL_PIECE_SPELLING] > 0 && !same && !added;
    piece[PL_PIECE_SLIP] = near ? compare_slip(v, a, b) : 0;
    piece[PL_PIECE_ACRONYM] = abbreviates(v, a, b) + abbreviates(v, b, a);
}

static bool both_have(const pl_sets *sets, uint32_t a, uint32_t b)
{
    return sets->size[a] > 0 && sets->size[b] > 0;
}

/* The cosine of the children, less where few are common, which may be chance,
 * and less where one's are among the other's who has many more: then one is
 * above the other rather than the same. */
static double compare_children(const pl_sets *sets, uint32_t a, uint32_t b)
{
    double left = (double)(sets->first[a + 1] - sets->first[a]);
    double right = (double)(sets->first[b + 1] - sets->first[b]);
    double fewer = left < right ? left : right;
    double more = left < right ? right : left;
    double common = pl_sets_common(sets, a, b);
    if (!(common > 0))
        return 0;
    double within = common / fewer * (1 - fewer / more);
    return common / (common + 1) * (1 - within) * pl_sets_cosine(sets, a, b);
}

static double greatest(double a, double b, double c)
{
    double most = a > b ? a : b;
    return most > c ? most : c;
}

/* Children count as far as something else agrees as well. */
static void compare_around(const pl_label_view *v, uint32_t a, uint32_t b,
                           double *piece)
{
    const pl_label_sets *s = v->sets;
    piece[PL_PIECE_TAGS] = pl_sets_cosine(&s->tags, a, b);
    piece[PL_PIECE_BOTH_TAGGED] = both_have(&s->tags, a, b);
    piece[PL_PIECE_PARENTS] = pl_sets_cosine(&s->parents, a, b);
    piece[PL_PIECE_CHILDREN] =
        sqrt(compare_children(&s->children, a, b) *
             greatest(piece[PL_PIECE_WORDS], piece[PL_PIECE_TAGS],
                      piece[PL_PIECE_PARENTS]));
    piece[PL_PIECE_BOTH_ABOVE] = both_have(&s->children, a, b);
    piece[PL_PIECE_PEOPLE] = pl_common_owners(v->apart, a, b);
}

void pl_label_pair_measure(const pl_label_view *view, uint32_t a, uint32_t b,
                           double piece[PL_PIECES])
{
    memset(piece, 0, PL_PIECES * sizeof *piece);
    piece[PL_PIECE_START] = 1;
    compare_words(view, a, b, piece);
    compare_texts(view, a, b, piece);
    compare_around(view, a, b, piece);
}

bool pl_labels_told_apart(const pl_label_view *view, uint32_t a, uint32_t b)
{
    return pl_share_apart(view->apart, a, b) > MOST_TOGETHER;
}

static double judge(const pl_label_view *view, uint32_t a, uint32_t b)
{
    double piece[PL_PIECES], score = 0;
    if (pl_labels_told_apart(view, a, b))
        return -INFINITY;
    pl_label_pair_measure(view, a, b, piece);
    for (int k = 0; k < PL_PIECES; k++)
        score += view->weight[k] * piece[k];
    return score;
}

static pleach_status score_pairs(pl_label_pairs *pairs,
                                 const pl_label_view *view,
                                 const pl_pair_list *found,
                                 const pl_scope *scope, pleach_error *error)
{
    enum { REPORT_EVERY = 1 << 16 };
    for (size_t k = 0; k < found->count; k++) {
        uint32_t a = (uint32_t)(found->items[k] >> 32);
        uint32_t b = (uint32_t)found->items[k];
        double score = judge(view, a, b);
        if (score > view->least + HOPELESS &&
            !pl_list_push(pairs, ((pl_label_pair){a, b, score, 0})))
            return pl_fail_memory(error);
        if (k % REPORT_EVERY == 0)
            PL_TRY(pl_report(scope->listener,
                             &(pleach_progress){.stage = "compare",
                                                .done = k,
                                                .total = found->count},
                             error));
    }
    return PLEACH_OK;
}

/* The order does not matter yet. */
static pleach_status join_pairs(pl_label_pairs *pairs,
                                const pleach_exchange *exchange,
                                pleach_error *error)
{
    uint64_t *first = pl_allocate((size_t)exchange->ranks + 1, sizeof *first);
    pleach_status status = first == NULL
                               ? pl_fail_memory(error)
                               : pl_list_join(exchange, pairs, first, error);
    pl_release(first);
    return status;
}

/* ------------------------------------------------------------ choosing -- */

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

static int compare_pairs(const void *left, const void *right)
{
    const pl_label_pair *a = left, *b = right;
    if (a->score != b->score)
        return a->score > b->score ? -1 : 1;
    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    return (a->b > b->b) - (a->b < b->b);
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

static bool add_choices(pl_label_pairs *pairs, const pl_label_view *view)
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
        pairs->items[k].chosen = c.chosen[k] * names * names / MANY;
        pairs->items[k].score +=
            view->weight[PL_PIECE_CHOSEN] * pairs->items[k].chosen;
    }
    pl_arena_free(scratch);
    return enough;
}

static void sort_pairs(pl_label_pairs *pairs)
{
    if (pairs->count > 1)
        qsort(pairs->items, pairs->count, sizeof *pairs->items, compare_pairs);
}

pleach_status pl_label_pairs_find(pl_label_pairs *pairs,
                                  const pl_label_view *view, pl_scope *scope,
                                  pleach_error *error)
{
    pl_pair_list found = {NULL, 0, 0};
    pleach_status status = PLEACH_OK;
    if (!propose(&found, view, scope->exchange, &scope->looked_at))
        status = pl_fail_memory(error);
    if (status == PLEACH_OK) {
        pl_pairs_settle(&found);
        status = score_pairs(pairs, view, &found, scope, error);
    }
    pl_list_free(&found);
    if (status == PLEACH_OK && scope->exchange != NULL)
        status = join_pairs(pairs, scope->exchange, error);
    PL_TRY(status);
    sort_pairs(pairs);
    if (!add_choices(pairs, view))
        return pl_fail_memory(error);
    sort_pairs(pairs);
    while (pairs->count > 0 &&
           !(pairs->items[pairs->count - 1].score > view->least))
        pairs->count--;
    return PLEACH_OK;
}
