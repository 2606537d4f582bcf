/* read_paths.c: one path per line, merged into trees by exact spelling. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/text.h"
#include "read/forest.h"
#include "read/path_steps.h"
#include "read/read.h"

typedef struct paths {
    pl_forest forest;
    pl_path_signs signs;
    bool owned;    /* the first column is an owner */
    bool numbered; /* each line begins with an id, "12 - " or "gid://x : " */
} paths;

/* ----------------------------------------------------------------- lines -- */

/* Also "." alone, with which `find` begins. */
static bool says_nothing(const pl_piece *line)
{
    const char *text = line->bytes;
    size_t length = line->length;
    pl_text_trim(&text, &length);
    return line->bytes[0] == '#' || pl_text_is_blank(text, length) ||
           (length == 1 && *text == '.');
}

/* The ids that shops put before their categories: the bytes of one, with what
 * parts it from the path; 0: there is none. */
static size_t id_at(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length && text[at] >= '0' && text[at] <= '9')
        at++;
    if (at > 0)
        return at + 3 < length && memcmp(text + at, " - ", 3) == 0 ? at + 3 : 0;
    if (length < 6 || memcmp(text, "gid://", 6) != 0)
        return 0;
    while (at < length && text[at] != ' ')
        at++;
    while (at < length && text[at] == ' ')
        at++;
    return at + 2 < length && memcmp(text + at, ": ", 2) == 0 ? at + 2 : 0;
}

/* One separator serves the whole file. An owner's column must be in every
 * line. */
static void judge_lines(paths *self, const pl_piece *text)
{
    size_t at = 0;
    pl_piece line = {.line = 0};
    pl_path_signs signs = {0};
    self->owned = self->numbered = true;
    while (pl_piece_next(text, &at, &line)) {
        if (says_nothing(&line))
            continue;
        self->owned &= memchr(line.bytes, '\t', line.length) != NULL;
        self->numbered &= id_at(line.bytes, line.length) > 0;
        pl_path_look(&signs, line.bytes, line.length);
    }
    self->signs = signs;
    pl_path_judge(&self->signs, false);
}

/* ----------------------------------------------------------------- paths -- */

/* The names of one path, as spans of its line; checked before any is added,
 * so that a bad line leaves no trace. */
typedef struct steps {
    pl_span names[PL_DEEPEST];
    size_t count;
} steps;

/* Empty names at either end come from separators that people put there; in the
 * middle they are a mistake. The "." of "./a/b" is no name. */
static pleach_status part_path(const paths *self, const pl_piece *line,
                               size_t at, steps *path, pleach_error *error)
{
    const char *end = line->bytes + line->length;
    const char *gap = NULL; /* an empty name that a further one follows */
    path->count = 0;
    for (const char *step = line->bytes + at; step < end;) {
        size_t length, used = (size_t)(end - step);
        const char *name = step;
        step += pl_path_step(&self->signs, step, used, &length);
        pl_text_trim(&name, &length);
        bool here = path->count == 0 && self->signs.separator == '/' &&
                    length == 1 && *name == '.';
        if (here || pl_text_is_blank(name, length)) {
            if (path->count > 0 && gap == NULL)
                gap = name;
        } else if (gap != NULL) {
            return pl_reader_fail(self->forest.reader, line,
                                  (size_t)(gap - line->bytes), error,
                                  "The name between two separators is empty.");
        } else if (path->count == PL_DEEPEST) {
            return pl_reader_fail(self->forest.reader, line,
                                  (size_t)(name - line->bytes), error,
                                  "The path is nested deeper than 64 levels.");
        } else {
            path->names[path->count++] =
                (pl_span){(size_t)(name - line->bytes), length};
        }
    }
    if (path->count == 0)
        return pl_reader_fail(self->forest.reader, line, at, error,
                              "There is no name in this path.");
    return PLEACH_OK;
}

/* The id alone, without what parts it from the path. */
static void keep_path_id(paths *self, const pl_piece *line, uint32_t node)
{
    const char *blank = memchr(line->bytes, ' ', line->length);
    if (self->numbered && blank != NULL)
        pl_forest_source_id(&self->forest, node, line->bytes,
                            (size_t)(blank - line->bytes));
}

/* Each step is looked up by its parent and name, so that paths share what they
 * have in common in any order. */
static pleach_status add_path_line(paths *self, const pl_piece *line,
                                   pleach_error *error)
{
    steps path;
    size_t at = 0;
    const char *owner = self->forest.reader->owner;
    size_t owner_length = strlen(owner);
    if (line->length > PL_LINE_BYTES + 1)
        return pl_reader_fail(self->forest.reader, line, PL_LINE_BYTES, error,
                              "The line is longer than 64 MiB.");
    PL_TRY(pl_reader_check(self->forest.reader, line, error));
    if (self->owned && !self->numbered) {
        const char *tab = memchr(line->bytes, '\t', line->length);
        const char *given = line->bytes;
        size_t given_length = (size_t)(tab - given);
        at = given_length + 1;
        pl_text_trim(&given, &given_length);
        if (given_length > 0) {
            owner = given;
            owner_length = given_length;
        }
    }
    if (self->numbered)
        at = id_at(line->bytes, line->length);
    PL_TRY(part_path(self, line, at, &path, error));
    uint32_t node = PL_NONE;
    uint32_t person = pl_forest_owner(&self->forest, owner, owner_length);
    for (size_t k = 0; k < path.count; k++)
        node = pl_forest_child(&self->forest, person, node,
                               line->bytes + path.names[k].start,
                               path.names[k].length, line->line);
    keep_path_id(self, line, node);
    return PLEACH_OK;
}

/* --------------------------------------------------------------- reading -- */

/* Separator and owners are judged over all lines before the first is parted:
 * one line alone could be read in several ways. */
static pleach_status read_path_text(paths *self, pleach_error *error)
{
    pl_reader *reader = self->forest.reader;
    pl_piece text = {.length = 0};
    pleach_error failure;
    size_t at = 0;
    pl_piece line = {.line = 0};
    PL_TRY(pl_source_rest(reader->source, &text, error));
    judge_lines(self, &text);
    while (pl_piece_next(&text, &at, &line)) {
        if (says_nothing(&line))
            continue;
        pleach_status status = add_path_line(self, &line, &failure);
        PL_TRY(pl_reader_settle(reader, status, &failure, error));
    }
    return pl_forest_finish(&self->forest, error);
}

pleach_status pl_read_paths(pl_reader *reader, pleach_error *error)
{
    paths self = {.owned = false};
    pl_forest_open(&self.forest, reader);
    return read_path_text(&self, error);
}
