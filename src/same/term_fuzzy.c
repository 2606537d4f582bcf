/* term_fuzzy.c: names that are nearly equal as strings:
 *     s = max(words, 0.97 * squashed) - 0.1 * o, or 0 below T
 *     words    = likeness of matched words, by their rarity, as a share of all
 *                words (pl_word_likeness; a rare word weighs more, so "birds
 *                2008" is nearer to "birds" than "water birds" is)
 *     squashed = likeness of the names without spaces ("work animal",
 *                "workanimal")
 *     o        = share of the rarer name's owners who use both names
 * Names that one person put into one sapling are told apart: s = 0. Equal
 * names have s = 1. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/status.h"
#include "corpus/names.h"
#include "same/name_uses.h"
#include "same/wording.h"

static const double OWNERS_WEIGHT = 0.1;

/* Blocking: a word in more names than this, and a slip that more names than
 * that could be, find no pairs. */
enum { MOST_HOLDERS = 100, MOST_SLIPS = 64, SHORTEST_SLIP = 7 };

typedef struct fuzzy {
    pl_wording wording;
    pl_scope *scope;
    pl_pair_list pairs; /* unlike names that are near enough ... */
    float *value;       /* ... and how near */
    uint64_t capped;
} fuzzy;

/* A name with one character left out, as a hash. */
typedef struct slip {
    uint64_t hash;
    uint32_t name;
} slip;

typedef PL_LIST(slip) slip_list;

static double judge_fuzzy(const fuzzy *f, uint32_t a, uint32_t b)
{
    double alike = pl_wording_compare(&f->wording, a, b);
    return alike - OWNERS_WEIGHT * pl_common_owners(f->scope->apart, a, b);
}

/* Keeps a pair that is near enough. */
static bool try_fuzzy_pair(fuzzy *f, double least, uint32_t a, uint32_t b)
{
    f->scope->looked_at++;
    if (pl_wording_compare(&f->wording, a, b) < least ||
        judge_fuzzy(f, a, b) < least || pl_told_apart(f->scope->apart, a, b))
        return true;
    return pl_list_push(&f->pairs, pl_pair_pack(a, b));
}

static bool is_nameless(const pleach_corpus *corpus, uint32_t name)
{
    return pl_strings_at(corpus->keys, name)[0] == PL_NAMELESS_MARK;
}

/* ---------------------------------------------------- by common words -- */

/* A word that stands in thousands of names would make all of them meet, and
 * says nothing about any two. */
static bool try_word(fuzzy *f, double least, uint32_t name, uint32_t word,
                     uint32_t *seen)
{
    const pl_wording *w = &f->wording;
    uint64_t from = w->holder_first[word], to = w->holder_first[word + 1];
    if (to - from > MOST_HOLDERS) {
        f->capped += w->holder[from] == name;
        return true;
    }
    for (uint64_t k = from; k < to; k++) {
        uint32_t other = w->holder[k];
        if (other <= name || seen[other] == name + 1)
            continue;
        seen[other] = name + 1;
        if (!try_fuzzy_pair(f, least, name, other))
            return false;
    }
    return true;
}

static bool try_words(fuzzy *f, double least)
{
    const pl_wording *w = &f->wording;
    uint32_t names = pl_strings_count(w->corpus->keys);
    uint32_t *seen = pl_allocate(names, sizeof *seen);
    bool enough = seen != NULL;
    for (uint32_t name = 0; enough && name < names; name++)
        for (uint64_t k = w->first[name];
             enough && k < w->first[name + 1] && !is_nameless(w->corpus, name);
             k++)
            enough = try_word(f, least, name, w->word[k], seen);
    pl_release(seen);
    return enough;
}

/* --------------------------------------------- by slips of the pen -- */

static int compare_slips(const void *left, const void *right)
{
    const slip *a = left, *b = right;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return (a->name > b->name) - (a->name < b->name);
}

/* Adds the name without spaces as it is and without each character. Two names
 * that one edit parts have one of these in common. */
static bool add_slips(slip_list *slips, const pl_wording *w, uint32_t name)
{
    uint32_t id = w->squashed[name];
    const char *text = pl_strings_at(w->squashes, id);
    size_t length = pl_strings_length(w->squashes, id);
    if (length < SHORTEST_SLIP || length > 4 * PL_LONGEST_WORD)
        return true;
    if (!pl_list_push(slips, ((slip){pl_hash_bytes(text, length, 0), name})))
        return false;
    for (size_t k = 0, next; k < length; k = next) {
        for (next = k + 1; next < length && (text[next] & 0xC0) == 0x80;)
            next++;
        char rest[4 * PL_LONGEST_WORD];
        memcpy(rest, text, k);
        memcpy(rest + k, text + next, length - next);
        uint64_t hash = pl_hash_bytes(rest, length - (next - k), 0);
        if (!pl_list_push(slips, ((slip){hash, name})))
            return false;
    }
    return true;
}

static bool try_slips_alike(fuzzy *f, double least, const slip *slips,
                            size_t count)
{
    if (count > MOST_SLIPS) {
        f->capped++;
        return true;
    }
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++)
            if (slips[i].name != slips[j].name &&
                !try_fuzzy_pair(f, least, slips[i].name, slips[j].name))
                return false;
    return true;
}

/* Names that differ in one letter share a text with that letter left out, so
 * they are found by sorting and not by comparing. */
static bool try_slips(fuzzy *f, double least)
{
    const pl_wording *w = &f->wording;
    uint32_t names = pl_strings_count(w->corpus->keys);
    slip_list slips = {0};
    bool enough = true;
    for (uint32_t name = 0; enough && name < names; name++)
        if (!is_nameless(w->corpus, name))
            enough = add_slips(&slips, w, name);
    if (slips.count > 1)
        qsort(slips.items, slips.count, sizeof *slips.items, compare_slips);
    for (size_t k = 0, next; enough && k < slips.count; k = next) {
        for (next = k + 1; next < slips.count &&
                           slips.items[next].hash == slips.items[k].hash;)
            next++;
        enough = try_slips_alike(f, least, slips.items + k, next - k);
    }
    pl_list_free(&slips);
    return enough;
}

/* ------------------------------------------------------------ the term -- */

static bool value_pairs(fuzzy *f, pl_arena *arena)
{
    pl_pairs_settle(&f->pairs);
    f->value = PL_ARENA_ARRAY(arena, float, f->pairs.count);
    for (size_t k = 0; f->value != NULL && k < f->pairs.count; k++)
        f->value[k] = (float)judge_fuzzy(f, (uint32_t)(f->pairs.items[k] >> 32),
                                         (uint32_t)f->pairs.items[k]);
    return f->value != NULL;
}

/* Names whose owners use both are told apart by them, so who uses what comes
 * first. */
static pleach_status prepare_fuzzy(pl_term *term, pl_scope *scope,
                                   pleach_error *error)
{
    fuzzy *f = PL_ARENA_ARRAY(scope->arena, fuzzy, 1);
    if (f == NULL)
        return pl_fail_memory(error);
    term->state = f;
    f->scope = scope;
    PL_TRY(pl_name_uses_make(scope, error));
    PL_TRY(pl_wording_make(&f->wording, scope, error));
    if (!try_words(f, term->number) || !try_slips(f, term->number) ||
        !value_pairs(f, scope->arena))
        return pl_fail_memory(error);
    if (f->capped > 0)
        pl_scope_warn(scope, NULL, 0,
                      "%" PRIu64 " words that stand in more than %d names each "
                      "were not used to find names that are nearly equal.",
                      f->capped, MOST_HOLDERS);
    return PLEACH_OK;
}

static void release_fuzzy(pl_term *term)
{
    fuzzy *f = term->state;
    if (f == NULL)
        return;
    pl_wording_free(&f->wording);
    pl_list_free(&f->pairs);
}

static pleach_status add_fuzzy_links(const pl_term *term, pl_scope *scope,
                                     pl_links *links, pleach_error *error)
{
    const fuzzy *f = term->state;
    (void)scope;
    if (!pl_list_room(&links->names, f->pairs.count))
        return pl_fail_memory(error);
    for (size_t k = 0; k < f->pairs.count; k++)
        links->names.items[links->names.count++] = f->pairs.items[k];
    return PLEACH_OK;
}

static double compare_fuzzy(const pl_term *term, uint32_t a, uint32_t b)
{
    const fuzzy *f = term->state;
    if (a == b)
        return 1;
    size_t at = pl_pairs_find(&f->pairs, a, b);
    return at < f->pairs.count ? (double)f->value[at] : 0;
}

const pl_term_kind pl_term_fuzzy = {.name = "fuzzy",
                                    .argument = PL_ARGUMENT_SHARE,
                                    .usual = 0.8,
                                    .prepare = prepare_fuzzy,
                                    .release = release_fuzzy,
                                    .link = add_fuzzy_links,
                                    .compare_names = compare_fuzzy};
