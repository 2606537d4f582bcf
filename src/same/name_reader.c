/* name_reader.c: reads names as people write them. */
/* SPDX-License-Identifier: MIT */
#include "same/name_reader.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"

static pl_word text_word(const pl_name_reader *r, size_t k)
{
    size_t from = k == 0 ? 0 : r->ends.items[k - 1];
    return (pl_word){r->squashed.items + from, r->ends.items[k] - from};
}

static bool is_decimal(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* How many bytes of numbering a name starts with: "2. ", "1.3) ", "4: ",
 * "B2. ", "C. " before a capital. A bare number is none: "2007 photos", "3 D",
 * and so is a name that is cut short: "E. coli". */
static size_t label_numbering(const char *name, size_t length)
{
    size_t at = length > 0 && is_capital(name[0]), digits = 0;
    if (at == 1 && length > 3 && is_capital(name[3]) &&
        (name[1] == '.' || name[1] == ')') && name[2] == ' ')
        return 3;
    while (at < length && (is_decimal(name[at]) || name[at] == '.')) {
        digits += is_decimal(name[at]);
        at++;
    }
    bool dotted = at > 0 && memchr(name, '.', at) != NULL;
    if (at < length && (name[at] == ')' || name[at] == ':')) {
        dotted = true;
        at++;
    }
    if (digits == 0 || !dotted || at >= length || name[at] != ' ')
        return 0;
    return at + 1;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Whether `letters` are the first letters of the words before them. */
static bool are_initials(const char *name, size_t length, const char *letters,
                         size_t count)
{
    size_t used = 0;
    bool inside = false;
    for (size_t k = 0; k < length; k++) {
        bool part = name[k] == ' ' || name[k] == '-' || name[k] == '/';
        if (!part && !inside) {
            if (used >= count || lower(name[k]) != lower(letters[used]))
                return false;
            used++;
        }
        inside = !part;
    }
    return used == count && count > 1;
}

/* How many bytes of a name are left without the end of an address:
 * "unsplash.com" is called Unsplash elsewhere. Other endings are part of names
 * (Node dot js). */
static size_t without_domain(const char *name, size_t length)
{
    static const char *const domains[] = {".com", ".org"};
    for (size_t k = 0; k < sizeof domains / sizeof *domains; k++) {
        size_t end = strlen(domains[k]);
        if (length > end && memchr(name, ' ', length) == NULL &&
            memcmp(name + length - end, domains[k], end) == 0)
            return length - end;
    }
    return length;
}

/* The name without numbering, without its own acronym in brackets at the end
 * and without the end of an address. Numbering alone is a name. */
static pl_word bare_name(const char *name, size_t length)
{
    size_t from = label_numbering(name, length);
    const char *open = memchr(name + from, '(', length - from);
    size_t end = length;
    if (open != NULL && name[length - 1] == ')') {
        size_t before = (size_t)(open - name);
        while (before > from && name[before - 1] == ' ')
            before--;
        if (are_initials(name + from, before - from, open + 1,
                         (size_t)(name + length - 1 - (open + 1))))
            end = before;
    }
    return (pl_word){name + from, without_domain(name + from, end - from)};
}

/* Whether a word only holds others together, stands before one, or is what is
 * left of "color(s)". Where there is nothing to hold it says something:
 * e-sports are no sports, and vitamin A is one of several. */
static bool is_connective(pl_word word, bool first, bool last)
{
    static const struct {
        const char *word;
        bool opens, closes; /* a name, and still says nothing */
    } known[] = {
        {"and", false, false}, {"und", false, false}, {"et", false, false},
        {"y", false, false},   {"e", false, false},   {"of", false, false},
        {"the", true, false},  {"a", true, false},    {"s", false, true}};
    for (size_t k = 0; word.length <= 3 && k < sizeof known / sizeof *known;
         k++)
        if (word.length == strlen(known[k].word) &&
            memcmp(word.bytes, known[k].word, word.length) == 0)
            return (!first || known[k].opens) && (!last || known[k].closes);
    return false;
}

typedef struct ending {
    const char *from, *to;
    size_t shortest; /* words */
    size_t length;   /* of `from` */
} ending;

#define ENDING(from, to, shortest)                                             \
    {                                                                          \
        from, to, shortest, sizeof(from) - 1                                   \
    }

/* Each of the following tables is in the order of last letters.
 *
 * British words as American ones: colour, organisation, centre, catalogue,
 * licence. What else this turns into something odd does no harm, as it is
 * compared with words treated alike, unless it is another word: a timbre is no
 * timber. */
static const ending american[] = {ENDING("pyjama", "pajama", 6),
                                  ENDING("ised", "ized", 6),
                                  ENDING("ise", "ize", 5),
                                  ENDING("yse", "yze", 6),
                                  ENDING("tre", "ter", 5),
                                  ENDING("ogue", "og", 6),
                                  ENDING("ence", "ense", 6),
                                  ENDING("gramme", "gram", 6),
                                  ENDING("bre", "ber", 5),
                                  ENDING("timbre", "timbre", 6),
                                  ENDING("tyre", "tire", 4),
                                  ENDING("moustache", "mustache", 9),
                                  ENDING("ising", "izing", 7),
                                  ENDING("ysing", "yzing", 7),
                                  ENDING("aluminium", "aluminum", 9),
                                  ENDING("isation", "ization", 8),
                                  ENDING("our", "or", 6),
                                  ENDING("iser", "izer", 6),
                                  ENDING("ours", "ors", 7),
                                  ENDING("ises", "izes", 6),
                                  ENDING("isations", "izations", 9),
                                  ENDING("tres", "ters", 6),
                                  ENDING("ogues", "ogs", 7),
                                  ENDING("ences", "enses", 7),
                                  ENDING("grammes", "grams", 7),
                                  ENDING("bres", "bers", 6),
                                  ENDING("timbres", "timbres", 7),
                                  ENDING("tyres", "tires", 5),
                                  ENDING("pyjamas", "pajamas", 7),
                                  ENDING("moustaches", "mustaches", 10),
                                  ENDING("yoghurts", "yogurts", 8),
                                  ENDING("racquets", "rackets", 8),
                                  ENDING("yoghurt", "yogurt", 7),
                                  ENDING("racquet", "racket", 7),
                                  ENDING("grey", "gray", 4),
                                  ENDING("jewellery", "jewelry", 9)};

/* English plurals that no rule makes, also at the end of a longer word:
 * penknives, grandchildren. What is no plural stays ("omen"), and persons
 * become people, as what is personal has their stem. Media and data are not
 * here: they are words of their own, and somebody's medium is a size. */
static const ending irregular[] = {ENDING("criteria", "criterion", 8),
                                   ENDING("phenomena", "phenomenon", 9),
                                   ENDING("bacteria", "bacterium", 8),
                                   ENDING("curricula", "curriculum", 9),
                                   ENDING("pumice", "pumice", 6),
                                   ENDING("geese", "goose", 5),
                                   ENDING("mice", "mouse", 4),
                                   ENDING("larvae", "larva", 6),
                                   ENDING("algae", "alga", 5),
                                   ENDING("formulae", "formula", 8),
                                   ENDING("antennae", "antenna", 8),
                                   ENDING("vertebrae", "vertebra", 9),
                                   ENDING("teeth", "tooth", 5),
                                   ENDING("cacti", "cactus", 5),
                                   ENDING("fungi", "fungus", 5),
                                   ENDING("alumni", "alumnus", 6),
                                   ENDING("nuclei", "nucleus", 6),
                                   ENDING("stimuli", "stimulus", 7),
                                   ENDING("men", "man", 3),
                                   ENDING("women", "woman", 5),
                                   ENDING("omen", "omen", 4),
                                   ENDING("ramen", "ramen", 5),
                                   ENDING("person", "people", 6),
                                   ENDING("children", "child", 8),
                                   ENDING("oxen", "ox", 4),
                                   ENDING("cleaves", "cleaves", 7),
                                   ENDING("persons", "people", 7),
                                   ENDING("mens", "man", 4),
                                   ENDING("womens", "woman", 6),
                                   ENDING("omens", "omen", 5),
                                   ENDING("childrens", "child", 9),
                                   ENDING("knives", "knife", 6),
                                   ENDING("wives", "wife", 5),
                                   ENDING("wolves", "wolf", 6),
                                   ENDING("elves", "elf", 5),
                                   ENDING("halves", "half", 6),
                                   ENDING("calves", "calf", 6),
                                   ENDING("leaves", "leaf", 6),
                                   ENDING("loaves", "loaf", 6),
                                   ENDING("thieves", "thief", 7),
                                   ENDING("scarves", "scarf", 7),
                                   ENDING("hooves", "hoof", 6),
                                   ENDING("dwarves", "dwarf", 7),
                                   ENDING("indices", "index", 7),
                                   ENDING("vertices", "vertex", 8),
                                   ENDING("matrices", "matrix", 8),
                                   ENDING("appendices", "appendix", 10),
                                   ENDING("lyses", "lysis", 8),
                                   ENDING("theses", "thesis", 6),
                                   ENDING("crises", "crisis", 6),
                                   ENDING("gnoses", "gnosis", 8),
                                   ENDING("zzes", "z", 6),
                                   ENDING("buses", "bus", 5),
                                   ENDING("busses", "bus", 6),
                                   ENDING("lenses", "lens", 6),
                                   ENDING("canvases", "canvas", 8),
                                   ENDING("irises", "iris", 6),
                                   ENDING("abuses", "abuse", 6),
                                   ENDING("gases", "gas", 5),
                                   ENDING("ruses", "rus", 7),
                                   ENDING("puses", "pus", 7),
                                   ENDING("nuses", "nus", 7),
                                   ENDING("tuses", "tus", 8),
                                   ENDING("feet", "foot", 4)};

/* News, lens and canvas are none. */
static const ending singular[] = {ENDING("sses", "ss", 5),
                                  ENDING("ches", "ch", 6),
                                  ENDING("shes", "sh", 6),
                                  ENDING("xes", "x", 5),
                                  ENDING("ies", "y", 5),
                                  ENDING("ss", "ss", 3),
                                  ENDING("us", "us", 3),
                                  ENDING("is", "is", 3),
                                  ENDING("s", "", 4),
                                  ENDING("news", "news", 4),
                                  ENDING("canvas", "canvas", 6),
                                  ENDING("lens", "lens", 4)};

enum { AMERICAN, IRREGULAR, SINGULAR, TABLES };

static const struct {
    const ending *endings;
    size_t count;
} tables[TABLES] = {{american, sizeof american / sizeof *american},
                    {irregular, sizeof irregular / sizeof *irregular},
                    {singular, sizeof singular / sizeof *singular}};

/* Notes where in each table the endings of each last letter begin; where there
 * are none, the first ending has another letter. */
static void index_endings(pl_name_reader *r)
{
    for (int t = 0; t < TABLES; t++)
        for (size_t k = tables[t].count; k-- > 0;) {
            const ending *e = &tables[t].endings[k];
            r->endings[t][(uint8_t)e->from[e->length - 1]] = (uint8_t)k;
        }
}

/* TVs and PCs: two letters that make no word are short for one. */
static size_t without_plural_of_letters(const char *word, size_t length)
{
    bool letters = length == 3 && word[2] == 's';
    for (size_t k = 0; k < 2 && letters; k++)
        letters = word[k] >= 'b' && word[k] <= 'z' &&
                  strchr("aeiouys", word[k]) == NULL;
    return letters ? length - 1 : length;
}

/* The longest ending that a word has is changed; the last letter tells most. */
static size_t change_end(const pl_name_reader *r, char *word, size_t length,
                         int table)
{
    const ending *best = NULL;
    char last = length > 0 ? word[length - 1] : ' ';
    for (size_t k = r->endings[table][(uint8_t)last]; k < tables[table].count;
         k++) {
        const ending *e = &tables[table].endings[k];
        if (e->from[e->length - 1] != last)
            break;
        if (length >= e->shortest &&
            (best == NULL || e->length > best->length) &&
            memcmp(word + length - e->length, e->from, e->length) == 0)
            best = e;
    }
    if (best == NULL)
        return length;
    size_t keep = length - best->length, more = strlen(best->to);
    memcpy(word + keep, best->to, more); /* by a letter longer at most */
    return keep + more;
}

/* The singular of other languages is what their stemmer leaves. Twice, since
 * one ending may hide another: boulangers, boulanger, boulang. */
static bool append_stem(pl_name_reader *r, const char *word, size_t length)
{
    size_t start = r->squashed.count;
    for (int again = 0; again < 2; again++) {
        pl_key stem;
        if (!pl_namer_key(r->stemmer, word, length, &stem) ||
            !pl_list_room(&r->squashed, stem.length + 1))
            return false;
        word = memcpy(r->squashed.items + start, stem.bytes, stem.length);
        length = stem.length;
    }
    r->squashed.count = start + length;
    return pl_list_push(&r->ends, r->squashed.count);
}

/* Adds a word that is not stemmed: spelt the American way, and without plurals
 * that no stemmer knows, to `plain`, and in the singular to the label's text
 * and list. */
static bool append_word(pl_name_reader *r, pl_word word)
{
    if (!pl_list_room(&r->plain, word.length + 2) ||
        !pl_list_room(&r->squashed, word.length + 1))
        return false;
    char *plain = r->plain.items + r->plain.count;
    char *text = r->squashed.items + r->squashed.count;
    memcpy(plain, word.bytes, word.length);
    size_t length = change_end(r, plain, word.length, AMERICAN);
    if (r->english)
        length = change_end(r, plain, length, IRREGULAR);
    plain[length] = ' ';
    r->plain.count += length + 1;
    if (r->foreign)
        return append_stem(r, plain, length);
    memcpy(text, plain, length);
    length = without_plural_of_letters(text, length);
    length = change_end(r, text, length, SINGULAR);
    r->squashed.count += length;
    return pl_list_push(&r->ends, r->squashed.count);
}

/* Adds the words of a key, with or without those that say nothing; returns
 * whether there was memory. */
static bool append_words(pl_name_reader *r, const pl_key *key, bool all)
{
    for (size_t at = 0; at < key->length;) {
        const char *space = memchr(key->bytes + at, ' ', key->length - at);
        size_t end = space == NULL || key->nameless
                         ? key->length
                         : (size_t)(space - key->bytes);
        pl_word word = {key->bytes + at, end - at};
        bool kept = all || !is_connective(word, at == 0, end == key->length);
        if (kept && !append_word(r, word))
            return false;
        at = end + 1;
    }
    return true;
}

static int compare_words(const void *left, const void *right)
{
    const pl_word *a = left, *b = right;
    return pl_word_compare(*a, *b);
}

/* In order, so that two names are compared in one walk through both. Most have
 * few words, which are sorted by insertion. */
static void order_words(pl_word *words, size_t count)
{
    enum { FEW = 16 };
    if (count > FEW) {
        qsort(words, count, sizeof *words, compare_words);
        return;
    }
    for (size_t k = 1; k < count; k++) {
        pl_word word = words[k];
        size_t at = k;
        for (; at > 0 && pl_word_compare(words[at - 1], word) > 0; at--)
            words[at] = words[at - 1];
        words[at] = word;
    }
}

static bool sort_words(pl_name_reader *r)
{
    size_t count = r->ends.count, used = 0;
    r->order.count = 0;
    if (!pl_list_room(&r->order, count) ||
        !pl_list_room(&r->sorted, r->squashed.count + count + 1))
        return false;
    for (size_t k = 0; k < count; k++)
        r->order.items[k] = text_word(r, k);
    order_words(r->order.items, count);
    for (size_t k = 0; k < count; k++) {
        pl_word word = r->order.items[k];
        memcpy(r->sorted.items + used, word.bytes, word.length);
        used += word.length;
        r->sorted.items[used++] = ' ';
    }
    r->sorted.count = used;
    return true;
}

bool pl_name_reader_squash(pl_name_reader *r, const char *bytes, size_t length)
{
    pl_word name = bare_name(bytes, length);
    pl_key key;
    r->squashed.count = r->plain.count = r->ends.count = 0;
    return pl_namer_plain_key(r->namer, name.bytes, name.length, &key) &&
           append_words(r, &key, false) &&
           (r->ends.count > 0 || append_words(r, &key, true));
}

bool pl_name_reader_read(pl_name_reader *r, const char *bytes, size_t length)
{
    return pl_name_reader_squash(r, bytes, length) && sort_words(r) &&
           pl_namer_key(r->stemmer, r->plain.items, r->plain.count, &r->stems);
}

pleach_status pl_name_reader_open(pl_name_reader *r, pl_arena *arena,
                                  const char *language, pleach_error *error)
{
    *r = (pl_name_reader){.squashed = {.arena = arena},
                          .sorted = {.arena = arena},
                          .plain = {.arena = arena},
                          .ends = {.arena = arena},
                          .order = {.arena = arena}};
    index_endings(r);
    r->english = language == NULL || pl_is_english(language);
    r->foreign = !r->english && strcmp(language, "none") != 0;
    PL_TRY(pl_namer_new(&r->namer, arena, "none", error));
    return pl_namer_new(&r->stemmer, arena, language, error);
}
