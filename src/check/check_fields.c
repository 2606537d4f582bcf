/* check_fields.c: which fields a taxonomy has, and which of them are proved.
 *
 * What neither a row nor the description of results names is no field of a
 * taxonomy; what the description alone names is not proved. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "base/checks.h"
#include "base/status.h"
#include "base/text.h"
#include "check/check.h"
#include "taxonomy/result_fields.h"

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
     "saplings nodes entries names discarded people skipped statements "
     "statements_held "
     "statements_implied statements_overruled tops_overruled clusters trees "
     "depth levels{ aut"},
    {"report.synonyms", COVERED, "file version hash"},
    {"report.vectors", COVERED, "file version hash"},
    {"report.levels", PROVED, "clusters[ instances["},
    {"report.seed", COVERED, "term trees best{"},
    {"report.seed.best", COVERED, "net_similarity aut clusters depth"},
    {"clusters", PROVED,
     "key depth size entries people edge_people voices{ rivals[ tags* "
     "spellings* shaped"},
    {"clusters", CHOSEN, "id name parent also_under[ exemplar{ members["},
    {"clusters.voices", PROVED, "for skip against top also"},
    {"clusters.also_under", PROVED, "people"},
    {"clusters.also_under", COVERED, "parent"},
    {"clusters.rivals", PROVED, "parent people"},
    {"clusters.exemplar", COVERED, "owner id path role"},
    {"clusters.members", PROVED, "owner id path role name source_id"},
    {"clusters.members", UNPROVED, "similarity carries* shaped"},
    {"discarded", PROVED, "owner id path role name source_id"},
    {"discarded", UNPROVED, "reason"},
    {"conflicts", PROVED, "owner id path role name source_id cluster parent"},
    {"conflicts", CHOSEN, "from"},
    {"conflicts", UNPROVED, "cost"},
};
/* Further rows: what is described, and is in none of those above. */
static const struct {
    const char *object;
    const pl_field_list *fields;
} described[] = {{"report", &pl_report_fields},
                 {"clusters", &pl_cluster_fields},
                 {"clusters.voices", &pl_voices_fields}};
enum {
    OWN_ROWS = sizeof rows / sizeof *rows,
    ROWS = OWN_ROWS + sizeof described / sizeof *described,
    DEEPEST = 8
};

/* A field's row, and which name of it is its. */
typedef struct field {
    uint32_t row, place;
    char sign; /* behind the name; 0: a single value */
} field;

static const char *object_of_row(uint32_t row)
{
    return row < OWN_ROWS ? rows[row].object : described[row - OWN_ROWS].object;
}

static standing standing_of_row(uint32_t row)
{
    return row < OWN_ROWS ? rows[row].is : UNPROVED;
}

/* A name of a row: the first, or the one that follows `last`; NULL: there is
 * none. */
static const char *next_name(uint32_t row, uint32_t place, const char *last,
                             size_t *length, char *sign)
{
    if (row >= OWN_ROWS) {
        const pl_field_list *list = described[row - OWN_ROWS].fields;
        if (place >= list->count)
            return NULL;
        const pl_field *is = &list->items[place];
        *sign = (char)(is->kind == PL_FIELD_LIST     ? '['
                       : is->kind == PL_FIELD_OBJECT ? '{'
                                                     : '\0');
        *length = strlen(is->name);
        return is->name;
    }
    const char *name = rows[row].names;
    if (last != NULL) {
        name = last + strcspn(last, " ");
        name += strspn(name, " ");
    }
    *length = strcspn(name, "[{* ");
    *sign = (char)(name[*length] == ' ' ? '\0' : name[*length]);
    return *name == '\0' ? NULL : name;
}

/* The first row of the object that is called so within another; ROWS: it has
 * no fields of its own. */
static uint32_t find_object(const char *around, const char *name)
{
    size_t length = strlen(around);
    for (uint32_t row = 0; row < OWN_ROWS; row++) {
        const char *object = rows[row].object;
        if (strncmp(object, around, length) == 0 &&
            strcmp(object + length + (object[length] == '.'), name) == 0)
            return row;
    }
    return ROWS;
}

static bool find_in_row(field *found, uint32_t row, const char *name)
{
    size_t length;
    const char *at = NULL;
    for (uint32_t place = 0;
         (at = next_name(row, place, at, &length, &found->sign)) != NULL;
         place++)
        if (strncmp(name, at, length) == 0 && name[length] == '\0') {
            found->row = row;
            found->place = place;
            return true;
        }
    return false;
}

/* A field of the object whose first row is given; false: it has none of the
 * name. */
static bool find_field(field *found, uint32_t first, const char *name)
{
    const char *object = first < ROWS ? object_of_row(first) : NULL;
    uint32_t row = first;
    for (; row < OWN_ROWS && strcmp(rows[row].object, object) == 0; row++)
        if (find_in_row(found, row, name))
            return true;
    for (row = OWN_ROWS; object != NULL && row < ROWS; row++)
        if (strcmp(object_of_row(row), object) == 0 &&
            find_in_row(found, row, name))
            return true;
    return false;
}

/* --------------------------------------------------------------- doubts -- */

/* Fields are numbered through all rows. */
static void doubt(pleach_check_result *result, uint32_t row, uint32_t place)
{
    uint32_t number = place;
    size_t length;
    char sign;
    for (uint32_t k = 0; k < row; k++) {
        const char *at = NULL;
        for (uint32_t l = 0; (at = next_name(k, l, at, &length, &sign)) != NULL;
             l++)
            number++;
    }
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

/* Fields have numbers in the order in which the rows name them. */
size_t pleach_not_proved(const pleach_check_result *result, size_t k,
                         bool *possible, char *name, size_t room)
{
    uint32_t number = 0;
    for (uint32_t row = 0; row < ROWS; row++) {
        const char *at = NULL, *object = object_of_row(row);
        size_t length;
        char sign;
        for (uint32_t place = 0;
             (at = next_name(row, place, at, &length, &sign)) != NULL;
             place++, number++) {
            if ((result->not_proved[number / 64] >> number % 64 & 1) == 0 ||
                k-- > 0)
                continue;
            *possible = standing_of_row(row) == CHOSEN;
            return (size_t)snprintf(name, room, "%s%s%.*s", object,
                                    *object == '\0' ? "" : ".", (int)length,
                                    at);
        }
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
    uint64_t unproved[ROWS]; /* a bit for each name that was seen */
} walk;

static pleach_status fail_field(const pl_proof *proof, uint32_t row,
                                const char *name, const char *what,
                                pleach_error *error)
{
    const char *object = row < ROWS ? object_of_row(row) : "";
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
        standing is = standing_of_row(found.row);
        if (is == CHOSEN || is == UNPROVED)
            at->unproved[found.row] |= (uint64_t)1 << found.place;
        if (value->kind >= PL_PARSED_ARRAY)
            row = find_object(object_of_row(row), value->key);
    }
    if (value->kind < PL_PARSED_ARRAY || found.sign == '*')
        return PLEACH_OK;
    assert(at->depth < DEEPEST);
    at->frames[at->depth++] = (frame){value, 0, row};
    return PLEACH_OK;
}

/* All that is there is of the kind that its description says; older files may
 * lack some. `of` is what messages call the object, for a cluster with its
 * id. */
static pleach_status check_kinds(const pl_taxonomy_file *filed,
                                 const pl_field_list *fields,
                                 const pl_parsed *object, const char *of,
                                 pleach_error *error)
{
    for (size_t k = 0; k < fields->count; k++) {
        const pl_field *is = &fields->items[k];
        const pl_parsed *value = pl_parsed_get(object, is->name);
        if (value != NULL && !pl_field_fits(is, value))
            return pl_taxonomy_file_broken(
                filed, error, "The \"%s\" of %s should be %s.", is->name, of,
                pl_field_kind_words(is->kind));
    }
    return PLEACH_OK;
}

/* A field of another kind would be read as if it were missing. */
static pleach_status check_all_kinds(const pl_taxonomy_file *filed,
                                     pleach_error *error)
{
    const pl_parsed *report = pl_parsed_get(filed->root, "report");
    const pl_parsed *clusters = pl_parsed_get(filed->root, "clusters");
    PL_TRY(check_kinds(filed, &pl_report_fields, report, "the report", error));
    for (uint32_t c = 0; c < filed->cluster_count; c++) {
        const pl_parsed *cluster = pl_parsed_at(clusters, c);
        char of[48];
        snprintf(of, sizeof of, "cluster %lld", (long long)filed->id[c]);
        PL_TRY(check_kinds(filed, &pl_cluster_fields, cluster, of, error));
        PL_TRY(check_kinds(filed, &pl_voices_fields,
                           pl_parsed_get(cluster, "voices"), of, error));
    }
    return PLEACH_OK;
}

/* The rows bound how deep this goes: what is below none of them is refused. */
pleach_status pl_check_fields(pl_proof *proof, pleach_error *error)
{
    walk at = {.frames = {{.value = proof->filed->root}}, .depth = 1};
    PL_TRY(check_all_kinds(proof->filed, error));
    while (at.depth > 0) {
        frame *top = &at.frames[at.depth - 1];
        const pl_parsed *value = pl_parsed_at(top->value, top->next++);
        if (value == NULL)
            at.depth--;
        else
            PL_TRY(enter_value(proof, &at, value, error));
    }
    for (uint32_t row = 0; row < ROWS; row++)
        for (uint32_t place = 0; place < 64; place++)
            if ((at.unproved[row] >> place & 1) != 0)
                doubt(&proof->result, row, place);
    return PLEACH_OK;
}
