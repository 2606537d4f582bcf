/* read_outline.c: Markdown, numbered outlines, indented text and drawn trees.
 *
 * In all of them a line is a node, and something before its name says how deep
 * it stands: each format turns that into a column, and one stack of columns
 * makes the tree. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "read/forest.h"
#include "read/line_marks.h"
#include "read/read.h"

/* Longer numbers than any outline has are not compared. */
enum { LONGEST_NUMBER = 24 };

/* Of those passed over. */
enum { LINES_NAMED = 3 };

/* An open node. */
typedef struct level {
    uint32_t column, node;
    pl_mark mark; /* of numbered outlines */
    char number[LONGEST_NUMBER];
} level;

/* An item that seems to be described behind its name. */
typedef struct described {
    uint32_t node;
    size_t name; /* bytes */
} described;

typedef struct outline {
    pl_forest forest;
    pl_piece line;
    PL_LIST(level) levels;
    PL_LIST(char)
    name; /* of Markdown, without backslashes; of a drawing, of
           * a top that nothing is below yet */
    uint64_t name_line;
    char indent;         /* that indented text uses; 0: none yet */
    uint32_t heading;    /* levels that headings have opened */
    bool fenced;         /* inside of a Markdown code block */
    PL_LIST(char) title; /* of Markdown: "Kitchen:", if a list follows it */
    uint64_t title_line;
    PL_LIST(described) described;
    size_t items; /* of Markdown */
    size_t passed_count;
    uint64_t passed[LINES_NAMED]; /* over, the first of them */
} outline;

static pleach_status fail_outline(const outline *self, size_t column,
                                  pleach_error *error, const char *sentence)
{
    return pl_reader_fail(self->forest.reader, &self->line, column, error, "%s",
                          sentence);
}

static uint32_t innermost_line(const outline *self)
{
    return self->levels.count == 0
               ? PL_NONE
               : self->levels.items[self->levels.count - 1].node;
}

/* Closes what stands as deep as the column, or deeper. */
static void close_from(outline *self, uint32_t column, size_t least)
{
    while (self->levels.count > least &&
           self->levels.items[self->levels.count - 1].column >= column)
        self->levels.count--;
}

static pleach_status add_outline_node(outline *self, uint32_t column,
                                      const char *name, size_t length,
                                      pleach_error *error)
{
    level made = {.column = column};
    made.node = pl_forest_add_named(&self->forest, innermost_line(self), name,
                                    length, self->line.line);
    pl_list_add(&self->levels, made);
    return pl_check_memory(self->forest.reader->arena, error);
}

static void pass_over_outline_line(outline *self, uint64_t line)
{
    self->forest.reader->builder->facts.passed_lines++;
    if (self->passed_count++ < LINES_NAMED)
        self->passed[self->passed_count - 1] = line;
}

/* The first at its place, and where to look for the next ones. */
static void tell_passed(const outline *self)
{
    const pl_reader *reader = self->forest.reader;
    char others[80] = "";
    if (self->passed_count == 0)
        return;
    if (self->passed_count == 2)
        snprintf(others, sizeof others, " So was line %" PRIu64 ".",
                 self->passed[1]);
    else if (self->passed_count > 2)
        snprintf(others, sizeof others,
                 " So were lines %" PRIu64 "%s %" PRIu64 "%s.", self->passed[1],
                 self->passed_count == 3 ? " and" : ",", self->passed[2],
                 self->passed_count == 3 ? "" : " and others");
    pl_reader_warn(
        reader, PL_ODD_PASSED, self->passed[0],
        "This line is no part of a hierarchy, and was passed over.%s", others);
}

/* -------------------------------------------------------------- Markdown -- */

/* Headings count from column 1 on, lines in bold behind them, by their numbers
 * if they have any, then titles with a colon, and bullets behind all of them.
 */
enum { BOLD = 7, MOST_PARTS = 6, TITLES = 15, BULLETS = 16 };

static bool unescape(outline *self, const char *text, size_t length)
{
    self->name.count = 0;
    if (!pl_list_room(&self->name, length + 1))
        return false;
    self->name.count = pl_mark_unescape(self->name.items, text, length);
    return true;
}

static pleach_status add_unescaped(outline *self, uint32_t column,
                                   const char *text, size_t length,
                                   pleach_error *error)
{
    return unescape(self, text, length)
               ? add_outline_node(self, column, self->name.items,
                                  self->name.count, error)
               : pl_fail_memory(error);
}

/* "](address)" or "](address "title")": the address, which may have brackets
 * of its own. */
static void carry_address(outline *self, uint32_t node, const char *text,
                          size_t length)
{
    pl_saying leads = {.property = "url", .text = text + 2};
    for (size_t k = 2, open = 0; k < length && text[k] != ' '; k++) {
        open += text[k] == '(';
        if (text[k] == ')' && open-- == 0)
            break;
        leads.length++;
    }
    pl_forest_say(&self->forest, node, &leads);
}

/* What stands behind a name, and the signs between, says what it is. */
static void define_node(outline *self, uint32_t node, const char *text,
                        size_t length)
{
    if (length > 2 && memcmp(text, "](", 2) == 0) {
        carry_address(self, node, text, length);
        return;
    }
    while (length > 0 && strchr("*_`", *text) != NULL) {
        text++;
        length--;
    }
    pl_text_trim(&text, &length);
    size_t sign = length > 0 && strchr(":-", *text) != NULL        ? 1
                  : length > 2 && memcmp(text, "\xE2\x80", 2) == 0 ? 3
                                                                   : 0;
    if (unescape(self, text + sign, length - sign))
        pl_forest_define(&self->forest, node, self->name.items,
                         self->name.count);
}

/* Takes off what Markdown puts around a name; what is behind that. */
static pl_piece strip_name(const char **text, size_t *length)
{
    const char *end = *text + *length;
    pl_mark_strip_line(text, length);
    const char *behind = *text + *length;
    return (pl_piece){behind, (size_t)(end - behind), 0};
}

static pleach_status add_item(outline *self, uint32_t column, const char *text,
                              size_t length, pleach_error *error)
{
    size_t name = pl_mark_description(text, length);
    described made = {(uint32_t)self->forest.nodes.count, 0};
    self->items++;
    PL_TRY(add_unescaped(self, column, text, length, error));
    if (name == 0)
        return PLEACH_OK;
    if (!unescape(self, text, name))
        return pl_fail_memory(error);
    made.name = self->name.count;
    pl_list_add(&self->described, made);
    return PLEACH_OK;
}

/* "Star Trek: Voyager" beside "Star Trek: Picard" is not described by it. */
static bool have_same_name(const outline *self, const described *one,
                           const described *next)
{
    const pl_forest_node *a = &self->forest.nodes.items[one->node];
    const pl_forest_node *b = &self->forest.nodes.items[next->node];
    return a->parent == b->parent && one->name == next->name &&
           memcmp(pl_forest_text(&self->forest, a->name),
                  pl_forest_text(&self->forest, b->name), one->name) == 0;
}

/* A colon may belong to a name. If half of all items have one or a dash, it is
 * how the text describes them. */
static void part_descriptions(outline *self)
{
    size_t count = self->described.count;
    if (count < 2 || 2 * count < self->items)
        return;
    for (size_t k = 1; k < count; k++)
        if (have_same_name(self, &self->described.items[k - 1],
                           &self->described.items[k]))
            return;
    for (size_t k = 0; k < count; k++) {
        const described *of = &self->described.items[k];
        pl_span *name = &self->forest.nodes.items[of->node].name;
        pl_span all = *name;
        name->length = of->name;
        self->title.count = 0; /* texts of the forest may move */
        pl_list_add_all(&self->title, pl_forest_text(&self->forest, all),
                        all.length);
        if (self->title.count < all.length)
            return;
        define_node(self, of->node, self->title.items + of->name,
                    all.length - of->name);
    }
}

static pleach_status add_heading(outline *self, uint32_t depth,
                                 const char *text, size_t length,
                                 pleach_error *error)
{
    close_from(self, depth, 0);
    pl_piece behind = strip_name(&text, &length);
    pl_mark number = pl_mark_number(text, length);
    if (number.style == PL_MARK_DIGITS) {
        text += number.length;
        length -= number.length;
    }
    PL_TRY(add_unescaped(self, depth, text, length, error));
    define_node(self, innermost_line(self), behind.bytes, behind.length);
    self->heading = (uint32_t)self->levels.count;
    return PLEACH_OK;
}

/* "**1. Cutting**" stands below "**Kitchen Tools**", if nothing else does, and
 * above "**1.1 Knives**". */
static uint32_t find_bold_depth(const outline *self, const char *text,
                                size_t length)
{
    pl_mark_strip_line(&text, &length);
    pl_mark number = pl_mark_number(text, length);
    const level *last = self->levels.count == 0
                            ? NULL
                            : &self->levels.items[self->levels.count - 1];
    uint32_t depth = BOLD;
    if (number.style != PL_MARK_DIGITS || number.parts > MOST_PARTS)
        return BOLD;
    for (size_t k = 0; k < self->levels.count; k++)
        if (self->levels.items[k].column == BOLD &&
            (last->column == BOLD ||
             self->levels.items[k + 1].column == BOLD + 1))
            depth = self->levels.items[k].mark.length == 0 ? BOLD + 1 : BOLD;
    return depth + number.parts - 1;
}

static pleach_status add_bold(outline *self, const char *text, size_t length,
                              pleach_error *error)
{
    uint32_t depth = find_bold_depth(self, text, length);
    PL_TRY(add_heading(self, depth, text, length, error));
    pl_mark_strip_line(&text, &length);
    self->levels.items[self->levels.count - 1].mark =
        pl_mark_number(text, length);
    return PLEACH_OK;
}

/* A few words and a colon that do not speak of what follows. */
static bool is_title(const char *text, size_t length)
{
    static const char *const talk[] = {"here", "below",    "following", "is",
                                       "are",  "this",     "these",     "sure",
                                       "note", "includes", "you",       "i"};
    size_t words = 0;
    if (length < 2 || text[length - 1] != ':')
        return false;
    for (size_t at = 0, size; at < length - 1; at += size + 1, words++) {
        for (size = 0; at + size < length - 1 && text[at + size] != ' ';)
            size++;
        for (size_t k = 0; k < sizeof talk / sizeof *talk; k++)
            if (pl_text_is_word(text + at, size, talk[k]))
                return false;
    }
    return words <= 5;
}

/* Kept until the next line tells whether it is above a list. */
static pleach_status hold_title(outline *self, const char *text, size_t length,
                                pleach_error *error)
{
    if (!pl_list_room(&self->title, length))
        return pl_fail_memory(error);
    memcpy(self->title.items, text, length - 1);
    self->title.count = length - 1;
    self->title_line = self->line.line;
    return PLEACH_OK;
}

/* What was held is a heading for a bullet directly below it. */
static pleach_status settle_title(outline *self, bool bullet,
                                  pleach_error *error)
{
    size_t length = self->title.count;
    if (length == 0)
        return PLEACH_OK;
    self->title.count = 0;
    if (!bullet || self->line.line != self->title_line + 1) {
        pass_over_outline_line(self, self->title_line);
        return PLEACH_OK;
    }
    self->line.line--; /* the title's own, which its node is known by */
    PL_TRY(add_heading(self, TITLES, self->title.items, length, error));
    self->line.line++;
    return PLEACH_OK;
}

/* Text between headings and items is passed over and counted, so that somebody
 * who meant it as items hears of it. */
static pleach_status take_markdown(outline *self, pleach_error *error)
{
    const char *text = self->line.bytes;
    size_t length = self->line.length, indent = pl_mark_indent(text, length);
    pl_text_trim(&text, &length);
    if (length >= 3 &&
        (strncmp(text, "```", 3) == 0 || strncmp(text, "~~~", 3) == 0)) {
        self->fenced = !self->fenced;
        return PLEACH_OK;
    }
    uint32_t depth = (uint32_t)pl_mark_heading(text, length);
    size_t bullet = pl_mark_bullet(text, length);
    PL_TRY(settle_title(self, bullet > 0 && indent == 0, error));
    if (pl_mark_is_rule(text, length))
        return PLEACH_OK;
    if (!self->fenced && depth > 0 && depth < BOLD) {
        pl_mark_strip_closing(text, &length);
        return add_heading(self, depth, text + depth, length - depth, error);
    }
    if (!self->fenced && depth == BOLD)
        return add_bold(self, text, length, error);
    if (!self->fenced && bullet == 0 && indent == 0 && is_title(text, length))
        return hold_title(self, text, length, error);
    if (self->fenced || bullet == 0) {
        pass_over_outline_line(self, self->line.line);
        return PLEACH_OK;
    }
    text += bullet;
    length -= bullet;
    close_from(self, BULLETS + (uint32_t)indent, self->heading);
    pl_piece behind = strip_name(&text, &length);
    PL_TRY(add_item(self, BULLETS + (uint32_t)indent, text, length, error));
    define_node(self, innermost_line(self), behind.bytes, behind.length);
    return PLEACH_OK;
}

/* --------------------------------------------------------------- numbers -- */

/* How many levels stay open: those before one whose list goes on, else those
 * that are not deeper. */
static size_t find_level(const outline *self, uint32_t column, pl_mark *mark)
{
    size_t open = self->levels.count;
    while (open > 0 && self->levels.items[open - 1].column > column)
        open--;
    for (size_t k = open; k-- > 0;) {
        const level *here = &self->levels.items[k];
        if (here->column != column)
            break;
        if (mark->parts <= 1 && !pl_mark_continues(&here->mark, mark))
            continue;
        if (mark->parts <= 1)
            mark->style = here->mark.style;
        return k;
    }
    return open;
}

/* The digits and dots that a line begins with, without a dot at their end; ""
 * where it begins otherwise. */
static void copy_number(char *to, const char *text, size_t length)
{
    size_t size = 0;
    while (size < length && strchr("0123456789.", text[size]) != NULL &&
           text[size] != '\0')
        size++;
    while (size > 0 && text[size - 1] == '.')
        size--;
    size = size < LONGEST_NUMBER ? size : 0;
    memcpy(to, text, size);
    to[size] = '\0';
}

/* Below which line one belongs is told by its level, as numbers are easily
 * mistaken; where the numbers say otherwise, so do we. */
static void tell_other_number(const outline *self, const level *made)
{
    const pl_reader *reader = self->forest.reader;
    if (made->mark.parts < 2 || self->levels.count < 2 ||
        made->number[0] == '\0')
        return;
    const level *above = made - 1;
    size_t length = strlen(above->number);
    if (length == 0 || (strncmp(above->number, made->number, length) == 0 &&
                        made->number[length] == '.'))
        return;
    pl_reader_warn(reader, PL_ODD_PASSED, self->line.line,
                   "Number %s is put below %s, the last line above its level.",
                   made->number, above->number);
}

/* "1.2.3" says the level itself. Others nest by how far they are indented,
 * then by the kind of number, in the order in which kinds appear. */
static pleach_status take_numbered(outline *self, pleach_error *error)
{
    const char *text = self->line.bytes;
    size_t length = self->line.length;
    uint32_t column = (uint32_t)pl_mark_indent(text, length);
    pl_text_trim(&text, &length);
    pl_mark mark = pl_mark_number(text, length);
    if (mark.length == 0) {
        pass_over_outline_line(self, self->line.line);
        return PLEACH_OK;
    }
    if (mark.parts > 1)
        column = mark.parts - 1;
    self->levels.count = find_level(self, column, &mark);
    const char *number = text;
    text += mark.length;
    length -= mark.length;
    pl_piece behind = strip_name(&text, &length);
    PL_TRY(add_outline_node(self, column, text, length, error));
    define_node(self, innermost_line(self), behind.bytes, behind.length);
    level *made = &self->levels.items[self->levels.count - 1];
    made->mark = mark;
    copy_number(made->number, number, mark.length);
    tell_other_number(self, made);
    return PLEACH_OK;
}

/* --------------------------------------------------------- indented text -- */

static pleach_status check_indent(outline *self, pleach_error *error)
{
    const char *text = self->line.bytes;
    for (size_t k = 0; text[k] == ' ' || text[k] == '\t'; k++) {
        if (self->indent == 0)
            self->indent = text[k];
        if (text[k] != self->indent)
            return fail_outline(self, k, error,
                                "Lines are indented by blanks here and by tabs "
                                "elsewhere. Use one of them.");
    }
    return PLEACH_OK;
}

/* Whoever goes back goes back to a column that is open. */
static bool is_like_one_before(const outline *self, uint32_t column)
{
    size_t k = self->levels.count;
    if (k == 0 || self->levels.items[k - 1].column < column)
        return true;
    while (k > 0 && self->levels.items[k - 1].column > column)
        k--;
    return k > 0 && self->levels.items[k - 1].column == column;
}

/* Keyword lists: {a synonym} of the line above, [a heading]. */
static pleach_status take_indented(outline *self, pleach_error *error)
{
    const char *text = self->line.bytes;
    size_t length = self->line.length;
    PL_TRY(check_indent(self, error));
    uint32_t column = (uint32_t)pl_mark_indent(text, length);
    pl_text_trim(&text, &length);
    bool braced = length > 2 && text[0] == '{' && text[length - 1] == '}';
    bool squared = length > 2 && text[0] == '[' && text[length - 1] == ']';
    if (!braced && !is_like_one_before(self, column))
        return fail_outline(self, column, error,
                            "This line is indented less than the one above it, "
                            "but like none before.");
    close_from(self, column, 0);
    if (braced && innermost_line(self) == PL_NONE)
        return fail_outline(self, 0, error,
                            "A synonym stands below a keyword.");
    if (braced) {
        pl_forest_alt(&self->forest, innermost_line(self), text + 1,
                      length - 2);
        return PLEACH_OK;
    }
    return add_outline_node(self, column, text + squared,
                            length - 2 * (size_t)squared, error);
}

/* ----------------------------------------------------------- drawn trees -- */

/* "name   # what it is", as people comment such drawings. */
static size_t measure_uncommented(const char *text, size_t length)
{
    for (size_t k = 2; k < length; k++)
        if (text[k] == '#' && text[k - 1] == ' ' && text[k - 2] == ' ')
            return k;
    return length;
}

/* Somebody's prose stands before and behind drawings, so a line without a
 * branch is a top if one follows it. */
static pleach_status hold_top(outline *self, const char *text, size_t length,
                              pleach_error *error)
{
    if (self->name.count > 0)
        pass_over_outline_line(self, self->name_line);
    self->levels.count = self->name.count = 0;
    if (!pl_list_room(&self->name, length))
        return pl_fail_memory(error);
    if ((length == 1 && *text == '.') ||
        (length == 3 && memcmp(text + 1, ":.", 2) == 0))
        return PLEACH_OK; /* the folder that was drawn, without a name */
    memcpy(self->name.items, text, length);
    self->name.count = length;
    self->name_line = self->line.line;
    return PLEACH_OK;
}

static pleach_status add_held_top(outline *self, pleach_error *error)
{
    level made = {.column = 0};
    size_t length = self->name.count;
    if (length == 0)
        return PLEACH_OK;
    self->name.count = 0;
    made.node = pl_forest_add_named(&self->forest, PL_NONE, self->name.items,
                                    length, self->name_line);
    pl_list_add(&self->levels, made);
    return pl_check_memory(self->forest.reader->arena, error);
}

/* Closing lines such as "12 directories, 30 files" are no nodes. */
static pleach_status take_drawn(outline *self, pleach_error *error)
{
    const char *text = self->line.bytes;
    size_t length = self->line.length, start, column;
    start = pl_mark_branches(text, length, &column);
    if (pl_mark_is_count(text + start, length - start))
        return PLEACH_OK;
    text += start;
    length = measure_uncommented(text, length - start);
    pl_text_trim(&text, &length);
    if (length == 0)
        return PLEACH_OK;
    if (length > 1 && text[length - 1] == '/')
        length--;
    if (column == 0)
        return hold_top(self, text, length, error);
    PL_TRY(add_held_top(self, error));
    close_from(self, (uint32_t)column, 0);
    return add_outline_node(self, (uint32_t)column, text, length, error);
}

/* --------------------------------------------------------------- reading -- */

typedef pleach_status (*take_outline)(outline *self, pleach_error *error);

/* What a format makes of a line. */
typedef struct format {
    outline *self;
    take_outline take;
} format;

static pleach_status take_line(void *context, const pl_piece *line,
                               pleach_error *error)
{
    const format *as = context;
    as->self->line = *line;
    return as->take(as->self, error);
}

static pleach_status read_outline(pl_reader *reader, take_outline take,
                                  pleach_error *error)
{
    pl_arena *arena = reader->arena;
    outline self = {.levels = {.arena = arena},
                    .name = {.arena = arena},
                    .title = {.arena = arena},
                    .described = {.arena = arena}};
    format as = {&self, take};
    pl_forest_open(&self.forest, reader);
    PL_TRY(pl_reader_lines(reader, take_line, &as, error));
    if (self.title.count > 0)
        pass_over_outline_line(&self, self.title_line);
    if (take == take_drawn && self.name.count > 0)
        pass_over_outline_line(&self, self.name_line);
    tell_passed(&self);
    part_descriptions(&self);
    return pl_forest_finish(&self.forest, error);
}

pleach_status pl_read_markdown(pl_reader *reader, pleach_error *error)
{
    pl_piece start;
    PL_TRY(pl_source_peek(reader->source, &start, error));
    return pl_recognise_pipes(&start)
               ? pl_read_pipes(reader, error)
               : read_outline(reader, take_markdown, error);
}

pleach_status pl_read_numbered(pl_reader *reader, pleach_error *error)
{
    return read_outline(reader, take_numbered, error);
}

pleach_status pl_read_indented(pl_reader *reader, pleach_error *error)
{
    return read_outline(reader, take_indented, error);
}

pleach_status pl_read_tree(pl_reader *reader, pleach_error *error)
{
    return read_outline(reader, take_drawn, error);
}
