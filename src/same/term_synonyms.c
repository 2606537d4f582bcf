/* term_synonyms.c: names that a file says mean the same:
 *     s = 1 if the names are equal or stand in one group, else 0
 * synonyms.h says what files there are. A name may stand in several groups;
 * groups are not joined by that. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "base/status.h"
#include "corpus/names.h"
#include "same/synonyms.h"
#include "same/term.h"

typedef struct synonyms {
    const pleach_corpus *corpus;
    pl_namer *namer;
    PL_LIST(uint32_t) keys; /* of the present group */
    pl_pair_list pairs;
    uint64_t unknown; /* names that nobody uses */
} synonyms;

/* The keys of a group's names that the corpus has. */
static bool find_keys(synonyms *to, const pl_synonym_group *group)
{
    to->keys.count = 0;
    for (size_t k = 0; k < group->count; k++) {
        pl_key key;
        if (!pl_namer_key(to->namer, group->names[k].bytes,
                          group->names[k].length, &key))
            return false;
        uint32_t id = pl_strings_find(to->corpus->keys, key.bytes, key.length);
        to->unknown += id == PL_NONE && group->kind == PL_GROUP_SAME;
        if (id != PL_NONE && !pl_list_push(&to->keys, id))
            return false;
    }
    return true;
}

static pleach_status take_keys(void *context, const pl_synonym_group *group,
                               pleach_error *error)
{
    synonyms *to = context;
    if (group->kind == PL_GROUP_APART)
        return PLEACH_OK;
    if (!find_keys(to, group))
        return pl_fail_memory(error);
    for (size_t i = 0; i < to->keys.count; i++)
        for (size_t j = i + 1; j < to->keys.count; j++)
            if (to->keys.items[i] != to->keys.items[j] &&
                !pl_list_push(&to->pairs, pl_pair_pack(to->keys.items[i],
                                                       to->keys.items[j])))
                return pl_fail_memory(error);
    return PLEACH_OK;
}

static pleach_status prepare_synonyms(pl_term *term, pl_scope *scope,
                                      pleach_error *error)
{
    synonyms *to = PL_ARENA_ARRAY(scope->arena, synonyms, 1);
    if (to == NULL)
        return pl_fail_memory(error);
    term->state = to;
    to->corpus = scope->corpus;
    PL_TRY(pl_namer_new(&to->namer, scope->corpus->language, error));
    PL_TRY(pl_synonyms_read(term->path, take_keys, to, scope, error));
    pl_pairs_settle(&to->pairs);
    if (to->unknown > 0)
        pl_scope_warn(scope, term->path, 0,
                      "%" PRIu64 " of the synonyms are names that no node has.",
                      to->unknown);
    return PLEACH_OK;
}

static void release_synonyms(pl_term *term)
{
    synonyms *to = term->state;
    if (to == NULL)
        return;
    pl_namer_free(to->namer);
    pl_list_free(&to->keys);
    pl_list_free(&to->pairs);
}

static pleach_status add_synonym_links(const pl_term *term, pl_scope *scope,
                                       pl_links *links, pleach_error *error)
{
    const synonyms *to = term->state;
    (void)scope;
    for (size_t k = 0; k < to->pairs.count; k++)
        if (!pl_list_push(&links->names, to->pairs.items[k]))
            return pl_fail_memory(error);
    return PLEACH_OK;
}

static double compare_synonyms(const pl_term *term, uint32_t a, uint32_t b)
{
    const synonyms *to = term->state;
    return a == b || pl_pairs_find(&to->pairs, a, b) < to->pairs.count;
}

const pl_term_kind pl_term_synonyms = {.name = "synonyms",
                                       .argument = PL_ARGUMENT_FILE,
                                       .prepare = prepare_synonyms,
                                       .release = release_synonyms,
                                       .link = add_synonym_links,
                                       .compare_names = compare_synonyms};
