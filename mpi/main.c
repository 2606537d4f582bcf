/* main.c: "pleach-mpi grow", the main job on many processes. */
/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "../cli/commands.h"
#include "../cli/errors.h"
#include "../cli/memory.h"
#include "../cli/outputs.h"
#include "../cli/signals.h"
#include "../cli/terminal.h"
#include "base/hash.h"
#include "base/hash_stream.h"
#include "crew.h"

static const cli_command command = {
    COMMAND_GROW,
    "Make",
    "grow",
    "INPUT...",
    "forest small hierarchies, on many processes",
    "Does what \"pleach grow\" does and writes the same bytes, on all\n"
    "processes that mpirun starts, here or on many machines. Every process\n"
    "must be able to read the inputs; the first one writes. When one of them\n"
    "fails or is killed, all end, with 3.\n"
    "\n"
    "  mpirun -n 4 pleach-mpi grow photos.jsonl -o photos.json\n"
    "  srun pleach-mpi grow photos.jsonl --solver rap -o photos.json",
    grow_run};

static void print_help(FILE *to)
{
    fputs("Usage: mpirun -n PROCESSES pleach-mpi grow [OPTION...] INPUT...\n\n"
          "Weaves many small hierarchies into a few consistent taxonomies, on "
          "many processes.\n\"pleach-mpi grow --help\" tells more; for all "
          "other commands there is pleach.\n",
          to);
}

/* Only one process has a standard input. */
static int check_inputs(const cli_options *options)
{
    bool standard = options->operands.count == 0;
    for (size_t k = 0; k < options->operands.count; k++) {
        struct stat facts;
        const char *path = options->operands.items[k];
        standard |= strcmp(path, "-") == 0;
        if (stat(path, &facts) == 0 &&
            (S_ISFIFO(facts.st_mode) || S_ISCHR(facts.st_mode)))
            return error_say(EXIT_USAGE,
                             "\"%s\" can be read only once, and pleach-mpi "
                             "looks at its inputs first; name a file.",
                             path);
    }
    if (!standard)
        return EXIT_DONE;
    return error_say(EXIT_USAGE,
                     "pleach-mpi reads files, not standard input, since every "
                     "process reads for itself; name a file.");
}

/* The hash of a file's bytes; 0: there is none, or it cannot be read, which is
 * said later. */
static uint64_t hash_file(const char *path)
{
    char block[1 << 16];
    size_t got;
    pl_hash_stream hash;
    FILE *file = path == NULL ? NULL : fopen(path, "rb");
    if (file == NULL)
        return 0;
    pl_hash_start(&hash);
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        pl_hash_add(&hash, block, got);
    (void)fclose(file);
    return pl_hash_so_far(&hash);
}

/* Every process reads for itself what options name. Nobody would notice that
 * the files differ, unlike inputs, which are compared once they are read. */
static int check_option_files(const cli_options *options)
{
    const struct {
        const char *option, *path;
    } files[] = {{"--decisions", options->decisions},
                 {"--previous", options->previous},
                 {"--vectors", options->vectors}};
    const char *differs = NULL;
    uint64_t synonyms = 0;
    for (size_t k = 0; k < sizeof files / sizeof *files; k++)
        if (!crew_has_same(hash_file(files[k].path)))
            differs = files[k].option;
    for (size_t k = 0; k < options->synonyms.count; k++)
        synonyms =
            pl_hash_pair(synonyms, hash_file(options->synonyms.items[k]));
    if (!crew_has_same(synonyms))
        differs = "--synonyms";
    if (differs == NULL)
        return EXIT_DONE;
    return error_say(EXIT_BAD_DATA,
                     "The file of %s is not the same for every process. Give "
                     "all of them the same one.",
                     differs);
}

/* Processes agree before each step that could fail for one of them. */
static int grow(cli_options *options, int code)
{
    cli_crew crew = {0};
    if (code == EXIT_DONE)
        code = check_inputs(options);
    if (code == EXIT_DONE)
        code = crew_gather(&crew);
    code = crew_settle(code);
    if (code == EXIT_DONE)
        code = crew_settle(check_option_files(options));
    if (code != EXIT_DONE)
        return code;
    /* cppcheck-suppress autoVariables ; grow_run ends before the crew does */
    options->crew = &crew;
    options->quiet |= !crew.writes;
    if (options->threads == 0)
        options->threads = crew_threads();
    code = crew_settle(memory_limit(options, options->threads, false));
    if (code == EXIT_DONE)
        code = grow_run(options);
    options->crew = NULL;
    return code;
}

static int run_command(int count, char **arguments, bool speaks)
{
    cli_options options;
    int code = options_parse(&options, &command, count, arguments);
    if (code == EXIT_DONE)
        errors_set_color(terminal_color(stderr, options.color));
    if (code == EXIT_DONE && options.help && speaks)
        options_print_help(&command, true, stdout);
    else if (code == EXIT_DONE && options.version && speaks)
        puts("pleach-mpi " PLEACH_VERSION);
    else if (code != EXIT_DONE || (!options.help && !options.version))
        code = grow(&options, code);
    options_release(&options);
    return code;
}

/* There is one command; anything else is answered by one process. */
static int run(int count, char **arguments, bool speaks)
{
    const char *word = count < 2 ? NULL : arguments[1];
    if (word != NULL && strcmp(word, "grow") == 0)
        return run_command(count - 2, arguments + 2, speaks);
    bool help = word != NULL &&
                (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0);
    bool version = word != NULL &&
                   (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0);
    if (version && speaks)
        puts("pleach-mpi " PLEACH_VERSION);
    if (help && speaks)
        print_help(stdout);
    if (help || version)
        return EXIT_DONE;
    if (speaks)
        print_help(stderr);
    return crew_settle(EXIT_USAGE);
}

int main(int count, char **arguments)
{
    int provided;
    MPI_Init_thread(&count, &arguments, MPI_THREAD_FUNNELED, &provided);
    signals_listen(outputs_clean_up);
    signals_be_patient(); /* processes end together */
    terminal_distrust();
    errors_set_color(terminal_color(stderr, NULL));
    int code = run(count, arguments, crew_begin());
    if ((fflush(stdout) != 0 || ferror(stdout)) && code == EXIT_DONE)
        code =
            error_say(EXIT_SYSTEM, "Standard output could not be written: %s.",
                      strerror(errno));
    return crew_end(code);
}
