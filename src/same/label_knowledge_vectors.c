/* label_knowledge_vectors.c: takes from a file of vectors what labels need. */
/* SPDX-License-Identifier: MIT */
#include "same/label_knowledge.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/status.h"
#include "same/constants.h"
#include "same/name_reader.h"
#include "same/vector_file.h"

/* A row of the file that somebody needs. */
typedef struct kept_row {
    uint64_t name; /* its hash, as written */
    uint64_t line;
} kept_row;

/* How a name of the file may be that of a label or of one of its words, the
 * surest first: "billing" is no "bill" where the file knows both. */
enum { AS_WRITTEN, FOLDED, SINGULAR, STEM, WAYS };

typedef struct gathering {
    const pl_labels *labels;
    const pl_label_words *words;
    const char *path;
    pl_name_reader reader;
    pl_namer *folder;
    pl_strings *wanted[WAYS];
    uint32_t *row[WAYS];  /* per wanted; PL_NONE: none */
    uint32_t asked[WAYS]; /* what the present name is; PL_NONE: nothing */
    uint32_t *own_row;    /* per word: by a label's own spelling */
    PL_LIST(kept_row) rows;
    PL_LIST(float) numbers; /* of the rows, one after the other */
    double *rarity;         /* per word */
    uint32_t size;
    pl_arena *scratch;
} gathering;

/* ------------------------------------------------------------ spelling -- */

/* A name in all ways, until the next one; several words have no stem. Without
 * memory it has none at all. */
static void spell(gathering *g, pl_word name, pl_word way[WAYS])
{
    pl_key folded;
    size_t at = 0;
    const char *stem;
    memset(way, 0, WAYS * sizeof *way);
    if (!pl_name_reader_read(&g->reader, name.bytes, name.length) ||
        !pl_namer_fold(g->folder, name.bytes, name.length, &folded))
        return;
    way[AS_WRITTEN] = name;
    way[FOLDED] = (pl_word){folded.bytes, folded.length};
    way[SINGULAR] =
        (pl_word){g->reader.squashed.items, g->reader.squashed.count};
    if (pl_name_reader_stem(&g->reader, &at, &stem, &way[STEM].length) &&
        at > g->reader.stems.length)
        way[STEM].bytes = stem;
    else
        way[STEM].length = 0;
}

static pl_word label_name(const gathering *g, uint32_t label)
{
    const pl_strings *spellings = g->labels->corpus->spellings;
    uint32_t spelling = g->labels->spelling[label];
    return (pl_word){pl_strings_at(spellings, spelling),
                     pl_strings_length(spellings, spelling)};
}

static bool is_part(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
           (c >= 'a' && c <= 'z') || (signed char)c < 0;
}

/* The next word of a name as it is written, from *at on; false: there are no
 * more. */
static bool next_part(pl_word name, size_t *at, pl_word *part)
{
    while (*at < name.length && !is_part(name.bytes[*at]))
        ++*at;
    size_t from = *at;
    while (*at < name.length && is_part(name.bytes[*at]))
        ++*at;
    *part = (pl_word){name.bytes + from, *at - from};
    return *at > from;
}

static void want_ways(gathering *g, pl_word name, int ways)
{
    pl_word way[WAYS];
    spell(g, name, way);
    for (int k = 0; k < ways; k++)
        if (way[k].length > 0)
            pl_strings_add(g->wanted[k], way[k].bytes, way[k].length);
}

static uint32_t find_wanted(const gathering *g, int way, pl_word name)
{
    return name.length == 0
               ? PL_NONE
               : pl_strings_find(g->wanted[way], name.bytes, name.length);
}

/* All that labels and their words may be called. */
static void want_all(gathering *g)
{
    for (uint32_t x = 0; x < g->labels->count; x++) {
        pl_word name = label_name(g, x), part;
        want_ways(g, name, STEM);
        for (size_t at = 0; next_part(name, &at, &part);)
            want_ways(g, part, WAYS);
    }
    for (uint32_t w = 0; w < pl_strings_count(g->words->words); w++)
        pl_strings_add(g->wanted[STEM], pl_strings_at(g->words->words, w),
                       pl_strings_length(g->words->words, w));
    for (int k = 0; k < WAYS; k++) {
        uint32_t count = pl_strings_count(g->wanted[k]);
        g->row[k] = PL_ARENA_ARRAY(g->scratch, uint32_t, count);
        if (g->row[k] != NULL)
            memset(g->row[k], 0xFF, count * sizeof *g->row[k]);
    }
}

static pleach_status start_gathering(gathering *g, pleach_error *error)
{
    uint32_t words = pl_strings_count(g->words->words);
    uint32_t labels = g->labels->count;
    const char *language = g->labels->corpus->language;
    g->own_row = PL_ARENA_ARRAY(g->scratch, uint32_t, words);
    g->rarity = PL_ARENA_ARRAY(g->scratch, double, words);
    for (int k = 0; k < WAYS; k++)
        g->wanted[k] = pl_strings_in(g->scratch);
    PL_TRY(pl_check_memory(g->scratch, error));
    memset(g->own_row, 0xFF, words * sizeof *g->own_row);
    for (uint32_t x = 0; x < labels; x++)
        for (uint64_t k = g->words->first[x]; k < g->words->first[x + 1]; k++)
            g->rarity[g->words->word[k]]++;
    for (uint32_t w = 0; w < words; w++)
        g->rarity[w] = pl_rarity(labels, g->rarity[w]);
    PL_TRY(pl_name_reader_open(&g->reader, g->scratch, language, error));
    PL_TRY(pl_namer_new(&g->folder, g->scratch, "none", error));
    want_all(g);
    return pl_check_memory(g->scratch, error);
}

/* ------------------------------------------------------------- reading -- */

/* Finds out in which ways somebody waits for this name. */
static bool want_vector(void *context, pl_word name)
{
    gathering *g = context;
    pl_word way[WAYS];
    bool wanted = false;
    spell(g, name, way);
    for (int k = 0; k < WAYS; k++) {
        g->asked[k] = find_wanted(g, k, way[k]);
        wanted = wanted || g->asked[k] != PL_NONE;
    }
    return wanted;
}

/* Names that are read alike ("cat", "Cats") may well have other vectors, and
 * the first counts. One name has one. */
static pleach_status check_twice(const gathering *g, uint32_t row,
                                 const pl_named_vector *vector,
                                 pleach_error *error)
{
    const kept_row *kept = &g->rows.items[row];
    const float *before = g->numbers.items + (size_t)row * g->size;
    if (kept->name !=
            pl_hash_bytes(vector->name.bytes, vector->name.length, 0) ||
        memcmp(before, vector->numbers, g->size * sizeof *before) == 0)
        return PLEACH_OK;
    return pl_fail_at(error, PLEACH_BAD_DATA, g->path, vector->line, 0,
                      "This name stands in line %" PRIu64
                      " already, with other numbers.",
                      kept->line);
}

static pleach_status take_vector(void *context, const pl_named_vector *vector,
                                 pleach_error *error)
{
    gathering *g = context;
    uint32_t row = (uint32_t)g->rows.count;
    bool taken = false;
    g->size = vector->size;
    for (int k = 0; k < WAYS; k++) {
        uint32_t *place =
            g->asked[k] == PL_NONE ? NULL : &g->row[k][g->asked[k]];
        if (place != NULL && *place != PL_NONE)
            PL_TRY(check_twice(g, *place, vector, error));
        if (place == NULL || *place != PL_NONE)
            continue;
        *place = row;
        taken = true;
    }
    if (!taken)
        return PLEACH_OK;
    kept_row kept = {pl_hash_bytes(vector->name.bytes, vector->name.length, 0),
                     vector->line};
    pl_list_add(&g->rows, kept);
    pl_list_add_all(&g->numbers, vector->numbers, vector->size);
    return pl_check_memory(g->scratch, error);
}

/* The row of a name, by the surest way; PL_NONE: there is none. */
static uint32_t find_row(const gathering *g, const pl_word way[WAYS], int ways)
{
    uint32_t row = PL_NONE;
    for (int k = 0; k < ways && row == PL_NONE; k++) {
        uint32_t id = find_wanted(g, k, way[k]);
        row = id == PL_NONE ? PL_NONE : g->row[k][id];
    }
    return row;
}

/* ----------------------------------------------------------- composing -- */

static int compare_floats(const void *left, const void *right)
{
    float a = *(const float *)left, b = *(const float *)right;
    return (a > b) - (a < b);
}

/* Adds a row, made as long as `weight`; a row of zeros adds nothing. */
static void add_row(const gathering *g, float *to, uint32_t row, double weight)
{
    const float *from = g->numbers.items + (size_t)row * g->size;
    double squares = 0;
    for (uint32_t k = 0; k < g->size; k++)
        squares += (double)from[k] * (double)from[k];
    if (!(squares > 0))
        return;
    for (uint32_t k = 0; k < g->size; k++)
        to[k] += (float)(weight / sqrt(squares) * (double)from[k]);
}

static bool make_unit(float *numbers, uint32_t size)
{
    double squares = 0;
    for (uint32_t k = 0; k < size; k++)
        squares += (double)numbers[k] * (double)numbers[k];
    if (!(squares > 1e-12))
        return false;
    for (uint32_t k = 0; k < size; k++)
        numbers[k] = (float)((double)numbers[k] / sqrt(squares));
    return true;
}

/* The rows of a name's words as they are written. */
static void find_own_rows(gathering *g, pl_word name)
{
    pl_word part, way[WAYS];
    for (size_t at = 0; next_part(name, &at, &part);) {
        spell(g, part, way);
        uint32_t word =
            pl_strings_find(g->words->words, way[STEM].bytes, way[STEM].length);
        if (word != PL_NONE)
            g->own_row[word] = find_row(g, way, WAYS);
    }
}

/* A word that is not written by itself, as those of "ThisName", has a stem. */
static uint32_t row_of_word(gathering *g, uint32_t word)
{
    uint32_t row = g->own_row[word];
    pl_word way[WAYS] = {[STEM] = {pl_strings_at(g->words->words, word),
                                   pl_strings_length(g->words->words, word)}};
    g->own_row[word] = PL_NONE;
    return row == PL_NONE ? find_row(g, way, WAYS) : row;
}

/* Whether a label's vector is known; it is added up at `to`, all zeros. */
static bool compose(gathering *g, float *to, uint32_t label)
{
    const pl_label_words *w = g->words;
    pl_word name = label_name(g, label), way[WAYS];
    double known = 0, all = 0;
    spell(g, name, way);
    uint32_t row = find_row(g, way, STEM);
    if (row != PL_NONE) {
        add_row(g, to, row, 1);
        return make_unit(to, g->size);
    }
    find_own_rows(g, name);
    for (uint64_t k = w->first[label]; k < w->first[label + 1]; k++) {
        double rarity = g->rarity[w->word[k]];
        row = row_of_word(g, w->word[k]);
        all += rarity;
        if (row == PL_NONE)
            continue;
        known += rarity;
        add_row(g, to, row, rarity);
    }
    return known >= PL_KNOWN_SHARE * all && make_unit(to, g->size);
}

/* How alike two vectors are whose names mean different things: what people put
 * side by side is near, and yet it is not the same. The cosine that hardly any
 * two siblings exceed. */
static void find_chance(const gathering *g, pl_label_knowledge *to)
{
    const pleach_corpus *c = g->labels->corpus;
    PL_LIST(float) seen = {.arena = g->scratch};
    to->chance = PL_LEAST_CHANCE;
    for (uint32_t s = 0; s < c->sapling_count; s++)
        for (uint32_t leaf = c->sapling_first[s] + 1;
             leaf + 1 < c->sapling_first[s + 1]; leaf++) {
            uint32_t a = to->row[g->labels->of_node[leaf]];
            uint32_t b = to->row[g->labels->of_node[leaf + 1]];
            if (a != b && a != PL_NONE && b != PL_NONE)
                pl_list_add(&seen, (float)pl_unit_cosine(&to->vectors, a, b));
        }
    if (seen.count > 0) {
        qsort(seen.items, seen.count, sizeof *seen.items, compare_floats);
        double high =
            (double)seen
                .items[(size_t)((double)(seen.count - 1) * PL_CHANCE_SHARE)];
        to->chance = fmin(PL_MOST_CHANCE, fmax(PL_LEAST_CHANCE, high));
    }
}

static void compose_all(gathering *g, pl_label_knowledge *to, pl_arena *arena)
{
    uint32_t count = 0, labels = g->labels->count;
    /* Where no name was found there is no size either, and no numbers. */
    size_t room = g->rows.count > 0 ? (size_t)labels * g->size : 0;
    float *numbers = PL_ARENA_ARRAY(arena, float, room);
    to->row = PL_ARENA_ARRAY(arena, uint32_t, labels);
    if (pl_arena_failed(arena))
        return;
    for (uint32_t x = 0; x < labels; x++) {
        float *own = numbers + (size_t)count * g->size;
        to->row[x] = PL_NONE;
        if (room > 0 && compose(g, own, x))
            to->row[x] = count++;
        else if (room > 0)
            memset(own, 0, g->size * sizeof *own);
    }
    to->vectors = (pl_unit_vectors){numbers, count, g->size};
    find_chance(g, to);
}

pleach_status pl_label_vectors_read(pl_label_knowledge *knowledge,
                                    pl_arena *arena, const pl_labels *labels,
                                    const pl_label_words *words,
                                    const pl_scope *scope, const char *path,
                                    pleach_error *error)
{
    PL_SCRATCH(scratch);
    gathering g = {.labels = labels,
                   .words = words,
                   .path = path,
                   .scratch = scratch,
                   .rows = {.arena = scratch},
                   .numbers = {.arena = scratch}};
    PL_TRY(start_gathering(&g, error));
    PL_TRY(
        pl_vector_file_read(path, want_vector, take_vector, &g, scope, error));
    compose_all(&g, knowledge, arena);
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_check_memory(arena, error));
    if (knowledge->vectors.count == 0)
        pl_scope_warn(scope, path, 0,
                      "None of the names has a vector in this file.");
    return PLEACH_OK;
}
