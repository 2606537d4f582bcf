/* choose.c: what "auto" means for a corpus. */
#include "affinity/similarity.h"

/* Names that come this often, on average, are likely to mean more than one
 * thing; below, the trouble is rather to find what is named otherwise. */
static const double REPEATED = 2.0;

static bool is_tagged(const pleach_corpus *corpus)
{
    uint64_t tagged = 0;
    for (uint32_t node = 0; node < corpus->node_count; node++)
        tagged += corpus->tag_first[node + 1] > corpus->tag_first[node];
    return tagged * 2 >= corpus->node_count;
}

/* Chosen by measuring the sets with a truth. Where names repeat, something
 * must part what is named alike: tags where most nodes have them, else the
 * names around. Where names seldom repeat, those that are equal or nearly so
 * count most, and what stands around two roots tells if they are one under
 * other names. */
const char *pl_similarity_choose(const pleach_corpus *corpus)
{
    if (corpus->vector != NULL)
        return "fuzzy + 0.5*structure + 0.5*vector:0.9";
    if (corpus->node_count < REPEATED * pl_strings_count(corpus->keys))
        return "fuzzy + 0.5*structure";
    return is_tagged(corpus) ? "0.3*fuzzy + 0.7*tags:2" : "context:4";
}
