/* read_fenced.c: data in code blocks with other text around them. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/text.h"
#include "read/line_marks.h"
#include "read/read.h"
#include "read/recognise.h"

/* A block, and how far a walk from block to block has come. */
typedef struct fence {
    size_t at;          /* behind it, or where to begin looking */
    pl_piece last;      /* line before that */
    bool headings;      /* in the text so far ... */
    uint64_t items;     /* ... with them and with bullets */
    size_t start, end;  /* of what is inside */
    uint64_t line;      /* its first */
    const char *format; /* NULL: not said */
    bool known;         /* its kind is one that is read ... */
    bool plain;         /* ... or there is none */
    bool drawn;         /* there are branches of a tree in it */
    bool closed;
} fence;

static bool is_fence(const char *line, size_t length)
{
    pl_text_trim(&line, &length);
    return length >= 3 && strncmp(line, "```", 3) == 0;
}

static void open_fence(fence *found, const pl_piece *mark)
{
    const char *line = mark->bytes;
    size_t length = mark->length;
    pl_text_trim(&line, &length);
    found->start = found->end = found->at; /* nothing may follow */
    found->line = mark->line + 1;
    found->drawn = found->closed = false;
    found->plain = length == 3;
    found->format = pl_format_of_block(line + 3, length - 3);
    found->known = found->format != NULL ||
                   pl_text_is_word(line + 3, length - 3, "json") ||
                   pl_text_is_word(line + 3, length - 3, "xml");
}

/* Of an outline beside the blocks. */
static void count_item(fence *found, const char *line, size_t length)
{
    bool heading = pl_mark_heading(line, length) > 0;
    pl_text_trim(&line, &length);
    found->headings |= heading;
    found->items += heading || pl_mark_bullet(line, length) > 0;
}

/* The next block from where the walk is. */
static bool next_fence(const pl_piece *text, fence *found)
{
    bool inside = false;
    pl_piece *line = &found->last;
    while (!(inside && found->closed) &&
           pl_piece_next(text, &found->at, line)) {
        bool mark = is_fence(line->bytes, line->length);
        found->end = found->at - (mark ? line->length : 0);
        if (mark && !inside)
            open_fence(found, line);
        else if (mark)
            found->closed = true;
        else if (inside)
            found->drawn |= pl_mark_is_drawn(line->bytes, line->length);
        else
            count_item(found, line->bytes, line->length);
        inside |= mark;
    }
    return inside;
}

/* Whether a block holds what people want to have read: it says so, or begins
 * as JSON does. A drawing beside headings is one of the text's own pictures. */
static bool is_worth_reading(const pl_piece *text, const fence *found)
{
    const char *inner = text->bytes + found->start;
    size_t size = found->end - found->start;
    pl_text_trim(&inner, &size);
    return found->known ||
           (found->closed && size > 0 && strchr("{[", *inner)) ||
           (found->closed && found->drawn && !found->headings);
}

/* A block that says nothing of itself, beside one that is worth reading: data
 * if it looks like an outline, or like paths. */
static bool is_outline_block(pl_reader *reader, const pl_piece *text,
                             const fence *found)
{
    const char *why;
    pl_piece inside = {text->bytes + found->start, found->end - found->start,
                       found->line};
    if (!found->plain || !found->closed ||
        pl_text_is_blank(inside.bytes, inside.length))
        return false;
    pl_format read = pl_recognise(reader, &inside, &why);
    return read == pl_read_indented || read == pl_read_markdown ||
           read == pl_read_numbered || read == pl_read_tree ||
           read == pl_read_paths;
}

bool pl_recognise_fence(const pl_piece *start)
{
    fence found = {.at = 0};
    const char *text = start->bytes;
    size_t length = start->length;
    pl_text_trim(&text, &length);
    if (length == 0 || strchr("{[<", *text) != NULL)
        return false;
    while (next_fence(start, &found)) {
        /* Its end may lie behind what can be seen. */
        found.closed |= start->length >= PL_SEEN_BYTES;
        if (is_worth_reading(start, &found))
            return true;
    }
    return false;
}

/* Reads the block as an input of its own, whose lines are counted on. */
static pleach_status read_inside(pl_reader *reader, const pl_piece *text,
                                 const fence *found, pleach_error *error)
{
    pl_format read;
    size_t size = found->end - found->start;
    pleach_input inside = {reader->file, text->bytes + found->start, size};
    pl_source *outer = reader->source;
    if (!found->closed)
        return pl_reader_refuse(
            reader, found->line, error,
            "The code block that begins here is not closed: is the file cut?");
    pl_reader_tell(reader, "Read what is in the code block from line %llu on.",
                   (unsigned long long)found->line);
    PL_TRY(pl_source_open_inner(&reader->source, &inside, found->line,
                                reader->progress, error));
    const char *file = reader->file;
    reader->file = ""; /* its ending is not that of the block */
    pleach_error failure;
    pleach_status status =
        pl_format_find(&read, found->format, reader, &failure);
    reader->file = file;
    if (status == PLEACH_OK)
        status = read(reader, &failure);
    status = pl_reader_settle(reader, status, &failure, error);
    pl_source_close(reader->source);
    reader->source = outer;
    return status;
}

/* All blocks: an answer in parts has one for each. */
pleach_status pl_read_fenced(pl_reader *reader, pleach_error *error)
{
    pl_piece text;
    PL_TRY(pl_source_rest(reader->source, &text, error));
    fence found = {.at = 0};
    while (next_fence(&text, &found))
        if (is_worth_reading(&text, &found) ||
            is_outline_block(reader, &text, &found))
            PL_TRY(read_inside(reader, &text, &found, error));
    if (found.items > 0)
        pl_reader_warn(reader, PL_ODD_PASSED, 0,
                       "Lines of headings and lists beside the code blocks, "
                       "which are left out: %llu.",
                       (unsigned long long)found.items);
    return PLEACH_OK;
}
