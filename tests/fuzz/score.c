/* score.c: any bytes as an option, a result, and a truth or an alignment. */
/* SPDX-License-Identifier: MIT */
#include <assert.h>

#include "parts.h"
#include "pleach_lab.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check_share(double share)
{
    assert(share >= 0 && share <= 1);
}

static void check(const pleach_score_figures *is)
{
    check_share(is->given.pairs.f1);
    check_share(is->all.found.f1);
    assert(is->all.right <= is->all.claimed && is->all.right <= is->all.wanted);
    assert(is->missing <= is->nodes);
    assert(is->given.clusters <= is->nodes);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const pleach_reference kinds[] = {PLEACH_TRUTH, PLEACH_ALIGNMENT};
    if (size == 0)
        return 0;
    pleach_input part[] = {{.name = "result"}, {.name = "right"}};
    cut_parts(part, 2, bytes + 1, size - 1);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        pleach_score_options options = {.against = kinds[k],
                                        .by_cluster = bytes[0] % 3 == 0};
        pleach_score_figures *figures = NULL;
        if (pleach_score(&figures, &part[0], &part[1], &options, NULL) ==
            PLEACH_OK)
            check(figures);
        pleach_score_free(figures);
    }
    return 0;
}
