/* recognise_json.c: whether JSON is pleach's own form or another's. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/json_scan.h"
#include "base/text.h"
#include "read/nested_words.h"
#include "read/recognise.h"

enum { MOST_OBJECTS = 100 };

/* What the first objects have. */
typedef struct shape {
    bool name, children; /* as pleach calls them */
    bool vector;         /* which no table holds */
    bool foreign;        /* as others do */
    bool holder;         /* other fields that hold more */
    bool beside;         /* foreign ones that do */
    bool parent, orphan; /* who is above it, or that nobody is */
    bool nodes, texts;   /* what children are */
    bool linked;         /* they are other objects' ids */
} shape;

static const char own_fields[] =
    " name children tags vector altLabels owner id ";
static const char foreign_fields[] =
    " title label category topic term concept prefLabel heading text "
    "subcategories subCategories sub_categories items topics subtopics nodes "
    "categories narrower members sections parent parent_id parentId parentID "
    "parents broader child from to source target ";
static const char parent_fields[] =
    " parent parent_id parentId parentID parentid ParentId ParentID pid "
    "parents parent_ids parentIds broader ";

static const char id_lists[] =
    " child_ids childIds childIDs children_ids childrenIds ";

static bool key_is(const pl_values *values, uint32_t v, const char *words)
{
    pl_span key = pl_values_at(values, v)->key;
    return pl_text_is_among(words, pl_values_text(values, key), key.length);
}

/* Whether a value is a text or lists some. */
static bool says_text(const pl_values *values, uint32_t v)
{
    if (pl_values_at(values, v)->kind == PL_VALUE_LIST)
        PL_EACH_VALUE (values, item, v)
            if (pl_values_is_text(values, item))
                return true;
    return pl_values_is_text(values, v);
}

/* What is called children: whether it holds nodes, or texts at any depth. */
static void look_below(shape *seen, const pl_values *values, uint32_t v,
                       bool ids)
{
    seen->nodes |= pl_values_at(values, v)->kind == PL_VALUE_MAP;
    for (uint32_t k = v + 1; k < pl_values_at(values, v)->end; k++) {
        seen->nodes |= pl_values_holds_more(values, k);
        seen->texts |= !ids && pl_values_is_text(values, k);
    }
}

static void look_at_field(shape *seen, const pl_values *values, uint32_t v)
{
    bool opens = pl_values_holds_more(values, v);
    bool foreign = key_is(values, v, foreign_fields);
    bool children = key_is(values, v, " children ");
    bool ids = key_is(values, v, id_lists);
    seen->name |= key_is(values, v, " name ");
    seen->vector |= key_is(values, v, " vector ");
    seen->children |= children;
    seen->foreign |= foreign;
    seen->holder |= opens && !key_is(values, v, own_fields);
    seen->beside |= opens && foreign;
    if (key_is(values, v, parent_fields)) {
        seen->orphan = true;
        seen->parent |= says_text(values, v);
    }
    if (children || ids)
        look_below(seen, values, v, ids);
}

/* Of a list as many objects as may be needed to meet one with a parent. Of
 * objects one after the other the first says for all what each says for
 * itself. */
static shape look_at_objects(const pl_values *values, uint32_t list, bool lines)
{
    shape seen = {.name = false}, first = seen;
    unsigned count = 0;
    PL_EACH_VALUE (values, map, list) {
        if (pl_values_at(values, map)->kind != PL_VALUE_MAP ||
            count == MOST_OBJECTS)
            break;
        PL_EACH_VALUE (values, v, map)
            look_at_field(&seen, values, v);
        if (count++ == 0)
            first = seen;
    }
    if (lines) {
        seen.name = first.name;
        seen.children = first.children;
        seen.foreign = first.foreign;
        seen.holder = first.holder;
        seen.beside = first.beside;
    }
    return seen;
}

/* Records that name their parents, as many servers answer: what they list as
 * children is nothing, or repeats it by ids. */
static bool is_table_shape(const shape *seen)
{
    return seen->name && (seen->parent || (seen->orphan && !seen->texts)) &&
           !seen->nodes && !seen->vector;
}

/* A child without a name is told better by who wants one. What stands beside
 * children of a document is below the same node. */
static bool is_nested_shape(const shape *seen, bool lines)
{
    return is_table_shape(seen) || (seen->linked && !seen->vector) ||
           ((seen->foreign || (seen->holder && !(lines && seen->name))) &&
            (!(seen->name && seen->children) || (seen->beside && !lines)));
}

/* Lists of texts, and lists of lists of them. */
static bool lists_texts(const pl_values *values, uint32_t list)
{
    uint32_t v = list + 1;
    unsigned depth = 1;
    for (; v < pl_values_at(values, list)->end &&
           pl_values_at(values, v)->kind == PL_VALUE_LIST;
         v++)
        depth++;
    return v < pl_values_at(values, list)->end && depth < 3 &&
           pl_values_at(values, v)->kind == PL_VALUE_TEXT;
}

static bool is_nested(const pl_values *values, pl_values_end end,
                      pl_reader *reader, bool lines)
{
    uint32_t first = 1, all = pl_values_at(values, 0)->end;
    if (all == first)
        return false;
    bool list = pl_values_at(values, first)->kind == PL_VALUE_LIST;
    bool alone = list || pl_values_at(values, first)->end == all;
    if (end == PL_VALUES_WRONG && alone)
        return false; /* who reads it says why */
    if (list && (lines || first + 1 == all ||
                 pl_values_at(values, first + 1)->kind != PL_VALUE_MAP))
        return lists_texts(values, first);
    if (!list && pl_values_at(values, first)->kind != PL_VALUE_MAP)
        return false;
    uint32_t objects = list ? first : 0;
    shape seen = look_at_objects(values, objects, !list);
    seen.linked = pl_nested_links(values, objects, reader,
                                  end != PL_VALUES_WHOLE) != NULL;
    return is_nested_shape(&seen, lines);
}

bool pl_recognise_nested(pl_reader *reader, const pl_piece *start, bool lines)
{
    PL_SCRATCH(scratch);
    pl_reader own = {.file = "", .arena = scratch};
    pl_values values;
    size_t at;
    if (pl_text_check(start->bytes, start->length, &at) != PL_TEXT_FINE &&
        at == 0)
        return false;
    pl_values_start(&values, scratch);
    pl_values_end end = pl_values_look(&values, start);
    bool nested =
        values.values.count > 0 && is_nested(&values, end, &own, lines);
    if (pl_arena_failed(scratch))
        pl_arena_fail(reader->arena);
    return nested;
}

/* It says so in its first field. */
bool pl_recognise_result(const pl_piece *start)
{
    static const pl_token wanted[] = {PL_TOKEN_OBJECT, PL_TOKEN_KEY,
                                      PL_TOKEN_STRING};
    static const char form[] = "pleach-taxonomy/";
    pl_scan scan = {.token = NULL};
    bool result = true;
    pl_scan_start(&scan, start->bytes, start->length);
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted && result; k++)
        result = pl_scan_next(&scan) == wanted[k];
    result = result && scan.length >= sizeof form - 1 &&
             memcmp(scan.bytes, form, sizeof form - 1) == 0;
    pl_scan_free(&scan);
    return result;
}
