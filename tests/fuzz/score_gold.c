/* score_gold.c: any bytes as a result, a gold taxonomy and a truth. The first
 * two bytes say where the first and the second file end. */
/* SPDX-License-Identifier: MIT */
#include "reading.h"

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
    check_agreement(&figures->lexical);
    check_agreement(&figures->edges);
    check_agreement(&figures->ancestors);
    check_agreement(&figures->taxonomic);
    check_agreement(&figures->tree.crumbs);
    check_agreement(&figures->tree.edges);
    MUST(figures->common_names <= figures->names);
    MUST(figures->common_names <= figures->gold_names);
    report_all(report_score_formats, &(report_score){options, figures});
    pleach_score_free(figures);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size < 2)
        return 0;
    const char *text = (const char *)bytes + 2;
    size_t all = size - 2, first = bytes[0] * all / 255;
    size_t second = first + bytes[1] * (all - first) / 255;
    pleach_input result = {"result", text, first};
    pleach_input gold = {"gold", text + first, second - first};
    pleach_input truth = {"truth", text + second, all - second};
    pleach_score_options by_gold = {.against = PLEACH_GOLD, .show_errors = 3};
    pleach_score_options by_both = {
        .gold = &gold, .show_errors = 3, .by_cluster = bytes[0] % 2};
    score(&result, &gold, &by_gold);
    score(&result, &truth, &by_both);
    return 0;
}
