/* voices.c: counts who is for, skips, is against, or has it on top. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/voices.h"

#include <string.h>

#include "base/status.h"
#include "taxonomy/reasons.h"

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

/* The few with most voices, in a list kept sorted: there are never enough
 * rivals for a sort to pay. */
uint32_t pl_list_rival_parents(const pleach_taxonomy *forest, uint32_t c,
                               pl_rival_parent rivals[PL_MOST_RIVALS])
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
        rivals[at] = (pl_rival_parent){s->parent[k], s->voices[k]};
    }
    return count;
}

bool pl_hangs_by_one_voice(const pleach_taxonomy *forest, uint32_t c)
{
    const pl_voices *v = &forest->voices[c];
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

/* Every statement is held, implied or overruled, and the three add up to all of
 * them. Whoever has something on top says nothing against a root above it. */
pleach_status pl_count_voices(pleach_taxonomy *forest, pleach_error *error)
{
    const pl_statements *s = &forest->statements;
    pleach_report *report = &forest->report;
    forest->voices =
        PL_ARENA_ARRAY(forest->arena, pl_voices, forest->cluster_count);
    PL_TRY(pl_check_memory(forest->arena, error));
    PL_TRY(pl_statements_gather(&forest->statements, forest->arena,
                                forest->affinity, forest->slot_cluster,
                                forest->cluster_count, error));
    PL_TRY(find_more_parents(forest, error));
    for (uint32_t c = 0; c < forest->cluster_count; c++) {
        pl_voices *v = &forest->voices[c];
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
               ? pl_find_reasons(forest, error)
               : PLEACH_OK;
}
