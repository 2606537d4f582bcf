/* reader.c: what the readers of all formats have in common. */
/* SPDX-License-Identifier: MIT */
#include "read/reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

uint32_t pl_reader_note(pl_reader *reader, pl_strings *table, const char *bytes,
                        size_t length)
{
    uint32_t number =
        table == NULL ? PL_NONE : pl_strings_add(table, bytes, length);
    if (number == PL_NONE)
        pl_arena_fail(reader->arena);
    return number;
}

/* Damage is not one of many malformed lines, but a warning of its own. */
static void warn_about(const pl_reader *reader, const pleach_error *failure)
{
    pleach_error warning = *failure;
    bool damaged =
        reader->source != NULL && pl_source_told_damage(reader->source);
    if (damaged)
        warning.status = PLEACH_OK;
    pl_read_progress_pass(reader->progress,
                          damaged ? PL_ODD_DAMAGED : PL_ODD_SKIPPED, &warning);
}

pleach_status pl_reader_settle(pl_reader *reader, pleach_status status,
                               const pleach_error *failure, pleach_error *error)
{
    if (status == PLEACH_OK)
        return PLEACH_OK;
    if (status == PLEACH_BAD_DATA && reader->skip_bad) {
        reader->builder->facts.skipped++;
        warn_about(reader, failure);
        return PLEACH_OK;
    }
    if (error != NULL)
        *error = *failure;
    return status;
}

/* Pieces may span lines, so the line is counted from the piece's first, and
 * only when something is wrong. */
pleach_status pl_reader_fail(const pl_reader *reader, const pl_piece *piece,
                             size_t offset, pleach_error *error,
                             const char *sentence, ...)
{
    uint64_t line = piece->line;
    const char *start = piece->bytes, *end = piece->bytes + offset;
    const char *feed;
    while ((feed = memchr(start, '\n', (size_t)(end - start))) != NULL) {
        start = feed + 1;
        line++;
    }
    char text[sizeof error->sentence];
    va_list arguments;
    va_start(arguments, sentence);
    vsnprintf(text, sizeof text, sentence, arguments);
    va_end(arguments);
    return pl_fail_at(error, PLEACH_BAD_DATA, reader->file, line,
                      (uint64_t)(end - start) + 1, "%s", text);
}

/* UTF-16 as iconv calls it, by its mark or by the NULs beside its first
 * letters; NULL: it does not look like that. */
static const char *find_utf16(const pl_piece *piece, size_t fault)
{
    const char *b = piece->bytes;
    if (piece->line > 1 || fault > 1 || piece->length < 2)
        return NULL;
    if (memcmp(b, "\xFF\xFE", 2) == 0 || memcmp(b, "\xFE\xFF", 2) == 0)
        return "UTF-16";
    bool low = piece->length >= 4 && b[0] != 0 && b[2] != 0;
    bool high = piece->length >= 4 && b[1] != 0 && b[3] != 0;
    return low && b[1] == 0 && b[3] == 0    ? "UTF-16LE"
           : high && b[0] == 0 && b[2] == 0 ? "UTF-16BE"
                                            : NULL;
}

/* Checked once per piece, so that nobody behind this has to think of broken
 * bytes. */
pleach_status pl_reader_check(const pl_reader *reader, const pl_piece *piece,
                              pleach_error *error)
{
    size_t at;
    pl_text_fault fault = pl_text_check(piece->bytes, piece->length, &at);
    const char *utf16 = fault == PL_TEXT_FINE ? NULL : find_utf16(piece, at);
    if (utf16 != NULL)
        return pl_reader_fail(reader, piece, at, error,
                              "This looks like UTF-16. Convert it to UTF-8: "
                              "iconv -f %s -t UTF-8 OLD >NEW",
                              utf16);
    switch (fault) {
    case PL_TEXT_NUL:
        return pl_reader_fail(
            reader, piece, at, error,
            "There is a NUL byte. The input must be text in UTF-8.");
    case PL_TEXT_NOT_UTF8:
        return pl_reader_fail(reader, piece, at, error,
                              "The byte 0x%02X is not valid UTF-8 here. "
                              "Convert the input to UTF-8.",
                              (unsigned char)piece->bytes[at]);
    case PL_TEXT_FINE:
        break;
    }
    return PLEACH_OK;
}

pleach_status pl_reader_rest(pl_reader *reader, pl_piece *text,
                             pleach_error *error)
{
    PL_TRY(pl_source_rest(reader->source, text, error));
    return pl_reader_check(reader, text, error);
}

pleach_status pl_reader_lines(pl_reader *reader, pl_take_line *take,
                              void *context, pleach_error *error)
{
    for (bool ended = false; !ended;) {
        pl_piece line = {.length = 0};
        pleach_error failure;
        pleach_status status = pl_source_line(reader->source, &line, &failure);
        ended = status == PLEACH_OK && line.length == 0;
        if (status == PLEACH_OK)
            status = pl_reader_check(reader, &line, &failure);
        if (status == PLEACH_OK && !pl_text_is_blank(line.bytes, line.length))
            status = take(context, &line, &failure);
        PL_TRY(pl_reader_settle(reader, status, &failure, error));
    }
    return PLEACH_OK;
}

bool pl_piece_next(const pl_piece *text, size_t *at, pl_piece *line)
{
    if (*at >= text->length)
        return false;
    const char *start = text->bytes + *at;
    const char *feed = memchr(start, '\n', text->length - *at);
    uint64_t number = *at == 0 ? text->line : line->line + 1;
    size_t length =
        feed == NULL ? text->length - *at : (size_t)(feed - start) + 1;
    *line = (pl_piece){start, length, number};
    *at += length;
    return true;
}

pleach_status pl_reader_add(pl_reader *reader, pl_draft *draft, uint64_t line,
                            pleach_error *error)
{
    pl_origin origin = {reader->file, reader->input, line};
    bool named = draft->owner.length > 0;
    if (!named && !pl_draft_keep(draft, &draft->owner, reader->owner,
                                 strlen(reader->owner)))
        return pl_fail_memory(error);
    reader->progress->hierarchies++;
    PL_TRY(pl_builder_add(reader->builder, draft, &origin, error));
    reader->builder->knows_people |= named || !reader->is_list;
    return PLEACH_OK;
}

pleach_status pl_reader_fail_entities(const pl_reader *reader, uint64_t line,
                                      pleach_error *error)
{
    return pl_reader_refuse(reader, line, error,
                            "The entities of this document repeat far more "
                            "than it holds. Write the texts out.");
}

pleach_status pl_reader_fail_unbuilt(const pl_reader *reader,
                                     const char *format, pleach_error *error)
{
    return pl_fail_at(error, PLEACH_BAD_USAGE, reader->file, 0, 0,
                      "This pleach was built without %s. Build it with the "
                      "library that reads it, or convert the input.",
                      format);
}
