/* gold_json.c: a taxonomy as nested JSON or pleach's own JSON. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "base/json_parse.h"
#include "base/status.h"
#include "lab/gold.h"

/* A list of concepts that is being read. */
typedef struct open_list {
    const pl_parsed *list;
    size_t next;
    uint32_t parent; /* of what is in it, or PL_NONE */
} open_list;

typedef struct json_reader {
    pl_draft *draft;
    pleach_error *error;
    PL_LIST(open_list) lists;
} json_reader;

/* The sentence says what belongs there, because people write these files by
 * hand; the concept stands for its line. */
static pleach_status complain_of_json(const json_reader *reader,
                                      const char *sentence)
{
    size_t count = reader->draft->concepts.count;
    const char *name =
        count == 0 ? NULL : reader->draft->concepts.items[count - 1].name;
    return pl_fail_at(reader->error, PLEACH_BAD_DATA, reader->draft->file, 0, 0,
                      "%s%s%.100s%s", sentence,
                      name == NULL ? "" : " Look at \"",
                      name == NULL ? "" : name, name == NULL ? "" : "\".");
}

static pleach_status copy_text(json_reader *reader, const char **to,
                               const char *text, bool is_name)
{
    return pl_draft_copy(reader->draft, to, text, strlen(text), is_name, 0,
                         reader->error);
}

/* A null says that a field is not there. */
static pleach_status take_id(json_reader *reader, const char **to,
                             const pl_parsed *value)
{
    char number[32];
    if (value->kind == PL_PARSED_NULL)
        return PLEACH_OK;
    if (value->kind == PL_PARSED_TEXT)
        return copy_text(reader, to, value->is.text, false);
    if (value->kind != PL_PARSED_INTEGER)
        return complain_of_json(reader,
                                "An id must be a string or a whole number.");
    snprintf(number, sizeof number, "%" PRId64, value->is.integer);
    return copy_text(reader, to, number, false);
}

/* Synonyms and tags are the texts of an array, or the keys of an object. */
static pleach_status take_texts(json_reader *reader, const pl_parsed *list,
                                bool are_tags)
{
    const pl_parsed *each;
    if (list->kind != PL_PARSED_ARRAY && list->kind != PL_PARSED_OBJECT)
        return complain_of_json(reader, "\"children\" and \"syn\" must be "
                                        "arrays, \"tags\" an object or an "
                                        "array.");
    for (size_t k = 0; (each = pl_parsed_at(list, k)) != NULL; k++) {
        const char *text =
            list->kind == PL_PARSED_OBJECT ? each->key : pl_parsed_text(each);
        pl_draft_text to = {(uint32_t)reader->draft->concepts.count - 1, NULL};
        if (text == NULL)
            return complain_of_json(reader, "The elements of \"syn\" and "
                                            "\"tags\" must be strings.");
        PL_TRY(copy_text(reader, &to.text, text, !are_tags));
        if (to.text != NULL && are_tags)
            pl_list_add(&reader->draft->tags, to);
        else if (to.text != NULL)
            pl_list_add(&reader->draft->synonyms, to);
    }
    return PLEACH_OK;
}

static pleach_status open_children(json_reader *reader, const pl_parsed *list,
                                   uint32_t parent)
{
    open_list opened = {list, 0, parent};
    if (list->kind != PL_PARSED_ARRAY)
        return complain_of_json(reader, "\"children\" and \"syn\" must be "
                                        "arrays, \"tags\" an object or an "
                                        "array.");
    if (reader->lists.count > PL_GOLD_DEPTH + 1)
        return complain_of_json(reader,
                                "The taxonomy is deeper than 1,000 levels.");
    pl_list_add(&reader->lists, opened);
    return PLEACH_OK;
}

/* Fields of others are passed over: their files have more in them. */
static pleach_status take_field(json_reader *reader, uint32_t concept,
                                const pl_parsed *value)
{
    pl_draft_concept *to = &reader->draft->concepts.items[concept];
    const char *key = value->key;
    if (strcmp(key, "name") == 0 && value->kind != PL_PARSED_NULL)
        return value->kind == PL_PARSED_TEXT
                   ? copy_text(reader, &to->name, value->is.text, true)
                   : complain_of_json(reader, "A \"name\" must be a string.");
    if (strcmp(key, "id") == 0)
        return take_id(reader, &to->id, value);
    if (strcmp(key, "parent") == 0)
        return take_id(reader, &to->parent_id, value);
    if (value->kind == PL_PARSED_NULL)
        return PLEACH_OK;
    if (strcmp(key, "children") == 0)
        return open_children(reader, value, concept);
    if (strcmp(key, "tags") == 0)
        return take_texts(reader, value, true);
    if (strcmp(key, "syn") == 0 || strcmp(key, "synonyms") == 0 ||
        (strcmp(key, "spellings") == 0 && value->kind == PL_PARSED_OBJECT))
        return take_texts(reader, value, false);
    return PLEACH_OK;
}

/* Concepts are numbered in the order in which they begin. */
static pleach_status take_concept(json_reader *reader, const pl_parsed *node,
                                  uint32_t parent)
{
    uint32_t concept = (uint32_t)reader->draft->concepts.count;
    if (!pl_parsed_is(node, PL_PARSED_OBJECT))
        return complain_of_json(reader,
                                "A concept must be an object like {\"name\": "
                                "\"bird\", \"children\": [...]}.");
    PL_TRY(pl_draft_add(reader->draft, 0, reader->error));
    reader->draft->concepts.items[concept].parent = parent;
    for (size_t k = 0; k < node->count; k++)
        PL_TRY(take_field(reader, concept, pl_parsed_at(node, k)));
    return PLEACH_OK;
}

/* The file is a concept, a list of such, or a result of pleach, which is flat.
 */
static pleach_status read_concepts(json_reader *reader, const pl_parsed *root)
{
    const pl_parsed *clusters = pl_parsed_get(root, "clusters");
    reader->draft->flat = pl_parsed_is(clusters, PL_PARSED_ARRAY);
    if (reader->draft->flat)
        root = clusters;
    PL_TRY(pl_parsed_is(root, PL_PARSED_ARRAY)
               ? open_children(reader, root, PL_NONE)
               : take_concept(reader, root, PL_NONE));
    while (reader->lists.count > 0) {
        open_list *top = &reader->lists.items[reader->lists.count - 1];
        const pl_parsed *node = pl_parsed_at(top->list, top->next++);
        if (node == NULL)
            reader->lists.count--;
        else
            PL_TRY(take_concept(reader, node, top->parent));
    }
    return pl_check_memory(reader->lists.arena, reader->error);
}

pleach_status pl_gold_read_json(pl_draft *draft, const char *bytes, size_t size,
                                pleach_error *error)
{
    PL_SCRATCH(scratch);
    json_reader reader = {
        .draft = draft, .error = error, .lists = {.arena = scratch}};
    pl_json_tree *tree;
    PL_TRY(pl_json_parse(&tree, bytes, size, draft->file, error));
    pleach_status status = read_concepts(&reader, pl_json_root(tree));
    pl_json_free(tree);
    return status;
}
