/* forest.h: the trees of one input in any order, before they become drafts.
 *
 * Every reader but that of JSON Lines fills one of these and finishes it. A
 * node may come before its name, its parents or its children. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_FOREST_H
#define PL_FOREST_H

#include "base/strings.h"
#include "read/reader.h"

typedef struct pl_forest_node {
    uint32_t parent; /* PL_NONE: a top */
    uint32_t owner;  /* in `owners`; PL_NONE: the input's */
    uint32_t first_child, last_child, next;
    uint32_t first_tag, first_alt, first_fact; /* the last one added */
    uint32_t drafted;                          /* its number in the draft ... */
    uint32_t staged; /* ... and of a top, that in the builder */
    uint64_t line;   /* where it was first seen; 0: nowhere */
    pl_span name;    /* of length 0: none, and its children are its parent's */
    pl_span id;      /* of a hierarchy; of length 0: none */
    pl_span source_id; /* of the node itself; of length 0: none, or its key */
    uint32_t copy_of;  /* a node that has further parents; PL_NONE: of none */
} pl_forest_node;

typedef struct pl_forest_tag {
    pl_span text;
    double count;
    uint32_t next;
} pl_forest_tag;

/* What a source says of a node, as in a draft. */
typedef struct pl_forest_fact {
    pl_span property, text, language;
    bool address;
    uint32_t item, next;
} pl_forest_fact;

/* The same, before it is kept. */
typedef struct pl_saying {
    const char *property, *text;
    size_t length;
    const char *language; /* NULL: none */
    bool address;         /* the text is one */
    uint32_t item;        /* of pl_forest_item; 0: of the node itself */
} pl_saying;

typedef struct pl_forest_link {
    uint32_t child, parent;
} pl_forest_link;

typedef struct pl_forest_word {
    uint32_t node, word;
} pl_forest_word;

typedef struct pl_forest {
    pl_reader *reader;
    pl_strings *owners;
    pl_strings *keys; /* how nodes are found again */
    PL_LIST(uint32_t) key_node;
    PL_LIST(char) text;
    PL_LIST(char) key;
    PL_LIST(pl_forest_node) nodes;
    PL_LIST(pl_forest_tag) tags, alts; /* an alt has no count */
    PL_LIST(pl_forest_fact) facts;
    uint32_t items;                /* that nodes have */
    PL_LIST(pl_forest_link) links; /* parents beyond the first */
    PL_LIST(uint8_t) marks;        /* scratch of finishing */
    pl_strings *words;             /* of titles */
    PL_LIST(uint32_t) word_count;
    PL_LIST(pl_forest_word) word_uses;
    uint32_t described; /* how many titles */
    bool circles_are_errors;
    bool keys_are_ids;    /* all nodes were found by id, which trees keep */
    bool shares_lines;    /* trees of one line may be called alike */
    uint64_t last_line;   /* of the tree before */
    uint64_t blank_names; /* names of nothing but blanks ... */
    uint64_t blank_line;  /* ... and where the first stands */
    uint64_t unplaced;    /* texts about no node, which nothing carries */
    pl_draft draft;
} pl_forest;

/* Start from all zeros. All of it is in the reader's arena, which remembers
 * failure: nobody needs to ask before pl_forest_finish does. Without memory
 * there are no new nodes, and what is said of PL_NONE is said of nobody. */
void pl_forest_open(pl_forest *forest, pl_reader *reader);

/* A new node without a name; PL_NONE: no memory. */
uint32_t pl_forest_add(pl_forest *forest, uint32_t parent, uint64_t line);

/* A node's name, trimmed and on one line. One that is blank stays away. */
void pl_forest_name(pl_forest *forest, uint32_t node, const char *name,
                    size_t length);
/* Both at once. */
uint32_t pl_forest_add_named(pl_forest *forest, uint32_t parent,
                             const char *name, size_t length, uint64_t line);
/* The node of that owner and name below that parent, made when new. */
uint32_t pl_forest_child(pl_forest *forest, uint32_t owner, uint32_t parent,
                         const char *name, size_t length, uint64_t line);
/* The same, but PL_NONE if there is none. */
uint32_t pl_forest_find_child(pl_forest *forest, uint32_t owner,
                              uint32_t parent, const char *name, size_t length);
/* The nameless node of that id, made when new; its line is 0. */
uint32_t pl_forest_by_id(pl_forest *forest, uint32_t owner, const char *id,
                         size_t length);
/* The same, but PL_NONE if there is none. */
uint32_t pl_forest_find_id(pl_forest *forest, uint32_t owner, const char *id,
                           size_t length);
/* An owner's number. */
uint32_t pl_forest_owner(pl_forest *forest, const char *name, size_t length);

/* The name or id that the key-th node which was found by one was found by. */
const char *pl_forest_key(const pl_forest *forest, uint32_t key,
                          size_t *length);

/* Says that `parent` is above `child`. Of several parents the first has the
 * child with all below it, the others have it as a leaf. */
void pl_forest_link_nodes(pl_forest *forest, uint32_t child, uint32_t parent);

void pl_forest_tag_node(pl_forest *forest, uint32_t node, const char *text,
                        size_t length, double count);
/* The words of the title of something in the node as tags, but for those that
 * many titles of the input have. */
void pl_forest_tag_words(pl_forest *forest, uint32_t node, const char *text,
                         size_t length);
void pl_forest_alt(pl_forest *forest, uint32_t node, const char *text,
                   size_t length);
/* Keeps what is said word for word; a blank text says nothing. */
void pl_forest_say(pl_forest *forest, uint32_t node, const pl_saying *saying);
/* A definition or description, which is no list of keywords. */
static inline void pl_forest_define(pl_forest *forest, uint32_t node,
                                    const char *text, size_t length)
{
    pl_forest_say(forest, node,
                  &(pl_saying){.property = "skos:definition",
                               .text = text,
                               .length = length});
}
/* The number of a new item, such as a link; all that is said of one comes
 * before the next item of its node. */
static inline uint32_t pl_forest_item(pl_forest *forest)
{
    return ++forest->items;
}
/* What the hierarchy, and what the node itself, is called by. */
void pl_forest_id(pl_forest *forest, uint32_t node, const char *text,
                  size_t length);
void pl_forest_source_id(pl_forest *forest, uint32_t node, const char *text,
                         size_t length);

static inline const char *pl_forest_text(const pl_forest *forest, pl_span span)
{
    return span.length == 0 ? "" : forest->text.items + span.start;
}

/* Makes tags of the words, when all of them have been seen. */
void pl_forest_finish_words(pl_forest *forest);

/* In forest_finish.c: lets a node say what another did, behind its own; to
 * PL_NONE it is counted, as whatever was read is carried or told. */
void pl_forest_hand_over(pl_forest *forest, uint32_t from, uint32_t to);

/* What is said of the whole document, or of its scheme, has no node to carry
 * it: how much that is. */
void pl_forest_tell_unplaced(const pl_forest *forest);

/* Puts nodes whose parent was never named at the top, and
 * counts them. */
void pl_forest_drop_nameless(pl_forest *forest);

/* Adds all trees to the builder. What leads in a circle or is nested too
 * deep is bad data, with the line of a node, or is told and mended. */
PLEACH_CHECKED pleach_status pl_forest_finish(pl_forest *forest,
                                              pleach_error *error);

#endif
