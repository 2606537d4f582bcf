/* similarity_auto.c: what "auto" means for a corpus. */
/* SPDX-License-Identifier: MIT */
#include "same/similarity.h"

bool pl_mostly_tagged(const pleach_corpus *corpus)
{
    uint64_t tagged = 0;
    for (uint32_t node = 0; node < corpus->node_count; node++)
        tagged += corpus->tag_first[node + 1] > corpus->tag_first[node];
    return tagged * 2 >= corpus->node_count;
}

/* Chosen by measuring the sets with a truth (docs/results.md). Concepts come
 * first everywhere; inside one, tags in common tell who belongs together, or
 * else names around. Few large sources name their inner nodes each in its own
 * way: there what stands around two roots tells if they are one. */
const char *pl_similarity_choose(const pleach_corpus *corpus)
{
    bool large = pl_has_large_sources(corpus);
    bool tagged = pl_mostly_tagged(corpus);
    if (corpus->vector != NULL)
        return tagged ? "concept:2 + 0.5*structure + 0.5*vector:0.9"
                      : "concept:4 + 0.5*structure + 0.5*vector:0.9";
    if (large)
        return tagged ? "concept:2 + 0.5*structure"
                      : "concept:4 + 0.5*structure";
    return tagged ? "concept:2" : "concept:4";
}
