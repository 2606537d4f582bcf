/* gold_tsv.c: a taxonomy as rows of id, name, parent or of child, parent. */
/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <strings.h>
#include <utf8proc.h>

#include "base/status.h"
#include "read/gold.h"

enum { MAX_CELLS = 8, NO_COLUMN = -1 };

typedef struct tsv_cell {
    const char *bytes;
    size_t length;
} tsv_cell;

typedef struct tsv_reader {
    pl_draft *draft;
    pleach_error *error;
    pl_strings *ids; /* an id's number is its concept's */
    uint64_t line;
    int id, name, parent; /* columns; name NO_COLUMN: the id is the name */
    bool chosen;          /* the columns are */
} tsv_reader;

static pleach_status complain_of_line(const tsv_reader *reader, uint64_t column,
                                      const char *sentence)
{
    return pl_fail_at(reader->error, PLEACH_BAD_DATA, reader->draft->file,
                      reader->line, column, "%s", sentence);
}

/* The column of the bad byte is told, as editors can go there. */
static pleach_status check_gold_line(const tsv_reader *reader, const char *line,
                                     size_t length)
{
    if (length > 0 && memchr(line, '\0', length) != NULL)
        return complain_of_line(reader, 0,
                                "This line holds a NUL byte; a taxonomy "
                                "is plain text.");
    for (size_t at = 0; at < length;) {
        utf8proc_int32_t code;
        utf8proc_ssize_t step =
            utf8proc_iterate((const utf8proc_uint8_t *)line + at,
                             (utf8proc_ssize_t)(length - at), &code);
        if (step <= 0)
            return complain_of_line(reader, at + 1,
                                    "This byte is not UTF-8; convert "
                                    "the file to UTF-8.");
        at += (size_t)step;
    }
    return PLEACH_OK;
}

/* The first cells of a line; those beyond are of no interest. */
static int split_gold_line(tsv_cell *cells, const char *line, size_t length)
{
    int count = 0;
    const char *end = line + length;
    while (count < MAX_CELLS) {
        const char *tab = memchr(line, '\t', (size_t)(end - line));
        const char *stop = tab == NULL ? end : tab;
        cells[count++] = (tsv_cell){line, (size_t)(stop - line)};
        if (tab == NULL)
            break;
        line = tab + 1;
    }
    return count;
}

static bool is_word(tsv_cell cell, const char *word)
{
    return cell.length == strlen(word) &&
           strncasecmp(cell.bytes, word, cell.length) == 0;
}

static int find_gold_column(const tsv_cell *cells, int count,
                            const char *const *words)
{
    for (; *words != NULL; words++)
        for (int k = 0; k < count; k++)
            if (is_word(cells[k], *words))
                return k;
    return NO_COLUMN;
}

/* A header has a cell "parent". Returns whether this line is one. */
static bool read_gold_header(tsv_reader *reader, const tsv_cell *cells,
                             int count)
{
    static const char *const parents[] = {"parent", NULL};
    static const char *const ids[] = {"id", "concept", "gold", "child", NULL};
    static const char *const names[] = {"name", "label", "term", NULL};
    reader->parent = find_gold_column(cells, count, parents);
    reader->id = find_gold_column(cells, count, ids);
    reader->name = find_gold_column(cells, count, names);
    if (reader->id == NO_COLUMN) {
        reader->id = reader->name;
        reader->name = NO_COLUMN;
    }
    return reader->parent != NO_COLUMN && reader->id != NO_COLUMN;
}

/* Without a header three columns are id, name and parent, and two are child and
 * parent. */
static pleach_status choose_gold_columns(tsv_reader *reader,
                                         const tsv_cell *cells, int count,
                                         bool *is_header)
{
    reader->chosen = true;
    *is_header = read_gold_header(reader, cells, count);
    if (*is_header)
        return PLEACH_OK;
    if (count < 2)
        return complain_of_line(
            reader, 0,
            "This is neither JSON nor a row of a TSV: expected "
            "id, name and parent, or child and parent, with tabs "
            "between them.");
    reader->id = 0;
    reader->name = count > 2 ? 1 : NO_COLUMN;
    reader->parent = count > 2 ? 2 : 1;
    return PLEACH_OK;
}

/* The concept with this id, new when there was none; PL_NONE for an empty
 * cell. */
static pleach_status find_concept(tsv_reader *reader, uint32_t *concept,
                                  tsv_cell cell)
{
    const char *id;
    *concept = PL_NONE;
    PL_TRY(pl_draft_copy(reader->draft, &id, cell.bytes, cell.length,
                         reader->name == NO_COLUMN, reader->line,
                         reader->error));
    if (id == NULL)
        return PLEACH_OK;
    uint32_t known = pl_strings_count(reader->ids);
    *concept = pl_strings_add(reader->ids, id, strlen(id));
    if (*concept == PL_NONE)
        return pl_fail_memory(reader->error);
    if (*concept < known)
        return PLEACH_OK;
    PL_TRY(pl_draft_add(reader->draft, reader->line, reader->error));
    reader->draft->concepts.items[*concept].id = id;
    if (reader->name == NO_COLUMN)
        reader->draft->concepts.items[*concept].name = id;
    return PLEACH_OK;
}

/* The first name and the first parent of a concept count. */
static pleach_status read_gold_row(tsv_reader *reader, const tsv_cell *cells,
                                   int count)
{
    const tsv_cell none = {"", 0};
    uint32_t concept, parent;
    tsv_cell above = reader->parent < count ? cells[reader->parent] : none;
    if (reader->id >= count ||
        (reader->name != NO_COLUMN && reader->name >= count))
        return complain_of_line(reader, 0,
                                "This row has too few cells; there must "
                                "be a tab between each two.");
    PL_TRY(find_concept(reader, &concept, cells[reader->id]));
    if (concept == PL_NONE)
        return complain_of_line(reader, 0,
                                "This row has no id; each concept needs "
                                "one.");
    PL_TRY(find_concept(reader, &parent, above));
    pl_draft_concept *to = &reader->draft->concepts.items[concept];
    if (to->name == NULL) {
        tsv_cell name = cells[reader->name];
        to->line = reader->line;
        PL_TRY(pl_draft_copy(reader->draft, &to->name, name.bytes, name.length,
                             true, reader->line, reader->error));
        if (to->name == NULL)
            return complain_of_line(reader, 0,
                                    "This concept has no name; give it "
                                    "one.");
    }
    if (to->parent == PL_NONE) {
        to->parent = parent;
        to->line = reader->line;
    } else if (parent != PL_NONE && parent != to->parent) {
        reader->draft->extra_parents++;
    }
    return PLEACH_OK;
}

static pleach_status read_gold_line(tsv_reader *reader, const char *line,
                                    size_t length)
{
    tsv_cell cells[MAX_CELLS];
    if (length > 0 && line[length - 1] == '\r')
        length--;
    if (length == 0)
        return PLEACH_OK;
    PL_TRY(check_gold_line(reader, line, length));
    int count = split_gold_line(cells, line, length);
    bool is_header = false;
    if (!reader->chosen)
        PL_TRY(choose_gold_columns(reader, cells, count, &is_header));
    return is_header ? PLEACH_OK : read_gold_row(reader, cells, count);
}

/* Parents that were named and never described. */
static pleach_status check_described(const tsv_reader *reader)
{
    for (size_t k = 0; k < reader->draft->concepts.count; k++) {
        pl_draft_concept *at = &reader->draft->concepts.items[k];
        at->dropped = at->name == NULL;
        if (at->dropped && !reader->draft->part)
            return pl_fail_at(reader->error, PLEACH_BAD_DATA,
                              reader->draft->file, at->line, 0,
                              "The parent \"%.100s\" is no concept of this "
                              "file; add it or leave the parent empty.",
                              at->id);
    }
    return PLEACH_OK;
}

/* Parents that never get a row of their own are found at the end: any order of
 * rows is fine. */
pleach_status pl_gold_read_tsv(pl_draft *draft, const char *bytes, size_t size,
                               pleach_error *error)
{
    tsv_reader reader = {.draft = draft, .error = error};
    reader.ids = pl_strings_new();
    if (reader.ids == NULL)
        return pl_fail_memory(error);
    pleach_status status = PLEACH_OK;
    for (size_t at = 0; status == PLEACH_OK && at < size;) {
        const char *end = memchr(bytes + at, '\n', size - at);
        size_t length = end == NULL ? size - at : (size_t)(end - bytes) - at;
        reader.line++;
        status = read_gold_line(&reader, bytes + at, length);
        at += length + 1;
    }
    if (status == PLEACH_OK)
        status = check_described(&reader);
    pl_strings_free(reader.ids);
    return status;
}
