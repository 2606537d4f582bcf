/* read.h: the readers of all formats, one read_NAME.c each. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_READ_H
#define PL_READ_H

#include "read/reader.h"

/* The one table of formats: how each is called; the endings that leave no doubt
 * (.txt, .html, .xml and others do); what stands behind the three signs of a
 * code block that holds it. How it is told by its content is in recognise.c. */
#define PL_FORMATS(FORMAT)                                                     \
    FORMAT(jsonl, " .jsonl .ndjson ", " jsonl ")                               \
    FORMAT(json, " .json ", "")                                                \
    FORMAT(csv, " .csv ", " csv ")                                             \
    FORMAT(tsv, " .tsv .tab ", " tsv ")                                        \
    FORMAT(xlsx, " .xlsx ", "")                                                \
    FORMAT(paths, " .paths ", "")                                              \
    FORMAT(yaml, " .yaml .yml ", " yaml yml ")                                 \
    FORMAT(markdown, " .md .markdown ", " md markdown ")                       \
    FORMAT(numbered, "", "")                                                   \
    FORMAT(indented, "", "")                                                   \
    FORMAT(tree, "", "")                                                       \
    FORMAT(turtle, " .ttl ", " turtle ttl ")                                   \
    FORMAT(rdfxml, "", "")                                                     \
    FORMAT(ntriples, " .nt ", "")                                              \
    FORMAT(obo, " .obo ", " obo ")                                             \
    FORMAT(opml, " .opml ", "")                                                \
    FORMAT(bookmarks, "", "")                                                  \
    FORMAT(jsonld, " .jsonld ", " jsonld ")

/* Each is read by pl_read_NAME, in read_NAME.c or that of a relative, which
 * reads its source to the end. */
#define PL_DECLARE_FORMAT(name, endings, blocks)                               \
    PLEACH_CHECKED pleach_status pl_read_##name(pl_reader *reader,             \
                                                pleach_error *error);
PL_FORMATS(PL_DECLARE_FORMAT)

/* The name of the format that a block of such a kind holds; NULL: none. */
const char *pl_format_of_block(const char *kind, size_t length);

/* What has no name of its own: JSON and JSON Lines of any shape that shows what
 * is below what, any format in a code block with text around it, a table of
 * Markdown; and what is no text, inputs called "dir:PATH" and
 * "sqlite:FILE?query=...", which have no source. */
PL_DECLARE_FORMAT(nested_json, "", "")
PL_DECLARE_FORMAT(fenced, "", "")
PL_DECLARE_FORMAT(pipes, "", "")
PL_DECLARE_FORMAT(folder, "", "")
PL_DECLARE_FORMAT(sqlite, "", "")

/* Whether there is such a block, as in an answer in a chat, or such a table. */
bool pl_recognise_fence(const pl_piece *start);
bool pl_recognise_pipes(const pl_piece *start);

#endif
