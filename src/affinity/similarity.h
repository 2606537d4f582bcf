/* similarity.h: what is compared, parsed from --similarity. */
#ifndef PL_SIMILARITY_H
#define PL_SIMILARITY_H

#include "affinity/evidence.h"

/* Inside a name block, with t pieces of evidence in common:
 *     s = floor + (1 - floor) * min(1, t / scale)
 * and `floor` alone is what an equal name is worth. */
typedef struct pl_similarity {
    const char *name;      /* as people write it, in the arena */
    pl_evidence_kind kind; /* what counts as evidence */
    double floor;
    double scale;
} pl_similarity;

/* Parses "tags", "tags:J", "name" or "context:J"; NULL and "auto" choose by
 * what the corpus has. PLEACH_BAD_USAGE names what is not understood. */
PLEACH_CHECKED pleach_status
pl_similarity_parse(pl_similarity *similarity, pl_arena *arena,
                    const pleach_corpus *corpus, const char *spec,
                    pleach_error *error);

static inline float pl_similarity_value(const pl_similarity *similarity,
                                        uint32_t common)
{
    double share = common >= similarity->scale
                       ? 1.0
                       : (double)common / similarity->scale;
    return (float)(similarity->floor + (1.0 - similarity->floor) * share);
}

#endif
