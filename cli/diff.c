/* diff.c: "pleach diff", what changed from one result to the next. */
/* SPDX-License-Identifier: MIT */
#include "commands.h"
#include "errors.h"
#include "pipeline.h"
#include "report/report.h"

/* Both results stay open while their clusters are named. */
static pleach_status print_diff(const cli_options *options,
                                pleach_taxonomy *both[2], pleach_error *error)
{
    pleach_diff *diff = NULL;
    pleach_status status = PLEACH_OK;
    for (int k = 0; k < 2 && status == PLEACH_OK; k++)
        status = pipeline_load(&both[k], options->operands.items[k], error);
    if (status == PLEACH_OK)
        status = pleach_diff_find(&diff, both[0], both[1], error);
    if (status == PLEACH_OK)
        (options->json ? report_diff_json : report_diff_text)(
            &(report_diff){both[0], both[1], diff}, stdout);
    pleach_diff_free(diff);
    return status;
}

int diff_run(const cli_options *options)
{
    pleach_taxonomy *both[2] = {NULL, NULL};
    pleach_error error = {0};
    if (options->operands.count != 2)
        return error_say(EXIT_USAGE,
                         "Two results are wanted, the older one first: "
                         "\"pleach diff OLD.json NEW.json\".");
    pleach_status status = print_diff(options, both, &error);
    pleach_taxonomy_free(both[0]);
    pleach_taxonomy_free(both[1]);
    return status == PLEACH_OK ? EXIT_DONE : error_print(&error);
}
