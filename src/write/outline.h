/* outline.h: trees of names in the order in which formats write them.
 *
 * What a taxonomy is made of, and what was read to be converted, alike: the
 * formats that hold trees and little else know only this. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_OUTLINE_H
#define PL_OUTLINE_H

#include <string.h>

#include "base/json_write.h"
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
    uint32_t parent;   /* PL_NONE: a top */
    uint32_t depth;
    uint32_t size, entries, people, edge_people; /* of a cluster */
    const uint32_t *also_under;
    uint32_t also_count;
    size_t alt_first, tag_first, source_first, concept_first, fact_first;
} pl_outline_node;

/* A concept of a source, by its address. */
typedef struct pl_source_concept {
    uint32_t cluster;
    const char *address, *owner;
    int sameness; /* to the exemplar, as write/mappings.h has it */
    bool exact;   /* the same, and not only alike */
} pl_source_concept;

typedef PL_LIST(const char *) pl_texts;

typedef struct pl_outline {
    pl_arena *arena;
    PL_LIST(pl_outline_node) nodes; /* `count` and the one behind them */
    pl_texts alts;
    pl_texts sources; /* owners of members ... */
    PL_LIST(pl_source_concept)
    concepts; /* ... and what these call them, for
                 who asks (source_concepts.h) */
    PL_LIST(pleach_tag) tags;
    pl_carried_list facts; /* what sources say, word for word */
    size_t other_labels, notes,
        items;           /* of the facts: what names and tags lack */
    size_t other_titles; /* of copies of items, beside the one that is kept */
    uint32_t count, tops;
    const pleach_taxonomy *taxonomy; /* NULL: trees that were only read */
    bool further;                    /* some have further parents */
    const char **identifier;         /* per node, see outline_labels.h ... */
    uint32_t *same; /* ... and the first one of the same concept */
    /* What a writer could not put down as it is: texts that were changed. */
    uint64_t changed;
    size_t unaddressed; /* items that were left out, as they are no links */
    size_t circular;    /* parents that led in a circle */
    size_t unplaced;    /* values of columns and keys that mean nothing there */
} pl_outline;

/* An empty one. Its arena owns all of it, and is to be freed in any case. */
pl_outline pl_outline_start(void);

/* Fills one with a taxonomy, grown or loaded. Further names are the other
 * spellings of a cluster, in byte order. */
PLEACH_CHECKED pleach_status pl_outline_of(pl_outline *outline,
                                           const pleach_taxonomy *taxonomy,
                                           pleach_error *error);

/* Behind all nodes: makes their depths known, and asks whether there was memory
 * for all of it. */
PLEACH_CHECKED pleach_status pl_outline_finish(pl_outline *outline,
                                               pleach_error *error);

/* Counts the facts [first, end), which are a node's, for whoever tells what a
 * format has no place for. */
void pl_outline_count_facts(pl_outline *outline, size_t first, size_t end);

/* Whether something is in a node, besides names. */
static inline bool pl_outline_has_items(const pl_outline *outline,
                                        const pl_outline_node *node)
{
    size_t k = node->fact_first;
    while (k < node[1].fact_first && outline->facts.items[k].item == 0)
        k++;
    return k < node[1].fact_first;
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

static inline bool pl_outline_has_children(const pl_outline_node *node)
{
    return node[1].depth > node->depth;
}

/* A file that is being written, and the walk through its trees. */
typedef struct pl_writing {
    pl_outline *outline;
    FILE *to;
    const pleach_write_options *options;
    const pl_outline_node *nodes;
    const pl_outline_node **above; /* by depth, down to the node at hand */
    pl_json json;                  /* for those who write such */
    bool toolbar;                  /* of bookmarks: what is put is in it */
} pl_writing;

static inline uint32_t pl_number_of(const pl_writing *w,
                                    const pl_outline_node *node)
{
    return (uint32_t)(node - w->nodes);
}

/* A format is what it does on one walk: at the beginning, which alone can fail;
 * on each node; on each item of it, whose fields are facts [first, end); behind
 * all that is below a node; and at the end. What it need not do is NULL. */
typedef struct pl_tree_format {
    pleach_status (*begin)(pl_writing *w, pleach_error *error);
    void (*enter)(pl_writing *w, const pl_outline_node *node);
    void (*item)(pl_writing *w, const pl_outline_node *node, size_t first,
                 size_t end);
    void (*leave)(pl_writing *w, const pl_outline_node *node);
    void (*end)(pl_writing *w);
} pl_tree_format;

/* It need not look at ferror. */
PLEACH_CHECKED pleach_status
pl_outline_write(pl_outline *outline, const pl_tree_format *format, FILE *to,
                 const pleach_write_options *options, pleach_error *error);

extern const pl_tree_format pl_nested_format, pl_jsonl_format, pl_yaml_format,
    pl_markdown_format, pl_opml_format, pl_bookmarks_format, pl_moves_format,
    pl_move_script_format, pl_mermaid_format, pl_dot_format, pl_edges_format,
    pl_paths_format, pl_skos_format;

#endif
