/* units.c: finds the labels that mean several things, and parts their nodes. */
/* SPDX-License-Identifier: MIT */
#include "same/units.h"

#include <string.h>

#include "base/order.h"
#include "same/constants.h"
#include "same/similarity.h"

/* Namesakes below namesakes that are deeper are told apart no further. */
enum { MOST_LEVELS = 64 };

/* The collection that a node is part of. Ascends with the nodes. */
static uint32_t collection_of(const pl_units *u, uint32_t node)
{
    const pleach_corpus *c = u->labels->corpus;
    return u->by_person ? pl_person_of(c, node)
                        : c->sapling_hierarchy[c->node_sapling[node]];
}

/* Lists the places of a label as parent << 32 | place, the parent 0 on top.
 * Returns how many there are, ascending by place. */
static uint64_t list_places(uint64_t *word, const pl_labels *labels,
                            const uint32_t *parent_of, uint32_t label)
{
    const pleach_corpus *c = labels->corpus;
    uint64_t count = 0;
    for (uint64_t k = labels->first[label]; k < labels->first[label + 1]; k++) {
        uint32_t node = labels->node[k];
        if (pl_entry_of(c, node) != node)
            continue;
        uint32_t above = pl_place_above(c, node);
        uint64_t parent = above == PL_NONE ? 0 : parent_of[above] + 1u;
        word[count++] = parent << 32 | node;
    }
    return count;
}

/* Whether people have a label twice in one collection. Places ascend with the
 * collections that hold them. What the only person has on top may go on with
 * what stands elsewhere: it does not count. */
static bool means_several(const pl_units *u, const uint64_t *word,
                          uint64_t count)
{
    bool alone = pl_person_count(u->labels->corpus) == 1;
    uint64_t collections = 0, twice = 0, run = 0;
    for (uint64_t k = 0; k < count; k++) {
        if (alone && word[k] >> 32 == 0)
            continue;
        uint32_t here = (uint32_t)word[k];
        uint32_t before = k > 0 ? (uint32_t)word[k - 1] : PL_NONE;
        bool again =
            k > 0 && collection_of(u, here) == collection_of(u, before);
        if (again && pl_is_one_thing(u->labels->corpus, here, before))
            continue;
        run = again ? run + 1 : 1;
        collections += !again;
        twice += run == 2;
    }
    return twice > 0 && (double)twice >= PL_LEAST_TWICE * (double)collections;
}

/* What was answered about a label parts its nodes, instead of their parents. */
static bool sort_by_sense(uint64_t *word, uint64_t count, const uint32_t *sense)
{
    if (sense == NULL || count == 0 || sense[(uint32_t)*word] == PL_NONE)
        return false;
    for (uint64_t k = 0; k < count; k++)
        word[k] = (uint64_t)sense[(uint32_t)word[k]] << 32 | (uint32_t)word[k];
    return true;
}

/* Adds the units of one label, by what `parent_of` says of the nodes above.
 * Where nodes are `tagged`, their tags tell what they mean better than their
 * parents do (senses.h). */
static void part_label(pl_units *u, uint64_t *word, const uint32_t *parent_of,
                       uint32_t label, const uint32_t *sense, bool tagged)
{
    const pleach_corpus *c = u->labels->corpus;
    uint64_t count = list_places(word, u->labels, parent_of, label);
    uint64_t at = u->first[u->count];
    bool several = (!tagged && means_several(u, word, count)) ||
                   sort_by_sense(word, count, sense);
    u->of_label[label] = u->count;
    if (several)
        pl_sort_uint64(word, count);
    for (uint64_t k = 0; k < count; k++) {
        uint32_t place = (uint32_t)word[k], twin = c->node_twin[place];
        if (k == 0 || (several && word[k] >> 32 != word[k - 1] >> 32))
            u->label[u->count++] = label;
        u->place[at++] = place;
        u->first[u->count] = at;
        u->of_node[place] = u->count - 1;
        if (twin != PL_NONE)
            u->of_node[twin] = u->count - 1;
    }
}

/* Parts labels by their parents' labels, then by the units of these, and so on
 * down: Sneakers below the Shoes of women are not those below the Shoes of
 * men. */
static bool part_labels(pl_units *u, uint64_t *word, const uint32_t *sense)
{
    const pleach_corpus *c = u->labels->corpus;
    bool tagged = pl_mostly_tagged(c);
    uint32_t *parent_of = pl_allocate(c->node_count, sizeof *parent_of);
    uint32_t before = u->labels->count, round = 0;
    if (parent_of == NULL)
        return false;
    memcpy(parent_of, u->labels->of_node, c->node_count * sizeof *parent_of);
    for (; round < MOST_LEVELS; round++, before = u->count) {
        u->count = 0;
        for (uint32_t x = 0; x < u->labels->count; x++)
            part_label(u, word, parent_of, x, sense, tagged);
        if (u->count == before)
            break;
        memcpy(parent_of, u->of_node, c->node_count * sizeof *parent_of);
    }
    u->of_label[u->labels->count] = u->count;
    pl_release(parent_of);
    return true;
}

/* Both lists ascend with the nodes. */
static void list_collections(pl_units *u)
{
    uint64_t at = 0;
    for (uint32_t x = 0; x < u->count; x++) {
        u->seen_first[x] = at;
        for (uint64_t k = u->first[x]; k < u->first[x + 1]; k++) {
            uint32_t collection = collection_of(u, u->place[k]);
            if (at == u->seen_first[x] || u->seen[at - 1] != collection)
                u->seen[at++] = collection;
        }
    }
    u->seen_first[u->count] = at;
}

/* Who has a name in two meanings has it once. */
static void list_holders(pl_units *u)
{
    uint64_t at = 0;
    for (uint32_t x = 0; x < u->labels->count; x++) {
        uint64_t from = u->seen_first[u->of_label[x]];
        uint64_t count = u->seen_first[u->of_label[x + 1]] - from;
        u->held_first[x] = at;
        memcpy(u->held + at, u->seen + from, count * sizeof *u->held);
        at += pl_sort_distinct_uint32(u->held + at, count);
    }
    u->held_first[u->labels->count] = at;
}

/* Whether all that a person has is one collection: much of it, or all there
 * is, or what stands on several tops of one tree, such as a file of paths.
 * Hierarchies without levels are rather lists that somebody made one by one. */
static bool have_one_range(const pleach_corpus *c)
{
    return pl_has_large_sources(c) || pl_person_count(c) == 1 ||
           2 * (uint64_t)c->sapling_count >= 3 * (uint64_t)c->hierarchy_count;
}

bool pl_units_make(pl_units *units, pl_arena *arena, const pl_labels *labels,
                   const uint32_t *sense)
{
    uint32_t nodes = labels->corpus->node_count;
    uint64_t *word = pl_allocate(nodes, sizeof *word);
    *units = (pl_units){
        .labels = labels,
        .by_person = have_one_range(labels->corpus),
        .of_node = PL_ARENA_ARRAY(arena, uint32_t, nodes),
        .label = PL_ARENA_ARRAY(arena, uint32_t, nodes),
        .of_label = PL_ARENA_ARRAY(arena, uint32_t, labels->count + 1u),
        .first = PL_ARENA_ARRAY(arena, uint64_t, nodes + 1u),
        .place = PL_ARENA_ARRAY(arena, uint32_t, nodes),
        .seen_first = PL_ARENA_ARRAY(arena, uint64_t, nodes + 1u),
        .seen = PL_ARENA_ARRAY(arena, uint32_t, nodes),
        .held_first = PL_ARENA_ARRAY(arena, uint64_t, labels->count + 1u),
        .held = PL_ARENA_ARRAY(arena, uint32_t, nodes)};
    bool enough = word && units->of_node && units->label && units->of_label &&
                  units->first && units->place && units->seen_first &&
                  units->seen && units->held_first && units->held;
    enough = enough && part_labels(units, word, sense);
    if (enough) {
        list_collections(units);
        list_holders(units);
    }
    pl_release(word);
    return enough;
}

/* Where `who` is or would be in `list`, at `at` or after it: near, as a rule,
 * so the steps grow until they are too long, and then halve. */
static uint64_t seek(const uint32_t *list, uint64_t count, uint64_t at,
                     uint32_t who)
{
    uint64_t step = 1;
    while (at + step < count && list[at + step] < who) {
        at += step;
        step *= 2;
    }
    for (; step > 0; step /= 2)
        if (at + step <= count && list[at + step - 1] < who)
            at += step;
    return at;
}

double pl_share_common(const uint32_t *a, uint64_t a_count, const uint32_t *b,
                       uint64_t b_count)
{
    bool turned = b_count < a_count;
    const uint32_t *few = turned ? b : a, *many = turned ? a : b;
    uint64_t fewer = turned ? b_count : a_count,
             all = a_count + b_count - fewer;
    uint64_t common = 0, at = 0;
    for (uint64_t k = 0; k < fewer; k++) {
        at = seek(many, all, at, few[k]);
        common += at < all && many[at] == few[k];
    }
    return fewer == 0 ? 0 : (double)common / (double)fewer;
}

double pl_units_together(const pl_units *units, uint32_t a, uint32_t b)
{
    const uint64_t *first = units->seen_first;
    return pl_share_common(units->seen + first[a], first[a + 1] - first[a],
                           units->seen + first[b], first[b + 1] - first[b]);
}

double pl_labels_together(const pl_units *units, uint32_t a, uint32_t b)
{
    const uint64_t *first = units->held_first;
    return pl_share_common(units->held + first[a], first[a + 1] - first[a],
                           units->held + first[b], first[b + 1] - first[b]);
}
