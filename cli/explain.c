/* explain.c: "pleach explain", why nodes are one concept, or why not. */
/* SPDX-License-Identifier: MIT */
#include "commands.h"
#include "errors.h"
#include "pipeline.h"
#include "pleach.h"

/* Two words are two clusters or nodes to be held against each other. */
int explain_run(const cli_options *options)
{
    const text_list *words = &options->operands;
    pleach_error error = {0};
    if (words->count < 2 || words->count > 3)
        return error_say(EXIT_USAGE,
                         "\"pleach explain TAXONOMY.json A [B]\" wants a file "
                         "and one or two clusters or nodes.");
    pleach_input taxonomy = {.name = words->items[0]};
    if (pleach_explain(
            &(pleach_sink){.stream = stdout}, &taxonomy, words->items[1],
            words->count == 3 ? words->items[2] : NULL, &error) != PLEACH_OK) {
        pipeline_hint_result(taxonomy.name, &error);
        return error_print(&error);
    }
    return EXIT_DONE;
}
