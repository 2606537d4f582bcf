/* outline_above.c: numbers that answer most questions, and walks for the rest.
 */
/* SPDX-License-Identifier: MIT */
#include "write/outline_above.h"

/* One walk in depth enters children as they come, the other the last first:
 * what is below a concept by chance in one is hardly so in both. */
enum { WALKS = 2 };
/* With more parents one walk upwards answers for all of them. */
enum { FEW_PARENTS = 8 };
/* Links that all questions together may follow upwards, for each link of the
 * graph. */
enum { STEPS_PER_LINK = 512 };

/* Of a walk: v is below t if t's turn includes v's in the tree of the walk;
 * only if t's reach includes v's it can be below t at all. */
typedef struct turn {
    uint32_t enter, leave; /* in the tree of the walk */
    uint32_t reach;        /* the first that leaves, of all below and itself */
} turn;

struct pl_above {
    uint32_t count;
    const uint32_t *first, *end, *parent;
    uint32_t *below, *child; /* children of c: child[below[c]] and so on */
    turn *turns[WALKS];
    uint32_t *seen;  /* per concept: the last question it was seen for */
    uint32_t *stack; /* concepts that wait, or are open */
    uint32_t *next;  /* per concept: children that were entered */
    uint32_t question;
    uint64_t steps; /* links that may still be followed */
};

/* ------------------------------------------------------------ numbering -- */

static void list_children(pl_above *self)
{
    for (uint32_t c = 0; c < self->count; c++)
        for (uint32_t k = self->first[c]; k < self->end[c]; k++)
            self->below[self->parent[k] + 1]++;
    for (uint32_t c = 0; c < self->count; c++)
        self->below[c + 1] += self->below[c];
    for (uint32_t c = 0; c < self->count; c++)
        self->next[c] = self->below[c];
    for (uint32_t c = 0; c < self->count; c++)
        for (uint32_t k = self->first[c]; k < self->end[c]; k++)
            self->child[self->next[self->parent[k]]++] = c;
}

/* The next child of c, from the front or from the back. */
static uint32_t take_child(pl_above *self, uint32_t c, bool from_back)
{
    uint32_t n = self->next[c]++;
    return self
        ->child[from_back ? self->below[c + 1] - 1 - n : self->below[c] + n];
}

/* Numbers what is below a top, and was not met before. */
static void walk_down(pl_above *self, uint32_t top, turn *turns, bool from_back,
                      uint32_t *entered, uint32_t *left)
{
    uint32_t open = 0;
    self->stack[open++] = top;
    turns[top].enter = ++*entered;
    while (open > 0) {
        uint32_t c = self->stack[open - 1];
        turn *t = &turns[c];
        if (self->next[c] == self->below[c + 1] - self->below[c]) {
            t->leave = ++*left;
            t->reach = t->leave;
            for (uint32_t k = self->below[c]; k < self->below[c + 1]; k++) {
                uint32_t reach = turns[self->child[k]].reach;
                t->reach = reach < t->reach ? reach : t->reach;
            }
            open--;
            continue;
        }
        uint32_t child = take_child(self, c, from_back);
        if (turns[child].enter == 0) {
            turns[child].enter = ++*entered;
            self->stack[open++] = child;
        }
    }
}

static void number_all(pl_above *self, turn *turns, bool from_back)
{
    uint32_t entered = 0, left = 0;
    for (uint32_t c = 0; c < self->count; c++)
        self->next[c] = 0;
    for (uint32_t k = 0; k < self->count; k++) {
        uint32_t c = from_back ? self->count - 1 - k : k;
        if (self->first[c] == self->end[c])
            walk_down(self, c, turns, from_back, &entered, &left);
    }
}

pl_above *pl_above_make(pl_arena *arena, uint32_t count, const uint32_t *first,
                        const uint32_t *end, const uint32_t *parent)
{
    pl_above *self = PL_ARENA_ARRAY(arena, pl_above, 1);
    uint64_t links = 0;
    if (self == NULL)
        return NULL;
    for (uint32_t c = 0; c < count; c++)
        links += end[c] - first[c];
    *self = (pl_above){.count = count,
                       .first = first,
                       .end = end,
                       .parent = parent,
                       .steps = (uint64_t)STEPS_PER_LINK * links};
    self->below = PL_ARENA_ARRAY(arena, uint32_t, (size_t)count + 1);
    self->child = PL_ARENA_ARRAY(arena, uint32_t, links);
    self->seen = PL_ARENA_ARRAY(arena, uint32_t, count);
    self->stack = PL_ARENA_ARRAY(arena, uint32_t, count);
    self->next = PL_ARENA_ARRAY(arena, uint32_t, count);
    for (uint32_t w = 0; w < WALKS; w++)
        self->turns[w] = PL_ARENA_ARRAY(arena, turn, count);
    if (!self->below || !self->child || !self->seen || !self->stack ||
        !self->next || !self->turns[0] || !self->turns[1])
        return NULL;
    list_children(self);
    for (uint32_t w = 0; w < WALKS; w++)
        number_all(self, self->turns[w], w > 0);
    return self;
}

/* --------------------------------------------------------------- asking -- */

/* Whether v is below t in the tree of a walk, and so in the graph. */
static bool is_surely_below(const pl_above *self, uint32_t v, uint32_t t)
{
    bool below = false;
    for (uint32_t w = 0; w < WALKS; w++) {
        const turn *low = &self->turns[w][v], *high = &self->turns[w][t];
        below = below || (high->enter < low->enter && low->leave < high->leave);
    }
    return below;
}

static bool may_be_below(const pl_above *self, uint32_t v, uint32_t t)
{
    bool may = true;
    for (uint32_t w = 0; w < WALKS; w++) {
        const turn *low = &self->turns[w][v], *high = &self->turns[w][t];
        may = may && low->leave < high->leave && high->reach <= low->reach;
    }
    return may;
}

/* Puts what may be below t on the stack, once. */
static void wait_for(pl_above *self, uint32_t v, uint32_t t, uint32_t *waiting)
{
    if (self->seen[v] == self->question || !may_be_below(self, v, t))
        return;
    self->seen[v] = self->question;
    self->stack[(*waiting)++] = v;
}

/* Each link counts, as one concept may have as many as all others. */
static bool may_follow(pl_above *self)
{
    if (self->steps == 0)
        return false;
    self->steps--;
    return true;
}

/* Whether one of a concept's other parents is below its parent t. */
static bool is_implied(pl_above *self, uint32_t concept, uint32_t t)
{
    uint32_t waiting = 0;
    self->question++;
    for (uint32_t k = self->first[concept]; k < self->end[concept]; k++)
        wait_for(self, self->parent[k], t, &waiting);
    while (waiting > 0) {
        uint32_t v = self->stack[--waiting], k = self->first[v];
        if (is_surely_below(self, v, t))
            return true;
        for (; k < self->end[v] && may_follow(self); k++) {
            if (self->parent[k] == t)
                return true;
            wait_for(self, self->parent[k], t, &waiting);
        }
    }
    return false;
}

/* The same for all parents at once: what leaves after the last of them is above
 * none of them. */
static void see_above(pl_above *self, uint32_t concept)
{
    const turn *turns = self->turns[0];
    uint32_t waiting = 0, last = 0;
    self->question++;
    for (uint32_t k = self->first[concept]; k < self->end[concept]; k++)
        if (turns[self->parent[k]].leave > last)
            last = turns[self->parent[k]].leave;
    for (uint32_t m = self->first[concept]; m < self->end[concept]; m++) {
        self->stack[waiting++] = self->parent[m];
        while (waiting > 0) {
            uint32_t v = self->stack[--waiting], k = self->first[v];
            for (; k < self->end[v] && may_follow(self); k++) {
                uint32_t up = self->parent[k];
                if (self->seen[up] == self->question || turns[up].leave > last)
                    continue;
                self->seen[up] = self->question;
                self->stack[waiting++] = up;
            }
        }
    }
}

void pl_above_mark_implied(pl_above *self, uint32_t concept, uint8_t *implied)
{
    uint32_t first = self->first[concept], end = self->end[concept];
    if (end - first < 2)
        return;
    if (end - first > FEW_PARENTS)
        see_above(self, concept);
    for (uint32_t k = first; k < end; k++)
        implied[k] = end - first > FEW_PARENTS
                         ? self->seen[self->parent[k]] == self->question
                         : is_implied(self, concept, self->parent[k]);
}
