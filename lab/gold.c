/* gold.c: reads a taxonomy as rows of a concept and its parent. */
/* SPDX-License-Identifier: MIT */
#include "lab/gold.h"

#include "base/status.h"
#include "lab/table.h"

enum { ID, PARENT };

typedef struct gold_row {
    uint32_t concept, parent; /* PL_NONE: at the top */
    uint64_t line;
} gold_row;

typedef PL_LIST(gold_row) gold_rows;

static uint32_t add_gold_id(pl_gold *gold, pl_tsv_cell cell)
{
    return cell.length == 0
               ? PL_NONE
               : pl_strings_add(gold->ids, cell.bytes, cell.length);
}

/* Rows may end before the parent. The id has several usual names. */
static pleach_status find_columns(pl_table *table, pleach_error *error)
{
    static const char *const ids[] = {"child", "gold", "concept", "id"};
    pl_table_kind kind = {
        {NULL, "parent"},
        2,
        "a gold taxonomy has id (or concept, gold, child) and parent"};
    for (size_t k = 0; k < sizeof ids / sizeof *ids; k++)
        if (kind.names[0] == NULL || pl_tsv_find(&table->tsv, ids[k]) >= 0)
            kind.names[0] = ids[k];
    if (pl_tsv_find(&table->tsv, kind.names[0]) < 0)
        kind.names[0] = "id";
    pl_table_find(table, &kind);
    table->needed = (size_t)table->at[ID] + 1;
    return pl_table_need(table, &kind, error);
}

static pleach_status read_gold_rows(pl_gold *gold, gold_rows *rows,
                                    pl_table *table, pleach_error *error)
{
    bool ended;
    PL_TRY(find_columns(table, error));
    while (true) {
        PL_TRY(pl_table_next(table, &ended, error));
        if (ended)
            return pl_check_memory(rows->arena, error);
        pl_tsv_cell id = pl_table_cell(table, ID);
        gold_row row = {add_gold_id(gold, id),
                        add_gold_id(gold, pl_table_cell(table, PARENT)),
                        table->tsv.line};
        if (id.length == 0)
            return pl_tsv_fail(&table->tsv, error,
                               "This row has no id; each concept needs one.");
        pl_list_add(rows, row);
    }
}

/* Of several parents the first counts. */
static void link_concepts(pl_gold *gold, const gold_rows *rows, uint64_t *line)
{
    for (uint32_t k = 0; k < pl_strings_count(gold->ids); k++)
        gold->parent[k] = PL_NONE;
    for (size_t k = 0; k < rows->count; k++) {
        gold->is_concept[rows->items[k].concept] = 1;
        line[rows->items[k].concept] = rows->items[k].line;
    }
    for (size_t k = 0; k < rows->count; k++) {
        const gold_row *row = &rows->items[k];
        uint32_t *parent = &gold->parent[row->concept];
        if (row->parent == PL_NONE || !gold->is_concept[row->parent])
            continue;
        if (*parent == PL_NONE)
            *parent = row->parent;
        else
            gold->extra_parents += *parent != row->parent;
    }
}

/* Walks up from each concept to the top or to where an earlier walk was. */
static pleach_status refuse_loops(const pl_gold *gold, const char *file,
                                  const uint64_t *line, uint32_t *walk,
                                  pleach_error *error)
{
    for (uint32_t k = 0; k < pl_strings_count(gold->ids); k++) {
        uint32_t at = k;
        for (; at != PL_NONE && walk[at] == 0; at = gold->parent[at])
            walk[at] = k + 1;
        if (at != PL_NONE && walk[at] == k + 1)
            return pl_fail_at(error, PLEACH_BAD_DATA, file, line[at], 0,
                              "The concept \"%.100s\" is its own ancestor; "
                              "a taxonomy has no loops.",
                              pl_strings_at(gold->ids, at));
    }
    return PLEACH_OK;
}

pleach_status pl_gold_parse(pl_gold *gold, pl_arena *arena, const char *file,
                            const char *bytes, size_t size, pleach_error *error)
{
    pl_table table;
    PL_SCRATCH(scratch);
    gold_rows rows = {.arena = scratch};
    *gold = (pl_gold){.ids = pl_strings_in(arena)};
    PL_TRY(pl_check_memory(arena, error));
    PL_TRY(pl_table_open(&table, file, bytes, size, error));
    PL_TRY(read_gold_rows(gold, &rows, &table, error));
    uint32_t count = pl_strings_count(gold->ids);
    uint64_t *line = PL_ARENA_ARRAY(scratch, uint64_t, count);
    uint32_t *walk = PL_ARENA_ARRAY(scratch, uint32_t, count);
    gold->parent = PL_ARENA_ARRAY(arena, uint32_t, count);
    gold->is_concept = PL_ARENA_ARRAY(arena, uint8_t, count);
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_check_memory(arena, error));
    link_concepts(gold, &rows, line);
    return refuse_loops(gold, file, line, walk, error);
}
