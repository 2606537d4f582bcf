/* solver_words.h: solvers by what people call them. */
/* SPDX-License-Identifier: MIT */
#ifndef SOLVER_WORDS_H
#define SOLVER_WORDS_H

#include <string.h>

#include "pleach.h"

/* NULL, and a word that is none, are the usual one. */
static inline pleach_solver solver_of(const char *word)
{
    static const char *const words[] = {PLEACH_SOLVER_WORDS};
    for (int k = 0; k < (int)(sizeof words / sizeof *words); k++)
        if (word != NULL && strcmp(words[k], word) == 0)
            return (pleach_solver)(k + 1);
    return PLEACH_SOLVER_USUAL;
}

#endif
