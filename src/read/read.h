/* read.h: the readers of all formats, one read_NAME.c each. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_READ_H
#define PL_READ_H

#include "read/reader.h"

/* The formats. Each reads its source to the end. */
PLEACH_CHECKED pleach_status pl_read_jsonl(pl_reader *reader,
                                           pleach_error *error);
/* One JSON document: a hierarchy or a list of them, over any lines. */
PLEACH_CHECKED pleach_status pl_read_json(pl_reader *reader,
                                          pleach_error *error);
/* JSON, and JSON Lines, of any shape that shows what is below what. */
PLEACH_CHECKED pleach_status pl_read_nested_json(pl_reader *reader,
                                                 pleach_error *error);
PLEACH_CHECKED pleach_status pl_read_yaml(pl_reader *reader,
                                          pleach_error *error);
PLEACH_CHECKED pleach_status pl_read_csv(pl_reader *reader,
                                         pleach_error *error);
PLEACH_CHECKED pleach_status pl_read_tsv(pl_reader *reader,
                                         pleach_error *error);
PLEACH_CHECKED pleach_status pl_read_paths(pl_reader *reader,
                                           pleach_error *error);

/* Any of these in a code block with text around it. */
PLEACH_CHECKED pleach_status pl_read_fenced(pl_reader *reader,
                                            pleach_error *error);
/* Whether there is such a block, as in an answer in a chat. */
bool pl_recognise_fence(const pl_piece *start);
/* Texts whose lines show the levels. */
PLEACH_CHECKED pleach_status pl_read_markdown(pl_reader *reader,
                                              pleach_error *error);
/* A table of Markdown, "| a | b |", with text around it. */
PLEACH_CHECKED pleach_status pl_read_pipes(pl_reader *reader,
                                           pleach_error *error);
bool pl_recognise_pipes(const pl_piece *start);
PLEACH_CHECKED pleach_status pl_read_numbered(pl_reader *reader,
                                              pleach_error *error);
PLEACH_CHECKED pleach_status pl_read_indented(pl_reader *reader,
                                              pleach_error *error);
PLEACH_CHECKED pleach_status pl_read_tree(pl_reader *reader,
                                          pleach_error *error);
PLEACH_CHECKED pleach_status pl_read_newick(pl_reader *reader,
                                            pleach_error *error);
PLEACH_CHECKED pleach_status pl_read_obo(pl_reader *reader,
                                         pleach_error *error);
/* SKOS, RDFS and OWL classes. */
PLEACH_CHECKED pleach_status pl_read_turtle(pl_reader *reader,
                                            pleach_error *error);
PLEACH_CHECKED pleach_status pl_read_rdfxml(pl_reader *reader,
                                            pleach_error *error);
PLEACH_CHECKED pleach_status pl_read_ntriples(pl_reader *reader,
                                              pleach_error *error);
PLEACH_CHECKED pleach_status pl_read_jsonld(pl_reader *reader,
                                            pleach_error *error);
PLEACH_CHECKED pleach_status pl_read_opml(pl_reader *reader,
                                          pleach_error *error);
PLEACH_CHECKED pleach_status pl_read_bookmarks(pl_reader *reader,
                                               pleach_error *error);

/* What is no text: inputs called "dir:PATH" and "sqlite:FILE?query=...". They
 * have no source. */
PLEACH_CHECKED pleach_status pl_read_folder(pl_reader *reader,
                                            pleach_error *error);
PLEACH_CHECKED pleach_status pl_read_sqlite(pl_reader *reader,
                                            pleach_error *error);

struct pl_columns;
/* What the trees of the layouts are made by. */
PLEACH_CHECKED pleach_status
pl_columns_read_edges(const struct pl_columns *columns, pleach_error *error);
PLEACH_CHECKED pleach_status
pl_columns_read_trees(const struct pl_columns *columns, pleach_error *error);
/* Takes the rows of one more table into what the reader joins. */
PLEACH_CHECKED pleach_status pl_joined_read(const struct pl_columns *columns,
                                            pleach_error *error);

#endif
