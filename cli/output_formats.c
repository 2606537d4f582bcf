/* output_formats.c: finds formats by ending and name, and lists them. */
/* SPDX-License-Identifier: MIT */
#include "output_formats.h"

#include <string.h>

#include "errors.h"
#include "hints.h"
#include "pleach.h"

bool output_has_ending(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcmp(path + length - tail, ending) == 0;
}

/* Of several endings the longest counts: .sssom.tsv before .tsv. */
const char *output_format_of(const char *path)
{
    const pleach_output_format *format;
    const char *found = NULL;
    size_t longest = 0;
    for (size_t k = 0; (format = pleach_output_format_at(k)) != NULL; k++)
        for (size_t e = 0; format->endings[e] != NULL; e++)
            if (output_has_ending(path, format->endings[e]) &&
                strlen(format->endings[e]) > longest) {
                longest = strlen(format->endings[e]);
                found = format->name;
            }
    return found;
}

static void append_item(char *list, size_t room, const char *item)
{
    size_t used = strlen(list);
    snprintf(list + used, room - used, "%s%s", used == 0 ? "" : ", ", item);
}

/* Trees that were not merged are nested JSON, which has no ending of its own.
 */
static bool is_offered(const pleach_output_format *format, bool converting)
{
    return !converting || format->trees || strcmp(format->name, "json") == 0;
}

static int say_no_ending(const char *path, bool converting)
{
    const pleach_output_format *format;
    char known[260] = "";
    for (size_t k = 0; (format = pleach_output_format_at(k)) != NULL; k++)
        for (size_t e = 0; format->endings[e] != NULL; e++)
            if (is_offered(format, converting))
                append_item(known, sizeof known, format->endings[e]);
    return error_say(EXIT_USAGE,
                     "The ending of \"%.100s\" names no format. Known are "
                     "%s; use one of them, or add --format.",
                     path, known);
}

/* A format that is unknown gets a proposal, else the list. */
int output_format_check(const char *name, const char *path, bool converting)
{
    const pleach_output_format *format;
    char known[260] = "";
    if (name == NULL)
        return say_no_ending(path, converting);
    cli_hint hint = {.word = name};
    for (size_t k = 0; (format = pleach_output_format_at(k)) != NULL; k++) {
        if (strcmp(format->name, name) == 0)
            return EXIT_DONE;
        if (!is_offered(format, converting))
            continue;
        hint_offer(&hint, format->name);
        append_item(known, sizeof known, format->name);
    }
    const char *near = hint_get(&hint);
    return error_say(EXIT_USAGE,
                     "There is no output format \"%.40s\"%s%s%s Known are %s.",
                     name, near == NULL ? "." : "; did you mean ",
                     near == NULL ? "" : near, near == NULL ? "" : "?", known);
}

/* Whether the endings of all files name one format. */
static bool end_alike(const text_list *paths, output_ending *format_of)
{
    const char *first = paths->count > 0 ? format_of(paths->items[0]) : NULL;
    for (size_t k = 1; k < paths->count && first != NULL; k++) {
        const char *other = format_of(paths->items[k]);
        if (other == NULL || strcmp(other, first) != 0)
            return false;
    }
    return first != NULL;
}

/* Whoever gives a file and its format means both, whatever the ending. Of
 * several that are not called alike, one would not be what its name says. */
int output_formats_agree(const text_list *paths, const char *format,
                         output_ending *format_of)
{
    if (format == NULL || end_alike(paths, format_of))
        return EXIT_DONE;
    for (size_t k = 0; k < paths->count; k++) {
        const char *meant = format_of(paths->items[k]);
        if (meant != NULL && strcmp(meant, format) != 0)
            return error_say(EXIT_USAGE,
                             "--format %s is for every --output, and the "
                             "ending of \"%.100s\" names %s. Leave --format "
                             "out, so that the endings count, or give it with "
                             "one --output.",
                             format, paths->items[k], meant);
    }
    return EXIT_DONE;
}
