/* vector_file.c: reads vectors of names, three notations of them. */
/* SPDX-License-Identifier: MIT */
#include "same/vector_file.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/json_scan.h"
#include "base/status.h"
#include "base/text.h"
#include "read/source.h"

typedef struct vector_file {
    const char *file;
    uint64_t line;
    uint64_t announced, seen; /* names, by the first line and by counting */
    uint32_t size;            /* 0: not known yet */
    PL_LIST(float) numbers;
    PL_LIST(char) name; /* of a line of JSON */
    pl_scan scan;
    pl_want_vector *want;
    pl_take_vector *take;
    void *context;
} vector_file;

static pleach_status fail_line(const vector_file *self, pleach_error *error,
                               const char *sentence)
{
    return pl_fail_at(error, PLEACH_BAD_DATA, self->file, self->line, 0, "%s",
                      sentence);
}

static pleach_status check_size(vector_file *self, uint64_t size,
                                pleach_error *error)
{
    if (size == 0)
        return fail_line(self, error, "There are no numbers behind this name.");
    if (size > PL_MOST_NUMBERS)
        return pl_fail_at(error, PLEACH_BAD_DATA, self->file, self->line, 0,
                          "A vector has more than %d numbers.",
                          PL_MOST_NUMBERS);
    if (self->size == 0)
        self->size = (uint32_t)size;
    if (size == self->size)
        return PLEACH_OK;
    return pl_fail_at(error, PLEACH_BAD_DATA, self->file, self->line, 0,
                      "This vector has %" PRIu64 " numbers, those before it "
                      "have %" PRIu32 ". Is the file cut off?",
                      size, self->size);
}

static pleach_status hand_over(vector_file *self, pl_word name,
                               pleach_error *error)
{
    self->seen++;
    return self->take(
        self->context,
        &(pl_named_vector){name, self->line, self->numbers.items, self->size},
        error);
}

/* ------------------------------------------------------- lines of text -- */

static bool parts_numbers(char c)
{
    return c == ' ' || c == '\t' || c == ',' || c == '[' || c == ']' ||
           c == '\r' || c == '\n';
}

static bool belongs_to_number(char c)
{
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' ||
           c == 'e' || c == 'E';
}

static uint64_t count_numbers(const char *at, const char *end)
{
    uint64_t count = 0;
    for (bool inside = false; at < end; at++) {
        count += !inside && !parts_numbers(*at);
        inside = !parts_numbers(*at);
    }
    return count;
}

/* Where the last `count` numbers begin; NULL: there are fewer. */
static const char *find_last(const char *from, const char *end, uint64_t count)
{
    const char *at = end;
    while (count > 0) {
        while (at > from && parts_numbers(at[-1]))
            at--;
        if (at == from)
            return NULL;
        while (at > from && !parts_numbers(at[-1]))
            at--;
        count--;
    }
    return at;
}

/* Checks the numbers, and keeps them if they are wanted. */
static pleach_status read_numbers(vector_file *self, const char *start,
                                  const char *at, const char *end, bool wanted,
                                  pleach_error *error)
{
    self->numbers.count = 0;
    if (!pl_list_room(&self->numbers, self->size))
        return pl_fail_memory(error);
    while (at < end) {
        const char *from = at;
        bool fine = true;
        double number = 0;
        for (; at < end && !parts_numbers(*at); at++)
            fine = fine && belongs_to_number(*at);
        if (at > from && fine && wanted)
            fine = pl_text_number(from, (size_t)(at - from), &number) &&
                   isfinite((float)number);
        if (!fine)
            return pl_fail_at(error, PLEACH_BAD_DATA, self->file, self->line,
                              (uint64_t)(from - start) + 1,
                              "'%.*s' is not a finite number.",
                              pl_text_cut(from, (size_t)(at - from), 40), from);
        if (at > from)
            self->numbers.items[self->numbers.count++] = (float)number;
        at += at < end;
    }
    return PLEACH_OK;
}

/* "400000 100", as word2vec has it in its first line. */
static bool is_header(vector_file *self, const char *start, const char *end)
{
    double names, size;
    const char *second = find_last(start, end, 1);
    if (self->line != 1 || second == NULL || count_numbers(start, end) != 2 ||
        memchr(start, '\t', (size_t)(end - start)) != NULL)
        return false;
    size_t first = (size_t)(second - start), last = (size_t)(end - second);
    pl_text_trim(&start, &first);
    pl_text_trim(&second, &last);
    if (!pl_text_number(start, first, &names) || names != floor(names) ||
        !pl_text_number(second, last, &size) || size != floor(size) ||
        !(names >= 1 && names < 1e15 && size >= 1 && size < 1e15))
        return false;
    self->announced = (uint64_t)names;
    self->size = size > PL_MOST_NUMBERS ? UINT32_MAX : (uint32_t)size;
    return true;
}

/* A tab parts the name from its numbers; otherwise the numbers are the last
 * of the line, and of the first line all but the first word. */
static const char *end_of_name(const vector_file *self, const char *start,
                               const char *end)
{
    const char *tab = memchr(start, '\t', (size_t)(end - start));
    if (tab != NULL)
        return tab;
    if (self->size > 0 && self->size <= PL_MOST_NUMBERS)
        return find_last(start, end, self->size);
    return memchr(start, ' ', (size_t)(end - start));
}

static pleach_status read_text_line(vector_file *self, const char *start,
                                    size_t length, pleach_error *error)
{
    const char *end = start + length;
    if (is_header(self, start, end))
        return self->size <= PL_MOST_NUMBERS
                   ? PLEACH_OK
                   : check_size(self, UINT32_MAX, error);
    const char *stop = end_of_name(self, start, end);
    if (stop == NULL)
        return self->size == 0
                   ? check_size(self, 0, error)
                   : check_size(self, count_numbers(start, end), error);
    PL_TRY(check_size(self, count_numbers(stop, end), error));
    pl_word name = {start, (size_t)(stop - start)};
    pl_text_trim(&name.bytes, &name.length);
    if (name.length == 0)
        return fail_line(self, error, "There is no name before these numbers.");
    bool wanted = self->want(self->context, name);
    PL_TRY(read_numbers(self, start, stop, end, wanted, error));
    if (wanted)
        return hand_over(self, name, error);
    self->seen++;
    return PLEACH_OK;
}

/* ------------------------------------------------------ lines of JSON -- */

static pleach_status read_list(vector_file *self, pleach_error *error)
{
    double number;
    self->numbers.count = 0;
    for (;;) {
        pl_token token = pl_scan_next(&self->scan);
        if (token == PL_TOKEN_CLOSE)
            return PLEACH_OK;
        if (token != PL_TOKEN_NUMBER ||
            !pl_text_number(self->scan.bytes, self->scan.length, &number) ||
            !isfinite((float)number))
            return fail_line(self, error,
                             "A vector is a list of finite numbers, as in "
                             "\"vector\": [0.25, -1].");
        if (self->numbers.count > PL_MOST_NUMBERS)
            return check_size(self, self->numbers.count, error);
        if (!pl_list_push(&self->numbers, (float)number))
            return pl_fail_memory(error);
    }
}

static pleach_status skip_value(vector_file *self, pleach_error *error)
{
    size_t depth = self->scan.open.count;
    pl_token token = pl_scan_next(&self->scan);
    while (self->scan.open.count > depth && token != PL_TOKEN_WRONG &&
           token != PL_TOKEN_END && token != PL_TOKEN_NO_MEMORY)
        token = pl_scan_next(&self->scan);
    return token == PL_TOKEN_NO_MEMORY ? pl_fail_memory(error) : PLEACH_OK;
}

static bool is_key(const pl_scan *scan, const char *a, const char *b)
{
    pl_word key = {scan->bytes, scan->length};
    return pl_word_equal(key, (pl_word){a, strlen(a)}) ||
           pl_word_equal(key, (pl_word){b, strlen(b)});
}

static pleach_status read_field(vector_file *self, bool *named, bool *listed,
                                pleach_error *error)
{
    if (is_key(&self->scan, "name", "text")) {
        *named = pl_scan_next(&self->scan) == PL_TOKEN_STRING &&
                 self->scan.length > 0;
        self->name.count = 0;
        if (!*named)
            return PLEACH_OK;
        if (!pl_list_room(&self->name, self->scan.length))
            return pl_fail_memory(error);
        memcpy(self->name.items, self->scan.bytes, self->scan.length);
        self->name.count = self->scan.length;
        return PLEACH_OK;
    }
    if (!is_key(&self->scan, "vector", "embedding"))
        return skip_value(self, error);
    *listed = pl_scan_next(&self->scan) == PL_TOKEN_ARRAY;
    return *listed ? read_list(self, error) : PLEACH_OK;
}

static pleach_status read_json_line(vector_file *self, const char *start,
                                    size_t length, pleach_error *error)
{
    bool named = false, listed = false;
    pl_token token;
    pl_scan_start(&self->scan, start, length);
    token = pl_scan_next(&self->scan);
    while (token == PL_TOKEN_OBJECT || token == PL_TOKEN_KEY) {
        if (token == PL_TOKEN_KEY)
            PL_TRY(read_field(self, &named, &listed, error));
        token = pl_scan_next(&self->scan);
    }
    if (token == PL_TOKEN_NO_MEMORY)
        return pl_fail_memory(error);
    if (!named || !listed || token != PL_TOKEN_CLOSE ||
        pl_scan_next(&self->scan) != PL_TOKEN_END)
        return fail_line(self, error,
                         "Each line belongs to one name, as in {\"name\": "
                         "\"bird\", \"vector\": [0.25, -1]}. Is the file cut "
                         "off?");
    PL_TRY(check_size(self, self->numbers.count, error));
    pl_word name = {self->name.items, self->name.count};
    if (self->want(self->context, name))
        return hand_over(self, name, error);
    self->seen++;
    return PLEACH_OK;
}

/* ------------------------------------------------------------ the file -- */

static pleach_status check_text(const vector_file *self, const pl_piece *line,
                                pleach_error *error)
{
    size_t at;
    pl_text_fault fault = pl_text_check(line->bytes, line->length, &at);
    if (fault == PL_TEXT_FINE)
        return PLEACH_OK;
    return pl_fail_at(error, PLEACH_BAD_DATA, self->file, self->line, at + 1,
                      fault == PL_TEXT_NUL
                          ? "There is a NUL byte. Vectors are read as text; "
                            "write them so, instead of in a binary format."
                          : "This is not UTF-8. Vectors are read as text; if "
                            "this is one, convert it to UTF-8.");
}

static pleach_status read_lines(vector_file *self, pl_source *source,
                                pleach_error *error)
{
    pl_piece line;
    for (bool json = false;;) {
        PL_TRY(pl_source_line(source, &line, error));
        if (line.length == 0)
            break;
        self->line = line.line;
        PL_TRY(check_text(self, &line, error));
        pl_text_trim(&line.bytes, &line.length);
        if (line.length == 0)
            continue;
        json = json || (self->size == 0 && line.bytes[0] == '{');
        PL_TRY(json ? read_json_line(self, line.bytes, line.length, error)
                    : read_text_line(self, line.bytes, line.length, error));
    }
    if (self->seen == 0)
        return pl_fail_at(error, PLEACH_BAD_DATA, self->file, 1, 0,
                          "There are no vectors in this file. Write a name, a "
                          "tab and its numbers on each line.");
    if (self->announced > self->seen)
        return pl_fail_at(error, PLEACH_BAD_DATA, self->file, self->line, 0,
                          "The first line says that there are %" PRIu64
                          " names, but the file ends after %" PRIu64
                          ". It is cut off.",
                          self->announced, self->seen);
    return PLEACH_OK;
}

pleach_status pl_vector_file_read(const char *path, pl_want_vector *want,
                                  pl_take_vector *take, void *context,
                                  const pl_scope *scope, pleach_error *error)
{
    PL_SCRATCH(scratch);
    vector_file self = {.file = path,
                        .want = want,
                        .take = take,
                        .context = context,
                        .numbers = {.arena = scratch},
                        .name = {.arena = scratch}};
    pleach_input input = {.name = path};
    pl_read_progress progress = pl_scope_reading(scope);
    pl_source *source = NULL;
    pleach_status status = pl_source_open(&source, &input, &progress, error);
    if (status == PLEACH_OK)
        status = read_lines(&self, source, error);
    if (source != NULL)
        pl_source_close(source);
    pl_scan_free(&self.scan);
    return status;
}
