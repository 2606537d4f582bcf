/* term_synonyms.c: names that a file says mean the same:
 *     s = 1 if the names are equal or stand in one group, else 0
 * One group per line, parted by tabs or commas. A name may stand in several
 * groups; groups are not joined by that. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "base/status.h"
#include "corpus/names.h"
#include "similarity/cell_lines.h"
#include "similarity/term.h"

typedef struct synonyms {
    pl_pair_list pairs;
    uint64_t unknown; /* names that nobody uses */
} synonyms;

/* The keys of one line's names that the corpus has. */
static pleach_status find_keys(synonyms *to, const pl_cell_lines *lines,
                               const pl_scope *scope, pl_namer *namer,
                               uint32_t *keys, uint32_t *count,
                               pleach_error *error)
{
    *count = 0;
    for (size_t k = 0; k < lines->count; k++) {
        pl_key key;
        if (lines->cells[k].length == 0)
            continue;
        if (!pl_namer_key(namer, lines->cells[k].bytes, lines->cells[k].length,
                          &key))
            return pl_fail_memory(error);
        uint32_t id =
            pl_strings_find(scope->corpus->keys, key.bytes, key.length);
        if (id == PL_NONE)
            to->unknown++;
        else
            keys[(*count)++] = id;
    }
    return PLEACH_OK;
}

static pleach_status take_group(synonyms *to, const uint32_t *keys,
                                uint32_t count, pleach_error *error)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++)
            if (keys[i] != keys[j] &&
                !pl_list_push(&to->pairs, pl_pair_pack(keys[i], keys[j])))
                return pl_fail_memory(error);
    return PLEACH_OK;
}

static pleach_status read_groups(synonyms *to, pl_cell_lines *lines,
                                 const pl_scope *scope, pl_namer *namer,
                                 pleach_error *error)
{
    uint64_t groups = 0;
    for (;; groups++) {
        uint32_t keys[PL_MOST_CELLS], count;
        PL_TRY(pl_cell_lines_next(lines, true, error));
        if (lines->count == 0)
            break;
        if (lines->count < 2)
            return pl_fail_at(error, PLEACH_BAD_DATA, lines->file, lines->line,
                              0,
                              "A group of synonyms needs two names or more, "
                              "parted by tabs or commas.");
        PL_TRY(find_keys(to, lines, scope, namer, keys, &count, error));
        PL_TRY(take_group(to, keys, count, error));
    }
    if (groups == 0)
        return pl_fail_at(error, PLEACH_BAD_DATA, lines->file, 1, 0,
                          "There are no synonyms in this file. Write a group "
                          "of names on each line, parted by tabs or commas.");
    return PLEACH_OK;
}

static pleach_status prepare(pl_term *term, pl_scope *scope,
                             pleach_error *error)
{
    synonyms *to = PL_ARENA_ARRAY(scope->arena, synonyms, 1);
    pl_cell_lines *lines = PL_ARENA_ARRAY(scope->arena, pl_cell_lines, 1);
    pl_namer *namer;
    if (to == NULL || lines == NULL)
        return pl_fail_memory(error);
    term->state = to;
    PL_TRY(pl_namer_new(&namer, scope->corpus->language, error));
    pleach_status status = pl_cell_lines_open(lines, term->path, error);
    if (status == PLEACH_OK)
        status = read_groups(to, lines, scope, namer, error);
    pl_cell_lines_close(lines);
    pl_namer_free(namer);
    PL_TRY(status);
    pl_pairs_settle(&to->pairs);
    if (to->unknown > 0)
        pl_scope_warn(scope, term->path, 0,
                      "%" PRIu64 " of the synonyms are names that no node has.",
                      to->unknown);
    return PLEACH_OK;
}

static void release(pl_term *term)
{
    synonyms *to = term->state;
    if (to != NULL)
        pl_list_free(&to->pairs);
}

static pleach_status add_links(const pl_term *term, pl_scope *scope,
                               pl_links *links, pleach_error *error)
{
    const synonyms *to = term->state;
    (void)scope;
    for (size_t k = 0; k < to->pairs.count; k++)
        if (!pl_list_push(&links->names, to->pairs.items[k]))
            return pl_fail_memory(error);
    return PLEACH_OK;
}

static double compare(const pl_term *term, uint32_t a, uint32_t b)
{
    const synonyms *to = term->state;
    return a == b || pl_pairs_find(&to->pairs, a, b) < to->pairs.count;
}

const pl_term_kind pl_term_synonyms = {.name = "synonyms",
                                       .argument = PL_ARGUMENT_FILE,
                                       .prepare = prepare,
                                       .release = release,
                                       .link = add_links,
                                       .compare_names = compare};
