/* expression.h: the grammar of --similarity: a sum of weighted terms. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_EXPRESSION_H
#define PL_EXPRESSION_H

#include "pleach.h"

enum { PL_MOST_TERMS = 16, PL_MOST_SOURCES = 8 };

/* One term as written; texts point into the expression. */
typedef struct pl_written_term {
    double weight; /* 1 when none is written */
    const char *name;
    size_t name_length;
    const char *argument; /* NULL: none; quotes are taken off */
    size_t argument_length;
    size_t column; /* of the name, from 1 */
} pl_written_term;

typedef struct pl_expression {
    uint32_t count, source_count;
    pl_written_term terms[PL_MOST_TERMS];
    pl_written_term sources[PL_MOST_SOURCES]; /* without weights */
} pl_expression;

/* Understands
 *     expression = term { "+" term } [ "with" source { "and" source } ]
 *     term       = [ number "*" ] name [ ":" argument ]
 *     source     = name ":" argument
 * with white space anywhere between them. An argument ends at white space or
 * "+", unless it stands in double quotes. PLEACH_BAD_USAGE tells the column. */
PLEACH_CHECKED pleach_status pl_expression_parse(pl_expression *expression,
                                                 const char *text,
                                                 pleach_error *error);

/* A usage error at a column (from 1) of the expression. */
pleach_status pl_expression_fail(const char *text, size_t column,
                                 pleach_error *error, const char *why);

#endif
