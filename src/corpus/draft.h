/* draft.h: one hierarchy as it is read, before it is cut into saplings. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_DRAFT_H
#define PL_DRAFT_H

#include "base/memory.h"
#include "pleach.h"

/* Deepest nesting that is read: of hierarchies, and of what is ignored. */
enum { PL_DEEPEST = 64 };

/* Bytes of what a draft borrowed or, counted on from there, of its own. */
typedef struct pl_span {
    size_t start, length;
} pl_span;

typedef struct pl_draft_node {
    uint32_t parent; /* PL_NONE: the top, always node 0 */
    pl_span name;
    pl_span id; /* what its source calls it by; empty: it has none */
} pl_draft_node;

typedef struct pl_draft_tag {
    uint32_t node;
    pl_span text;
    double count;
} pl_draft_tag;

/* A further name of a node. */
typedef struct pl_draft_alt {
    uint32_t node;
    pl_span text;
} pl_draft_alt;

/* What a source says of a node, or of something that is in it, word for word,
 * for whoever writes it again (payload.h). */
typedef struct pl_draft_fact {
    uint32_t node;
    uint32_t item;    /* which of the node's; 0: the node itself */
    bool address;     /* the text is one, and no literal */
    pl_span property; /* "skos:scopeNote", or a field of the item */
    pl_span text;
    pl_span language; /* empty: none */
} pl_draft_fact;

/* Start from all zeros. Nodes are in preorder; the rest in any order. */
typedef struct pl_draft {
    const char *borrowed;
    size_t borrowed_length;
    PL_LIST(char) text; /* its own */
    PL_LIST(pl_draft_node) nodes;
    PL_LIST(pl_draft_tag) tags;
    PL_LIST(pl_draft_alt) alts;
    PL_LIST(pl_draft_fact) facts;
    pl_span owner;
    pl_span id; /* empty: none was given */
} pl_draft;

/* Lets an arena own all lists of an empty draft, and remember failure. */
void pl_draft_in_arena(pl_draft *draft, pl_arena *arena);
/* Empties a draft for the next hierarchy and keeps its memory. */
void pl_draft_clear(pl_draft *draft);

/* Lets spans point into a text that stays where it is while the draft is in
 * use, so that it need not be copied. */
void pl_draft_borrow(pl_draft *draft, const char *text, size_t length);

/* Copies its bytes; false: no memory. */
PLEACH_CHECKED bool pl_draft_keep(pl_draft *draft, pl_span *span,
                                  const char *bytes, size_t length);

/* Somebody who sees each draft before it is cut; false: no memory. */
struct pl_origin;
typedef struct pl_draft_keeper {
    bool (*keep)(void *context, const pl_draft *draft,
                 const struct pl_origin *origin);
    void (*join)(void *context, uint32_t root, uint32_t leaf); /* or NULL */
    void *context;
} pl_draft_keeper;

static inline const char *pl_draft_at(const pl_draft *draft, pl_span span)
{
    return span.start < draft->borrowed_length
               ? draft->borrowed + span.start
               : draft->text.items + (span.start - draft->borrowed_length);
}

#endif
