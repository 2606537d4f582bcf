/* score.c: "pleach score", how right a result is. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "commands.h"
#include "errors.h"
#include "pleach.h"

static int say_wrong_usage(void)
{
    return error_say(EXIT_USAGE,
                     "\"pleach score RESULT\" wants one result, and one of "
                     "--truth FILE, --gold FILE and --alignment FILE.");
}

int score_run(const cli_options *options)
{
    const char *const references[] = {
        [PLEACH_TRUTH] = options->truth,
        [PLEACH_GOLD] = options->gold,
        [PLEACH_ALIGNMENT] = options->alignment,
    };
    pleach_score_options how = {
        .json = options->json,
        .show_errors = options->show_errors,
        .by_cluster = options->by_cluster,
        .language = options->language,
    };
    const char *reference = NULL;
    pleach_error error = {0};
    for (int kind = 0; kind < 3; kind++) {
        if (references[kind] == NULL)
            continue;
        if (reference != NULL)
            return say_wrong_usage();
        reference = references[kind];
        how.against = (pleach_reference)kind;
    }
    if (reference == NULL || options->operands.count != 1)
        return say_wrong_usage();
    const char *result = options->operands.items[0];
    if (strcmp(result, "-") == 0 && strcmp(reference, "-") == 0)
        return error_say(EXIT_USAGE, "Only one of the result and the "
                                     "reference can be standard input.");
    if (how.language != NULL && how.against != PLEACH_GOLD)
        return error_say(EXIT_USAGE, "--language goes with --gold only.");
    if (pleach_score(NULL, result, reference, &how, stdout, &error) !=
        PLEACH_OK)
        return error_print(&error);
    return EXIT_DONE;
}
