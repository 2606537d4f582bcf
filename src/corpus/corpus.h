/* corpus.h: saplings in flat arrays, numbered independently of input order. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CORPUS_H
#define PL_CORPUS_H

#include "base/memory.h"
#include "base/strings.h"
#include "pleach.h"

/* Everything people said. Nodes are numbered sapling by sapling, the root
 * first and its leaves right after it in their owner's order. Hierarchies are
 * ordered by (owner, id, content), strings by bytes, so every number here is
 * the same for any order of the input. */
struct pleach_corpus {
    pl_arena *arena;
    pleach_corpus_facts facts;
    const char *language;
    /* How it was read, where that was said; else NULL. */
    const char *format, *columns, *label_language;
    uint64_t max_input; /* bytes that it was read under; 0: the usual */

    pl_strings *owners;
    pl_strings *spellings; /* names as people wrote them */
    pl_strings *keys;      /* names normalised: same key, same name block */
    pl_strings *tags;
    pl_strings *paths;      /* of sapling roots: ".", "0", "0/2" */
    pl_strings *ids;        /* what hierarchy_id borrows from; not in order */
    pl_strings *source_ids; /* of nodes, such as addresses */
    pl_strings *payloads;

    /* Inputs, as named by the caller, ordered by name. */
    uint32_t input_count;
    const char **input_name;

    /* Hierarchies: one tree of one person. */
    uint32_t hierarchy_count;
    uint32_t *hierarchy_owner;
    const char **hierarchy_id; /* the given one, else "FILE:LINE" */
    bool each_is_somebody; /* nobody is named: each hierarchy has a person */

    /* Saplings. Nodes of s: sapling_first[s] (its root) up to, not
     * including, sapling_first[s + 1]. */
    uint32_t sapling_count;
    uint32_t *sapling_first;
    uint32_t *sapling_hierarchy;
    uint32_t *sapling_path; /* of the root, in `paths` */

    /* Nodes. */
    uint32_t node_count;
    uint32_t *node_sapling;
    uint32_t *node_spelling;
    uint32_t *node_key;
    uint32_t *node_twin;      /* the same inner node's other role, or PL_NONE */
    uint32_t *node_source_id; /* what its source calls it by, in source_ids, or
                                 PL_NONE; NULL: no source has such ids */
    uint32_t *node_payload;   /* what it carries (payload.h), in payloads, or
                                 PL_NONE; NULL: no node carries anything */
    uint64_t *node_identity;  /* fixed hash of who, which and where */
    uint64_t *tag_first;      /* node_count + 1; a root's tags include its
                                 leaves' (all below, in a deep tree) */
    uint32_t *tag_id;         /* ascending within a node */
    float *tag_count;

    /* Further names ("altLabels"). Those of node n: alt_label[k] for k from
     * alt_first[n] up to, not including, alt_first[n + 1], ascending, each
     * once; both roles of an inner node have the same. A NULL alt_first: no
     * node has any. They are in no block and count for no fact. */
    uint64_t *alt_first;     /* node_count + 1 */
    uint32_t *alt_label;     /* in alt_labels */
    pl_strings *alt_labels;  /* as people wrote them */
    pl_strings *alt_keys;    /* normalised as `keys` are */
    uint32_t *alt_label_key; /* per alt label, in alt_keys */
};

/* For those who make one: takes the arrays of hierarchies, saplings and nodes,
 * which are counted, but for what few nodes have. Ids of sources are
 * taken only where there are some. */
void pl_corpus_take_arrays(pleach_corpus *corpus, bool source_ids);

static inline uint32_t pl_root_of(const pleach_corpus *corpus, uint32_t node)
{
    return corpus->sapling_first[corpus->node_sapling[node]];
}

static inline bool pl_is_root(const pleach_corpus *corpus, uint32_t node)
{
    return pl_root_of(corpus, node) == node;
}

/* The node by which an entry of a file counts once: a root's leaf in the
 * sapling above it, or the node itself. */
static inline uint32_t pl_entry_of(const pleach_corpus *corpus, uint32_t node)
{
    uint32_t twin = corpus->node_twin[node];
    return pl_is_root(corpus, node) && twin != PL_NONE ? twin : node;
}

/* Who a node is from. Ascends with the nodes. */
static inline uint32_t pl_person_of(const pleach_corpus *corpus, uint32_t node)
{
    uint32_t hierarchy = corpus->sapling_hierarchy[corpus->node_sapling[node]];
    return corpus->each_is_somebody ? hierarchy
                                    : corpus->hierarchy_owner[hierarchy];
}

static inline uint32_t pl_person_count(const pleach_corpus *corpus)
{
    return corpus->each_is_somebody ? corpus->hierarchy_count
                                    : pl_strings_count(corpus->owners);
}

/* Where each person has so many nodes, on average, it is rather a shop, an
 * institution or a program than somebody with a few folders. */
static inline bool pl_has_large_sources(const pleach_corpus *corpus)
{
    enum { MUCH = 25 };
    return corpus->node_count >= (uint64_t)MUCH * pl_person_count(corpus);
}

/* What a node's source calls it by; NULL: nothing. */
static inline const char *pl_source_id_of(const pleach_corpus *corpus,
                                          uint32_t node)
{
    uint32_t id =
        corpus->node_source_id == NULL ? PL_NONE : corpus->node_source_id[node];
    return id == PL_NONE ? NULL : pl_strings_at(corpus->source_ids, id);
}

/* What a node carries, as JSON; NULL: nothing. */
static inline const char *pl_payload_of(const pleach_corpus *corpus,
                                        uint32_t node)
{
    uint32_t id =
        corpus->node_payload == NULL ? PL_NONE : corpus->node_payload[node];
    return id == PL_NONE ? NULL : pl_strings_at(corpus->payloads, id);
}

/* Borrowed from the corpus, except the path. */
void pl_describe_node(pleach_node *node, const pleach_corpus *corpus,
                      uint32_t number);

/* A node's path in its hierarchy (".", "3", "0/2"), written with a NUL; cut
 * to `room` bytes. Returns the full length. */
size_t pl_node_path(const pleach_corpus *corpus, uint32_t node, char *to,
                    size_t room);

#endif
