/* values.h: a JSON or YAML document in memory, with the line of each value. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_VALUES_H
#define PL_VALUES_H

#include "base/json_scan.h"
#include "read/rows.h"

typedef enum pl_value_kind {
    PL_VALUE_MAP,
    PL_VALUE_LIST,
    PL_VALUE_TEXT,
    PL_VALUE_NUMBER,
    PL_VALUE_TRUTH,   /* "true" or "false" */
    PL_VALUE_NOTHING, /* null */
} pl_value_kind;

typedef struct pl_value {
    pl_value_kind kind;
    uint32_t end; /* what is in it: the values after it, up to here */
    uint64_t line;
    size_t at;    /* of JSON: the byte where it begins */
    pl_span key;  /* in a map */
    bool merged;  /* "<<" of YAML: what it holds is in the map around it */
    pl_span text; /* of a map or list of JSON: all of it, as it stands there */
} pl_value;

/* Values in preorder: those in v are v + 1, the end of that one ... up to the
 * end of v. Value 0 is a list of all documents. All of it is in an arena, which
 * remembers failure: who reads a text into it asks once, at its end. Texts
 * without escapes stay where they were read. */
typedef struct pl_values {
    const char *borrowed;
    size_t borrowed_length;
    PL_LIST(pl_value) values;
    PL_LIST(char) text;
    PL_LIST(uint32_t) open; /* maps and lists, the innermost last */
    PL_LIST(char) joined;   /* numbers of a list that is carried */
    pl_span key;            /* of the value that comes next ... */
    uint64_t key_line;      /* ... and where it stands */
    bool merging;           /* it is to be merged */
} pl_values;

enum { PL_VALUES_DEEPEST = 256 };

void pl_values_start(pl_values *values, pl_arena *arena);

/* A map or a list begins, and ends. */
void pl_values_open(pl_values *values, pl_value_kind kind, uint64_t line);
void pl_values_close(pl_values *values);
/* A copy of a text. */
pl_span pl_values_keep(pl_values *values, const char *text, size_t length);
void pl_values_key(pl_values *values, pl_span key, uint64_t line);
void pl_values_add(pl_values *values, pl_value value);
/* Once more a value that is complete. */
void pl_values_repeat(pl_values *values, uint32_t value);

static inline const pl_value *pl_values_at(const pl_values *values, uint32_t v)
{
    return &values->values.items[v];
}

static inline const char *pl_values_text(const pl_values *values, pl_span span)
{
    return span.length == 0 ? ""
           : span.start < values->borrowed_length
               ? values->borrowed + span.start
               : values->text.items + (span.start - values->borrowed_length);
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

/* The number of a value's key, case and punctuation aside, among words with a
 * blank around each, " id code "; -1: it is none of them. */
int pl_values_find_key(const pl_values *values, uint32_t v, const char *words);
static inline bool pl_values_key_is(const pl_values *values, uint32_t v,
                                    const char *words)
{
    return pl_values_find_key(values, v, words) >= 0;
}

/* Calls for each text in a field that a node is to carry: "colour", or, of what
 * is nested, "size.width". Numbers of a list are one text. */
typedef void pl_values_hear(void *context, const char *property,
                            const char *text, size_t length);
void pl_values_carry(pl_values *values, uint32_t field, pl_values_hear *hear,
                     void *context);

/* How far a text could be read that may be only the beginning of one. */
typedef enum pl_values_end {
    PL_VALUES_WHOLE,
    PL_VALUES_CUT,
    PL_VALUES_WRONG
} pl_values_end;
/* Takes in what there is; memory is for the caller to ask for. */
pl_values_end pl_values_look(pl_values *values, const pl_piece *text);

/* In values_json.c: the values of a text one after another. Start from all
 * zeros, and free the scan. */
typedef struct pl_json_load {
    pl_values *values;
    const pl_piece *text; /* which the values borrow */
    pl_scan scan;
    size_t counted; /* bytes whose lines are counted */
    uint64_t line;
    const char *wrong; /* with the token that was scanned last; else NULL */
} pl_json_load;
void pl_json_load_start(pl_json_load *load, pl_values *values,
                        const pl_piece *text);
/* Adds the next one; false: there is none, or not all of it is there or right.
 * The end of a bracket that was opened before is passed over. */
bool pl_json_load_next(pl_json_load *load);
/* PLEACH_BAD_DATA if something is wrong, or brackets are open at the end. */
PLEACH_CHECKED pleach_status pl_json_load_check(const pl_json_load *load,
                                                pl_reader *reader,
                                                const char *cut,
                                                pleach_error *error);

/* In values_json.c and values_yaml.c: fill values from a text; several
 * documents may follow one another. */
PLEACH_CHECKED pleach_status pl_values_read_json(pl_values *values,
                                                 pl_reader *reader,
                                                 const pl_piece *text,
                                                 pleach_error *error);
PLEACH_CHECKED pleach_status pl_values_read_yaml(pl_values *values,
                                                 pl_reader *reader,
                                                 const pl_piece *text,
                                                 pleach_error *error);

/* In values_rows.c: these fill rows, which are empty, if there is a table, and
 * leave them empty else. Rows of records begin with their keys. */

/* A list of pairs of texts, of paths, or of maps whose keys name columns. */
void pl_values_list_rows(pl_values *values, uint32_t list, pl_rows *rows);

/* Records that name their parent by its id, wherever they are: what is nested
 * around them and in them (departments of categories, with their ancestors)
 * only says the same. There is no table if a record is inside another. */
void pl_values_linked_rows(pl_values *values, pl_rows *rows);

#endif
