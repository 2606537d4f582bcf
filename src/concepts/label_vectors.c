/* label_vectors.c: takes from a file of vectors what labels need. */
/* SPDX-License-Identifier: MIT */
#include "concepts/label_vectors.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/status.h"
#include "concepts/name_reader.h"
#include "knowledge/vector_file.h"

/* Words that say at least this share of a name must be known. */
static const double MOST_OF_IT = 0.6;

/* Of the cosines of siblings this share is lower than what counts. */
static const double HARDLY_ANY = 0.98;
static const double LEAST_CHANCE = 0.3, MOST_CHANCE = 0.95;

/* A row of the file that somebody needs. */
typedef struct kept_row {
    uint64_t name; /* its hash, as written */
    uint64_t line;
} kept_row;

typedef struct gathering {
    const pl_labels *labels;
    const pl_label_words *words;
    const char *path;
    pl_name_reader reader;
    uint8_t *is_name;              /* per text: a label's */
    uint32_t *name_row, *word_row; /* per text and per word; PL_NONE: none */
    uint32_t asked_text, asked_word;
    PL_LIST(kept_row) rows;
    PL_LIST(float) numbers; /* of the rows, one after the other */
    double *rarity;         /* per word */
    uint32_t size;
} gathering;

static bool start_gathering(gathering *g, pl_arena *scratch)
{
    uint32_t texts = pl_strings_count(g->words->texts);
    uint32_t words = pl_strings_count(g->words->words);
    uint32_t labels = g->labels->count;
    g->is_name = PL_ARENA_ARRAY(scratch, uint8_t, texts);
    g->name_row = PL_ARENA_ARRAY(scratch, uint32_t, texts);
    g->word_row = PL_ARENA_ARRAY(scratch, uint32_t, words);
    g->rarity = PL_ARENA_ARRAY(scratch, double, words);
    if (!g->is_name || !g->name_row || !g->word_row || !g->rarity)
        return false;
    memset(g->name_row, 0xFF, texts * sizeof *g->name_row);
    memset(g->word_row, 0xFF, words * sizeof *g->word_row);
    for (uint32_t x = 0; x < labels; x++) {
        g->is_name[g->words->squashed[x]] = 1;
        for (uint64_t k = g->words->first[x]; k < g->words->first[x + 1]; k++)
            g->rarity[g->words->word[k]]++;
    }
    for (uint32_t w = 0; w < words; w++)
        g->rarity[w] = pl_rarity(labels, g->rarity[w]);
    return true;
}

/* ------------------------------------------------------------- reading -- */

/* Finds out which name and which word of labels this is, if any. */
static bool want_vector(void *context, pl_word name)
{
    gathering *g = context;
    const pl_name_text *squashed = &g->reader.squashed;
    size_t at = 0, length;
    const char *stem;
    g->asked_text = g->asked_word = PL_NONE;
    if (!pl_name_reader_read(&g->reader, name.bytes, name.length))
        return false; /* told when the next one is taken */
    uint32_t text =
        pl_strings_find(g->words->texts, squashed->items, squashed->count);
    if (text != PL_NONE && g->is_name[text])
        g->asked_text = text;
    if (pl_name_reader_stem(&g->reader, &at, &stem, &length) &&
        at > g->reader.stems.length)
        g->asked_word = pl_strings_find(g->words->words, stem, length);
    return g->asked_text != PL_NONE || g->asked_word != PL_NONE;
}

/* The row that is there already for what was asked for, or PL_NONE. */
static uint32_t row_there(const gathering *g)
{
    if (g->asked_text != PL_NONE && g->name_row[g->asked_text] != PL_NONE)
        return g->name_row[g->asked_text];
    return g->asked_word == PL_NONE ? PL_NONE : g->word_row[g->asked_word];
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
    uint32_t there = row_there(g), row = (uint32_t)g->rows.count;
    g->size = vector->size;
    if (there != PL_NONE)
        PL_TRY(check_twice(g, there, vector, error));
    bool name =
        g->asked_text != PL_NONE && g->name_row[g->asked_text] == PL_NONE;
    bool word =
        g->asked_word != PL_NONE && g->word_row[g->asked_word] == PL_NONE;
    if (!name && !word)
        return PLEACH_OK;
    kept_row kept = {pl_hash_bytes(vector->name.bytes, vector->name.length, 0),
                     vector->line};
    if (!pl_list_push(&g->rows, kept) ||
        !pl_list_room(&g->numbers, vector->size))
        return pl_fail_memory(error);
    memcpy(g->numbers.items + g->numbers.count, vector->numbers,
           vector->size * sizeof *vector->numbers);
    g->numbers.count += vector->size;
    if (name)
        g->name_row[g->asked_text] = row;
    if (word)
        g->word_row[g->asked_word] = row;
    return PLEACH_OK;
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

/* Whether a label's vector is known; it is added up at `to`, all zeros. */
static bool compose(const gathering *g, float *to, uint32_t label)
{
    const pl_label_words *w = g->words;
    uint32_t row = g->name_row[w->squashed[label]];
    double known = 0, all = 0;
    if (row != PL_NONE) {
        add_row(g, to, row, 1);
        return make_unit(to, g->size);
    }
    for (uint64_t k = w->first[label]; k < w->first[label + 1]; k++) {
        double rarity = g->rarity[w->word[k]];
        row = g->word_row[w->word[k]];
        all += rarity;
        if (row == PL_NONE)
            continue;
        known += rarity;
        add_row(g, to, row, rarity);
    }
    return known >= MOST_OF_IT * all && make_unit(to, g->size);
}

/* How alike two vectors are whose names mean different things: what people put
 * side by side is near, and yet it is not the same. The cosine that hardly any
 * two siblings exceed. */
static bool find_chance(const gathering *g, pl_label_knowledge *to)
{
    const pleach_corpus *c = g->labels->corpus;
    PL_LIST(float) seen = {NULL, 0, 0};
    bool enough = true;
    to->chance = LEAST_CHANCE;
    for (uint32_t s = 0; enough && s < c->sapling_count; s++)
        for (uint32_t leaf = c->sapling_first[s] + 1;
             enough && leaf + 1 < c->sapling_first[s + 1]; leaf++) {
            uint32_t a = to->row[g->labels->of_node[leaf]];
            uint32_t b = to->row[g->labels->of_node[leaf + 1]];
            if (a != b && a != PL_NONE && b != PL_NONE)
                enough = pl_list_push(
                    &seen, (float)pl_unit_cosine(&to->vectors, a, b));
        }
    if (enough && seen.count > 0) {
        qsort(seen.items, seen.count, sizeof *seen.items, compare_floats);
        double high =
            (double)seen.items[(size_t)((double)(seen.count - 1) * HARDLY_ANY)];
        to->chance = fmin(MOST_CHANCE, fmax(LEAST_CHANCE, high));
    }
    pl_list_free(&seen);
    return enough;
}

static bool compose_all(const gathering *g, pl_label_knowledge *to,
                        pl_arena *arena)
{
    uint32_t count = 0, labels = g->labels->count;
    to->row = PL_ARENA_ARRAY(arena, uint32_t, labels);
    if (to->row == NULL)
        return false;
    for (uint32_t x = 0; x < labels; x++)
        to->row[x] = PL_NONE;
    /* Where no name was found there is no size either, and no numbers. */
    for (uint32_t x = 0; x < labels && g->rows.count > 0; x++) {
        if (!pl_list_room(&to->numbers, g->size))
            return false;
        float *numbers = to->numbers.items + to->numbers.count;
        memset(numbers, 0, g->size * sizeof *numbers);
        if (!compose(g, numbers, x))
            continue;
        to->numbers.count += g->size;
        to->row[x] = count++;
    }
    to->vectors = (pl_unit_vectors){to->numbers.items, count, g->size};
    return find_chance(g, to);
}

static pleach_status read_and_compose(gathering *g, pl_label_knowledge *to,
                                      pl_arena *arena, const pl_scope *scope,
                                      pleach_error *error)
{
    PL_TRY(pl_name_reader_open(&g->reader, g->labels->corpus->language, error));
    PL_TRY(pl_vector_file_read(g->path, want_vector, take_vector, g, scope,
                               error));
    return compose_all(g, to, arena) ? PLEACH_OK : pl_fail_memory(error);
}

pleach_status pl_label_vectors_read(pl_label_knowledge *knowledge,
                                    pl_arena *arena, const pl_labels *labels,
                                    const pl_label_words *words,
                                    const pl_scope *scope, const char *path,
                                    pleach_error *error)
{
    gathering g = {.labels = labels, .words = words, .path = path};
    pl_arena *scratch = pl_arena_new();
    pleach_status status =
        scratch == NULL || !start_gathering(&g, scratch)
            ? pl_fail_memory(error)
            : read_and_compose(&g, knowledge, arena, scope, error);
    if (status == PLEACH_OK && knowledge->vectors.count == 0)
        pl_scope_warn(scope, path, 0,
                      "None of the names has a vector in this file.");
    pl_name_reader_close(&g.reader);
    pl_list_free(&g.rows);
    pl_list_free(&g.numbers);
    pl_arena_free(scratch);
    return status;
}
