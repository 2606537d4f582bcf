/* score.c: "pleach score", how right a result is. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "commands.h"
#include "errors.h"
#include "pleach.h"
#include "report/report.h"

static int say_wrong_usage(void)
{
    return error_say(EXIT_USAGE,
                     "\"pleach score RESULT\" wants one result, and either "
                     "--truth FILE, with --gold FILE or without, or "
                     "--alignment FILE.");
}

static int check_streams(const char *const *files, size_t count)
{
    size_t streams = 0;
    for (size_t k = 0; k < count; k++)
        streams += files[k] != NULL && strcmp(files[k], "-") == 0;
    if (streams < 2)
        return EXIT_DONE;
    return error_say(EXIT_USAGE, "Only one of the result and the references "
                                 "can be standard input.");
}

/* Which reference is given decides what is scored. */
int score_run(const cli_options *options)
{
    pleach_score_options how = {
        .against = options->alignment != NULL ? PLEACH_ALIGNMENT : PLEACH_TRUTH,
        .by_cluster = options->by_cluster,
    };
    const char *truth = options->truth, *gold = options->gold;
    const char *right = truth != NULL ? truth : options->alignment;
    pleach_error error = {0};
    if (right == NULL || options->operands.count != 1 ||
        (options->alignment != NULL && (truth != NULL || gold != NULL)))
        return say_wrong_usage();
    const char *result = options->operands.items[0];
    const char *const files[] = {result, right, gold};
    if (check_streams(files, sizeof files / sizeof *files) != EXIT_DONE)
        return EXIT_USAGE;
    how.gold = gold == NULL ? NULL : &(pleach_input){.name = gold};
    pleach_score_figures *figures = NULL;
    if (pleach_score(&figures, &(pleach_input){.name = result},
                     &(pleach_input){.name = right}, &how, &error) != PLEACH_OK)
        return error_print(&error);
    (options->json ? report_score_json
                   : report_score_text)(&(report_score){&how, figures}, stdout);
    pleach_score_free(figures);
    return EXIT_DONE;
}
