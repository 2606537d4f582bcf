/* ask_place.c: asks where things belong that people disagree about. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "curate/ask.h"

/* A question about a place is worth this much. */
static const double LEAST_PLACE = 0.1;

/* How likely it hangs in the wrong place, by who wants it there: where half of
 * them do, about as often as not; where most do, less than the others' share.
 */
static double doubt_place(const pleach_taxonomy *forest, uint32_t c)
{
    const pl_votes *v = &forest->votes[c];
    double with = v->in_favour + 0.5 * v->skipping;
    double all = v->in_favour + v->skipping + v->against + v->top;
    if (all == 0 || v->in_favour == all)
        return 0;
    double share = with / all;
    return share < 0.6 ? 1 - share : 0.6 * (1 - share);
}

/* --------------------------------------------------------------- parents -- */

static bool is_below(const pleach_taxonomy *forest, uint32_t c, uint32_t above)
{
    return c >= above && c < forest->subtree_end[above];
}

static void add_parent(pl_asking *asking, const pl_ask_facts *f, uint32_t p)
{
    if (p == PL_NONE || asking->count >= PL_MOST_PARENTS ||
        is_below(f->forest, p, asking->about) || f->shown[p] == PL_NONE)
        return;
    for (uint32_t k = 0; k < asking->count; k++)
        if (asking->item[k] == p)
            return;
    asking->item[asking->count++] = p;
}

/* Where people want it, most of them first. */
static void add_wanted(pl_asking *asking, const pl_ask_facts *f)
{
    const pl_statements *s = &f->forest->statements;
    uint32_t from = s->first[asking->about], to = s->first[asking->about + 1];
    for (uint32_t n = from; n < to && n < from + PL_MOST_PARENTS; n++) {
        uint32_t best = PL_NONE;
        for (uint32_t k = from; k < to; k++) {
            bool there = false;
            for (uint32_t i = 0; i < asking->count && !there; i++)
                there = asking->item[i] == s->parent[k];
            if (!there && !is_below(f->forest, s->parent[k], asking->about) &&
                (best == PL_NONE || s->voices[k] > s->voices[best]))
                best = k;
        }
        if (best != PL_NONE)
            add_parent(asking, f, s->parent[best]);
    }
}

/* --------------------------------------------------------------- choosing --
 */

/* The cluster that most of what a name speaks of is in, or PL_NONE. */
static uint32_t named_cluster(const pl_ask_facts *f, const pl_asked_name *name)
{
    uint32_t x, end;
    pl_label_uses_find(&f->said.uses, name, &x, &end);
    for (; x < end; x++)
        if (f->cluster[x] != PL_NONE &&
            pl_is_spoken_of(&f->said.uses, f->answers, name, x))
            return f->cluster[x];
    return PL_NONE;
}

uint8_t *pl_ask_mark(const pl_ask_facts *f, pl_ask_kind kind)
{
    uint8_t *asked = pl_allocate(f->forest->cluster_count, 1);
    for (size_t k = 0; asked != NULL && k < f->answers->replies.count; k++) {
        const pl_reply *reply = &f->answers->replies.items[k];
        if (reply->kind != kind)
            continue;
        uint32_t c = named_cluster(f, &f->answers->names.items[reply->first]);
        if (c != PL_NONE)
            asked[c] = 1;
    }
    return asked;
}

bool pl_ask_places(pl_asking_list *to, const pl_ask_facts *f)
{
    uint8_t *asked = pl_ask_mark(f, PL_ASK_PLACE);
    bool enough = asked != NULL;
    for (uint32_t c = 0; enough && c < f->forest->cluster_count; c++) {
        pl_asking next = {.kind = PL_ASK_PLACE,
                          .about = c,
                          .saves = doubt_place(f->forest, c)};
        if (asked[c] || f->shown[c] == PL_NONE || next.saves < LEAST_PLACE)
            continue;
        add_wanted(&next, f);
        if (next.count > 1)
            enough = pl_list_push(to, next);
    }
    pl_release(asked);
    return enough;
}
