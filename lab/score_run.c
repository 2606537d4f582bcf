/* score_run.c: "pleach score": reads both files and has them compared. */
/* SPDX-License-Identifier: MIT */
#include "base/status.h"
#include "lab/score_truth.h"

/* Options that go with another kind of reference are refused: a gold taxonomy
 * that is silently left out would look like a score. */
static pleach_status score_with(pl_scoring *scoring, pleach_error *error)
{
    const pleach_score_options *options = scoring->options;
    bool gold = options->gold != NULL;
    if (gold && options->against != PLEACH_TRUTH)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "A gold taxonomy stands beside a truth only.");
    if (options->against == PLEACH_ALIGNMENT)
        return pl_score_alignment(scoring, error);
    PL_TRY(pl_result_read(&scoring->result, scoring->arena,
                          scoring->result_path, scoring->result_bytes,
                          scoring->result_size, options->by_cluster || gold,
                          error));
    return gold ? pl_score_crumbs(scoring, error)
                : pl_score_truth(scoring, error);
}

void pleach_score_free(pleach_score_figures *figures)
{
    pl_scoring *scoring = (pl_scoring *)figures;
    if (scoring != NULL)
        pl_arena_free(scoring->arena);
}

/* Both stay in memory while they are scored: what is parsed points into them.
 */
static pleach_status score_inputs(pl_scoring *scoring,
                                  const pleach_input *result,
                                  const pleach_input *reference,
                                  pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_byte_list given = {.arena = scratch}, bytes = {.arena = scratch};
    PL_TRY(pl_load_bytes(&given, result, error));
    PL_TRY(pl_load_bytes(&bytes, reference, error));
    scoring->result_path = pl_input_label(result);
    scoring->result_bytes = given.items;
    scoring->result_size = given.count;
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
