/* pipeline.c: translates, rehearses and reads for all that grow. */
/* SPDX-License-Identifier: MIT */
#include "pipeline.h"

#include <stdlib.h>

#include "crew.h"
#include "errors.h"
#include "progress.h"
#include "terminal.h"

int pipeline_check_input(const cli_options *options, const char *command)
{
    if (options->operands.count > 0 || !terminal_is(stdin))
        return EXIT_DONE;
    return error_say(EXIT_USAGE,
                     "There is no input: give a file, as in "
                     "\"pleach %s saplings.jsonl\", or pipe one in.",
                     command);
}

pleach_affinity_options pipeline_affinity_options(const cli_options *options)
{
    return (pleach_affinity_options){
        .similarity = options->similarity,
        .preference = options->preference,
        .hops = options->hops == NOT_GIVEN ? 0
                : options->hops == 0       ? PLEACH_NO_HOPS
                                           : options->hops,
        .candidates = options->candidates == NOT_GIVEN ? 0
                      : options->candidates == 0       ? PLEACH_ALL_CANDIDATES
                                                       : options->candidates,
    };
}

pleach_clusters_options pipeline_clusters_options(const cli_options *options)
{
    return (pleach_clusters_options){
        .solver = options->solver,
        .bound = options->bound,
        .damping = options->damping,
        .max_iterations = options->max_iterations,
        .dissent = options->dissent,
        .skip = options->skip,
        .top = options->top,
    };
}

pleach_status pipeline_read_tiny(pleach_corpus **corpus,
                                 const cli_options *options,
                                 pleach_error *error)
{
    static const char line[] =
        "{\"name\": \"tree\", \"children\": [{\"name\": \"leaf\"}]}\n";
    const pleach_input input = {"rehearsal", line, sizeof line - 1};
    pleach_read_options read = {.format = "jsonl",
                                .language = options->language};
    return pleach_corpus_read(corpus, &input, 1, &read, error);
}

int pipeline_rehearse(const cli_options *options)
{
    pleach_affinity_options compare = pipeline_affinity_options(options);
    pleach_clusters_options cluster = pipeline_clusters_options(options);
    pleach_corpus *corpus = NULL;
    pleach_affinity *affinity = NULL;
    pleach_clusters *clusters = NULL;
    pleach_error error = {0};
    compare.threads = cluster.threads = 1;
    pleach_status status = pipeline_read_tiny(&corpus, options, &error);
    if (status == PLEACH_OK)
        status = pleach_affinity_compare(&affinity, corpus, &compare, &error);
    if (status == PLEACH_OK)
        status = pleach_clusters_find(&clusters, affinity, &cluster, &error);
    pleach_clusters_free(clusters);
    pleach_affinity_free(affinity);
    pleach_corpus_free(corpus);
    /* Files that the options name are judged with the true input. */
    return status == PLEACH_BAD_USAGE ? error_print(&error) : EXIT_DONE;
}

pleach_input *pipeline_inputs(const char *const *names, size_t count,
                              pleach_error *error)
{
    pleach_input *inputs = calloc(count, sizeof *inputs);
    if (inputs == NULL) {
        error->status = PLEACH_NO_MEMORY;
        snprintf(error->sentence, sizeof error->sentence,
                 "There is not enough memory to start.");
        return NULL;
    }
    for (size_t k = 0; k < count; k++)
        inputs[k].name = names[k];
    return inputs;
}

pleach_status pipeline_read(pleach_corpus **corpus, const cli_options *options,
                            const pleach_listener *listener,
                            pleach_error *error)
{
    static const char *const standard_input[] = {"-"};
    const text_list *files = &options->operands;
    bool named = files->count > 0;
    size_t count = named ? files->count : 1;
    pleach_read_options read = {
        .format = options->input_format,
        .columns = options->columns,
        .label_language = options->label_language,
        .language = options->language,
        .skip_bad = options->skip_bad,
        .listener = listener,
        .exchange = options->crew == NULL ? NULL : options->crew->exchange,
    };
    pleach_input *inputs =
        pipeline_inputs(named ? files->items : standard_input, count, error);
    if (inputs == NULL)
        return error->status;
    pleach_status status =
        pleach_corpus_read(corpus, inputs, count, &read, error);
    free(inputs);
    return status;
}

pleach_status pipeline_read_and_warn(pleach_corpus **corpus,
                                     const cli_options *options,
                                     const pleach_listener *listener,
                                     cli_warnings *warnings,
                                     pleach_error *error)
{
    pleach_status status = pipeline_read(corpus, options, listener, error);
    if (status != PLEACH_OK)
        return status;
    progress_clear();
    if (!options->quiet)
        warnings_print(warnings, pleach_corpus_get_facts(*corpus));
    return PLEACH_OK;
}
