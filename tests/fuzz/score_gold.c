/* score_gold.c: any bytes as an option, a result, a gold taxonomy and a truth.
 */
/* SPDX-License-Identifier: MIT */
#include "reading.h"

#include "parts.h"
#include "reporting.h"

static void check_agreement(const pleach_agreement *a)
{
    MUST(a->precision >= 0 && a->precision <= 1);
    MUST(a->recall >= 0 && a->recall <= 1);
    MUST(a->f1 >= 0 && a->f1 <= 1);
}

static void score(const pleach_input *result, const pleach_input *right,
                  const pleach_score_options *options)
{
    pleach_score_figures *figures = NULL;
    pleach_error error = {0};
    if (pleach_score(&figures, result, right, options, &error) != PLEACH_OK) {
        MUST(error.sentence[0] != '\0');
        return;
    }
    check_agreement(&figures->tree.crumbs);
    check_agreement(&figures->tree.edges);
    MUST(figures->mends.stray >= 0 && figures->mends.stray < 1);
    MUST(figures->mends.saved <= 1);
    report_both(report_score_text, report_score_json,
                &(report_score){options, figures});
    pleach_score_free(figures);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size == 0)
        return 0;
    pleach_input part[] = {
        {.name = "result"}, {.name = "gold"}, {.name = "truth"}};
    cut_parts(part, 3, bytes + 1, size - 1);
    pleach_score_options by_both = {.gold = &part[1],
                                    .by_cluster = bytes[0] % 2};
    score(&part[0], &part[2], &by_both);
    return 0;
}
