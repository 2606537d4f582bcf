/* place.h: which cluster lies below which: the forest that most voices want.
 *
 * Heaviest first: each statement that somebody made is an edge that may be
 * taken; an edge that would close a loop, or that is too weak for its child,
 * is not. What weighs is the SHARE of a child's voices, not their number: a
 * narrow concept that many people mention is put above its parent by a few of
 * them, and these few outnumber those who have it right, but not by share.
 * docs/method.md, 13, derives the rules and says what each one brought. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PLACE_H
#define PL_PLACE_H

#include "placing/obey.h"
#include "placing/titles.h"

typedef struct pl_place_rules {
    bool by_count;    /* the most voices win, and nothing else counts */
    double shortcut;  /* what a voice for a parent's ancestor adds */
    double top;       /* voices needed per person who has it on top, below
                         which it stays there */
    bool disagreeing; /* people hardly agree: one of them hangs nothing that
                         many have something below */
    bool further;     /* a cluster may have further parents */
    const pl_titles *titles; /* of the statements */
    const pl_orders *orders; /* what is decided; NULL: nothing */
} pl_place_rules;

/* Fills parent[c], PL_NONE for a tree's root; there are no loops. *closing
 * counts the statements that would have closed one. The same for any order of
 * the input. */
PLEACH_CHECKED pleach_status pl_place(uint32_t *parent, uint64_t *closing,
                                      const pl_statements *statements,
                                      const pl_place_rules *rules,
                                      pleach_error *error);

/* The share of all that is said about a child that a weight of voices is. Below
 * 1 even where all agree: a single voice leaves doubt. */
double pl_voice_share(const pl_statements *statements, uint32_t child,
                      double weight);

#endif
