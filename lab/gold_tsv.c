/* gold_tsv.c: a taxonomy as rows of id, name, parent or of child, parent. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "lab/gold.h"
#include "read/tsv_rows.h"

enum { NO_COLUMN = -1 };

typedef struct tsv_reader {
    pl_draft *draft;
    pleach_error *error;
    pl_tsv tsv;
    pl_strings *ids;      /* an id's number is its concept's */
    int id, name, parent; /* columns; name NO_COLUMN: the id is the name */
} tsv_reader;

static int find_gold_column(const pl_tsv *tsv, const char *const *words)
{
    int column = NO_COLUMN;
    for (; *words != NULL && column == NO_COLUMN; words++)
        column = pl_tsv_find(tsv, *words);
    return column;
}

/* A header has a cell "parent". Returns whether this row is one. */
static bool read_gold_header(tsv_reader *reader)
{
    static const char *const parents[] = {"parent", NULL};
    static const char *const ids[] = {"id", "concept", "gold", "child", NULL};
    static const char *const names[] = {"name", "label", "term", NULL};
    reader->parent = find_gold_column(&reader->tsv, parents);
    reader->id = find_gold_column(&reader->tsv, ids);
    reader->name = find_gold_column(&reader->tsv, names);
    if (reader->id == NO_COLUMN) {
        reader->id = reader->name;
        reader->name = NO_COLUMN;
    }
    return reader->parent != NO_COLUMN && reader->id != NO_COLUMN;
}

/* Without a header three columns are id, name and parent, and two are child and
 * parent. */
static pleach_status choose_gold_columns(tsv_reader *reader, bool *is_header)
{
    size_t count = reader->tsv.count;
    *is_header = read_gold_header(reader);
    if (*is_header)
        return PLEACH_OK;
    if (count < 2)
        return pl_tsv_fail(&reader->tsv, reader->error,
                           "This is neither JSON nor a row of a TSV: expected "
                           "id, name and parent, or child and parent, with "
                           "tabs between them.");
    reader->id = 0;
    reader->name = count > 2 ? 1 : NO_COLUMN;
    reader->parent = count > 2 ? 2 : 1;
    return PLEACH_OK;
}

/* The concept with this id, new when there was none; PL_NONE for an empty
 * cell. */
static pleach_status find_or_add_concept(tsv_reader *reader, uint32_t *concept,
                                         pl_tsv_cell cell)
{
    const char *id;
    *concept = PL_NONE;
    PL_TRY(pl_draft_copy(reader->draft, &id, cell.bytes, cell.length,
                         reader->name == NO_COLUMN, reader->tsv.line,
                         reader->error));
    if (id == NULL)
        return PLEACH_OK;
    uint32_t known = pl_strings_count(reader->ids);
    *concept = pl_strings_add(reader->ids, id, strlen(id));
    if (*concept == PL_NONE)
        return pl_fail_memory(reader->error);
    if (*concept < known)
        return PLEACH_OK;
    PL_TRY(pl_draft_add(reader->draft, reader->tsv.line, reader->error));
    reader->draft->concepts.items[*concept].id = id;
    if (reader->name == NO_COLUMN)
        reader->draft->concepts.items[*concept].name = id;
    return PLEACH_OK;
}

/* A cell of the present row; empty where the row ends before it. */
static pl_tsv_cell gold_cell(const tsv_reader *reader, int column)
{
    return (size_t)column < reader->tsv.count ? reader->tsv.cell[column]
                                              : (pl_tsv_cell){"", 0};
}

/* The first name and the first parent of a concept count. */
static pleach_status read_gold_row(tsv_reader *reader)
{
    const pl_tsv *tsv = &reader->tsv;
    uint32_t concept, parent;
    int last = reader->name > reader->id ? reader->name : reader->id;
    if ((size_t)last >= tsv->count)
        return pl_tsv_fail(tsv, reader->error,
                           "This row has too few cells; there must be a tab "
                           "between each two.");
    PL_TRY(
        find_or_add_concept(reader, &concept, gold_cell(reader, reader->id)));
    if (concept == PL_NONE)
        return pl_tsv_fail(tsv, reader->error,
                           "This row has no id; each concept needs one.");
    PL_TRY(find_or_add_concept(reader, &parent,
                               gold_cell(reader, reader->parent)));
    pl_draft_concept *to = &reader->draft->concepts.items[concept];
    if (to->name == NULL) {
        pl_tsv_cell name = gold_cell(reader, reader->name);
        to->line = tsv->line;
        PL_TRY(pl_draft_copy(reader->draft, &to->name, name.bytes, name.length,
                             true, tsv->line, reader->error));
        if (to->name == NULL)
            return pl_tsv_fail(tsv, reader->error,
                               "This concept has no name; give it one.");
    }
    if (to->parent == PL_NONE) {
        to->parent = parent;
        to->line = tsv->line;
    } else if (parent != PL_NONE && parent != to->parent) {
        reader->draft->extra_parents++;
    }
    return PLEACH_OK;
}

static pleach_status read_gold_rows(tsv_reader *reader)
{
    bool ended, passed;
    PL_TRY(pl_tsv_next(&reader->tsv, &ended, reader->error));
    if (ended)
        return PLEACH_OK;
    PL_TRY(choose_gold_columns(reader, &passed));
    while (!ended) {
        if (!passed)
            PL_TRY(read_gold_row(reader));
        passed = false;
        PL_TRY(pl_tsv_next(&reader->tsv, &ended, reader->error));
    }
    return PLEACH_OK;
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
    tsv_reader reader = {
        .draft = draft, .error = error, .ids = pl_strings_new()};
    if (reader.ids == NULL)
        return pl_fail_memory(error);
    pl_tsv_open(&reader.tsv, draft->file, bytes, size);
    pleach_status status = read_gold_rows(&reader);
    if (status == PLEACH_OK)
        status = check_described(&reader);
    pl_strings_free(reader.ids);
    return status;
}
