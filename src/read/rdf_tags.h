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

/* Turtle and N-Triples as Raptor may see them: each "@" before too many bytes
 * of a tag is written as \u0040, which means the same in a string, an address
 * or a comment, and is an error where a tag may stand. So nothing here needs to
 * know where strings begin and end. A text without such an "@" stays as it is.
 * The caller frees the copy (pl_list_free), also after false: no memory. */
typedef struct pl_shielded {
    pl_piece text;
    PL_LIST(char) copy;
} pl_shielded;
PLEACH_CHECKED bool pl_rdf_shield(pl_shielded *shielded, const pl_piece *text);

/* PLEACH_BAD_DATA if the line, where Raptor found an error, has such a tag. */
PLEACH_CHECKED pleach_status pl_rdf_blame_tag(const pl_reader *reader,
                                              const pl_piece *text,
                                              uint64_t line,
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
