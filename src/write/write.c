/* write.c: the table of output formats, and writing to a stream. */
/* SPDX-License-Identifier: MIT */
#include "write/write.h"

#include <string.h>

#include "base/status.h"
#include "base/text.h"

/* clang-format off */
#define GROWN(name, what, writer, ...)                                         \
    {{name, {__VA_ARGS__, NULL}, what, false, false}, writer, NULL, 0}
#define LOADED(name, what, writer, ...)                                        \
    {{name, {__VA_ARGS__, NULL}, what, true, false}, writer, NULL, 0}
#define TREES(name, what, format, holds, ...)                                  \
    {{name, {__VA_ARGS__, NULL}, what, true, true}, NULL, &(format), holds}

static const pl_output_format formats[] = {
    GROWN("text", "the tree, for reading", pl_write_text, ".txt"),
    GROWN("json", "everything, for pleach itself", pl_write_json, ".json"),
    GROWN("html", "a page to look at", pl_write_html, ".html", ".htm"),
    TREES("dot", "Graphviz", pl_dot_format, PL_HOLDS_PARENTS, ".dot", ".gv"),
    TREES("skos", "a SKOS vocabulary in Turtle", pl_skos_format,
          PL_HOLDS_TAGS | PL_HOLDS_ALTS | PL_HOLDS_IDS | PL_HOLDS_PARENTS |
              PL_HOLDS_FACTS,
          ".ttl"),
    LOADED("sssom", "merges between sources as mappings", pl_write_sssom,
           ".sssom.tsv"),
    TREES("edges", "CSV: id, name, parent_id", pl_edges_format,
          PL_HOLDS_ALL | PL_HOLDS_PARENTS, ".csv"),
    TREES("paths", "CSV: A > B > C", pl_paths_format,
          PL_HOLDS_ALL - PL_HOLDS_IDS, ".paths.csv"),
    LOADED("nodes", "CSV: each node of the input, and its new path",
           pl_write_nodes, ".nodes.csv"),
    TREES("opml", "an outline in XML", pl_opml_format,
          PL_HOLDS_TAGS | PL_HOLDS_ITEMS, ".opml"),
    TREES("moves", "TSV: each file, and where it goes", pl_moves_format,
          PL_HOLDS_ITEMS, ".moves.tsv"),
    TREES("move-script", "a shell script that moves the files",
          pl_move_script_format, PL_HOLDS_ITEMS, ".moves.sh"),
    TREES("bookmarks", "folders and links, for browsers", pl_bookmarks_format,
          PL_HOLDS_ITEMS, ".bookmarks.html"),
    TREES("markdown", "headings and bullets", pl_markdown_format, 0, ".md",
          ".markdown"),
    TREES("nested", "nested JSON: name, children", pl_nested_format,
          PL_HOLDS_ALL | PL_HOLDS_FACTS | PL_HOLDS_ITEMS, NULL),
    TREES("jsonl", "JSON Lines, a tree in each", pl_jsonl_format,
          PL_HOLDS_ALL | PL_HOLDS_FACTS | PL_HOLDS_ITEMS, ".jsonl", ".ndjson"),
    TREES("yaml", "nested YAML", pl_yaml_format, PL_HOLDS_ALL,
          ".yaml", ".yml"),
    TREES("mermaid", "a Mermaid flowchart", pl_mermaid_format, PL_HOLDS_PARENTS,
          ".mmd"),
    LOADED("sqlite", "a database", pl_write_sqlite, ".sqlite", ".db"),
    LOADED("xlsx", "a workbook for spreadsheets", pl_write_xlsx, ".xlsx"),
    GROWN("report", "the figures as JSON", pl_write_report, NULL),
    GROWN("assignments", "TSV: which node went where", pl_write_assignments,
          NULL),
};
/* clang-format on */

enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

const pleach_output_format *pleach_output_format_at(size_t number)
{
    return number < FORMAT_COUNT ? &formats[number].facts : NULL;
}

pleach_status pl_find_output_format(const pl_output_format **format,
                                    const char *name, pleach_error *error)
{
    char names[256] = "";
    for (size_t f = 0; f < FORMAT_COUNT; f++) {
        size_t used = strlen(names);
        if (strcmp(name, formats[f].facts.name) == 0) {
            *format = &formats[f];
            return PLEACH_OK;
        }
        snprintf(names + used, sizeof names - used, "%s%s", f > 0 ? ", " : "",
                 formats[f].facts.name);
    }
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "There is no output format \"%.*s\". Known are: %s.",
                   pl_text_cut(name, strlen(name), 40), name, names);
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
        status = pl_outline_write(&outline, format->trees, to, options, error);
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
    PL_TRY(pl_find_output_format(
        &format, options->format == NULL ? "text" : options->format, error));
    PL_TRY(pl_stream_open(&stream, to, error));
    return pl_stream_close(
        &stream, pl_write_as(format, taxonomy, stream.to, options, error),
        error);
}
