/* name_words.h: words of names, and which of them say what a thing is. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_NAME_WORDS_H
#define PL_NAME_WORDS_H

#include "base/memory.h"
#include "base/strings.h"
#include "pleach.h"

/* In "Shoes for running & tennis rackets" Shoes and rackets are heads. */
typedef struct pl_name_word {
    uint32_t stem;       /* in `texts`: in the singular */
    uint32_t begin, end; /* bytes of the name */
    bool head;
    bool empty; /* it tells nothing: "of", "other", a number */
} pl_name_word;

/* Words of node n: items[first[n]] .. first[n + 1]. */
typedef struct pl_name_words {
    pl_strings *texts;
    PL_LIST(uint32_t) first;
    PL_LIST(pl_name_word) items;
} pl_name_words;

/* All of it is the arena's. */
PLEACH_CHECKED pleach_status pl_name_words_read(
    pl_name_words *words, pl_arena *arena, const char *const *names,
    uint32_t count, const char *language, pleach_error *error);

/* Gives the next node some words of its own. */
void pl_name_words_add(pl_name_words *words, const pl_name_word *items,
                       size_t count);

/* Whether a word is one of a node's. */
bool pl_has_name_word(const pl_name_words *words, uint32_t n, uint32_t stem);

/* Words of node n that tell something, and how many of them another has. */
uint32_t pl_count_name_words(const pl_name_words *words, uint32_t n,
                             uint32_t other, uint32_t *shared);

#endif
