/* json_events.h: a JSON parser on its way through hierarchies. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_JSON_EVENTS_H
#define PL_JSON_EVENTS_H

#include "base/json_scan.h"
#include "read/reader.h"

typedef enum pl_parse_field {
    FIELD_OTHER = 0,
    FIELD_NAME = 1,
    FIELD_TAGS = 2,
    FIELD_CHILDREN = 4,
    FIELD_OWNER = 8,
    FIELD_ID = 16,
    FIELD_VECTOR = 32,
    FIELD_ALTS = 64,
    FIELD_SOURCE_ID = 128, /* the id of a node below the top */
    FIELD_CARRIES = 256,   /* corpus/payload.h */
} pl_parse_field;

typedef enum pl_parse_place {
    AT_TOP,
    IN_DOCUMENT_LIST,
    IN_NODE,
    IN_CHILDREN,
    IN_TAG_COUNTS,
    IN_TAG_LIST,
    IN_VECTOR,
    IN_ALTS,
} pl_parse_place;

typedef struct pl_parse_level {
    pl_parse_place place;
    pl_parse_field seen; /* of a node */
    uint32_t node;       /* that this level is in or is */
    size_t start;        /* byte of the piece */
} pl_parse_level;

/* What is open: each node brings its object and its list of children. */
enum { PL_PARSE_LEVELS = 2 * PL_DEEPEST + 4 };

typedef struct pl_parse {
    pl_reader *reader;
    pl_scan scan;
    pl_draft draft;
    pl_piece piece; /* what is being parsed: a line or a document */
    bool document;  /* not JSON Lines */
    pl_parse_level levels[PL_PARSE_LEVELS];
    unsigned depth;       /* levels[depth] is the innermost */
    unsigned ignored;     /* brackets open in a field that is not ours */
    pl_parse_field field; /* whose value comes next */
    char slip[20];        /* its name, if others mean children; else "" */
    pl_span unknown;      /* its name, if it is not ours */
    size_t carried;       /* byte where what a node carries begins */
    pl_span tag;          /* whose count comes next */
    uint64_t line;        /* of byte `counted` of the piece */
    size_t counted;
    uint64_t hierarchies; /* finished in this piece */
    uint64_t slipped;     /* the last of them that such a name was told of */
    pleach_status status;
    pleach_error *error;
} pl_parse;

/* In json_events.c: takes in the token that was scanned last. They fill the
 * draft; false: it was refused, and `status` and `error` say why. */
bool pl_parse_take(pl_parse *self, pl_token token);

#endif
