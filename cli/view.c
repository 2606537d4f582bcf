/* view.c: "pleach view", the page that shows one result or several. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "commands.h"
#include "errors.h"
#include "outputs.h"
#include "pipeline.h"
#include "pleach.h"

/* The page is renamed into place when all of it is there. */
static int write_page(const cli_options *options, cli_outputs *outputs,
                      const char *page)
{
    pleach_error error = {0};
    size_t count = options->operands.count;
    int code = outputs_open_streams(outputs);
    if (code != EXIT_DONE)
        return code;
    pleach_sink to = {.stream = outputs_stream(outputs, page)};
    pleach_input *inputs =
        pipeline_inputs(options->operands.items, count, &error);
    pleach_status status =
        inputs == NULL ? error.status : pleach_view(inputs, count, &to, &error);
    free(inputs);
    if (status != PLEACH_OK)
        return outputs_say_failed(outputs, &error);
    return outputs_commit_streams(outputs);
}

/* One page, whatever the number of results. */
int view_run(const cli_options *options)
{
    cli_outputs outputs;
    if (options->operands.count == 0)
        return error_say(EXIT_USAGE, "Which result? \"pleach view "
                                     "TAXONOMY.json -o page.html\" wants at "
                                     "least one file.");
    if (options->outputs.count > 1)
        return error_say(EXIT_USAGE, "\"pleach view\" writes one page; give "
                                     "one --output.");
    const char *page =
        options->outputs.count > 0 ? options->outputs.items[0] : "-";
    int code = outputs_plan_streams(&outputs, &page, 1, options);
    if (code == EXIT_DONE)
        code = write_page(options, &outputs, page);
    outputs_release(&outputs);
    return code;
}
