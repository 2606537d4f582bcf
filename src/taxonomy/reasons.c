/* reasons.c: weighs what was said again, by the forest as it is. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/reasons.h"

#include "base/status.h"
#include "decisions/rulings.h"
#include "place/weights.h"

const char *pl_reason_word(pl_reason reason)
{
    static const char *const words[] = {
        [PL_REASON_DECIDED] = "decided",     [PL_REASON_BRANCH] = "branch",
        [PL_REASON_IMPLIED] = "implied",     [PL_REASON_TOP] = "top",
        [PL_REASON_UNSETTLED] = "unsettled", [PL_REASON_ROOT] = "root",
        [PL_REASON_SHAPE] = "shape"};
    return words[reason];
}

/* Clusters are numbered depth first. */
static bool is_at_or_below(const pleach_taxonomy *forest, uint32_t lower,
                           uint32_t upper)
{
    return upper <= lower && lower < forest->subtree_end[upper];
}

/* Whether c could hang below `other` as well, which says something else than
 * where it hangs. */
static bool is_rival(const pleach_taxonomy *forest, uint32_t c, uint32_t other)
{
    uint32_t parent = forest->parent[c];
    return !is_at_or_below(forest, other, c) &&
           (parent == PL_NONE || !is_at_or_below(forest, parent, other));
}

/* The rival with most voices, and what speaks for the parent; false: there is
 * no rival. */
static bool find_rival(const pleach_taxonomy *forest, const pl_weighing *w,
                       uint32_t c, pl_support *rival, pl_support *mine)
{
    const pl_statements *s = w->s;
    *rival = *mine = (pl_support){0};
    for (uint32_t k = s->first[c]; k < s->first[c + 1]; k++) {
        const pl_support *at = &w->support[k - s->first[c]];
        if (s->parent[k] == forest->parent[c])
            *mine = *at;
        else if (is_rival(forest, c, s->parent[k]) &&
                 pl_all_voices(at) > pl_all_voices(rival))
            *rival = *at;
    }
    return pl_all_voices(rival) > 0;
}

/* Whether a decision, or the result before, has a say in where c hangs. */
static bool is_decided(const pleach_taxonomy *forest, uint32_t c)
{
    const pl_rulings *r = forest->affinity->rulings;
    const uint32_t *first = forest->decided_first;
    if (r == NULL)
        return false;
    if (first != NULL && first[c] < first[c + 1])
        return true;
    for (uint32_t k = forest->member_first[c]; k < forest->member_first[c + 1];
         k++) {
        uint32_t node = forest->affinity->slot_node[forest->member[k]];
        uint32_t class = r->node_class[node];
        if (class != PL_NONE && r->parent[class] != PL_NONE)
            return true;
    }
    return false;
}

/* Of the two rules that take something off a voice, the one that took more off
 * the rival. */
static pl_reason name_rule(const pl_support *mine, const pl_support *rival)
{
    pl_support plain_mine = *mine, plain_rival = *rival;
    plain_mine.said_bare = plain_mine.implied_bare = 0;
    plain_rival.said_bare = plain_rival.implied_bare = 0;
    int64_t all = pl_weight_of(mine) - pl_weight_of(rival);
    int64_t without = pl_weight_of(&plain_mine) - pl_weight_of(&plain_rival);
    int64_t even = (int64_t)pl_all_voices(mine) - pl_all_voices(rival);
    return all - without >= without - even * PL_VOICE * 100 ? PL_REASON_BRANCH
                                                            : PL_REASON_IMPLIED;
}

/* Why a parent with fewer voices than another won; the first rule that holds.
 */
static pl_reason find_reason(const pleach_taxonomy *forest, pl_weighing *w,
                             uint32_t c)
{
    pl_support rival, mine;
    bool top = forest->parent[c] == PL_NONE;
    if (forest->rooted[c])
        return PL_REASON_ROOT;
    if (forest->shaped != NULL && (forest->shaped[c] == PL_SHAPED_GROUPED ||
                                   forest->shaped[c] == PL_SHAPED_MOVED))
        return PL_REASON_SHAPE;
    pl_weigh_child(w, c);
    if (!find_rival(forest, w, c, &rival, &mine) ||
        (!top && pl_all_voices(&rival) <= pl_all_voices(&mine)))
        return PL_REASON_NONE;
    if (is_decided(forest, c))
        return PL_REASON_DECIDED;
    int64_t here = top ? pl_weight_of_top(w->s, c) : pl_weight_of(&mine);
    if (pl_weight_of(&rival) > here &&
        !(top && pl_is_outnumbered(w->s, c, &rival)))
        return PL_REASON_UNSETTLED;
    return top ? PL_REASON_TOP : name_rule(&mine, &rival);
}

pleach_status pl_find_reasons(pleach_taxonomy *forest, pleach_error *error)
{
    pl_weighing w = {0};
    pl_euler_tour tour;
    PL_SCRATCH(scratch);
    if (!pl_euler_tour_take(&tour, scratch, forest->cluster_count) ||
        !pl_weighing_take(&w, scratch, &forest->statements,
                          pl_person_count(forest->corpus)))
        return pl_fail_memory(error);
    pl_euler_tour_number(&tour, forest->parent);
    w.forest = &tour;
    for (uint32_t c = 0; c < forest->cluster_count; c++)
        forest->voices[c].reason = (uint8_t)find_reason(forest, &w, c);
    return PLEACH_OK;
}
