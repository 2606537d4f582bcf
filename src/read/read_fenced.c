/* read_fenced.c: data in a code block with other text around it. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/text.h"
#include "read/read.h"
#include "read/recognise.h"

/* What stands behind the three signs, and is worth a look inside. */
static const char *const kinds[] = {"json", "jsonl", "yaml", "yml",
                                    "csv",  "tsv",   NULL};

typedef struct fence {
    size_t start, end; /* of what is inside */
    uint64_t line;     /* its first */
    const char *kind;  /* NULL: not said */
    bool closed;
} fence;

static bool opens(const char *line, size_t length, const char **kind)
{
    pl_text_trim(&line, &length);
    *kind = NULL;
    if (length < 3 || strncmp(line, "```", 3) != 0)
        return false;
    for (size_t k = 0; kinds[k] != NULL; k++)
        if (pl_text_is_word(line + 3, length - 3, kinds[k]))
            *kind = kinds[k];
    return true;
}

/* The first block of a kind, or that begins as JSON does. */
static bool find_fence(const pl_piece *text, fence *found)
{
    bool inside = false;
    uint64_t line = text->line;
    for (size_t at = 0; at < text->length; line++) {
        const char *start = text->bytes + at, *kind;
        const char *feed = memchr(start, '\n', text->length - at);
        size_t length =
            feed == NULL ? text->length - at : (size_t)(feed - start) + 1;
        bool mark = opens(start, length, &kind);
        at += length;
        if (mark && !inside) {
            *found = (fence){at, text->length, line + 1, kind, false};
            inside = true;
        } else if (mark) {
            const char *inner = text->bytes + found->start;
            size_t size = at - length - found->start;
            found->end = at - length;
            found->closed = true;
            pl_text_trim(&inner, &size);
            if (found->kind != NULL || (size > 0 && strchr("{[", *inner)))
                return true;
            inside = false;
        }
    }
    return inside && found->kind != NULL;
}

bool pl_recognise_fence(const pl_piece *start)
{
    fence found;
    const char *text = start->bytes;
    size_t length = start->length;
    pl_text_trim(&text, &length);
    return length > 0 && strchr("{[<", *text) == NULL &&
           find_fence(start, &found);
}

static const char *format_of(const char *kind)
{
    return kind != NULL && strcmp(kind, "yml") == 0 ? "yaml" : kind;
}

/* Reads the block as an input of its own, whose lines are counted on. */
static pleach_status read_inside(pl_reader *reader, const pl_piece *text,
                                 const fence *found, pleach_error *error)
{
    pl_format read;
    size_t size = found->end - found->start;
    pleach_input inside = {reader->file, text->bytes + found->start, size};
    pl_part part = {0, size, size, found->line};
    pl_source *outer = reader->source;
    pl_read_progress_note(reader->progress, reader->file,
                          "Read what is in the code block from line %llu on.",
                          (unsigned long long)found->line);
    PL_TRY(pl_source_open_part(&reader->source, &inside, &part,
                               reader->progress, error));
    const char *file = reader->file;
    reader->file = ""; /* its ending is not that of the block */
    pleach_status status =
        pl_format_find(&read, format_of(found->kind), reader, error);
    reader->file = file;
    if (status == PLEACH_OK && read == pl_read_fenced)
        status = pl_fail_at(error, PLEACH_BAD_DATA, file, found->line, 0,
                            "There is a code block inside the code block.");
    else if (status == PLEACH_OK)
        status = read(reader, error);
    pl_source_close(reader->source);
    reader->source = outer;
    return status;
}

pleach_status pl_read_fenced(pl_reader *reader, pleach_error *error)
{
    pl_piece text;
    fence found;
    PL_TRY(pl_source_rest(reader->source, &text, error));
    if (!find_fence(&text, &found))
        return pl_fail_at(error, PLEACH_BAD_DATA, reader->file, 0, 0,
                          "The code block is not closed.");
    if (!found.closed)
        return pl_fail_at(error, PLEACH_BAD_DATA, reader->file, found.line, 0,
                          "The code block that begins here is not closed: is "
                          "the file cut?");
    return read_inside(reader, &text, &found, error);
}
