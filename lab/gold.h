/* gold.h: a given taxonomy, the one that sampled people have in common. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_GOLD_H
#define PL_GOLD_H

#include "base/memory.h"
#include "base/strings.h"
#include "read/input_bytes.h"

enum {
    PL_GOLD_DEPTH = 1000,      /* levels below a top concept */
    PL_GOLD_TEXT_BYTES = 1024, /* of one name, id or tag */
};

/* Concepts in the order of the file, a forest. Texts hold no control
 * characters, tabs or line ends; names are neither empty nor underscored. */
typedef struct pl_gold {
    pl_arena *arena;
    uint32_t count;
    const char **name;
    const char **id;  /* all different */
    uint32_t *parent; /* PL_NONE: a top concept */
    uint32_t *depth;
    uint32_t *kid_first; /* count + 1 */
    uint32_t *kid;
    uint32_t *synonym_first; /* count + 1 */
    uint32_t *synonym_count; /* of each; a renamed concept has none left */
    const char **synonym;
    uint32_t *tag_first; /* count + 1 */
    const char **tag;
    uint64_t extra_parents; /* of an edge list; the first one counts */
} pl_gold;

/* Reads nested JSON, a pleach taxonomy, or a TSV. */
PLEACH_CHECKED pleach_status pl_gold_read(pl_gold **gold,
                                          const pleach_input *input,
                                          pleach_error *error);
/* The same from memory; messages call the bytes `file`. */
PLEACH_CHECKED pleach_status pl_gold_parse(pl_gold **gold, const char *file,
                                           const char *bytes, size_t size,
                                           pleach_error *error);
/* The same for a part of a taxonomy: parents that it does not describe are no
 * concepts, and what is below them is at the top. */
PLEACH_CHECKED pleach_status pl_gold_parse_part(pl_gold **gold,
                                                const char *file,
                                                const char *bytes, size_t size,
                                                pleach_error *error);
void pl_gold_free(pl_gold *gold);

/* Whether `upper` is `lower` itself or one of its ancestors. */
bool pl_gold_is_above(const pl_gold *gold, uint32_t upper, uint32_t lower);

/* ---- between gold.c and the readers of the two kinds of file ---- */

typedef struct pl_draft_concept {
    const char *name;      /* NULL: mentioned, not yet described */
    const char *id;        /* NULL: none was given */
    const char *parent_id; /* NULL: none was given */
    uint32_t parent;       /* what it is nested in, or PL_NONE */
    uint64_t line;
    bool dropped; /* only mentioned */
} pl_draft_concept;

typedef struct pl_draft_text {
    uint32_t concept;
    const char *text;
} pl_draft_text;

/* What a reader has seen; the arena outlives it inside the pl_gold. */
typedef struct pl_draft {
    const char *file;
    pl_arena *arena;
    PL_LIST(pl_draft_concept) concepts;
    PL_LIST(pl_draft_text) synonyms;
    PL_LIST(pl_draft_text) tags;
    uint64_t extra_parents;
    bool flat; /* parents are given by id, so ids must differ */
    bool part; /* what is only mentioned is left out */
} pl_draft;

PLEACH_CHECKED pleach_status pl_gold_read_json(pl_draft *draft,
                                               const char *bytes, size_t size,
                                               pleach_error *error);
PLEACH_CHECKED pleach_status pl_gold_read_tsv(pl_draft *draft,
                                              const char *bytes, size_t size,
                                              pleach_error *error);

/* A new concept, without name or parent yet. */
PLEACH_CHECKED pleach_status pl_draft_add(pl_draft *draft, uint64_t line,
                                          pleach_error *error);

/* Copies a text with every run of blanks and control characters (and of
 * underscores, in a name) made one space; *copy is NULL when nothing is left.
 * Fails on a NUL and on too long a text. */
PLEACH_CHECKED pleach_status pl_draft_copy(pl_draft *draft, const char **copy,
                                           const char *bytes, size_t length,
                                           bool is_name, uint64_t line,
                                           pleach_error *error);

#endif
