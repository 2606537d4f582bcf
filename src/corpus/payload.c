/* payload.c: prints what nodes carry as JSON, and lists it again. */
/* SPDX-License-Identifier: MIT */
#include "corpus/payload.h"

#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "base/stream.h"

static void put_value(pl_json *json, const pl_carried *value)
{
    size_t subject = pl_carried_subject(value);
    bool typed = strncmp(value->language, "^^", 2) == 0;
    pl_json_open(json, '{');
    if (subject > 0) {
        pl_json_key(json, "subject");
        pl_json_bytes(json, value->property + 1, subject);
    }
    pl_json_put_text(json, "property", pl_carried_property(value));
    pl_json_put_text(json, value->address ? "address" : "text", value->text);
    if (*value->language != '\0')
        pl_json_put_text(json, typed ? "datatype" : "language",
                         value->language + (typed ? 2 : 0));
    pl_json_close(json, '}');
}

/* Values of one item follow each other, so an item ends where another begins.
 */
static void put_items(pl_json *json, const pl_carried *list, size_t count)
{
    uint32_t open = 0;
    pl_json_key(json, "items");
    pl_json_open(json, '[');
    for (size_t k = 0; k < count; k++) {
        uint32_t item = list[k].item;
        if (item == 0)
            continue;
        if (open != 0 && item != open)
            pl_json_close(json, '}');
        if (item != open)
            pl_json_open(json, '{');
        open = item;
        pl_json_put_text(json, list[k].property, list[k].text);
    }
    if (open != 0)
        pl_json_close(json, '}');
    pl_json_close(json, ']');
}

/* Values and items are told apart by their readers, so both lists may be
 * missing. */
void pl_payload_put(pl_json *json, const pl_carried *list, size_t count)
{
    size_t values = 0;
    pl_json_open(json, '{');
    for (size_t k = 0; k < count; k++)
        values += list[k].item == 0;
    if (values > 0) {
        pl_json_key(json, "values");
        pl_json_open(json, '[');
        for (size_t k = 0; k < count; k++)
            if (list[k].item == 0)
                put_value(json, &list[k]);
        pl_json_close(json, ']');
    }
    if (values < count)
        put_items(json, list, count);
    pl_json_close(json, '}');
}

/* NULL: no memory. */
const char *pl_payload_text(pl_arena *arena, const pl_carried *list,
                            size_t count)
{
    pl_json json;
    pl_printed printed = {0};
    FILE *to = pl_print_to_memory(&printed);
    if (to == NULL)
        return NULL;
    pl_json_start(&json, to);
    pl_payload_put(&json, list, count);
    bool whole = !ferror(to);
    whole &= fclose(to) == 0;
    const char *text =
        whole ? pl_arena_text(arena, printed.items, printed.count) : NULL;
    pl_list_free(&printed);
    return text;
}

/* ---------------------------------------------------------------- listing --
 */

/* Copies what is in a tree that will be gone. */
static bool keep_text(const char **kept, pl_arena *arena, const char *text)
{
    *kept = text == NULL ? "" : pl_arena_text(arena, text, strlen(text));
    return *kept != NULL;
}

static bool add_carried(pl_carried_list *list, pl_arena *arena,
                        pl_carried found)
{
    return keep_text(&found.property, arena, found.property) &&
           keep_text(&found.text, arena, found.text) &&
           keep_text(&found.language, arena, found.language) &&
           pl_list_push(list, found);
}

/* Three texts as one; NULL: the first is missing, or there is no memory. */
static const char *join_texts(pl_arena *arena, const char *a, const char *b,
                              const char *c)
{
    if (a == NULL)
        return NULL;
    size_t room = strlen(a) + strlen(b) + strlen(c) + 1;
    char *joined = PL_ARENA_ARRAY(arena, char, room);
    if (joined != NULL)
        snprintf(joined, room, "%s%s%s", a, b, c);
    return joined;
}

/* An address is a text that leads somewhere. Subjects and datatypes stand where
 * pl_carried has them. False: no memory. */
static bool list_values(pl_carried_list *list, pl_arena *arena,
                        const pl_parsed *values)
{
    for (size_t k = 0; k < pl_parsed_size(values); k++) {
        const pl_parsed *value = pl_parsed_at(values, k);
        const char *address = pl_parsed_text(pl_parsed_get(value, "address"));
        const char *text = pl_parsed_text(pl_parsed_get(value, "text"));
        pl_carried found = {
            .property = pl_parsed_text(pl_parsed_get(value, "property")),
            .text = address == NULL ? text : address,
            .language = pl_parsed_text(pl_parsed_get(value, "language")),
            .address = address != NULL};
        const char *type = pl_parsed_text(pl_parsed_get(value, "datatype"));
        const char *subject = pl_parsed_text(pl_parsed_get(value, "subject"));
        if (found.property == NULL || found.text == NULL)
            continue;
        if (type != NULL && found.language == NULL)
            found.language = join_texts(arena, "^^", type, "");
        if (subject != NULL && strchr(subject, '>') == NULL) {
            found.property = join_texts(arena, "> ", found.property, "");
            found.property = join_texts(arena, "<", subject,
                                        found.property ? found.property : "");
        }
        if (found.property == NULL || !add_carried(list, arena, found))
            return false;
    }
    return true;
}

/* Items count from 1: 0 is the node itself. False: no memory. */
static bool list_items(pl_carried_list *list, pl_arena *arena,
                       const pl_parsed *items)
{
    for (size_t k = 0; k < pl_parsed_size(items); k++) {
        const pl_parsed *item = pl_parsed_at(items, k);
        for (size_t f = 0; f < pl_parsed_size(item); f++) {
            const pl_parsed *field = pl_parsed_at(item, f);
            pl_carried found = {.property = field->key,
                                .text = pl_parsed_text(field),
                                .item = (uint32_t)k + 1};
            if (found.property != NULL && found.text != NULL &&
                !add_carried(list, arena, found))
                return false;
        }
    }
    return true;
}

bool pl_payload_take(pl_carried_list *list, pl_arena *arena,
                     const pl_parsed *object)
{
    return list_values(list, arena, pl_parsed_get(object, "values")) &&
           list_items(list, arena, pl_parsed_get(object, "items"));
}

pleach_status pl_payload_list(pl_carried_list *list, pl_arena *arena,
                              const char *payload, pleach_error *error)
{
    pl_json_tree *tree;
    if (payload == NULL)
        return PLEACH_OK;
    PL_TRY(pl_json_parse(&tree, payload, strlen(payload), "what a node carries",
                         error));
    bool taken = pl_payload_take(list, arena, pl_json_root(tree));
    pl_json_free(tree);
    return taken ? PLEACH_OK : pl_fail_memory(error);
}
