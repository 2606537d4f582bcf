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

/* Fills parent[0 .. labels), PL_NONE for none. The edge with the most people
 * comes first, of equal ones that of the lower child, then of the lower
 * parent; it counts unless its child has a parent already or it would close a
 * loop. A label below itself says nothing, and a person who repeats a voice
 * says it once. Reorders the voices. False: no memory. */
bool pl_majority_forest(uint32_t *parent, uint32_t labels, pl_voice *voices,
                        size_t count);

#endif
