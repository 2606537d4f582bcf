/* shortcuts.c: walks a child's statements as the forest has their parents. */
/* SPDX-License-Identifier: MIT */
#include "placing/shortcuts.h"

#include "base/order.h"

/* A shortcut of somebody who is thorough and does not have the level that it
 * leaves out supports that level by so much more. */
static const double THOROUGH_SHORTCUT = 1.5;
/* Of what people put a child below, so much counts as above one parent: one
 * name on all levels of a long chain must not take its square. */
enum { MOST_ABOVE = 64 };
/* So many people of a statement are asked what they put its parent below, in
 * so many statements about that; and of those who leave a level out so many
 * whether they have it. */
enum { MOST_ASKED = 16, MOST_STATEMENTS = 64, MOST_LEAVING = 64 };

bool pl_shortcuts_take(pl_shortcuts *shortcuts, pl_arena *arena)
{
    uint32_t count = shortcuts->s->first[shortcuts->s->count];
    shortcuts->refined = PL_ARENA_ARRAY(arena, uint8_t, count);
    shortcuts->entered = PL_ARENA_ARRAY(arena, uint64_t, count);
    shortcuts->open = PL_ARENA_ARRAY(arena, uint32_t, count);
    return shortcuts->refined && shortcuts->entered && shortcuts->open;
}

/* Whether somebody made a statement; its people ascend. */
static bool has_made(const pl_statements *s, uint32_t k, uint32_t person)
{
    const uint32_t *people = s->people + s->said_by[k];
    uint32_t count = s->said_by[k + 1] - s->said_by[k];
    size_t at = pl_lower_bound_uint32(people, count, person);
    return at < count && people[at] == person;
}

/* Who has the level above what they named has the child below it all the same.
 */
double pl_shortcut_weight(const pl_statements *s, uint32_t child,
                          uint32_t parent, uint32_t above, double each)
{
    uint32_t k = pl_find_statement(s, child, above), plain = 0, more = 0;
    if (k == PL_NONE)
        return 0;
    uint32_t voices = s->voices[k];
    if (s->known_count == 0) /* nobody is thorough */
        return voices * each;
    uint32_t higher = pl_find_statement(s, above, parent);
    uint32_t asked = voices < MOST_LEAVING ? voices : MOST_LEAVING;
    for (uint32_t i = s->said_by[k]; i < s->said_by[k] + asked; i++) {
        uint32_t person = s->people[i];
        bool thorough = s->thorough[person];
        plain += !thorough;
        more +=
            thorough && (!pl_is_known(s, person, parent) ||
                         (higher != PL_NONE && has_made(s, higher, person)));
    }
    double most = THOROUGH_SHORTCUT * each, times = (double)voices / asked;
    return times * (plain * each + more * (most < 1 ? most : 1));
}

/* Whether one of the people who made statement k made another one, too. */
static bool have_both_made(const pl_statements *s, uint32_t k, uint32_t other)
{
    for (uint32_t i = s->said_by[k];
         i < s->said_by[k + 1] && i < s->said_by[k] + MOST_ASKED; i++)
        if (has_made(s, other, s->people[i]))
            return true;
    return false;
}

/* The statements by which people who put c below p have p below something. */
static uint32_t list_refining(const pl_statements *s, uint32_t k,
                              uint32_t refining[MOST_STATEMENTS])
{
    uint32_t parent = s->parent[k], first = s->first[parent], count = 0;
    for (uint32_t m = first;
         m < s->first[parent + 1] && m < first + MOST_STATEMENTS; m++)
        if (have_both_made(s, k, m))
            refining[count++] = m;
    return count;
}

/* Whether somebody who put c below p has p below `above`: they do not say
 * otherwise than those who put c there, only more exactly. */
static bool refines(const pl_shortcuts *shortcuts, uint32_t above,
                    const uint32_t *refining, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        if (pl_is_at_or_above(shortcuts->forest, above,
                              shortcuts->s->parent[refining[k]]))
            return true;
    return false;
}

/* What the open statements add to statement k, the nearest first. Where k's
 * parent is below the child itself, only what is below it, too. */
static void borrow(pl_shortcuts *shortcuts, double *weight, uint32_t child,
                   uint32_t k, uint32_t count)
{
    const pl_statements *s = shortcuts->s;
    const pl_lineage *forest = shortcuts->forest;
    bool inside = pl_is_at_or_above(forest, child, s->parent[k]);
    uint32_t least = count > MOST_ABOVE ? count - MOST_ABOVE : 0;
    uint32_t refining[MOST_STATEMENTS];
    uint32_t found = count > 0 ? list_refining(s, k, refining) : 0;
    while (count-- > least) {
        uint32_t above = s->parent[shortcuts->open[count]];
        if (inside && !pl_is_at_or_above(forest, child, above))
            break;
        bool refined = refines(shortcuts, above, refining, found);
        if (refined && shortcuts->refined[k] != PL_REFINED)
            shortcuts->refined[k] =
                pl_is_never_below(s, above) ? PL_REFINED_FROM_TOP : PL_REFINED;
        weight[k] += pl_shortcut_weight(s, child, s->parent[k], above,
                                        refined ? 1 : shortcuts->each);
    }
}

/* In the order of a walk through the forest, what is above a parent comes
 * before it, and stays open until the walk leaves it. */
void pl_shortcuts_add(pl_shortcuts *shortcuts, double *weight, uint32_t child)
{
    const pl_statements *s = shortcuts->s;
    const pl_lineage *forest = shortcuts->forest;
    uint32_t first = s->first[child], count = s->first[child + 1] - first;
    uint32_t open = 0, *opened = shortcuts->open;
    for (uint32_t i = 0; i < count; i++) {
        shortcuts->refined[first + i] = PL_NOT_REFINED;
        shortcuts->entered[i] =
            (uint64_t)forest->enter[s->parent[first + i]] << 32 | i;
    }
    pl_sort_uint64(shortcuts->entered, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = first + (uint32_t)shortcuts->entered[i];
        while (open > 0 &&
               !pl_is_at_or_above(forest, s->parent[opened[open - 1]],
                                  s->parent[k]))
            open--;
        borrow(shortcuts, weight, child, k, open);
        opened[open++] = k;
    }
}
