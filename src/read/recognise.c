/* recognise.c: looks for what only one format has, then counts lines.
 *
 * To take prose, program text or an unknown format for a hierarchy is worse
 * than to refuse it, so every format asks for most lines to be like it. */
/* SPDX-License-Identifier: MIT */
#include "read/recognise.h"

#include <string.h>

#include "base/text.h"
#include "read/line_marks.h"
#include "read/read.h"
#include "read/rows.h"

/* How many lines are like what. */
typedef struct tally {
    size_t lines;    /* that are neither blank nor a comment */
    size_t comments; /* lines that begin with one # */
    size_t deep_headings, bold, bullets, keyed, opening;
    size_t numbers, deep_numbers;
    size_t indented, drawn;
    size_t pointed, barred, slashed;
    size_t tabbed;
    size_t long_lines, code_lines, tables, addresses;
    bool first_indented;
} tally;

/* ----------------------------------------------------------------- lines -- */

/* The next line, trimmed at its end only. A last one that is cut off by the
 * end of what can be seen is left out, unless it is the only one. */
static bool next_seen_line(const pl_piece *start, size_t *at, const char **line,
                           size_t *length)
{
    pl_piece next;
    bool first = *at == 0;
    if (!pl_piece_next(start, at, &next))
        return false;
    *line = next.bytes;
    *length = next.length;
    if ((*line)[*length - 1] != '\n' && !first &&
        start->length >= PL_SEEN_BYTES)
        return false;
    while (*length > 0 && strchr(" \t\r\n", (*line)[*length - 1]) != NULL)
        --*length;
    return true;
}

static bool holds(const char *text, size_t length, char byte)
{
    return length > 0 && memchr(text, byte, length) != NULL;
}

static bool contains(const char *text, size_t length, const char *word)
{
    size_t size = strlen(word);
    for (size_t k = 0; k + size <= length; k++)
        if (memcmp(text + k, word, size) == 0)
            return true;
    return false;
}

static bool begins(const char *text, size_t length, const char *word)
{
    size_t size = strlen(word);
    return length >= size && pl_text_is_word(text, size, word);
}

/* "key:", "key: value", "- key:"; *opening: nothing follows the colon. */
static bool is_keyed(const char *text, size_t length, bool *opening)
{
    const char *colon = memchr(text, ':', length);
    *opening = colon != NULL && colon + 1 == text + length;
    return colon != NULL && colon > text && *text != '*' &&
           (*opening || colon[1] == ' ') && !contains(text, length, "**");
}

static bool is_separated(const char *text, size_t length, char separator)
{
    const char *found = length == 0 ? NULL : memchr(text, separator, length);
    return found != NULL && found != text && found + 1 < text + length;
}

/* Counts only; what they mean together is judged elsewhere, as no single line
 * decides. */
static void count_marks(tally *sum, const char *text, size_t length)
{
    bool opening;
    unsigned heading = pl_mark_heading(text, length);
    size_t bullet = pl_mark_bullet(text, length);
    bool item = bullet > 0 && strchr("-*+\xE2", *text) != NULL;
    pl_mark number = pl_mark_number(text, length);
    sum->deep_headings += heading >= 2 && heading < 7;
    sum->bold += heading == 7;
    sum->bullets += item;
    sum->numbers += number.length > 0;
    sum->deep_numbers += number.parts > 1 ||
                         (number.length > 0 && number.style != PL_MARK_DIGITS);
    if (is_keyed(text + (item ? bullet : 0), length - (item ? bullet : 0),
                 &opening)) {
        sum->keyed++;
        sum->opening += opening;
    } else if (item && *text == '-') {
        sum->keyed++;
    }
    sum->pointed += is_separated(text, length, '>');
    sum->barred += is_separated(text, length, '|') && *text != '|';
    sum->slashed += is_separated(text, length, '/');
    sum->tabbed += holds(text, length, '\t');
    sum->tables += *text == '|';
    sum->addresses += contains(text, length, "://");
    sum->long_lines += length > 200;
    sum->code_lines += (holds(";{}[", 4, text[length - 1]) && *text != '{') ||
                       (length > 2 && memcmp(text + length - 2, "):", 2) == 0);
}

/* Lines of counts ("3 directories"), the folder itself (".") and comments say
 * nothing about the form. */
static tally tally_lines(const pl_piece *start)
{
    tally sum = {.lines = 0};
    const char *line;
    size_t length, at = 0;
    while (next_seen_line(start, &at, &line, &length)) {
        const char *text = line;
        size_t size = length;
        pl_text_trim(&text, &size);
        if (size == 0 || pl_mark_is_count(text, size) ||
            (size == 1 && *text == '.'))
            continue;
        if (size > 0 && *text == '#' && pl_mark_heading(text, size) < 2) {
            sum.comments++;
            continue;
        }
        sum.first_indented |= sum.lines == 0 && text != line;
        sum.lines++;
        sum.indented += text != line;
        sum.drawn += pl_mark_is_drawn(line, length);
        count_marks(&sum, text, size);
    }
    return sum;
}

/* The first line that is neither blank nor a comment, trimmed; with comments
 * if there is no other. */
static bool first_line(const pl_piece *start, const char **line, size_t *length)
{
    size_t at = 0;
    while (next_seen_line(start, &at, line, length)) {
        pl_text_trim(line, length);
        if (*length > 0 && **line != '#' && **line != '!')
            return true;
    }
    return false;
}

/* ---------------------------------------------------------------- tables -- */

/* Cells of a line, quotes respected; *loose: a blank follows a delimiter. */
static size_t count_cells(const char *line, size_t length, char delimiter,
                          bool *loose)
{
    size_t cells = 1;
    bool quoted = false;
    for (size_t k = 0; k < length; k++) {
        quoted ^= line[k] == '"';
        if (quoted || line[k] != delimiter)
            continue;
        cells++;
        *loose |= delimiter != '\t' && k + 1 < length && line[k + 1] == ' ';
    }
    return cells;
}

static bool knows_header(pl_reader *reader, const char *line, size_t length,
                         char delimiter)
{
    PL_SCRATCH(scratch);
    pl_reader own = {.arena = scratch};
    pl_rows rows;
    pl_rows_open(&rows, &own);
    pl_rows_begin(&rows, 1);
    for (size_t at = 0; at <= length;) {
        size_t size = 0;
        while (at + size < length && line[at + size] != delimiter)
            size++;
        pl_rows_add(&rows, line + at, size);
        at += size + 1;
    }
    if (pl_arena_failed(scratch))
        pl_arena_fail(reader->arena);
    return rows.rows.count > 0 && pl_rows_know_header(&rows);
}

/* Nearly all lines have as many cells as the first. */
static bool is_delimited_table(pl_reader *reader, const pl_piece *start,
                               char delimiter, bool with_header)
{
    const char *line;
    size_t length, at = 0, lines = 0, alike = 0, width = 0;
    bool loose = false, known = false;
    while (next_seen_line(start, &at, &line, &length)) {
        if (length == 0)
            continue;
        size_t cells = count_cells(line, length, delimiter, &loose);
        if (lines++ == 0) {
            width = cells;
            known = knows_header(reader, line, length, delimiter);
            /* It ends a line of program text, rather than a cell. */
            loose |= line[length - 1] == delimiter;
        }
        /* Tags may be left out of a row, or come in a later one. */
        alike += cells == width || (cells >= 3 && cells <= 4 && width <= 4);
    }
    if (width < 2 || (with_header && !known))
        return false;
    return known || (width <= 4 && !loose && 5 * alike >= 4 * lines);
}

static pl_format judge_table(pl_reader *reader, const pl_piece *start,
                             bool with_header)
{
    if (is_delimited_table(reader, start, '\t', with_header))
        return pl_read_tsv;
    if (is_delimited_table(reader, start, ',', with_header) ||
        is_delimited_table(reader, start, ';', with_header))
        return pl_read_csv;
    return NULL;
}

/* ----------------------------------------------------------------- signs -- */

/* Addresses in angle brackets at the start are Turtle or N-Triples, which are
 * no markup at all. */
static pl_format judge_markup(const char *text, size_t length, const char **why)
{
    if (contains(text, length, "<opml") || contains(text, length, "<OPML"))
        return pl_read_opml;
    if (contains(text, length, "22-rdf-syntax-ns#") &&
        contains(text, length, ":RDF"))
        return pl_read_rdfxml;
    for (size_t k = 0; k < length && k < 1024; k++)
        if (begins(text + k, length - k, "netscape-bookmark"))
            return pl_read_bookmarks;
    if (length > 1 && (strchr("hu_", text[1]) != NULL) &&
        contains(text, length, "> <"))
        return pl_read_turtle;
    *why = "This is XML or HTML, but neither OPML nor RDF nor a browser's "
           "bookmarks.";
    return NULL;
}

/* A JSON text begins with a bracket and what may follow one. */
static bool is_json(const char *text, size_t length)
{
    if (*text == '{')
        return true;
    size_t at = 1;
    while (at < length && strchr(" \t\r\n", text[at]) != NULL)
        at++;
    return *text == '[' && at < length &&
           strchr("{[\"]-0123456789", text[at]) != NULL;
}

/* Whether a word in quotes has a colon behind it. */
static bool has_key(const char *text, size_t length, const char *word)
{
    size_t size = strlen(word);
    for (size_t k = 0; k + size < length; k++) {
        if (memcmp(text + k, word, size) != 0)
            continue;
        size_t at = k + size;
        while (at < length && strchr(" \t\r\n", text[at]) != NULL)
            at++;
        if (at < length && text[at] == ':')
            return true;
    }
    return false;
}

/* Expanded, it has no context, but addresses and types. */
static bool is_json_ld(const char *text, size_t length)
{
    if (length > 4096)
        length = 4096;
    return has_key(text, length, "\"@context\"") ||
           has_key(text, length, "\"@graph\"") ||
           (has_key(text, length, "\"@id\"") &&
            (has_key(text, length, "\"@type\"") ||
             has_key(text, length, "\"@value\"")));
}

bool pl_recognise_json_ld(const pl_piece *start)
{
    return is_json_ld(start->bytes, start->length);
}

/* A first line that is whole by itself, with others after it, is JSON Lines.
 * JSON-LD is not read as plain JSON, which would lose what it links. */
static pl_format judge_json(const char *text, size_t length)
{
    const char *feed = memchr(text, '\n', length);
    size_t line = feed == NULL ? length : (size_t)(feed - text);
    if (is_json_ld(text, length))
        return pl_read_jsonld;
    while (line > 0 && strchr(" \t\r\n", text[line - 1]) != NULL)
        line--;
    bool whole = line > 1 && text[line - 1] == (*text == '{' ? '}' : ']');
    bool alone =
        feed == NULL || pl_text_is_blank(feed, length - (size_t)(feed - text));
    return whole && !alone ? pl_read_jsonl : pl_read_json;
}

/* A block of code whose language is none of those that are read. */
static bool is_foreign_block(const char *text, size_t length)
{
    static const char *const plain[] = {"markdown", "md",   "text",
                                        "txt",      "tree", "plaintext"};
    if (length < 4 || strncmp(text, "```", 3) != 0)
        return false;
    const char *feed = memchr(text, '\n', length);
    const char *kind = text + 3;
    size_t size = (feed == NULL ? length : (size_t)(feed - text)) - 3;
    pl_text_trim(&kind, &size);
    for (size_t k = 0; k < sizeof plain / sizeof *plain; k++)
        if (pl_text_is_word(kind, size, plain[k]))
            return false;
    return size > 0;
}

/* Drawings of graphs, whose arrows look like paths and whose brackets like
 * names. */
static bool is_graph_text(const char *line, size_t length)
{
    static const char *const kinds[] = {"flowchart ", "graph ", "mindmap",
                                        "digraph ", "strict "};
    static const char *const ends[] = {" tb", " td", " bt", " lr", " rl", "{"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (!begins(line, length, kinds[k]))
            continue;
        for (size_t e = 0; e < sizeof ends / sizeof *ends; e++) {
            size_t size = strlen(ends[e]);
            if (length > size &&
                pl_text_is_word(line + length - size, size, ends[e]))
                return true;
        }
        return strlen(kinds[k]) == length;
    }
    return false;
}

/* What the first signs say; NULL: nothing, or *why is set. */
static pl_format judge_signs(const pl_piece *start, const char **why)
{
    const char *text = start->bytes, *line;
    size_t length = start->length, line_length;
    pl_text_trim(&text, &length);
    if (memchr(text, '\0', length) != NULL) {
        *why = "This is no text; of what is packed, only gzip and zstd are "
               "unpacked.";
        return NULL;
    }
    if (is_foreign_block(text, length)) {
        *why = "This is a block of code in a language that is not read.";
        return NULL;
    }
    if (*text == '<')
        return judge_markup(text, length, why);
    if (is_json(text, length))
        return judge_json(text, length);
    if (!first_line(start, &line, &line_length))
        return NULL;
    if (is_graph_text(line, line_length)) {
        *why = "This is a graph for Mermaid or Graphviz, which are not read.";
        return NULL;
    }
    if (begins(line, line_length, "@prefix") ||
        begins(line, line_length, "@base") ||
        begins(line, line_length, "prefix ") || *line == '<')
        return pl_read_turtle;
    if (begins(line, line_length, "format-version:") ||
        begins(line, line_length, "[term]"))
        return pl_read_obo;
    if (*line == '(' && text[length - 1] == ';')
        *why = "This seems to be a tree in Newick's notation, which is not "
               "read. Give it as nested JSON or indented text.";
    return NULL;
}

/* ---------------------------------------------------------------- counts -- */

/* From the surest sign to the least: drawn branches, then YAML's document mark,
 * then marks of lists. */
static pl_format judge_outline(const pl_piece *start, const tally *sum)
{
    size_t marked = sum->bullets + sum->deep_headings + sum->bold;
    const char *line;
    size_t length, at = 0;
    bool document = next_seen_line(start, &at, &line, &length) &&
                    strncmp(line, "---", 3) == 0 && length == 3;
    if (sum->drawn > 0 && 2 * sum->drawn >= sum->lines)
        return pl_read_tree;
    if (sum->deep_headings == 0 && (document || sum->opening > 0) &&
        10 * sum->keyed >= 9 * sum->lines)
        return pl_read_yaml;
    if (sum->deep_headings > 0 || (2 * marked > sum->lines))
        return pl_read_markdown;
    if (sum->comments > 0 && sum->numbers == sum->lines && sum->numbers > 1)
        return pl_read_markdown; /* a heading, then numbers */
    if (10 * sum->numbers >= 8 * sum->lines &&
        (sum->deep_numbers > 0 || sum->indented > 0))
        return pl_read_numbered;
    return NULL;
}

bool pl_recognise_numbered(const pl_piece *start)
{
    tally sum = tally_lines(start);
    return sum.comments == 0 && sum.deep_numbers > 0 &&
           judge_outline(start, &sum) == pl_read_numbered;
}

static pl_format judge_paths(const tally *sum)
{
    if (sum->tables > 0 || sum->code_lines > sum->lines / 2)
        return NULL;
    if (2 * sum->pointed >= sum->lines)
        return pl_read_paths;
    if (sum->addresses > 0)
        return NULL;
    if (2 * sum->barred >= sum->lines || 5 * sum->slashed >= 4 * sum->lines)
        return pl_read_paths;
    return NULL;
}

static bool is_indented(const tally *sum)
{
    return !sum->first_indented && sum->indented > 0 && sum->lines > 1 &&
           4 * sum->indented >= sum->lines && sum->long_lines == 0 &&
           10 * sum->code_lines <= sum->lines && sum->addresses == 0;
}

/* Tables with a header before outlines, and those without one after them: an
 * outline of names with commas looks like a table. */
pl_format pl_recognise(pl_reader *reader, const pl_piece *start,
                       const char **why)
{
    *why = NULL;
    if (pl_text_is_blank(start->bytes, start->length))
        return pl_read_paths; /* which says that it is empty */
    pl_format found = judge_signs(start, why);
    if (found != NULL || *why != NULL)
        return found;
    *why = "What this input is was not recognised.";
    tally sum = tally_lines(start);
    if (sum.lines == 0)
        return pl_read_paths; /* comments only */
    if (sum.tables > 0 && pl_recognise_pipes(start))
        return pl_read_pipes;
    found = judge_table(reader, start, true);
    if (found == NULL)
        found = judge_outline(start, &sum);
    if (found == NULL)
        found = judge_paths(&sum);
    if (found == NULL && !(sum.indented > 0 && sum.tabbed == 0))
        found = judge_table(reader, start, false);
    if (found == NULL && is_indented(&sum))
        found = pl_read_indented;
    return found;
}
