/* choose.c: what "auto" means for a corpus. */
#include "affinity/similarity.h"

/* Chosen by measuring all sets with a truth (docs/similarity.md): names that
 * are equal or nearly so count most, whatever the tags; what stands around two
 * roots tells if they are one under other names. Graded evidence below equal
 * names parts what belongs together and is left out. */
const char *pl_similarity_choose(const pleach_corpus *corpus)
{
    return corpus->vector != NULL
               ? "fuzzy + 0.5*structure + 0.5*vector:0.9"
               : "fuzzy + 0.5*structure";
}
