/* score_crosswalk.c: reads a crosswalk that is to be scored: the CSV of "pleach
 * crosswalk". */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "lab/score.h"

static const char START[] = "from,id,node,name,path,to,";
/* The columns that matter, as pleach writes them. */
enum {
    FROM = 0,
    ID = 1,
    NODE = 2,
    NAME = 3,
    TO = 5,
    TO_NAME = 8,
    MATCH = 10,
    RELATION = 15,
    CELLS = 17
};

/* Where reading is, and the cells of the present row. */
typedef struct csv_rows {
    const char *at, *end;
    uint64_t line;
    PL_LIST(char) text;
    size_t start[CELLS + 1]; /* in `text` */
    size_t count;
} csv_rows;

bool pl_is_crosswalk(const char *bytes, size_t size)
{
    return size >= sizeof START - 1 &&
           memcmp(bytes, START, sizeof START - 1) == 0;
}

/* One cell, without its quotes; returns the byte behind it. */
static char read_cell(csv_rows *rows)
{
    bool quoted = rows->at < rows->end && *rows->at == '"';
    for (rows->at += quoted; rows->at < rows->end; rows->at++) {
        char byte = *rows->at;
        if (quoted && byte == '"') {
            quoted = rows->at + 1 < rows->end && rows->at[1] == '"';
            if (!quoted)
                continue;
            rows->at++;
        } else if (!quoted && (byte == ',' || byte == '\n')) {
            rows->at++;
            return byte;
        } else if (!quoted && byte == '\r') {
            continue;
        }
        rows->line += byte == '\n';
        pl_list_add(&rows->text, byte);
    }
    return '\n';
}

static void read_row(csv_rows *rows)
{
    char behind = ',';
    rows->text.count = rows->count = 0;
    rows->line++;
    while (behind == ',') {
        behind = read_cell(rows);
        if (rows->count < CELLS)
            rows->start[++rows->count] = rows->text.count;
    }
}

static pl_tsv_cell cell_at(const csv_rows *rows, size_t k)
{
    return (pl_tsv_cell){rows->text.items + rows->start[k],
                         rows->start[k + 1] - rows->start[k]};
}

static uint32_t add_text(pl_strings *strings, const csv_rows *rows, size_t k)
{
    pl_tsv_cell cell = cell_at(rows, k);
    return pl_strings_add(strings, cell.bytes, cell.length);
}

/* Every node stands alone; what crosses is beside them. Candidates claim
 * nothing. */
static void add_row(pl_result *result, const csv_rows *rows)
{
    pl_tsv_cell match = cell_at(rows, MATCH), sign = cell_at(rows, RELATION);
    pl_result_row row = {
        .place = pl_result_add(result, cell_at(rows, ID), cell_at(rows, NODE)),
        .name = add_text(result->names, rows, NAME),
        .owner = add_text(result->owners, rows, FROM)};
    if (pl_arena_failed(result->arena))
        return;
    row.cluster = pl_strings_add(result->clusters,
                                 pl_strings_at(result->places, row.place),
                                 pl_strings_length(result->places, row.place));
    pl_list_add(&result->rows, row);
    if (match.length == 9 && memcmp(match.bytes, "candidate", 9) == 0)
        return;
    pl_list_add(
        &result->crossings,
        ((pl_crossing){{row.owner, add_text(result->owners, rows, TO)},
                       {row.name, add_text(result->names, rows, TO_NAME)},
                       sign.length == 1 ? sign.bytes[0] : '?'}));
}

pleach_status pl_read_crosswalk(pl_result *result, const char *bytes,
                                size_t size, pleach_error *error)
{
    PL_SCRATCH(scratch);
    csv_rows rows = {
        .at = bytes, .end = bytes + size, .text = {.arena = scratch}};
    result->is_crosswalk = true;
    read_row(&rows);
    while (rows.at < rows.end) {
        read_row(&rows);
        PL_TRY(pl_check_memory(scratch, error));
        if (rows.count < CELLS)
            return pl_fail_at(error, PLEACH_BAD_DATA, result->path, rows.line,
                              0,
                              "This row has %zu cells, and that of a crosswalk "
                              "has %d.",
                              rows.count, (int)CELLS);
        add_row(result, &rows);
    }
    return pl_check_memory(result->arena, error);
}
