/* pipeline.c: translates, checks and reads for all that grow. */
/* SPDX-License-Identifier: MIT */
#include "pipeline.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "crew.h"
#include "errors.h"
#include "memory.h"
#include "progress.h"
#include "signals.h"
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

/* The list has room for one more than were given. */
static void add_usual_synonyms(pleach_affinity_options *compare,
                               const cli_options *options)
{
    pleach_read_options read = pipeline_read_options(options);
    const char *usual =
        pleach_usual_synonyms(&read, compare, getenv("PLEACH_WORDNET"));
    if (usual != NULL)
        options->synonyms.items[compare->synonym_count++] = usual;
}

/* 0 of the command line means none, and is not the library's default. */
pleach_affinity_options pipeline_affinity_options(const cli_options *options)
{
    pleach_affinity_options compare = {
        .max_memory = memory_left(),
        .similarity = options->similarity,
        .preference = options->preference,
        .synonyms = options->synonyms.items,
        .synonym_count = options->synonyms.count,
        .vectors = options->vectors,
        .hops = options->hops == NOT_GIVEN ? 0
                : options->hops == 0       ? PLEACH_NO_HOPS
                                           : options->hops,
        .candidates = options->candidates == NOT_GIVEN ? 0
                      : options->candidates == 0       ? PLEACH_ALL_CANDIDATES
                                                       : options->candidates,
    };
    add_usual_synonyms(&compare, options);
    return compare;
}

pleach_read_options pipeline_read_options(const cli_options *options)
{
    return (pleach_read_options){
        .format = options->input_format,
        .columns = options->columns,
        .label_language = options->label_language,
        .language = options->language,
        .skip_bad = options->skip_bad,
        .max_input = (uint64_t)options->max_input,
    };
}

int pipeline_check(const cli_options *options)
{
    pleach_read_options read = pipeline_read_options(options);
    pleach_affinity_options compare = pipeline_affinity_options(options);
    pleach_error error = {0};
    return pleach_options_check(&read, &compare, &options->cluster, &error) ==
                   PLEACH_OK
               ? EXIT_DONE
               : error_print(&error);
}

/* Decisions, answers and the result before: what every command that grows may
 * be given. */
static pleach_status take_given(pipeline *line, pleach_error *error)
{
    const cli_options *options = line->options;
    pleach_status status = PLEACH_OK;
    if (options->decisions != NULL)
        status = pleach_decisions_read(
            &line->decisions, &(pleach_input){.name = options->decisions},
            error);
    if (status == PLEACH_OK && options->answers != NULL)
        status = pleach_answers_read(
            &line->answers, &(pleach_input){.name = options->answers}, error);
    if (status == PLEACH_OK && options->previous != NULL)
        status = pleach_taxonomy_load(
            &line->previous, &(pleach_input){.name = options->previous}, error);
    line->compare.decisions = line->decisions;
    line->compare.previous = line->previous;
    line->compare.answers = line->answers;
    return status;
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

/* It says so at its beginning, which only a file lets read twice. */
bool pipeline_is_result(const char *path)
{
    char start[64] = "";
    struct stat facts;
    if (stat(path, &facts) != 0 || !S_ISREG(facts.st_mode))
        return false;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    size_t length = fread(start, 1, sizeof start - 1, file);
    (void)fclose(file);
    start[length] = '\0';
    return strstr(start, "\"pleach-taxonomy/") != NULL;
}

bool pipeline_is_taxonomy(const cli_options *options)
{
    return options->operands.count == 1 && options->input_format == NULL &&
           pipeline_is_result(options->operands.items[0]);
}

pleach_status pipeline_load(pleach_taxonomy **result, const char *path,
                            pleach_error *error)
{
    pleach_status status =
        pleach_taxonomy_load(result, &(pleach_input){.name = path}, error);
    pipeline_hint_result(path, error);
    return status;
}

void pipeline_hint_result(const char *path, pleach_error *error)
{
    size_t used = strlen(error->sentence);
    if (error->status == PLEACH_BAD_DATA && !pipeline_is_result(path))
        snprintf(
            error->sentence + used, sizeof error->sentence - used,
            " A result is wanted here, as \"pleach grow ... -o tree.json\" "
            "writes it.");
}

/* Whoever asks for standard input at a terminal would see nothing happen. */
static void say_waiting(const cli_options *options)
{
    pleach_error note = {0};
    bool waits = false;
    for (size_t k = 0; k < options->operands.count; k++)
        waits = waits || strcmp(options->operands.items[k], "-") == 0;
    if (!waits || options->quiet || !terminal_is(stdin))
        return;
    snprintf(note.sentence, sizeof note.sentence,
             "Standard input is this terminal: type or paste the input, and "
             "end it with Ctrl-D.");
    note_print(&note);
}

/* One bad file of many need not stop the others. */
static void offer_to_skip(pleach_error *error)
{
    size_t used = strlen(error->sentence);
    if (error->file[0] != '\0')
        snprintf(error->sentence + used, sizeof error->sentence - used,
                 " --skip-bad does without what cannot be read.");
}

pleach_status pipeline_read_operands(pleach_corpus **corpus,
                                     pleach_trees **trees,
                                     const cli_options *options,
                                     const pleach_listener *listener,
                                     pleach_error *error)
{
    static const char *const standard_input[] = {"-"};
    const text_list *files = &options->operands;
    bool named = files->count > 0;
    size_t count = named ? files->count : 1;
    pleach_read_options read = pipeline_read_options(options);
    read.listener = listener;
    if (options->crew != NULL)
        read.exchange = options->crew->exchange;
    pleach_input *inputs =
        pipeline_inputs(named ? files->items : standard_input, count, error);
    if (inputs == NULL)
        return error->status;
    say_waiting(options);
    pleach_status status =
        trees != NULL ? pleach_trees_read(trees, inputs, count, &read, error)
                      : pleach_corpus_read(corpus, inputs, count, &read, error);
    free(inputs);
    if (status == PLEACH_BAD_DATA && count > 1 && !options->skip_bad)
        offer_to_skip(error);
    /* From now on everything asks. */
    if (status == PLEACH_OK)
        signals_be_patient();
    return status;
}

/* ------------------------------------------------------------- one run -- */

void pipeline_begin(pipeline *line, const cli_options *options)
{
    *line = (pipeline){.options = options,
                       .listener = {.progress = progress_show,
                                    .warn = warnings_add,
                                    .note = notes_add,
                                    .context = &line->warnings},
                       .compare = pipeline_affinity_options(options),
                       .cluster = options->cluster};
    line->compare.seed = options->seed;
    line->compare.threads = line->cluster.threads = options->threads;
    line->compare.listener = line->cluster.listener = &line->listener;
    if (options->crew != NULL)
        line->compare.exchange = options->crew->exchange;
}

void pipeline_drop_grown(pipeline *line)
{
    pleach_taxonomy_free(line->taxonomy);
    pleach_clusters_free(line->clusters);
    pleach_affinity_free(line->affinity);
    line->taxonomy = NULL;
    line->clusters = NULL;
    line->affinity = NULL;
}

void pipeline_end(pipeline *line)
{
    pipeline_drop_grown(line);
    pleach_corpus_free(line->corpus);
    pleach_decisions_free(line->decisions);
    pleach_answers_free(line->answers);
    pleach_taxonomy_free(line->previous);
}

/* A read that a signal cut short may look like another failure. */
int pipeline_work(const cli_options *options,
                  pleach_status (*work)(void *context, pleach_error *error),
                  void *context)
{
    pleach_error error = {0};
    progress_start(!options->quiet, terminal_color(stderr, options->color));
    pleach_status status = work(context, &error);
    progress_clear();
    if (signals_interrupted())
        return EXIT_INTERRUPTED;
    return status == PLEACH_OK ? EXIT_DONE : error_print(&error);
}

/* Adds the seconds since *start to *stage, and starts the next one. */
static void clock_stage(double *start, double *stage)
{
    double now = clock_now();
    *stage += now - *start;
    *start = now;
}

/* Processes of a crew agree after reading, so that all go on or none does. */
pleach_status pipeline_read(pipeline *line, pleach_error *error)
{
    const cli_options *options = line->options;
    double start = clock_now();
    pleach_status status = take_given(line, error);
    if (status == PLEACH_OK)
        status = pipeline_read_operands(&line->corpus, NULL, options,
                                        &line->listener, error);
    if (options->crew != NULL)
        status = options->crew->agree(status, error);
    clock_stage(&start, &line->times.read);
    if (status != PLEACH_OK)
        return status;
    line->compare.max_memory = memory_left();
    progress_clear();
    if (!options->quiet)
        warnings_print(&line->warnings, pleach_corpus_get_facts(line->corpus));
    return PLEACH_OK;
}

/* Stage by stage, each timed. */
pleach_status pipeline_grow(pipeline *line, pleach_error *error)
{
    double start = clock_now();
    pleach_status status = pleach_affinity_compare(
        &line->affinity, line->corpus, &line->compare, error);
    clock_stage(&start, &line->times.compare);
    if (status != PLEACH_OK)
        return status;
    if (!line->options->quiet)
        warnings_print_new(&line->warnings);
    status = pleach_clusters_find(&line->clusters, line->affinity,
                                  &line->cluster, error);
    clock_stage(&start, &line->times.cluster);
    if (status != PLEACH_OK)
        return status;
    status = pleach_taxonomy_grow(&line->taxonomy, line->clusters, error);
    clock_stage(&start, &line->times.grow);
    return status;
}
