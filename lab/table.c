/* table.c: finds columns by their names, and walks the rows below. */
/* SPDX-License-Identifier: MIT */
#include "lab/table.h"

#include "base/status.h"

pleach_status pl_table_open(pl_table *table, const char *file,
                            const char *bytes, size_t size, pleach_error *error)
{
    bool ended;
    pl_tsv_open(&table->tsv, file, bytes, size);
    PL_TRY(pl_tsv_next(&table->tsv, &ended, error));
    if (!ended)
        return PLEACH_OK;
    return pl_fail_at(error, PLEACH_BAD_DATA, file, 0, 0,
                      "The file is empty; its first row should name the "
                      "columns.");
}

/* Messages may write a name with capitals. */
static int find_column(const pl_tsv *tsv, const char *name)
{
    char word[16] = "";
    for (size_t k = 0; name[k] != '\0' && k + 1 < sizeof word; k++)
        word[k] = name[k] >= 'A' && name[k] <= 'Z' ? (char)(name[k] - 'A' + 'a')
                                                   : name[k];
    return pl_tsv_find(tsv, word);
}

void pl_table_find(pl_table *table, const pl_table_kind *kind)
{
    table->needed = 0;
    for (size_t k = 0; k < PL_TABLE_COLUMNS; k++) {
        const char *name = kind->names[k];
        int at = name == NULL ? -1 : find_column(&table->tsv, name);
        table->at[k] = at;
        if (at >= 0 && (size_t)at >= table->needed)
            table->needed = (size_t)at + 1;
    }
}

pleach_status pl_table_need(pl_table *table, const pl_table_kind *kind,
                            pleach_error *error)
{
    for (size_t k = 0; k < kind->must; k++)
        if (table->at[k] < 0)
            return pl_tsv_fail(&table->tsv, error,
                               "The header lacks the column \"%s\"; %s.",
                               kind->names[k], kind->hint);
    return PLEACH_OK;
}

pleach_status pl_table_next(pl_table *table, bool *ended, pleach_error *error)
{
    PL_TRY(pl_tsv_next(&table->tsv, ended, error));
    return *ended ? PLEACH_OK : pl_tsv_need(&table->tsv, table->needed, error);
}

pl_tsv_cell pl_table_cell(const pl_table *table, size_t column)
{
    int at = table->at[column];
    return at < 0 || (size_t)at >= table->tsv.count ? (pl_tsv_cell){"", 0}
                                                    : table->tsv.cell[at];
}
