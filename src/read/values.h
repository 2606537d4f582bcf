/* values.h: a JSON or YAML document in memory, with the line of each value. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_VALUES_H
#define PL_VALUES_H

#include "read/reader.h"

typedef enum pl_value_kind {
    PL_VALUE_MAP,
    PL_VALUE_LIST,
    PL_VALUE_TEXT,
    PL_VALUE_NUMBER,
    PL_VALUE_NOTHING, /* null, true, false */
} pl_value_kind;

typedef struct pl_value {
    pl_value_kind kind;
    uint32_t end; /* what is in it: the values after it, up to here */
    uint64_t line;
    pl_span key; /* in a map */
    bool merged; /* "<<" of YAML: what it holds is in the map around it */
    pl_span text;
} pl_value;

/* Values in preorder: those in v are v + 1, the end of that one ... up to the
 * end of v. Value 0 is a list of all documents. Start from all zeros. */
typedef struct pl_values {
    PL_LIST(pl_value) values;
    PL_LIST(char) text;
    PL_LIST(uint32_t) open; /* maps and lists, the innermost last */
    pl_span key;            /* of the value that comes next ... */
    uint64_t key_line;      /* ... and where it stands */
    bool merging;           /* it is to be merged */
} pl_values;

enum { PL_VALUES_DEEPEST = 256 };

void pl_values_free(pl_values *values);

/* These are false when there is no memory. */
PLEACH_CHECKED bool pl_values_open(pl_values *values, pl_value_kind kind,
                                   uint64_t line);
void pl_values_close(pl_values *values);
PLEACH_CHECKED bool pl_values_key(pl_values *values, const char *text,
                                  size_t length, uint64_t line);
PLEACH_CHECKED bool pl_values_add(pl_values *values, pl_value_kind kind,
                                  const char *text, size_t length,
                                  uint64_t line);
/* Once more a value that is complete. */
PLEACH_CHECKED bool pl_values_repeat(pl_values *values, uint32_t value);

static inline const pl_value *pl_values_at(const pl_values *values, uint32_t v)
{
    return &values->values.items[v];
}

static inline const char *pl_values_text(const pl_values *values, pl_span span)
{
    return span.length == 0 ? "" : values->text.items + span.start;
}

/* For each value in a map or list. */
#define PL_EACH_VALUE(values, v, of)                                           \
    for (uint32_t v = (of) + 1; v < pl_values_at(values, of)->end;             \
         v = pl_values_at(values, v)->end)

static inline bool pl_values_holds_more(const pl_values *values, uint32_t v)
{
    pl_value_kind kind = pl_values_at(values, v)->kind;
    return kind == PL_VALUE_MAP || kind == PL_VALUE_LIST;
}

/* A text or number that is not blank. */
bool pl_values_is_text(const pl_values *values, uint32_t v);

/* The value of a text or number field of a map whose key is this word, case
 * and punctuation aside; PL_NONE: none. */
bool pl_values_key_is(const pl_values *values, uint32_t v, const char *word);

/* In values_json.c and values_yaml.c: fill values from a text; several
 * documents may follow one another. */
PLEACH_CHECKED pleach_status pl_values_read_json(pl_values *values,
                                                 const pl_reader *reader,
                                                 const pl_piece *text,
                                                 pleach_error *error);
PLEACH_CHECKED pleach_status pl_values_read_yaml(pl_values *values,
                                                 const pl_reader *reader,
                                                 const pl_piece *text,
                                                 pleach_error *error);

#endif
