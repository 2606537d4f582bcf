/* payload.h: what a node carries besides names and tags, as one JSON text.
 *
 * A source says more of a node than pleach compares: definitions, names in
 * other languages, further columns, and things that are in it, such as links.
 * All of that comes out again as it was. The text is an object:
 *
 *     {"values": [{"property": "skos:definition", "text": "...",
 *                  "language": "en"},
 *                 {"property": "skos:exactMatch", "address": "http://..."},
 *                 {"subject": "http://...", "property": "rdf:type", ...}],
 *      "items": [{"address": "https://...", "title": "..."}]} */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PAYLOAD_H
#define PL_PAYLOAD_H

#include <string.h>

#include "base/json_parse.h"
#include "base/json_write.h"
#include "base/memory.h"
#include "pleach.h"

/* Says of a folder, or a link, that browsers show it in their toolbar. */
#define PL_TOOLBAR "personal_toolbar_folder"

/* A value of a node (item 0), or a field of one of its items, which are
 * counted from 1. Texts are borrowed from the list's arena. */
typedef struct pl_carried {
    const char *property; /* of something else than the node: behind
                             "<subject> " */
    const char *text;
    const char *language; /* "": none; or a datatype behind "^^" */
    bool address;         /* of a value: the text is one, and no literal */
    uint32_t item;
} pl_carried;

typedef PL_LIST(pl_carried) pl_carried_list;

/* What a value says of its subject. */
static inline const char *pl_carried_property(const pl_carried *value)
{
    const char *end =
        *value->property == '<' ? strstr(value->property, "> ") : NULL;
    return end == NULL ? value->property : end + 2;
}

/* The bytes of the subject, where it is not the node; else 0. They begin behind
 * the first of the property. */
static inline size_t pl_carried_subject(const pl_carried *value)
{
    const char *property = pl_carried_property(value);
    return property == value->property
               ? 0
               : (size_t)(property - value->property) - 3;
}

/* Writes the object. Fields of one item stand together in the list. */
void pl_payload_put(pl_json *json, const pl_carried *list, size_t count);
/* The same as a text; NULL: no memory. */
const char *pl_payload_text(pl_arena *arena, const pl_carried *list,
                            size_t count);

/* Appends what an object says. One that another program wrote may be anything:
 * what is no text is left out. False: no memory. */
PLEACH_CHECKED bool pl_payload_take(pl_carried_list *list, pl_arena *arena,
                                    const pl_parsed *object);
/* The same of its text; NULL says nothing. */
PLEACH_CHECKED pleach_status pl_payload_list(pl_carried_list *list,
                                             pl_arena *arena,
                                             const char *payload,
                                             pleach_error *error);

#endif
