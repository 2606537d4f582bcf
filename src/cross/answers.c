/* answers.c: weighs what the candidates of a node would tell, and falls back on
 * what is above. */
/* SPDX-License-Identifier: MIT */
#include "cross/answers.h"

#include <math.h>
#include <stdlib.h>

#include "base/status.h"
#include "cross/one_to_one.h"

/* To contain something, or to overlap with it, says where a part of it is. */
#define PART_OF_WORTH 0.5

void pl_answers_free(pl_answers *self)
{
    pl_cross_pairs_free(&self->pairs);
}

/* ----------------------------------------------------------------- worth -- */

/* What is known of the place of something that is within n of `all` nodes, as a
 * share of what there is to know: log(all / n) of log(all). */
static double tell_within(uint32_t n, uint32_t all)
{
    return 1 - log((double)n + 1) / log((double)all + 2);
}

double pl_answers_telling(const pl_answers *self, const pl_cross_pair *pair,
                          pl_relation relation)
{
    const pl_cross_nodes *nodes = self->pairs.nodes;
    uint32_t within = nodes->end[pair->to] - pair->to;
    uint32_t own = nodes->end[pair->from] - pair->from;
    if (relation == PL_EQUAL)
        return 1;
    return relation == PL_NARROWER
               ? tell_within(within, pl_cross_size(nodes, self->pairs.to))
               : PART_OF_WORTH *
                     tell_within(own, pl_cross_size(nodes, self->pairs.from));
}

static double worth_of(const pl_answers *self, const pl_cross_pair *pair,
                       pl_relation relation)
{
    return pair->chances.of[relation] *
           pl_answers_telling(self, pair, relation);
}

static bool may_be(const pl_answers *self, const pl_cross_pair *pair,
                   pl_relation relation)
{
    uint32_t at =
        pair->from - self->pairs.nodes->source_first[self->pairs.from];
    return relation != PL_EQUAL || self->matched == NULL ||
           self->matched[at] == pair->to;
}

static pl_answer answer_by(const pl_answers *self, const pl_cross_pair *pair)
{
    pl_answer best = {.node = pair->to, .worth = -1};
    for (int k = 0; k < PL_RELATIONS; k++) {
        double worth = worth_of(self, pair, (pl_relation)k);
        if (may_be(self, pair, (pl_relation)k) && worth > best.worth) {
            best.relation = (pl_relation)k;
            best.confidence = pair->chances.of[k];
            best.worth = worth;
        }
    }
    return best;
}

/* ------------------------------------------------------------ inheritance --
 */

static const pl_cross_pair *pairs_of(const pl_answers *self, uint32_t at,
                                     uint32_t *count)
{
    const pl_cross_pairs *pairs = &self->pairs;
    *count = pairs->first[at + 1] - pairs->first[at];
    return pairs->list.items + pairs->first[at];
}

/* What a pair says of where those below its first node are. */
static double worth_below(const pl_answers *self, const pl_cross_pair *pair)
{
    pl_cross_pair below = *pair;
    below.chances.of[PL_NARROWER] += pair->chances.of[PL_EQUAL];
    return worth_of(self, &below, PL_NARROWER);
}

/* The node that is most surely the nearest at or above another one. */
static uint32_t find_upper(const pl_answers *self, uint32_t at)
{
    uint32_t count;
    const pl_cross_pair *pair = pairs_of(self, at, &count);
    const pl_cross_pair *further = &self->further[at];
    uint32_t best = further->to;
    double most = best == PL_NONE ? -1 : worth_below(self, further);
    for (uint32_t k = 0; k < count; k++) {
        double worth = worth_below(self, &pair[k]);
        if (worth > most) {
            most = worth;
            best = pair[k].to;
        }
    }
    return best;
}

/* What is known since the parent has it counts like any other pair of it. */
void pl_answers_facts(pl_facts *facts, const pl_answers *self, uint32_t from,
                      uint32_t to)
{
    const pl_cross_nodes *nodes = self->pairs.nodes;
    uint32_t up = nodes->list[from].parent;
    pl_cross_facts(facts, &self->pairs, from, to);
    if (up == PL_NONE)
        return;
    const pl_cross_pair *above =
        &self->further[up - nodes->source_first[self->pairs.from]];
    if (above->to == to)
        pl_facts_inherit(facts, 0,
                         above->chances.of[PL_EQUAL] +
                             above->chances.of[PL_NARROWER]);
}

static void note_further(pl_answers *self, uint32_t node, uint32_t to)
{
    const pl_cross_nodes *nodes = self->pairs.nodes;
    pl_cross_pair *further =
        &self->further[node - nodes->source_first[self->pairs.from]];
    pl_facts facts;
    if (to == PL_NONE || pl_cross_pair_find(&self->pairs, node, to) != NULL)
        return;
    pl_answers_facts(&facts, self, node, to);
    *further = (pl_cross_pair){
        .from = node, .to = to, .chances = pl_chances_of(&facts)};
    pl_chances_obey(&further->chances, nodes, node, to);
}

/* The top of the other source that has most below it. */
static uint32_t find_largest_top(const pl_answers *self)
{
    const pl_cross_nodes *nodes = self->pairs.nodes;
    uint32_t first = nodes->source_first[self->pairs.to], best = first;
    for (uint32_t top = first; top < nodes->source_first[self->pairs.to + 1];
         top = nodes->end[top])
        if (nodes->end[top] - top > nodes->end[best] - best)
            best = top;
    return best;
}

/* From the tops down: each node may be where its parent is. */
static pleach_status inherit(pl_answers *self, pleach_error *error)
{
    const pl_cross_nodes *nodes = self->pairs.nodes;
    uint32_t first = nodes->source_first[self->pairs.from];
    uint32_t size = pl_cross_size(nodes, self->pairs.from);
    uint32_t largest = find_largest_top(self);
    PL_SCRATCH(scratch);
    uint32_t *upper = PL_ARENA_ARRAY(scratch, uint32_t, size);
    PL_TRY(pl_check_memory(scratch, error));
    for (uint32_t at = 0; at < size; at++) {
        uint32_t up = nodes->list[first + at].parent;
        bool alone = self->pairs.first[at] == self->pairs.first[at + 1];
        self->further[at].to = PL_NONE;
        if (up != PL_NONE || alone)
            note_further(self, first + at,
                         up != PL_NONE ? upper[up - first] : largest);
        upper[at] = find_upper(self, at);
    }
    return PLEACH_OK;
}

pleach_status pl_answers_make(pl_answers *self, const pl_cross_nodes *nodes,
                              uint32_t from, uint32_t to, bool one_to_one,
                              pleach_error *error)
{
    PL_TRY(pl_cross_pairs_make(&self->pairs, nodes, from, to, error));
    uint32_t size = pl_cross_size(nodes, from);
    self->further = PL_ARENA_ARRAY(self->pairs.arena, pl_cross_pair, size);
    self->matched = NULL;
    PL_TRY(pl_check_memory(self->pairs.arena, error));
    PL_TRY(inherit(self, error));
    if (!one_to_one)
        return PLEACH_OK;
    self->matched = PL_ARENA_ARRAY(self->pairs.arena, uint32_t, size);
    PL_TRY(pl_check_memory(self->pairs.arena, error));
    return pl_match_one_to_one(self->matched, &self->pairs, error);
}

/* What is as sure stands in order of nodes. */
static int order_by_confidence(const void *left, const void *right)
{
    const pl_answer *a = left, *b = right;
    if (a->confidence != b->confidence)
        return a->confidence > b->confidence ? -1 : 1;
    return (a->node > b->node) - (a->node < b->node);
}

/* Puts the likeliest equal one, if it is claimed, before what is known since
 * the parent has it, or the forest: the nearest thing that there is tells less.
 */
static void prefer_equal(const pl_answers *self, uint32_t node,
                         const pl_answer *equal, pl_answer *to, uint32_t used)
{
    uint32_t place = 0;
    pl_facts facts;
    if (to[0].relation != PL_NARROWER || to[0].confidence == 1 ||
        equal->confidence < PL_CLAIMED_EQUAL)
        return;
    pl_answers_facts(&facts, self, node, to[0].node);
    if (!pl_is_inherited(&facts))
        return;
    while (place + 1 < used && to[place].node != equal->node)
        place++;
    for (; place > 0; place--)
        to[place] = to[place - 1];
    to[0] = *equal;
}

/* Keeps the best answers in order; returns how many there are now. */
static uint32_t insert_answer(pl_answer *to, uint32_t used, uint32_t most,
                              const pl_answer *next)
{
    uint32_t place = used;
    while (place > 0 && next->worth > to[place - 1].worth)
        place--;
    if (place == most)
        return used;
    used += used < most;
    for (uint32_t m = used - 1; m > place; m--)
        to[m] = to[m - 1];
    to[place] = *next;
    return used;
}

uint32_t pl_answers_of(const pl_answers *self, uint32_t node, pl_answer *to,
                       uint32_t most)
{
    uint32_t at = node - self->pairs.nodes->source_first[self->pairs.from];
    uint32_t count, used = 0;
    const pl_cross_pair *pair = pairs_of(self, at, &count);
    pl_answer equal = {.confidence = 0};
    bool more = self->further[at].to != PL_NONE;
    for (uint32_t k = 0; k < count + more; k++) {
        pl_answer next =
            answer_by(self, k < count ? &pair[k] : &self->further[at]);
        if (next.relation == PL_EQUAL && next.confidence > equal.confidence)
            equal = next;
        used = insert_answer(to, used, most, &next);
    }
    /* What was ruled out is told only for want of anything else. */
    while (used > 1 && to[used - 1].worth <= 0)
        used--;
    prefer_equal(self, node, &equal, to, used);
    if (used > 2)
        qsort(to + 1, used - 1, sizeof *to, order_by_confidence);
    return used;
}
