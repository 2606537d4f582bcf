/* recognise_json.c: whether JSON is pleach's own form or another's. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/json_scan.h"
#include "base/text.h"
#include "read/nested_words.h"
#include "read/recognise.h"

enum { MOST_OBJECTS = 100 };

/* What the first objects have. */
enum {
    NAME = 1,     /* as pleach calls it ... */
    CHILDREN = 2, /* ... and these */
    FOREIGN = 8,  /* what others have */
    HOLDER = 16,  /* other fields that hold more */
    BESIDE = 32,  /* foreign ones that do */
    ORPHAN = 64,  /* a word about who is above it ... */
    PARENT = 128, /* ... which says who */
    NODES = 256,  /* what children are: nodes ... */
    TEXTS = 512,  /* ... or texts */
    LINKED = 1024 /* they are other objects' ids */
};

static const struct {
    const char *words;
    unsigned means;
} fields[] = {
    {" name ", NAME},
    {" children ", CHILDREN},
    {" title category topic term concept prefLabel label heading text "
     "subcategories subCategories sub_categories items topics subtopics nodes "
     "categories narrower members sections child from to source target ",
     FOREIGN},
    {" parent parent_id parentId parentID parents broader ", FOREIGN | ORPHAN},
    {" parentid ParentId ParentID pid parent_ids parentIds ", ORPHAN},
};

static bool key_is(const pl_values *values, uint32_t v, const char *words)
{
    pl_span key = pl_values_at(values, v)->key;
    return pl_text_is_among(words, pl_values_text(values, key), key.length);
}

/* What a field holds at any depth: nodes, or texts. */
static unsigned look_below(const pl_values *values, uint32_t v)
{
    unsigned seen = pl_values_at(values, v)->kind == PL_VALUE_MAP ? NODES : 0;
    for (uint32_t k = v + 1; k < pl_values_at(values, v)->end; k++)
        seen |= pl_values_holds_more(values, k) ? NODES
                : pl_values_is_text(values, k)  ? TEXTS
                                                : 0;
    return seen;
}

static unsigned look_at_field(const pl_values *values, uint32_t v)
{
    unsigned seen = 0, below = look_below(values, v);
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++)
        seen |= key_is(values, v, fields[k].words) ? fields[k].means : 0;
    if (pl_values_holds_more(values, v) &&
        !key_is(values, v, " name children tags altLabels owner id "))
        seen |= HOLDER | (seen & FOREIGN ? BESIDE : 0);
    bool list = pl_values_at(values, v)->kind == PL_VALUE_LIST && below != 0;
    if (seen & ORPHAN && pl_values_is_text(values, list ? v + 1 : v))
        seen |= PARENT;
    return seen & CHILDREN ? seen | below : seen;
}

/* Of a list as many objects as may be needed to meet one with a parent. Of
 * objects one after the other the first says for all what each says for
 * itself. */
static unsigned look_at_objects(const pl_values *values, uint32_t list,
                                bool lines)
{
    const unsigned own = NAME | CHILDREN | FOREIGN | HOLDER | BESIDE;
    unsigned seen = 0, first = 0, count = 0;
    PL_EACH_VALUE (values, map, list) {
        if (pl_values_at(values, map)->kind != PL_VALUE_MAP ||
            count == MOST_OBJECTS)
            break;
        PL_EACH_VALUE (values, v, map)
            seen |= look_at_field(values, v);
        if (count++ == 0)
            first = seen;
    }
    return lines ? (seen & ~own) | (first & own) : seen;
}

/* Records that name their parents, as many servers answer: what they list as
 * children is nothing, or repeats it by ids. */
static bool is_table_shape(unsigned seen)
{
    return seen & NAME && !(seen & NODES) &&
           (seen & PARENT || (seen & ORPHAN && !(seen & TEXTS)));
}

/* A child without a name is told better by who wants one. What stands beside
 * children of a document is below the same node. */
static bool is_nested_shape(unsigned seen, bool lines)
{
    bool own = seen & NAME && seen & CHILDREN;
    return is_table_shape(seen) || seen & LINKED ||
           ((seen & FOREIGN || (seen & HOLDER && !(lines && seen & NAME))) &&
            (!own || (seen & BESIDE && !lines)));
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
    unsigned seen = look_at_objects(values, objects, !list);
    if (pl_nested_are_linked(values, objects, reader, end != PL_VALUES_WHOLE))
        seen |= LINKED;
    return is_nested_shape(seen, lines);
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
