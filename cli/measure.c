/* measure.c: "pleach measure", the figures of a taxonomy file. */
/* SPDX-License-Identifier: MIT */
#include "commands.h"
#include "errors.h"
#include "pleach.h"

int measure_run(const cli_options *options)
{
    pleach_error error = {0};
    if (options->operands.count != 1)
        return error_say(EXIT_USAGE, "\"pleach measure TAXONOMY.json\" wants "
                                     "one file.");
    pleach_input taxonomy = {.name = options->operands.items[0]};
    pleach_sink to = {.stream = stdout};
    if (pleach_measure(&taxonomy, &to, options->json, &error) != PLEACH_OK)
        return error_print(&error);
    return EXIT_DONE;
}
