/* similarity.h: what is compared, from the text after --similarity. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SIMILARITY_H
#define PL_SIMILARITY_H

#include "same/known_files.h"
#include "same/term.h"

/* The value of two nodes is min(1, sum of weight * term). */
typedef struct pl_similarity {
    const char *name; /* as people write it, in the arena */
    uint32_t count;
    pl_term terms[PL_MOST_TERMS + 1]; /* and perhaps pl_term_known */
    pl_known_files known;
} pl_similarity;

/* Parses an expression (expression.h) of known terms. PLEACH_BAD_USAGE names
 * what is not understood, and where. */
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

/* At least half of the nodes have tags. */
bool pl_mostly_tagged(const pleach_corpus *corpus);
/* What "auto" means for a corpus. */
const char *pl_similarity_choose(const pleach_corpus *corpus);

/* What speaks for two nodes beside their names. */
typedef enum pl_evidence_kind {
    PL_EVIDENCE_NONE,    /* the name says it all */
    PL_EVIDENCE_TAGS,    /* tags given with the nodes */
    PL_EVIDENCE_CONTEXT, /* names in the same sapling: parent, siblings or
                            children */
} pl_evidence_kind;

/* A single term that looks inside name blocks only, which an inverted index
 * over its evidence serves faster than comparing pair by pair. With t pieces
 * of evidence in common:
 *     s = floor + (1 - floor) * min(1, t / scale)
 * and `floor` alone is what an equal name is worth. */
typedef struct pl_plain {
    pl_evidence_kind kind; /* what counts as evidence */
    double floor;
    double scale;
    bool concepts; /* blocks are concepts instead of names */
} pl_plain;

/* Whether the similarity is plain, and which. */
bool pl_similarity_is_plain(const pl_similarity *similarity,
                            const pleach_corpus *corpus, pl_plain *plain);

static inline float pl_plain_value(const pl_plain *plain, uint32_t common)
{
    double share = common >= plain->scale ? 1.0 : (double)common / plain->scale;
    return (float)(plain->floor + (1.0 - plain->floor) * share);
}

#endif
