/* spoken.h: names with the language that their source says they are in.
 *
 * A name means something in its language only: Gift is poison in German. So a
 * name is read with the stemmer of its language, and held against names of the
 * same one, or of none. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SPOKEN_H
#define PL_SPOKEN_H

#include "corpus/corpus.h"
#include "same/name_reader.h"

/* A name of a node, its own or a further one. */
typedef struct pl_spoken_name {
    uint32_t node, language; /* PL_NONE: in none */
    const char *text;
} pl_spoken_name;

typedef struct pl_spoken {
    PL_LIST(const char *) languages; /* "en" of en-GB; often there are none */
    uint32_t *of_node; /* of its own name; PL_NONE: in none, or several */
    PL_LIST(pl_spoken_name) names; /* by node */
} pl_spoken;

/* From what nodes carry, all of it in the arena. */
PLEACH_CHECKED pleach_status pl_spoken_find(pl_spoken *spoken, pl_arena *arena,
                                            const pleach_corpus *corpus,
                                            pleach_error *error);

/* A reader of names for each language, and for none. */
typedef struct pl_tongues {
    pl_name_reader *readers;
    uint32_t count;
} pl_tongues;

/* `usual` is for names in no language. They end with the arena. */
PLEACH_CHECKED pleach_status pl_tongues_open(pl_tongues *tongues,
                                             pl_arena *arena,
                                             const pl_spoken *spoken,
                                             const char *usual,
                                             pleach_error *error);

static inline pl_name_reader *pl_tongue(const pl_tongues *tongues,
                                        uint32_t language)
{
    return &tongues
                ->readers[language < tongues->count - 1 ? language
                                                        : tongues->count - 1];
}

#endif
