/* options.c: the table of options, and the one parser that reads it. */
#include "options.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "hints.h"

typedef enum option_kind {
    FLAG,
    TEXT,
    TEXTS,  /* may be repeated */
    CHOICE, /* one of the words in `argument`, separated by | */
    WHOLE,  /* in [least, most] */
    REAL,   /* in [least, most) */
    WITHIN, /* in [least, most]; 0 is kept as PLEACH_NONE */
} option_kind;

typedef struct cli_option {
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* as help shows it; NULL for flags */
    option_kind kind;
    size_t field; /* where in the options struct */
    double least, most;
    unsigned commands;
    const char *help; /* lines of at most 50 characters */
} cli_option;

#define AT(field) offsetof(cli_options, field)
#define G COMMAND_GROW
#define S COMMAND_SAMPLE
#define SAMPLE(name, field, least, most, help)                                 \
    {name, 0, "X", WITHIN, AT(sample.field), least, most, S, help}

/* This table is all there is to say about options: parsing, --help and the
 * test of docs/man/pleach.1 all come from it. */
static const cli_option table[] = {
    {"output", 'o', "FILE", TEXTS, AT(outputs), 0, 0, G,
     "write a file, its format by its ending (.json,\n"
     ".dot, .svg, .txt); repeatable; - is stdout.\n"
     "Without: print the tree"},
    {"format", 0, "text|json|dot|svg|report|assignments", CHOICE, AT(format), 0,
     0, G, "format of --output or of what is printed"},
    {"report", 0, "FILE", TEXT, AT(report), 0, 0, G,
     "write figures and times as JSON"},
    {"assignments", 0, "FILE", TEXT, AT(assignments), 0, 0, G,
     "write which node went where as TSV"},
    {"trace", 0, "FILE", TEXT, AT(trace), 0, 0, G,
     "write what each iteration did as TSV"},
    {"seed", 0, "TERM", TEXT, AT(seed), 0, 0, G,
     "take only the saplings around this term"},
    {"hops", 0, "N", WHOLE, AT(hops), 0, 1000000, G,
     "how far around the seed (default 1)"},
    {"solver", 0, "joint|rap|ap", CHOICE, AT(solver), 0, 0, G,
     "how clusters are found (default joint)"},
    {"similarity", 0, "SPEC", TEXT, AT(similarity), 0, 0, G,
     "what makes nodes alike: tags, tags:J, name,\n"
     "context:J or auto (default auto)"},
    {"preference", 0, "X", TEXT, AT(preference), 0, 0, G,
     "how willing a node is to stand for others: a\n"
     "number, median or qNN (default 0.0001)"},
    {"damping", 0, "X", REAL, AT(damping), 0.5, 1, G,
     "share of the old message kept, at least 0.5\n"
     "and below 1 (default 0.9)"},
    {"max-iterations", 0, "N", WHOLE, AT(max_iterations), 1, 1000000000, G,
     "stop after so many iterations (default 2000)"},
    {"threads", 0, "N", WHOLE, AT(threads), 1, 4096, G,
     "use so many threads (default: one per processor)"},
    {"bound", 0, "none|fast|full", CHOICE, AT(bound), 0, 0, G,
     "how hard to prove how good the answer is\n"
     "(default by size)"},
    {"language", 0, "LANG", TEXT, AT(language), 0, 0, G,
     "of the names, for stemming; none if they are\n"
     "stemmed already (default english)"},
    {"input-format", 0, "jsonl|csv|tsv|paths", CHOICE, AT(input_format), 0, 0,
     G, "format of all inputs (default: by ending or look)"},
    {"skip-bad", 0, NULL, FLAG, AT(skip_bad), 0, 0, G,
     "leave out malformed lines and count them"},
    {"depth", 0, "N", WHOLE, AT(depth), 0, 1000000, G,
     "levels shown below the top; 0: all (default: 6 on\n"
     "a terminal)"},
    {"breadth", 0, "N", WHOLE, AT(breadth), 0, 1000000000, G,
     "children shown of each; 0: all (default: 12 on a\n"
     "terminal)"},
    {"strict", 0, NULL, FLAG, AT(strict), 0, 0, G,
     "exit with 4 if the messages did not settle"},
    {"output", 'o', "FILE", TEXTS, AT(outputs), 0, 0, S,
     "where the saplings go (default -, stdout)"},
    {"truth", 0, "FILE", TEXT, AT(truth), 0, 0, S,
     "write which concept each node stands for as TSV"},
    {"gold", 0, "FILE", TEXT, AT(gold), 0, 0, S,
     "write the concepts as TSV, as they are named now"},
    {"saplings", 0, "N", WHOLE, AT(saplings), 1, UINT32_MAX, S,
     "make exactly so many"},
    {"users", 0, "N", WHOLE, AT(users), 1, UINT32_MAX, S,
     "let so many people make some (default 1000)"},
    {"random-seed", 0, "N", WHOLE, AT(random_seed), 0, UINT32_MAX, S,
     "another number, another corpus (default 0)"},
    SAMPLE("per-user", per_user, 1, 1e6,
           "mean saplings of a person (default 2.9)"),
    SAMPLE("zipf", zipf, 0, 10,
           "exponent of popularity; 0: all alike (default 1)"),
    SAMPLE("depth-bias", depth_bias, 0, 100,
           "how much upper concepts lead (default 1.5)"),
    SAMPLE("mean-children", mean_children, 1, 1e6,
           "leaves wished for a sapling (default 3.6)"),
    {"max-children", 0, "N", WHOLE, AT(sample.max_children), 1, 100000, S,
     "leaves of a sapling at most (default 60)"},
    SAMPLE("focus", focus, 0, 1,
           "chance that the next sapling starts at a child of\n"
           "the last one (default 0.3)"),
    SAMPLE("shortcut", shortcut, 0, 1,
           "chance that a leaf skips a level (default 0.08)"),
    SAMPLE("noise", noise, 0, 1,
           "chance that a leaf is a wrong one (default 0.05)"),
    SAMPLE("inverted-share", inverted_share, 0, 1,
           "of the noise: the root's own parent (default 0.4)"),
    SAMPLE("polysemy", polysemy, 0, 1,
           "share of concepts that get the name of an\n"
           "unrelated one (default 0)"),
    SAMPLE("variation", variation, 0, 1,
           "chance of another number, case or hyphen\n"
           "(default 0.3)"),
    SAMPLE("synonym", synonym, 0, 1,
           "chance of a synonym, if there is one (default 0.1)"),
    SAMPLE("typo", typo, 0, 1, "chance of a slip of the pen (default 0.01)"),
    SAMPLE("decor", decor, 0, 1,
           "chance of \"my X\", \"X 2008\" ... (default 0.02)"),
    SAMPLE("tags-per-node", tags_per_node, 0, 1000,
           "mean tag tokens of a leaf; 0: none (default 20)"),
    {"own-tags", 0, "N", WHOLE, AT(sample.own_tags), 1, 1000, S,
     "size of a concept's vocabulary (default 12)"},
    SAMPLE("overlap", overlap, 0, 1,
           "share of it that siblings share (default 0.2)"),
    SAMPLE("ancestor-mix", ancestor_mix, 0, 1,
           "share of tokens from concepts above (default 0.25)"),
    SAMPLE("background", background, 0, 1,
           "share of tokens that all people use (default 0.15)"),
    {"background-size", 0, "N", WHOLE, AT(sample.background_size), 1, 1000000,
     S, "how many such tags there are (default 500)"},
    SAMPLE("user-tags", user_tags, 0, 1,
           "share of tokens of one person (default 0.05)"),
    SAMPLE("tag-noise", tag_noise, 0, 1,
           "share of tokens from anywhere (default 0.03)"),
    SAMPLE("untagged", untagged, 0, 1,
           "share of people who never tag (default 0.2)"),
    {"root-tags", 0, "aggregate|own|none", CHOICE, AT(root_tags), 0, 0, S,
     "a root's tags: its leaves' together (the default),\n"
     "some of its own, or none"},
    {"json", 0, NULL, FLAG, AT(json), 0, 0, COMMAND_ALL & ~S, "print JSON"},
    {"quiet", 'q', NULL, FLAG, AT(quiet), 0, 0, COMMAND_ALL,
     "no progress, warnings or summary"},
    {"color", 0, "auto|always|never", CHOICE, AT(color), 0, 0, COMMAND_ALL,
     "colours; auto: on a terminal unless NO_COLOR is set"},
    {"version", 'V', NULL, FLAG, AT(version), 0, 0, COMMAND_ALL,
     "print the version and exit"},
    {"help", 'h', NULL, FLAG, AT(help), 0, 0, COMMAND_ALL,
     "print this help and exit"},
};
#define TABLE_COUNT (sizeof table / sizeof *table)

/* What one argument may be called in a sentence: FILE, N, one of a|b|c. */
static const char *argument_words(const cli_option *option)
{
    return option->kind == CHOICE ? "a word" : option->argument;
}

static bool choice_holds(const char *choices, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = choices;; at += strcspn(at, "|") + 1) {
        if (strcspn(at, "|") == length && strncmp(at, word, length) == 0)
            return true;
        if (at[strcspn(at, "|")] == '\0')
            return false;
    }
}

static bool set_choice(const cli_option *option, const char **to,
                       const char *value)
{
    if (choice_holds(option->argument, value)) {
        *to = value;
        return true;
    }
    char words[96];
    cli_hint hint = {.word = value};
    snprintf(words, sizeof words, "%s", option->argument);
    for (char *at = words, *end; at != NULL; at = end) {
        end = strchr(at, '|');
        if (end != NULL)
            *end++ = '\0';
        hint_offer(&hint, at);
    }
    const char *near = hint_get(&hint);
    if (near != NULL)
        error_say(EXIT_USAGE, "--%s knows %s, not \"%s\"; did you mean %s?",
                  option->name, option->argument, value, near);
    else
        error_say(EXIT_USAGE, "--%s knows %s, not \"%s\".", option->name,
                  option->argument, value);
    return false;
}

static bool set_whole(const cli_option *option, uint32_t *to, const char *value)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(value, &end, 10);
    bool digits = value[strspn(value, "0123456789")] == '\0';
    if (digits && errno == 0 && number >= option->least &&
        number <= option->most) {
        *to = (uint32_t)number;
        return true;
    }
    error_say(EXIT_USAGE,
              "--%s takes a whole number from %.0f to %.0f, "
              "not \"%s\".",
              option->name, option->least, option->most, value);
    return false;
}

static bool set_real(const cli_option *option, double *to, const char *value)
{
    char *end;
    double number = strtod(value, &end);
    bool plain = value[strspn(value, "0123456789.eE+-")] == '\0';
    if (plain && end != value && *end == '\0' && number >= option->least &&
        number < option->most) {
        *to = number;
        return true;
    }
    error_say(EXIT_USAGE,
              "--%s takes a number of at least %g and below %g, "
              "not \"%s\".",
              option->name, option->least, option->most, value);
    return false;
}

static bool set_within(const cli_option *option, double *to,
                       const char *value)
{
    char *end;
    double number = strtod(value, &end);
    bool plain = value[strspn(value, "0123456789.eE+-")] == '\0';
    if (plain && end != value && *end == '\0' && number >= option->least &&
        number <= option->most) {
        *to = number == 0 ? PLEACH_NONE : number;
        return true;
    }
    error_say(EXIT_USAGE, "--%s takes a number from %g to %g, not \"%s\".",
              option->name, option->least, option->most, value);
    return false;
}

static bool set_value(cli_options *options, const cli_option *option,
                      const char *value)
{
    void *field = (char *)options + option->field;
    if (value != NULL && value[0] == '\0') {
        error_say(EXIT_USAGE, "--%s needs %s, not an empty word.", option->name,
                  argument_words(option));
        return false;
    }
    switch (option->kind) {
    case FLAG:
        *(bool *)field = true;
        return true;
    case TEXT:
        *(const char **)field = value;
        return true;
    case TEXTS: {
        text_list *list = field;
        list->items[list->count++] = value;
        return true;
    }
    case CHOICE:
        return set_choice(option, field, value);
    case WHOLE:
        return set_whole(option, field, value);
    case REAL:
        return set_real(option, field, value);
    case WITHIN:
        return set_within(option, field, value);
    }
    return false;
}

/* Commands may each have an option of one name: theirs comes before those of
 * others, which are found too so that a sentence can speak of them. */
static const cli_option *prefer(const cli_option *found,
                                const cli_option *next,
                                const cli_command *command)
{
    return found == NULL || !(found->commands & command->id) ? next : found;
}

static const cli_option *find_long(const cli_command *command,
                                   const char *name, size_t length)
{
    const cli_option *found = NULL;
    for (size_t k = 0; k < TABLE_COUNT; k++)
        if (strlen(table[k].name) == length &&
            strncmp(table[k].name, name, length) == 0)
            found = prefer(found, &table[k], command);
    return found;
}

static const cli_option *find_letter(const cli_command *command, char letter)
{
    const cli_option *found = NULL;
    for (size_t k = 0; k < TABLE_COUNT; k++)
        if (table[k].letter == letter)
            found = prefer(found, &table[k], command);
    return found;
}

static void say_unknown(const cli_command *command, const char *word)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    cli_hint hint = {.word = name + strspn(name, "-")};
    for (size_t k = 0; k < TABLE_COUNT; k++)
        if (table[k].commands & command->id)
            hint_offer(&hint, table[k].name);
    const char *near = hint_get(&hint);
    if (near != NULL)
        error_say(EXIT_USAGE, "There is no option %s; did you mean --%s?", name,
                  near);
    else
        error_say(EXIT_USAGE,
                  "There is no option %s; \"pleach %s --help\" "
                  "lists those there are.",
                  name, command->name);
}

static bool belongs(const cli_option *option, const cli_command *command)
{
    if (option->commands & command->id)
        return true;
    error_say(EXIT_USAGE,
              "--%s is not an option of \"pleach %s\"; \"pleach %s "
              "--help\" lists those there are.",
              option->name, command->name, command->name);
    return false;
}

/* The words still to be read. */
typedef struct word_queue {
    int count;
    char **at;
} word_queue;

/* The value of an option that needs one: `attached`, or the next word. One
 * that looks like an option is more likely a forgotten value. */
static const char *take_value(const cli_option *option, const char *attached,
                              word_queue *words)
{
    if (attached != NULL)
        return attached;
    if (words->count > 0 && strncmp(words->at[0], "--", 2) != 0) {
        words->count--;
        return *words->at++;
    }
    error_say(EXIT_USAGE, "--%s needs %s after it%s%s.", option->name,
              argument_words(option), option->kind == CHOICE ? ": " : "",
              option->kind == CHOICE ? option->argument : "");
    return NULL;
}

static bool parse_long(cli_options *options, const cli_command *command,
                       const char *word, word_queue *words)
{
    const char *name = word + 2;
    size_t length = strcspn(name, "=");
    const char *attached = name[length] == '=' ? name + length + 1 : NULL;
    const cli_option *option = find_long(command, name, length);
    if (option == NULL) {
        say_unknown(command, word);
        return false;
    }
    if (!belongs(option, command))
        return false;
    if (option->kind == FLAG && attached != NULL) {
        error_say(EXIT_USAGE, "--%s takes no value.", option->name);
        return false;
    }
    const char *value = NULL;
    if (option->kind != FLAG) {
        value = take_value(option, attached, words);
        if (value == NULL)
            return false;
    }
    return set_value(options, option, value);
}

/* -q, -qh, -o FILE or -oFILE. */
static bool parse_letters(cli_options *options, const cli_command *command,
                          const char *word, word_queue *words)
{
    for (const char *at = word + 1; *at != '\0'; at++) {
        const cli_option *option = find_letter(command, *at);
        if (option == NULL) {
            say_unknown(command, word);
            return false;
        }
        if (!belongs(option, command))
            return false;
        if (option->kind != FLAG) {
            const char *value =
                take_value(option, at[1] != '\0' ? at + 1 : NULL, words);
            return value != NULL && set_value(options, option, value);
        }
        set_value(options, option, NULL);
    }
    return true;
}

int options_parse(cli_options *options, const cli_command *command, int count,
                  char **arguments)
{
    word_queue words = {count, arguments};
    bool only_operands = false;
    size_t room = (size_t)count + 1;
    memset(options, 0, sizeof *options);
    options->hops = options->depth = options->breadth = NOT_GIVEN;
    options->operands.items = calloc(room, sizeof *options->operands.items);
    options->outputs.items = calloc(room, sizeof *options->outputs.items);
    if (options->operands.items == NULL || options->outputs.items == NULL)
        return error_say(EXIT_SYSTEM, "There is not enough memory to start.");
    while (words.count > 0) {
        const char *word = *words.at++;
        words.count--;
        if (only_operands || word[0] != '-' || word[1] == '\0')
            options->operands.items[options->operands.count++] = word;
        else if (strcmp(word, "--") == 0)
            only_operands = true;
        else if (word[1] == '-'
                     ? !parse_long(options, command, word, &words)
                     : !parse_letters(options, command, word, &words))
            return EXIT_USAGE;
    }
    return EXIT_DONE;
}

void options_release(cli_options *options)
{
    free(options->operands.items);
    free(options->outputs.items);
}

const cli_command *command_find(const cli_command *commands, size_t count,
                                const char *name)
{
    cli_hint hint = {.word = name};
    for (size_t k = 0; k < count; k++) {
        if (strcmp(commands[k].name, name) == 0)
            return &commands[k];
        hint_offer(&hint, commands[k].name);
    }
    const char *near = hint_get(&hint);
    if (name[0] == '-')
        error_say(EXIT_USAGE,
                  "The command comes first: \"pleach grow %s\"; "
                  "\"pleach --help\" lists the commands.",
                  name);
    else if (near != NULL)
        error_say(EXIT_USAGE,
                  "There is no command \"%s\"; did you mean \"%s\"?", name,
                  near);
    else
        error_say(EXIT_USAGE,
                  "There is no command \"%s\"; \"pleach --help\" "
                  "lists those there are.",
                  name);
    return NULL;
}

static void print_option(const cli_option *option, FILE *to)
{
    char left[64], letter[8] = "    ";
    if (option->letter != 0)
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    snprintf(left, sizeof left, "  %s--%s%s%s", letter, option->name,
             option->argument != NULL ? " " : "",
             option->argument != NULL ? option->argument : "");
    /* A long left side gets a line of its own. */
    if (strlen(left) > 26) {
        fprintf(to, "%s\n", left);
        left[0] = '\0';
    }
    fprintf(to, "%-26s  ", left);
    for (const char *at = option->help; *at != '\0'; at++) {
        fputc(*at, to);
        if (*at == '\n')
            fprintf(to, "%28s", "");
    }
    fputc('\n', to);
}

void options_print_help(const cli_command *command, FILE *to)
{
    fprintf(to, "Usage: pleach %s [OPTION...] %s\n\n%s\n\nOptions:\n",
            command->name, command->operands, command->help);
    for (size_t k = 0; k < TABLE_COUNT; k++)
        if (table[k].commands & command->id)
            print_option(&table[k], to);
}
