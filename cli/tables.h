/* tables.h: where a command's rows of figures go, and as what. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_TABLES_H
#define CLI_TABLES_H

#include "options.h"
#include "outputs.h"
#include "pleach.h"

typedef struct cli_tables {
    const char **paths, **formats;
    size_t count;
    cli_outputs outputs;
} cli_tables;

/* Finds out what is to be written, and says now what could not be. Returns an
 * exit code; release is due either way. */
int tables_plan(cli_tables *tables, const cli_options *options);
void tables_release(cli_tables *tables);

/* pleach_comparison_write and its like. */
typedef pleach_status tables_writer(const void *figures, const pleach_sink *to,
                                    const pleach_write_options *how,
                                    pleach_error *error);

/* Writes all of them, or none. */
int tables_write(cli_tables *tables, const cli_options *options,
                 tables_writer *writer, const void *figures);

#endif
