/* agreement.c: counts the voices that agree with a forest. */
/* SPDX-License-Identifier: MIT */
#include "placing/agreement.h"

/* People are taken to agree until about as many clusters say otherwise: a few
 * people with a few things each seldom put the same name below the same parent,
 * and want to see where they meet. */
enum { SUPPOSED_TO_AGREE = 30 };
static const double LEAST_AGREEMENT = 0.5;

uint32_t pl_agreeing_voices(const pl_titles *titles, const pl_lineage *forest,
                            uint32_t cluster)
{
    const pl_statements *s = titles->s;
    uint32_t agreeing = 0, above = forest->parent[cluster];
    for (uint32_t k = s->first[cluster];
         k < s->first[cluster + 1] && above != PL_NONE; k++)
        if (pl_is_at_or_above(forest, s->parent[k], above) ||
            pl_are_titles_of_one(titles, above, s->parent[k]))
            agreeing += s->voices[k];
    return agreeing;
}

/* Of the others who spoke about a cluster, how many agree with its place: in
 * the mean over clusters, so that those everybody has do not decide alone. */
bool pl_people_disagree(const pl_titles *titles, const pl_lineage *forest)
{
    const pl_statements *s = titles->s;
    double sum = SUPPOSED_TO_AGREE, clusters = SUPPOSED_TO_AGREE;
    for (uint32_t c = 0; c < s->count; c++) {
        if (s->total[c] < 2)
            continue;
        uint32_t agreeing = pl_agreeing_voices(titles, forest, c);
        sum += agreeing == 0 ? 0 : (agreeing - 1.0) / (s->total[c] - 1.0);
        clusters++;
    }
    return sum < LEAST_AGREEMENT * clusters;
}
