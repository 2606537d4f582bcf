/* synonyms_wordnet.c: synsets from a data file of WordNet, version 2 or 3.
 *
 * A line is an offset, a number, a part of speech, how many words there are
 * (two hexadecimal digits), and then each word with a number. What follows
 * (other synsets, an explanation) is not looked at. */
/* SPDX-License-Identifier: MIT */
#include "same/synonyms.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"

/* As many as two digits can say. */
enum { MOST_WORDS = 255, OFFSET_DIGITS = 8 };

typedef struct synset_line {
    const char *at, *end;
} synset_line;

static pl_word next_field(synset_line *line)
{
    while (line->at < line->end && *line->at == ' ')
        line->at++;
    const char *from = line->at;
    while (line->at < line->end && *line->at != ' ' && *line->at != '\n')
        line->at++;
    return (pl_word){from, (size_t)(line->at - from)};
}

static bool is_offset(pl_word field)
{
    for (size_t k = 0; k < field.length; k++)
        if (field.bytes[k] < '0' || field.bytes[k] > '9')
            return false;
    return field.length == OFFSET_DIGITS;
}

static int hexadecimal(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* How many words the line says there are; -1: it does not say. */
static int count_of(pl_word field)
{
    if (field.length != 2 || hexadecimal(field.bytes[0]) < 0 ||
        hexadecimal(field.bytes[1]) < 0)
        return -1;
    return 16 * hexadecimal(field.bytes[0]) + hexadecimal(field.bytes[1]);
}

/* Adjectives say where they may stand: "galore(ip)". */
static pl_word without_marker(pl_word word)
{
    const char *open = memchr(word.bytes, '(', word.length);
    if (open != NULL && open > word.bytes)
        word.length = (size_t)(open - word.bytes);
    return word;
}

/* -1: this is no synset. */
static int read_synset(pl_word *names, const char *bytes, size_t length)
{
    synset_line line = {bytes, bytes + length};
    if (!is_offset(next_field(&line)))
        return -1;
    next_field(&line);
    next_field(&line);
    int count = count_of(next_field(&line));
    for (int k = 0; k < count; k++) {
        names[k] = without_marker(next_field(&line));
        if (next_field(&line).length != 1)
            return -1;
    }
    return next_field(&line).length == 3 ? count : -1;
}

bool pl_is_wordnet(const char *start, size_t length)
{
    pl_word names[MOST_WORDS];
    const char *end = memchr(start, '\n', length);
    size_t first = end == NULL ? length : (size_t)(end - start);
    return (length > 4 && memcmp(start, "  1 ", 4) == 0) ||
           read_synset(names, start, first) > 0;
}

void pl_wordnet_version(char *version, size_t room, const char *start,
                        size_t length)
{
    static const char name[] = "WordNet ";
    const size_t before = sizeof name - 1;
    version[0] = '\0';
    for (size_t at = 0; at + before < length; at++) {
        const char *digits = start + at + before;
        if (start[at] != 'W' || memcmp(start + at, name, before) != 0 ||
            *digits < '0' || *digits > '9')
            continue;
        size_t end = at + before;
        while (end < length && end - at + 1 < room &&
               ((start[end] >= '0' && start[end] <= '9') || start[end] == '.'))
            end++;
        memcpy(version, start + at, end - at);
        version[end - at] = '\0';
        return;
    }
}

pleach_status pl_wordnet_read(pl_source *source, const char *file,
                              pl_take_group *take, void *context,
                              pleach_error *error)
{
    pl_word names[MOST_WORDS];
    uint64_t synsets = 0;
    for (;;) {
        pl_piece line;
        size_t at;
        PL_TRY(pl_source_line(source, &line, error));
        if (line.length == 0)
            break;
        if (line.bytes[0] == ' ')
            continue; /* the licence */
        int count = read_synset(names, line.bytes, line.length);
        if (count <= 0 ||
            pl_text_check(line.bytes, line.length, &at) != PL_TEXT_FINE)
            return pl_fail_at(error, PLEACH_BAD_DATA, file, line.line, 0,
                              "This is not a synset as WordNet has them: it "
                              "is cut off, or does not have as many words as "
                              "it says.");
        pl_synonym_group group = {PL_GROUP_THESAURUS, line.line, names,
                                  (size_t)count};
        PL_TRY(take(context, &group, error));
        synsets++;
    }
    if (synsets == 0)
        return pl_fail_at(error, PLEACH_BAD_DATA, file, 1, 0,
                          "There is no synset in this WordNet file.");
    return PLEACH_OK;
}
