/* shape_tops.c: puts thin tops below a broader concept, and others into
 * groups, where there are too many. */
/* SPDX-License-Identifier: MIT */
#include "base/order.h"
#include "place/shape_work.h"

/* Whose words are the last ones of another's name, by these words. */
typedef struct known_names {
    pl_strings *texts;
    PL_LIST(uint32_t) node;
} known_names;

/* Words as bytes: up to the first head, from the given one on. */
static size_t name_bytes(const pl_name_words *words, uint32_t n, uint32_t from,
                         char *bytes, size_t room)
{
    size_t length = 0;
    for (uint32_t k = words->first.items[n] + from;
         k < words->first.items[n + 1]; k++) {
        const pl_name_word *word = &words->items.items[k];
        if (length + sizeof word->stem > room)
            return 0;
        for (size_t b = 0; b < sizeof word->stem; b++)
            bytes[length++] = (char)(word->stem >> 8 * b);
        if (word->head)
            return k + 1 == words->first.items[n + 1] || from > 0 ? length : 0;
    }
    return length;
}

enum { NAME_ROOM = 8 * sizeof(uint32_t) };

/* Of nodes with the same words the one that most people have. */
static bool learn_names(known_names *known, const pl_shaping *s)
{
    char bytes[NAME_ROOM];
    for (uint32_t n = 0; n < s->forest->count; n++) {
        size_t length = name_bytes(&s->words, n, 0, bytes, sizeof bytes);
        if (length == 0)
            continue;
        uint32_t at = pl_strings_add(known->texts, bytes, length);
        if (at == PL_NONE)
            return false;
        if (at >= known->node.count)
            pl_list_add(&known->node, n);
        else if (pl_shape_people(s, n) >
                 pl_shape_people(s, known->node.items[at]))
            known->node.items[at] = n;
    }
    return !pl_arena_failed(s->scratch);
}

/* Whether something could hang below a node without a loop. */
static bool may_hang_below(const pl_shaping *s, uint32_t n, uint32_t above)
{
    while (above != PL_NONE && above != n)
        above = s->to->parent[above];
    return above == PL_NONE;
}

/* Where most people put a top, if anybody does; else what has the last words
 * of its name. */
static uint32_t find_broader(const pl_shaping *s, const known_names *known,
                             uint32_t n)
{
    const pl_statements *said = s->forest->said;
    uint32_t best = PL_NONE, most = 0;
    for (uint32_t k = said->first[n]; k < said->first[n + 1]; k++)
        if (said->voices[k] > most && may_hang_below(s, n, said->parent[k])) {
            most = said->voices[k];
            best = said->parent[k];
        }
    uint32_t words = s->words.first.items[n + 1] - s->words.first.items[n];
    for (uint32_t from = 1; best == PL_NONE && from < words; from++) {
        char bytes[NAME_ROOM];
        size_t length = name_bytes(&s->words, n, from, bytes, sizeof bytes);
        uint32_t at = length == 0
                          ? PL_NONE
                          : pl_strings_find(known->texts, bytes, length);
        if (at != PL_NONE && may_hang_below(s, n, known->node.items[at]))
            best = known->node.items[at];
    }
    return best;
}

/* The thinnest first, as long as there are too many, but none of those that
 * could stay; returns how many are left. */
static size_t move_thin_tops(pl_shaping *s, const known_names *known,
                             uint32_t *tops, size_t count)
{
    size_t left = count, kept = 0;
    uint64_t *order = PL_ARENA_ARRAY(s->scratch, uint64_t, count);
    if (order == NULL)
        return count;
    for (size_t k = 0; k < count; k++)
        order[k] = pl_shape_thinness(s, tops[k]) | tops[k];
    pl_sort_uint64(order, count);
    for (size_t k = 0; k < count; k++) {
        uint32_t n = (uint32_t)order[k], above = PL_NONE;
        if (left > s->shape->tops.most && k + s->shape->tops.most <= count &&
            !pl_shape_is_fixed(s, n) && !pl_shape_is_bare(s, n))
            above = find_broader(s, known, n);
        if (above == PL_NONE) {
            tops[kept++] = n;
            continue;
        }
        s->to->parent[n] = above;
        s->to->how[n] = PL_SHAPED_MOVED;
        left--;
    }
    return kept;
}

bool pl_shape_tops(pl_shaping *s)
{
    const pl_range *range = &s->shape->tops;
    known_names known = {.node = {.arena = s->scratch}};
    uint32_t *tops = PL_ARENA_ARRAY(s->scratch, uint32_t, s->to->count);
    size_t count = 0;
    if (range->most == 0)
        return true;
    if (tops == NULL || !pl_shape_number(s))
        return false;
    for (uint32_t n = 0; n < s->to->count; n++)
        if (s->to->parent[n] == PL_NONE)
            tops[count++] = n;
    if (count <= range->most)
        return true;
    known.texts = pl_strings_new();
    bool enough = known.texts != NULL && learn_names(&known, s);
    if (enough)
        count = move_thin_tops(s, &known, tops, count);
    pl_strings_free(known.texts);
    return enough && !pl_arena_failed(s->scratch) && pl_shape_number(s) &&
           (count <= range->most ||
            pl_shape_group(s, PL_NONE, tops, count, range));
}
