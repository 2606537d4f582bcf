/* read_json.c: JSON Lines and JSON documents, piece by piece. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/text.h"
#include "read/json_events.h"
#include "read/read.h"

/* Names are borrowed from the line until the hierarchy is added, which saves
 * copying nearly all of the input. */
static pleach_status parse_hierarchy(pl_parse *self)
{
    pl_token token;
    PL_TRY(pl_reader_check(self->reader, &self->piece, self->error));
    pl_scan_start(&self->scan, self->piece.bytes, self->piece.length);
    pl_draft_borrow(&self->draft, self->piece.bytes, self->piece.length);
    do {
        token = pl_scan_next(&self->scan);
        if (!pl_parse_take(self, token))
            return self->status;
    } while (token != PL_TOKEN_END);
    if (self->depth > 0)
        return pl_reader_fail(
            self->reader, &self->piece, self->piece.length - 1, self->error,
            self->document ? "The document ends before it is complete."
                           : "The line ends before its hierarchy does. Write "
                             "each on one line, or call the file .json.");
    return PLEACH_OK;
}

/* Parses a piece; a failure leaves nothing behind. */
static pleach_status parse_piece(pl_parse *self, const pl_piece *piece,
                                 pleach_error *error)
{
    self->piece = *piece;
    self->error = error;
    self->status = PLEACH_OK;
    self->counted = 0;
    self->line = piece->line;
    self->hierarchies = self->slipped = 0;
    self->depth = self->ignored = 0;
    return parse_hierarchy(self);
}

static pleach_status read_next_line(pl_parse *self, bool *ended,
                                    pleach_error *error)
{
    pl_piece line;
    PL_TRY(pl_source_line(self->reader->source, &line, error));
    *ended = line.length == 0;
    if (pl_text_is_blank(line.bytes, line.length))
        return PLEACH_OK;
    PL_TRY(parse_piece(self, &line, error));
    return pl_reader_add(self->reader, &self->draft, line.line, error);
}

static pleach_status read_json_lines(pl_parse *self, pleach_error *error)
{
    for (bool ended = false; !ended;) {
        pleach_error failure;
        pleach_status status = read_next_line(self, &ended, &failure);
        PL_TRY(pl_reader_settle(self->reader, status, &failure, error));
    }
    return PLEACH_OK;
}

static pleach_status read_document(pl_parse *self, pleach_error *error)
{
    pl_piece text;
    pleach_error failure;
    pleach_status status =
        pl_source_rest(self->reader->source, &text, &failure);
    if (status == PLEACH_OK && !pl_text_is_blank(text.bytes, text.length))
        status = parse_piece(self, &text, &failure);
    return pl_reader_settle(self->reader, status, &failure, error);
}

static pleach_status read_all(pl_reader *reader, bool document,
                              pleach_error *error)
{
    pl_parse *self = pl_allocate(1, sizeof *self);
    if (self == NULL)
        return pl_fail_memory(error);
    self->reader = reader;
    self->document = document;
    reader->is_list = true;
    pleach_status status =
        document ? read_document(self, error) : read_json_lines(self, error);
    reader->is_list = false;
    pl_scan_free(&self->scan);
    pl_draft_free(&self->draft);
    pl_release(self);
    return status;
}

pleach_status pl_read_jsonl(pl_reader *reader, pleach_error *error)
{
    return read_all(reader, false, error);
}

pleach_status pl_read_json(pl_reader *reader, pleach_error *error)
{
    return read_all(reader, true, error);
}
