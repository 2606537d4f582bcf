/* values_json.c: JSON documents, one or several, as values. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/json_scan.h"
#include "read/values.h"

typedef struct load {
    pl_values *values;
    const pl_reader *reader;
    const pl_piece *text;
    pl_scan scan;
    size_t counted; /* bytes whose lines are counted */
    uint64_t line;
} load;

static void count_value_lines(load *self)
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

static pleach_status fail_json_value(const load *self, pleach_error *error,
                                     const char *sentence)
{
    return pl_reader_fail(self->reader, self->text,
                          (size_t)(self->scan.token - self->text->bytes), error,
                          "%s", sentence);
}

static pleach_status check_value_text(const load *self, pleach_error *error)
{
    if (self->scan.escaped && self->scan.length > 0 &&
        memchr(self->scan.bytes, '\0', self->scan.length) != NULL)
        return fail_json_value(
            self, error, "There is an escaped NUL (\\u0000). Leave it out.");
    return PLEACH_OK;
}

/* Escaped texts may hold what plain ones may not, so they are checked after
 * they were unescaped. */
static pleach_status take_json_value(load *self, pl_token token,
                                     pleach_error *error)
{
    pl_values *values = self->values;
    const pl_scan *scan = &self->scan;
    bool enough = true;
    if (token == PL_TOKEN_KEY || token == PL_TOKEN_STRING)
        PL_TRY(check_value_text(self, error));
    if ((token == PL_TOKEN_OBJECT || token == PL_TOKEN_ARRAY) &&
        values->open.count > PL_VALUES_DEEPEST)
        return fail_json_value(self, error,
                               "The document is nested deeper than 256 "
                               "brackets.");
    if (token == PL_TOKEN_OBJECT)
        enough = pl_values_open(values, PL_VALUE_MAP, self->line);
    else if (token == PL_TOKEN_ARRAY)
        enough = pl_values_open(values, PL_VALUE_LIST, self->line);
    else if (token == PL_TOKEN_CLOSE)
        pl_values_close(values);
    else if (token == PL_TOKEN_KEY)
        enough = pl_values_key(values, scan->bytes, scan->length, self->line);
    else
        enough = pl_values_add(
            values,
            token == PL_TOKEN_STRING   ? PL_VALUE_TEXT
            : token == PL_TOKEN_NUMBER ? PL_VALUE_NUMBER
                                       : PL_VALUE_NOTHING,
            scan->bytes, token == PL_TOKEN_NULL ? 0 : scan->length, self->line);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}

/* Wrapped into one list, so that a document and several in a row are read
 * alike. */
static pleach_status load_json_values(load *self, pleach_error *error)
{
    PL_TRY(pl_reader_check(self->reader, self->text, error));
    pl_scan_start(&self->scan, self->text->bytes, self->text->length);
    if (!pl_values_open(self->values, PL_VALUE_LIST, self->line))
        return pl_fail_memory(error);
    for (;;) {
        pl_token token = pl_scan_next(&self->scan);
        if (token == PL_TOKEN_END)
            break;
        if (token == PL_TOKEN_WRONG)
            return fail_json_value(self, error, self->scan.wrong);
        if (token == PL_TOKEN_NO_MEMORY)
            return pl_fail_memory(error);
        count_value_lines(self);
        if (token == PL_TOKEN_BOOLEAN || token == PL_TOKEN_NULL) {
            self->scan.bytes = "";
            self->scan.length = 0;
        }
        PL_TRY(take_json_value(self, token, error));
    }
    if (self->scan.open.count > 0)
        return pl_reader_fail(self->reader, self->text, self->text->length - 1,
                              error,
                              "The document ends before it is "
                              "complete.");
    pl_values_close(self->values);
    return PLEACH_OK;
}

pleach_status pl_values_read_json(pl_values *values, const pl_reader *reader,
                                  const pl_piece *text, pleach_error *error)
{
    load self = {
        .values = values, .reader = reader, .text = text, .line = text->line};
    pleach_status status = load_json_values(&self, error);
    pl_scan_free(&self.scan);
    return status;
}
