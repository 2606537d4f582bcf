/* source_lines.c: the buffer's text by lines, or all that is left of it. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "read/source.h"
#include "read/source_buffer.h"

/* The unread text ends without a line feed: gives it one. read_block leaves
 * room for it. */
static pleach_status end_line(pl_source *source, pleach_error *error)
{
    if (pl_source_unread(source) == 0 ||
        source->text.items[source->text.count - 1] == '\n')
        return PLEACH_OK;
    return pl_list_push(&source->text, '\n') ? PLEACH_OK
                                             : pl_fail_memory(error);
}

static void take_piece(pl_source *source, pl_piece *piece, size_t length)
{
    *piece = (pl_piece){pl_source_unread_text(source), length, source->line};
    source->start += length;
}

/* Goes on behind the line that was refused. */
static pleach_status pass_over_line(pl_source *source, pleach_error *error)
{
    while (source->passing) {
        const char *text = pl_source_unread_text(source);
        const char *feed = memchr(text, '\n', pl_source_unread(source));
        source->start = feed == NULL
                            ? source->text.count
                            : source->start + (size_t)(feed - text) + 1;
        source->passing = feed == NULL && !source->ended;
        if (source->passing)
            PL_TRY(pl_source_read_more(source, error));
    }
    return PLEACH_OK;
}

/* A line that is not even read to its end. */
static pleach_status refuse_line(pl_source *source, size_t column,
                                 const char *sentence, pleach_error *error)
{
    source->passing = true;
    return pl_fail_at(error, PLEACH_BAD_DATA, source->input->name,
                      source->line++, column, "%s", sentence);
}

static const char too_long[] =
    "The line is longer than 64 MiB. Write one hierarchy per line, or cut this "
    "one into several.";
static const char has_nul[] =
    "There is a NUL byte. The input must be text in UTF-8.";

/* A line may be longer than what has been read; what was searched is not
 * searched again. A NUL ends it at once, since a binary file may have no line
 * feed for gigabytes. */
pleach_status pl_source_line(pl_source *source, pl_piece *line,
                             pleach_error *error)
{
    size_t seen = 0; /* bytes already known to hold no line feed */
    source->told = false;
    PL_TRY(pass_over_line(source, error));
    for (;;) {
        const char *text = pl_source_unread_text(source);
        const char *feed =
            memchr(text + seen, '\n', pl_source_unread(source) - seen);
        if (feed != NULL && (size_t)(feed - text) <= PL_LINE_BYTES) {
            take_piece(source, line, (size_t)(feed - text) + 1);
            source->line++;
            return PLEACH_OK;
        }
        const char *nul =
            memchr(text + seen, '\0', pl_source_unread(source) - seen);
        if (nul != NULL)
            return refuse_line(source, (size_t)(nul - text) + 1, has_nul,
                               error);
        seen = pl_source_unread(source);
        if (feed != NULL || seen > PL_LINE_BYTES)
            return refuse_line(source, PL_LINE_BYTES + 1, too_long, error);
        if (source->damaged)
            return pl_source_tell_damage(source, error);
        if (source->ended) {
            PL_TRY(end_line(source, error));
            take_piece(source, line, pl_source_unread(source));
            return PLEACH_OK;
        }
        PL_TRY(pl_source_read_more(source, error));
    }
}

/* Where a NUL byte stands in the unread text. */
static pleach_status fail_nul(const pl_source *source, const char *nul,
                              pleach_error *error)
{
    const char *start = pl_source_unread_text(source), *feed;
    uint64_t line = source->line;
    for (; (feed = memchr(start, '\n', (size_t)(nul - start))) != NULL; line++)
        start = feed + 1;
    return pl_fail_at(error, PLEACH_BAD_DATA, source->input->name, line,
                      (uint64_t)(nul - start) + 1, has_nul);
}

/* NULs are looked for while reading, so that a binary file is refused after its
 * first block. */
pleach_status pl_source_rest(pl_source *source, pl_piece *rest,
                             pleach_error *error)
{
    size_t seen = 0; /* bytes already known to hold no NUL */
    for (;;) {
        const char *text = pl_source_unread_text(source);
        const char *nul =
            memchr(text + seen, '\0', pl_source_unread(source) - seen);
        if (nul != NULL)
            return fail_nul(source, nul, error);
        if (source->ended)
            break;
        seen = pl_source_unread(source);
        PL_TRY(pl_source_read_more(source, error));
    }
    if (source->damaged)
        return pl_source_tell_damage(source, error);
    PL_TRY(end_line(source, error));
    take_piece(source, rest, pl_source_unread(source));
    return PLEACH_OK;
}

bool pl_source_is_workbook(const pl_piece *start)
{
    return start->length > 4 &&
           (memcmp(start->bytes, "PK\x03\x04", 4) == 0 ||
            memcmp(start->bytes, "\xD0\xCF\x11\xE0", 4) == 0);
}

pleach_status pl_source_bytes(pl_source *source, pl_piece *rest,
                              pleach_error *error)
{
    while (!source->ended)
        PL_TRY(pl_source_read_more(source, error));
    if (source->damaged)
        return pl_source_tell_damage(source, error);
    take_piece(source, rest, pl_source_unread(source));
    return PLEACH_OK;
}

pleach_status pl_source_peek(pl_source *source, pl_piece *start,
                             pleach_error *error)
{
    while (pl_source_unread(source) < PL_SEEN_BYTES && !source->ended)
        PL_TRY(pl_source_read_more(source, error));
    if (pl_source_unread(source) == 0 && source->damaged)
        return pl_source_tell_damage(source, error);
    *start = (pl_piece){pl_source_unread_text(source), pl_source_unread(source),
                        source->line};
    return PLEACH_OK;
}
