/* name_reader.h: what is left of a name once its writing is put aside.
 *
 * People write one name in many ways. Numbering in front ("2. Billing"), the
 * name's own acronym in brackets ("Programme Committee (PC)"), accents,
 * connectives (& and "and"), the plural and British spelling do not tell two
 * names apart. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_NAME_READER_H
#define PL_NAME_READER_H

#include "base/memory.h"
#include "corpus/names.h"
#include "same/spelling.h"

typedef PL_LIST(char) pl_name_text;

/* What it says of the last name, until the next one. */
typedef struct pl_name_reader {
    pl_name_text squashed; /* words in the singular, without spaces */
    pl_name_text sorted;   /* the same in order, with a space after each */
    pl_key stems;          /* words with a space between them */
    /* In name_reader.c only: words as written with a space after each, where
     * the squashed ones end, their order, and where endings are looked up. */
    pl_namer *namer, *stemmer;
    bool english, foreign; /* or neither: nothing is known of its words */
    pl_name_text plain;
    PL_LIST(size_t) ends;
    PL_LIST(pl_word) order;
    uint8_t endings[3][256]; /* per table and last letter: the first ending */
} pl_name_reader;

/* `language` as of pl_namer_new. It ends with the arena. */
PLEACH_CHECKED pleach_status pl_name_reader_open(pl_name_reader *reader,
                                                 pl_arena *arena,
                                                 const char *language,
                                                 pleach_error *error);

/* Of valid UTF-8; false: no memory. */
PLEACH_CHECKED bool pl_name_reader_read(pl_name_reader *reader,
                                        const char *bytes, size_t length);

/* The same for the squashed text only, which is quicker: dictionaries have many
 * names. */
PLEACH_CHECKED bool pl_name_reader_squash(pl_name_reader *reader,
                                          const char *bytes, size_t length);

/* The next stem of the last name, from *at on; false: there are no more. */
static inline bool pl_name_reader_stem(const pl_name_reader *reader, size_t *at,
                                       const char **bytes, size_t *length)
{
    const pl_key *key = &reader->stems;
    if (*at >= key->length)
        return false;
    size_t end = *at;
    while (end < key->length && (key->bytes[end] != ' ' || key->nameless))
        end++;
    *bytes = key->bytes + *at;
    *length = end - *at;
    *at = end + 1;
    return true;
}

#endif
