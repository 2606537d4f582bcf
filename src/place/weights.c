/* weights.c: walks a child's statements as the forest has their parents. */
/* SPDX-License-Identifier: MIT */
#include "place/weights.h"

#include <math.h>

#include "base/order.h"

/* A statement whose parent lies above others, and how many people had left a
 * level out before it was opened. */
typedef struct pl_opened {
    uint32_t statement, left_count;
} opened;

/* What somebody who puts a child above a parent is to it. */
enum { LEAVES_BARE = 1, LEAVES_KNOWING = 2 };

/* A level that hardly anybody names is no level: those who left it out count
 * for so many times those who did not. */
int64_t pl_weight_of(const pl_support *u)
{
    int64_t bare = PL_VOICE - PL_BARE_VOICE;
    int64_t said = (int64_t)u->said * PL_VOICE - bare * u->said_bare;
    int64_t implied = (int64_t)u->implied * PL_VOICE - bare * u->implied_bare;
    if (implied > said * PL_VOICE_BITS)
        implied = said * PL_VOICE_BITS;
    return said * 100 + implied * PL_IMPLIED_SHARE;
}

int64_t pl_weight_of_top(const pl_statements *s, uint32_t cluster)
{
    return (int64_t)s->deep_tops[cluster] * PL_DEEP_TOP * 100;
}

/* How many statements there are about any one cluster at most. */
static uint32_t most_about_one(const pl_statements *s)
{
    uint32_t most = 0;
    for (uint32_t c = 0; c < s->count; c++)
        if (s->first[c + 1] - s->first[c] > most)
            most = s->first[c + 1] - s->first[c];
    return most;
}

bool pl_weighing_take(pl_weighing *w, pl_arena *arena, const pl_statements *s,
                      uint32_t people)
{
    uint32_t most = most_about_one(s);
    *w = (pl_weighing){.s = s,
                       .tree = PL_ARENA_ARRAY(arena, uint32_t, s->count),
                       .here = PL_ARENA_ARRAY(arena, uint32_t, s->count),
                       .at_home = PL_HOME_BITS,
                       .leaving = PL_ARENA_ARRAY(arena, uint8_t, people),
                       .left_by = PL_ARENA_ARRAY(arena, uint32_t, people),
                       .entered = PL_ARENA_ARRAY(arena, uint64_t, most),
                       .open = PL_ARENA_ARRAY(arena, opened, most),
                       .support = PL_ARENA_ARRAY(arena, pl_support, most)};
    return w->tree && w->here && w->leaving && w->left_by && w->entered &&
           w->open && w->support;
}

/* Where nobody has anything below the child, everybody knows as much. */
static void count_said(pl_weighing *w, uint32_t child)
{
    const pl_statements *s = w->s;
    for (uint32_t k = s->first[child]; k < s->first[child + 1]; k++) {
        uint32_t bare = 0;
        for (uint32_t i = s->said_by[k]; i < s->said_by[k + 1]; i++)
            bare += s->branch[child] && !s->knows[i];
        w->support[k - s->first[child]] =
            (pl_support){.said = s->voices[k], .said_bare = bare};
    }
}

/* ----------------------------------------------------------------- trees -- */

/* Counts the voices about a child by the trees of its parents, or forgets
 * them. */
static void count_by_tree(pl_weighing *w, uint32_t child, bool forget)
{
    const pl_statements *s = w->s;
    for (uint32_t k = s->first[child]; k < s->first[child + 1]; k++) {
        uint32_t *here = &w->here[w->tree[s->parent[k]]];
        *here = forget ? 0 : *here + s->voices[k];
    }
}

/* How often two people who place one thing place it in one tree: the mean over
 * all that several place, and over a few that are like those of most corpora.
 */
static double measure_agreement(pl_weighing *w)
{
    const pl_statements *s = w->s;
    double count = PL_USUAL_PLACES, sum = count * PL_USUAL_AGREEMENT;
    for (uint32_t c = 0; c < s->count; c++) {
        double all = s->total[c], pairs = 0;
        if (s->total[c] < 2)
            continue;
        count_by_tree(w, c, false);
        for (uint32_t k = s->first[c]; k < s->first[c + 1]; k++)
            pairs +=
                (double)s->voices[k] * (w->here[w->tree[s->parent[k]]] - 1.0);
        count_by_tree(w, c, true);
        sum += pairs / (all * (all - 1));
        count++;
    }
    return sum / count;
}

/* Two of those who know where it belongs agree with a chance of a quarter, as
 * each is right with a half: so what has a place is so many times of that. */
static int judge_homes(double agreement)
{
    double share = 4 * agreement;
    double bits =
        share < 1 ? log2(share / (1 - share)) - PL_VOICE_BITS : PL_HOME_BITS;
    return bits < PL_HOME_BITS ? (int)floor(bits) : PL_HOME_BITS;
}

void pl_weighing_enter(pl_weighing *w, const pl_euler_tour *forest)
{
    w->forest = forest;
    for (uint32_t at = 0, root = 0; at < forest->count; at++) {
        uint32_t c = forest->order[at];
        root = forest->parent[c] == PL_NONE ? c : root;
        w->tree[c] = root;
    }
    w->at_home = judge_homes(measure_agreement(w));
}

static void count_in_trees(pl_weighing *w, uint32_t child)
{
    const pl_statements *s = w->s;
    count_by_tree(w, child, false);
    for (uint32_t k = s->first[child]; k < s->first[child + 1]; k++)
        w->support[k - s->first[child]].in_tree =
            w->here[w->tree[s->parent[k]]];
    count_by_tree(w, child, true);
}

/* Whether `for_it` of all voices leave it likelier than not. */
static bool is_likely(uint32_t for_it, uint32_t all, int bits)
{
    return (int64_t)PL_VOICE_BITS * for_it + bits > (int64_t)all;
}

/* Where all is in one place as a rule, a tree has what its parent has. Who is
 * alone in placing something does not disagree with anybody. */
bool pl_is_outnumbered(const pl_weighing *w, uint32_t child,
                       const pl_support *u)
{
    uint32_t all = w->s->total[child];
    return !is_likely(pl_all_voices(u), all, PL_HOME_BITS) ||
           (w->forest != NULL && all > 1 && w->at_home < PL_HOME_BITS &&
            !is_likely(u->in_tree, all, w->at_home));
}

/* -------------------------------------------------------------- implied -- */

static void leave_out(pl_weighing *w, uint32_t child, uint32_t k)
{
    const pl_statements *s = w->s;
    for (uint32_t i = s->said_by[k]; i < s->said_by[k + 1]; i++) {
        if (w->leaving[s->people[i]] != 0)
            continue;
        w->leaving[s->people[i]] =
            s->branch[child] && !s->knows[i] ? LEAVES_BARE : LEAVES_KNOWING;
        w->left_by[w->left_count++] = s->people[i];
    }
}

static void forget_beyond(pl_weighing *w, uint32_t count)
{
    while (w->left_count > count)
        w->leaving[w->left_by[--w->left_count]] = 0;
}

/* Of those who left the parent out, the ones who have no node in it: they are
 * looked up in the shorter of two lists. */
static void count_implied(const pl_weighing *w, pl_support *u, uint32_t parent)
{
    const pl_statements *s = w->s;
    uint32_t kinds[3] = {0};
    if (pl_holders(s, parent) < w->left_count) {
        for (uint32_t i = 0; i < w->left_count; i++)
            kinds[w->leaving[w->left_by[i]]]++;
        for (uint32_t i = s->held_by[parent]; i < s->held_by[parent + 1]; i++)
            kinds[w->leaving[s->holder[i]]]--;
    } else {
        for (uint32_t i = 0; i < w->left_count; i++)
            if (!pl_has_node(s, w->left_by[i], parent))
                kinds[w->leaving[w->left_by[i]]]++;
    }
    u->implied_bare = kinds[LEAVES_BARE];
    u->implied = kinds[LEAVES_BARE] + kinds[LEAVES_KNOWING];
}

/* In the order of a walk through the forest, what is above a parent comes
 * before it, and stays open until the walk leaves it. A parent below the child
 * would close a loop: nothing is implied for it. */
static void find_implied(pl_weighing *w, uint32_t child)
{
    const pl_statements *s = w->s;
    const pl_euler_tour *forest = w->forest;
    uint32_t first = s->first[child], count = s->first[child + 1] - first;
    uint32_t open = 0;
    for (uint32_t i = 0; i < count; i++)
        w->entered[i] = (uint64_t)forest->enter[s->parent[first + i]] << 32 | i;
    pl_sort_uint64(w->entered, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = (uint32_t)w->entered[i], parent = s->parent[first + k];
        while (open > 0 &&
               !pl_is_at_or_above(
                   forest, s->parent[w->open[open - 1].statement], parent))
            forget_beyond(w, w->open[--open].left_count);
        if (open > 0 && !pl_is_at_or_above(forest, child, parent))
            count_implied(w, &w->support[k], parent);
        w->open[open++] = (opened){first + k, w->left_count};
        leave_out(w, child, first + k);
    }
    forget_beyond(w, 0);
}

void pl_weigh_child(pl_weighing *w, uint32_t child)
{
    count_said(w, child);
    if (w->forest != NULL && w->at_home < PL_HOME_BITS)
        count_in_trees(w, child);
    if (w->forest != NULL && w->s->first[child + 1] - w->s->first[child] > 1)
        find_implied(w, child);
}
