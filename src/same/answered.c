/* answered.c: weighs answers by how well they agree with each other. */
/* SPDX-License-Identifier: MIT */
#include "same/answered.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "same/constants.h"
#include "same/linkage.h"

/* In larger groups each is held against so many others; a name with more uses
 * is not parted. */
enum { NEIGHBOURS = 8, MOST_PARTED = 64 };

/* ----------------------------------------------------------------- lists -- */

static int compare_said(const void *left, const void *right)
{
    const pl_said *a = left, *b = right;
    if (a->reply != b->reply)
        return a->reply < b->reply ? -1 : 1;
    return (a->group > b->group) - (a->group < b->group);
}

typedef PL_LIST(uint32_t) use_list;

/* A use that an answer speaks of. */
typedef struct mention {
    uint32_t use;
    pl_said said;
} mention;
typedef PL_LIST(mention) mention_list;

/* All that one answer says. */
static bool list_mentions(mention_list *all, const pl_answered *a,
                          uint32_t number)
{
    const pl_reply *reply = &a->answers->replies.items[number];
    for (uint32_t k = reply->first; k < reply->end; k++) {
        const pl_asked_name *name = &a->answers->names.items[k];
        uint32_t use, end;
        pl_label_uses_find(&a->uses, name, &use, &end);
        for (; name->group != PL_NONE && use < end; use++)
            if (pl_is_spoken_of(&a->uses, a->answers, name, use) &&
                !pl_list_push(all, ((mention){use, {number, name->group, 1}})))
                return false;
    }
    return true;
}

/* Whether an answer tells which names mean the same. */
static bool tells_groups(const pl_reply *reply)
{
    return reply->answered &&
           (reply->kind == PL_ASK_SAME || reply->kind == PL_ASK_SENSE);
}

static bool sort_mentions(pl_said_lists *to, pl_arena *arena, uint32_t things,
                          const mention_list *all)
{
    to->first = PL_ARENA_ARRAY(arena, uint64_t, things + 2u);
    to->item = PL_ARENA_ARRAY(arena, pl_said, all->count);
    if (to->first == NULL || to->item == NULL)
        return false;
    for (size_t k = 0; k < all->count; k++)
        to->first[all->items[k].use + 2]++;
    for (uint32_t x = 0; x < things; x++)
        to->first[x + 2] += to->first[x + 1];
    for (size_t k = 0; k < all->count; k++)
        to->item[to->first[all->items[k].use + 1]++] = all->items[k].said;
    return true;
}

/* Makes one of what is said twice, in place; the lists are sorted then. */
static void settle_said(pl_said_lists *lists, uint32_t things)
{
    uint64_t kept = 0;
    for (uint32_t x = 0; x < things; x++) {
        uint64_t from = x == 0 ? 0 : lists->first[x], own = kept;
        uint64_t count = lists->first[x + 1] - from;
        if (count > 1)
            qsort(lists->item + from, count, sizeof *lists->item, compare_said);
        lists->first[x] = own;
        for (uint64_t k = from; k < from + count; k++)
            if (kept > own &&
                compare_said(&lists->item[kept - 1], &lists->item[k]) == 0)
                lists->item[kept - 1].times += lists->item[k].times;
            else
                lists->item[kept++] = lists->item[k];
    }
    lists->first[things] = kept;
}

/* Whether the corpus still has anything that an answer speaks of. */
static bool is_about_something(const pl_answered *a, const pl_reply *reply)
{
    uint32_t use = 0, end = 0;
    for (uint32_t k = reply->first; use == end && k < reply->end; k++)
        pl_label_uses_find(&a->uses, &a->answers->names.items[k], &use, &end);
    return use < end;
}

static bool list_said(pl_answered *a, pl_arena *arena)
{
    mention_list all = {.items = NULL};
    bool enough = true;
    for (size_t k = 0; enough && k < a->answers->replies.count; k++) {
        const pl_reply *reply = &a->answers->replies.items[k];
        if (tells_groups(reply))
            enough = list_mentions(&all, a, (uint32_t)k);
        a->stale += reply->answered && !is_about_something(a, reply);
    }
    enough = enough && sort_mentions(&a->of_use, arena, a->uses.count, &all);
    if (enough)
        settle_said(&a->of_use, a->uses.count);
    pl_list_free(&all);
    return enough;
}

/* ------------------------------------------------------------------ odds -- */

/* What one answer is worth that joins two, or tells them apart. */
static double worth_of(const pl_answered *a, uint32_t reply, double joined)
{
    double trust = a->trust[a->answers->replies.items[reply].who];
    double odds = log(trust / (1 - trust));
    return joined * (odds - PL_TWO_NAMES) + (1 - joined) * log(1 - trust);
}

/* The end of what the answer at `from` says of a thing, and how often it is
 * spoken of there. */
static uint64_t end_of_answer(const pl_said *said, uint64_t from, uint64_t end,
                              double *times)
{
    uint64_t to = from;
    *times = 0;
    for (; to < end && said[to].reply == said[from].reply; to++)
        *times += said[to].times;
    return to;
}

/* The share of two things' uses that an answer joins, from *i and *j on, which
 * move behind the answer. */
static double share_joined(const pl_said *said, uint64_t *i, uint64_t i_end,
                           uint64_t *j, uint64_t j_end)
{
    double left, right, both = 0;
    uint64_t i_to = end_of_answer(said, *i, i_end, &left);
    uint64_t j_to = end_of_answer(said, *j, j_end, &right);
    for (; *i < i_to; ++*i)
        for (uint64_t q = *j; q < j_to; q++)
            if (said[*i].group == said[q].group)
                both += (double)said[*i].times * said[q].times;
    *j = j_to;
    return both / (left * right);
}

/* What all answers that speak of both are worth together. */
static double sum_odds(const pl_answered *a, const pl_said_lists *lists,
                       uint32_t x, uint32_t y)
{
    uint64_t i = lists->first[x], i_end = lists->first[x + 1];
    uint64_t j = lists->first[y], j_end = lists->first[y + 1];
    double sum = 0, answers = 0;
    while (i < i_end && j < j_end) {
        uint32_t left = lists->item[i].reply, right = lists->item[j].reply;
        if (left == right) {
            sum += worth_of(a, left,
                            share_joined(lists->item, &i, i_end, &j, j_end));
            answers++;
        } else {
            i += left < right;
            j += right < left;
        }
    }
    return answers > 1 ? sum / (1 + PL_REPEATED * (answers - 1)) : sum;
}

double pl_answered_odds_of_uses(const pl_answered *answered, uint32_t a,
                                uint32_t b)
{
    return sum_odds(answered, &answered->of_use, a, b);
}

double pl_answered_odds(const pl_answered *answered, uint32_t a, uint32_t b)
{
    return answered == NULL ? 0 : sum_odds(answered, &answered->of_unit, a, b);
}

/* ----------------------------------------------------------------- trust -- */

/* Who joins a pair that another answer joined, and who does not. */
typedef struct agreement {
    double *joined, *parted; /* per who */
} agreement;

/* Holds what one answer joined against what all others say. */
static void compare_answers(const pl_answered *a, agreement *found,
                            uint32_t reply, uint32_t x, uint32_t y)
{
    const pl_said_lists *l = &a->of_use;
    uint64_t i = l->first[x], j = l->first[y];
    while (i < l->first[x + 1] && j < l->first[y + 1]) {
        const pl_said *left = &l->item[i], *right = &l->item[j];
        if (left->reply == right->reply && left->reply != reply) {
            uint32_t who = a->answers->replies.items[left->reply].who;
            *(left->group == right->group ? &found->joined[who]
                                          : &found->parted[who]) += 1;
        }
        i += left->reply <= right->reply;
        j += right->reply <= left->reply;
    }
}

typedef struct grouped {
    uint32_t group, use;
} grouped;
typedef PL_LIST(grouped) grouped_list;

static int compare_grouped(const void *left, const void *right)
{
    const grouped *a = left, *b = right;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    return (a->use > b->use) - (a->use < b->use);
}

/* The uses of one answer, by group. */
static bool list_grouped(grouped_list *to, mention_list *scratch,
                         const pl_answered *a, uint32_t reply)
{
    to->count = scratch->count = 0;
    if (!list_mentions(scratch, a, reply) || !pl_list_room(to, scratch->count))
        return false;
    for (size_t k = 0; k < scratch->count; k++)
        to->items[to->count++] =
            (grouped){scratch->items[k].said.group, scratch->items[k].use};
    if (to->count > 1)
        qsort(to->items, to->count, sizeof *to->items, compare_grouped);
    return true;
}

/* Whether somebody has both names side by side, which is certain: nobody has
 * one thing twice in one place. */
static bool are_siblings(const pl_answered *a, uint32_t x, uint32_t y)
{
    const pl_labels *l = a->uses.labels;
    const uint32_t *sapling = l->corpus->node_sapling;
    uint64_t i = l->first[a->uses.label[x]], j = l->first[a->uses.label[y]];
    uint64_t i_end = l->first[a->uses.label[x] + 1];
    uint64_t j_end = l->first[a->uses.label[y] + 1];
    while (i < i_end && j < j_end) {
        uint32_t left = l->node[i], right = l->node[j];
        if (sapling[left] == sapling[right] && a->uses.of_node[left] == x &&
            a->uses.of_node[right] == y && !pl_is_root(l->corpus, left) &&
            !pl_is_root(l->corpus, right))
            return true;
        i += left < right;
        j += right < left;
    }
    return false;
}

/* Looks at the pairs that one answer joins: their labels, and who agrees. */
static bool look_at_pairs(pl_answered *a, agreement *found,
                          const grouped_list *said, uint32_t reply)
{
    for (size_t k = 0; k < said->count; k++)
        for (size_t i = k + 1; i < said->count && i <= k + NEIGHBOURS &&
                               said->items[i].group == said->items[k].group;
             i++) {
            uint32_t x = said->items[k].use, y = said->items[i].use;
            uint32_t p = a->uses.label[x], q = a->uses.label[y];
            if (x != y)
                compare_answers(a, found, reply, x, y);
            if (p != q && a->uses.above[x] == a->uses.above[y] &&
                are_siblings(a, x, y))
                found->parted[a->answers->replies.items[reply].who] += 1;
            if (p != q && !pl_list_push(&a->labels, pl_pair_pack(p, q)))
                return false;
        }
    return true;
}

static bool estimate_trust(pl_answered *a, pl_arena *arena)
{
    uint32_t who = pl_strings_count(a->answers->who);
    agreement found = {PL_ARENA_ARRAY(arena, double, who),
                       PL_ARENA_ARRAY(arena, double, who)};
    grouped_list said = {.items = NULL};
    mention_list scratch = {.items = NULL};
    a->trust = PL_ARENA_ARRAY(arena, double, who);
    bool enough = a->trust && found.joined && found.parted;
    for (size_t k = 0; enough && k < a->answers->replies.count; k++)
        if (tells_groups(&a->answers->replies.items[k]))
            enough = list_grouped(&said, &scratch, a, (uint32_t)k) &&
                     look_at_pairs(a, &found, &said, (uint32_t)k);
    for (uint32_t w = 0; enough && w < who; w++) {
        double trust = (found.joined[w] + PL_USUAL_TRUST * PL_USUAL_PAIRS) /
                       (found.joined[w] + found.parted[w] + PL_USUAL_PAIRS);
        a->trust[w] = fmin(fmax(trust, PL_LEAST_TRUST), PL_MOST_TRUST);
    }
    if (enough)
        pl_pairs_settle(&a->labels);
    pl_list_free(&said);
    pl_list_free(&scratch);
    return enough;
}

/* ---------------------------------------------------------------- senses -- */

/* Parts a label's uses where the answers tell them apart. */
static void part_uses(pl_answered *a, double *odds, uint32_t label)
{
    uint32_t from = a->uses.of_label[label], group[MOST_PARTED];
    uint32_t count = a->uses.of_label[label + 1] - from;
    bool doubt = false;
    for (uint32_t x = 0; x < count; x++)
        for (uint32_t y = 0; y < count; y++) {
            double one =
                PL_ONE_NAME + sum_odds(a, &a->of_use, from + x, from + y);
            odds[x * count + y] = one;
            doubt = doubt || (x != y && one < 0);
        }
    if (doubt)
        pl_dense_linkage(group, odds, count, 0);
    for (uint32_t x = 0; doubt && x < count; x++)
        a->part[from + x] = group[x];
}

static bool part_labels(pl_answered *a, pl_arena *arena)
{
    double *odds = PL_ARENA_ARRAY(arena, double, MOST_PARTED *MOST_PARTED);
    a->part = PL_ARENA_ARRAY(arena, uint32_t, a->uses.count);
    if (odds == NULL || a->part == NULL)
        return false;
    memset(a->part, 0xFF, a->uses.count * sizeof *a->part);
    for (uint32_t x = 0; x < a->uses.labels->count; x++) {
        uint32_t count = a->uses.of_label[x + 1] - a->uses.of_label[x];
        if (count > 1 && count <= MOST_PARTED)
            part_uses(a, odds, x);
    }
    return true;
}

/* ---------------------------------------------------------------- public -- */

bool pl_answered_make(pl_answered *answered, pl_arena *arena,
                      const pl_labels *labels, const pleach_answers *answers)
{
    answered->answers = answers;
    return pl_label_uses_make(&answered->uses, arena, labels) &&
           list_said(answered, arena) && estimate_trust(answered, arena) &&
           part_labels(answered, arena);
}

void pl_answered_free(pl_answered *answered)
{
    pl_list_free(&answered->labels);
}

/* What is said of a unit is what is said of its uses. */
bool pl_answered_meet(pl_answered *answered, pl_arena *arena,
                      const pl_units *units)
{
    const pl_label_uses *u = &answered->uses;
    mention_list all = {.items = NULL};
    bool enough = true;
    for (uint32_t x = 0; enough && x < u->count; x++) {
        const pl_said_lists *of = &answered->of_use;
        uint32_t unit = units->of_node[u->place[x]];
        for (uint64_t k = of->first[x]; enough && k < of->first[x + 1]; k++)
            enough = pl_list_push(&all, ((mention){unit, of->item[k]}));
    }
    enough =
        enough && sort_mentions(&answered->of_unit, arena, units->count, &all);
    if (enough)
        settle_said(&answered->of_unit, units->count);
    pl_list_free(&all);
    return enough;
}
