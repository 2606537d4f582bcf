/* hubs.h: who in a crowd is well connected, found by what they have. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_HUBS_H
#define PL_HUBS_H

#include "base/memory.h"
#include "pleach.h"

/* Members are numbered from 0. What each has: item[first[m] .. first[m + 1]),
 * numbers below a common limit. */
typedef struct pl_member_items {
    PL_LIST(uint64_t) first;
    PL_LIST(uint32_t) item;
} pl_member_items;

/* An index over some of the members, one at a time and used again. Members
 * whose items many others have come first: they are ranked by the sum, over
 * their items, of how many have it. Of each item only those of the best rank
 * are kept. */
typedef struct pl_hubs {
    uint32_t *item_number; /* item -> its place in `items` plus one, or 0 */
    PL_LIST(uint32_t) items;
    PL_LIST(uint64_t) holder_first;
    PL_LIST(uint32_t) holder_count;
    PL_LIST(uint32_t) holder;  /* ranks, ascending */
    PL_LIST(uint64_t) order;   /* by rank: worse standing << 32 | member */
    PL_LIST(uint32_t) common;  /* by rank: items shared with who asks */
    PL_LIST(uint32_t) touched; /* ranks with something in common */
} pl_hubs;

/* Items are below `items`. */
void pl_hubs_open(pl_hubs *hubs, pl_arena *arena, uint32_t items);

/* Indexes `count` members, ascending; the index before is forgotten. */
PLEACH_CHECKED bool pl_hubs_index(pl_hubs *hubs, const pl_member_items *of,
                                  const uint32_t *members, uint32_t count,
                                  uint64_t holders);

/* What a member asks for. */
typedef struct pl_hubs_question {
    const pl_member_items *of;
    uint32_t member;
    uint32_t enough; /* more items in common than so many say no more; 0: what
                        is in common does not count */
    bool anybody;    /* also hubs with which it has nothing in common */
    /* Whether it may have another one. */
    bool (*may)(void *context, uint32_t member, uint32_t other);
    void *context;
} pl_hubs_question;

/* Those with most in common, hubs first among equals: at most `most` into
 * `found`, with `room` for as many keys; returns how many. */
uint32_t pl_hubs_ask(pl_hubs *hubs, const pl_hubs_question *question,
                     uint64_t *room, uint32_t *found, uint32_t most);

#endif
