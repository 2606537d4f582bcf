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
/* Further fields: what is described, and is in none of those rows. */
static const struct {
    const char *object;
    const pl_field_list *fields;
} described[] = {{"report", &pl_report_fields},
                 {"clusters", &pl_cluster_fields},
                 {"clusters.voices", &pl_votes_fields}};
enum {
    ROWS = sizeof rows / sizeof *rows,
    DESCRIBED = sizeof described / sizeof *described,
    MOST_FIELDS = 192,
    DEEPEST = 8
};

typedef struct field {
    const char *object, *name;
    size_t length; /* of the name */
    char sign;     /* behind it; 0: a single value */
    standing is;
    const pl_field *told; /* its description; NULL: it has none */
    uint32_t inner;       /* the first field of what it holds; `count`: none */
} field;

/* Those of one object stand together. */
typedef struct pl_known_fields {
    field items[MOST_FIELDS];
    uint32_t count;
} field_list;

/* A field of the object whose first one is given; `count`: it has none. */
static uint32_t find_field(const field_list *all, uint32_t first,
                           const char *name)
{
    const char *object = first < all->count ? all->items[first].object : "";
    for (uint32_t k = first;
         k < all->count && strcmp(all->items[k].object, object) == 0; k++)
        if (strncmp(name, all->items[k].name, all->items[k].length) == 0 &&
            name[all->items[k].length] == '\0')
            return k;
    return all->count;
}

static uint32_t find_object(const field_list *all, const char *object)
{
    uint32_t k = 0;
    while (k < all->count && strcmp(all->items[k].object, object) != 0)
        k++;
    return k;
}

static void add_field(field_list *all, field is)
{
    assert(all->count < MOST_FIELDS);
    all->items[all->count++] = is;
}

/* A field that has a row already is described besides. */
static void add_described(field_list *all, const char *object)
{
    uint32_t first = find_object(all, object);
    for (size_t d = 0; d < DESCRIBED; d++)
        for (size_t k = 0; strcmp(described[d].object, object) == 0 &&
                           k < described[d].fields->count;
             k++) {
            const pl_field *is = &described[d].fields->items[k];
            uint32_t found = find_field(all, first, is->name);
            if (found == all->count)
                add_field(all, (field){.object = object,
                                       .name = is->name,
                                       .length = strlen(is->name),
                                       .is = UNPROVED});
            all->items[found].told = is;
        }
}

/* All of them, by object. */
static void list_fields(field_list *all)
{
    char inner[64];
    all->count = 0;
    for (size_t row = 0; row < ROWS; row++) {
        const char *object = rows[row].object, *at = rows[row].names;
        for (size_t length; *at != '\0';
             at += length, at += strspn(at, "[{* ")) {
            length = strcspn(at, "[{* ");
            char sign = (char)(at[length] == ' ' ? '\0' : at[length]);
            add_field(all, (field){.object = object,
                                   .name = at,
                                   .length = length,
                                   .sign = sign,
                                   .is = rows[row].is});
        }
        if (row + 1 == ROWS || strcmp(rows[row + 1].object, object) != 0)
            add_described(all, object);
    }
    for (uint32_t k = 0; k < all->count; k++) {
        const field *is = &all->items[k];
        snprintf(inner, sizeof inner, "%s%s%.*s", is->object,
                 *is->object == '\0' ? "" : ".", (int)is->length, is->name);
        all->items[k].inner = find_object(all, inner);
    }
}

/* --------------------------------------------------------------- doubts -- */

static void doubt(pleach_check_result *result, uint32_t number)
{
    assert(number / 64 < sizeof result->not_proved / sizeof(uint64_t));
    result->not_proved[number / 64] |= (uint64_t)1 << number % 64;
}

void pl_doubt_field(pl_proof *proof, const char *object, const char *name)
{
    const field_list *all = proof->fields;
    uint32_t found = find_field(all, find_object(all, object), name);
    assert(found < all->count);
    if (found < all->count)
        doubt(&proof->result, found);
}

/* Fields have numbers by object, in the order of the rows; those that are only
 * described come behind the others of their object. */
size_t pleach_not_proved(const pleach_check_result *result, size_t k,
                         bool *possible, char *name, size_t room)
{
    field_list all;
    list_fields(&all);
    for (uint32_t number = 0; number < all.count; number++) {
        const field *is = &all.items[number];
        if ((result->not_proved[number / 64] >> number % 64 & 1) == 0 ||
            k-- > 0)
            continue;
        *possible = is->is == CHOSEN;
        return (size_t)snprintf(name, room, "%s%s%.*s", is->object,
                                *is->object == '\0' ? "" : ".", (int)is->length,
                                is->name);
    }
    return 0;
}

/* ----------------------------------------------------------------- walk -- */

/* A list or an object; `first` is the first of its fields. */
typedef struct frame {
    const pl_parsed *value;
    size_t next;
    uint32_t first;
} frame;

typedef struct walk {
    const field_list *all;
    frame frames[DEEPEST];
    size_t depth;
} walk;

static pleach_status fail_field(const pl_proof *proof, const walk *at,
                                uint32_t first, const char *name,
                                const char *what, pleach_error *error)
{
    const char *object =
        first < at->all->count ? at->all->items[first].object : "";
    return pl_broken(proof->filed, error, "The field \"%s%s%.*s\" %s.", object,
                     *object == '\0' ? "" : ".",
                     pl_text_cut(name, strlen(name), 40), name, what);
}

/* A field of another kind would be read as if it were missing. */
static bool is_kind(const pl_parsed *value, const field *is)
{
    bool list = value->kind == PL_PARSED_ARRAY;
    bool object = value->kind == PL_PARSED_OBJECT;
    if (is->told != NULL)
        return pl_field_fits(is->told, value);
    if (value->kind == PL_PARSED_NULL)
        return is->sign != '*';
    return is->sign == '['    ? list
           : is->sign == '\0' ? !list && !object
                              : object;
}

/* An item of a list, or a field of an object. */
static pleach_status enter_value(pl_proof *proof, walk *at,
                                 const pl_parsed *value, pleach_error *error)
{
    uint32_t first = at->frames[at->depth - 1].first;
    bool of_people = false;
    if (value->key == NULL && value->kind == PL_PARSED_ARRAY)
        return fail_field(proof, at, first, "", "has a list in a list", error);
    if (value->key != NULL) {
        uint32_t found = find_field(at->all, first, value->key);
        if (found == at->all->count)
            return fail_field(proof, at, first, value->key,
                              "is none that taxonomies have", error);
        const field *is = &at->all->items[found];
        of_people = is->sign == '*';
        if (!is_kind(value, is)) {
            char what[64] = "holds something else than it should";
            if (is->told != NULL)
                snprintf(what, sizeof what, "should be %s",
                         pl_field_kind_words(is->told->kind));
            return fail_field(proof, at, first, value->key, what, error);
        }
        if (is->is == CHOSEN || is->is == UNPROVED)
            doubt(&proof->result, found);
        first = is->inner;
    }
    if (value->kind < PL_PARSED_ARRAY || of_people)
        return PLEACH_OK;
    assert(at->depth < DEEPEST);
    at->frames[at->depth++] = (frame){value, 0, first};
    return PLEACH_OK;
}

/* The rows bound how deep this goes: what is below none of them is refused. */
pleach_status pl_check_fields(pl_proof *proof, pleach_error *error)
{
    field_list *all = PL_ARENA_ARRAY(proof->filed->arena, field_list, 1);
    PL_TRY(pl_check_memory(proof->filed->arena, error));
    list_fields(all);
    proof->fields = all;
    walk at = {
        .all = all, .frames = {{.value = proof->filed->root}}, .depth = 1};
    while (at.depth > 0) {
        frame *top = &at.frames[at.depth - 1];
        const pl_parsed *value = pl_parsed_at(top->value, top->next++);
        if (value == NULL)
            at.depth--;
        else
            PL_TRY(enter_value(proof, &at, value, error));
    }
    return PLEACH_OK;
}
