/* tops.c: looks at what else somebody has on top. */
/* SPDX-License-Identifier: MIT */
#include "placing/tops.h"

#include "base/order.h"

/* A parent that nobody puts below anything wraps a whole collection if at
 * least so many of its children, and half of them, are tops elsewhere. */
enum { LEAST_WRAPPED = 3 };
/* Somebody leaves a parent out whose children they have on top, so many of them
 * beside the one at hand; so many of their tops are looked at. */
enum { LEAST_BELOW = 2, MOST_TOPS = 64 };
/* One voice is not enough against so many people who have something on top. */
enum { TWO = 2 };
/* Of those who considered a top so many are asked, and speak for the others. */
enum { MOST_ASKED = 64 };
/* Who never has a level below a level says little by having something on top:
 * so much of what others say. Where people hardly agree that holds only against
 * who has children of it, too: there a leaf of that name may be something else,
 * as the icon of a map is no category. */
static const double FLAT_TOP = 0.25;

/* Whoever puts all they have below one top ("my categories") says nothing
 * against those who have the same on top. */
bool pl_tops_find(pl_tops *tops, pl_arena *arena)
{
    const pl_statements *s = tops->s;
    uint32_t *wrapped = PL_ARENA_ARRAY(arena, uint32_t, s->count);
    tops->wraps = PL_ARENA_ARRAY(arena, uint8_t, s->count);
    if (wrapped == NULL || tops->wraps == NULL)
        return false;
    for (uint32_t c = 0; c < s->count; c++)
        for (uint32_t k = s->first[c]; k < s->first[c + 1]; k++)
            wrapped[s->parent[k]] += s->considered[c] > 0;
    for (uint32_t c = 0; c < s->count; c++)
        tops->wraps[c] = pl_is_never_below(s, c) &&
                         wrapped[c] >= LEAST_WRAPPED &&
                         2 * (uint64_t)wrapped[c] >= s->children[c];
    return true;
}

/* Whether somebody who does not have a parent has other things on top that lie
 * below it, in the round before: they leave that level out, and say nothing
 * against it by having one more child of it on top. */
static bool leaves_out(const pl_tops *tops, uint32_t person, uint32_t child,
                       uint32_t parent)
{
    const pl_statements *s = tops->s;
    uint32_t below = 0;
    if (tops->forest == NULL || pl_is_known(s, person, parent))
        return false;
    size_t k = pl_first_top(s, person), end = k + MOST_TOPS;
    for (; k < end && pl_is_top_of(s, k, person); k++) {
        uint32_t top = (uint32_t)s->topped[k];
        below += top != child && pl_is_at_or_above(tops->forest, parent, top);
    }
    return below >= LEAST_BELOW;
}

/* Whether the only thing that somebody has on top is the title of all they have
 * rather than a concept: where people hardly agree, unless the only one who
 * puts it anywhere has things below it, too. No one voice puts a title below
 * another's. */
static bool may_be_title(const pl_tops *tops, uint32_t child,
                         uint32_t statement)
{
    const pl_statements *s = tops->s;
    return tops->disagreeing && !(s->inner[statement] && s->total[child] == 1);
}

/* Whether somebody who has something with children on top had a choice: they
 * have the parent elsewhere, or it is their title. */
static bool chose_top(const pl_tops *tops, uint32_t person, uint32_t parent,
                      bool titled)
{
    const pl_statements *s = tops->s;
    return pl_is_known(s, person, parent) ||
           (titled && pl_has_one_top(s, person));
}

bool pl_outweighs_tops(const pl_tops *tops, uint32_t child, uint32_t statement,
                       double weight)
{
    const pl_statements *s = tops->s;
    uint32_t parent = s->parent[statement], considered = s->considered[child];
    uint32_t asked = considered < MOST_ASKED ? considered : MOST_ASKED;
    uint32_t against = 0;
    double say = 0;
    bool chosen = false;
    bool titled = may_be_title(tops, child, statement);
    bool comparable = !tops->disagreeing || s->inner[statement];
    if (considered == 0 || tops->wraps[parent])
        return true;
    for (uint32_t k = 0; k < asked; k++) {
        uint32_t person = s->considerate[s->considered_by[child] + k];
        if (leaves_out(tops, person, child, parent))
            continue;
        against++;
        say += comparable && !s->deep[person] ? FLAT_TOP : 1;
        chosen |= chose_top(tops, person, parent, titled);
    }
    uint32_t most = chosen && s->children[child] > 0 ? 1 : TWO;
    return weight >= tops->price * say * considered / asked &&
           (s->voices[statement] > 1 || against < most);
}
