/* voices.c: counts who is for, skips, is against, or has it on top. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/voices.h"

pl_stance pl_stance_of(const pleach_taxonomy *forest, uint32_t c,
                       uint32_t parent)
{
    if (forest->parent[c] == parent)
        return PL_STANCE_FOR;
    /* Clusters are numbered depth first. */
    return parent < c && c < forest->subtree_end[parent] ? PL_STANCE_SKIPS
                                                         : PL_STANCE_AGAINST;
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
