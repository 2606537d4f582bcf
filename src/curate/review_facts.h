/* review_facts.h: a result as those who look for doubts want it. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_REVIEW_FACTS_H
#define PL_REVIEW_FACTS_H

#include "base/memory.h"
#include "base/strings.h"
#include "pleach.h"
#include "taxonomy/placed_nodes.h"

/* The nodes of a cluster that have one name. */
typedef struct pl_name_group {
    uint32_t cluster, key;
    uint32_t nodes;
    uint32_t place; /* of one that stands as most of them do */
} pl_name_group;

/* A node by its name and that of its parent. */
typedef struct pl_standing {
    uint32_t key, above; /* PL_NONE: it is a top */
    uint32_t cluster, place;
} pl_standing;

typedef struct pl_review_facts {
    const pleach_taxonomy *result;
    pl_arena *arena;
    uint32_t count;
    pleach_cluster *cluster;
    uint64_t *nodes_before; /* count + 1: those of all clusters in front of c */
    pl_strings *keys;       /* names, normalised */
    uint32_t *key_home; /* per key: the only cluster that has it, or PL_NONE */
    /* Groups of cluster c, the largest first: group[group_first[c]] up to the
     * next. */
    uint32_t *group_first; /* count + 1 */
    pl_name_group *group;
    /* Hierarchies that cluster c has nodes of, ascending; the same way. */
    uint64_t *tree_first;
    uint32_t *tree;
    /* A place is a number of `node`, whose cluster is PL_NONE where it was
     * discarded. */
    pl_placed_nodes placed;
    const pl_placed_node *node; /* its list */
    uint32_t place_count;
    uint32_t *key;      /* per place: its name */
    uint32_t *above;    /* the place right above it; PL_NONE: it is a top, or
                           what is above it is not in the result */
    const char **words; /* what it can be called by: ID:PATH */
    pl_strings *known;  /* all of these, ... */
    PL_LIST(uint32_t) known_place; /* ... and the first place of each */
    pl_standing *standing;         /* all places of clusters, in order */
    uint32_t standing_count;
} pl_review_facts;

/* Free the facts in any case. */
PLEACH_CHECKED pleach_status pl_review_facts_gather(
    pl_review_facts *facts, const pleach_taxonomy *result, pleach_error *error);
void pl_review_facts_free(pl_review_facts *facts);

/* The place of ID:PATH; PL_NONE: it is none. */
uint32_t pl_find_place(const pl_review_facts *facts, const char *id,
                       const char *path);

/* The nodes in the branch below a cluster, and in it. */
uint64_t pl_branch_nodes(const pl_review_facts *facts, uint32_t cluster);

/* The nodes of a name, below any parent or below that of a name `above`:
 * standing[*first] up to the end that is returned. */
uint32_t pl_standing_of_key(const pl_review_facts *facts, uint32_t key,
                            uint32_t *first);
uint32_t pl_standing_below(const pl_review_facts *facts, uint32_t key,
                           uint32_t above, uint32_t *first);

/* Longer addresses are not written. */
enum { PL_ADDRESS_BYTES = 2000 };

/* "SOURCE: A > B": whose a node is, and the names from the top down to it.
 * False: something above it is not in the result, or there is no room. */
bool pl_place_address(char *to, size_t room, const pl_review_facts *facts,
                      uint32_t place);
/* What a decision calls one node alone, so that it is found again when others
 * are added: by its address, or by its place where another one has that, or
 * where it cannot be written so. */
const char *pl_write_node(char *to, size_t room, const pl_review_facts *facts,
                          uint32_t place);

/* What a decision calls a node and those that surely mean the same: its name
 * where all of that stand in one cluster below one parent; or its name below
 * its parent where all such are in one cluster; else itself. So nobody who says
 * that two things are the same says so of namesakes that were not meant. Quoted
 * where it would be taken for something else. False: it cannot be written on a
 * line. */
bool pl_write_operand(char *to, size_t room, const pl_review_facts *facts,
                      uint32_t place);
/* The same for a cluster: the first of its largest group. */
bool pl_write_cluster_operand(char *to, size_t room,
                              const pl_review_facts *facts, uint32_t cluster);
/* A group's name; false also where another cluster has it, too. */
bool pl_write_name(char *to, size_t room, const pl_review_facts *facts,
                   const pl_name_group *group);
/* A cluster's where it does no harm to speak of all namesakes in it. */
bool pl_write_whole_operand(char *to, size_t room, const pl_review_facts *facts,
                            uint32_t cluster);

#endif
