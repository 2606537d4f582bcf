/* outline.h: trees of names in the order in which formats write them.
 *
 * What a taxonomy is made of, and what was read to be converted, alike: the
 * formats that hold trees and little else know only this. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_OUTLINE_H
#define PL_OUTLINE_H

#include <string.h>

#include "base/memory.h"
#include "base/strings.h"
#include "corpus/payload.h"
#include "pleach.h"

/* In preorder. Its tags are tags[tag_first] up to those of the next node, and
 * so on; a last node without a name ends all lists. */
typedef struct pl_outline_node {
    const char *name;
    const char *owner; /* of a converted tree, at its top; else NULL ... */
    const char *id;    /* what its source calls it by; else NULL */
    const float *vector;
    uint32_t parent; /* PL_NONE: a top */
    uint32_t end;    /* behind the last one below it */
    uint32_t depth;
    uint32_t size, people; /* of a cluster */
    const uint32_t *also_under;
    uint32_t also_count;
    size_t alt_first, tag_first, source_first, concept_first, fact_first;
} pl_outline_node;

/* A concept of a source, by its address. */
typedef struct pl_source_concept {
    const char *address, *owner;
    bool exact; /* the same, and not only alike */
} pl_source_concept;

typedef PL_LIST(const char *) pl_texts;

typedef struct pl_outline {
    pl_arena *arena;
    PL_LIST(pl_outline_node) nodes; /* `count` and the one behind them */
    pl_texts alts;
    pl_texts sources;                    /* owners of members ... */
    PL_LIST(pl_source_concept) concepts; /* ... and what these call them */
    PL_LIST(pleach_tag) tags;
    pl_carried_list facts; /* what sources say, word for word */
    size_t other_labels, notes,
        items; /* of the facts: what names and tags lack */
    uint32_t count;
    uint32_t vector_size;
    bool grown;              /* of a taxonomy */
    const char **identifier; /* per node, see outline_labels.h ... */
    uint32_t *same;          /* ... and the first one of the same concept */
    /* What a writer could not put down as it is: texts that were changed. */
    uint64_t changed;
    size_t unaddressed; /* items that were left out, as they are no links */
    uint64_t implied;   /* parents that were left out, as others imply them */
} pl_outline;

/* An empty one. Its arena owns all of it, and is to be freed in any case. */
pl_outline pl_outline_start(void);

/* Fills one with a taxonomy, grown or loaded. Further names are the other
 * spellings of a cluster, in byte order. */
PLEACH_CHECKED pleach_status pl_outline_of(pl_outline *outline,
                                           const pleach_taxonomy *taxonomy,
                                           pleach_error *error);

/* Behind all nodes: makes their ends and depths known, and asks whether there
 * was memory for all of it. */
PLEACH_CHECKED pleach_status pl_outline_finish(pl_outline *outline,
                                               pleach_error *error);

/* Counts the facts [first, end), which are a node's, for whoever tells what a
 * format has no place for. */
void pl_outline_count_facts(pl_outline *outline, size_t first, size_t end);

/* How many nodes end with node k: itself, if it has nothing below it, and
 * those above it whose last one it is. */
static inline uint32_t pl_outline_ending(const pl_outline *outline, uint32_t k)
{
    const pl_outline_node *node = &outline->nodes.items[k];
    return node->depth + 1 - (k + 1 < outline->count ? node[1].depth : 0);
}

/* The next item of node k: sets *first and *end to where its fields are, from
 * *end on, which begins as the node's fact_first. False: there is none. */
static inline bool pl_outline_next_item(const pl_outline *outline, uint32_t k,
                                        size_t *first, size_t *end)
{
    const pl_carried *facts = outline->facts.items;
    size_t last = outline->nodes.items[k + 1].fact_first;
    while (*end < last && facts[*end].item == 0)
        ++*end;
    *first = *end;
    while (*end < last && facts[*end].item == facts[*first].item)
        ++*end;
    return *first < *end;
}

/* A field of an item; NULL: it has none of that name. */
static inline const char *pl_outline_field(const pl_outline *outline,
                                           size_t first, size_t end,
                                           const char *name)
{
    for (size_t k = first; k < end; k++)
        if (strcmp(outline->facts.items[k].property, name) == 0)
            return outline->facts.items[k].text;
    return NULL;
}

static inline bool pl_outline_has_children(const pl_outline *outline,
                                           uint32_t k)
{
    return outline->nodes.items[k].end > k + 1;
}

/* A writer of such a format. It need not look at ferror. */
typedef pleach_status pl_outline_writer(pl_outline *outline, FILE *to,
                                        const pleach_write_options *options,
                                        pleach_error *error);

pl_outline_writer pl_write_nested;
pl_outline_writer pl_write_jsonl;
pl_outline_writer pl_write_yaml;
pl_outline_writer pl_write_markdown;
pl_outline_writer pl_write_opml;
pl_outline_writer pl_write_bookmarks;
pl_outline_writer pl_write_moves;
pl_outline_writer pl_write_move_script;
pl_outline_writer pl_write_graphml;
pl_outline_writer pl_write_newick;
pl_outline_writer pl_write_mermaid;
pl_outline_writer pl_write_edges;
pl_outline_writer pl_write_paths;
pl_outline_writer pl_write_skos;

#endif
