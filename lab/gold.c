/* gold.c: reads a taxonomy as rows of a concept and its parent. */
/* SPDX-License-Identifier: MIT */
#include "lab/gold.h"

#include "base/status.h"
#include "read/tsv_rows.h"

typedef struct gold_row {
    uint32_t concept, parent; /* PL_NONE: at the top */
    uint64_t line;
} gold_row;

typedef PL_LIST(gold_row) gold_rows;

/* The first of the words that the header has; -1: none. */
static int find_gold_column(const pl_tsv *tsv, const char *const *words)
{
    int column = -1;
    for (; *words != NULL && column < 0; words++)
        column = pl_tsv_find(tsv, *words);
    return column;
}

static uint32_t add_gold_id(pl_gold *gold, pl_tsv_cell cell)
{
    return cell.length == 0
               ? PL_NONE
               : pl_strings_add(gold->ids, cell.bytes, cell.length);
}

static pleach_status read_gold_rows(pl_gold *gold, gold_rows *rows, pl_tsv *tsv,
                                    pleach_error *error)
{
    static const char *const ids[] = {"id", "concept", "gold", "child", NULL};
    bool ended;
    PL_TRY(pl_tsv_next(tsv, &ended, error));
    int id = ended ? -1 : find_gold_column(tsv, ids);
    int parent = ended ? -1 : pl_tsv_find(tsv, "parent");
    if (id < 0 || parent < 0)
        return pl_fail_at(error, PLEACH_BAD_DATA, tsv->file, tsv->line, 0,
                          "The header lacks the column \"%s\"; a gold taxonomy "
                          "has id (or concept, gold, child) and parent.",
                          id < 0 ? "id" : "parent");
    while (true) {
        PL_TRY(pl_tsv_next(tsv, &ended, error));
        if (ended)
            return pl_check_memory(rows->arena, error);
        PL_TRY(pl_tsv_need(tsv, (size_t)id + 1, error));
        bool tops = (size_t)parent >= tsv->count;
        gold_row row = {add_gold_id(gold, tsv->cell[id]),
                        tops ? PL_NONE : add_gold_id(gold, tsv->cell[parent]),
                        tsv->line};
        if (tsv->cell[id].length == 0)
            return pl_tsv_fail(tsv, error,
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
    pl_tsv tsv;
    PL_SCRATCH(scratch);
    gold_rows rows = {.arena = scratch};
    *gold = (pl_gold){.ids = pl_strings_in(arena)};
    PL_TRY(pl_check_memory(arena, error));
    pl_tsv_open(&tsv, file, bytes, size);
    PL_TRY(read_gold_rows(gold, &rows, &tsv, error));
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
