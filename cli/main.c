/* main.c: finds the command, parses its options, and runs it. */
/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apart.h"
#include "commands.h"
#include "errors.h"
#include "folder.h"
#include "memory.h"
#include "options.h"
#include "outputs.h"
#include "pleach.h"
#include "serve/apart.h"
#include "signals.h"
#include "terminal.h"
#include "threads.h"

static const cli_command commands[] = {
    {COMMAND_GROW, "Make", "grow", "[INPUT...]",
     "weave small hierarchies into a few consistent taxonomies",
     "Reads many small hierarchies (JSON, YAML, tables, path lists, Markdown\n"
     "and other outlines, SKOS and OWL, OBO, OPML, bookmarks, folders,\n"
     "SQLite; also compressed), merges the nodes that mean the same concept,\n"
     "and prints or writes the forest that grows out of them. INPUT may be -\n"
     "for standard input, dir:PATH for a folder. In the tree, (12) counts the\n"
     "entries of a concept, (12 by 8) those of 8 people; a ? follows where\n"
     "one person put it there and others did not.\n"
     "\n"
     "  pleach grow bookmarks.jsonl                the tree on the terminal\n"
     "  pleach grow *.csv -o all.json -o all.html  files\n"
     "  pleach grow photos.jsonl --seed animal     what lies around one term",
     grow_run},
    {COMMAND_NAMES, "Make", "names", "[INPUT...]",
     "list all names, to have them embedded by a language model",
     "Prints the names of all nodes, each once, and how many nodes have it;\n"
     "those that most have come first. Names that differ in case, spaces and\n"
     "punctuation only are one. Give each of them a vector, by whatever model\n"
     "you like, and use these: \"pleach grow --vectors FILE\". Inputs are "
     "those\n"
     "of \"pleach grow\".\n"
     "\n"
     "  pleach names catalogues.jsonl              a name, a tab, a number\n"
     "  pleach names catalogues.jsonl --json       the same as JSON Lines",
     names_run},
    {COMMAND_VIEW, "Look", "view", "TAXONOMY.json...",
     "make a web page to look at a result, or at several",
     "Writes one self-contained page: the forest, each concept with its\n"
     "members and who made them, search, measures. Several results stand side\n"
     "by side. Open it with any browser; it asks nothing of the network.\n"
     "\n"
     "  pleach view animals.json -o animals.html\n"
     "  pleach view ap.json rap.json joint.json -o compare.html",
     view_run},
    {COMMAND_EXPLAIN, "Look", "explain", "TAXONOMY.json A [B]",
     "tell why nodes are one concept, or why not",
     "For one cluster: its members and who put them where, its tags and\n"
     "spellings, its parent and the rivals of that. For two clusters or\n"
     "nodes: whether they are merged and why, or what stands against it. A\n"
     "and B are a cluster (12, #12, c12, a name that only one has, or a\n"
     "name and those above it) or a node (its id, or ID:PATH).\n"
     "\n"
     "  pleach explain animals.json Heron\n"
     "  pleach explain animals.json \"Birds under Pets\"\n"
     "  pleach explain animals.json 3 c17",
     explain_run},
    {COMMAND_DIFF, "Look", "diff", "OLD.json NEW.json",
     "tell what changed from one result to the next",
     "Holds the clusters of two results against each other by their nodes:\n"
     "added, gone, merged, split off, moved (with the votes behind it) and\n"
     "renamed ones, and members that went elsewhere.",
     diff_run},
    {COMMAND_REVIEW, "Put right", "review", "RESULT.json",
     "ask what is most worth deciding, as a queue of questions",
     "Lists what is in doubt in a result: places that many people are\n"
     "against, clusters that might be one, names that were merged. Questions\n"
     "whose answers save most corrections come first, each with the decisions\n"
     "(see \"pleach grow --decisions\") that a yes and a no would write.\n"
     "\n"
     "  pleach review animals.json --most 20\n"
     "  pleach review animals.json --ask --decisions animals.tsv",
     review_run},
    {COMMAND_ASK, "Put right", "ask", "[INPUT...]",
     "have a language model answer what letters cannot tell",
     "Chooses the questions whose answers save most corrections: which names\n"
     "mean the same, where they mean several things, where they belong. Runs\n"
     "COMMAND once for each, with the question on its standard input, and\n"
     "takes the first JSON object that it prints. Any tool fits that answers\n"
     "a prompt. Answers are evidence, weighed by how well they agree. They go\n"
     "behind those in the file; what was asked is not asked again. Inputs are\n"
     "those of \"pleach grow\".\n"
     "\n"
     "  pleach ask *.md --with 'llm -m small' -o answers.jsonl --jobs 4\n"
     "  pleach grow *.md --answers answers.jsonl\n"
     "  pleach ask *.md --dry-run                  what would be asked first",
     ask_run},
    {COMMAND_SERVE, "Put right", "serve", "PROJECT.db [INPUT...]",
     "work on a result in the browser, and keep what is decided",
     "Opens a project, or makes one of the inputs, and shows it on a page "
     "where\n"
     "nodes are merged, split, moved and named, questions answered, files\n"
     "brought and results taken away. Prints the address of the page. What is\n"
     "kept is in PROJECT.db at once: inputs, decisions, results, history. The\n"
     "options that solve are given when a project is made, and stay with it;\n"
     "lines of --decisions become the project's own.\n"
     "\n"
     "  pleach serve zoo.db animals.jsonl birds.csv\n"
     "  pleach serve zoo.db --ask-with 'llm'       with a model to ask\n"
     "  pleach serve zoo.db                        and the next day",
     serve_run},
    {COMMAND_CONVERT, "Hand on", "convert", "[INPUT...]",
     "write hierarchies in another format, without merging",
     "Reads what \"pleach grow\" reads, or one taxonomy that it wrote as "
     "JSON,\n"
     "and writes the same trees in another format. Names, order and what is\n"
     "below what stay; tags, further names and owners do where the format has\n"
     "a place for them, and a line tells what it has not.\n"
     "\n"
     "  pleach convert topics.md -o topics.ttl\n"
     "  pleach convert grown.json -o grown.opml -o grown.csv",
     convert_run},
    {COMMAND_CROSSWALK, "Hand on", "crosswalk",
     "INPUT INPUT... | TAXONOMY.json",
     "find each node's counterpart in another source",
     "Finds for each node of each file what it is in each other file. Writes "
     "a\n"
     "table (CSV) with a row for each, and both paths:\n"
     "  match       exact (=), broader (<, theirs is wider), narrower (>) or\n"
     "              related (~); candidate: nothing is sure, so choose one\n"
     "  confidence  how likely that is, from 0 to 1\n"
     "  why         what speaks for it\n"
     "--from FILE keeps one direction. Instead of files, a result of \"pleach\n"
     "grow\" may be given. A source is a file, or an owner where nodes have "
     "one.\n"
     "\n"
     "  pleach crosswalk ours.csv theirs.txt --from ours.csv -o crosswalk.csv\n"
     "  pleach crosswalk all.json --from ann --to ben -o ann-to-ben.sssom.tsv",
     crosswalk_run},
    {COMMAND_CHECK, "Measure", "check", "TAXONOMY.json [INPUT...]",
     "prove a result: a forest, single parents, nothing lost",
     "Proves a taxonomy right, independently of the code that made it: it is\n"
     "a forest, each cluster has one parent at most, there is no loop, a\n"
     "sapling supports each edge, and no node of the inputs it names (or of\n"
     "those given) is lost or invented. Exits with 1 and the first broken\n"
     "rule when it is not.",
     check_run},
    {COMMAND_SCORE, "Measure", "score", "RESULT",
     "score a result against what is right",
     "Compares a taxonomy (JSON) with a truth file, alone or beside a gold\n"
     "taxonomy; or a crosswalk (CSV) with a reference alignment.\n"
     "Prints precision, recall and F1 in the ways that suit each, beside what\n"
     "merging by name alone would get. RESULT may be - for standard input.\n"
     "\n"
     "  pleach score animals.json --truth truth.tsv\n"
     "  pleach score animals.json --truth truth.tsv --gold gold.tsv\n"
     "  pleach score crosswalk.csv --alignment reference.tsv --json",
     score_run},
    {COMMAND_VALIDATE, "Measure", "validate", "[INPUT...]",
     "ask hidden people whether the forest of the others is right",
     "Tells how right a forest is where nobody knows what is right: hides "
     "some\n"
     "of the people, grows from the others, and counts how many of the hidden\n"
     "people's statements (this belongs under that) the forest agrees with,\n"
     "contradicts, and would agree with by chance; the same for a plain\n"
     "majority of votes. Repeated so that others are hidden each time. Inputs\n"
     "are those of \"pleach grow\".\n"
     "\n"
     "  pleach validate photos.jsonl\n"
     "  pleach validate photos.jsonl --solver rap --hide 10% --folds 10",
     validate_run},
};
#define COMMAND_COUNT (sizeof commands / sizeof *commands)

/* By what one wants. */
static void print_help(FILE *to)
{
    fputs("Usage: pleach COMMAND [OPTION...] [FILE...]\n\n"
          "Weaves many small hierarchies into a few consistent taxonomies.\n",
          to);
    for (size_t k = 0; k < COMMAND_COUNT; k++) {
        const cli_command *command = &commands[k];
        if (k == 0 || strcmp(command->group, command[-1].group) != 0)
            fprintf(to, "\n%s:\n", command->group);
        fprintf(to, "  %-9s %s\n", command->name, command->summary);
    }
    fputs("\n\"pleach COMMAND --help\" tells more; \"pleach --version\" prints "
          "the version.\nExit codes: 0 done, 1 bad data, 2 usage, 3 files or "
          "memory, 4 not converged with\n--strict, 130 interrupted.\n",
          to);
}

static int print_version(void)
{
    puts("pleach " PLEACH_VERSION);
    return EXIT_DONE;
}

/* Answers of a model stay, and a server ends by being interrupted. */
static void say_interrupted(const cli_command *command,
                            const cli_options *options)
{
    if (!options->quiet && !(command->id & (COMMAND_ASK | COMMAND_SERVE)))
        error_say(EXIT_INTERRUPTED, "Interrupted; nothing was written.");
}

/* Threads and memory are limited before the command begins, for all commands
 * alike. */
static int run_command(const cli_command *command, int count, char **arguments)
{
    cli_options options;
    int code = options_parse(&options, command, count, arguments);
    if (code == EXIT_DONE) {
        errors_set_color(terminal_color(stderr, options.color));
        if (options.help || options.help_all) {
            options_print_help(command, options.help_all, stdout);
        } else if (options.version) {
            code = print_version();
        } else {
            code = memory_limit(&options, threads_settle(&options), true);
            if (code == EXIT_DONE)
                code = command->run(&options);
            if (code == EXIT_INTERRUPTED)
                say_interrupted(command, &options);
        }
    }
    options_release(&options);
    return code;
}

/* "pleach help grow" is "pleach grow --help". */
static int run_help(const char *name)
{
    const cli_command *command = NULL;
    if (name == NULL) {
        print_help(stdout);
        return EXIT_DONE;
    }
    command = command_find(commands, COMMAND_COUNT, name);
    if (command == NULL)
        return EXIT_USAGE;
    options_print_help(command, false, stdout);
    return EXIT_DONE;
}

/* Without a word, what could be done with the files here is shown. */
static int run(int count, char **arguments)
{
    if (count < 2) {
        if (!folder_suggest(stderr))
            print_help(stderr);
        return EXIT_USAGE;
    }
    const char *word = arguments[1];
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0)
        return print_version();
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return run_help(NULL);
    if (strcmp(word, "help") == 0)
        return run_help(count > 2 ? arguments[2] : NULL);
    if (strcmp(word, APART_COMMAND) == 0)
        return apart_run();
    const cli_command *command = command_find(commands, COMMAND_COUNT, word);
    if (command == NULL)
        return EXIT_USAGE;
    return run_command(command, count - 2, arguments + 2);
}

/* Libraries that give up end the process: libgomp without a thread. */
static bool ends_itself;

static void on_early_end(void)
{
    if (ends_itself)
        return;
    outputs_clean_up();
    error_say(EXIT_SYSTEM,
              "A library gave up; what it said is above. If that was about "
              "threads, --threads takes fewer.");
    _exit(EXIT_SYSTEM);
}

int main(int count, char **arguments)
{
    signals_listen(outputs_clean_up);
    atexit(on_early_end);
    errors_set_color(terminal_color(stderr, NULL));
    int code = run(count, arguments);
    if (fflush(stdout) != 0 || ferror(stdout))
        if (code == EXIT_DONE)
            code = error_say(EXIT_SYSTEM,
                             "Standard output could not be "
                             "written: %s.",
                             strerror(errno));
    ends_itself = true;
    return code;
}
