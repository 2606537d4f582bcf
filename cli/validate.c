/* validate.c: "pleach validate", how right a forest is by hidden people. */
/* SPDX-License-Identifier: MIT */
#include "commands.h"
#include "errors.h"
#include "pipeline.h"
#include "report/report.h"

typedef struct cli_validating {
    pipeline line;
    pleach_validation *validation;
} cli_validating;

static pleach_status validate(void *context, pleach_error *error)
{
    cli_validating *run = context;
    pipeline *line = &run->line;
    pleach_status status = pipeline_read(line, error);
    pleach_validation_options how = {
        .hide = line->options->hide,
        .folds = line->options->folds,
        .affinity = line->compare,
        .clusters = line->cluster,
        .listener = &line->listener,
    };
    return status == PLEACH_OK
               ? pleach_validate(&run->validation, line->corpus, &how, error)
               : status;
}

int validate_run(const cli_options *options)
{
    cli_validating run = {.validation = NULL};
    pipeline_begin(&run.line, options);
    int code = pipeline_check_input(options, "validate");
    if (code == EXIT_DONE)
        code = pipeline_check(options);
    if (code == EXIT_DONE)
        code = pipeline_work(options, validate, &run);
    if (code == EXIT_DONE)
        (options->json ? report_validation_json : report_validation_text)(
            pleach_validation_get_figures(run.validation), stdout);
    pleach_validation_free(run.validation);
    pipeline_end(&run.line);
    return code;
}
