/* synonyms.c: recognises what a file of synonyms is, and reads groups.
 * Through the same door as the corpus: compressed or not. */
/* SPDX-License-Identifier: MIT */
#include "same/synonyms.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/status.h"
#include "base/text.h"
#include "same/known_files.h"

enum { MOST_CELLS = 256 };

/* The lines of a file, cut into cells. */
typedef struct cell_lines {
    const char *file;
    pl_source *source;
    uint64_t line;             /* of the cells, from 1 */
    size_t count;              /* 0: the file has ended */
    pl_word cells[MOST_CELLS]; /* trimmed */
} cell_lines;

/* Names told apart stand after this. */
static const char APART = '!';

bool pl_is_dictionary(const char *path)
{
    struct stat is;
    return stat(path, &is) == 0 && S_ISDIR(is.st_mode);
}

/* ------------------------------------------------------------- groups -- */

static pleach_status check_line(cell_lines *lines, const char *bytes,
                                size_t length, pleach_error *error)
{
    size_t at;
    pl_text_fault fault = pl_text_check(bytes, length, &at);
    if (fault == PL_TEXT_FINE)
        return PLEACH_OK;
    return pl_fail_at(error, PLEACH_BAD_DATA, lines->file, lines->line, at + 1,
                      fault == PL_TEXT_NUL
                          ? "There is a NUL byte. Is this a text file?"
                          : "This is not UTF-8. Convert the file to UTF-8.");
}

/* Cells point into the line, which stays until the next one is asked for. */
static pleach_status cut_cell(cell_lines *lines, const char *bytes,
                              size_t length, char between, pleach_error *error)
{
    const char *end = bytes + length;
    for (const char *at = bytes;; at++) {
        const char *stop = memchr(at, between, (size_t)(end - at));
        if (lines->count == MOST_CELLS)
            return pl_fail_at(error, PLEACH_BAD_DATA, lines->file, lines->line,
                              0, "There are more than %d cells in this line.",
                              MOST_CELLS);
        pl_word *cell = &lines->cells[lines->count++];
        *cell = (pl_word){at, (size_t)((stop == NULL ? end : stop) - at)};
        pl_text_trim(&cell->bytes, &cell->length);
        if (stop == NULL)
            return PLEACH_OK;
        at = stop;
    }
}

/* Tabs win over commas, since names may hold commas and rarely hold tabs. */
static pleach_status next_line(cell_lines *lines, pleach_error *error)
{
    lines->count = 0;
    for (;;) {
        pl_piece piece;
        PL_TRY(pl_source_line(lines->source, &piece, error));
        const char *bytes = piece.bytes;
        size_t length = piece.length;
        lines->line = piece.line;
        if (length == 0)
            return PLEACH_OK;
        PL_TRY(check_line(lines, bytes, length, error));
        pl_text_trim(&bytes, &length);
        if (length == 0 || bytes[0] == '#')
            continue;
        bool tabs = memchr(bytes, '\t', length) != NULL;
        return cut_cell(lines, bytes, length, tabs ? '\t' : ',', error);
    }
}

static pleach_status take_line(const cell_lines *lines, pl_take_group *take,
                               void *context, pleach_error *error)
{
    pl_word names[MOST_CELLS];
    pl_synonym_group group = {PL_GROUP_SAME, lines->line, names, 0};
    for (size_t k = 0; k < lines->count; k++) {
        pl_word cell = lines->cells[k];
        if (k == 0 && cell.length > 0 && cell.bytes[0] == APART) {
            group.kind = PL_GROUP_APART;
            cell = (pl_word){cell.bytes + 1, cell.length - 1};
        }
        if (cell.length > 0)
            names[group.count++] = cell;
    }
    if (group.count < 2)
        return pl_fail_at(error, PLEACH_BAD_DATA, lines->file, lines->line, 0,
                          "A group of synonyms needs two names or more, "
                          "parted by tabs or commas.");
    return take(context, &group, error);
}

static pleach_status read_group_lines(cell_lines *lines, pl_take_group *take,
                                      void *context, pleach_error *error)
{
    uint64_t groups = 0;
    for (;; groups++) {
        PL_TRY(next_line(lines, error));
        if (lines->count == 0)
            break;
        PL_TRY(take_line(lines, take, context, error));
    }
    if (groups == 0)
        return pl_fail_at(error, PLEACH_BAD_DATA, lines->file, 1, 0,
                          "There are no synonyms in this file. Write a group "
                          "of names on each line, parted by tabs or commas.");
    return PLEACH_OK;
}

/* -------------------------------------------------------- recognising -- */

static pleach_status read_file(cell_lines *lines, pl_take_group *take,
                               void *context, pl_file_mark *mark,
                               pleach_error *error)
{
    pl_piece start;
    PL_TRY(pl_source_peek(lines->source, &start, error));
    if (pl_is_wordnet(start.bytes, start.length)) {
        if (mark != NULL && mark->version[0] == '\0')
            pl_wordnet_version(mark->version, sizeof mark->version, start.bytes,
                               start.length);
        return pl_wordnet_read(lines->source, lines->file, take, context,
                               error);
    }
    return read_group_lines(lines, take, context, error);
}

static pleach_status open_file(const char *path, pl_take_group *take,
                               void *context, const pl_scope *scope,
                               pleach_error *error)
{
    PL_SCRATCH(scratch);
    cell_lines *lines = PL_ARENA_ARRAY(scratch, cell_lines, 1);
    pleach_input input = {.name = path};
    pl_read_progress progress = pl_scope_reading(scope);
    PL_TRY(pl_check_memory(scratch, error));
    lines->file = path;
    PL_TRY(pl_source_open(&lines->source, &input, &progress, error));
    pleach_status status = read_file(lines, take, context,
                                     scope == NULL ? NULL : scope->mark, error);
    pl_source_close(lines->source);
    return status;
}

/* The four files of a dictionary; not all of them must be there. */
static pleach_status read_folder(const char *path, pl_take_group *take,
                                 void *context, const pl_scope *scope,
                                 pleach_error *error)
{
    static const char *const parts[] = {"noun", "verb", "adj", "adv"};
    size_t room = strlen(path) + sizeof "/data.noun", found = 0;
    PL_SCRATCH(scratch);
    char *file = PL_ARENA_ARRAY(scratch, char, room);
    if (file == NULL) /* which compilers understand better */
        return pl_fail_memory(error);
    for (size_t k = 0; k < 4; k++) {
        struct stat is;
        snprintf(file, room, "%s/data.%s", path, parts[k]);
        if (stat(file, &is) != 0 || !S_ISREG(is.st_mode))
            continue;
        found++;
        PL_TRY(open_file(file, take, context, scope, error));
    }
    return found > 0 ? PLEACH_OK
                     : pl_fail_at(error, PLEACH_BAD_DATA, path, 0, 0,
                                  "This folder is no WordNet dictionary: it "
                                  "has no data.noun, data.verb, data.adj or "
                                  "data.adv.");
}

pleach_status pl_synonyms_read(const char *path, pl_take_group *take,
                               void *context, const pl_scope *scope,
                               pleach_error *error)
{
    return pl_is_dictionary(path)
               ? read_folder(path, take, context, scope, error)
               : open_file(path, take, context, scope, error);
}
