/* relation.c: what names, paths, children and the forest say of two nodes. */
/* SPDX-License-Identifier: MIT */
#include "cross/relation.h"

#include <math.h>

#include "base/order.h"
#include "taxonomy/taxonomy.h"

/* Another form of a word may be another word: organizer, organization. */
#define STEM_COUNTS 0.5
/* What is above counts, but less than the name. */
#define ABOVE_COUNTS 0.5
/* Nothing is taken for surer than this about something else. */
#define LEAST_CHANCE 0.05
/* Where two of these names are not one, others are seldom: what is left of the
 * odds, measured on the sets of bench/trees (docs/experiments/crosswalk.md). */
#define REFUSED_ELSEWHERE 0.2

static bool has(pl_cross_run run, uint32_t token)
{
    size_t at = pl_lower_bound_uint32(run.item, run.count, token);
    return at < run.count && run.item[at] == token;
}

/* 1: the word is there; less: another form of it. */
static double find_word(const pl_cross_nodes *nodes, pl_cross_run run,
                        uint32_t word)
{
    uint32_t stem = nodes->stem[word];
    if (has(run, word))
        return 1;
    for (uint32_t k = 0; stem != PL_NONE && k < run.count; k++)
        if (nodes->stem[run.item[k]] == stem)
            return STEM_COUNTS;
    return 0;
}

/* Which part of some words is in one run, and which in that or another. */
static void share_words(const pl_cross_nodes *nodes, pl_cross_run words,
                        pl_cross_run own, pl_cross_run above, double *in_own,
                        double *in_any)
{
    double all = 0, mine = 0, any = 0;
    for (uint32_t k = 0; k < words.count; k++) {
        double weight = nodes->weight[words.item[k]];
        double found = find_word(nodes, own, words.item[k]);
        double further =
            found < 1 ? find_word(nodes, above, words.item[k]) : found;
        all += weight;
        mine += weight * found;
        any += weight * (further > found ? further : found);
    }
    *in_own = all > 0 ? mine / all : 0;
    *in_any = all > 0 ? any / all : 0;
}

/* Which part of the words that say what a node is say so of the other one, and
 * which are in its name, and say something else: the pan of "Pan lids". */
static void share_heads(const pl_cross_nodes *nodes, uint32_t a, uint32_t b,
                        double *is, double *detail)
{
    pl_cross_run mine = pl_cross_set(&nodes->head, a);
    pl_cross_run theirs = pl_cross_set(&nodes->head, b);
    pl_cross_run own = pl_cross_set(&nodes->own, b);
    double found = 0, beside = 0;
    for (uint32_t k = 0; k < mine.count; k++) {
        bool head = false;
        for (uint32_t h = 0; h < theirs.count; h++)
            head = head || theirs.item[h] == mine.item[k];
        found += head;
        beside += !head && has(own, mine.item[k]);
    }
    *is = mine.count > 0 ? found / mine.count : 0;
    *detail = mine.count > 0 ? beside / mine.count : 0;
}

/* Whether the cluster of b is somewhere above that of a. */
static bool is_under(const pl_cross_nodes *nodes, uint32_t a, uint32_t b)
{
    uint32_t low = nodes->list[a].cluster, high = nodes->list[b].cluster;
    return low != PL_NONE && high != PL_NONE && low > high &&
           low < nodes->cluster[high].end;
}

/* Returns which part of the words above one is above the other, too. */
static double find_side(double *to, const pl_cross_nodes *nodes, uint32_t a,
                        uint32_t b)
{
    double over;
    pl_cross_run own = pl_cross_set(&nodes->own, b);
    pl_cross_run above = pl_cross_set(&nodes->above, b);
    share_words(nodes, pl_cross_set(&nodes->own, a), own, above, &to[PL_OWN],
                &to[PL_PATH]);
    to[PL_PATH] -= to[PL_OWN];
    share_words(nodes, pl_cross_set(&nodes->above, a), above, own, &over,
                &to[PL_ABOVE]);
    share_heads(nodes, a, b, &to[PL_HEAD], &to[PL_DETAIL]);
    to[PL_LARGER] = log2((double)(nodes->end[a] - a) / (nodes->end[b] - b));
    if (to[PL_LARGER] < 0)
        to[PL_LARGER] = 0;
    to[PL_ON_TOP] = nodes->list[a].parent == PL_NONE;
    pl_cross_run kids = pl_cross_set(&nodes->kids, a);
    uint32_t common = pl_cross_common(kids, pl_cross_set(&nodes->kids, b));
    to[PL_KIDS] = kids.count > 0 ? (double)common / kids.count : 0;
    to[PL_LEAF] = nodes->end[a] == a + 1;
    to[PL_UNDER] = is_under(nodes, a, b);
    to[PL_UP] = to[PL_RIVAL] = to[PL_LEAD] = 0;
    return over;
}

/* Whether what is right above one, or anything further up, is one concept with
 * what is right above the other. */
static bool has_above(const pl_cross_nodes *nodes, uint32_t a, uint32_t b)
{
    uint32_t up = nodes->list[a].parent, over = nodes->list[b].parent;
    uint32_t wanted = over == PL_NONE ? PL_NONE : pl_cross_concept(nodes, over);
    for (int level = 0; wanted != PL_NONE && up != PL_NONE && level < 8;
         up = nodes->list[up].parent, level++)
        if (pl_cross_concept(nodes, up) == wanted)
            return true;
    return false;
}

void pl_facts_find(pl_facts *facts, const pl_cross_nodes *nodes, uint32_t a,
                   uint32_t b)
{
    const pl_placed_node *list = nodes->list;
    uint32_t concept = pl_cross_concept(nodes, a);
    bool same = concept != PL_NONE && concept == pl_cross_concept(nodes, b);
    double sure = list[a].similarity < list[b].similarity ? list[a].similarity
                                                          : list[b].similarity;
    bool alike = pl_cross_called_alike(nodes, a, b);
    bool further = alike && !pl_cross_same_name(nodes, a, b);
    facts->over = find_side(facts->of[0], nodes, a, b);
    facts->over += find_side(facts->of[1], nodes, b, a);
    for (int side = 0; further && side < 2; side++) {
        facts->of[side][PL_OWN] = facts->of[side][PL_HEAD] = 1;
        facts->of[side][PL_PATH] = facts->of[side][PL_DETAIL] = 0;
    }
    facts->both[PL_ALWAYS] = 1;
    facts->both[PL_NAME] = alike;
    facts->both[PL_WHOLE] = (facts->of[0][PL_OWN] + facts->of[0][PL_PATH]) *
                            (facts->of[1][PL_OWN] + facts->of[1][PL_PATH]);
    facts->both[PL_CONCEPT] = same;
    facts->both[PL_SURE] = !same ? 0 : sure < 0 ? 0 : sure > 1 ? 1 : sure;
    facts->both[PL_PARENTS] = facts->up[0] = facts->up[1] = 0;
    facts->both[PL_SHARED] = has_above(nodes, a, b) || has_above(nodes, b, a);
    bool apart = facts->over + facts->both[PL_SHARED] < 0.1;
    facts->both[PL_APART] =
        apart && alike &&
        facts->of[0][PL_ON_TOP] + facts->of[1][PL_ON_TOP] == 0;
    facts->both[PL_STRAY] =
        apart && !alike && facts->of[0][PL_OWN] > 0 && facts->of[1][PL_OWN] > 0;
    facts->both[PL_FORCED] = facts->both[PL_STRAY] * same;
}

double pl_facts_common(const pl_facts *facts)
{
    double sum = facts->both[PL_NAME] + facts->both[PL_CONCEPT];
    for (int side = 0; side < 2; side++)
        sum += facts->of[side][PL_OWN] + facts->of[side][PL_PATH] +
               ABOVE_COUNTS * facts->of[side][PL_ABOVE];
    return sum / 5;
}

double pl_chance_speaks(double chance)
{
    return log((chance + LEAST_CHANCE) / (1 - chance + LEAST_CHANCE)) -
           log(LEAST_CHANCE / (1 + LEAST_CHANCE));
}

void pl_facts_inherit(pl_facts *facts, int side, double chance)
{
    facts->up[side] = chance;
    facts->of[side][PL_UP] = pl_chance_speaks(chance);
}

/* Where no word of a node's own tells, it is below the other as far as its
 * parent is: that is no surer of the child than of the parent. What is cut
 * falls to the two having nothing to do with each other, which is what all
 * chances leave of 1. */
static void bound_inherited(double *chance, const pl_facts *facts, int side)
{
    const double *of = facts->of[side];
    double most = facts->up[side];
    if (of[PL_OWN] == 0 && most > 0 && facts->both[PL_CONCEPT] == 0 &&
        *chance > most)
        *chance = most;
}

static double weigh(const double *weights, const pl_facts *facts, int first)
{
    double sum = 0;
    for (int k = 0; k < PL_MUTUAL; k++)
        sum += weights[k] * facts->both[k];
    for (int k = 0; k < PL_SIDED; k++)
        sum += weights[PL_MUTUAL + k] * facts->of[first][k] +
               weights[PL_MUTUAL + PL_SIDED + k] * facts->of[1 - first][k];
    return exp(sum);
}

pl_chances pl_chances_of(const pl_facts *facts)
{
    double odds[PL_RELATIONS] = {weigh(pl_relation_weights[0], facts, 0),
                                 weigh(pl_relation_weights[1], facts, 0),
                                 weigh(pl_relation_weights[1], facts, 1),
                                 weigh(pl_relation_weights[2], facts, 0)};
    double all = 1 + odds[PL_EQUAL] + (odds[PL_NARROWER] + odds[PL_BROADER]) +
                 odds[PL_OVERLAP];
    pl_chances chances;
    for (int k = 0; k < PL_RELATIONS; k++)
        chances.of[k] = odds[k] / all;
    bound_inherited(&chances.of[PL_NARROWER], facts, 0);
    bound_inherited(&chances.of[PL_BROADER], facts, 1);
    return chances;
}

/* -------------------------------------------------------------- decisions --
 */

/* The class that decisions put a node into; PL_NONE: nobody spoke of it. */
static uint32_t class_of(const pl_rulings *r, uint32_t node)
{
    return node == PL_NONE ? PL_NONE : r->node_class[node];
}

/* The odds of being the same become so many times what they were; the other
 * relations share what that leaves. */
static void change_odds(pl_chances *chances, double times)
{
    double was = chances->of[PL_EQUAL], left = 1 - was;
    double now = was * times / (was * times + left);
    for (int k = 0; k < PL_RELATIONS; k++)
        chances->of[k] = k == PL_EQUAL ? now
                         : left > 0    ? chances->of[k] * (1 - now) / left
                                       : 0;
}

static void rule_in(pl_chances *chances, pl_relation relation)
{
    *chances = (pl_chances){{0}};
    chances->of[relation] = 1;
}

double pl_odds_answered(const pl_cross_nodes *nodes, uint32_t a, uint32_t b)
{
    const uint32_t *use = nodes->answered.uses.of_node;
    uint32_t left = nodes->list[a].node, right = nodes->list[b].node;
    if (use == NULL || left == PL_NONE || right == PL_NONE ||
        use[left] == PL_NONE || use[right] == PL_NONE)
        return 0;
    return pl_answered_odds_of_uses(&nodes->answered, use[left], use[right]);
}

void pl_chances_obey(pl_chances *chances, const pl_cross_nodes *nodes,
                     uint32_t a, uint32_t b)
{
    const pleach_affinity *affinity = nodes->forest->affinity;
    const pl_rulings *r = affinity == NULL ? NULL : affinity->rulings;
    double answered = pl_odds_answered(nodes, a, b);
    if (answered != 0)
        change_odds(chances, exp(answered));
    if (r == NULL)
        return;
    uint32_t left = class_of(r, nodes->list[a].node);
    uint32_t right = class_of(r, nodes->list[b].node);
    bool both = left != PL_NONE && right != PL_NONE;
    if (both && left == right)
        rule_in(chances, PL_EQUAL);
    else if (both && r->parent[left] == right)
        rule_in(chances, PL_NARROWER);
    else if (both && r->parent[right] == left)
        rule_in(chances, PL_BROADER);
    else if (both && pl_are_different(r, left, right))
        *chances = (pl_chances){{0}};
    else if (pl_has_uint64(nodes->refused.items, nodes->refused.count,
                           (uint64_t)nodes->sorted[a] << 32 | nodes->sorted[b]))
        change_odds(chances, REFUSED_ELSEWHERE);
    if (both && left != right && pl_is_not_under(r, left, right))
        chances->of[PL_NARROWER] = 0;
    if (both && left != right && pl_is_not_under(r, right, left))
        chances->of[PL_BROADER] = 0;
}
