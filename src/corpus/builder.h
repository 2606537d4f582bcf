/* builder.h: saplings as they arrive, until the corpus is laid out. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_BUILDER_H
#define PL_BUILDER_H

#include "base/read_progress.h"
#include "corpus/corpus.h"
#include "corpus/draft.h"
#include "corpus/names.h"

/* Where a hierarchy begins. */
typedef struct pl_origin {
    const char *file;
    uint32_t input;
    uint64_t line;
} pl_origin;

typedef struct pl_staged_hierarchy {
    uint64_t content; /* hash of what it says, without owner and id */
    uint64_t line;
    uint64_t tag_first;
    uint32_t owner, id, input;
    uint32_t sapling_first, node_first;
    uint32_t laid_out; /* its first node in the corpus */
    bool id_given;
} pl_staged_hierarchy;

typedef struct pl_staged_sapling {
    uint32_t node_first, path;
} pl_staged_sapling;

typedef struct pl_staged_node {
    uint32_t spelling, twin;
    uint32_t tags;      /* how many */
    uint32_t alt;       /* in builder->alts; PL_NONE: it has none */
    uint32_t source_id; /* PL_NONE: it has none */
    uint32_t payload;   /* in builder->payloads; PL_NONE: it has none */
} pl_staged_node;

typedef struct pl_staged_alt {
    uint32_t label; /* in builder->alt_labels */
    uint32_t next;  /* of the same node; PL_NONE: it was the last */
} pl_staged_alt;

typedef struct pl_staged_tag {
    uint32_t id;
    float count;
} pl_staged_tag;

/* What is known about a tag while reading. */
typedef struct pl_tag_mark {
    uint32_t node; /* the staged node, plus one, that had it last ... */
    uint32_t at;   /* ... and where in that node's list */
} pl_tag_mark;

/* A draft's node on its way to becoming staged ones. */
typedef struct pl_cut_node {
    uint32_t spelling;
    uint32_t end; /* its descendants are the nodes up to here */
    uint32_t leaf, path;
    uint32_t alt;       /* as of a staged node ... */
    uint32_t source_id; /* ... and this ... */
    uint32_t payload;   /* ... and this */
    size_t tag_first;
} pl_cut_node;

typedef struct pl_builder {
    pl_arena *arena; /* of all lists */
    pl_arena *kept;  /* that the corpus takes over; NULL: it has */
    pl_read_progress *progress;
    pl_namer *namer;
    const pl_draft_keeper *keeper; /* NULL: nobody */
    const char *language;
    pleach_corpus_facts facts;
    bool knows_people; /* somebody's owner is known, and no file's name */

    pl_strings *owners, *ids, *spellings, *keys, *tags, *paths;
    pl_strings *alt_labels, *source_ids, *payloads;
    pl_strings *wide_tags;          /* tags that are folded, raw */
    PL_LIST(bool) id_repeated;      /* per id */
    PL_LIST(uint32_t) spelling_key; /* per spelling */
    PL_LIST(uint32_t) wide_tag;     /* per wide tag: its folded tag */
    PL_LIST(pl_tag_mark) marks;     /* per tag */

    PL_LIST(pl_staged_hierarchy) hierarchies;
    PL_LIST(pl_staged_sapling) saplings;
    PL_LIST(pl_staged_node) nodes;
    PL_LIST(uint32_t) tag_ids; /* of all nodes, one after the other ... */
    PL_LIST(float) tag_counts; /* ... and beside them */
    PL_LIST(pl_staged_alt) alts;

    PL_LIST(pl_cut_node) cut;        /* scratch of one draft ... */
    PL_LIST(pl_staged_tag) own_tags; /* ... its tags, node by node ... */
    PL_LIST(uint64_t) fact_order;    /* ... and its facts: node, number */
} pl_builder;

/* Borrows the language and the progress. */
PLEACH_CHECKED pleach_status pl_builder_new(pl_builder **builder,
                                            const char *language,
                                            pl_read_progress *progress,
                                            pleach_error *error);
void pl_builder_free(pl_builder *builder);

/* Takes in a whole draft with at least one node and an owner. */
PLEACH_CHECKED pleach_status pl_builder_add(pl_builder *builder,
                                            const pl_draft *draft,
                                            const pl_origin *origin,
                                            pleach_error *error);

/* Makes two staged nodes twins. The next draft's top will be node
 * builder->nodes.count, its children follow. */
void pl_builder_join(pl_builder *builder, uint32_t root, uint32_t leaf);

/* Cuts a draft whose strings are interned (builder->cut and
 * own_tags) into staged saplings. */
PLEACH_CHECKED pleach_status pl_builder_cut(pl_builder *builder,
                                            const pl_draft *draft,
                                            pleach_error *error);

/* In layout.c: orders everything and moves it into a corpus. The builder is
 * empty afterwards, whether or not it worked. */
PLEACH_CHECKED pleach_status pl_builder_finish(pl_builder *builder,
                                               pleach_corpus **corpus,
                                               const pleach_input *inputs,
                                               size_t count,
                                               pleach_error *error);

#endif
