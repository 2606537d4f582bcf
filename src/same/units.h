/* units.h: what is clustered into concepts.
 *
 * Nodes of one label are one UNIT, since a name mostly means one thing. Where
 * people have a label twice in one COLLECTION it means several: nobody names
 * one thing in two places. Then the nodes below each parent label are a unit of
 * their own, or below each unit of it, and only their surroundings can join
 * them. A collection is a hierarchy; where people have much, as shops do, or
 * deep hierarchies, or where there is only one of them, it is all that somebody
 * has: their departments may be hierarchies of their own. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_UNITS_H
#define PL_UNITS_H

#include "same/labels.h"

typedef struct pl_units {
    const pl_labels *labels;
    uint32_t count;       /* numbered by label, then by parent label */
    uint32_t *of_node;    /* per corpus node; both roles of an inner node */
    uint32_t *label;      /* per unit */
    uint32_t *of_label;   /* units of label x: of_label[x] .. of_label[x + 1] */
    uint64_t *first;      /* places of unit u: first[u] .. first[u + 1], */
    uint32_t *place;      /* ascending: an inner node by its leaf */
    bool by_person;       /* a collection is all that a person has */
    uint64_t *seen_first; /* collections that hold unit u: */
    uint32_t *seen;       /* seen_first[u] .. seen_first[u + 1], ascending */
    uint64_t
        *held_first; /* collections that hold label x in whatever meaning: */
    uint32_t *held;  /* held_first[x] .. held_first[x + 1], ascending */
} pl_units;

/* From `arena`. `sense` is per node: which of the several things that its label
 * means, or PL_NONE; NULL: nothing tells. Near-linear in the nodes. False: no
 * memory. */
PLEACH_CHECKED bool pl_units_make(pl_units *units, pl_arena *arena,
                                  const pl_labels *labels,
                                  const uint32_t *sense);

/* Of the shorter list, the share that is in the other one, too; both ascend. */
double pl_share_common(const uint32_t *a, uint64_t a_count, const uint32_t *b,
                       uint64_t b_count);

/* Of the collections that hold the rarer unit, the share that hold both. */
double pl_units_together(const pl_units *units, uint32_t a, uint32_t b);

/* The same of two labels, whatever they mean. */
double pl_labels_together(const pl_units *units, uint32_t a, uint32_t b);

/* The node that a place is below, as a root; PL_NONE: it is on top. */
static inline uint32_t pl_place_above(const pleach_corpus *corpus,
                                      uint32_t place)
{
    return pl_is_root(corpus, place) ? PL_NONE : pl_root_of(corpus, place);
}

/* Whether a source calls two nodes by one id: a thing with two parents. */
static inline bool pl_is_one_thing(const pleach_corpus *corpus, uint32_t a,
                                   uint32_t b)
{
    const uint32_t *id = corpus->node_source_id;
    return id != NULL && id[a] != PL_NONE && id[a] == id[b];
}

#endif
