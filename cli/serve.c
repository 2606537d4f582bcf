/* serve.c: "pleach serve", a project on a page that two people can work on. */
/* SPDX-License-Identifier: MIT */
#include "commands.h"
#include "errors.h"

#if defined(PLEACH_HAS_SERVE)
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "asking.h"
#include "memory.h"
#include "option_table.h"
#include "pipeline.h"
#include "serve/asker.h"
#include "serve/server.h"
#include "signals.h"

enum { USUAL_PORT = 7532 /* PLEA on the keys of a telephone */ };
/* Bytes of all inputs, unpacked: a file that somebody sent may be a bomb. */
#define USUAL_INPUT ((uint64_t)4 << 30)
static const char USUAL_ADDRESS[] = "127.0.0.1";

/* One run: what was asked, what was opened so far. */
typedef struct serving {
    const cli_options *options;
    project *file;
    json_t *kept;        /* the options that the project has */
    char **words;        /* ... as on a command line */
    cli_options solving; /* ... and as they are meant */
    solver_options how;
    solver *solver;
    workbench bench;
    bool open;
    bytes *answers;           /* of a file, as text ... */
    pleach_answers *believed; /* ... and as evidence */
    asker_options asks;
    guard guard;
    int socket; /* -1: the server has it, or there is none */
} serving;

/* ------------------------------------------------------------ log lines -- */

enum { LINES_PER_SECOND = 10 };

/* Whoever knocks without end must not fill a disk. */
static void log_refusal(const char *sentence)
{
    static atomic_llong second;
    static atomic_int lines;
    long long now = (long long)time(NULL);
    if (atomic_exchange(&second, now) != now)
        atomic_store(&lines, 0);
    if (atomic_fetch_add(&lines, 1) < LINES_PER_SECOND)
        warning_say("%s", sentence);
}

/* -------------------------------------------------------------- options -- */

typedef struct keeping {
    serving *run;
    size_t count;
    pleach_status status;
    pleach_error *error;
} keeping;

/* A path from the root on, to be freed; NULL: it is that already, or the folder
 * is not known. */
static char *whole_path(const char *path)
{
    char folder[4096];
    if (path[0] == '/' || getcwd(folder, sizeof folder) == NULL)
        return NULL;
    size_t room = strlen(folder) + strlen(path) + 2;
    char *whole = malloc(room);
    if (whole != NULL)
        snprintf(whole, room, "%s/%s", folder, path);
    return whole;
}

/* A project may be opened from another folder, so files are kept by their whole
 * path. */
static void keep_option(void *context, const char *name, const char *value)
{
    keeping *with = context;
    bool file =
        (strncmp(name, "synonyms", 8) == 0 && strcmp(value, "none") != 0) ||
        strcmp(name, "vectors") == 0 || strcmp(name, "answers") == 0;
    char *whole = file ? whole_path(value) : NULL;
    with->count++;
    if (with->status == PLEACH_OK)
        with->status = project_set_option(
            with->run->file, name, whole == NULL ? value : whole, with->error);
    free(whole);
}

static void count_option(void *context, const char *name, const char *value)
{
    const char **first = context;
    (void)value;
    if (*first == NULL)
        *first = name;
}

/* "--solver=rap" for each, without numbers behind names, so that they are read
 * like a command line. */
static bool spell_options(serving *run)
{
    const char *name;
    json_t *value;
    size_t at = 0;
    run->words = calloc(json_object_size(run->kept) + 1, sizeof *run->words);
    if (run->words == NULL)
        return false;
    json_object_foreach(run->kept, name, value)
    {
        const char *text = json_string_value(value);
        size_t room = strlen(name) + strlen(text) + 4;
        run->words[at] = malloc(room);
        if (run->words[at] == NULL)
            return false;
        snprintf(run->words[at++], room,
                 text[0] == '\0' ? "--%.*s" : "--%.*s=%s",
                 (int)strcspn(name, " "), name, text);
    }
    return true;
}

static bool still_wanted(void)
{
    return !signals_interrupted();
}

/* A forged project may name anything: a pipe would be waited for, and a device
 * read without end. */
static int prove_kept_file(const char *what, const char *path)
{
    struct stat facts;
    return path == NULL || strcmp(path, "none") == 0 ||
                   stat(path, &facts) != 0 || S_ISREG(facts.st_mode) ||
                   S_ISDIR(facts.st_mode)
               ? EXIT_DONE
               : error_say(EXIT_BAD_DATA,
                           "This project takes %s from %s, which is no "
                           "ordinary file.",
                           what, path);
}

static int prove_kept_files(const cli_options *kept)
{
    int code = prove_kept_file("vectors", kept->vectors);
    if (code == EXIT_DONE)
        code = prove_kept_file("answers", kept->answers);
    for (size_t k = 0; k < kept->synonyms.count && code == EXIT_DONE; k++)
        code = prove_kept_file("synonyms", kept->synonyms.items[k]);
    return code;
}

/* Options of a project are read like those of a command line, by the same
 * table. */
static int translate_kept(serving *run)
{
    static const cli_command serve = {.id = COMMAND_SERVE, .name = "serve"};
    int code = options_parse(&run->solving, &serve,
                             (int)json_object_size(run->kept), run->words);
    if (code != EXIT_DONE)
        return error_say(EXIT_BAD_DATA,
                         "This project has an option that this pleach does not "
                         "know.");
    const cli_options *kept = &run->solving;
    code = prove_kept_files(kept);
    if (code != EXIT_DONE)
        return code;
    run->how = (solver_options){
        .read = pipeline_read_options(kept),
        .compare = pipeline_affinity_options(kept),
        .cluster = kept->cluster,
        .goes_on = still_wanted,
    };
    run->how.read.max_input = run->options->max_input > 0
                                  ? (uint64_t)run->options->max_input
                                  : USUAL_INPUT;
    run->how.compare.threads = run->options->threads;
    run->how.cluster.threads = run->options->threads;
    /* How good the answer is in theory is nothing that anybody waits for. */
    run->how.cluster.bound = PLEACH_BOUND_NONE;
    return pipeline_check(kept);
}

/* --------------------------------------------------------------- inputs -- */

static pleach_status fail_input_file(pleach_error *error, const char *path,
                                     const char *sentence)
{
    *error = (pleach_error){.status = PLEACH_IO};
    snprintf(error->file, sizeof error->file, "%s", path);
    snprintf(error->sentence, sizeof error->sentence, "%s", sentence);
    return PLEACH_IO;
}

/* Bytes as they are: the project keeps what somebody gave. */
static pleach_status read_input_file(bytes *to, const char *path,
                                     pleach_error *error)
{
    char block[65536];
    size_t got;
    struct stat facts;
    FILE *from = fopen(path, "rb");
    if (from == NULL || fstat(fileno(from), &facts) != 0 ||
        !S_ISREG(facts.st_mode)) {
        if (from != NULL)
            (void)fclose(from);
        return fail_input_file(error, path,
                               from == NULL ? "This could not be opened."
                                            : "A project takes files only.");
    }
    bool enough = true;
    while (enough && (got = fread(block, 1, sizeof block, from)) > 0)
        enough = bytes_add(to, block, got);
    bool broken = ferror(from) != 0;
    (void)fclose(from);
    if (!enough)
        return serve_fail_memory(error);
    return broken ? fail_input_file(error, path, "This could not be read.")
                  : PLEACH_OK;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* The operands behind the project. */
static pleach_status take_inputs(project_input *inputs, serving *run,
                                 pleach_error *error)
{
    const text_list *words = &run->options->operands;
    pleach_status status = PLEACH_OK;
    for (size_t k = 1; k < words->count && status == PLEACH_OK; k++) {
        bytes *content = bytes_new();
        inputs[k - 1] = (project_input){.name = last_part(words->items[k]),
                                        .content = content};
        status = content == NULL
                     ? serve_fail_memory(error)
                     : read_input_file(content, words->items[k], error);
        if (status == PLEACH_OK)
            status = solver_prove_input(&inputs[k - 1].hierarchies, run->solver,
                                        inputs[k - 1].name, content, error);
    }
    return status;
}

/* Lines that become the project's own. */
static pleach_status take_decisions(json_t **lines, const char *path,
                                    pleach_error *error)
{
    pleach_decisions *read = NULL;
    pleach_status status =
        pleach_decisions_read(&read, &(pleach_input){.name = path}, error);
    if (status != PLEACH_OK)
        return status;
    size_t count;
    const pleach_decision *list = pleach_decisions_list(read, &count);
    *lines = json_array();
    for (size_t k = 0; k < count; k++)
        json_array_append_new(
            *lines,
            json_pack("{ss ss ss ss ss}", "kind", list[k].word, "a", list[k].a,
                      "b", list[k].b == NULL ? "" : list[k].b, "who",
                      list[k].who, "when", list[k].when));
    pleach_decisions_free(read);
    return PLEACH_OK;
}

/* Answers count as evidence for whoever tries, and are not asked again. */
static pleach_status take_answers(serving *run, pleach_error *error)
{
    const char *path = run->solving.answers;
    if (path == NULL)
        return PLEACH_OK;
    run->answers = bytes_new();
    pleach_status status = run->answers == NULL
                               ? serve_fail_memory(error)
                               : read_input_file(run->answers, path, error);
    if (status == PLEACH_OK)
        status = pleach_answers_read(
            &run->believed,
            &(pleach_input){path, run->answers->text, run->answers->size},
            error);
    run->how.compare.answers = run->believed;
    return status;
}

/* -------------------------------------------------------------- opening -- */

/* A project that is there has its options and inputs. */
static int check_existing(const serving *run)
{
    const char *given = NULL;
    options_tell_kept(run->options, count_option, &given);
    if (given == NULL && run->options->decisions != NULL)
        given = "decisions";
    if (given != NULL)
        return error_say(EXIT_USAGE,
                         "%s is there already and has its options; leave --%s "
                         "out, or make another project.",
                         run->options->operands.items[0], given);
    if (run->options->operands.count > 1)
        return error_say(EXIT_USAGE,
                         "%s is there already; drop %s onto its page, or make "
                         "another project.",
                         run->options->operands.items[0],
                         run->options->operands.items[1]);
    return EXIT_DONE;
}

/* Options are kept when a project is made, and only then. */
static int open_project(serving *run, bool *fresh)
{
    int64_t revision = 0;
    pleach_error error = {0};
    pleach_status status =
        project_open(&run->file, run->options->operands.items[0], &error);
    if (status == PLEACH_OK)
        status = sql_number(&revision, project_file(run->file), &error,
                            "SELECT max(id) FROM step");
    *fresh = revision == 0;
    if (status == PLEACH_OK && !*fresh) {
        int code = check_existing(run);
        if (code != EXIT_DONE)
            return code;
    }
    keeping with = {.run = run, .status = status, .error = &error};
    if (status == PLEACH_OK && *fresh) {
        options_tell_kept(run->options, keep_option, &with);
        status = with.status;
    }
    if (status == PLEACH_OK)
        status = project_options(&run->kept, run->file, &error);
    if (status != PLEACH_OK)
        return error_print(&error);
    return spell_options(run)
               ? EXIT_DONE
               : error_say(EXIT_SYSTEM, "There is not enough memory to "
                                        "start.");
}

/* Inputs are proved one by one, so that each is blamed for itself. */
static int open_bench(serving *run)
{
    size_t count = run->options->operands.count - 1;
    project_input *inputs = calloc(count + 1, sizeof *inputs);
    json_t *decisions = NULL;
    pleach_error error = {0};
    run->solver = solver_new(&run->how);
    pleach_status status = inputs == NULL || run->solver == NULL
                               ? serve_fail_memory(&error)
                               : take_inputs(inputs, run, &error);
    if (status == PLEACH_OK && run->options->decisions != NULL)
        status = take_decisions(&decisions, run->options->decisions, &error);
    if (status == PLEACH_OK)
        status = take_answers(run, &error);
    if (status == PLEACH_OK) {
        status = workbench_open(
            &run->bench, run->file, last_part(run->options->operands.items[0]),
            run->solver, &(workbench_start){inputs, count, decisions}, &error);
        run->open = true;
    }
    json_decref(decisions);
    for (size_t k = 0; inputs != NULL && k < count; k++)
        bytes_release((bytes *)inputs[k].content);
    free(inputs);
    if (signals_interrupted())
        return EXIT_INTERRUPTED;
    return status == PLEACH_OK ? EXIT_DONE : error_print(&error);
}

/* -------------------------------------------------------------- serving -- */

/* Proposes a port that is free at the moment. */
static int say_port_taken(const char *address, uint16_t port)
{
    uint16_t other = 0;
    int tried = -1;
    for (uint32_t next = port + 1u; next < port + 100u && next < 65536; next++)
        if ((tried = server_listen(address, (uint16_t)next, &other)) >= 0)
            break;
    if (tried >= 0)
        close(tried);
    return error_say(EXIT_BAD_DATA,
                     "Port %u is taken; try --port %u, or --port 0 for any "
                     "that is free.",
                     (unsigned)port, (unsigned)other);
}

/* Comes first: whoever cannot be reached need not solve anything. */
static int open_port(serving *run)
{
    const char *address =
        run->options->listen == NULL ? USUAL_ADDRESS : run->options->listen;
    uint16_t port = run->options->port == NOT_GIVEN
                        ? USUAL_PORT
                        : (uint16_t)run->options->port;
    run->socket = server_listen(address, port, &run->guard.port);
    snprintf(run->guard.address, sizeof run->guard.address, "%s", address);
    if (run->socket >= 0)
        return EXIT_DONE;
    if (errno == EADDRINUSE)
        return say_port_taken(address, port);
    if (errno == EINVAL)
        return error_say(EXIT_USAGE,
                         "--listen takes an address in numbers, as 127.0.0.1 "
                         "or ::1, not \"%s\".",
                         address);
    return error_say(EXIT_SYSTEM, "Port %u of %s cannot be opened: %s.",
                     (unsigned)port, address, strerror(errno));
}

/* The address alone is on standard output, for scripts. */
static void say_address(const serving *run)
{
    const guard *by = &run->guard;
    bool six = strchr(by->address, ':') != NULL;
    if (!guard_is_local(by->address))
        warning_say("Others in the network can reach this, unencrypted: who "
                    "sees the address below can change the project.");
    printf("http://%s%s%s:%u/%s/\n", six ? "[" : "", by->address,
           six ? "]" : "", (unsigned)by->port, by->token);
    (void)fflush(stdout);
    if (!run->options->quiet)
        fprintf(stderr,
                "pleach: Open this address in a browser; Ctrl-C ends "
                "the server. All that is kept is in %s.\n",
                run->options->operands.items[0]);
}

/* How the server has a command answer its questions. */
static pleach_status choose_next(pleach_prompts **prompts, asking *a,
                                 size_t most, pleach_error *error)
{
    return asker_choose(prompts, a->context, most, error);
}

static void tell_page(asking *a, size_t done, size_t count, size_t left)
{
    asker_note(a->context, &(asker_figures){.asked = a->asked,
                                            .unanswered = a->unanswered,
                                            .done = done,
                                            .total = count,
                                            .left = left,
                                            .bytes = a->bytes});
}

static pleach_status ask_for_page(asker *by, void *context, pleach_error *error)
{
    cli_options quiet = *(const cli_options *)context;
    pleach_sink to = asker_sink(by);
    quiet.quiet = true; /* the page tells what is missing */
    asking a = {.options = &quiet,
                .command = quiet.ask_with,
                .answers = asker_answers(by),
                .choose = choose_next,
                .tell = tell_page,
                .context = by,
                .names = asker_names(by),
                .stop = asker_is_over};
    return asking_go(&a, &to, error);
}

static bool open_asker(serving *run)
{
    run->asks = (asker_options){.command = run->options->ask_with,
                                .given = run->answers,
                                .solve = &run->how,
                                .run = ask_for_page,
                                .context = (void *)run->options};
    run->bench.asker = asker_new(&run->bench, &run->asks);
    return run->bench.asker != NULL;
}

/* Threads of the server do the work; this one only minds the time. */
static int serve_until_interrupted(serving *run)
{
    const struct timespec moment = {.tv_nsec = 200000000};
    server *answering =
        open_asker(run) && guard_draw_token(&run->guard)
            ? server_start(&run->bench, &run->guard, run->socket, log_refusal)
            : NULL;
    if (answering == NULL)
        return error_say(EXIT_SYSTEM, "The server could not be started.");
    run->socket = -1;
    say_address(run);
    while (!signals_interrupted()) {
        nanosleep(&moment, NULL);
        server_tick(answering);
    }
    server_end(answering);
    return EXIT_DONE;
}

/* In reverse order, as later things borrow the earlier ones. */
static void release_serving(serving *run, bool dropped)
{
    if (run->socket >= 0)
        close(run->socket);
    if (run->open) {
        asker_free(run->bench.asker);
        workbench_release(&run->bench);
    }
    solver_free(run->solver);
    pleach_answers_free(run->believed);
    bytes_release(run->answers);
    if (dropped)
        project_discard(run->file);
    else
        project_close(run->file);
    for (size_t k = 0; run->words != NULL && run->words[k] != NULL; k++)
        free(run->words[k]);
    free(run->words);
    json_decref(run->kept);
    options_release(&run->solving);
}

/* Nothing is left behind of a project that could not be made. */
int serve_run(const cli_options *options)
{
    serving run = {.options = options, .socket = -1};
    bool fresh = false;
    if (options->operands.count == 0)
        return error_say(EXIT_USAGE, "Which project? \"pleach serve "
                                     "PROJECT.db\" opens one, or makes it.");
    /* A browser that goes away is no reason to end. */
    signal(SIGPIPE, SIG_IGN);
    signals_be_patient();
    int code = open_port(&run);
    if (code == EXIT_DONE)
        code = open_project(&run, &fresh);
    if (code == EXIT_DONE)
        code = translate_kept(&run);
    if (code == EXIT_DONE)
        code = open_bench(&run);
    bool dropped = code != EXIT_DONE && fresh;
    if (code == EXIT_DONE)
        code = serve_until_interrupted(&run);
    release_serving(&run, dropped);
    return code;
}

#else

int serve_run(const cli_options *options)
{
    (void)options;
    return error_say(EXIT_USAGE,
                     "This pleach was built without its server; build it with "
                     "libmicrohttpd and SQLite (CMake: PLEACH_SERVE).");
}

#endif
