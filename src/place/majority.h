/* majority.h: the forest that most voices ask for, given who is whom. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_MAJORITY_H
#define PL_MAJORITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A person says that one label belongs below another. */
typedef struct pl_voice {
    uint32_t child, parent, person;
} pl_voice;

/* How many people want an edge. */
typedef struct pl_vote {
    uint32_t child, parent, people;
} pl_vote;

/* Fills parent[0 .. labels) where it is PL_NONE, as far as anybody asks for
 * one; what is there before stays. The edge with the most people comes first,
 * of equal ones that of the lower child, then of the lower parent; it counts
 * unless its child has a parent already or it would close a loop: *closing
 * counts those. Reorders the votes. False: no memory. */
bool pl_majority_elect(uint32_t *parent, uint64_t *closing, uint32_t labels,
                       pl_vote *votes, size_t count);

/* The same where nothing has a parent beforehand, by single voices. A label
 * below itself says nothing, and a person who repeats a voice says it once.
 * Reorders the voices. False: no memory. */
bool pl_majority_forest(uint32_t *parent, uint32_t labels, pl_voice *voices,
                        size_t count);

#endif
