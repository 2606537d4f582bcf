/* cross_nodes.h: the nodes of all sources, laid out for being held against
 * each other: words, what is above and below, the concepts they went to. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CROSS_NODES_H
#define PL_CROSS_NODES_H

#include "base/strings.h"
#include "same/answered.h"
#include "taxonomy/placed_nodes.h"

/* Some numbers of each of many: item[first[k]] up to item[first[k + 1]]. */
typedef struct pl_cross_sets {
    uint32_t *first, *item;
} pl_cross_sets;

/* Nodes are in the order of their sources, a node before those below it. */
typedef struct pl_cross_nodes {
    const pleach_taxonomy *forest;
    pl_arena *arena;
    pl_placed_nodes placed;
    const pl_placed_node *list; /* of placed */
    uint32_t count;
    PL_LIST(const char *) sources;
    uint32_t *source_first; /* sources + 1 */

    /* Per node. */
    uint32_t *source;
    uint32_t *end;               /* behind the last node below it */
    uint32_t *squashed, *sorted; /* its name, as name_reader.h has it */
    pl_cross_sets called;        /* that, and further names so, ascending */
    pl_cross_sets own;           /* words of its name, ascending */
    pl_cross_sets head;          /* those that say what it is (name_words.h) */
    pl_cross_sets above;         /* words of what is above, ascending */
    pl_cross_sets kids;          /* names (sorted) right below, ascending */

    /* Tokens are words in the singular, stems, and whole names. */
    pl_strings *tokens;
    uint32_t *stem;     /* per token: that word's stem, or PL_NONE */
    double *weight;     /* per token: rare ones weigh more */
    pl_cross_sets with; /* per token: nodes that have it, ascending */

    /* Per cluster. */
    pleach_cluster *cluster;
    pl_cross_sets members;
    uint32_t *next_place; /* another one of the same concept, or PL_NONE */

    /* Names (sorted) << 32 | names of which somebody decided that they are
     * different, both ways round, ascending. */
    PL_LIST(uint64_t) refused;

    /* What people or models answered; uses is NULL where nobody was asked. */
    pl_labels labels;
    pl_answered answered;
} pl_cross_nodes;

/* What the forest itself is called where it is the last of the sources. */
#define PL_CROSS_RESULT "result"

/* Start from all zeros, and free it in any case. `with_result`: the clusters
 * are the last source, one node each and in their order. */
PLEACH_CHECKED pleach_status pl_cross_nodes_make(pl_cross_nodes *self,
                                                 const pleach_taxonomy *forest,
                                                 bool with_result,
                                                 pleach_error *error);
void pl_cross_nodes_free(pl_cross_nodes *self);

/* The items of a set that are from `from` on and below `end`. */
typedef struct pl_cross_run {
    const uint32_t *item;
    uint32_t count;
} pl_cross_run;

static inline pl_cross_run pl_cross_set(const pl_cross_sets *sets, uint32_t k)
{
    return (pl_cross_run){sets->item + sets->first[k],
                          sets->first[k + 1] - sets->first[k]};
}

/* The same without those that are not of a source. */
pl_cross_run pl_cross_of_source(const pl_cross_nodes *self,
                                const pl_cross_sets *sets, uint32_t k,
                                uint32_t source);

/* How many items of a run another has, too. */
uint32_t pl_cross_common(pl_cross_run a, pl_cross_run b);

/* Nodes of a source, and the concept of a node; PL_NONE: it was discarded. */
static inline uint32_t pl_cross_size(const pl_cross_nodes *self, uint32_t s)
{
    return self->source_first[s + 1] - self->source_first[s];
}

static inline uint32_t pl_cross_concept(const pl_cross_nodes *self, uint32_t k)
{
    uint32_t c = self->list[k].cluster;
    return c == PL_NONE ? PL_NONE : self->cluster[c].concept;
}

/* But for order, plural and the like. */
static inline bool pl_cross_same_name(const pl_cross_nodes *self, uint32_t a,
                                      uint32_t b)
{
    return self->squashed[a] == self->squashed[b] ||
           self->sorted[a] == self->sorted[b];
}

/* The same with further names. */
bool pl_cross_called_alike(const pl_cross_nodes *self, uint32_t a, uint32_t b);

#endif
