/* recognise_json.c: whether JSON is pleach's own form or another's. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/json_scan.h"
#include "base/text.h"
#include "read/recognise.h"

/* What the first objects have. */
typedef struct shape {
    bool name, children; /* as pleach calls them */
    bool foreign;        /* as others do */
    bool holder;         /* other fields that hold more */
    bool beside;         /* foreign ones that do */
    bool broken;         /* it is not JSON: who reads it says why */
} shape;

static const char own_fields[] =
    " name children tags vector altLabels owner id ";
static const char foreign_fields[] =
    " title label category topic term concept prefLabel heading text "
    "subcategories subCategories sub_categories items topics subtopics nodes "
    "categories narrower members sections parent parent_id parentId parentID "
    "parents broader child from to source target ";

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

/* The fields of the object that has just been opened. */
static void look_at_fields(shape *seen, pl_scan *scan)
{
    unsigned depth = 1;
    bool own = true, foreign = false;
    while (depth > 0) {
        pl_token token = pl_scan_next(scan);
        if (token == PL_TOKEN_KEY && depth == 1) {
            own = is_known_word(own_fields, scan);
            seen->name |= own && is_known_word(" name ", scan);
            seen->children |= own && is_known_word(" children ", scan);
            foreign = is_known_word(foreign_fields, scan);
            seen->foreign |= foreign;
        } else if (token == PL_TOKEN_OBJECT || token == PL_TOKEN_ARRAY) {
            seen->holder |= depth == 1 && !own;
            seen->beside |= depth == 1 && foreign;
            depth++;
        } else if (token == PL_TOKEN_CLOSE) {
            depth--;
        } else if (token == PL_TOKEN_END || token == PL_TOKEN_NO_MEMORY) {
            return;
        } else if (token == PL_TOKEN_WRONG) {
            seen->broken = !is_cut(scan);
            return;
        }
    }
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

/* Of a list as many objects as may be needed to meet one with a parent; of
 * lines only the first, as each is complete in itself. */
static void look_at_objects(shape *seen, pl_scan *scan, bool list)
{
    enum { MOST_OBJECTS = 100 };
    unsigned count = 0;
    do
        look_at_fields(seen, scan);
    while (list && !seen->broken && ++count < MOST_OBJECTS &&
           pl_scan_next(scan) == PL_TOKEN_OBJECT);
}

/* A child without a name is told better by who wants one. What stands beside
 * children of a document is below the same node. */
static bool is_nested_shape(const shape *seen, bool lines)
{
    return !seen->broken &&
           (seen->foreign || (seen->holder && !(lines && seen->name))) &&
           (!(seen->name && seen->children) || (seen->beside && !lines));
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
