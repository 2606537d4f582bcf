/* tables.h: where a command's rows of figures go, and as what. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_TABLES_H
#define CLI_TABLES_H

#include "options.h"
#include "outputs.h"
#include "pleach.h"
#include "report/report.h"

typedef struct cli_tables {
    const char **paths, **formats;
    size_t count;
    cli_outputs outputs;
} cli_tables;

/* Finds out what is to be written, and says now what could not be. Returns an
 * exit code; release is due either way. */
int tables_plan(cli_tables *tables, const cli_options *options);
void tables_release(cli_tables *tables);

/* Writes all of them, or none. `formats` are those that figures of this kind
 * have (report/report.h). */
int tables_write(cli_tables *tables, const cli_options *options,
                 const report_format *formats, const void *figures);

#endif
