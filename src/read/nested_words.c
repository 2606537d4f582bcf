/* nested_words.c: the words, and records that list each other by ids. */
/* SPDX-License-Identifier: MIT */
#include "read/nested_words.h"

#include <string.h>

const char pl_nested_names[] =
    " name title label preflabel preferredlabel heading category topic "
    "term concept subject text class node value department division "
    "section group domain theme family subcategory subtopic subclass "
    "subsection subgroup subconcept subtheme product item skill ";
const char pl_nested_heads[] = " parent parentname parentlabel ";
const char pl_nested_children[] =
    " children subcategories subcategory items topics subtopics categories "
    "nodes narrower members subclasses subconcepts concepts sections "
    "subsections entries elements leaves branches kids subgroups groups "
    "subtypes types examples contents subtree nested childnodes subitems "
    "subthemes themes subterms terms classes skills subskills products "
    "subs descendants child points ";
const char pl_nested_wrappers[] =
    " taxonomy taxonomies hierarchy hierarchies tree trees forest root "
    "roots data result results response output ontology outline rows "
    "records clusters level0 level1 tier1 ";
const char pl_nested_remarks[] =
    " version date updated generated locale language lang source license "
    "copyright author count total language status schema created ";
const char pl_nested_asides[] =
    " url urls uri uris link links href website websites image images icon "
    "icons photos media note notes scopenote comment comments remarks "
    "description descriptions definition definitions source sources "
    "reference references refs citations bibliography related relatedterms "
    "seealso similar sameas exactmatch closematch broadmatch mappings "
    "matches parent parents parentid parentids broader ancestors path "
    "breadcrumb breadcrumbs id ids code codes author authors contributors "
    "owner owners language languages lang translations labels names "
    "attributes properties metadata meta flags options vector embedding "
    "coordinates version versions dates history errors warnings ";
const char pl_nested_places[] =
    " parent parentid parentname level depth path ancestors ";
const char pl_nested_id_lists[] = " childids childrenids ";

/* ----------------------------------------------------------------- links -- */

uint32_t pl_nested_id(const pl_values *values, uint32_t map)
{
    PL_EACH_VALUE (values, v, map)
        if (pl_values_key_is(values, v, " id ") && pl_values_is_text(values, v))
            return v;
    return PL_NONE;
}

static bool are_same(const pl_values *values, uint32_t a, uint32_t b)
{
    pl_span one = pl_values_at(values, a)->text;
    pl_span other = pl_values_at(values, b)->text;
    return one.length == other.length &&
           memcmp(pl_values_text(values, one), pl_values_text(values, other),
                  one.length) == 0;
}

/* Notes the id of a record, if it is not its name too. */
static void note_record(const pl_values *values, uint32_t map, pl_strings *ids,
                        pl_reader *reader)
{
    uint32_t name = PL_NONE;
    if (pl_values_at(values, map)->kind != PL_VALUE_MAP)
        return;
    uint32_t id = pl_nested_id(values, map);
    PL_EACH_VALUE (values, v, map)
        if (name == PL_NONE && pl_values_is_text(values, v) &&
            pl_values_find_key(values, v, pl_nested_names) >= 0)
            name = v;
    if (id == PL_NONE || name == PL_NONE || are_same(values, id, name))
        return;
    pl_span text = pl_values_at(values, id)->text;
    pl_reader_note(reader, ids, pl_values_text(values, text), text.length);
}

/* How many of what a record lists as children are ids of others, and how many
 * texts are not. */
static void count_listed(const pl_values *values, uint32_t map,
                         const pl_strings *ids, size_t *known, size_t *others)
{
    PL_EACH_VALUE (values, v, map) {
        if (pl_values_at(values, v)->kind != PL_VALUE_LIST ||
            (pl_values_find_key(values, v, pl_nested_id_lists) < 0 &&
             pl_values_find_key(values, v, pl_nested_children) < 0))
            continue;
        PL_EACH_VALUE (values, child, v) {
            bool nested = pl_values_at(values, child)->kind == PL_VALUE_MAP;
            uint32_t id = nested ? pl_nested_id(values, child) : child;
            pl_span text = id == PL_NONE ? (pl_span){0, 0}
                                         : pl_values_at(values, id)->text;
            bool leads = pl_strings_find(ids, pl_values_text(values, text),
                                         text.length) != PL_NONE;
            *known += leads;
            *others += !nested && !leads;
        }
    }
}

bool pl_nested_are_linked(const pl_values *values, uint32_t list,
                          pl_reader *reader, bool cut)
{
    pl_strings *ids = pl_strings_in(reader->arena);
    size_t known = 0, others = 0;
    if (ids == NULL || pl_values_at(values, list)->kind != PL_VALUE_LIST)
        return false;
    PL_EACH_VALUE (values, map, list)
        note_record(values, map, ids, reader);
    PL_EACH_VALUE (values, map, list)
        if (pl_values_at(values, map)->kind == PL_VALUE_MAP)
            count_listed(values, map, ids, &known, &others);
    return known > 0 && (others == 0 || (cut && others <= known));
}

static bool is_address(const pl_values *values, uint32_t v)
{
    pl_span text = pl_values_at(values, v)->text;
    const char *bytes = pl_values_text(values, text);
    for (size_t k = 0; k + 3 <= text.length; k++)
        if (memcmp(bytes + k, "://", 3) == 0)
            return true;
    return false;
}

bool pl_nested_lists_texts(const pl_values *values, uint32_t v)
{
    return pl_values_at(values, v)->kind == PL_VALUE_LIST &&
           v + 1 < pl_values_at(values, v)->end &&
           pl_values_at(values, v + 1)->kind == PL_VALUE_TEXT &&
           pl_values_is_text(values, v + 1) && !is_address(values, v + 1) &&
           pl_values_find_key(values, v, pl_nested_asides) < 0;
}
