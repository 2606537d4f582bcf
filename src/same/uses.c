/* uses.c: lists which label stands below which, and finds them by name. */
/* SPDX-License-Identifier: MIT */
#include "same/uses.h"

#include <string.h>

#include "base/order.h"
#include "same/units.h"

/* Places of the corpus as label << 32 | label above + 1, then sorted. */
static uint64_t use_word(const pl_labels *labels, uint32_t place)
{
    uint32_t above = pl_place_above(labels->corpus, place);
    uint64_t up = above == PL_NONE ? 0 : labels->of_node[above] + 1u;
    return (uint64_t)labels->of_node[place] << 32 | up;
}

static uint32_t list_distinct(uint64_t *word, uint32_t count)
{
    uint32_t kept = 0;
    pl_sort_uint64(word, count);
    for (uint32_t k = 0; k < count; k++)
        if (kept == 0 || word[k] != word[kept - 1])
            word[kept++] = word[k];
    return kept;
}

/* Nodes ascend with people, so that each is counted once. */
static void fill_uses(pl_label_uses *u, const uint64_t *word, uint32_t *last)
{
    const pleach_corpus *c = u->labels->corpus;
    for (uint32_t x = 0; x < u->count; x++) {
        u->label[x] = (uint32_t)(word[x] >> 32);
        u->above[x] = (uint32_t)word[x] - 1; /* PL_NONE for none */
        u->of_label[u->label[x] + 1] = x + 1;
        u->place[x] = last[x] = PL_NONE;
    }
    for (uint32_t n = 0; n < c->node_count; n++) {
        uint32_t place = pl_entry_of(c, n), person = pl_person_of(c, n);
        uint32_t x = (uint32_t)pl_lower_bound_uint64(
            word, u->count, use_word(u->labels, place));
        u->of_node[n] = x;
        u->people[x] += last[x] != person;
        last[x] = person;
        if (u->place[x] == PL_NONE)
            u->place[x] = place;
        u->spelled[c->node_spelling[n]] = u->labels->of_node[n];
    }
}

bool pl_label_uses_make(pl_label_uses *uses, pl_arena *arena,
                        const pl_labels *labels)
{
    const pleach_corpus *c = labels->corpus;
    uint32_t nodes = c->node_count, spellings = pl_strings_count(c->spellings);
    uint64_t *word = pl_allocate(nodes, sizeof *word);
    uint32_t *last = pl_allocate(nodes, sizeof *last);
    *uses = (pl_label_uses){
        .labels = labels,
        .of_node = PL_ARENA_ARRAY(arena, uint32_t, nodes),
        .label = PL_ARENA_ARRAY(arena, uint32_t, nodes),
        .above = PL_ARENA_ARRAY(arena, uint32_t, nodes),
        .place = PL_ARENA_ARRAY(arena, uint32_t, nodes),
        .people = PL_ARENA_ARRAY(arena, uint32_t, nodes),
        .of_label = PL_ARENA_ARRAY(arena, uint32_t, labels->count + 1u),
        .spelled = PL_ARENA_ARRAY(arena, uint32_t, spellings)};
    bool enough = word && last && uses->of_node && uses->label && uses->above &&
                  uses->place && uses->people && uses->of_label &&
                  uses->spelled;
    for (uint32_t n = 0; enough && n < nodes; n++)
        if (pl_entry_of(c, n) == n)
            word[uses->count++] = use_word(labels, n);
    if (enough) {
        uses->count = list_distinct(word, uses->count);
        memset(uses->spelled, 0xFF, spellings * sizeof *uses->spelled);
        fill_uses(uses, word, last);
    }
    pl_release(word);
    pl_release(last);
    return enough;
}

/* --------------------------------------------------------------- finding -- */

static uint32_t find_label(const pl_label_uses *u, const char *name,
                           size_t length)
{
    uint32_t spelling =
        pl_strings_find(u->labels->corpus->spellings, name, length);
    return spelling == PL_NONE ? PL_NONE : u->spelled[spelling];
}

void pl_label_uses_find(const pl_label_uses *uses, const pl_asked_name *name,
                        uint32_t *first, uint32_t *end)
{
    uint32_t label = find_label(uses, name->name, strlen(name->name));
    *first = *end = 0;
    if (label == PL_NONE)
        return;
    *first = uses->of_label[label];
    *end = uses->of_label[label + 1];
}

/* A name with one use is known by it: who moved it did not change its meaning.
 */
bool pl_is_spoken_of(const pl_label_uses *uses, const pleach_answers *answers,
                     const pl_asked_name *name, uint32_t use)
{
    uint32_t label = uses->label[use];
    if (name->seen_first == name->seen_end ||
        uses->of_label[label + 1] - uses->of_label[label] == 1)
        return true;
    for (uint32_t s = name->seen_first; s < name->seen_end; s++) {
        const char *parent;
        size_t length;
        pl_seen_parent(answers->seen.items[s], name->name, &parent, &length);
        uint32_t above =
            length == 0 ? PL_NONE : find_label(uses, parent, length);
        if (above == uses->above[use] && (above != PL_NONE || length == 0))
            return true;
    }
    return false;
}
