/* score.c: "pleach score": reads both files and has them compared. */
/* SPDX-License-Identifier: MIT */
#include "score/score.h"

#include <stdlib.h>

#include "base/checks.h"
#include "base/order.h"
#include "base/status.h"
#include "read/gold.h"
#include "score/score_alignment.h"
#include "score/score_truth.h"

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

void pl_words_sort(uint64_t *words, size_t count)
{
    if (count > 1)
        qsort(words, count, sizeof *words, pl_compare_uint64);
}

size_t pl_words_settle(uint64_t *words, size_t count)
{
    size_t kept = 0;
    pl_words_sort(words, count);
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

size_t pl_words_find(const uint64_t *words, size_t count, uint64_t word)
{
    size_t at = pl_lower_bound_uint64(words, count, word);
    return at < count && words[at] == word ? at : SIZE_MAX;
}

/* ---------------------------------------------------------- mistakes -- */

pleach_mistake *pl_list_mistakes(pleach_mistakes *mistakes, pl_scoring *scoring,
                                 size_t total)
{
    size_t most = scoring->options->show_errors;
    size_t count = total < most ? total : most;
    pleach_mistake *listed =
        PL_ARENA_ARRAY(scoring->arena, pleach_mistake, count);
    *mistakes = (pleach_mistakes){total, listed, count};
    return listed;
}

pleach_mistake_part *pl_list_parts(pleach_mistake *mistake, pl_scoring *scoring,
                                   size_t count)
{
    pleach_mistake_part *parts =
        PL_ARENA_ARRAY(scoring->arena, pleach_mistake_part, count);
    mistake->parts = parts;
    mistake->part_count = count;
    return parts;
}

/* ---------------------------------------------------------- the whole -- */

pleach_status pl_need_forest(const pl_result *result, pleach_error *error)
{
    if (result->is_forest)
        return PLEACH_OK;
    return pl_fail_at(error, PLEACH_BAD_DATA, result->path, 0, 0,
                      "Assignments say nothing about parents; score the "
                      "taxonomy JSON against a gold taxonomy instead "
                      "(\"pleach grow -o t.json\").");
}

/* Options that go with another kind of reference are refused: a gold taxonomy
 * that is silently left out would look like a score. */
static pleach_status score_with(pl_scoring *scoring, pleach_error *error)
{
    if (scoring->options->gold != NULL &&
        scoring->options->against != PLEACH_TRUTH)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "A gold taxonomy stands beside a truth only.");
    switch (scoring->options->against) {
    case PLEACH_TRUTH:
        return scoring->options->gold == NULL ? pl_score_truth(scoring, error)
                                              : pl_score_crumbs(scoring, error);
    case PLEACH_GOLD:
        return pl_score_gold(scoring, error);
    case PLEACH_ALIGNMENT:
        return pl_score_alignment(scoring, error);
    }
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "There is no kind of reference with the number %d.",
                   (int)scoring->options->against);
}

void pleach_score_free(pleach_score_figures *figures)
{
    pl_scoring *scoring = (pl_scoring *)figures;
    if (scoring == NULL)
        return;
    if (scoring->truth != NULL)
        pl_truth_free(scoring->truth);
    if (scoring->alignment != NULL)
        pl_alignment_free(scoring->alignment);
    pl_gold_free(scoring->gold);
    pl_result_free(&scoring->result);
    pl_arena_free(scoring->arena);
    pl_release(scoring);
}

static pleach_status score_inputs(pl_scoring *scoring,
                                  const pleach_input *result,
                                  const pleach_input *reference,
                                  pleach_error *error)
{
    const pleach_score_options *options = scoring->options;
    pl_byte_list bytes = {0};
    scoring->arena = pl_arena_new();
    if (scoring->arena == NULL)
        return pl_fail_memory(error);
    PL_TRY(pl_result_load(&scoring->result, result,
                          options->by_cluster || options->gold != NULL, error));
    pleach_status status = pl_load_bytes(&bytes, reference, error);
    scoring->path = pl_input_label(reference);
    scoring->bytes = bytes.items;
    scoring->size = bytes.count;
    if (status == PLEACH_OK)
        status = score_with(scoring, error);
    pl_list_free(&bytes);
    return status;
}

pleach_status pleach_score(pleach_score_figures **figures,
                           const pleach_input *result,
                           const pleach_input *reference,
                           const pleach_score_options *options,
                           pleach_error *error)
{
    static const pleach_score_options usual;
    pl_scoring *scoring = pl_allocate(1, sizeof *scoring);
    if (scoring == NULL)
        return pl_fail_memory(error);
    scoring->options = options == NULL ? &usual : options;
    pleach_status status = score_inputs(scoring, result, reference, error);
    if (status == PLEACH_OK)
        *figures = &scoring->figures;
    else
        pleach_score_free(&scoring->figures);
    return status;
}
