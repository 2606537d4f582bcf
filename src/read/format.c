/* format.c: which reader an input needs. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/text.h"
#include "read/reader.h"

typedef struct format_name {
    const char *name;
    pl_format read;
} format_name;

static const format_name formats[] = {
    {"jsonl", pl_read_jsonl}, {"json", pl_read_json},   {"csv", pl_read_csv},
    {"tsv", pl_read_tsv},     {"paths", pl_read_paths},
};

static const format_name endings[] = {
    {".jsonl", pl_read_jsonl}, {".ndjson", pl_read_jsonl},
    {".json", pl_read_json},   {".csv", pl_read_csv},
    {".tsv", pl_read_tsv},     {".tab", pl_read_tsv},
    {".paths", pl_read_paths},
};

static const char *const compressions[] = {".gz", ".zst", ".bz2", ".xz"};

static bool ends_in(const char *name, size_t length, const char *ending)
{
    size_t tail = strlen(ending);
    return length > tail && pl_text_is_word(name + length - tail, tail, ending);
}

static pl_format find_ending(const char *name)
{
    size_t length = strlen(name);
    for (size_t k = 0; k < sizeof compressions / sizeof *compressions; k++)
        if (ends_in(name, length, compressions[k]))
            length -= strlen(compressions[k]);
    for (size_t k = 0; k < sizeof endings / sizeof *endings; k++)
        if (ends_in(name, length, endings[k].name))
            return endings[k].read;
    return NULL;
}

/* The first line that is neither blank nor a comment, trimmed. */
static void find_first_line(const pl_piece *start, const char **line,
                            size_t *length)
{
    const char *at = start->bytes, *end = at + start->length;
    *length = 0;
    while (at < end) {
        const char *feed = memchr(at, '\n', (size_t)(end - at));
        const char *stop = feed == NULL ? end : feed;
        *line = at;
        *length = (size_t)(stop - at);
        pl_text_trim(line, length);
        if (*length > 0 && **line != '#')
            return;
        at = stop + 1;
    }
    *length = 0;
}

static bool has(const char *line, size_t length, char byte)
{
    return length > 0 && memchr(line, byte, length) != NULL;
}

/* JSON shows at once. Otherwise the separators tell: those of paths are rare
 * in tables, those of tables are common in names. */
static pl_format judge(const char *line, size_t length)
{
    if (length > 0 && *line == '[')
        return pl_read_json;
    if (length > 0 && *line == '{')
        return line[length - 1] == '}' ? pl_read_jsonl : pl_read_json;
    if (has(line, length, '>') || has(line, length, '|'))
        return pl_read_paths;
    if (has(line, length, '\t'))
        return has(line, length, '/') ? pl_read_paths : pl_read_tsv;
    if (has(line, length, ',') || has(line, length, ';'))
        return pl_read_csv;
    return pl_read_paths;
}

pleach_status pl_format_find(pl_format *format, const char *name,
                             pl_reader *reader, pleach_error *error)
{
    if (name != NULL) {
        for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
            if (strcmp(formats[k].name, name) == 0) {
                *format = formats[k].read;
                return PLEACH_OK;
            }
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The input format \"%.*s\" is not known. Use jsonl, "
                       "json, csv, tsv or paths.",
                       pl_text_cut(name, strlen(name), 40), name);
    }
    *format = find_ending(reader->file);
    if (*format != NULL)
        return PLEACH_OK;
    pl_piece start;
    const char *line;
    size_t length;
    PL_TRY(pl_source_peek(reader->source, &start, error));
    find_first_line(&start, &line, &length);
    *format = judge(line, length);
    return PLEACH_OK;
}
