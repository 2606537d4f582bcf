/* score.c: what all scores share: agreement and sets of words. */
/* SPDX-License-Identifier: MIT */
#include "lab/score.h"

#include "base/checks.h"
#include "base/order.h"
#include "base/status.h"

pleach_agreement pl_agreement_from(double precision, double recall)
{
    assert(precision >= 0 && precision < 1 + 1e-9);
    assert(recall >= 0 && recall < 1 + 1e-9);
    double sum = precision + recall;
    return (pleach_agreement){precision, recall,
                              sum > 0 ? 2 * precision * recall / sum : 0};
}

pleach_agreement pl_agreement_of(double right, double claimed, double wanted)
{
    return pl_agreement_from(claimed > 0 ? right / claimed : 1,
                             wanted > 0 ? right / wanted : 1);
}

/* ------------------------------------------------------------- words -- */

size_t pl_words_settle(uint64_t *words, size_t count)
{
    size_t kept = 0;
    pl_sort_uint64(words, count);
    for (size_t k = 0; k < count; k++)
        if (kept == 0 || words[kept - 1] != words[k])
            words[kept++] = words[k];
    return kept;
}

size_t pl_words_common(const uint64_t *a, size_t a_count, const uint64_t *b,
                       size_t b_count)
{
    size_t common = 0;
    for (size_t i = 0, j = 0; i < a_count && j < b_count;) {
        common += a[i] == b[j];
        bool step_a = a[i] <= b[j], step_b = b[j] <= a[i];
        i += step_a;
        j += step_b;
    }
    return common;
}
