/* score.c: "pleach score": reads both files and has them compared. */
/* SPDX-License-Identifier: MIT */
#include "score/score.h"

#include <stdlib.h>

#include "base/checks.h"
#include "base/order.h"
#include "base/status.h"
#include "write/terminal_text.h"
#include "write/write.h"

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

/* ----------------------------------------------------------- printing -- */

void pl_put_count(pl_json *json, const char *key, uint64_t value)
{
    pl_json_key(json, key);
    pl_json_integer(json, value);
}

void pl_put_real(pl_json *json, const char *key, double value)
{
    pl_json_key(json, key);
    pl_json_double(json, value);
}

void pl_put_agreement(pl_json *json, const char *key,
                      const pleach_agreement *agreement)
{
    pl_json_key(json, key);
    pl_json_open(json, '{');
    pl_put_real(json, "precision", agreement->precision);
    pl_put_real(json, "recall", agreement->recall);
    pl_put_real(json, "f1", agreement->f1);
    pl_json_close(json, '}');
}

void pl_put_string(FILE *to, const pl_strings *table, uint32_t id)
{
    pl_put_terminal_text(to, pl_strings_at(table, id),
                         pl_strings_length(table, id));
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

static pleach_status score_bytes(pl_scoring *scoring, const pleach_sink *to,
                                 pleach_error *error)
{
    pl_stream stream;
    if (to == NULL)
        return score_with(scoring, error);
    PL_TRY(pl_stream_open(&stream, to, error));
    scoring->to = stream.to;
    return pl_stream_close(&stream, score_with(scoring, error), error);
}

/* Figures are handed out when all is done, so that a failure leaves the
 * caller's as they were. */
pleach_status pleach_score(pleach_score_figures *figures,
                           const pleach_input *result,
                           const pleach_input *reference,
                           const pleach_score_options *options,
                           const pleach_sink *to, pleach_error *error)
{
    static const pleach_score_options usual;
    pleach_score_figures own = {0};
    pl_result read;
    pl_byte_list bytes = {0};
    if (options == NULL)
        options = &usual;
    pleach_status status = pl_result_load(
        &read, result, options->by_cluster || options->gold != NULL, error);
    if (status == PLEACH_OK)
        status = pl_load_bytes(&bytes, reference, error);
    if (status == PLEACH_OK) {
        pl_scoring scoring = {.result = &read,
                              .path = pl_input_label(reference),
                              .bytes = bytes.items,
                              .size = bytes.count,
                              .options = options,
                              .figures = &own};
        status = score_bytes(&scoring, to, error);
    }
    pl_list_free(&bytes);
    pl_result_free(&read);
    if (status == PLEACH_OK && figures != NULL)
        *figures = own;
    return status;
}
