/* label_words.c: reads all labels. */
/* SPDX-License-Identifier: MIT */
#include "same/label_words.h"

#include <string.h>

#include "base/status.h"
#include "same/name_reader.h"

typedef struct reading {
    const pl_labels *labels;
    pl_label_words *to;
    pl_tongues tongues;
    pl_name_reader *name;    /* of the label at hand */
    PL_LIST(uint32_t) words; /* of all labels so far */
} reading;

static bool add_stems(reading *r)
{
    const char *bytes;
    size_t length, at = 0;
    while (pl_name_reader_stem(r->name, &at, &bytes, &length)) {
        uint32_t id = pl_strings_add(r->to->words, bytes, length);
        if (id == PL_NONE || !pl_list_push(&r->words, id))
            return false;
    }
    return true;
}

static uint32_t add_text(reading *r, const pl_name_text *text)
{
    return pl_strings_add(r->to->texts, text->items, text->count);
}

/* A name of nothing but connectives keeps them: "The The" has to be something.
 */
static bool read_label_words(reading *r, uint32_t label)
{
    const pl_strings *spellings = r->labels->corpus->spellings;
    uint32_t spelling = r->labels->spelling[label];
    pl_label_words *to = r->to;
    r->name = pl_tongue(&r->tongues, r->labels->language[label]);
    if (!pl_name_reader_read(r->name, pl_strings_at(spellings, spelling),
                             pl_strings_length(spellings, spelling)) ||
        !add_stems(r))
        return false;
    to->squashed[label] = add_text(r, &r->name->squashed);
    to->sorted[label] = add_text(r, &r->name->sorted);
    to->first[label + 1] = r->words.count;
    return to->squashed[label] != PL_NONE && to->sorted[label] != PL_NONE;
}

/* Once as they follow each other, and once in order, to be looked up. */
static bool keep_words(reading *r, pl_arena *arena)
{
    pl_label_words *to = r->to;
    size_t count = r->words.count, size = count * sizeof *to->word;
    to->word = PL_ARENA_ARRAY(arena, uint32_t, count);
    to->ascending = PL_ARENA_ARRAY(arena, uint32_t, count);
    if (to->word == NULL || to->ascending == NULL)
        return false;
    if (count > 0) {
        memcpy(to->word, r->words.items, size);
        memcpy(to->ascending, r->words.items, size);
    }
    for (uint32_t label = 0; label < r->labels->count; label++)
        pl_sort_uint32(to->ascending + to->first[label],
                       to->first[label + 1] - to->first[label]);
    return true;
}

/* Words are interned once for all labels, so that comparing them is comparing
 * numbers. */
static bool read_labels(reading *r, pl_arena *arena)
{
    uint32_t labels = r->labels->count;
    pl_label_words *to = r->to;
    to->words = pl_strings_in(arena);
    to->texts = pl_strings_in(arena);
    to->first = PL_ARENA_ARRAY(arena, uint64_t, labels + 1u);
    to->squashed = PL_ARENA_ARRAY(arena, uint32_t, labels);
    to->sorted = PL_ARENA_ARRAY(arena, uint32_t, labels);
    for (uint32_t x = 0; !pl_arena_failed(arena) && x < labels; x++)
        if (!read_label_words(r, x))
            return false;
    return !pl_arena_failed(arena) && keep_words(r, arena);
}

/* Each label is read in its language. */
pleach_status pl_label_words_make(pl_label_words *words, pl_arena *arena,
                                  const pl_labels *labels, pleach_error *error)
{
    PL_SCRATCH(scratch);
    reading r = {.labels = labels, .to = words, .words = {.arena = scratch}};
    PL_TRY(pl_tongues_open(&r.tongues, scratch, &labels->spoken,
                           labels->corpus->language, error));
    return read_labels(&r, arena) ? PLEACH_OK : pl_fail_memory(error);
}
