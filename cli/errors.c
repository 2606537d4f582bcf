/* errors.c: prints sentences that cannot harm the terminal they appear on. */
/* SPDX-License-Identifier: MIT */
#include "errors.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

/* The length of the UTF-8 character at `at`, its value in *point; 0 when the
 * bytes are not one. */
static size_t decode(const unsigned char *at, uint32_t *point)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = at[0] < 0x80   ? 1
                    : at[0] < 0xC0 ? 0
                    : at[0] < 0xE0 ? 2
                    : at[0] < 0xF0 ? 3
                    : at[0] < 0xF8 ? 4
                                   : 0;
    if (length <= 1) {
        *point = at[0];
        return length;
    }
    *point = at[0] & (0x7Fu >> length);
    for (size_t k = 1; k < length; k++) {
        if ((at[k] & 0xC0) != 0x80)
            return 0;
        *point = *point << 6 | (at[k] & 0x3Fu);
    }
    bool surrogate = *point >= 0xD800 && *point < 0xE000;
    return *point < least[length] || *point > 0x10FFFF || surrogate ? 0
                                                                    : length;
}

static bool steers_terminal(uint32_t point)
{
    return point < 0x20 || (point >= 0x7F && point < 0xA0) || point == 0x200E ||
           point == 0x200F || (point >= 0x2028 && point <= 0x202E) ||
           (point >= 0x2066 && point <= 0x2069);
}

void text_make_harmless(char *to, size_t room, const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    size_t used = 0;
    while (*at != '\0') {
        uint32_t point;
        size_t length = decode(at, &point);
        bool keep = length > 0 && !steers_terminal(point);
        size_t taken = length > 0 ? length : 1;
        if (used + (keep ? taken : 4 * taken) >= room)
            break;
        for (size_t k = 0; k < taken; k++, at++) {
            if (keep)
                to[used++] = (char)*at;
            else
                used += (size_t)snprintf(to + used, room - used, "\\x%02X",
                                         (unsigned)*at);
        }
    }
    to[used] = '\0';
}

void place_format(char *to, size_t room, const pleach_error *error)
{
    char file[4 * sizeof error->file];
    text_make_harmless(file, sizeof file, error->file);
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
    place_format(place, sizeof place, error);
    text_make_harmless(sentence, sizeof sentence, error->sentence);
    progress_clear();
    if (colored)
        fprintf(stderr, "%spleach:%s %s%s%s\n", color, PLAIN, label, place,
                sentence);
    else
        fprintf(stderr, "pleach: %s%s%s\n", label, place, sentence);
}

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
