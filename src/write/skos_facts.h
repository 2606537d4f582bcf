/* skos_facts.h: what a source says of a concept, put so that SKOS allows it. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SKOS_FACTS_H
#define PL_SKOS_FACTS_H

#include "write/outline.h"

typedef struct pl_skos_fact {
    const pl_carried *fact;
    const char *property; /* that it becomes */
    uint32_t rank;        /* of the property */
    bool again;           /* another one says the same */
} pl_skos_fact;

/* Scratch that serves all concepts, in lists of an arena. */
typedef struct pl_skos_facts {
    PL_LIST(pl_skos_fact) list;
    PL_LIST(pl_carried) own; /* what the outline says, as facts */
} pl_skos_facts;

/* Fills the list with what is said of a node, by property: one preferred label
 * for each language, which is the node's name where that is one of them, and no
 * label twice. A cluster has its names besides, since sources without facts
 * gave it some, and so has what has no facts. Names are in `language`; "": in
 * none that is known. */
void pl_skos_facts_order(pl_skos_facts *facts, const pl_outline *outline,
                         const pl_outline_node *node, const char *language);

/* Whether Turtle can say it. */
bool pl_skos_may_write(const pl_carried *fact);

#endif
