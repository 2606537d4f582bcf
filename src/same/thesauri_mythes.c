/* thesauri_mythes.c: the entries of a MyThes thesaurus (th_*.dat).
 *
 *     UTF-8
 *     bird|2
 *     (noun)|fowl|animal (generic term)
 *     (noun)|dame|doll|...
 *
 * The first line names the encoding, which the system's converter has to know.
 */
/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <errno.h>
#include <iconv.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "same/thesauri.h"

/* More names are no synonyms of one another. */
enum { MOST_NAMES = 512, LONGEST_ENCODING = 32 };

typedef struct mythes {
    pl_source *source;
    const char *file;
    iconv_t convert;
    PL_LIST(char) entry, line; /* in UTF-8 */
    uint64_t number;           /* of the line */
    bool any;                  /* a group was found */
    pl_word names[MOST_NAMES];
} mythes;

static pl_word cut_line(const char *bytes, size_t length)
{
    while (length > 0 &&
           (bytes[length - 1] == '\n' || bytes[length - 1] == '\r'))
        length--;
    return (pl_word){bytes, length};
}

/* An entry's name and how many meanings it has; false: it is none. */
static bool read_head(pl_word line, size_t *name, unsigned *meanings)
{
    const char *bar = memchr(line.bytes, '|', line.length);
    if (bar == NULL || bar == line.bytes)
        return false;
    *name = (size_t)(bar - line.bytes);
    size_t digits = line.length - *name - 1;
    *meanings = 0;
    for (size_t k = 0; k < digits; k++) {
        char c = bar[1 + k];
        if (c < '0' || c > '9')
            return false;
        *meanings = *meanings * 10 + (unsigned)(c - '0');
    }
    return digits > 0 && digits < 6;
}

bool pl_is_mythes(const char *start, size_t length)
{
    const char *end = memchr(start, '\n', length);
    size_t name;
    unsigned meanings;
    if (end == NULL || end - start > LONGEST_ENCODING ||
        memchr(start, '\t', (size_t)(end - start)) != NULL)
        return false;
    const char *next = end + 1;
    size_t left = length - (size_t)(next - start);
    const char *stop = memchr(next, '\n', left);
    pl_word second =
        cut_line(next, stop == NULL ? left : (size_t)(stop - next));
    return read_head(second, &name, &meanings);
}

/* Reads the next line into self->line; *there is false at the end. */
static pleach_status next_line(mythes *self, bool *there, pleach_error *error)
{
    pl_piece piece;
    size_t at;
    PL_TRY(pl_source_line(self->source, &piece, error));
    *there = piece.length > 0;
    pl_word text = cut_line(piece.bytes, piece.length);
    self->number = piece.line;
    self->line.count = 0;
    size_t out_left = 4 * text.length + 4, in_left = text.length;
    if (!pl_list_room(&self->line, out_left))
        return pl_fail_memory(error);
    /* iconv does not change what it reads, but does not say so. */
    char *in = (char *)(uintptr_t)text.bytes, *out = self->line.items;
    if (iconv(self->convert, &in, &in_left, &out, &out_left) == (size_t)-1 ||
        pl_text_check(self->line.items, (size_t)(out - self->line.items),
                      &at) != PL_TEXT_FINE)
        return pl_fail_at(error, PLEACH_BAD_DATA, self->file, self->number, 0,
                          "This line is not in the encoding that the first "
                          "line of the thesaurus names.");
    self->line.count = (size_t)(out - self->line.items);
    return PLEACH_OK;
}

/* What stands in brackets behind a name says that it is wider, narrower or
 * the opposite, and then it is no synonym; or that it is slang, and so on. */
static bool is_synonym(pl_word *name)
{
    static const char *const others[] = {
        "(generic term)", "(related term)",   "(similar term)", "(antonym)",
        "(Oberbegriff)",  "(Unterbegriff)",   "(Antonym)",      "(Assoziation)",
        "(antonyme)",     "(terme générique)"};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        size_t length = strlen(others[k]);
        if (name->length >= length &&
            memcmp(name->bytes + name->length - length, others[k], length) == 0)
            return false;
    }
    const char *open = memchr(name->bytes, '(', name->length);
    if (open != NULL && open > name->bytes &&
        name->bytes[name->length - 1] == ')')
        name->length = (size_t)(open - name->bytes);
    pl_text_trim(&name->bytes, &name->length);
    return name->length > 0;
}

/* One meaning: its part of speech, then names. */
static pleach_status take_meaning(mythes *self, pl_take_group *take,
                                  void *context, pleach_error *error)
{
    const char *at = self->line.items, *end = at + self->line.count;
    const char *bar = memchr(at, '|', self->line.count);
    pl_synonym_group group = {PL_GROUP_THESAURUS, self->number, self->names, 1};
    size_t name;
    unsigned meanings;
    bool entry = read_head((pl_word){at, self->line.count}, &name, &meanings) &&
                 *at != '(' && *at != '-';
    if (bar == NULL || entry)
        return pl_fail_at(error, PLEACH_BAD_DATA, self->file, self->number, 0,
                          "A meaning of an entry belongs here, its names "
                          "parted by |, as in (noun)|fowl|birdie. The entry "
                          "before says that there are more.");
    self->names[0] = (pl_word){self->entry.items, self->entry.count};
    for (at = bar + 1; at <= end && group.count < MOST_NAMES; at = bar + 1) {
        bar = memchr(at, '|', (size_t)(end - at));
        if (bar == NULL)
            bar = end;
        pl_word synonym = {at, (size_t)(bar - at)};
        if (is_synonym(&synonym))
            self->names[group.count++] = synonym;
    }
    self->any = true;
    return take(context, &group, error);
}

static pleach_status read_entry(mythes *self, pl_take_group *take,
                                void *context, pleach_error *error)
{
    pl_word line = {self->line.items, self->line.count};
    size_t name;
    unsigned meanings;
    bool there;
    assert(line.bytes != NULL); /* an empty line is no entry */
    if (!read_head(line, &name, &meanings))
        return pl_fail_at(error, PLEACH_BAD_DATA, self->file, self->number, 0,
                          "An entry of the thesaurus belongs here, with how "
                          "many meanings follow, as in bird|3.");
    self->entry.count = 0;
    if (!pl_list_room(&self->entry, name + 1))
        return pl_fail_memory(error);
    memcpy(self->entry.items, line.bytes, name);
    self->entry.count = name;
    for (unsigned k = 0; k < meanings; k++) {
        PL_TRY(next_line(self, &there, error));
        if (!there)
            return pl_fail_at(error, PLEACH_BAD_DATA, self->file, self->number,
                              0,
                              "The thesaurus ends in the middle of an entry; "
                              "it is cut off.");
        PL_TRY(take_meaning(self, take, context, error));
    }
    return PLEACH_OK;
}

static pleach_status read_entries(mythes *self, pl_take_group *take,
                                  void *context, pleach_error *error)
{
    for (bool there;;) {
        PL_TRY(next_line(self, &there, error));
        if (!there)
            break;
        if (self->line.count > 0)
            PL_TRY(read_entry(self, take, context, error));
    }
    if (self->any)
        return PLEACH_OK;
    return pl_fail_at(error, PLEACH_BAD_DATA, self->file, self->number, 0,
                      "There are no synonyms in this thesaurus.");
}

/* Without a name iconv would take what the locale says. */
static pleach_status open_encoding(mythes *self, pleach_error *error)
{
    char name[LONGEST_ENCODING + 1] = "";
    pl_piece piece;
    PL_TRY(pl_source_line(self->source, &piece, error));
    pl_word line = cut_line(piece.bytes, piece.length);
    if (line.length <= LONGEST_ENCODING)
        memcpy(name, line.bytes, line.length);
    self->convert = iconv_open("UTF-8", name[0] == '\0' ? "none" : name);
    if (self->convert != (iconv_t)-1) /* NOLINT: POSIX says so */
        return PLEACH_OK;
    return pl_fail_at(error, PLEACH_BAD_DATA, self->file, 1, 0,
                      "The first line of a MyThes thesaurus names its "
                      "encoding, but this one is not known here. Convert the "
                      "file to UTF-8.");
}

pleach_status pl_mythes_read(pl_source *source, const char *file,
                             pl_take_group *take, void *context,
                             pleach_error *error)
{
    PL_SCRATCH(scratch);
    mythes *self = PL_ARENA_ARRAY(scratch, mythes, 1);
    PL_TRY(pl_check_memory(scratch, error));
    self->entry.arena = self->line.arena = scratch;
    self->source = source;
    self->file = file;
    pleach_status status = open_encoding(self, error);
    if (status == PLEACH_OK) {
        status = read_entries(self, take, context, error);
        iconv_close(self->convert);
    }
    return status;
}
