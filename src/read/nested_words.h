/* nested_words.h: what the keys of nested documents say. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_NESTED_WORDS_H
#define PL_NESTED_WORDS_H

#include "read/values.h"

/* Words as pl_values_find_key wants them: without case, blanks and signs, from
 * many documents of people and programs. The first of the names that a map has
 * is its name. */
extern const char pl_nested_names[];
/* What names a map that has no name of its own but children: they are its. */
extern const char pl_nested_heads[];
extern const char pl_nested_children[];
/* What may stand around everything ... */
extern const char pl_nested_wrappers[];
/* ... and be said about a document beside it. */
extern const char pl_nested_remarks[];
/* Lists that are about a node and not below it. */
extern const char pl_nested_asides[];
/* What the nesting says too. */
extern const char pl_nested_places[];
/* What lists children by their ids. */
extern const char pl_nested_id_lists[];
/* Also of columns. */
#define PL_WORDS_TAGS " tags keywords "
#define PL_WORDS_ALTS                                                          \
    " altlabels altlabel synonyms synonym aliases alias aka hiddenlabels "     \
    "alternativelabels alternativenames "

/* The text that is a map's id; PL_NONE: it has none. */
uint32_t pl_nested_id(const pl_values *values, uint32_t map);

/* Whether the records of a list list one another by their ids: whatever text
 * they have among their children is one, or a map there has one. An id that is
 * its record's name leads nowhere. Of a text that is cut, half of them are
 * enough. */
bool pl_nested_are_linked(const pl_values *values, uint32_t list,
                          pl_reader *reader, bool cut);

/* Whether a value is a list of texts that may be names, and its key does not
 * say that they are about something else. */
bool pl_nested_lists_texts(const pl_values *values, uint32_t v);

#endif
