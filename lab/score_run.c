/* score_run.c: "pleach score": reads both files and has them compared. */
/* SPDX-License-Identifier: MIT */
#include "base/status.h"
#include "lab/score_alignment.h"
#include "lab/score_truth.h"

/* Options that go with another kind of reference are refused: a gold taxonomy
 * that is silently left out would look like a score. */
static pleach_status score_with(pl_scoring *scoring, pleach_error *error)
{
    if (scoring->options->gold != NULL &&
        scoring->options->against != PLEACH_TRUTH)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "A gold taxonomy stands beside a truth only.");
    if (scoring->result.is_crosswalk &&
        scoring->options->against != PLEACH_ALIGNMENT)
        return pl_fail_at(error, PLEACH_BAD_USAGE, scoring->result.path, 0, 0,
                          "This is a crosswalk, which is scored against an "
                          "alignment.");
    if (scoring->options->against == PLEACH_ALIGNMENT)
        return pl_score_alignment(scoring, error);
    return scoring->options->gold == NULL ? pl_score_truth(scoring, error)
                                          : pl_score_crumbs(scoring, error);
}

void pleach_score_free(pleach_score_figures *figures)
{
    pl_scoring *scoring = (pl_scoring *)figures;
    if (scoring != NULL)
        pl_arena_free(scoring->arena);
}

/* The reference stays in memory while it is scored: what is parsed points into
 * it. */
static pleach_status score_inputs(pl_scoring *scoring,
                                  const pleach_input *result,
                                  const pleach_input *reference,
                                  pleach_error *error)
{
    const pleach_score_options *options = scoring->options;
    PL_SCRATCH(scratch);
    pl_byte_list bytes = {.arena = scratch};
    PL_TRY(pl_result_load(&scoring->result, scoring->arena, result,
                          options->by_cluster || options->gold != NULL, error));
    PL_TRY(pl_load_bytes(&bytes, reference, error));
    scoring->path = pl_input_label(reference);
    scoring->bytes = bytes.items;
    scoring->size = bytes.count;
    return score_with(scoring, error);
}

/* The figures are the first part of what holds everything they point to, so
 * freeing them frees it all. */
pleach_status pleach_score(pleach_score_figures **figures,
                           const pleach_input *result,
                           const pleach_input *reference,
                           const pleach_score_options *options,
                           pleach_error *error)
{
    static const pleach_score_options usual;
    pl_arena *arena;
    pl_scoring *scoring = pl_arena_object(&arena, sizeof *scoring);
    if (scoring == NULL)
        return pl_fail_memory(error);
    scoring->arena = arena;
    scoring->options = options == NULL ? &usual : options;
    pleach_status status = score_inputs(scoring, result, reference, error);
    if (status == PLEACH_OK)
        *figures = &scoring->figures;
    else
        pleach_score_free(&scoring->figures);
    return status;
}
