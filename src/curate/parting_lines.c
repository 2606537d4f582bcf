/* parting_lines.c: names all nodes of two sides, each with each. */
/* SPDX-License-Identifier: MIT */
#include "curate/parting_lines.h"

#include <string.h>

/* Where each with each would be more lines, all are parted from the first ones
 * of the other side. */
enum { MOST_LINES = 64, OPERAND_BYTES = 600 };

typedef PL_LIST(char) text_list; /* each ended by a 0 */

static bool add_text(text_list *to, const char *text, char end)
{
    size_t length = strlen(text);
    if (!pl_list_room(to, length + 1))
        return false;
    memcpy(to->items + to->count, text, length);
    to->items[to->count + length] = end;
    to->count += length + 1;
    return true;
}

/* Where those end that the operand of standing `k` names. */
static uint32_t end_of_operand(const pl_review_facts *facts, uint32_t k)
{
    const pl_standing *at = &facts->standing[k];
    uint32_t first, end;
    if (at->above == PL_NONE)
        return k + 1;
    end = pl_standing_below(facts, at->key, at->above, &first);
    return facts->standing[first].cluster == facts->standing[end - 1].cluster
               ? end
               : k + 1;
}

/* The operands that a group takes: its name where no other cluster has it, else
 * its name below each parent, or nodes. */
static bool list_operands(text_list *to, size_t *count,
                          const pl_review_facts *facts,
                          const pl_name_group *group)
{
    char text[OPERAND_BYTES];
    uint32_t k, next, end = pl_standing_of_key(facts, group->key, &k);
    if (pl_write_name(text, sizeof text, facts, group)) {
        ++*count;
        return add_text(to, text, '\0');
    }
    for (; k < end; k = next) {
        next = end_of_operand(facts, k);
        if (facts->standing[k].cluster != group->cluster ||
            !pl_write_operand(text, sizeof text, facts,
                              facts->standing[k].place))
            continue;
        ++*count;
        if (!add_text(to, text, '\0'))
            return false;
    }
    return true;
}

static bool list_side(text_list *to, size_t *count,
                      const pl_review_facts *facts, pl_group_range side)
{
    bool enough = true;
    for (uint32_t k = side.first; enough && k < side.end; k++)
        enough = list_operands(to, count, facts, &facts->group[k]);
    return enough;
}

static bool add_lines(text_list *to, const text_list side[2],
                      const size_t count[2])
{
    bool all = count[0] <= MOST_LINES / (count[1] + 1);
    const char *a = side[0].items;
    for (size_t k = 0; k < count[0]; k++, a += strlen(a) + 1) {
        const char *b = side[1].items;
        for (size_t l = 0; l < count[1]; l++, b += strlen(b) + 1)
            if ((all || k == 0 || l == 0) &&
                (!add_text(to, "different", '\t') || !add_text(to, a, '\t') ||
                 !add_text(to, b, '\n')))
                return false;
    }
    return true;
}

const char *pl_parting_lines(pl_arena *arena, const pl_review_facts *facts,
                             pl_group_range one, pl_group_range other)
{
    text_list side[2] = {{0}, {0}}, lines = {0};
    size_t count[2] = {0};
    const char *made = NULL;
    if (list_side(&side[0], &count[0], facts, one) &&
        list_side(&side[1], &count[1], facts, other) &&
        add_lines(&lines, side, count))
        made = pl_arena_text(arena, lines.items,
                             lines.count == 0 ? 0 : lines.count - 1);
    pl_list_free(&side[0]);
    pl_list_free(&side[1]);
    pl_list_free(&lines);
    return made;
}
