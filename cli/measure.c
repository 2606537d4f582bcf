/* measure.c: "pleach measure", the figures of a taxonomy file. */
/* SPDX-License-Identifier: MIT */
#include "commands.h"
#include "errors.h"
#include "pleach.h"
#include "report/report.h"

int measure_run(const cli_options *options)
{
    pleach_error error = {0};
    if (options->operands.count != 1)
        return error_say(EXIT_USAGE, "\"pleach measure TAXONOMY.json\" wants "
                                     "one file.");
    pleach_input taxonomy = {.name = options->operands.items[0]};
    pleach_measures *measures = NULL;
    if (pleach_measure(&measures, &taxonomy, &error) != PLEACH_OK)
        return error_print(&error);
    report_find(report_measures_formats,
                options->json ? "json" : "text")(measures, stdout, false);
    pleach_measures_free(measures);
    return EXIT_DONE;
}
