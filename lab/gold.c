/* gold.c: reads a taxonomy file and makes sure that it is a forest. */
/* SPDX-License-Identifier: MIT */
#include "lab/gold.h"

#include <errno.h>
#include <string.h>

#include "base/status.h"

/* Texts are tidied when copied, since they become columns of a TSV later, where
 * a tab or a line feed would break the row. */
pleach_status pl_draft_copy(pl_draft *draft, const char **copy,
                            const char *bytes, size_t length, bool is_name,
                            uint64_t line, pleach_error *error)
{
    if (length > PL_GOLD_TEXT_BYTES)
        return pl_fail_at(error, PLEACH_BAD_DATA, draft->file, line, 0,
                          "This text has %zu bytes; a name, id or tag of a "
                          "taxonomy may have at most %d.",
                          length, PL_GOLD_TEXT_BYTES);
    if (length > 0 && memchr(bytes, '\0', length) != NULL)
        return pl_fail_at(error, PLEACH_BAD_DATA, draft->file, line, 0,
                          "This text holds a NUL byte; take it out.");
    char *to = PL_ARENA_ARRAY(draft->arena, char, length + 1);
    PL_TRY(pl_check_memory(draft->arena, error));
    size_t used = 0;
    for (size_t k = 0; k < length; k++) {
        unsigned char byte = (unsigned char)bytes[k];
        bool blank = byte <= ' ' || byte == 0x7f || (is_name && byte == '_');
        if (!blank)
            to[used++] = (char)byte;
        else if (used > 0 && to[used - 1] != ' ')
            to[used++] = ' ';
    }
    if (used > 0 && to[used - 1] == ' ')
        used--;
    to[used] = '\0';
    *copy = used == 0 ? NULL : to;
    return PLEACH_OK;
}

pleach_status pl_draft_add(pl_draft *draft, uint64_t line, pleach_error *error)
{
    pl_draft_concept fresh = {.parent = PL_NONE, .line = line};
    if (draft->concepts.count >= PL_NONE - 2 ||
        !pl_list_push(&draft->concepts, fresh))
        return pl_fail_memory(error);
    return PLEACH_OK;
}

/* ------------------------------------------------- from draft to forest -- */

/* Takes the wrappers out; new_index[old] is where a concept went. */
static uint32_t drop_wrappers(pl_draft *draft, uint32_t *new_index)
{
    pl_draft_concept *concepts = draft->concepts.items;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < draft->concepts.count; k++)
        new_index[k] = concepts[k].dropped ? PL_NONE : kept++;
    for (uint32_t k = 0; k < draft->concepts.count; k++) {
        if (concepts[k].parent != PL_NONE)
            concepts[k].parent = new_index[concepts[k].parent];
        if (!concepts[k].dropped)
            concepts[new_index[k]] = concepts[k];
    }
    draft->concepts.count = kept;
    return kept;
}

static pleach_status check_concept_names(const pl_draft *draft,
                                         pleach_error *error)
{
    for (size_t k = 0; k < draft->concepts.count; k++) {
        const pl_draft_concept *at = &draft->concepts.items[k];
        if (at->name == NULL)
            return pl_fail_at(error, PLEACH_BAD_DATA, draft->file, at->line, 0,
                              "This concept has no name; give it one.");
    }
    return PLEACH_OK;
}

/* An id that `ids` does not know yet: the given one, or c7; one that another
 * concept has too gets ~7 after it, until it is new. */
static const char *make_id(pl_draft *draft, pl_strings *ids, uint32_t at)
{
    const char *given = draft->concepts.items[at].id;
    size_t room = (given == NULL ? 0 : strlen(given)) + 32;
    char *id = PL_ARENA_ARRAY(draft->arena, char, room);
    if (id == NULL)
        return NULL;
    if (given == NULL)
        snprintf(id, room, "c%u", at);
    else
        snprintf(id, room, "%s", given);
    for (uint32_t k = at; pl_strings_find(ids, id, strlen(id)) != PL_NONE; k++)
        snprintf(id, room, "%s~%u", given == NULL ? "c" : given, k);
    return pl_strings_add(ids, id, strlen(id)) == PL_NONE ? NULL : id;
}

/* Given ids go first, so that no made one takes their place. */
static pleach_status settle_ids(pl_draft *draft, pl_gold *gold, pl_strings *ids,
                                pleach_error *error)
{
    for (int round = 0; round < 2; round++)
        for (uint32_t k = 0; k < gold->count; k++) {
            const pl_draft_concept *at = &draft->concepts.items[k];
            if ((at->id == NULL) != (round == 1))
                continue;
            if (draft->flat && at->id != NULL &&
                pl_strings_find(ids, at->id, strlen(at->id)) != PL_NONE)
                return pl_fail_at(error, PLEACH_BAD_DATA, draft->file, at->line,
                                  0,
                                  "The id \"%.100s\" is there twice; the ids "
                                  "of a taxonomy must differ.",
                                  at->id);
            gold->id[k] = make_id(draft, ids, k);
            if (gold->id[k] == NULL)
                return pl_fail_memory(error);
        }
    return PLEACH_OK;
}

/* Parents that were given by id. */
static pleach_status find_gold_parents(const pl_draft *draft, pl_gold *gold,
                                       const pl_strings *ids, uint32_t *owner,
                                       pleach_error *error)
{
    for (uint32_t k = 0; k < gold->count; k++)
        owner[pl_strings_find(ids, gold->id[k], strlen(gold->id[k]))] = k;
    for (uint32_t k = 0; k < gold->count; k++) {
        const pl_draft_concept *at = &draft->concepts.items[k];
        gold->parent[k] = at->parent;
        if (!draft->flat || at->parent_id == NULL)
            continue;
        uint32_t found =
            pl_strings_find(ids, at->parent_id, strlen(at->parent_id));
        if (found == PL_NONE)
            return pl_fail_at(error, PLEACH_BAD_DATA, draft->file, at->line, 0,
                              "The parent \"%.100s\" is no concept of this "
                              "file; add it or leave the parent empty.",
                              at->parent_id);
        gold->parent[k] = owner[found];
    }
    return PLEACH_OK;
}

static pleach_status link_concepts(pl_draft *draft, pl_gold *gold,
                                   pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_strings *ids = pl_strings_in(scratch);
    uint32_t *owner = PL_ARENA_ARRAY(scratch, uint32_t, gold->count);
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(settle_ids(draft, gold, ids, error));
    return find_gold_parents(draft, gold, ids, owner, error);
}

/* Walks up from each concept to one whose depth is known, and back down. The
 * way up is remembered in `trail`, so a loop is met as an unfinished one. */
static pleach_status measure_depths(const pl_draft *draft, pl_gold *gold,
                                    uint32_t *trail, pleach_error *error)
{
    const uint32_t UNSEEN = PL_NONE, ON_TRAIL = PL_NONE - 1;
    for (uint32_t k = 0; k < gold->count; k++)
        gold->depth[k] = UNSEEN;
    for (uint32_t k = 0; k < gold->count; k++) {
        uint32_t length = 0, at = k;
        while (at != PL_NONE && gold->depth[at] == UNSEEN) {
            gold->depth[at] = ON_TRAIL;
            trail[length++] = at;
            at = gold->parent[at];
        }
        if (at != PL_NONE && gold->depth[at] == ON_TRAIL)
            return pl_fail_at(error, PLEACH_BAD_DATA, draft->file,
                              draft->concepts.items[at].line, 0,
                              "The concept \"%.100s\" is its own ancestor; "
                              "a taxonomy has no loops.",
                              gold->name[at]);
        uint32_t depth = at == PL_NONE ? 0 : gold->depth[at] + 1;
        while (length > 0)
            gold->depth[trail[--length]] = depth++;
        if (depth > PL_GOLD_DEPTH + 1)
            return pl_fail_at(error, PLEACH_BAD_DATA, draft->file,
                              draft->concepts.items[k].line, 0,
                              "The taxonomy is deeper than %d levels here.",
                              PL_GOLD_DEPTH);
    }
    return PLEACH_OK;
}

/* Sorts kids under their parents, each list in the order of the file. */
static void file_kids(pl_gold *gold)
{
    for (uint32_t k = 0; k < gold->count; k++)
        if (gold->parent[k] != PL_NONE)
            gold->kid_first[gold->parent[k] + 1]++;
    for (uint32_t k = 0; k < gold->count; k++)
        gold->kid_first[k + 1] += gold->kid_first[k];
    for (uint32_t k = gold->count; k-- > 0;)
        if (gold->parent[k] != PL_NONE)
            gold->kid[--gold->kid_first[gold->parent[k] + 1]] = k;
    /* Each end has moved to its list's beginning: shift them into place. */
    for (uint32_t k = 0; k < gold->count; k++)
        gold->kid_first[k] = gold->kid_first[k + 1];
    uint32_t total = 0;
    for (uint32_t k = 0; k < gold->count; k++)
        total += gold->parent[k] != PL_NONE;
    gold->kid_first[gold->count] = total;
}

/* The same for texts, those of wrappers left out. */
static void file_texts(uint32_t *first, const char **to, uint32_t count,
                       const pl_draft_text *texts, size_t text_count,
                       const uint32_t *new_index)
{
    uint32_t total = 0;
    for (size_t k = 0; k < text_count; k++)
        if (new_index[texts[k].concept] != PL_NONE) {
            first[new_index[texts[k].concept] + 1]++;
            total++;
        }
    for (uint32_t k = 0; k < count; k++)
        first[k + 1] += first[k];
    for (size_t k = text_count; k-- > 0;)
        if (new_index[texts[k].concept] != PL_NONE)
            to[--first[new_index[texts[k].concept] + 1]] = texts[k].text;
    for (uint32_t k = 0; k < count; k++)
        first[k] = first[k + 1];
    first[count] = total;
}

/* All lists are flat, with starts, as a taxonomy may have hundreds of thousands
 * of concepts with a few texts each. */
static void take_gold_arrays(pl_gold *gold, const pl_draft *draft)
{
    pl_arena *arena = gold->arena;
    size_t count = gold->count;
    gold->name = PL_ARENA_ARRAY(arena, const char *, count);
    gold->id = PL_ARENA_ARRAY(arena, const char *, count);
    gold->parent = PL_ARENA_ARRAY(arena, uint32_t, count);
    gold->depth = PL_ARENA_ARRAY(arena, uint32_t, count);
    gold->kid_first = PL_ARENA_ARRAY(arena, uint32_t, count + 1);
    gold->kid = PL_ARENA_ARRAY(arena, uint32_t, count);
    gold->synonym_first = PL_ARENA_ARRAY(arena, uint32_t, count + 1);
    gold->synonym_count = PL_ARENA_ARRAY(arena, uint32_t, count);
    gold->synonym = PL_ARENA_ARRAY(arena, const char *, draft->synonyms.count);
    gold->tag_first = PL_ARENA_ARRAY(arena, uint32_t, count + 1);
    gold->tag = PL_ARENA_ARRAY(arena, const char *, draft->tags.count);
}

/* Parents may be named before they are defined, so concepts are linked when all
 * are known. */
static pleach_status settle_gold(pl_gold *gold, pl_draft *draft,
                                 uint32_t *new_index, pleach_error *error)
{
    gold->count = drop_wrappers(draft, new_index);
    if (gold->count == 0)
        return pl_fail_at(error, PLEACH_BAD_DATA, draft->file, 0, 0,
                          "There is no concept in this file; a taxonomy has "
                          "at least one.");
    PL_TRY(check_concept_names(draft, error));
    take_gold_arrays(gold, draft);
    PL_TRY(pl_check_memory(gold->arena, error));
    for (uint32_t k = 0; k < gold->count; k++)
        gold->name[k] = draft->concepts.items[k].name;
    gold->extra_parents = draft->extra_parents;
    PL_TRY(link_concepts(draft, gold, error));
    /* The list of kids is not filled yet: it lends its room to the walk. */
    PL_TRY(measure_depths(draft, gold, gold->kid, error));
    file_kids(gold);
    file_texts(gold->synonym_first, gold->synonym, gold->count,
               draft->synonyms.items, draft->synonyms.count, new_index);
    for (uint32_t k = 0; k < gold->count; k++)
        gold->synonym_count[k] =
            gold->synonym_first[k + 1] - gold->synonym_first[k];
    file_texts(gold->tag_first, gold->tag, gold->count, draft->tags.items,
               draft->tags.count, new_index);
    return PLEACH_OK;
}

/* ------------------------------------------------------------- the file -- */

/* JSON begins with a bracket, and no table of concepts does: that is all there
 * is to recognise. */
static pleach_status read_draft(pl_draft *draft, const char *bytes, size_t size,
                                pleach_error *error)
{
    if (size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
        bytes += 3;
        size -= 3;
    }
    size_t at = 0;
    while (at < size && strchr(" \t\r\n", bytes[at]) != NULL &&
           bytes[at] != '\0')
        at++;
    if (at == size)
        return pl_fail_at(error, PLEACH_BAD_DATA, draft->file, 0, 0,
                          "The file is empty; a taxonomy has at least one "
                          "concept.");
    if (bytes[at] == '{' || bytes[at] == '[')
        return pl_gold_read_json(draft, bytes, size, error);
    return pl_gold_read_tsv(draft, bytes, size, error);
}

/* The draft's texts are in the arena of what comes out, its lists are not. */
static pleach_status parse_gold(pl_gold **gold, const char *file,
                                const char *bytes, size_t size, bool part,
                                pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_arena *arena;
    pl_gold *made = pl_arena_object(&arena, sizeof *made);
    if (made == NULL)
        return pl_fail_memory(error);
    made->arena = arena;
    pl_draft draft = {.file = file,
                      .arena = arena,
                      .part = part,
                      .concepts = {.arena = scratch},
                      .synonyms = {.arena = scratch},
                      .tags = {.arena = scratch}};
    pleach_status status = read_draft(&draft, bytes, size, error);
    uint32_t *new_index =
        PL_ARENA_ARRAY(scratch, uint32_t, draft.concepts.count);
    if (status == PLEACH_OK)
        status = pl_check_memory(scratch, error);
    if (status == PLEACH_OK)
        status = settle_gold(made, &draft, new_index, error);
    if (status == PLEACH_OK)
        *gold = made;
    else
        pl_gold_free(made);
    return status;
}

pleach_status pl_gold_parse(pl_gold **gold, const char *file, const char *bytes,
                            size_t size, pleach_error *error)
{
    return parse_gold(gold, file, bytes, size, false, error);
}

pleach_status pl_gold_parse_part(pl_gold **gold, const char *file,
                                 const char *bytes, size_t size,
                                 pleach_error *error)
{
    return parse_gold(gold, file, bytes, size, true, error);
}

pleach_status pl_gold_read(pl_gold **gold, const pleach_input *input,
                           pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_byte_list bytes = {.arena = scratch};
    PL_TRY(pl_load_bytes(&bytes, input, error));
    return pl_gold_parse(gold, pl_input_label(input), bytes.items, bytes.count,
                         error);
}

void pl_gold_free(pl_gold *gold)
{
    if (gold != NULL)
        pl_arena_free(gold->arena);
}

bool pl_gold_is_above(const pl_gold *gold, uint32_t upper, uint32_t lower)
{
    while (lower != PL_NONE && lower != upper)
        lower = gold->parent[lower];
    return lower == upper;
}
