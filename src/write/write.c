/* write.c: the table of output formats, and writing to a stream. */
/* SPDX-License-Identifier: MIT */
#include "write/write.h"

#include <assert.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"

static const pl_output_format formats[] = {
    {{"text", {".txt"}, "the tree, for reading", false, false},
     pl_write_text,
     NULL,
     0},
    {{"json", {".json"}, "everything, for pleach itself", false, false},
     pl_write_json,
     NULL,
     0},
    {{"html", {".html", ".htm"}, "a page to look at", false, false},
     pl_write_html,
     NULL,
     0},
    {{"dot", {".dot", ".gv"}, "Graphviz", false, false}, pl_write_dot, NULL, 0},
    {{"skos", {".ttl"}, "a SKOS vocabulary in Turtle", true, true},
     NULL,
     pl_write_skos,
     PL_HOLDS_TAGS | PL_HOLDS_ALTS | PL_HOLDS_IDS | PL_HOLDS_PARENTS |
         PL_HOLDS_FACTS},
    {{"sssom",
      {".sssom.tsv"},
      "merges between sources as mappings",
      true,
      false},
     pl_write_sssom,
     NULL,
     0},
    {{"edges", {".csv"}, "CSV: id, name, parent_id", true, true},
     NULL,
     pl_write_edges,
     (PL_HOLDS_ALL - PL_HOLDS_VECTORS) | PL_HOLDS_PARENTS},
    {{"paths", {".paths.csv"}, "CSV: A > B > C", true, true},
     NULL,
     pl_write_paths,
     PL_HOLDS_ALL - PL_HOLDS_VECTORS - PL_HOLDS_IDS},
    {{"nodes",
      {".nodes.csv"},
      "CSV: each node of the input, and its new path",
      true,
      false},
     pl_write_nodes,
     NULL,
     0},
    {{"opml", {".opml"}, "an outline in XML", true, true},
     NULL,
     pl_write_opml,
     PL_HOLDS_TAGS | PL_HOLDS_ITEMS},
    {{"moves", {".moves.tsv"}, "TSV: each file, and where it goes", true, true},
     NULL,
     pl_write_moves,
     PL_HOLDS_ITEMS},
    {{"move-script",
      {".moves.sh"},
      "a shell script that moves the files",
      true,
      true},
     NULL,
     pl_write_move_script,
     PL_HOLDS_ITEMS},
    {{"bookmarks",
      {".bookmarks.html"},
      "folders and links, for browsers",
      true,
      true},
     NULL,
     pl_write_bookmarks,
     PL_HOLDS_ITEMS},
    {{"markdown", {".md", ".markdown"}, "headings and bullets", true, true},
     NULL,
     pl_write_markdown,
     0},
    {{"nested", {NULL}, "nested JSON: name, children", true, true},
     NULL,
     pl_write_nested,
     PL_HOLDS_ALL | PL_HOLDS_FACTS | PL_HOLDS_ITEMS},
    {{"jsonl", {".jsonl", ".ndjson"}, "JSON Lines, a tree in each", true, true},
     NULL,
     pl_write_jsonl,
     PL_HOLDS_ALL | PL_HOLDS_FACTS | PL_HOLDS_ITEMS},
    {{"yaml", {".yaml", ".yml"}, "nested YAML", true, true},
     NULL,
     pl_write_yaml,
     PL_HOLDS_ALL - PL_HOLDS_VECTORS},
    {{"newick", {".nwk", ".newick"}, "trees in brackets", true, true},
     NULL,
     pl_write_newick,
     0},
    {{"graphml", {".graphml"}, "a graph in XML", true, true},
     NULL,
     pl_write_graphml,
     PL_HOLDS_PARENTS},
    {{"mermaid", {".mmd"}, "a Mermaid flowchart", true, true},
     NULL,
     pl_write_mermaid,
     PL_HOLDS_PARENTS},
    {{"sqlite", {".sqlite", ".db"}, "a database", true, false},
     pl_write_sqlite,
     NULL,
     0},
    {{"xlsx", {".xlsx"}, "a workbook for spreadsheets", true, false},
     pl_write_xlsx,
     NULL,
     0},
    {{"report", {NULL}, "the figures as JSON", false, false},
     pl_write_report,
     NULL,
     0},
    {{"assignments", {NULL}, "TSV: which node went where", false, false},
     pl_write_assignments,
     NULL,
     0},
};

enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

const pleach_output_format *pleach_output_format_at(size_t number)
{
    return number < FORMAT_COUNT ? &formats[number].facts : NULL;
}

static bool has_ending(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcmp(path + length - tail, ending) == 0;
}

/* Of several endings the longest counts. */
static const pl_output_format *format_by_ending(const char *path)
{
    const pl_output_format *found = NULL;
    size_t longest = 0;
    for (size_t f = 0; f < FORMAT_COUNT; f++) {
        const char *const *endings = formats[f].facts.endings;
        for (size_t e = 0; endings[e] != NULL; e++)
            if (has_ending(path, endings[e]) && strlen(endings[e]) > longest) {
                found = &formats[f];
                longest = strlen(endings[e]);
            }
    }
    return found;
}

static const pl_output_format *format_by_name(const char *name)
{
    for (size_t f = 0; f < FORMAT_COUNT; f++)
        if (strcmp(name, formats[f].facts.name) == 0)
            return &formats[f];
    return NULL;
}

static void append_text(char *list, size_t room, const char *item)
{
    size_t used = strlen(list);
    snprintf(list + used, room - used, "%s%s", used == 0 ? "" : ", ", item);
}

static pleach_status fail_unknown_output(const char *name, const char *path,
                                         pleach_error *error)
{
    char names[256] = "";
    for (size_t f = 0; f < FORMAT_COUNT; f++)
        append_text(names, sizeof names, formats[f].facts.name);
    if (name != NULL)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "There is no output format \"%.*s\". Known are: %s.",
                       pl_text_cut(name, strlen(name), 40), name, names);
    return pl_fail_at(error, PLEACH_BAD_USAGE, path, 0, 0,
                      "The name's ending does not say which format is meant. "
                      "Name one of the formats: %s.",
                      names);
}

/* Standard output has no ending, and gets the format that people read. */
pleach_status pl_find_output_format(const pl_output_format **format,
                                    const char *name, const char *path,
                                    pleach_error *error)
{
    const pl_output_format *found;
    if (name != NULL)
        found = format_by_name(name);
    else if (path == NULL || strcmp(path, "-") == 0)
        found = format_by_name("text");
    else
        found = format_by_ending(path);
    if (found == NULL)
        return fail_unknown_output(name, path, error);
    *format = found;
    return PLEACH_OK;
}

/* Formats that show a tree and nothing of who made it go through an outline, so
 * that each of them is a loop. Whoever grows writes many, and has its inputs:
 * that its tags are not in each of them is not said. */
pleach_status pl_write_as(const pl_output_format *format,
                          const pleach_taxonomy *forest, FILE *to,
                          const pleach_write_options *options,
                          pleach_error *error)
{
    if (!format->facts.loaded)
        PL_TRY(pl_need_grown(forest, error));
    if (format->writer != NULL)
        return format->writer(forest, to, options, error);
    pl_outline outline = pl_outline_start();
    pleach_status status = pl_outline_of(&outline, forest, error);
    if (status == PLEACH_OK)
        status = format->outliner(&outline, to, options, error);
    if (status == PLEACH_OK)
        pl_tell_lost(format, &outline, forest->loaded != NULL, options);
    pl_arena_free(outline.arena);
    return status;
}

/* The format is found before the sink is opened: an unknown one leaves it
 * untouched. */
pleach_status pleach_taxonomy_write(const pleach_taxonomy *taxonomy,
                                    const pleach_sink *to,
                                    const pleach_write_options *options,
                                    pleach_error *error)
{
    static const pleach_write_options defaults;
    const pl_output_format *format = NULL;
    pl_stream stream;
    if (options == NULL)
        options = &defaults;
    PL_TRY(pl_find_output_format(&format, options->format, NULL, error));
    assert(format != NULL);
    PL_TRY(pl_stream_open(&stream, to, error));
    return pl_stream_close(
        &stream, pl_write_as(format, taxonomy, stream.to, options, error),
        error);
}
