/* outline_labels.h: what the nodes of an outline are called where each needs
 * a name of its own. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_OUTLINE_LABELS_H
#define PL_OUTLINE_LABELS_H

#include "write/outline.h"

/* Fills outline->identifier: the letters and digits of the name in lower
 * case, with hyphens; behind that of the parent where another node has it
 * already, and a number where that is taken too. They stay the same while
 * others come and go, as long as no node of the same name comes before. A
 * node that its source calls by an id keeps that. Nodes of one address, or of
 * one id, name and owner, are the same concept: outline->same is the first of
 * them, and they share its identifier. */
PLEACH_CHECKED pleach_status pl_outline_identify(pl_outline *outline,
                                                 pleach_error *error);

/* Makes names and further names distinct, however they are spelled. A name
 * that another node has gets that of its parent behind it, in brackets; a
 * further name that another node has goes. */
PLEACH_CHECKED pleach_status pl_outline_part_labels(pl_outline *outline,
                                                    pleach_error *error);

#endif
