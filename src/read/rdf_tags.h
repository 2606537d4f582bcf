/* rdf_tags.h: keeps language tags from Raptor that it has no room for: it
 * counts their bytes in 8 bits, makes that much room, and copies them all. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_RDF_TAGS_H
#define PL_RDF_TAGS_H

#include "read/reader.h"

#if defined(PLEACH_HAS_RDF)
#include <lazy/raptor2.h>

#define PL_TAG_BYTES ((size_t)255)

/* The parser of XML refuses to hold more than 10 MB that it has not looked at,
 * so it is fed piece by piece. */
#define PL_RDF_PIECE ((size_t)1 << 20)

/* Turtle and N-Triples: PLEACH_BAD_DATA where an "@" has too many bytes of a
 * tag behind it. In a string or a comment these are none, but nobody writes
 * such words. */
PLEACH_CHECKED pleach_status pl_rdf_check_turtle(const pl_reader *reader,
                                                 const pl_piece *text,
                                                 pleach_error *error);

/* RDF/XML, whose entities may hide a tag: Raptor's own reader of XML says how
 * long each becomes. What else is wrong goes to the world's log. */
PLEACH_CHECKED pleach_status pl_rdf_check_tags(const pl_reader *reader,
                                               raptor_world *world,
                                               raptor_uri *base,
                                               const pl_piece *text,
                                               pleach_error *error);
#endif

#endif
