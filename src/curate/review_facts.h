/* review_facts.h: a result as those who look for doubts want it. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_REVIEW_FACTS_H
#define PL_REVIEW_FACTS_H

#include "base/memory.h"
#include "base/strings.h"
#include "pleach.h"

/* The members of a cluster that have one name. */
typedef struct pl_name_group {
    uint32_t cluster, key;
    uint32_t nodes;
    uint32_t member;   /* the first of them */
    double similarity; /* to the exemplar, a mean */
} pl_name_group;

typedef struct pl_review_facts {
    const pleach_taxonomy *result;
    pl_arena *arena;
    uint32_t count;
    pleach_cluster *cluster;
    pl_strings *keys;   /* names, normalised */
    uint32_t *key_home; /* per key: the only cluster that has it, or PL_NONE */
    /* Groups of cluster c, the largest first: group[group_first[c]] up to the
     * next. */
    uint32_t *group_first; /* count + 1 */
    pl_name_group *group;
    /* Hierarchies that cluster c has nodes of, ascending; the same way. */
    uint32_t *tree_first;
    uint32_t *tree;
    pl_strings *places; /* nodes as ID:PATH; both roles of one are one */
    uint32_t *place_cluster, *place_key; /* per place: where it is, its name */
} pl_review_facts;

PLEACH_CHECKED pleach_status pl_review_facts_gather(
    pl_review_facts *facts, const pleach_taxonomy *result, pleach_error *error);
void pl_review_facts_free(pl_review_facts *facts);

/* The nodes in the branch below a cluster, and in it. */
uint64_t pl_branch_nodes(const pl_review_facts *facts, uint32_t cluster);

/* What a decision calls a group: its name where only this cluster has it, else
 * one of its nodes. Quoted where it would be taken for something else. False:
 * it cannot be written on a line. */
bool pl_write_operand(char *to, size_t room, const pl_review_facts *facts,
                      const pl_name_group *group);
/* The same for a cluster: its largest group. */
bool pl_write_cluster_operand(char *to, size_t room,
                              const pl_review_facts *facts, uint32_t cluster);

#endif
