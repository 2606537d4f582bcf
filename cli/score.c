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
                     "\"pleach score RESULT\" wants one result, and one of "
                     "--truth FILE, --gold FILE and --alignment FILE; --truth "
                     "and --gold may stand together.");
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

/* What the result is held against; NULL: that cannot be told. */
static const char *choose_reference(const cli_options *options,
                                    pleach_reference *against)
{
    const char *truth = options->truth, *gold = options->gold;
    if (options->alignment != NULL) {
        *against = PLEACH_ALIGNMENT;
        return truth == NULL && gold == NULL ? options->alignment : NULL;
    }
    *against = truth != NULL ? PLEACH_TRUTH : PLEACH_GOLD;
    return truth != NULL ? truth : gold;
}

/* Which reference is given decides what is scored. */
int score_run(const cli_options *options)
{
    pleach_score_options how = {
        .show_errors = options->show_errors,
        .by_cluster = options->by_cluster,
        .language = options->language,
    };
    const char *reference = choose_reference(options, &how.against);
    pleach_error error = {0};
    if (reference == NULL || options->operands.count != 1)
        return say_wrong_usage();
    const char *result = options->operands.items[0];
    bool paths = how.against == PLEACH_TRUTH && options->gold != NULL;
    const char *const files[] = {result, reference,
                                 paths ? options->gold : NULL};
    if (check_streams(files, sizeof files / sizeof *files) != EXIT_DONE)
        return EXIT_USAGE;
    if (how.language != NULL && how.against != PLEACH_GOLD)
        return error_say(EXIT_USAGE, "--language goes with --gold alone.");
    pleach_input given = {.name = result}, right = {.name = reference};
    pleach_input gold = {.name = options->gold};
    how.gold = paths ? &gold : NULL;
    pleach_score_figures *figures = NULL;
    if (pleach_score(&figures, &given, &right, &how, &error) != PLEACH_OK)
        return error_print(&error);
    report_find(report_score_formats, options->json ? "json" : "text")(
        &(report_score){&how, figures}, stdout, false);
    pleach_score_free(figures);
    return EXIT_DONE;
}
