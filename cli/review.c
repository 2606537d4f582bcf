/* review.c: "pleach review", a queue of questions. */
/* SPDX-License-Identifier: MIT */
#include "commands.h"
#include "errors.h"
#include "pleach.h"
#include "report/report.h"

static pleach_status print_review(const cli_options *options,
                                  pleach_error *error)
{
    pleach_taxonomy *result = NULL;
    pleach_decisions *decisions = NULL;
    pleach_review *review = NULL;
    pleach_status status = PLEACH_OK;
    if (options->decisions != NULL)
        status = pleach_decisions_read(
            &decisions, &(pleach_input){.name = options->decisions}, error);
    if (status == PLEACH_OK)
        status = pleach_taxonomy_load(
            &result, &(pleach_input){.name = options->operands.items[0]},
            error);
    pleach_review_options how = {
        .most = options->most, .about = options->about, .decisions = decisions};
    if (status == PLEACH_OK)
        status = pleach_review_make(&review, result, &how, error);
    if (status == PLEACH_OK)
        (options->json ? report_review_json : report_review_text)(review,
                                                                  stdout);
    pleach_review_free(review);
    pleach_decisions_free(decisions);
    pleach_taxonomy_free(result);
    return status;
}

int review_run(const cli_options *options)
{
    pleach_error error = {0};
    if (options->operands.count != 1)
        return error_say(EXIT_USAGE, "Which result? \"pleach review "
                                     "RESULT.json\" wants a file.");
    return print_review(options, &error) == PLEACH_OK ? EXIT_DONE
                                                      : error_print(&error);
}
