/* vector_file.c: reads vectors of names, two notations of them. */
/* SPDX-License-Identifier: MIT */
#include "same/vector_file.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "read/source.h"

typedef struct vector_file {
    const char *file;
    uint64_t line;
    uint64_t announced, seen; /* names, by the first line and by counting */
    uint32_t size;            /* 0: not known yet */
    PL_LIST(float) numbers;
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
    self->seen++;
    pl_named_vector vector = {name, self->line, self->numbers.items,
                              self->size};
    return wanted ? self->take(self->context, &vector, error) : PLEACH_OK;
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
    for (;;) {
        PL_TRY(pl_source_line(source, &line, error));
        if (line.length == 0)
            break;
        self->line = line.line;
        PL_TRY(check_text(self, &line, error));
        pl_text_trim(&line.bytes, &line.length);
        if (line.length == 0)
            continue;
        PL_TRY(read_text_line(self, line.bytes, line.length, error));
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
                        .numbers = {.arena = scratch}};
    pleach_input input = {.name = path};
    pl_read_progress progress = pl_scope_reading(scope);
    pl_source *source = NULL;
    pleach_status status = pl_source_open(&source, &input, &progress, error);
    if (status == PLEACH_OK)
        status = read_lines(&self, source, error);
    if (source != NULL)
        pl_source_close(source);
    return status;
}
