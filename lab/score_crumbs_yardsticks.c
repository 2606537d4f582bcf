/* score_crumbs_yardsticks.c: what merging by key, and by truth, with most votes
 * gets; and what there is before anything is merged.
 *
 * Forests that a result must beat, made from the names, owners and paths that
 * the result file itself tells. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "lab/score_crumbs.h"
#include "place/majority.h"

enum { LETTERS_LEFT = 2 }; /* of a key that loses its s or es, at least */

/* The input nodes that the result tells of, by place. */
typedef struct input_nodes {
    pl_arena *arena;
    const pl_result *result;
    uint32_t count;
    uint32_t *name, *owner; /* PL_NONE: not told */
    uint32_t *gold;         /* PL_NONE: the truth does not tell */
    uint32_t *above;        /* the parent's place; PL_NONE: none */
    uint32_t *person;
    pl_strings *labels;
    uint32_t *label;
    PL_LIST(char) text; /* scratch */
    PL_LIST(pl_voice) voices;
} input_nodes;

static const char *path_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL || slash[1] == '\0' ? path : slash + 1;
}

static const char *path_in_place(const char *place)
{
    return place + strlen(place) + 1;
}

/* ------------------------------------------------------ who, and where -- */

/* An inner node has two rows and one place. The later row wins, which changes
 * nothing, since both have its name and owner. */
static void note_rows(input_nodes *nodes, const pl_truth *truth)
{
    const pl_result *result = nodes->result;
    for (uint32_t k = 0; k < nodes->count; k++)
        nodes->name[k] = nodes->owner[k] = nodes->gold[k] = PL_NONE;
    for (size_t k = 0; k < result->rows.count; k++) {
        const pl_result_row *row = &result->rows.items[k];
        nodes->name[row->place] = row->name;
        nodes->owner[row->place] = row->owner;
    }
    for (size_t k = 0; k < truth->rows.count; k++) {
        const pl_truth_row *row = &truth->rows.items[k];
        if (row->place != PL_NONE)
            nodes->gold[row->place] = row->gold;
    }
}

/* Parents follow from paths, so the inputs need not be read again. */
static void find_said_parents(input_nodes *nodes, pl_result *result)
{
    for (uint32_t k = 0; k < nodes->count; k++) {
        const char *id = pl_strings_at(result->places, k),
                   *path = path_in_place(id);
        const char *cut = strrchr(path, '/');
        pl_tsv_cell up = {".", 1};
        if (cut != NULL)
            up = (pl_tsv_cell){path, (size_t)(cut - path)};
        nodes->above[k] =
            strcmp(path, ".") == 0
                ? PL_NONE
                : pl_result_find(result, (pl_tsv_cell){id, strlen(id)}, up);
    }
}

/* Hierarchies that name nobody have the input's name as owner: there, each
 * hierarchy is somebody. */
static void find_owners(input_nodes *nodes)
{
    const pl_result *result = nodes->result;
    const pl_parsed *inputs = pl_parsed_get(result->filed.root, "inputs"),
                    *input;
    uint32_t owners = pl_strings_count(result->owners);
    uint8_t *is_file = PL_ARENA_ARRAY(nodes->arena, uint8_t, owners);
    pl_strings *ids = pl_strings_in(nodes->arena);
    if (pl_arena_failed(nodes->arena))
        return;
    for (size_t at = 0; (input = pl_parsed_at(inputs, at)) != NULL; at++) {
        const char *path = pl_parsed_text(pl_parsed_get(input, "name"));
        const char *file = path == NULL ? "" : path_base_name(path);
        uint32_t found = pl_strings_find(result->owners, file, strlen(file));
        if (found != PL_NONE)
            is_file[found] = 1;
    }
    for (uint32_t k = 0; k < nodes->count; k++) {
        const char *id = pl_strings_at(result->places, k);
        nodes->person[k] = nodes->owner[k];
        if (is_file[nodes->owner[k]])
            nodes->person[k] = owners + pl_strings_add(ids, id, strlen(id));
    }
}

/* ------------------------------------------------------------- labels -- */

static void append_key_text(input_nodes *nodes, const char *text, size_t length)
{
    if (!pl_list_room(&nodes->text, length))
        return;
    memcpy(nodes->text.items + nodes->text.count, text, length);
    nodes->text.count += length;
}

/* Labels stand between quotes, so that ties go by the quoted words: "a" comes
 * before "a b" without them, and after it with them. */
static void put_quoted(input_nodes *nodes, const char *text, size_t length)
{
    bool twice =
        memchr(text, '\'', length) != NULL && memchr(text, '"', length) == NULL;
    const char *quote = twice ? "\"" : "'";
    append_key_text(nodes, quote, 1);
    append_key_text(nodes, text, length);
    append_key_text(nodes, quote, 1);
}

static void put_key_label(input_nodes *nodes, uint32_t place)
{
    const pl_strings *names = nodes->result->names;
    uint32_t name = nodes->name[place];
    const char *text = name == PL_NONE ? "" : pl_strings_at(names, name);
    size_t length = strlen(text);
    if (!pl_list_room(&nodes->text, 2 * length + 6))
        return;
    char *to = nodes->text.items;
    to[0] = '\'';
    nodes->text.count = 1 + pl_plain_key(to + 1, text, length, LETTERS_LEFT);
    to[nodes->text.count++] = '\'';
}

/* Comes after all others: a bracket sorts behind a quotation mark. */
static void put_place_label(input_nodes *nodes, uint32_t place)
{
    const char *id = pl_strings_at(nodes->result->places, place);
    const char *path = path_in_place(id);
    append_key_text(nodes, "(", 1);
    put_quoted(nodes, id, strlen(id));
    append_key_text(nodes, ", ", 2);
    put_quoted(nodes, path, strlen(path));
}

/* A node that the truth does not know is a concept of its own. */
static void put_group_label(input_nodes *nodes, const pl_truth *truth,
                            pl_yardstick_kind kind, uint32_t place)
{
    uint32_t gold = nodes->gold[place];
    if (kind == PL_KEY_VOTES)
        put_key_label(nodes, place);
    else if (kind == PL_NO_TOOL || gold == PL_NONE)
        put_place_label(nodes, place);
    else
        put_quoted(nodes, pl_strings_at(truth->golds, gold),
                   pl_strings_length(truth->golds, gold));
}

/* Labels are numbered in the order of their texts. */
static void make_group_labels(input_nodes *nodes, const pl_truth *truth,
                              pl_yardstick_kind kind)
{
    nodes->labels = pl_strings_in(nodes->arena);
    for (uint32_t k = 0; !pl_arena_failed(nodes->arena) && k < nodes->count;
         k++) {
        nodes->text.count = 0;
        put_group_label(nodes, truth, kind, k);
        nodes->label[k] =
            pl_strings_add(nodes->labels, nodes->text.items, nodes->text.count);
    }
    if (pl_arena_failed(nodes->arena))
        return;
    uint32_t *new_id =
        PL_ARENA_ARRAY(nodes->arena, uint32_t, pl_strings_count(nodes->labels));
    if (new_id == NULL || !pl_strings_sort(nodes->labels, new_id)) {
        pl_arena_fail(nodes->arena);
        return;
    }
    for (uint32_t k = 0; k < nodes->count; k++)
        nodes->label[k] = new_id[nodes->label[k]];
}

/* ---------------------------------------------------------- the forest -- */

static void hear_voices(input_nodes *nodes)
{
    for (uint32_t k = 0; k < nodes->count; k++) {
        uint32_t above = nodes->above[k];
        if (above != PL_NONE)
            pl_list_add(&nodes->voices,
                        ((pl_voice){nodes->label[k], nodes->label[above],
                                    nodes->person[k]}));
    }
}

/* The same majority as everywhere, so that the yardstick is not beaten by a
 * detail of how votes are counted. */
static pleach_status make_yardstick(pl_crumb_forest *forest, input_nodes *nodes,
                                    const pl_crumbs *crumbs,
                                    pleach_error *error)
{
    const pl_truth *truth = crumbs->truth;
    forest->groups = pl_strings_count(nodes->labels);
    forest->parent = PL_ARENA_ARRAY(crumbs->arena, uint32_t, forest->groups);
    forest->label = PL_ARENA_ARRAY(crumbs->arena, uint32_t, truth->rows.count);
    hear_voices(nodes);
    PL_TRY(pl_check_memory(crumbs->arena, error));
    PL_TRY(pl_check_memory(nodes->arena, error));
    for (size_t k = 0; k < truth->rows.count; k++) {
        uint32_t place = truth->rows.items[k].place;
        forest->label[k] = place == PL_NONE ? PL_NONE : nodes->label[place];
    }
    return pl_majority_forest(forest->parent, forest->groups,
                              nodes->voices.items, nodes->voices.count)
               ? PLEACH_OK
               : pl_fail_memory(error);
}

/* Arrays by place are dropped together once the forest is made. */
pleach_status pl_yardstick(pl_crumb_forest *forest, const pl_crumbs *crumbs,
                           pl_result *result, pl_yardstick_kind kind,
                           pleach_error *error)
{
    uint32_t count = pl_strings_count(result->places);
    PL_SCRATCH(scratch);
    input_nodes nodes = {.arena = scratch,
                         .result = result,
                         .count = count,
                         .name = PL_ARENA_ARRAY(scratch, uint32_t, count),
                         .owner = PL_ARENA_ARRAY(scratch, uint32_t, count),
                         .gold = PL_ARENA_ARRAY(scratch, uint32_t, count),
                         .above = PL_ARENA_ARRAY(scratch, uint32_t, count),
                         .person = PL_ARENA_ARRAY(scratch, uint32_t, count),
                         .label = PL_ARENA_ARRAY(scratch, uint32_t, count),
                         .text = {.arena = scratch},
                         .voices = {.arena = scratch}};
    PL_TRY(pl_check_memory(scratch, error));
    note_rows(&nodes, crumbs->truth);
    find_said_parents(&nodes, result);
    PL_TRY(pl_check_memory(result->arena, error));
    find_owners(&nodes);
    make_group_labels(&nodes, crumbs->truth, kind);
    PL_TRY(pl_check_memory(scratch, error));
    return make_yardstick(forest, &nodes, crumbs, error);
}
