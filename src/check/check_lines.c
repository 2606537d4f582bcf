/* check_lines.c: the nodes of JSON Lines, read independently of the corpus. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "check/check.h"
#include "corpus/names.h"

enum { DEEPEST = 64 }; /* nested nodes, as documented for the input */

/* A walk over one hierarchy with a stack of its own: which child of which
 * node comes next, and where its parent's path ends. */
typedef struct frame {
    json_t *node;
    size_t next;
    size_t path_length;
    uint32_t home[2]; /* of it as leaf and as root, as pl_ledger_note says */
} frame;

typedef struct walk {
    frame frames[DEEPEST];
    size_t depth;
    char path[DEEPEST * 21 + 1];
    size_t path_length;
} walk;

static void walk_enter(walk *at, json_t *node)
{
    at->frames[at->depth++] =
        (frame){node, 0, at->path_length, {PL_NONE, PL_NONE}};
}

static json_t *child_list(json_t *node)
{
    return json_object_get(node, "children");
}

/* Steps to the next node in preorder; NULL at the end. *too_deep is set
 * instead of entering a node below the deepest level. */
static json_t *walk_next(walk *at, bool *too_deep)
{
    while (at->depth > 0) {
        frame *top = &at->frames[at->depth - 1];
        json_t *child = json_array_get(child_list(top->node), top->next);
        at->path_length = top->path_length;
        if (child == NULL) {
            at->depth--;
            continue;
        }
        if (at->depth == DEEPEST) {
            *too_deep = true;
            return NULL;
        }
        at->path_length += (size_t)snprintf(
            at->path + at->path_length, sizeof at->path - at->path_length,
            "%s%zu", at->path_length == 0 ? "" : "/", top->next);
        top->next++;
        walk_enter(at, child);
        return child;
    }
    return NULL;
}

/* ---------------------------------------------------------------- tags -- */

typedef struct reading {
    pl_ledger *ledger;
    pl_namer *namer;
    pl_finding at; /* whose line it is */
} reading;

/* What is below a node is its own as well, in both of its roles. */
static bool weigh_tag(const reading *r, const walk *at, const char *tag,
                      double count)
{
    pl_key key;
    if (!((float)count > 0))
        return true;
    if (!pl_namer_fold(r->namer, tag, strlen(tag), &key))
        return false;
    for (size_t k = 0; k < 2 * at->depth; k++) {
        uint32_t home = at->frames[k / 2].home[k % 2];
        if (home < PL_SEVERAL)
            pl_weigh(&r->ledger->proof->tags, home, key.bytes, key.length,
                     (double)(float)count);
    }
    return true;
}

/* The tags of the innermost node. */
static bool weigh_tags(const reading *r, const walk *at)
{
    json_t *tags = json_object_get(at->frames[at->depth - 1].node, "tags");
    bool enough = true;
    const char *tag;
    json_t *count;
    size_t k;
    json_object_foreach(tags, tag, count) enough =
        enough && weigh_tag(r, at, tag, json_number_value(count));
    json_array_foreach(tags, k, count) enough =
        enough && (!json_is_string(count) ||
                   weigh_tag(r, at, json_string_value(count), 1));
    return enough;
}

/* ----------------------------------------------------------- its nodes -- */

static pleach_status fail_node(const reading *r, pleach_error *error)
{
    return pl_fail_at(error, PLEACH_BAD_DATA, r->at.input, r->at.line, 0,
                      "This line of the input is not a hierarchy of named "
                      "nodes, at most 64 deep: no taxonomy can be made of it.");
}

/* A text is a leaf of that name. */
static bool is_node(json_t *node)
{
    if (json_is_string(node))
        return json_string_length(node) > 0;
    json_t *children = child_list(node);
    return json_string_length(json_object_get(node, "name")) > 0 &&
           (children == NULL || json_is_array(children) ||
            json_is_null(children));
}

static bool is_blank_line(const char *bytes, size_t length)
{
    for (size_t k = 0; k < length; k++)
        if (memchr(" \t\r\n", bytes[k], 4) == NULL)
            return false;
    return true;
}

/* What its source calls a node by: below the top, a text. */
static const char *find_source_id(json_t *node, bool top)
{
    json_t *id = top ? NULL : json_object_get(node, "id");
    const char *text = json_string_value(id);
    return text == NULL || pl_text_is_blank(text, strlen(text)) ? NULL : text;
}

static pleach_status note_role(reading *r, walk *at, uint32_t role,
                               pleach_error *error)
{
    frame *top = &at->frames[at->depth - 1];
    json_t *name = json_is_string(top->node)
                       ? top->node
                       : json_object_get(top->node, "name");
    r->at.role = role == 0 ? "leaf" : "root";
    r->at.path = at->depth == 1 ? "." : at->path;
    r->at.name = json_string_value(name);
    r->at.source_id = find_source_id(top->node, at->depth == 1);
    return pl_ledger_note(r->ledger, &r->at, &top->home[role], error);
}

/* The top is a root. Each node below it is a leaf, and one with children is
 * a root as well. */
static pleach_status note_hierarchy(reading *r, json_t *top,
                                    pleach_error *error)
{
    walk at = {0};
    bool too_deep = false;
    if (!json_is_object(top) || !is_node(top))
        return fail_node(r, error);
    walk_enter(&at, top);
    for (json_t *node = top; node != NULL; node = walk_next(&at, &too_deep)) {
        if (!is_node(node))
            return fail_node(r, error);
        if (node != top)
            PL_TRY(note_role(r, &at, 0, error));
        if (node == top || json_array_size(child_list(node)) > 0)
            PL_TRY(note_role(r, &at, 1, error));
        if (!weigh_tags(r, &at))
            return pl_fail_memory(error);
    }
    return too_deep ? fail_node(r, error) : PLEACH_OK;
}

/* An owner or id as text: a string, or a number as people write it. */
static const char *call_node(json_t *value, char *room, size_t size,
                             const char *otherwise)
{
    const char *text = json_string_value(value);
    if (json_is_integer(value))
        snprintf(room, size, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        snprintf(room, size, "%.15g", json_real_value(value));
    if (json_is_number(value))
        return room;
    return text != NULL && *text != '\0' ? text : otherwise;
}

/* What has no owner or id is called after its file and line, as docs/formats.md
 * says. It is made up here anew, so as not to trust what it is compared with.
 */
static pleach_status read_top(reading *r, json_t *top, pleach_error *error)
{
    const char *slash = strrchr(r->at.input, '/');
    char owner[48], id[48];
    size_t room = strlen(r->at.input) + 32;
    char *place = pl_allocate(room, 1);
    if (place == NULL)
        return pl_fail_memory(error);
    snprintf(place, room, "%s:%" PRIu64, r->at.input, r->at.line);
    r->at.owner =
        call_node(json_object_get(top, "owner"), owner, sizeof owner, NULL);
    r->at.id = call_node(json_object_get(top, "id"), id, sizeof id, place);
    r->ledger->somebody |= r->at.owner != NULL;
    if (r->at.owner == NULL)
        r->at.owner = slash == NULL ? r->at.input : slash + 1;
    pleach_status status = note_hierarchy(r, top, error);
    pl_release(place);
    return status;
}

/* Whole numbers that jansson's do not hold are read as real ones. */
static json_t *parse_line(const char *text, size_t length, size_t flags,
                          json_error_t *why)
{
    json_t *top = json_loadb(text, length, flags, why);
    if (top == NULL && json_error_code(why) == json_error_numeric_overflow)
        top = json_loadb(text, length, flags | JSON_DECODE_INT_AS_REAL, why);
    return top;
}

/* jansson, and not the scanner that made the corpus: a mistake in that must not
 * hide itself. Of a tag that is there twice jansson tells one. */
static pleach_status check_line(reading *r, const char *text, size_t length,
                                pleach_error *error)
{
    json_error_t why;
    json_t *top = parse_line(text, length, JSON_REJECT_DUPLICATES, &why);
    if (top == NULL && json_error_code(&why) == json_error_duplicate_key) {
        r->ledger->proof->tags_known = false;
        top = parse_line(text, length, 0, &why);
    }
    if (top == NULL && json_error_code(&why) == json_error_out_of_memory)
        return pl_fail_memory(error);
    if (top == NULL)
        return pl_fail_at(error, PLEACH_BAD_DATA, r->at.input, r->at.line, 0,
                          "This line of the input is not JSON: %.120s.",
                          why.text);
    pleach_status status = read_top(r, top, error);
    json_decref(top);
    return status;
}

/* The second reader of JSON Lines, which shares nothing with the first. */
pleach_status pl_ledger_read_lines(pl_ledger *ledger, const char *input,
                                   const char *bytes, size_t size,
                                   pleach_error *error)
{
    reading r = {.ledger = ledger, .at = {.input = input}};
    size_t at = size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    PL_SCRATCH(scratch);
    PL_TRY(pl_namer_new(&r.namer, scratch, "none", error));
    while (at < size) {
        const char *text = bytes + at;
        const char *end = memchr(text, '\n', size - at);
        size_t length = end == NULL ? size - at : (size_t)(end - text);
        at += length + 1;
        r.at.line++;
        if (!is_blank_line(text, length))
            PL_TRY(check_line(&r, text, length, error));
    }
    return PLEACH_OK;
}
