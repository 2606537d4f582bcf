/* recognise_json.c: whether JSON is pleach's own form or another's. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/hash.h"
#include "base/json_scan.h"
#include "base/text.h"
#include "read/recognise.h"

enum { MOST_OBJECTS = 100, MOST_LISTED = 400 };

/* What the first objects have. */
typedef struct shape {
    bool name, children; /* as pleach calls them */
    bool vector;         /* which no table holds */
    bool foreign;        /* as others do */
    bool holder;         /* other fields that hold more */
    bool beside;         /* foreign ones that do */
    bool parent, orphan; /* who is above it, or that nobody is */
    bool nodes, texts;   /* what children are */
    bool cut;            /* there may be more than was seen */
    bool broken;         /* it is not JSON: who reads it says why */
    /* Hashes of ids that are not their objects' names, and of what is listed
     * as children. */
    size_t id_count, listed_count;
    uint64_t id[MOST_OBJECTS], listed[MOST_LISTED];
} shape;

typedef struct text {
    const char *bytes; /* NULL: there is none */
    size_t length;
} text;

/* What an object is called. */
typedef struct labels {
    text id, name;
} labels;

/* What the key of a field says. */
typedef struct field {
    bool own, foreign, parent, children, ids;
    text *label; /* NULL: it is none */
} field;

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

static bool is_known_word(const char *words, const pl_scan *scan)
{
    return pl_text_is_among(words, scan->bytes, scan->length);
}

/* The end of what can be seen may cut a token. What follows a real mistake goes
 * on to a sign that ends one; what was cut has none behind it. */
static bool is_cut(const pl_scan *scan)
{
    for (const char *at = scan->token; at < scan->end; at++)
        if (strchr("\",:{}[] \t\r\n", *at) != NULL)
            return false;
    return true;
}

static field look_at_key(shape *seen, labels *called, const pl_scan *scan)
{
    field here = {.own = is_known_word(own_fields, scan),
                  .foreign = is_known_word(foreign_fields, scan),
                  .parent = is_known_word(parent_fields, scan),
                  .children = is_known_word(" children ", scan),
                  .ids = is_known_word(id_lists, scan)};
    bool name = is_known_word(" name ", scan);
    if (name || is_known_word(" id ", scan))
        here.label = name ? &called->name : &called->id;
    seen->name |= name;
    seen->vector |= is_known_word(" vector ", scan);
    seen->children |= here.children;
    seen->foreign |= here.foreign;
    return here;
}

/* Notes what is listed, and what the object is called; escapes would not stay
 * where they are. */
static void note_text(shape *seen, const field *here, unsigned depth,
                      const pl_scan *scan)
{
    if (here->label != NULL && depth == 1 && !scan->escaped)
        *here->label = (text){scan->bytes, scan->length};
    if ((!here->children && !here->ids) || depth != 2)
        return;
    if (seen->listed_count < MOST_LISTED)
        seen->listed[seen->listed_count++] =
            pl_hash_bytes(scan->bytes, scan->length, 0);
    else
        seen->cut = true;
}

/* A token in the value of a field. Of a parent that is a map its own parents
 * are of no interest. */
static void look_at_value(shape *seen, field *here, pl_token token,
                          unsigned depth, const pl_scan *scan)
{
    bool opens = token == PL_TOKEN_OBJECT || token == PL_TOKEN_ARRAY;
    bool texts = (token == PL_TOKEN_STRING && scan->length > 0) ||
                 token == PL_TOKEN_NUMBER;
    if (depth == 1) {
        seen->holder |= opens && !here->own;
        seen->beside |= opens && here->foreign;
        seen->orphan |= here->parent;
    }
    here->parent = here->parent && token != PL_TOKEN_OBJECT;
    seen->parent |= here->parent && texts && depth <= 2;
    seen->nodes |= (here->children || here->ids) && opens &&
                   (depth == 2 || token == PL_TOKEN_OBJECT);
    seen->texts |= here->children && texts;
    if (texts)
        note_text(seen, here, depth, scan);
}

/* An id that is the name as well leads nowhere else than the name. */
static void note_id(shape *seen, const labels *called)
{
    const text *id = &called->id, *name = &called->name;
    bool same = name->bytes == NULL ||
                (id->length == name->length &&
                 memcmp(id->bytes, name->bytes, id->length) == 0);
    if (id->bytes != NULL && !same && seen->id_count < MOST_OBJECTS)
        seen->id[seen->id_count++] = pl_hash_bytes(id->bytes, id->length, 0);
}

/* The fields of the object that has just been opened. */
static void look_at_fields(shape *seen, pl_scan *scan)
{
    unsigned depth = 1;
    field here = {.own = true};
    labels called = {.id = {.bytes = NULL}};
    while (depth > 0) {
        pl_token token = pl_scan_next(scan);
        if (token == PL_TOKEN_END || token == PL_TOKEN_NO_MEMORY ||
            token == PL_TOKEN_WRONG) {
            seen->cut = true;
            seen->broken = token == PL_TOKEN_WRONG && !is_cut(scan);
            return;
        }
        if (token == PL_TOKEN_KEY) {
            if (depth == 1)
                here = look_at_key(seen, &called, scan);
            continue;
        }
        if (token == PL_TOKEN_CLOSE) {
            depth--;
            continue;
        }
        look_at_value(seen, &here, token, depth, scan);
        depth += token == PL_TOKEN_OBJECT || token == PL_TOKEN_ARRAY;
    }
    note_id(seen, &called);
}

/* Lists of texts, and lists of lists of them. */
static bool lists_texts(pl_scan *scan)
{
    pl_token token;
    unsigned depth = 1;
    while ((token = pl_scan_next(scan)) == PL_TOKEN_ARRAY)
        depth++;
    return token == PL_TOKEN_STRING && depth < 3;
}

/* Of a list as many objects as may be needed to meet one with a parent. Of
 * objects one after the other only the first, as each is complete in itself,
 * unless others name it as their parent. */
static void look_at_objects(shape *seen, pl_scan *scan, bool list)
{
    look_at_fields(seen, scan);
    shape more = *seen;
    unsigned count = 1;
    for (; !more.broken && count < MOST_OBJECTS &&
           pl_scan_next(scan) == PL_TOKEN_OBJECT;
         count++)
        look_at_fields(&more, scan);
    more.cut |= count == MOST_OBJECTS;
    if (!list) { /* what each says for itself, the first says for all */
        more.name = seen->name;
        more.children = seen->children;
        more.foreign = seen->foreign;
        more.holder = seen->holder;
        more.beside = seen->beside;
    }
    if (list || !more.broken)
        *seen = more;
}

/* Records that name their parents, as many servers answer: what they list as
 * children is nothing, or repeats it by ids. */
static bool is_table_shape(const shape *seen)
{
    return seen->name && (seen->parent || (seen->orphan && !seen->texts)) &&
           !seen->nodes && !seen->vector;
}

/* Records that list their children by ids: all of them, or most as far as the
 * text is seen. Who reads it whole knows for sure. */
static bool is_linked_shape(const shape *seen)
{
    size_t found = 0;
    for (size_t k = 0; k < seen->listed_count; k++)
        for (size_t i = 0; i < seen->id_count; i++)
            if (seen->listed[k] == seen->id[i]) {
                found++;
                break;
            }
    return found > 0 && !seen->nodes && !seen->vector &&
           (found == seen->listed_count ||
            (seen->cut && 2 * found >= seen->listed_count));
}

/* A child without a name is told better by who wants one. What stands beside
 * children of a document is below the same node. */
static bool is_nested_shape(const shape *seen, bool lines)
{
    if (seen->broken)
        return false;
    return is_table_shape(seen) || is_linked_shape(seen) ||
           ((seen->foreign || (seen->holder && !(lines && seen->name))) &&
            (!(seen->name && seen->children) || (seen->beside && !lines)));
}

bool pl_recognise_nested(const pl_piece *start, bool lines)
{
    pl_scan scan = {.token = NULL};
    shape seen = {.name = false};
    size_t at;
    if (pl_text_check(start->bytes, start->length, &at) != PL_TEXT_FINE &&
        at == 0)
        return false;
    pl_scan_start(&scan, start->bytes, start->length);
    pl_token token = pl_scan_next(&scan);
    bool list = token == PL_TOKEN_ARRAY, nested = false;
    if (list && !lines)
        token = pl_scan_next(&scan);
    if (token == PL_TOKEN_OBJECT) {
        look_at_objects(&seen, &scan, list && !lines);
        nested = is_nested_shape(&seen, lines);
    } else if (list) {
        pl_scan_start(&scan, start->bytes, start->length);
        pl_scan_next(&scan);
        nested = lists_texts(&scan);
    }
    pl_scan_free(&scan);
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
