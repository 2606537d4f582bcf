/* write.c: the table of output formats, and writing to a stream. */
/* SPDX-License-Identifier: MIT */
#include "write/write.h"

#include <errno.h>
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

pleach_status pl_finish_stream(FILE *to, const char *path, pleach_error *error)
{
    bool failed = ferror(to) != 0;
    errno = 0;
    if (fflush(to) == 0 && !failed)
        return PLEACH_OK;
    /* An earlier write may have left no reason behind. */
    return pl_fail_at(error, PLEACH_IO, path, 0, 0,
                      "The output could not be written: %s.",
                      errno != 0 ? strerror(errno) : "a write failed");
}

pleach_status pleach_taxonomy_write(const pleach_taxonomy *taxonomy, FILE *to,
                                    const pleach_write_options *options,
                                    pleach_error *error)
{
    static const pleach_write_options defaults;
    pl_writer *writer;
    if (options == NULL)
        options = &defaults;
    PL_TRY(pl_find_writer(&writer, options->format, NULL, error));
    PL_TRY(writer(taxonomy, to, options, error));
    return pl_finish_stream(to, NULL, error);
}

void pl_describe_node(pl_node_facts *facts, const pleach_corpus *corpus,
                      uint32_t node)
{
    uint32_t hierarchy = corpus->sapling_hierarchy[corpus->node_sapling[node]];
    uint32_t owner = corpus->hierarchy_owner[hierarchy];
    uint32_t spelling = corpus->node_spelling[node];
    facts->owner = pl_strings_at(corpus->owners, owner);
    facts->owner_length = pl_strings_length(corpus->owners, owner);
    facts->id = corpus->hierarchy_id[hierarchy];
    facts->role = pl_is_root(corpus, node) ? "root" : "leaf";
    facts->name = pl_strings_at(corpus->spellings, spelling);
    facts->name_length = pl_strings_length(corpus->spellings, spelling);
    pl_node_path(corpus, node, facts->path, sizeof facts->path);
}
