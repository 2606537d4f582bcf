/* check_fields.c: which fields a taxonomy has, and which of them are proved.
 *
 * What no row names is no field of a taxonomy. So whoever adds one to what is
 * written has to say here whether it is proved. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/checks.h"
#include "base/status.h"
#include "base/text.h"
#include "check/check.h"

typedef enum standing {
    PROVED,
    CHOSEN,   /* proved to be possible, while something else might be as well */
    UNPROVED, /* nothing is known of it, or only that it adds up */
    COVERED,  /* what it is a part of is told as not proved */
} standing;

/* Fields of an object. A "[" behind a name means a list, "{" an object, "*" one
 * whose keys are texts of people. */
static const struct {
    const char *object;
    standing is;
    const char *names;
} rows[] = {
    {"", PROVED, "format inputs[ decisions{ report{ clusters[ discarded["},
    {"", UNPROVED, "conflicts["},
    {"inputs", PROVED, "name"},
    {"decisions", UNPROVED, "file lines["},
    {"decisions.lines", COVERED, "line decision a b who when applies"},
    {"report", PROVED,
     "saplings nodes names discarded people skipped statements statements_held "
     "statements_implied statements_overruled tops_overruled clusters trees "
     "depth levels{ aut"},
    {"report", UNPROVED,
     "pairs input_format columns label_language solver similarity synonyms[ "
     "vectors[ language candidates crowd capped_blocks preference "
     "preference_rule damping iterations converged net_similarity upper_bound "
     "conflicts cycles_broken expected_merges expected_splits expected_moves "
     "resamples seed{ parents next_id root"},
    {"report", UNPROVED, "dissent skip top"}, /* of earlier versions */
    {"report.synonyms", COVERED, "file version hash"},
    {"report.vectors", COVERED, "file version hash"},
    {"report.levels", PROVED, "clusters[ instances["},
    {"report.seed", COVERED, "term trees best{"},
    {"report.seed.best", COVERED, "net_similarity aut clusters depth"},
    {"clusters", PROVED,
     "key depth size people edge_people voices{ rivals[ tags* spellings*"},
    {"clusters", CHOSEN, "id name parent also_under[ exemplar{ members["},
    {"clusters", UNPROVED,
     "concept decided[ net_similarity support edge_support"},
    {"clusters.voices", PROVED, "for skip against top also"},
    {"clusters.voices", UNPROVED, "reason"},
    {"clusters.also_under", PROVED, "people"},
    {"clusters.also_under", COVERED, "parent"},
    {"clusters.rivals", PROVED, "parent people"},
    {"clusters.exemplar", COVERED, "owner id path role"},
    {"clusters.members", PROVED, "owner id path role name source_id"},
    {"clusters.members", UNPROVED, "similarity carries*"},
    {"discarded", PROVED, "owner id path role name source_id"},
    {"discarded", UNPROVED, "reason"},
    {"conflicts", PROVED, "owner id path role name source_id cluster parent"},
    {"conflicts", CHOSEN, "from"},
    {"conflicts", UNPROVED, "cost"},
};
enum { ROWS = sizeof rows / sizeof *rows, DEEPEST = 8 };

/* A field's row, and which name of it is its. */
typedef struct field {
    uint32_t row, place;
    char sign; /* behind the name; 0: a single value */
} field;

static size_t read_word(const char *names, char *sign)
{
    size_t length = strcspn(names, "[{* ");
    *sign = names[length] == ' ' ? '\0' : names[length];
    return length;
}

static const char *next_word(const char *word)
{
    word += strcspn(word, " ");
    return word + strspn(word, " ");
}

/* The first row of the object that is called so within another; ROWS: it has
 * no fields of its own. */
static uint32_t find_object(const char *around, const char *name)
{
    size_t length = strlen(around);
    for (uint32_t row = 0; row < ROWS; row++) {
        const char *object = rows[row].object;
        if (strncmp(object, around, length) == 0 &&
            strcmp(object + length + (object[length] == '.'), name) == 0)
            return row;
    }
    return ROWS;
}

/* A field of the object whose first row is given; false: it has none of the
 * name. */
static bool find_field(field *found, uint32_t first, const char *name)
{
    for (uint32_t row = first;
         row < ROWS && strcmp(rows[row].object, rows[first].object) == 0;
         row++) {
        uint32_t place = 0;
        for (const char *at = rows[row].names; *at != '\0';
             at = next_word(at), place++) {
            size_t length = read_word(at, &found->sign);
            if (strncmp(name, at, length) != 0 || name[length] != '\0')
                continue;
            found->row = row;
            found->place = place;
            return true;
        }
    }
    return false;
}

/* --------------------------------------------------------------- doubts -- */

/* Fields are numbered through all rows. */
static void doubt(pleach_check_result *result, uint32_t row, uint32_t place)
{
    uint32_t number = place;
    for (uint32_t k = 0; k < row; k++)
        for (const char *at = rows[k].names; *at != '\0'; at = next_word(at))
            number++;
    assert(number / 64 < sizeof result->not_proved / sizeof(uint64_t));
    result->not_proved[number / 64] |= (uint64_t)1 << number % 64;
}

void pl_doubt_field(pl_proof *proof, const char *object, const char *name)
{
    field found;
    bool known = find_field(&found, find_object("", object), name);
    assert(known);
    if (known)
        doubt(&proof->result, found.row, found.place);
}

size_t pleach_not_proved(const pleach_check_result *result, size_t k,
                         bool *possible, char *name, size_t room)
{
    uint32_t number = 0;
    for (uint32_t row = 0; row < ROWS; row++)
        for (const char *at = rows[row].names; *at != '\0';
             at = next_word(at), number++) {
            char sign;
            const char *object = rows[row].object;
            if ((result->not_proved[number / 64] >> number % 64 & 1) == 0 ||
                k-- > 0)
                continue;
            *possible = rows[row].is == CHOSEN;
            return (size_t)snprintf(name, room, "%s%s%.*s", object,
                                    *object == '\0' ? "" : ".",
                                    (int)read_word(at, &sign), at);
        }
    return 0;
}

/* ----------------------------------------------------------------- walk -- */

/* A list or an object; `row` is the first of its fields. */
typedef struct frame {
    const pl_parsed *value;
    size_t next;
    uint32_t row;
} frame;

typedef struct walk {
    frame frames[DEEPEST];
    size_t depth;
    uint32_t unproved[ROWS]; /* a bit for each name that was seen */
} walk;

static pleach_status fail_field(const pl_proof *proof, uint32_t row,
                                const char *name, const char *what,
                                pleach_error *error)
{
    const char *object = row < ROWS ? rows[row].object : "";
    return pl_taxonomy_file_broken(
        proof->filed, error, "The field \"%s%s%.*s\" %s.", object,
        *object == '\0' ? "" : ".", pl_text_cut(name, strlen(name), 40), name,
        what);
}

static bool is_kind(const pl_parsed *value, char sign)
{
    bool list = value->kind == PL_PARSED_ARRAY;
    bool object = value->kind == PL_PARSED_OBJECT;
    if (value->kind == PL_PARSED_NULL)
        return sign != '*';
    return sign == '[' ? list : sign == '\0' ? !list && !object : object;
}

/* An item of a list, or a field of an object. */
static pleach_status enter_value(const pl_proof *proof, walk *at,
                                 const pl_parsed *value, pleach_error *error)
{
    uint32_t row = at->frames[at->depth - 1].row;
    field found = {.sign = '{'};
    if (value->key == NULL && value->kind == PL_PARSED_ARRAY)
        return fail_field(proof, row, "", "has a list in a list", error);
    if (value->key != NULL) {
        if (!find_field(&found, row, value->key))
            return fail_field(proof, row, value->key,
                              "is none that taxonomies have", error);
        if (!is_kind(value, found.sign))
            return fail_field(proof, row, value->key,
                              "holds something else than it should", error);
        if (rows[found.row].is == CHOSEN || rows[found.row].is == UNPROVED)
            at->unproved[found.row] |= (uint32_t)1 << found.place;
        if (value->kind >= PL_PARSED_ARRAY)
            row = find_object(rows[row].object, value->key);
    }
    if (value->kind < PL_PARSED_ARRAY || found.sign == '*')
        return PLEACH_OK;
    assert(at->depth < DEEPEST);
    at->frames[at->depth++] = (frame){value, 0, row};
    return PLEACH_OK;
}

/* The rows bound how deep this goes: what is below none of them is refused. */
pleach_status pl_check_fields(pl_proof *proof, pleach_error *error)
{
    walk at = {.frames = {{.value = proof->filed->root}}, .depth = 1};
    while (at.depth > 0) {
        frame *top = &at.frames[at.depth - 1];
        const pl_parsed *value = pl_parsed_at(top->value, top->next++);
        if (value == NULL)
            at.depth--;
        else
            PL_TRY(enter_value(proof, &at, value, error));
    }
    for (uint32_t row = 0; row < ROWS; row++)
        for (uint32_t place = 0; place < 32; place++)
            if ((at.unproved[row] >> place & 1) != 0)
                doubt(&proof->result, row, place);
    return PLEACH_OK;
}
