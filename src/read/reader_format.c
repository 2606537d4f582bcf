/* reader_format.c: which reader an input needs: by name, by ending, or by
 * content. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/text.h"
#include "read/read.h"
#include "read/reader.h"
#include "read/recognise.h"

#define LIST_FORMAT(name, endings, blocks)                                     \
    {#name, pl_read_##name, endings, blocks},

static const struct {
    const char *name;
    pl_format read;
    const char *endings, *blocks;
} formats[] = {PL_FORMATS(LIST_FORMAT)};

enum { FORMATS = sizeof formats / sizeof *formats };

/* An ending in any case; those of compressed files are passed over. */
static pl_format find_ending(const char *name)
{
    static const char packed[] = " .gz .zst ";
    char ending[16];
    size_t end = strlen(name);
    for (;;) {
        size_t start = end, length;
        while (start > 0 && name[--start] != '.')
            continue;
        length = end - start;
        if (start == 0 || length >= sizeof ending)
            return NULL;
        for (size_t k = 0; k < length; k++) {
            char byte = name[start + k];
            bool upper = byte >= 'A' && byte <= 'Z';
            ending[k] = upper ? (char)(byte | 0x20) : byte;
        }
        for (size_t k = 0; k < FORMATS; k++)
            if (pl_text_is_among(formats[k].endings, ending, length))
                return formats[k].read;
        if (!pl_text_is_among(packed, ending, length))
            return NULL;
        end = start;
    }
}

const char *pl_format_of_block(const char *kind, size_t length)
{
    for (size_t k = 0; length > 0 && k < FORMATS; k++)
        if (pl_text_is_among(formats[k].blocks, kind, length))
            return formats[k].name;
    return NULL;
}

static const char *list_formats(pl_arena *arena)
{
    const char *list = formats[0].name;
    for (size_t k = 1; k < FORMATS; k++)
        list =
            pl_arena_print(arena, "%s%s%s", list,
                           k + 1 == FORMATS ? " and " : ", ", formats[k].name);
    return list;
}

/* One that people forced, too, may hold its JSON in any shape. */
static pl_format settle_json(pl_reader *reader, pl_format read,
                             const pl_piece *start)
{
    if (read != pl_read_jsonl && read != pl_read_json)
        return read;
    return pl_recognise_nested(reader, start, read == pl_read_jsonl)
               ? pl_read_nested_json
               : read;
}

static pleach_status find_by_name(pl_format *format, const char *name,
                                  pleach_error *error)
{
    PL_SCRATCH(scratch);
    for (size_t k = 0; k < FORMATS; k++)
        if (strcmp(formats[k].name, name) == 0) {
            *format = formats[k].read;
            return PLEACH_OK;
        }
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "The input format \"%.*s\" is not known. There are %s.",
                   pl_text_cut(name, strlen(name), 40), name,
                   list_formats(scratch));
}

static pleach_status fail_unknown_format(const pl_reader *reader,
                                         const char *why, pleach_error *error)
{
    return pl_reader_refuse(
        reader, 1, error,
        "%s Known are %s; --input-format says which one it is.", why,
        list_formats(reader->arena));
}

/* The name's ending counts more than the look of its content, save for a code
 * block around it, which no ending tells of, and for spreadsheets, which are
 * nothing else whatever they are called. */
pleach_status pl_format_find(pl_format *format, const char *name,
                             pl_reader *reader, pleach_error *error)
{
    pl_piece start;
    const char *why = NULL;
    *format = NULL;
    if (name != NULL)
        PL_TRY(find_by_name(format, name, error));
    else
        *format = find_ending(reader->file);
    PL_TRY(pl_source_peek(reader->source, &start, error));
    if (name == NULL && pl_recognise_fence(&start))
        *format = pl_read_fenced;
    if (name == NULL && *format == pl_read_json && pl_recognise_json_ld(&start))
        *format = pl_read_jsonld;
    if (name == NULL && *format == pl_read_markdown &&
        pl_recognise_numbered(&start))
        *format = pl_read_numbered;
    if (pl_source_is_workbook(&start))
        *format = pl_read_xlsx;
    if (*format == NULL)
        *format = pl_recognise(reader, &start, &why);
    if (*format != NULL)
        *format = settle_json(reader, *format, &start);
    PL_TRY(pl_check_memory(reader->arena, error));
    if (*format == NULL)
        return fail_unknown_format(reader, why, error);
    if (*format == pl_read_nested_json && pl_recognise_result(&start))
        return pl_reader_refuse(reader, 1, error,
                                "This is a result of pleach and no input; name "
                                "what it was grown from.");
    return PLEACH_OK;
}

pl_format pl_format_of_place(const pleach_input *input)
{
    if (input->bytes != NULL || input->name == NULL)
        return NULL;
    if (strncmp(input->name, "dir:", 4) == 0)
        return pl_read_folder;
    return strncmp(input->name, "sqlite:", 7) == 0 ? pl_read_sqlite : NULL;
}

bool pl_format_is_own_json(const char *name, const char *bytes, size_t size)
{
    pl_read_progress unheard = {.listener = NULL};
    pleach_input input = {.name = name, .bytes = bytes, .size = size};
    pl_reader reader = {.file = name, .progress = &unheard};
    pl_format read = NULL;
    if (pl_source_open(&reader.source, &input, &unheard, NULL) != PLEACH_OK)
        return false;
    reader.arena = pl_arena_new();
    bool known = pl_format_find(&read, NULL, &reader, NULL) == PLEACH_OK;
    pl_arena_free(reader.arena);
    pl_source_close(reader.source);
    return known && (read == pl_read_jsonl || read == pl_read_json);
}
