/* names.c: "pleach names", all names that nodes have. */
/* SPDX-License-Identifier: MIT */
#include "commands.h"
#include "errors.h"
#include "pipeline.h"
#include "pleach.h"

int names_run(const cli_options *options)
{
    pleach_error error = {0};
    pleach_corpus *corpus = NULL;
    pleach_sink to = {.stream = stdout};
    int code = pipeline_check_input(options, "names");
    if (code != EXIT_DONE)
        return code;
    pleach_status status =
        pipeline_read_operands(&corpus, NULL, options, NULL, &error);
    if (status == PLEACH_OK)
        status = pleach_names_write(corpus, &to, options->json, &error);
    pleach_corpus_free(corpus);
    return status == PLEACH_OK ? EXIT_DONE : error_print(&error);
}
