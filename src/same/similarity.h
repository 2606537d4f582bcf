/* similarity.h: what is compared, from the text after --similarity. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SIMILARITY_H
#define PL_SIMILARITY_H

#include "same/known_files.h"
#include "same/scope.h"

enum { PL_MOST_TERMS = 16 };

typedef enum pl_term_kind {
    PL_TERM_NAME,    /* equal names */
    PL_TERM_TAGS,    /* tags in common */
    PL_TERM_CONTEXT, /* names in common among parent, siblings and children */
    PL_TERM_CONCEPT, /* nodes that mean the same, whatever they are called */
    PL_TERM_OWN,     /* what the program says that uses the library */
} pl_term_kind;

typedef struct pl_term {
    pl_term_kind kind;
    double weight;
    double number; /* J of tags:J; 0: none is written */
} pl_term;

/* The value of two nodes is min(1, sum of weight * term). */
typedef struct pl_similarity {
    const char *name; /* as people write it, in the arena */
    uint32_t count;
    pl_term terms[PL_MOST_TERMS];
    pl_known_files known;
} pl_similarity;

/* Understands
 *     similarity = term { "+" term } [ "with" source { "and" source } ]
 *     term       = [ number "*" ] name [ ":" number ]
 *     source     = ( "synonyms" | "vectors" ) ":" file
 * with white space anywhere between them. A file ends at white space or "+",
 * unless it stands in double quotes. PLEACH_BAD_USAGE tells the column. */
PLEACH_CHECKED pleach_status pl_similarity_parse(pl_similarity *similarity,
                                                 pl_arena *arena,
                                                 const char *spec,
                                                 pleach_error *error);

/* Whether what the options ask for can be; files are not looked at. */
PLEACH_CHECKED pleach_status pl_similarity_check(
    const pleach_affinity_options *options, pleach_error *error);

/* What the options ask for, as an expression: "auto" resolved, with the files
 * that tell what is known. In the arena, or borrowed. */
PLEACH_CHECKED pleach_status pl_similarity_ask(
    const char **spec, pl_arena *arena, const pleach_corpus *corpus,
    const pleach_affinity_options *options, pleach_error *error);

/* The first term of a kind; NULL: there is none. */
const pl_term *pl_similarity_find(const pl_similarity *similarity,
                                  pl_term_kind kind);

/* At least half of the nodes have tags. */
bool pl_mostly_tagged(const pleach_corpus *corpus);

/* What speaks for two nodes beside their names. */
typedef enum pl_evidence_kind {
    PL_EVIDENCE_NONE,    /* the name says it all */
    PL_EVIDENCE_TAGS,    /* tags given with the nodes */
    PL_EVIDENCE_CONTEXT, /* names in the same sapling: parent, siblings or
                            children */
} pl_evidence_kind;

/* A term that counts what two nodes of one name have in common:
 *     s = floor + (1 - floor) * min(1, t / scale)
 * and `floor` alone is what an equal name, or being one concept, is worth. */
typedef struct pl_plain {
    pl_evidence_kind kind; /* what counts as evidence */
    double floor;
    double scale;
} pl_plain;

/* How a term counts; false: it does not count anything. */
bool pl_term_is_plain(const pl_term *term, const pleach_corpus *corpus,
                      pl_plain *plain);

/* `floor` is the formula's own, or 0 where names differ that had to be equal.
 */
static inline double pl_plain_value(const pl_plain *plain, double floor,
                                    uint32_t common)
{
    double share = common >= plain->scale ? 1 : common / plain->scale;
    return floor + (1 - plain->floor) * share;
}

#endif
