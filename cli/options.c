/* options.c: the one parser and the one help, driven by the table. */
/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "hints.h"
#include "option_table.h"

static bool has_words(const cli_option *option)
{
    return option->kind == CHOICE || option->kind == ENUM;
}

/* What follows an option, as help shows it: FILE, N, or words as a|b|c. */
static const char *argument_of(const cli_option *option)
{
    static char joined[96];
    size_t used = 0;
    if (!has_words(option))
        return option->argument;
    for (const char *const *word = option->argument; *word != NULL; word++)
        used += (size_t)snprintf(joined + used, sizeof joined - used, "%s%s",
                                 used == 0 ? "" : "|", *word);
    return joined;
}

/* What it may be called in a sentence. */
static const char *argument_words(const cli_option *option)
{
    return has_words(option) ? "a word" : option->argument;
}

/* A word that is nearly one of those known is proposed. */
static bool set_choice(const cli_option *option, void *to, const char *value)
{
    const char *const *words = option->argument;
    cli_hint hint = {.word = value};
    for (unsigned k = 0; words[k] != NULL; k++) {
        hint_offer(&hint, words[k]);
        if (strcmp(words[k], value) != 0)
            continue;
        if (option->kind == ENUM)
            *(unsigned *)to = (unsigned)option->least + k;
        else
            *(const char **)to = words[k];
        return true;
    }
    const char *near = hint_get(&hint);
    error_say(EXIT_USAGE, "--%s knows %s, not \"%s\"%s%s%s", option->name,
              argument_of(option), value, near == NULL ? "" : "; did you mean ",
              near == NULL ? "" : near, near == NULL ? "." : "?");
    return false;
}

/* No sign, no point, no blanks: strtoull alone would take them. */
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

/* A plain decimal number: none of strtod's hexadecimals, inf and nan. */
static bool is_number(const char *value, double *number)
{
    char *end;
    *number = strtod(value, &end);
    return value[strspn(value, "0123456789.eE+-")] == '\0' && end != value &&
           *end == '\0';
}

static bool set_number(const cli_option *option, double *to, const char *value)
{
    if (is_number(value, to) && *to >= option->least && *to < option->most)
        return true;
    error_say(EXIT_USAGE,
              "--%s takes a number of at least %g and below %g, not \"%s\".",
              option->name, option->least, option->most, value);
    return false;
}

/* 0 stands for auto. */
static bool set_positive(const cli_option *option, double *to,
                         const char *value)
{
    *to = 0;
    if (strcmp(value, "auto") == 0 ||
        (is_number(value, to) && *to > 0 && *to <= option->most))
        return true;
    error_say(EXIT_USAGE,
              "--%s takes a number above 0 and up to %.7g, or auto, not "
              "\"%s\".",
              option->name, option->most, value);
    return false;
}

/* "20%" or "0.2". */
static bool set_share(const cli_option *option, double *to, const char *value)
{
    char digits[32];
    size_t length = strspn(value, "0123456789.");
    bool percent = strcmp(value + length, "%") == 0;
    snprintf(digits, sizeof digits, "%.*s", (int)length, value);
    if (is_number(digits, to) && (percent || value[length] == '\0')) {
        *to = percent ? *to / 100 : *to;
        if (*to > option->least && *to < option->most)
            return true;
    }
    error_say(EXIT_USAGE,
              "--%s takes a share above %g and below %g, as 20%% or 0.2, "
              "not \"%s\".",
              option->name, option->least, option->most, value);
    return false;
}

/* "500M", "2G" or "1.5T"; "50%" is 0.5. */
static bool set_size(const cli_option *option, double *to, const char *value)
{
    static const char units[] = "KMGT";
    char digits[32];
    size_t length = strspn(value, "0123456789.");
    const char *unit = value + length;
    bool share = option->least < 1, percent = strcmp(unit, "%") == 0;
    const char *found = *unit == '\0' ? NULL : strchr(units, *unit);
    snprintf(digits, sizeof digits, "%.*s", (int)length, value);
    bool known = *unit == '\0' || (percent && share) ||
                 (found != NULL && unit[1] == '\0');
    if (known && is_number(digits, to)) {
        for (const char *at = units; found != NULL && at <= found; at++)
            *to *= 1024;
        *to = percent ? *to / 100 : *to;
        /* 1 and less would be a share. */
        if (percent ? *to > 0 && *to <= 1 : *to > 1 && *to <= option->most)
            return true;
    }
    error_say(EXIT_USAGE,
              "--%s takes a size as 500M, 2G or 1.5T%s, not \"%s\".",
              option->name, share ? ", or a share as 50%" : "", value);
    return false;
}

/* Of settings the last one counts. Two files or terms where one is read would
 * lose the first without a word. */
static bool set_text(const cli_option *option, const char **to,
                     const char *value)
{
    bool read = strcmp(option->argument, "FILE") == 0 ||
                strcmp(option->argument, "TERM") == 0;
    if (read && *to != NULL && strcmp(*to, value) != 0) {
        error_say(EXIT_USAGE,
                  "--%s is given twice, as \"%s\" and as \"%s\". Give it once.",
                  option->name, *to, value);
        return false;
    }
    *to = value;
    return true;
}

/* An empty word is refused: it is most likely a variable that was not set. */
static bool set_value(cli_options *options, const cli_option *option,
                      const char *value)
{
    const cli_kept kept = {option, value};
    void *field = (char *)options + option->field;
    if (option->kind != FLAG && value[0] == '\0') {
        error_say(EXIT_USAGE, "--%s needs %s, not an empty word.", option->name,
                  argument_words(option));
        return false;
    }
    if (option->commands & OPTION_KEPT)
        options->kept[options->kept_count++] = kept;
    switch (option->kind) {
    case FLAG:
        *(bool *)field = true;
        return true;
    case TEXT:
        return set_text(option, field, value);
    case TEXTS: {
        text_list *list = field;
        list->items[list->count++] = value;
        return true;
    }
    case CHOICE:
    case ENUM:
        return set_choice(option, field, value);
    case POSITIVE:
        return set_positive(option, field, value);
    case WHOLE:
        return set_whole(option, field, value);
    case REAL:
        return set_number(option, field, value);
    case SHARE:
        return set_share(option, field, value);
    case SIZE:
        return set_size(option, field, value);
    }
    return false;
}

/* Commands may each have an option of one name: theirs comes before those of
 * others, which are found too so that a sentence can speak of them. */
static const cli_option *prefer(const cli_option *found, const cli_option *next,
                                const cli_command *command)
{
    return found == NULL || !(found->commands & command->id) ? next : found;
}

static const cli_option *find_long(const cli_command *command, const char *name,
                                   size_t length)
{
    const cli_option *found = NULL;
    for (size_t k = 0; k < option_count; k++)
        if (strlen(option_table[k].name) == length &&
            strncmp(option_table[k].name, name, length) == 0)
            found = prefer(found, &option_table[k], command);
    return found;
}

static const cli_option *find_letter(const cli_command *command, char letter)
{
    const cli_option *found = NULL;
    for (size_t k = 0; k < option_count; k++)
        if (option_table[k].letter == letter)
            found = prefer(found, &option_table[k], command);
    return found;
}

/* Proposes only what this command knows. */
static void say_unknown(const cli_command *command, const char *word)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    cli_hint hint = {.word = name + strspn(name, "-")};
    for (size_t k = 0; k < option_count; k++)
        if (option_table[k].commands & command->id)
            hint_offer(&hint, option_table[k].name);
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
              argument_words(option), has_words(option) ? ": " : "",
              has_words(option) ? argument_of(option) : "");
    return NULL;
}

/* --name VALUE or --name=VALUE. */
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
    const char *value = "";
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
        set_value(options, option, "");
    }
    return true;
}

/* Lists have room for as many words as there are, so that nothing grows. */
int options_parse(cli_options *options, const cli_command *command, int count,
                  char **arguments)
{
    word_queue words = {count, arguments};
    bool only_operands = false;
    size_t room = (size_t)count + 1;
    memset(options, 0, sizeof *options);
    options->hops = options->depth = options->breadth = NOT_GIVEN;
    options->candidates = options->port = NOT_GIVEN;
    options->room = calloc(3 * room, sizeof *options->room);
    options->kept = calloc(room, sizeof *options->kept);
    if (options->room == NULL || options->kept == NULL)
        return error_say(EXIT_SYSTEM, "There is not enough memory to start.");
    options->operands.items = options->room;
    options->outputs.items = options->room + room;
    options->synonyms.items = options->room + 2 * room;
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

/* Whether the value of a kept option is given anew behind it. */
static bool is_replaced(const cli_options *options, size_t at)
{
    const cli_kept *kept = options->kept;
    for (size_t k = at + 1; k < options->kept_count; k++)
        if (kept[k].option == kept[at].option && kept[k].option->kind != TEXTS)
            return true;
    return false;
}

/* Of a list, those after the first get a number: "synonyms 2". */
void options_tell_kept(const cli_options *options,
                       void (*tell)(void *context, const char *name,
                                    const char *value),
                       void *context)
{
    const cli_kept *kept = options->kept;
    for (size_t k = 0; k < options->kept_count; k++) {
        char name[64];
        size_t number = 1;
        for (size_t i = 0; i < k; i++)
            number += kept[i].option == kept[k].option;
        bool more = kept[k].option->kind == TEXTS && number > 1;
        snprintf(name, sizeof name, more ? "%s %zu" : "%s",
                 kept[k].option->name, number);
        if (!is_replaced(options, k))
            tell(context, name, kept[k].value);
    }
}

void options_release(cli_options *options)
{
    free(options->room);
    free(options->kept);
}

/* What people call a command elsewhere; NULL: no word of theirs is known. */
static const char *usual_word(const char *word)
{
    static const char *const usual[][2] = {
        {"merge", "grow"},        {"combine", "grow"},   {"build", "grow"},
        {"integrate", "grow"},    {"dedupe", "grow"},    {"tree", "grow"},
        {"match", "crosswalk"},   {"map", "crosswalk"},  {"align", "crosswalk"},
        {"mapping", "crosswalk"}, {"link", "crosswalk"}, {"show", "view"},
        {"html", "view"},         {"why", "explain"},    {"decide", "review"},
        {"edit", "serve"},        {"open", "serve"},     {"ui", "serve"},
        {"export", "convert"},    {"verify", "check"},   {"evaluate", "score"},
    };
    for (size_t k = 0; k < sizeof usual / sizeof *usual; k++)
        if (strcmp(word, usual[k][0]) == 0)
            return usual[k][1];
    return NULL;
}

/* Who forgot the command and began with an option is told that. */
const cli_command *command_find(const cli_command *commands, size_t count,
                                const char *name)
{
    cli_hint hint = {.word = name};
    for (size_t k = 0; k < count; k++) {
        if (strcmp(commands[k].name, name) == 0)
            return &commands[k];
        hint_offer(&hint, commands[k].name);
    }
    const char *near = usual_word(name);
    if (near == NULL)
        near = hint_get(&hint);
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

/* The help begins in one column, below the option where that is long. */
static void print_option(const cli_option *option, FILE *to)
{
    char left[128], letter[8] = "    ";
    if (option->letter != 0)
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    const char *argument = argument_of(option);
    snprintf(left, sizeof left, "  %s--%s%s%s", letter, option->name,
             argument != NULL ? " " : "", argument != NULL ? argument : "");
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

/* What --format and the endings of --output know. */
static void print_formats(FILE *to, bool trees)
{
    const pleach_output_format *format;
    fputs("\nFormats:\n", to);
    for (size_t k = 0; (format = pleach_output_format_at(k)) != NULL; k++) {
        char endings[40] = "";
        if (trees && !format->trees)
            continue;
        for (size_t e = 0; format->endings[e] != NULL; e++) {
            size_t used = strlen(endings);
            snprintf(endings + used, sizeof endings - used, "%s%s",
                     e == 0 ? "" : " ", format->endings[e]);
        }
        fprintf(to, "  %-12s %-15s %s\n", format->name, endings, format->what);
    }
}

/* Says how many options are not shown, and how to see them. */
void options_print_help(const cli_command *command, bool all, FILE *to)
{
    size_t hidden = 0;
    fprintf(to, "Usage: pleach %s [OPTION...] %s\n\n%s\n\nOptions:\n",
            command->name, command->operands, command->help);
    for (size_t k = 0; k < option_count; k++) {
        const cli_option *option = &option_table[k];
        bool rare = (option->commands & OPTION_RARE) != 0;
        if (!(option->commands & command->id))
            continue;
        hidden += rare && !all;
        if (all || !rare)
            print_option(option, to);
    }
    if (hidden > 0)
        fprintf(to, "\n\"pleach %s --help-all\" shows %zu more options.\n",
                command->name, hidden);
    if (command->id == COMMAND_GROW || command->id == COMMAND_CONVERT)
        print_formats(to, command->id == COMMAND_CONVERT);
}
