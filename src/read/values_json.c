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

static void count_lines(load *self)
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

static pleach_status fail(const load *self, pleach_error *error,
                          const char *sentence)
{
    return pl_reader_fail(self->reader, self->text,
                          (size_t)(self->scan.token - self->text->bytes), error,
                          "%s", sentence);
}

static pleach_status check_text(const load *self, pleach_error *error)
{
    if (self->scan.escaped && self->scan.length > 0 &&
        memchr(self->scan.bytes, '\0', self->scan.length) != NULL)
        return fail(self, error,
                    "There is an escaped NUL (\\u0000). Leave it out.");
    return PLEACH_OK;
}

static pleach_status take(load *self, pl_token token, pleach_error *error)
{
    pl_values *values = self->values;
    const pl_scan *scan = &self->scan;
    bool enough = true;
    if (token == PL_TOKEN_KEY || token == PL_TOKEN_STRING)
        PL_TRY(check_text(self, error));
    if ((token == PL_TOKEN_OBJECT || token == PL_TOKEN_ARRAY) &&
        values->open.count > PL_VALUES_DEEPEST)
        return fail(self, error,
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

static pleach_status load_all(load *self, pleach_error *error)
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
            return fail(self, error, self->scan.wrong);
        if (token == PL_TOKEN_NO_MEMORY)
            return pl_fail_memory(error);
        count_lines(self);
        if (token == PL_TOKEN_BOOLEAN || token == PL_TOKEN_NULL) {
            self->scan.bytes = "";
            self->scan.length = 0;
        }
        PL_TRY(take(self, token, error));
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
    pleach_status status = load_all(&self, error);
    pl_scan_free(&self.scan);
    return status;
}
