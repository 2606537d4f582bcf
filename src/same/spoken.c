/* spoken.c: finds names and their languages among what nodes carry. */
/* SPDX-License-Identifier: MIT */
#include "same/spoken.h"

#include <string.h>

#include "base/status.h"
#include "corpus/payload.h"

/* A stemmer each for so many; what has more tongues is no vocabulary. */
enum { MOST_TONGUES = 64, MOST_TAG = 8 };

static bool is_name(const pl_carried *value)
{
    static const char *const names[] = {"skos:prefLabel", "rdfs:label",
                                        "skos:altLabel", "skos:hiddenLabel"};
    for (size_t k = 0; value->item == 0 && !value->address &&
                       k < sizeof names / sizeof *names;
         k++)
        if (strcmp(value->property, names[k]) == 0)
            return true;
    return false;
}

/* What comes before the first hyphen, in small letters; PL_NONE: no language.
 */
static uint32_t find_language(pl_spoken *to, const char *tag)
{
    char small[MOST_TAG + 1] = "";
    size_t length = strcspn(tag, "-_^");
    if (length == 0 || length > MOST_TAG)
        return PL_NONE;
    for (size_t k = 0; k < length; k++)
        small[k] = (char)(tag[k] >= 'A' && tag[k] <= 'Z' ? tag[k] + 'a' - 'A'
                                                         : tag[k]);
    for (size_t k = 0; k < to->languages.count; k++)
        if (strcmp(to->languages.items[k], small) == 0)
            return (uint32_t)k;
    if (to->languages.count == MOST_TONGUES)
        return PL_NONE;
    const char *kept = pl_arena_text(to->names.arena, small, length);
    if (kept == NULL || !pl_list_push(&to->languages, kept))
        return PL_NONE;
    return (uint32_t)to->languages.count - 1;
}

/* The names of one node, and the language of its own, if it is in one. */
static void take_names(pl_spoken *to, const pl_carried_list *values,
                       uint32_t node, const char *own)
{
    uint32_t found = 0;
    for (size_t k = 0; k < values->count; k++) {
        const pl_carried *value = &values->items[k];
        if (!is_name(value))
            continue;
        pl_spoken_name name = {node, find_language(to, value->language),
                               value->text};
        bool same = strcmp(value->text, own) == 0;
        if (same && found++ > 0 && to->of_node[node] != name.language)
            to->of_node[node] = PL_NONE;
        else if (same)
            to->of_node[node] = name.language;
        pl_list_add(&to->names, name);
    }
}

/* Both roles of an inner node carry the same, and either may be asked for. */
pleach_status pl_spoken_find(pl_spoken *spoken, pl_arena *arena,
                             const pleach_corpus *corpus, pleach_error *error)
{
    pl_carried_list values = {.arena = arena};
    *spoken =
        (pl_spoken){.languages = {.arena = arena}, .names = {.arena = arena}};
    if (corpus->node_payload == NULL)
        return PLEACH_OK;
    spoken->of_node = PL_ARENA_ARRAY(arena, uint32_t, corpus->node_count);
    PL_TRY(pl_check_memory(arena, error));
    memset(spoken->of_node, 0xff, corpus->node_count * sizeof *spoken->of_node);
    for (uint32_t n = 0; n < corpus->node_count; n++) {
        const char *payload = pl_payload_of(corpus, n);
        if (payload == NULL || strstr(payload, "\"language\"") == NULL)
            continue;
        values.count = 0;
        PL_TRY(pl_payload_list(&values, arena, payload, error));
        take_names(spoken, &values, n,
                   pl_strings_at(corpus->spellings, corpus->node_spelling[n]));
    }
    return pl_check_memory(arena, error);
}

/* Languages without a stemmer are read as they are written. */
pleach_status pl_tongues_open(pl_tongues *tongues, pl_arena *arena,
                              const pl_spoken *spoken, const char *usual,
                              pleach_error *error)
{
    uint32_t count = (uint32_t)spoken->languages.count;
    tongues->readers = PL_ARENA_ARRAY(arena, pl_name_reader, count + 1u);
    tongues->count = count + 1;
    PL_TRY(pl_check_memory(arena, error));
    for (uint32_t k = 0; k < count; k++) {
        pl_name_reader *reader = &tongues->readers[k];
        pleach_error unknown;
        if (pl_name_reader_open(reader, arena, spoken->languages.items[k],
                                &unknown) != PLEACH_OK)
            PL_TRY(pl_name_reader_open(reader, arena, "none", error));
    }
    return pl_name_reader_open(&tongues->readers[count], arena, usual, error);
}
