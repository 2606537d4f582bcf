/* recognise.h: what a text is, judged by its beginning. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_RECOGNISE_H
#define PL_RECOGNISE_H

#include "read/reader.h"

/* The reader for a text that begins so, if that is sure enough; else NULL,
 * and *why is a sentence. */
pl_format pl_recognise(const pl_piece *start, const char **why);

#define PL_JSON_LD_SENTENCE                                                    \
    "This is JSON-LD, which is not read. Convert it to Turtle."

/* Whether JSON is RDF, which is not read in this form. */
bool pl_recognise_json_ld(const pl_piece *start);

/* Whether JSON (or JSON Lines) is not of the form that pleach itself uses but
 * of one that shows what is below what. */
bool pl_recognise_nested(const pl_piece *start, bool lines);

#endif
