/* tag_sets.c: weighs the tags of each node. */
/* SPDX-License-Identifier: MIT */
#include "same/tag_sets.h"

#include <math.h>

#include "base/status.h"

/* How much each tag says. */
static double *weigh_tags(const pleach_corpus *corpus)
{
    uint32_t tags = pl_strings_count(corpus->tags);
    double *rarity = pl_allocate(tags, sizeof *rarity);
    if (rarity == NULL)
        return NULL;
    double tagged = 0;
    for (uint32_t n = 0; n < corpus->node_count; n++) {
        tagged += corpus->tag_first[n + 1] > corpus->tag_first[n];
        for (uint64_t k = corpus->tag_first[n]; k < corpus->tag_first[n + 1];
             k++)
            rarity[corpus->tag_id[k]]++;
    }
    for (uint32_t tag = 0; tag < tags; tag++)
        if (rarity[tag] > 0)
            rarity[tag] = pl_rarity(tagged, rarity[tag]);
    return rarity;
}

/* The corpus's own lists with weights beside them; nothing is copied. */
pleach_status pl_tag_sets_make(pl_sets **sets, const pl_scope *scope,
                               bool lengths, pleach_error *error)
{
    const pleach_corpus *corpus = scope->corpus;
    uint64_t count = corpus->tag_first[corpus->node_count];
    double *rarity = weigh_tags(corpus);
    pl_sets *made = PL_ARENA_ARRAY(scope->arena, pl_sets, 1);
    float *weight = PL_ARENA_ARRAY(scope->arena, float, count);
    double *size = PL_ARENA_ARRAY(scope->arena, double, corpus->node_count);
    if (!rarity || !made || !weight || !size) {
        pl_release(rarity);
        return pl_fail_memory(error);
    }
    for (uint32_t n = 0; n < corpus->node_count; n++) {
        double sum = 0;
        for (uint64_t k = corpus->tag_first[n]; k < corpus->tag_first[n + 1];
             k++) {
            weight[k] = (float)(log1p((double)corpus->tag_count[k]) *
                                rarity[corpus->tag_id[k]]);
            sum += lengths ? (double)weight[k] * (double)weight[k]
                           : (double)weight[k];
        }
        size[n] = lengths ? sqrt(sum) : sum;
    }
    pl_release(rarity);
    *made = (pl_sets){corpus->tag_first, corpus->tag_id, weight, size};
    *sets = made;
    return PLEACH_OK;
}
