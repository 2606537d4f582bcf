/* check_lines.c: the nodes of JSON Lines, read independently of the corpus. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "base/status.h"
#include "check/check.h"

enum { DEEPEST = 64 }; /* nested nodes, as documented for the input */

/* A walk over one hierarchy with a stack of its own: which child of which
 * node comes next, and where its parent's path ends. */
typedef struct frame {
    json_t *node;
    size_t next;
    size_t path_length;
} frame;

typedef struct walk {
    frame frames[DEEPEST];
    size_t depth;
    char path[DEEPEST * 21 + 1];
    size_t path_length;
} walk;

static void walk_enter(walk *at, json_t *node)
{
    at->frames[at->depth++] = (frame){node, 0, at->path_length};
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

/* ----------------------------------------------------------- its nodes -- */

typedef struct origin {
    const char *owner, *id;
    const char *input;
    uint64_t line;
} origin;

static pleach_status note_finding(pl_ledger *ledger, const origin *from,
                                  const char *path, const char *role,
                                  pleach_error *error)
{
    return pl_ledger_note(ledger, from->owner, from->id, path, role,
                          from->input, from->line, error);
}

static pleach_status fail_node(const origin *from, pleach_error *error)
{
    return pl_fail_at(error, PLEACH_BAD_DATA, from->input, from->line, 0,
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

/* The top is a root. Each node below it is a leaf, and one with children is
 * a root as well. */
static pleach_status note_hierarchy(pl_ledger *ledger, json_t *top,
                                    const origin *from, pleach_error *error)
{
    walk at = {0};
    bool too_deep = false;
    if (!json_is_object(top) || !is_node(top))
        return fail_node(from, error);
    PL_TRY(note_finding(ledger, from, ".", "root", error));
    walk_enter(&at, top);
    for (json_t *node; (node = walk_next(&at, &too_deep)) != NULL;) {
        if (!is_node(node))
            return fail_node(from, error);
        PL_TRY(note_finding(ledger, from, at.path, "leaf", error));
        if (json_array_size(child_list(node)) > 0)
            PL_TRY(note_finding(ledger, from, at.path, "root", error));
    }
    return too_deep ? fail_node(from, error) : PLEACH_OK;
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
static pleach_status read_top(pl_ledger *ledger, const char *input,
                              uint64_t line, json_t *top, pleach_error *error)
{
    const char *slash = strrchr(input, '/');
    char owner[48], id[48];
    size_t room = strlen(input) + 32;
    char *place = pl_allocate(room, 1);
    if (place == NULL)
        return pl_fail_memory(error);
    snprintf(place, room, "%s:%" PRIu64, input, line);
    origin from = {
        .owner = call_node(json_object_get(top, "owner"), owner, sizeof owner,
                           slash == NULL ? input : slash + 1),
        .id = call_node(json_object_get(top, "id"), id, sizeof id, place),
        .input = input,
        .line = line,
    };
    pleach_status status = note_hierarchy(ledger, top, &from, error);
    pl_release(place);
    return status;
}

/* Whole numbers that jansson's do not hold are read as real ones. */
static json_t *parse_line(const char *text, size_t length, json_error_t *why)
{
    json_t *top = json_loadb(text, length, 0, why);
    if (top == NULL && json_error_code(why) == json_error_numeric_overflow)
        top = json_loadb(text, length, JSON_DECODE_INT_AS_REAL, why);
    return top;
}

/* jansson, and not the scanner that made the corpus: a mistake in that must not
 * hide itself. */
static pleach_status check_line(pl_ledger *ledger, const char *input,
                                uint64_t line, const char *text, size_t length,
                                pleach_error *error)
{
    json_error_t why;
    json_t *top = parse_line(text, length, &why);
    if (top == NULL && json_error_code(&why) == json_error_out_of_memory)
        return pl_fail_memory(error);
    if (top == NULL)
        return pl_fail_at(error, PLEACH_BAD_DATA, input, line, 0,
                          "This line of the input is not JSON: %.120s.",
                          why.text);
    pleach_status status = read_top(ledger, input, line, top, error);
    json_decref(top);
    return status;
}

static bool is_blank_line(const char *bytes, size_t length)
{
    for (size_t k = 0; k < length; k++)
        if (memchr(" \t\r\n", bytes[k], 4) == NULL)
            return false;
    return true;
}

pleach_status pl_ledger_read_lines(pl_ledger *ledger, const char *input,
                                   const char *bytes, size_t size,
                                   pleach_error *error)
{
    size_t at = size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    for (uint64_t line = 1; at < size; line++) {
        const char *text = bytes + at;
        const char *end = memchr(text, '\n', size - at);
        size_t length = end == NULL ? size - at : (size_t)(end - text);
        at += length + 1;
        if (!is_blank_line(text, length))
            PL_TRY(check_line(ledger, input, line, text, length, error));
    }
    return PLEACH_OK;
}
