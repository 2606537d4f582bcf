/* Fuzz target: any bytes as a result, a truth and an alignment. The first
 * byte says where the first file ends. */
/* SPDX-License-Identifier: MIT */
#include <assert.h>

#include "score/score_alignment.h"
#include "score/score_truth.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check_share(double share)
{
    assert(share >= 0 && share <= 1);
}

static void check(const pl_scoring *scoring, pleach_status status)
{
    const pleach_score_figures *is = scoring->figures;
    if (status != PLEACH_OK)
        return;
    check_share(is->given.pairs.f1);
    check_share(is->correspondences.f1);
    assert(is->right <= is->claimed && is->right <= is->wanted);
    assert(is->missing <= is->nodes);
    assert(is->given.clusters <= is->nodes);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size == 0)
        return 0;
    size_t cut = bytes[0] * (size - 1) / 255;
    const char *first = (const char *)bytes + 1;
    pl_result result;
    pleach_error error;
    FILE *to = fopen("/dev/null", "w");
    if (pl_result_parse(&result, "result", first, cut, bytes[0] % 3 == 0,
                        &error) == PLEACH_OK) {
        pleach_score_options options = {.show_errors = 3, .json = bytes[0] % 2};
        pleach_score_figures figures = {0};
        pl_scoring scoring = {&result,  "right",  first + cut, size - 1 - cut,
                              &options, &figures, to};
        check(&scoring, pl_score_truth(&scoring, &error));
        check(&scoring, pl_score_alignment(&scoring, &error));
    }
    pl_result_free(&result);
    fclose(to);
    return 0;
}
