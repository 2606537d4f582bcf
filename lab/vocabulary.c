/* vocabulary.c: makes each concept's tags and draws tokens from them. */
/* SPDX-License-Identifier: MIT */
#include "lab/vocabulary.h"

#include <string.h>

#include "base/order.h"
#include "base/status.h"
#include "base/strings.h"
#include "lab/spellings.h"

/* What tags are made of, and where those of a node come from. */
static const double OVERLAP = 0.2;       /* of a vocabulary: with siblings */
static const double ANCESTOR_MIX = 0.25; /* tokens from concepts above */
static const double BACKGROUND = 0.15;   /* tokens that everybody uses */
static const double USER_TAGS = 0.05;    /* tokens of one person alone */
static const double TAG_NOISE = 0.03;    /* tokens of any other concept */
enum { OWN_TAGS = 12, BACKGROUND_SIZE = 500 };

typedef enum token_source {
    FROM_BACKGROUND,
    FROM_PERSON,
    FROM_ANYWHERE,
    FROM_CONCEPT,
    FROM_PARENT, /* and so on upwards */
} token_source;

/* ------------------------------------------------------------- drawing -- */

static uint32_t draw_own(const pl_vocabulary *words, pl_random *random,
                         uint32_t concept)
{
    uint32_t first = words->own_first[concept];
    uint32_t size = words->own_first[concept + 1] - first;
    return words->own[first + pl_ranks_draw(random, &words->ranks, size)];
}

/* Tags of the concepts above come along, as somebody who tags a sparrow also
 * writes "bird". Where there are fewer ancestors, their shares fall to the
 * others. */
void pl_vocabulary_draw(pl_vocabulary *words, pl_random *random,
                        const pl_gold *gold, uint32_t concept, uint64_t tokens)
{
    uint32_t line[1 + PL_ANCESTORS] = {concept}, above = 0;
    while (above < PL_ANCESTORS && gold->parent[line[above]] != PL_NONE) {
        line[above + 1] = gold->parent[line[above]];
        above++;
    }
    const pl_alias *sources = words->source[above];
    for (; tokens > 0; tokens--) {
        uint32_t tag;
        uint32_t source = pl_alias_draw(random, sources, PL_TAG_SOURCES);
        if (source >= FROM_CONCEPT)
            tag = draw_own(words, random, line[source - FROM_CONCEPT]);
        else if (source == FROM_BACKGROUND)
            tag = words->background[pl_ranks_draw(random, &words->ranks,
                                                  words->background_size)];
        else if (source == FROM_PERSON)
            tag = words->tag_count + pl_random_below(random, PL_PRIVATE_TAGS);
        else
            tag = draw_own(words, random, pl_random_below(random, gold->count));
        pl_vocabulary_add(words, tag, 1);
    }
}

void pl_vocabulary_collect(pl_vocabulary *words, uint64_t *tallies)
{
    for (uint32_t k = 0; k < words->touched_count; k++) {
        uint32_t tag = words->touched[k];
        tallies[k] = pl_tally_pack(tag, words->count[tag]);
        words->count[tag] = 0;
    }
    if (words->touched_count > 1)
        pl_sort_uint64(tallies, words->touched_count);
    words->touched_count = 0;
}

/* -------------------------------------------------------------- making -- */

typedef struct tag_maker {
    pl_vocabulary *words;
    const pl_gold *gold;
    pl_strings *tags;
    PL_LIST(uint32_t) own; /* of all concepts, one after the other */
    uint32_t first;        /* where those of the present concept begin */
} tag_maker;

static bool add_tag(tag_maker *maker, const char *bytes, size_t length)
{
    uint32_t tag = pl_strings_add(maker->tags, bytes, length);
    if (tag == PL_NONE)
        return false;
    for (size_t k = maker->first; k < maker->own.count; k++)
        if (maker->own.items[k] == tag)
            return true;
    return maker->own.count < PL_NONE - 1 && pl_list_push(&maker->own, tag);
}

/* Part of a word: a letter, a digit, an apostrophe, or beyond ASCII. */
static bool in_word(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') ||
           byte == '\'' || (unsigned char)byte >= 0x80;
}

/* The words of the name, in the singular. */
static bool add_name_words(tag_maker *maker, uint32_t concept, size_t most)
{
    pl_surface lower;
    pl_surface_lower(&lower, maker->gold->name[concept]);
    for (size_t at = 0; at < lower.length;) {
        size_t start = at;
        while (at < lower.length && in_word(lower.bytes[at]))
            at++;
        if (at - start > 1 && maker->own.count - maker->first < most) {
            char *word = lower.bytes + start;
            if (!add_tag(maker, word, pl_word_singular(word, at - start)))
                return false;
        }
        at += at == start;
    }
    return true;
}

static bool add_made(tag_maker *maker, const char *kind, const char *id,
                     uint32_t number)
{
    char tag[PL_GOLD_TEXT_BYTES + 64];
    int length = snprintf(tag, sizeof tag, "%s%s.%u", kind, id, number);
    return add_tag(maker, tag, (size_t)length);
}

/* First what its name says, then what the taxonomy says, then made-up tags
 * of its own, and at last those it shares with its siblings. */
static bool add_concept(tag_maker *maker, uint32_t concept)
{
    const pl_gold *gold = maker->gold;
    uint32_t parent = gold->parent[concept];
    uint32_t all = OWN_TAGS;
    uint32_t shared = (uint32_t)(all * OVERLAP + 0.5);
    size_t own = all - shared, given = own < 3 ? 3 : own;
    maker->first = (uint32_t)maker->own.count;
    maker->words->own_first[concept] = maker->first;
    if (!add_name_words(maker, concept, all))
        return false;
    for (uint32_t k = gold->tag_first[concept];
         k < gold->tag_first[concept + 1] &&
         maker->own.count - maker->first < given;
         k++)
        if (!add_tag(maker, gold->tag[k], strlen(gold->tag[k])))
            return false;
    for (uint32_t k = 0; maker->own.count - maker->first < own; k++)
        if (!add_made(maker, "t", gold->id[concept], k))
            return false;
    for (uint32_t k = 0; k < shared; k++)
        if (!add_made(maker, "s", parent == PL_NONE ? "top" : gold->id[parent],
                      k))
            return false;
    return pl_ranks_prepare(&maker->words->ranks,
                            (uint32_t)maker->own.count - maker->first);
}

/* What people tag regardless of the subject, the most frequent first. */
static const char *const common_tags[] = {
    "photo",   "travel",   "nature",  "canon",     "nikon",    "2006",
    "2007",    "2008",     "2009",    "holiday",   "summer",   "winter",
    "spring",  "autumn",   "family",  "friends",   "trip",     "fun",
    "outdoor", "macro",    "color",   "geotagged", "favorite", "beautiful",
    "red",     "green",    "blue",    "white",     "black",    "light",
    "night",   "morning",  "water",   "sky",       "city",     "park",
    "home",    "garden",   "old",     "new",       "art",      "digital",
    "weekend", "close-up", "various", "todo",      "portrait", "landscape",
};

/* Words that everybody uses whatever the picture shows; when the list of real
 * ones ends, made-up ones follow. */
static bool add_background(tag_maker *maker)
{
    pl_vocabulary *words = maker->words;
    uint32_t size = BACKGROUND_SIZE;
    uint32_t common = sizeof common_tags / sizeof *common_tags;
    char made[32];
    words->background_size = size;
    words->background = PL_ARENA_ARRAY(words->arena, uint32_t, size);
    if (words->background == NULL || !pl_ranks_prepare(&words->ranks, size))
        return false;
    for (uint32_t k = 0; k < size; k++) {
        const char *tag = made;
        if (k < common)
            tag = common_tags[k];
        else
            snprintf(made, sizeof made, "bg%u", k - common);
        words->background[k] = pl_strings_add(maker->tags, tag, strlen(tag));
        if (words->background[k] == PL_NONE)
            return false;
    }
    return true;
}

/* Numbers the tags by their bytes and writes each down as JSON. */
static bool settle_tags(tag_maker *maker)
{
    pl_vocabulary *words = maker->words;
    pl_strings *tags = maker->tags;
    uint32_t count = words->tag_count = pl_strings_count(tags);
    size_t all = (size_t)count + PL_PRIVATE_TAGS, bytes = 0;
    uint32_t *new_id = PL_ARENA_ARRAY(words->arena, uint32_t, count);
    words->text_first = PL_ARENA_ARRAY(words->arena, uint64_t, count + 1);
    words->count = PL_ARENA_ARRAY(words->arena, uint32_t, all);
    words->touched = PL_ARENA_ARRAY(words->arena, uint32_t, all);
    words->own = PL_ARENA_ARRAY(words->arena, uint32_t, maker->own.count);
    if (!new_id || !words->text_first || !words->count || !words->touched ||
        !words->own || !pl_strings_sort(tags, new_id))
        return false;
    for (size_t k = 0; k < maker->own.count; k++)
        words->own[k] = new_id[maker->own.items[k]];
    for (uint32_t k = 0; k < words->background_size; k++)
        words->background[k] = new_id[words->background[k]];
    for (uint32_t k = 0; k < count; k++)
        bytes += 2 * pl_strings_length(tags, k) + 3;
    words->text = PL_ARENA_ARRAY(words->arena, char, bytes);
    if (words->text == NULL)
        return false;
    char *to = words->text;
    for (uint32_t k = 0; k < count; k++) {
        to = pl_append_json(to, pl_strings_at(tags, k),
                            pl_strings_length(tags, k));
        *to++ = ':';
        words->text_first[k + 1] = (uint64_t)(to - words->text);
    }
    return true;
}

/* A parent is twice as likely a source as its own parent. */
static bool fill_sources(pl_vocabulary *words)
{
    double rest = 1 - BACKGROUND - USER_TAGS - TAG_NOISE;
    double lent = ANCESTOR_MIX;
    for (uint32_t above = 0; above <= PL_ANCESTORS; above++) {
        double weight[PL_TAG_SOURCES] = {
            [FROM_BACKGROUND] = BACKGROUND,
            [FROM_PERSON] = USER_TAGS,
            [FROM_ANYWHERE] = TAG_NOISE,
            [FROM_CONCEPT] = above > 0 ? rest - lent : rest,
        };
        double halves = 0;
        for (uint32_t k = 0; k < above; k++)
            halves += 1.0 / (1u << k);
        for (uint32_t k = 0; k < above; k++)
            weight[FROM_PARENT + k] = lent / (1u << k) / halves;
        if (!pl_alias_fill(words->source[above], weight, PL_TAG_SOURCES))
            return false;
    }
    return true;
}

/* The background comes first, so that its tags have the lowest numbers whatever
 * the taxonomy is. */
static bool make_all(tag_maker *maker)
{
    pl_vocabulary *words = maker->words;
    uint32_t count = maker->gold->count;
    words->arena = pl_arena_new();
    if (words->arena == NULL || maker->tags == NULL)
        return false;
    words->own_first =
        PL_ARENA_ARRAY(words->arena, uint32_t, (size_t)count + 1);
    if (words->own_first == NULL || !add_background(maker))
        return false;
    for (uint32_t concept = 0; concept < count; concept++)
        if (!add_concept(maker, concept))
            return false;
    words->own_first[count] = (uint32_t)maker->own.count;
    return settle_tags(maker) && fill_sources(words);
}

pleach_status pl_vocabulary_make(pl_vocabulary *words, const pl_gold *gold,
                                 pleach_error *error)
{
    tag_maker maker = {.words = words, .gold = gold};
    words->ranks.exponent = 1;
    maker.tags = pl_strings_new();
    bool enough = make_all(&maker);
    pl_strings_free(maker.tags);
    pl_list_free(&maker.own);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}

void pl_vocabulary_free(pl_vocabulary *words)
{
    pl_ranks_free(&words->ranks);
    pl_arena_free(words->arena);
}
