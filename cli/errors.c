/* errors.c: prints sentences that cannot harm the terminal they appear on. */
/* SPDX-License-Identifier: MIT */
#include "errors.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/terminal_text.h"
#include "memory.h"
#include "progress.h"

#define RED "\033[1;31m"
#define YELLOW "\033[1;33m"
#define PLAIN "\033[0m"

static bool colored, silent, holding;
static pleach_error held; /* the first one since */

void errors_set_color(bool color)
{
    colored = color;
}

void warnings_set_silent(bool silence)
{
    silent = silence;
}

/* What would steer a terminal is shown by its bytes; what does not fit is left
 * out whole. */
void text_make_harmless(char *to, size_t room, const char *text)
{
    const char *end = text + strlen(text);
    size_t used = 0;
    while (text < end) {
        bool keep;
        size_t taken = pl_terminal_character(text, (size_t)(end - text), &keep);
        if (used + (keep ? taken : 4 * taken) >= room)
            break;
        for (size_t k = 0; k < taken; k++, text++) {
            if (keep)
                to[used++] = *text;
            else
                used += (size_t)snprintf(to + used, room - used, "\\x%02X",
                                         (unsigned)(unsigned char)*text);
        }
    }
    to[used] = '\0';
}

/* "FILE:LINE:COLUMN: " with as much of it as is known, cut to `room`. The sign
 * of standard input may never have been typed. */
static void format_place(char *to, size_t room, const pleach_error *error)
{
    char file[4 * sizeof error->file];
    bool piped = strcmp(error->file, "-") == 0;
    text_make_harmless(file, sizeof file,
                       piped ? "standard input" : error->file);
    if (file[0] == '\0')
        to[0] = '\0';
    else if (error->line == 0)
        snprintf(to, room, "%s: ", file);
    else if (error->column == 0)
        snprintf(to, room, "%s:%llu: ", file, (unsigned long long)error->line);
    else
        snprintf(to, room, "%s:%llu:%llu: ", file,
                 (unsigned long long)error->line,
                 (unsigned long long)error->column);
}

static void print(const char *color, const char *label,
                  const pleach_error *error)
{
    char place[4 * sizeof error->file + 64];
    char sentence[4 * sizeof error->sentence];
    format_place(place, sizeof place, error);
    text_make_harmless(sentence, sizeof sentence, error->sentence);
    progress_clear();
    if (colored)
        fprintf(stderr, "%spleach:%s %s%s%s\n", color, PLAIN, label, place,
                sentence);
    else
        fprintf(stderr, "pleach: %s%s%s\n", label, place, sentence);
}

/* Scripts tell wrong input from wrong usage by this. */
static int exit_code_of(pleach_status status)
{
    switch (status) {
    case PLEACH_OK:
        return EXIT_DONE;
    case PLEACH_BAD_DATA:
        return EXIT_BAD_DATA;
    case PLEACH_BAD_USAGE:
        return EXIT_USAGE;
    case PLEACH_CANCELLED:
        return EXIT_INTERRUPTED;
    case PLEACH_IO:
    case PLEACH_NO_MEMORY:
        break;
    }
    return EXIT_SYSTEM;
}

static void print_error(const pleach_error *error)
{
    if (!holding)
        print(RED, "", error);
    else if (held.sentence[0] == '\0')
        held = *error;
}

void errors_hold(void)
{
    holding = true;
}

void errors_release(const char *more)
{
    size_t used = strlen(held.sentence);
    holding = false;
    if (used == 0)
        return;
    snprintf(held.sentence + used, sizeof held.sentence - used, "%s", more);
    print(RED, "", &held);
    held.sentence[0] = '\0';
}

int error_print(const pleach_error *error)
{
    if (error->status == PLEACH_NO_MEMORY) {
        pleach_error more = *error;
        size_t used = strlen(more.sentence);
        memory_explain(more.sentence + used, sizeof more.sentence - used);
        print_error(&more);
        return exit_code_of(error->status);
    }
    if (error->status != PLEACH_CANCELLED)
        print_error(error);
    return exit_code_of(error->status);
}

int error_say(int code, const char *sentence, ...)
{
    pleach_error error = {0};
    va_list arguments;
    va_start(arguments, sentence);
    vsnprintf(error.sentence, sizeof error.sentence, sentence, arguments);
    va_end(arguments);
    print_error(&error);
    return code;
}

void warning_print(const pleach_error *warning)
{
    if (!silent)
        print(YELLOW, "warning: ", warning);
}

void note_print(const pleach_error *note)
{
    if (!silent)
        print(YELLOW, "", note);
}

void warning_say(const char *sentence, ...)
{
    pleach_error warning = {0};
    va_list arguments;
    va_start(arguments, sentence);
    vsnprintf(warning.sentence, sizeof warning.sentence, sentence, arguments);
    va_end(arguments);
    warning_print(&warning);
}
