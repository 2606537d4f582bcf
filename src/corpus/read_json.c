/* read_json.c: JSON Lines and JSON documents, through yajl. */
#include <string.h>

#include "corpus/json_parse.h"
#include "corpus/text.h"

static bool open_handle(pl_parse *self)
{
    self->handle = yajl_alloc(&pl_parse_events, NULL, self);
    if (self->handle == NULL)
        return false;
    /* One handle reads line after line; the text is known to be UTF-8. */
    yajl_config(self->handle, yajl_allow_multiple_values, 1);
    yajl_config(self->handle, yajl_dont_validate_strings, 1);
    return true;
}

static int hex_value(const char *text)
{
    int value = 0;
    for (int k = 0; k < 4; k++) {
        const char *digits = "0123456789abcdefABCDEF";
        const char *at = text[k] == '\0' ? NULL : strchr(digits, text[k]);
        if (at == NULL)
            return -1;
        int digit = (int)(at - digits);
        value = value * 16 + (digit < 16 ? digit : digit - 6);
    }
    return value;
}

/* yajl lets lone surrogates through: refuses them. The piece ends in a line
 * feed, so looking ahead from a backslash stays inside it. */
static pleach_status check_escapes(pl_parse *self)
{
    const char *start = self->piece.bytes, *end = start + self->piece.length;
    const char *at = memchr(start, '\\', self->piece.length);
    self->escaped = at != NULL;
    while (at != NULL) {
        size_t used = 2;
        int unit = end - at >= 6 && at[1] == 'u' ? hex_value(at + 2) : -1;
        if (unit >= 0xD800 && unit <= 0xDFFF) {
            bool pair = unit <= 0xDBFF && end - at >= 12 && at[6] == '\\' &&
                        at[7] == 'u';
            int low = pair ? hex_value(at + 8) : -1;
            if (low < 0xDC00 || low > 0xDFFF)
                return pl_reader_fail(self->reader, &self->piece,
                                      (size_t)(at - start), self->error,
                                      "The escape \\u%.4s is half of a "
                                      "surrogate pair: not a character.",
                                      at + 2);
            used = 12;
        }
        at += used;
        at = at < end ? memchr(at, '\\', (size_t)(end - at)) : NULL;
    }
    return PLEACH_OK;
}

/* yajl's reason, without its prefix and line feed. A token is blamed at its
 * start, but a string, which may be long, where it goes wrong. */
static pleach_status fail_syntax(pl_parse *self)
{
    unsigned char *text = yajl_get_error(self->handle, 0, NULL, 0);
    const char *why = text == NULL ? "" : (const char *)text;
    size_t at = yajl_get_bytes_consumed(self->handle);
    if (strstr(why, "inside string") == NULL)
        at = pl_parse_token_start(self);
    if (at >= self->piece.length)
        at = self->piece.length - 1;
    why += strcspn(why, ":");
    why += strspn(why, ": ");
    pleach_status status = pl_reader_fail(
        self->reader, &self->piece, at, self->error, "This is not JSON: %.*s.",
        (int)strcspn(why, ".\n"), why);
    if (text != NULL)
        yajl_free_error(self->handle, text);
    return status;
}

static pleach_status parse_text(pl_parse *self)
{
    PL_TRY(pl_reader_check(self->reader, &self->piece, self->error));
    PL_TRY(check_escapes(self));
    yajl_status parsed =
        yajl_parse(self->handle, (const unsigned char *)self->piece.bytes,
                   self->piece.length);
    if (parsed == yajl_status_client_canceled)
        return self->status;
    if (parsed != yajl_status_ok)
        return fail_syntax(self);
    if (self->depth > 0)
        return pl_reader_fail(
            self->reader, &self->piece, self->piece.length - 1, self->error,
            self->document ? "The document ends before it is complete."
                           : "The line ends before its hierarchy does. Write "
                             "each on one line, or read the file as \"json\".");
    return PLEACH_OK;
}

/* Parses a piece; after a failure the parser is as new. */
static pleach_status parse_piece(pl_parse *self, const pl_piece *piece,
                                 pleach_error *error)
{
    self->piece = *piece;
    self->error = error;
    self->status = PLEACH_OK;
    self->counted = 0;
    self->line = piece->line;
    self->hierarchies = 0;
    pleach_status status = parse_text(self);
    if (status == PLEACH_OK)
        return PLEACH_OK;
    self->depth = self->ignored = 0;
    yajl_free(self->handle);
    self->handle = NULL;
    return open_handle(self) ? status : pl_fail_memory(error);
}

static pleach_status read_line(pl_parse *self, bool *ended, pleach_error *error)
{
    pl_piece line;
    PL_TRY(pl_source_line(self->reader->source, &line, error));
    *ended = line.length == 0;
    if (pl_text_is_blank(line.bytes, line.length))
        return PLEACH_OK;
    PL_TRY(parse_piece(self, &line, error));
    return pl_reader_add(self->reader, &self->draft, line.line, error);
}

static pleach_status read_lines(pl_parse *self, pleach_error *error)
{
    for (bool ended = false; !ended;) {
        pleach_error failure;
        pleach_status status = read_line(self, &ended, &failure);
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
    pleach_status status = PLEACH_OK;
    if (!open_handle(self))
        status = pl_fail_memory(error);
    else
        status = document ? read_document(self, error)
                          : read_lines(self, error);
    if (self->handle != NULL)
        yajl_free(self->handle);
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
