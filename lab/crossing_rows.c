/* crossing_rows.c: reads the CSV of "pleach crosswalk", row by row. */
/* SPDX-License-Identifier: MIT */
#include "lab/crossing_rows.h"

#include <string.h>

#include "base/status.h"

static const char START[] = "from,id,node,name,path,to,";
/* The columns that matter, as pleach writes them. */
enum {
    FROM = 0,
    NAME = 3,
    TO = 5,
    TO_NAME = 8,
    MATCH = 10,
    ADDRESS = 13,
    TO_ADDRESS = 14,
    RELATION = 15
};

/* One cell, without its quotes; returns the byte behind it. */
static char read_cell(pl_crossing_rows *rows)
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

static void read_row(pl_crossing_rows *rows)
{
    char behind = ',';
    rows->text.count = rows->count = 0;
    rows->line++;
    while (behind == ',') {
        behind = read_cell(rows);
        if (rows->count < PL_CROSSING_CELLS)
            rows->start[++rows->count] = rows->text.count;
    }
}

static pl_tsv_cell cell_at(const pl_crossing_rows *rows, size_t k)
{
    return (pl_tsv_cell){rows->text.items + rows->start[k],
                         rows->start[k + 1] - rows->start[k]};
}

pleach_status pl_crossing_open(pl_crossing_rows *rows, pl_arena *arena,
                               const char *path, const char *bytes, size_t size,
                               pleach_error *error)
{
    *rows = (pl_crossing_rows){.path = path,
                               .at = bytes,
                               .end = bytes + size,
                               .text = {.arena = arena}};
    if (size < sizeof START - 1 || memcmp(bytes, START, sizeof START - 1) != 0)
        return pl_fail_at(error, PLEACH_BAD_DATA, path, 0, 0,
                          "An alignment scores a crosswalk, as \"pleach "
                          "crosswalk ... -o x.csv\" writes it.");
    read_row(rows);
    return pl_check_memory(arena, error);
}

pleach_status pl_crossing_next(pl_crossing_rows *rows, pl_crossing_row *row,
                               bool *ended, pleach_error *error)
{
    *ended = rows->at >= rows->end;
    if (*ended)
        return PLEACH_OK;
    read_row(rows);
    PL_TRY(pl_check_memory(rows->text.arena, error));
    if (rows->count < PL_CROSSING_CELLS)
        return pl_fail_at(error, PLEACH_BAD_DATA, rows->path, rows->line, 0,
                          "This row has %zu cells, and that of a crosswalk "
                          "has %d.",
                          rows->count, (int)PL_CROSSING_CELLS);
    pl_tsv_cell match = cell_at(rows, MATCH), sign = cell_at(rows, RELATION);
    *row = (pl_crossing_row){.from = cell_at(rows, FROM),
                             .name = cell_at(rows, NAME),
                             .to = cell_at(rows, TO),
                             .to_name = cell_at(rows, TO_NAME),
                             .address = cell_at(rows, ADDRESS),
                             .to_address = cell_at(rows, TO_ADDRESS),
                             .relation = sign.length == 1 ? sign.bytes[0] : '?',
                             .candidate =
                                 match.length == 9 &&
                                 memcmp(match.bytes, "candidate", 9) == 0};
    return PLEACH_OK;
}
