/* sample.c: pleach_sample, from a taxonomy file to a corpus of saplings. */
/* SPDX-License-Identifier: MIT */
#include "lab/sample.h"

#include <string.h>

#include "base/status.h"

/* A concept's line is written into the buffer in place: samples may have
 * millions of lines, and printf reads its format anew for each. */
static void write_concepts(pl_out_buffer *to, const pl_gold *gold)
{
    char *at = pl_append_text(pl_out_buffer_room(to),
                              "concept\tname\tparent\tdepth\n");
    pl_out_buffer_take(to, at);
    for (uint32_t k = 0; k < gold->count; k++) {
        uint32_t parent = gold->parent[k];
        at = pl_append_text(pl_out_buffer_room(to), gold->id[k]);
        *at++ = '\t';
        at = pl_append_text(at, gold->name[k]);
        *at++ = '\t';
        at = pl_append_text(at, parent == PL_NONE ? "" : gold->id[parent]);
        *at++ = '\t';
        at = pl_append_number(at, gold->depth[k]);
        *at++ = '\n';
        pl_out_buffer_take(to, at);
    }
}

/* The three streams. */
typedef struct outlets {
    pl_out_buffer saplings, truth, gold;
} outlets;

static pleach_status finish_sample(pl_out_buffer *flow, const char *what,
                                   pleach_error *error)
{
    pl_out_buffer_flush(flow);
    if (flow->failure == 0)
        return PLEACH_OK;
    return pl_fail(error, PLEACH_IO, "The %s could not be written: %s.", what,
                   strerror(flow->failure));
}

/* Failing to write is told last, with the name of the file. Until then it is
 * only noted, so that all three files are treated alike. */
static pleach_status sample(outlets *to, pl_gold *gold,
                            const pleach_sample_options *options,
                            pleach_sample_facts *facts, pleach_error *error)
{
    pl_random random;
    pl_random_seed(&random, options->random_seed);
    facts->concepts = gold->count;
    facts->extra_parents = gold->extra_parents;
    PL_TRY(pl_sample_rename(gold, &random, options->polysemy, facts, error));
    if (to->gold.to != NULL)
        write_concepts(&to->gold, gold);
    if (to->truth.to != NULL)
        pl_out_buffer_take(&to->truth,
                           pl_append_text(pl_out_buffer_room(&to->truth),
                                          "id\tpath\tname\tgold\tkind\n"));
    pleach_status status = pl_sample_tell(gold, &random, options, &to->saplings,
                                          &to->truth, facts, error);
    if (status != PLEACH_OK && status != PLEACH_IO)
        return status;
    PL_TRY(finish_sample(&to->saplings, "saplings", error));
    PL_TRY(finish_sample(&to->truth, "truth file", error));
    return finish_sample(&to->gold, "file of concepts", error);
}

/* A buffer without a sink takes what it is given and drops it, which saves
 * asking at every line. */
static pleach_status open_and_sample(pl_gold *gold, const pleach_sink *saplings,
                                     const pleach_sink *truth,
                                     const pleach_sink *concepts,
                                     const pleach_sample_options *options,
                                     pleach_sample_facts *facts,
                                     pleach_error *error)
{
    outlets to = {{0}, {0}, {0}};
    bool enough = pl_out_buffer_open(&to.saplings, saplings) &&
                  pl_out_buffer_open(&to.truth, truth) &&
                  pl_out_buffer_open(&to.gold, concepts);
    pleach_status status = enough ? sample(&to, gold, options, facts, error)
                                  : pl_fail_memory(error);
    pl_out_buffer_free(&to.saplings);
    pl_out_buffer_free(&to.truth);
    pl_out_buffer_free(&to.gold);
    return status;
}

/* A taxonomy without a single edge is refused: no sapling could be drawn from
 * it, and the loop for people would not end. */
pleach_status pleach_sample(const pleach_input *taxonomy,
                            const pleach_sink *saplings,
                            const pleach_sink *truth, const pleach_sink *gold,
                            const pleach_sample_options *options,
                            pleach_sample_facts *facts, pleach_error *error)
{
    pleach_sample_options settled = {0};
    pleach_sample_facts counted = {0};
    pl_gold *concepts;
    if (options != NULL)
        settled = *options;
    PL_TRY(pl_sample_settle(&settled, error));
    PL_TRY(pl_gold_read(&concepts, taxonomy, error));
    pleach_status status;
    if (concepts->kid_first[concepts->count] == 0)
        status =
            pl_fail_at(error, PLEACH_BAD_DATA, pl_input_label(taxonomy), 0, 0,
                       "No concept of this taxonomy has a child, so it "
                       "holds no sapling.");
    else
        status = open_and_sample(concepts, saplings, truth, gold, &settled,
                                 &counted, error);
    pl_gold_free(concepts);
    if (status == PLEACH_OK && facts != NULL)
        *facts = counted;
    return status;
}
