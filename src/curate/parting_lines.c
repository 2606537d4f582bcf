/* parting_lines.c: names all nodes of two sides, each with each. */
/* SPDX-License-Identifier: MIT */
#include "curate/parting_lines.h"

#include <string.h>

/* Where each with each would be more lines, all are parted from the first ones
 * of the other side. */
enum { MOST_LINES = 64, OPERAND_BYTES = 600 };

typedef PL_LIST(char) text_list;

/* What names some nodes, and one of these. */
typedef struct named_place {
    const char *text;
    uint32_t place;
} named_place;

typedef PL_LIST(named_place) operand_list;

typedef struct parting {
    pl_arena *arena;
    const pl_review_facts *facts;
    const pl_decided_pairs *decided;
} parting;

static void add_line_text(text_list *to, const char *text, char end)
{
    size_t length = strlen(text);
    if (!pl_list_room(to, length + 1))
        return;
    memcpy(to->items + to->count, text, length);
    to->items[to->count + length] = end;
    to->count += length + 1;
}

static void add_operand(operand_list *to, const parting *p, const char *text,
                        uint32_t place)
{
    named_place made = {pl_arena_text(p->arena, text, strlen(text)), place};
    pl_list_add(to, made);
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

/* Whether some of these nodes are decided to be one with something. */
static bool is_partly_decided(const parting *p, uint32_t first, uint32_t end)
{
    bool any = false;
    for (uint32_t k = first; k < end && !any; k++)
        any = p->decided->joined[p->facts->standing[k].place];
    return any;
}

/* The operands that a group takes: its name where no other cluster has it and
 * nothing is decided of some of it, else its name below each parent, or nodes.
 */
static void list_operands(operand_list *to, const parting *p,
                          const pl_name_group *group)
{
    const pl_review_facts *facts = p->facts;
    char text[OPERAND_BYTES];
    uint32_t k, next, end = pl_standing_of_key(facts, group->key, &k);
    if (!is_partly_decided(p, k, end) &&
        pl_write_name(text, sizeof text, facts, group)) {
        add_operand(to, p, text, group->place);
        return;
    }
    for (; k < end; k = next) {
        uint32_t place = facts->standing[k].place;
        next = end_of_operand(facts, k);
        if (facts->standing[k].cluster == group->cluster &&
            pl_write_operand(text, sizeof text, facts, place))
            add_operand(to, p, text, place);
    }
}

static void list_side_operands(operand_list *to, const parting *p,
                               pl_group_range side)
{
    for (uint32_t k = side.first; k < side.end; k++)
        list_operands(to, p, &p->facts->group[k]);
}

/* What is decided to be one is not parted by a no about others beside it. */
static void add_lines(text_list *to, const parting *p,
                      const operand_list side[2])
{
    bool all = side[0].count <= MOST_LINES / (side[1].count + 1);
    for (size_t k = 0; k < side[0].count; k++)
        for (size_t l = 0; l < side[1].count; l++) {
            named_place a = side[0].items[k], b = side[1].items[l];
            if ((!all && k > 0 && l > 0) ||
                pl_is_decided_same(p->decided, a.place, b.place))
                continue;
            add_line_text(to, "different", '\t');
            add_line_text(to, a.text, '\t');
            add_line_text(to, b.text, '\n');
        }
}

/* An empty text where all lines would part what is decided to be one. */
const char *pl_parting_lines(pl_arena *arena, const pl_review_facts *facts,
                             const pl_decided_pairs *decided,
                             pl_group_range one, pl_group_range other)
{
    const parting p = {arena, facts, decided};
    operand_list side[2] = {{.arena = arena}, {.arena = arena}};
    text_list lines = {.arena = arena};
    list_side_operands(&side[0], &p, one);
    list_side_operands(&side[1], &p, other);
    if (!pl_arena_failed(arena))
        add_lines(&lines, &p, side);
    const char *made = lines.count == 0
                           ? ""
                           : pl_arena_text(arena, lines.items, lines.count - 1);
    pl_list_free(&side[0]);
    pl_list_free(&side[1]);
    pl_list_free(&lines);
    return made;
}
