/* voices.c: counts who is for, skips, is against, or has it on top. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/voices.h"

#include <string.h>

pl_stance pl_stance_of(const pleach_taxonomy *forest, uint32_t c,
                       uint32_t parent)
{
    if (forest->parent[c] == parent)
        return PL_STANCE_FOR;
    /* Clusters are numbered depth first. */
    return parent < c && c < forest->subtree_end[parent] ? PL_STANCE_SKIPS
                                                         : PL_STANCE_AGAINST;
}

uint32_t pl_list_rival_parents(const pleach_taxonomy *forest, uint32_t c,
                               pl_rival_parent rivals[PL_MOST_RIVALS])
{
    const pl_statements *s = &forest->statements;
    uint32_t count = 0;
    for (uint32_t k = s->first[c]; k < s->first[c + 1]; k++) {
        if (pl_stance_of(forest, c, s->parent[k]) != PL_STANCE_AGAINST)
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

const char *pl_stance_word(const pleach_taxonomy *forest, uint32_t slot)
{
    static const char *const words[] = {[PL_STANCE_FOR] = "for",
                                        [PL_STANCE_SKIPS] = "skip",
                                        [PL_STANCE_AGAINST] = "against"};
    uint32_t root = forest->affinity->slot_parent[slot];
    uint32_t c = forest->slot_cluster[slot];
    if (root == PL_NONE)
        return forest->parent[c] != PL_NONE &&
                       pl_slot_is_top(forest->affinity, slot)
                   ? "top"
                   : "";
    uint32_t above = forest->slot_cluster[root];
    return above == c ? "" : words[pl_stance_of(forest, c, above)];
}

bool pl_count_voices(pleach_taxonomy *forest)
{
    const pl_statements *s = &forest->statements;
    pleach_report *report = &forest->report;
    forest->voices =
        PL_ARENA_ARRAY(forest->arena, pl_voices, forest->cluster_count);
    if (forest->voices == NULL ||
        pl_statements_gather(&forest->statements, forest->arena,
                             forest->affinity, forest->slot_cluster,
                             forest->cluster_count, NULL) != PLEACH_OK)
        return false;
    for (uint32_t c = 0; c < forest->cluster_count; c++) {
        pl_voices *v = &forest->voices[c];
        for (uint32_t k = s->first[c]; k < s->first[c + 1]; k++) {
            pl_stance stance = pl_stance_of(forest, c, s->parent[k]);
            *(stance == PL_STANCE_FOR     ? &v->in_favour
              : stance == PL_STANCE_SKIPS ? &v->skipping
                                          : &v->against) += s->voices[k];
        }
        v->top = forest->parent[c] == PL_NONE ? 0 : s->tops[c];
        report->statements += v->in_favour + v->skipping + v->against;
        report->statements_held += v->in_favour;
        report->statements_implied += v->skipping;
        report->statements_overruled += v->against;
        report->tops_overruled += v->top;
    }
    return true;
}
