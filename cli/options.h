/* options.h: what the command line said, parsed from one table. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "pleach_curate.h"
#include "pleach_lab.h"

/* Each command is one bit, so that an option can belong to several. */
typedef enum command_id {
    COMMAND_GROW = 1,
    COMMAND_CHECK = 2,
    COMMAND_VIEW = 64,
    COMMAND_SCORE = 128,
    COMMAND_EXPLAIN = 256,
    COMMAND_VALIDATE = 512,
    COMMAND_NAMES = 65536,
    COMMAND_DIFF = 2048,
    COMMAND_REVIEW = 4096,
    COMMAND_CONVERT = 8192,
    COMMAND_CROSSWALK = 16384,
    COMMAND_SERVE = 131072,
    COMMAND_ASK = 32768,
    OPTION_KEPT = 262144, /* no command: an option that a project keeps, ... */
    OPTION_RARE = 524288, /* ... or one that only --help-all shows */
} command_id;
#define COMMAND_ALL                                                            \
    (COMMAND_GROW | COMMAND_CHECK | COMMAND_VIEW | COMMAND_SCORE |             \
     COMMAND_EXPLAIN | COMMAND_VALIDATE | COMMAND_DIFF | COMMAND_REVIEW |      \
     COMMAND_CONVERT | COMMAND_CROSSWALK | COMMAND_NAMES | COMMAND_SERVE |     \
     COMMAND_ASK)

#define NOT_GIVEN UINT32_MAX

typedef struct text_list {
    const char **items;
    size_t count;
} text_list;

/* What a project keeps: an option, and its value as it was typed. */
typedef struct cli_kept {
    const struct cli_option *option;
    const char *value; /* of a flag "" */
} cli_kept;

/* Texts are borrowed from argv. NULL, NOT_GIVEN and 0 stand for options that
 * were not given. */
typedef struct cli_options {
    text_list operands;
    text_list outputs;
    text_list synonyms;
    const char *format, *report, *assignments;
    const char *seed, *similarity, *vectors, *dissent;
    const char *language, *input_format, *color;
    const char *columns, *label_language, *base;
    const char *from, *to;
    uint32_t alternatives; /* 0: not given */
    bool one_to_one;
    bool to_result;
    pleach_clusters_options cluster; /* as far as it is from options */
    double preference;               /* 0: not given */
    double max_input;                /* bytes; 0: not given */
    double max_memory; /* bytes, or up to 1 a share of what is available; 0:
                          not given */
    uint32_t hops, threads, depth, breadth, candidates;
    bool skip_bad, quiet, strict, json, help, help_all, version;
    /* "validate" */
    double hide;    /* 0: not given */
    uint32_t folds; /* 0: not given */
    const char *truth, *gold, *alignment;
    bool by_cluster;
    const char *decisions, *previous, *answers;
    /* "ask" */
    const char *with, *ask_with;
    uint32_t budget, jobs; /* 0: not given */
    double timeout;        /* the same, in seconds */
    bool dry_run;
    /* "serve" */
    const char *listen;
    uint32_t port;
    /* "review" */
    pleach_review_about about;
    const char *who;
    uint32_t most; /* 0: not given */
    bool ask;
    const char **room; /* of the lists */
    cli_kept *kept;
    size_t kept_count;
    /* Not from the command line; NULL: this process works alone. */
    const struct cli_crew *crew;
} cli_options;

typedef struct cli_command {
    command_id id;
    const char *group; /* what one wants; those of one stand together */
    const char *name;
    const char *operands; /* as the usage line shows them */
    const char *summary;  /* one line */
    const char *help;     /* a paragraph and examples */
    int (*run)(const cli_options *options);
} cli_command;

/* Parses what follows the command's name. Returns an exit code; on a mistake
 * one sentence with a hint is printed. options_release is due either way. */
int options_parse(cli_options *options, const cli_command *command, int count,
                  char **arguments);
void options_release(cli_options *options);

/* The command of that name, or NULL after a sentence with a hint. */
const cli_command *command_find(const cli_command *commands, size_t count,
                                const char *name);

/* Calls `tell` for each option that was given and that a project keeps; flags
 * have an empty value, and what may be given several times has a blank and a
 * number behind its name from the second on. */
void options_tell_kept(const cli_options *options,
                       void (*tell)(void *context, const char *name,
                                    const char *value),
                       void *context);

/* With those that few people need only where `all` is set. */
void options_print_help(const cli_command *command, bool all, FILE *to);

#endif
