/* check_matches.c: proves that matches which sources state are obeyed. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/order.h"
#include "base/status.h"
#include "base/text.h"
#include "check/check.h"
#include "corpus/matches.h"

typedef struct matching {
    pl_proof *proof;
    pl_strings *ids;          /* what sources call their nodes ... */
    PL_LIST(uint64_t) places; /* ... and who is called so, ascending */
    PL_LIST(uint32_t) home;   /* ... and in which cluster, or PL_SEVERAL */
    pl_carried_list values;   /* of the member at hand */
    bool may_part;            /* decisions, or a result before, may do so */
} matching;

/* Whether one stands above the other in one hierarchy: such a match is not
 * obeyed. */
static bool stands_above(const pl_taxonomy_file *filed, uint32_t upper,
                         uint32_t lower)
{
    pl_filed_place a = pl_filed_place_of(filed, upper);
    pl_filed_place b = pl_filed_place_of(filed, lower);
    size_t length = strlen(a.path);
    return strcmp(a.owner, b.owner) == 0 && strcmp(a.id, b.id) == 0 &&
           (strcmp(a.path, ".") == 0 ||
            (strncmp(a.path, b.path, length) == 0 && b.path[length] == '/'));
}

/* Where those who are called so begin. */
static size_t find_called(const matching *m, uint32_t id)
{
    return pl_lower_bound_uint64(m->places.items, m->places.count,
                                 (uint64_t)id << 32);
}

static const pl_filed_node *member_at(const matching *m, size_t place)
{
    return &m->proof->filed->member[(uint32_t)m->places.items[place]];
}

/* Whether one of either is above one of the other. */
static bool contradicts_tree(const matching *m, uint32_t a, uint32_t b)
{
    const pl_taxonomy_file *filed = m->proof->filed;
    for (size_t k = find_called(m, a); k < find_called(m, a + 1); k++)
        for (size_t l = find_called(m, b); l < find_called(m, b + 1); l++)
            if (stands_above(filed, member_at(m, k)->key,
                             member_at(m, l)->key) ||
                stands_above(filed, member_at(m, l)->key, member_at(m, k)->key))
                return true;
    return false;
}

/* All who are called either are in one cluster. */
static pleach_status check_match(const matching *m, uint32_t a, uint32_t b,
                                 pleach_error *error)
{
    const pl_taxonomy_file *filed = m->proof->filed;
    const char *left = pl_strings_at(m->ids, a);
    const char *right = pl_strings_at(m->ids, b);
    bool parted =
        m->home.items[a] != m->home.items[b] || m->home.items[a] == PL_SEVERAL;
    if (parted && contradicts_tree(m, a, b))
        return PLEACH_OK;
    m->proof->result.matches++;
    m->proof->result.matches_parted += parted;
    return !parted || m->may_part
               ? PLEACH_OK
               : pl_broken(filed, error,
                           "A source states that <%.*s> and <%.*s> are the "
                           "same, but they are in several clusters.",
                           pl_text_cut(left, strlen(left), 80), left,
                           pl_text_cut(right, strlen(right), 80), right);
}

/* What one member states, of itself or of somebody else. */
static pleach_status check_stated(matching *m, const pl_filed_node *member,
                                  pleach_error *error)
{
    m->values.count = 0;
    PL_TRY(pl_payload_list(&m->values, m->proof->filed->arena, member->carries,
                           error));
    for (size_t k = 0; k < m->values.count; k++) {
        const pl_carried *value = &m->values.items[k];
        size_t subject = pl_carried_subject(value);
        const char *name =
            subject == 0 ? member->source_id : value->property + 1;
        if (name == NULL || pl_match_kind_of(value) != PL_MATCH_SAME)
            continue;
        uint32_t a = pl_strings_find(m->ids, name,
                                     subject == 0 ? strlen(name) : subject);
        uint32_t b = pl_strings_find(m->ids, value->text, strlen(value->text));
        if (a != PL_NONE && b != PL_NONE && a != b)
            PL_TRY(check_match(m, a, b, error));
    }
    return PLEACH_OK;
}

/* Members alone: what is discarded is nobody's. */
pleach_status pl_check_matches(pl_proof *proof, pleach_error *error)
{
    const pl_taxonomy_file *filed = proof->filed;
    PL_SCRATCH(scratch);
    matching m = {.proof = proof,
                  .ids = pl_strings_in(scratch),
                  .places = {.arena = scratch},
                  .home = {.arena = scratch},
                  .values = {.arena = scratch},
                  .may_part = pl_parsed_get(filed->root, "decisions") != NULL ||
                              pl_parsed_get(filed->report, "next_id") != NULL};
    PL_TRY(pl_check_memory(scratch, error));
    for (uint32_t k = 0; k < filed->member_count; k++) {
        const char *name = filed->member[k].source_id;
        if (name != NULL) {
            uint64_t id = pl_strings_add(m.ids, name, strlen(name));
            pl_list_add(&m.places, id << 32 | k);
            if (id == m.home.count)
                pl_list_add(&m.home, filed->member[k].cluster);
            else if (id < m.home.count &&
                     m.home.items[id] != filed->member[k].cluster)
                m.home.items[id] = PL_SEVERAL;
        }
    }
    PL_TRY(pl_check_memory(scratch, error));
    if (m.places.count > 0)
        pl_sort_uint64(m.places.items, m.places.count);
    for (uint32_t k = 0; k < filed->member_count; k++)
        if (pl_mentions_match(filed->member[k].carries))
            PL_TRY(check_stated(&m, &filed->member[k], error));
    return pl_check_memory(scratch, error);
}
