/* option_table.h: all there is to say about options, in one table. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_OPTION_TABLE_H
#define CLI_OPTION_TABLE_H

#include "options.h"

typedef enum option_kind {
    FLAG,
    TEXT,
    TEXTS,    /* may be repeated */
    CHOICE,   /* one of some words */
    ENUM,     /* the number of one of them; `least` is that of the first */
    WHOLE,    /* in [least, most] */
    REAL,     /* in [least, most) */
    POSITIVE, /* above 0 and up to most, or auto, kept as 0 */
    SHARE,    /* as 20% or 0.2, in (least, most) */
    SIZE,     /* bytes, as 500M or 2G, in [least, most]; where least is below 1
                 also a share of what there is, as 50% */
} option_kind;

typedef struct cli_option {
    const char *name;
    char letter;          /* 0: none */
    const void *argument; /* as help shows it; NULL for flags; the words of
                             CHOICE and ENUM, up to a NULL */
    option_kind kind;
    size_t field; /* where in the options struct */
    double least, most;
    unsigned commands;
    const char *help; /* lines of at most 50 characters */
} cli_option;

/* Parsing, --help and the test of docs/man/pleach.1 all come from it. */
extern const cli_option option_table[];
extern const size_t option_count;

#endif
