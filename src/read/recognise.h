/* recognise.h: what a text is, judged by its beginning. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_RECOGNISE_H
#define PL_RECOGNISE_H

#include "read/reader.h"

/* The reader for a text that begins so, if that is sure enough; else NULL,
 * and *why is a sentence. Here and below, the reader's arena remembers if there
 * was no memory to look. */
pl_format pl_recognise(pl_reader *reader, const pl_piece *start,
                       const char **why);

/* Whether an outline nests by kinds of numbers ("1.", "a.", "i."), which
 * Markdown does not know. */
bool pl_recognise_numbered(const pl_piece *start);

/* Whether JSON is RDF. */
bool pl_recognise_json_ld(const pl_piece *start);

/* Whether JSON (or JSON Lines) is not of the form that pleach itself uses but
 * of one that shows what is below what. */
bool pl_recognise_nested(pl_reader *reader, const pl_piece *start, bool lines);

/* Whether JSON is a taxonomy that was grown here. */
bool pl_recognise_result(const pl_piece *start);

#endif
