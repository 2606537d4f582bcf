/* write.c: the table of output formats, and writing to a stream. */
/* SPDX-License-Identifier: MIT */
#include "write/write.h"

#include <string.h>

#include "base/status.h"

typedef struct output_format {
    const char *name;
    const char *endings[3]; /* of files; none: only when asked for by name */
    pl_writer *writer;
} output_format;

static const output_format formats[] = {
    {"text", {".txt", NULL}, pl_write_text},
    {"json", {".json", NULL}, pl_write_json},
    {"dot", {".dot", ".gv", NULL}, pl_write_dot},
    {"svg", {".svg", NULL}, pl_write_svg},
    {"html", {".html", ".htm", NULL}, pl_write_html},
    {"report", {NULL}, pl_write_report},
    {"assignments", {NULL}, pl_write_assignments},
};

enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

static bool has_ending(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcmp(path + length - tail, ending) == 0;
}

static const output_format *format_by_ending(const char *path)
{
    for (size_t f = 0; f < FORMAT_COUNT; f++)
        for (size_t e = 0; formats[f].endings[e] != NULL; e++)
            if (has_ending(path, formats[f].endings[e]))
                return &formats[f];
    return NULL;
}

static const output_format *format_by_name(const char *name)
{
    for (size_t f = 0; f < FORMAT_COUNT; f++)
        if (strcmp(name, formats[f].name) == 0)
            return &formats[f];
    return NULL;
}

static void append_text(char *list, size_t room, const char *item)
{
    size_t used = strlen(list);
    snprintf(list + used, room - used, "%s%s", used == 0 ? "" : ", ", item);
}

static pleach_status fail_unknown(const char *format, const char *path,
                                  pleach_error *error)
{
    char names[128] = "", endings[128] = "";
    for (size_t f = 0; f < FORMAT_COUNT; f++) {
        append_text(names, sizeof names, formats[f].name);
        for (size_t e = 0; formats[f].endings[e] != NULL; e++)
            append_text(endings, sizeof endings, formats[f].endings[e]);
    }
    if (format != NULL)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "There is no output format \"%.40s\". Known are: %s.",
                       format, names);
    return pl_fail_at(error, PLEACH_BAD_USAGE, path, 0, 0,
                      "The name does not say which format is meant. Known "
                      "endings are: %s. Or name one of the formats: %s.",
                      endings, names);
}

pleach_status pl_find_writer(pl_writer **writer, const char *format,
                             const char *path, pleach_error *error)
{
    const output_format *found;
    if (format != NULL)
        found = format_by_name(format);
    else if (path == NULL || strcmp(path, "-") == 0)
        found = format_by_name("text");
    else
        found = format_by_ending(path);
    if (found == NULL)
        return fail_unknown(format, path, error);
    *writer = found->writer;
    return PLEACH_OK;
}

pleach_status pleach_taxonomy_write(const pleach_taxonomy *taxonomy,
                                    const pleach_sink *to,
                                    const pleach_write_options *options,
                                    pleach_error *error)
{
    static const pleach_write_options defaults;
    pl_writer *writer;
    pl_stream stream;
    if (options == NULL)
        options = &defaults;
    PL_TRY(pl_need_grown(taxonomy, error));
    PL_TRY(pl_find_writer(&writer, options->format, NULL, error));
    PL_TRY(pl_stream_open(&stream, to, error));
    return pl_stream_close(&stream, writer(taxonomy, stream.to, options, error),
                           error);
}
