/* values_json.c: JSON documents, one or several, as values. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "read/values.h"

static void count_value_lines(pl_json_load *self)
{
    const char *at = self->text->bytes + self->counted;
    const char *end = self->scan.token;
    if (end <= at)
        return;
    while ((at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        self->line++;
        at++;
    }
    self->counted = (size_t)(end - self->text->bytes);
}

static size_t token_start(const pl_json_load *self)
{
    return (size_t)(self->scan.token - self->text->bytes);
}

/* What has no escapes stays where it is. */
static pl_span span_of_token(const pl_json_load *self)
{
    const pl_scan *scan = &self->scan;
    if (scan->escaped)
        return pl_values_keep(self->values, scan->bytes, scan->length);
    return (pl_span){(size_t)(scan->bytes - self->text->bytes), scan->length};
}

static void close_json_value(const pl_json_load *self)
{
    pl_values *values = self->values;
    uint32_t v = values->open.items[values->open.count - 1];
    pl_values_close(values);
    if (v < values->values.count) {
        pl_value *value = &values->values.items[v];
        value->text = (pl_span){value->at, token_start(self) + 1 - value->at};
    }
}

static void take_json_value(const pl_json_load *self, pl_token token)
{
    static const pl_value_kind kinds[] = {
        [PL_TOKEN_OBJECT] = PL_VALUE_MAP,
        [PL_TOKEN_ARRAY] = PL_VALUE_LIST,
        [PL_TOKEN_STRING] = PL_VALUE_TEXT,
        [PL_TOKEN_NUMBER] = PL_VALUE_NUMBER,
        [PL_TOKEN_BOOLEAN] = PL_VALUE_TRUTH,
        [PL_TOKEN_NULL] = PL_VALUE_NOTHING,
    };
    pl_values *values = self->values;
    pl_value made = {.line = self->line, .at = token_start(self)};
    if (token == PL_TOKEN_CLOSE) {
        close_json_value(self);
    } else if (token == PL_TOKEN_KEY) {
        pl_values_key(values, span_of_token(self), self->line);
    } else {
        made.kind = kinds[token];
        if (token == PL_TOKEN_STRING || token == PL_TOKEN_NUMBER)
            made.text = span_of_token(self);
        else if (token == PL_TOKEN_BOOLEAN)
            made.text = (pl_span){made.at, *self->scan.token == 't' ? 4 : 5};
        if (token == PL_TOKEN_OBJECT || token == PL_TOKEN_ARRAY)
            pl_list_add(&values->open, (uint32_t)values->values.count);
        pl_values_add(values, made);
    }
}

/* One beyond all doubles is no number to other programs. */
static bool is_too_large(const pl_scan *scan)
{
    enum { FINITE_DIGITS = 300 };
    double number;
    bool plain = scan->length < FINITE_DIGITS &&
                 memchr(scan->bytes, 'e', scan->length) == NULL &&
                 memchr(scan->bytes, 'E', scan->length) == NULL;
    return !plain && !(pl_text_number(scan->bytes, scan->length, &number) &&
                       isfinite(number));
}

/* What is wrong with a token; NULL: nothing. Escaped texts may hold what plain
 * ones may not, so they are checked after they were unescaped. */
static const char *find_fault(const pl_json_load *self, pl_token token)
{
    const pl_scan *scan = &self->scan;
    if (token == PL_TOKEN_WRONG)
        return scan->wrong;
    if ((token == PL_TOKEN_KEY || token == PL_TOKEN_STRING) && scan->escaped &&
        scan->length > 0 && memchr(scan->bytes, '\0', scan->length) != NULL)
        return "There is an escaped NUL (\\u0000). Leave it out.";
    if (token == PL_TOKEN_NUMBER && is_too_large(scan))
        return "This number is too large or too long.";
    if ((token == PL_TOKEN_OBJECT || token == PL_TOKEN_ARRAY) &&
        self->values->open.count > PL_VALUES_DEEPEST)
        return "The document is nested deeper than 256 brackets.";
    return NULL;
}

void pl_json_load_start(pl_json_load *self, pl_values *values,
                        const pl_piece *text)
{
    self->values = values;
    self->text = text;
    self->line = text->line;
    self->counted = 0;
    self->wrong = NULL;
    values->borrowed = text->bytes;
    values->borrowed_length = text->length;
    pl_scan_start(&self->scan, text->bytes, text->length);
}

bool pl_json_load_next(pl_json_load *self)
{
    size_t outside = self->values->open.count;
    pl_token token;
    do {
        token = pl_scan_next(&self->scan);
        if (token == PL_TOKEN_NO_MEMORY)
            pl_arena_fail(self->values->open.arena);
        if (token == PL_TOKEN_END || token == PL_TOKEN_NO_MEMORY)
            return false;
        count_value_lines(self);
        self->wrong = find_fault(self, token);
        if (self->wrong != NULL)
            return false;
        if (token == PL_TOKEN_CLOSE && self->values->open.count == outside)
            token = PL_TOKEN_KEY; /* of what was opened before */
        else
            take_json_value(self, token);
    } while (self->values->open.count > outside || token == PL_TOKEN_KEY);
    return !pl_arena_failed(self->values->open.arena);
}

/* Wrapped into one list, so that a document and several in a row are read
 * alike. */
static void load_json_values(pl_json_load *self, pl_values *values,
                             const pl_piece *text, bool lenient)
{
    pl_json_load_start(self, values, text);
    pl_values_open(values, PL_VALUE_LIST, self->line);
    self->scan.lenient = lenient;
    while (pl_json_load_next(self))
        continue;
}

/* The end of what can be seen may cut a token. What follows a real mistake goes
 * on to a sign that ends one; what was cut has none behind it. */
static bool is_cut(const pl_scan *scan)
{
    for (const char *at = scan->token; at < scan->end; at++)
        if (strchr("\",:{}[] \t\r\n", *at) != NULL)
            return false;
    return true;
}

pl_values_end pl_values_look(pl_values *values, const pl_piece *text)
{
    pl_json_load self = {.wrong = NULL};
    load_json_values(&self, values, text, true);
    bool wrong = self.wrong != NULL;
    pl_values_end end = wrong && !is_cut(&self.scan)        ? PL_VALUES_WRONG
                        : wrong || self.scan.open.count > 0 ? PL_VALUES_CUT
                                                            : PL_VALUES_WHOLE;
    while (values->open.count > 0)
        pl_values_close(values);
    pl_scan_free(&self.scan);
    return end;
}

/* A comma too many costs nothing else where what is bad is to be skipped. */
static pleach_status settle_comma(const pl_json_load *self, pl_reader *reader,
                                  pleach_error *error)
{
    pleach_error failure;
    if (self->scan.passed == NULL)
        return PLEACH_OK;
    pleach_status status = pl_reader_fail(
        reader, self->text, (size_t)(self->scan.passed - self->text->bytes),
        &failure, "%s", pl_scan_trailing_comma);
    return pl_reader_settle(reader, status, &failure, error);
}

pleach_status pl_json_load_check(const pl_json_load *self, pl_reader *reader,
                                 const char *cut, pleach_error *error)
{
    PL_TRY(pl_check_memory(self->values->open.arena, error));
    PL_TRY(settle_comma(self, reader, error));
    if (self->wrong != NULL)
        return pl_reader_fail(reader, self->text, token_start(self), error,
                              "%s", self->wrong);
    if (self->scan.open.count > 0)
        return pl_reader_fail(reader, self->text, self->text->length - 1, error,
                              "%s", cut);
    return PLEACH_OK;
}

pleach_status pl_values_read_json(pl_values *values, pl_reader *reader,
                                  const pl_piece *text, pleach_error *error)
{
    pl_json_load self = {.wrong = NULL};
    PL_TRY(pl_reader_check(reader, text, error));
    load_json_values(&self, values, text, reader->skip_bad);
    pl_values_close(values);
    pleach_status status = pl_json_load_check(
        &self, reader, "The document ends before it is complete.", error);
    pl_scan_free(&self.scan);
    return status;
}
