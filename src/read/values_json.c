/* values_json.c: JSON documents, one or several, as values. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/json_scan.h"
#include "read/values.h"

typedef struct load {
    pl_values *values;
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

static void take_json_value(load *self, pl_token token)
{
    pl_values *values = self->values;
    const pl_scan *scan = &self->scan;
    uint64_t line = self->line;
    if (token == PL_TOKEN_OBJECT)
        pl_values_open(values, PL_VALUE_MAP, line);
    else if (token == PL_TOKEN_ARRAY)
        pl_values_open(values, PL_VALUE_LIST, line);
    else if (token == PL_TOKEN_CLOSE)
        pl_values_close(values);
    else if (token == PL_TOKEN_KEY)
        pl_values_key(values, scan->bytes, scan->length, line);
    else if (token == PL_TOKEN_STRING || token == PL_TOKEN_NUMBER)
        pl_values_add(
            values, token == PL_TOKEN_STRING ? PL_VALUE_TEXT : PL_VALUE_NUMBER,
            scan->bytes, scan->length, line);
    else if (token == PL_TOKEN_BOOLEAN)
        pl_values_add(values, PL_VALUE_TRUTH, scan->token,
                      *scan->token == 't' ? 4 : 5, line);
    else
        pl_values_add(values, PL_VALUE_NOTHING, "", 0, line);
}

/* What is wrong with a token; NULL: nothing. Escaped texts may hold what plain
 * ones may not, so they are checked after they were unescaped. */
static const char *find_fault(const load *self, pl_token token)
{
    const pl_scan *scan = &self->scan;
    if (token == PL_TOKEN_WRONG)
        return scan->wrong;
    if ((token == PL_TOKEN_KEY || token == PL_TOKEN_STRING) && scan->escaped &&
        scan->length > 0 && memchr(scan->bytes, '\0', scan->length) != NULL)
        return "There is an escaped NUL (\\u0000). Leave it out.";
    if ((token == PL_TOKEN_OBJECT || token == PL_TOKEN_ARRAY) &&
        self->values->open.count > PL_VALUES_DEEPEST)
        return "The document is nested deeper than 256 brackets.";
    return NULL;
}

/* Wrapped into one list, so that a document and several in a row are read
 * alike. What is wrong, or NULL. */
static const char *load_json_values(load *self)
{
    pl_token token;
    const char *wrong = NULL;
    pl_scan_start(&self->scan, self->text->bytes, self->text->length);
    pl_values_open(self->values, PL_VALUE_LIST, self->line);
    while (wrong == NULL &&
           (token = pl_scan_next(&self->scan)) != PL_TOKEN_END) {
        if (token == PL_TOKEN_NO_MEMORY) {
            (void)pl_arena_take(self->values->open.arena, SIZE_MAX, 2);
            break;
        }
        count_value_lines(self);
        wrong = find_fault(self, token);
        if (wrong == NULL)
            take_json_value(self, token);
    }
    return wrong;
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
    load self = {.values = values, .text = text, .line = text->line};
    bool wrong = load_json_values(&self) != NULL;
    pl_values_end end = wrong && !is_cut(&self.scan)        ? PL_VALUES_WRONG
                        : wrong || self.scan.open.count > 0 ? PL_VALUES_CUT
                                                            : PL_VALUES_WHOLE;
    while (values->open.count > 0)
        pl_values_close(values);
    pl_scan_free(&self.scan);
    return end;
}

pleach_status pl_values_read_json(pl_values *values, pl_reader *reader,
                                  const pl_piece *text, pleach_error *error)
{
    load self = {.values = values, .text = text, .line = text->line};
    PL_TRY(pl_reader_check(reader, text, error));
    const char *wrong = load_json_values(&self);
    size_t at = (size_t)(self.scan.token - text->bytes);
    if (wrong == NULL && self.scan.open.count > 0) {
        wrong = "The document ends before it is complete.";
        at = text->length - 1;
    }
    pl_values_close(values);
    pl_scan_free(&self.scan);
    PL_TRY(pl_check_memory(values->open.arena, error));
    return wrong == NULL ? PLEACH_OK
                         : pl_reader_fail(reader, text, at, error, "%s", wrong);
}
