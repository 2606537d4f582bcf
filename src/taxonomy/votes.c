/* votes.c: counts who is for, skips, is against, or has it on top. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/votes.h"

#include <string.h>

#include "base/status.h"
#include "decisions/rulings.h"
#include "place/advice.h"
#include "place/weights.h"

/* What a statement that puts c below `parent` is to the forest as it is. */
typedef enum stance_kind {
    STANCE_FOR,
    STANCE_ALSO,  /* `parent` is a further parent */
    STANCE_SKIPS, /* `parent` is higher up: a level was left out */
    STANCE_AGAINST
} stance_kind;

static bool has_more_parent(const pl_more_parents *more, uint32_t c,
                            uint32_t parent)
{
    for (uint32_t k = more == NULL ? 0 : more->first[c];
         more != NULL && k < more->first[c + 1]; k++)
        if (more->parent[k] == parent)
            return true;
    return false;
}

static stance_kind stance_of(const pleach_taxonomy *forest, uint32_t c,
                             uint32_t parent)
{
    if (forest->parent[c] == parent)
        return STANCE_FOR;
    if (has_more_parent(forest->more, c, parent))
        return STANCE_ALSO;
    /* Clusters are numbered depth first. */
    return parent < c && c < forest->subtree_end[parent] ? STANCE_SKIPS
                                                         : STANCE_AGAINST;
}

/* The few with most votes, in a list kept sorted: there are never enough
 * rivals for a sort to pay. */
uint32_t pl_list_rival_parents(const pleach_taxonomy *forest, uint32_t c,
                               pleach_rival rivals[PL_MOST_RIVALS])
{
    const pl_statements *s = &forest->statements;
    uint32_t count = 0;
    for (uint32_t k = s->first[c]; k < s->first[c + 1]; k++) {
        if (stance_of(forest, c, s->parent[k]) != STANCE_AGAINST)
            continue;
        uint32_t at = count;
        while (at > 0 && rivals[at - 1].people < s->voices[k])
            at--;
        if (at == PL_MOST_RIVALS)
            continue;
        count += count < PL_MOST_RIVALS;
        memmove(&rivals[at + 1], &rivals[at],
                (count - 1 - at) * sizeof *rivals);
        rivals[at] = (pleach_rival){s->parent[k], s->voices[k]};
    }
    return count;
}

bool pl_hangs_by_one_vote(const pleach_taxonomy *forest, uint32_t c)
{
    const pl_votes *v = &forest->votes[c];
    return v->in_favour == 1 && v->against + v->top > 0;
}

/* A leaf speaks about its own cluster and its root's; a root only when it is
 * the top of what its owner has. */
const char *pl_stance_word(const pleach_taxonomy *forest, uint32_t slot)
{
    static const char *const words[] = {[STANCE_FOR] = "for",
                                        [STANCE_ALSO] = "also",
                                        [STANCE_SKIPS] = "skip",
                                        [STANCE_AGAINST] = "against"};
    uint32_t root = forest->affinity->slot_parent[slot];
    uint32_t c = forest->slot_cluster[slot];
    if (root == PL_NONE)
        return forest->parent[c] != PL_NONE &&
                       pl_slot_is_top(forest->affinity, slot)
                   ? "top"
                   : "";
    uint32_t above = forest->slot_cluster[root];
    return above == c ? "" : words[stance_of(forest, c, above)];
}

/* What somebody decided about hangs where it was decided, and nowhere else. */
static void mark_decided(uint8_t *fixed, const pleach_taxonomy *forest)
{
    const uint32_t *first = forest->decided_first;
    for (uint32_t c = 0; first != NULL && c < forest->cluster_count; c++)
        fixed[c] = first[c] < first[c + 1];
}

/* What somebody decided keeps the parent that was decided. */
static pleach_status find_more_parents(pleach_taxonomy *forest,
                                       pleach_error *error)
{
    uint32_t most = forest->clusters->most_parents;
    if (most <= 1)
        return PLEACH_OK;
    pl_more_parents *more = PL_ARENA_ARRAY(forest->arena, pl_more_parents, 1);
    uint8_t *fixed =
        PL_ARENA_ARRAY(forest->arena, uint8_t, forest->cluster_count);
    PL_TRY(pl_check_memory(forest->arena, error));
    mark_decided(fixed, forest);
    forest->more = more;
    return pl_find_more_parents(more, forest->arena, &forest->statements,
                                forest->parent, fixed, most - 1)
               ? PLEACH_OK
               : pl_fail_memory(error);
}

/* --------------------------------------------------------------- reasons -- */

const char *pl_reason_word(pl_reason reason)
{
    static const char *const words[] = {
        [PL_REASON_DECIDED] = "decided", [PL_REASON_ANSWERED] = "answered",
        [PL_REASON_BRANCH] = "branch",   [PL_REASON_IMPLIED] = "implied",
        [PL_REASON_TOP] = "top",         [PL_REASON_UNSETTLED] = "unsettled",
        [PL_REASON_ROOT] = "root",       [PL_REASON_SHAPE] = "shape"};
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

/* What votes say of where a cluster hangs, and of the rival with most votes. */
typedef struct contest {
    pl_support mine, rival;
    uint32_t rival_parent; /* PL_NONE: there is no rival */
} contest;

static contest find_rival(const pleach_taxonomy *forest, const pl_weighing *w,
                          uint32_t c)
{
    const pl_statements *s = w->s;
    contest of = {.rival_parent = PL_NONE};
    for (uint32_t k = s->first[c]; k < s->first[c + 1]; k++) {
        const pl_support *at = &w->support[k - s->first[c]];
        if (s->parent[k] == forest->parent[c]) {
            of.mine = *at;
        } else if (is_rival(forest, c, s->parent[k]) &&
                   pl_all_voices(at) > pl_all_voices(&of.rival)) {
            of.rival = *at;
            of.rival_parent = s->parent[k];
        }
    }
    return of;
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

/* Of the two rules that take something off a vote, the one that took more off
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

/* Whether the rival weighs more than where a cluster hangs, by votes and by
 * what was answered (NULL: by votes alone). */
static bool is_outweighed(const pleach_taxonomy *forest, const pl_weighing *w,
                          const pl_advice *advice, uint32_t c,
                          const contest *of)
{
    bool top = forest->parent[c] == PL_NONE;
    int64_t advised = pl_advised(advice, c, top ? PL_TOP : forest->parent[c]);
    int64_t against = pl_advised(advice, c, of->rival_parent);
    int64_t here = top ? pl_weight_of_top(w->s, c) : pl_weight_of(&of->mine);
    if ((top || advised > 0) && against <= 0 &&
        pl_is_outnumbered(w, c, &of->rival))
        return false;
    return pl_weight_of(&of->rival) + against > here + advised;
}

/* Why a parent with fewer votes than another won; the first rule that holds.
 */
static pl_reason find_reason(const pleach_taxonomy *forest, pl_weighing *w,
                             const pl_advice *advice, uint32_t c)
{
    bool top = forest->parent[c] == PL_NONE;
    if (forest->rooted[c])
        return PL_REASON_ROOT;
    if (forest->shaped != NULL && (forest->shaped[c] == PL_SHAPED_GROUPED ||
                                   forest->shaped[c] == PL_SHAPED_MOVED))
        return PL_REASON_SHAPE;
    pl_weigh_child(w, c);
    contest of = find_rival(forest, w, c);
    if (of.rival_parent == PL_NONE ||
        (!top && pl_all_voices(&of.rival) <= pl_all_voices(&of.mine)))
        return PL_REASON_NONE;
    if (is_decided(forest, c))
        return PL_REASON_DECIDED;
    if (is_outweighed(forest, w, advice, c, &of))
        return PL_REASON_UNSETTLED;
    if (is_outweighed(forest, w, NULL, c, &of))
        return PL_REASON_ANSWERED;
    return top ? PL_REASON_TOP : name_rule(&of.mine, &of.rival);
}

static pleach_status find_reasons(pleach_taxonomy *forest, pleach_error *error)
{
    pl_weighing w = {0};
    pl_euler_tour tour;
    pl_advice advice = {.count = 0};
    PL_SCRATCH(scratch);
    if (!pl_euler_tour_take(&tour, scratch, forest->cluster_count) ||
        !pl_weighing_take(&w, scratch, &forest->statements,
                          pl_person_count(forest->corpus)))
        return pl_fail_memory(error);
    if (forest->affinity->answers != NULL)
        PL_TRY(pl_advice_take(&advice, scratch, forest->affinity,
                              forest->slot_cluster, error));
    pl_euler_tour_number(&tour, forest->parent);
    pl_weighing_enter(&w, &tour);
    for (uint32_t c = 0; c < forest->cluster_count; c++)
        forest->votes[c].reason = (uint8_t)find_reason(forest, &w, &advice, c);
    return PLEACH_OK;
}

/* ----------------------------------------------------------------- whole -- */

/* Every statement is held, implied or overruled, and the three add up to all of
 * them. Whoever has something on top says nothing against a root above it. */
pleach_status pl_count_votes(pleach_taxonomy *forest, pleach_error *error)
{
    const pl_statements *s = &forest->statements;
    pleach_report *report = &forest->report;
    forest->votes =
        PL_ARENA_ARRAY(forest->arena, pl_votes, forest->cluster_count);
    PL_TRY(pl_check_memory(forest->arena, error));
    PL_TRY(pl_statements_gather(&forest->statements, forest->arena,
                                forest->affinity, forest->slot_cluster,
                                forest->cluster_count, error));
    PL_TRY(find_more_parents(forest, error));
    for (uint32_t c = 0; c < forest->cluster_count; c++) {
        pl_votes *v = &forest->votes[c];
        forest->people[c] = pl_holders(s, c);
        for (uint32_t k = s->first[c]; k < s->first[c + 1]; k++) {
            stance_kind stance = stance_of(forest, c, s->parent[k]);
            *(stance == STANCE_FOR     ? &v->in_favour
              : stance == STANCE_ALSO  ? &v->also
              : stance == STANCE_SKIPS ? &v->skipping
                                       : &v->against) += s->voices[k];
        }
        forest->edge_people[c] = v->in_favour;
        v->top =
            forest->parent[c] == PL_NONE || forest->rooted[c] ? 0 : s->tops[c];
        v->reason = forest->rooted[c] ? PL_REASON_ROOT : PL_REASON_NONE;
        report->statements += v->in_favour + v->also + v->skipping + v->against;
        report->statements_held += v->in_favour + v->also;
        report->statements_implied += v->skipping;
        report->statements_overruled += v->against;
        report->tops_overruled += v->top;
    }
    return strcmp(report->solver, "consensus") == 0
               ? find_reasons(forest, error)
               : PLEACH_OK;
}
