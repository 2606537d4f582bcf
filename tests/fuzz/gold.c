/* Fuzz target: any bytes as a taxonomy file. What is accepted must be a
 * forest within its limits, and saplings can be told from it. */
/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <string.h>

#include "lab/gold.h"
#include "lab/sample.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check_forest(const pl_gold *gold)
{
    assert(gold->count > 0);
    assert(gold->kid_first[gold->count] < gold->count);
    for (uint32_t k = 0; k < gold->count; k++) {
        uint32_t parent = gold->parent[k];
        assert(gold->name[k][0] != '\0');
        assert(strpbrk(gold->name[k], "\t\n\r") == NULL);
        assert(strpbrk(gold->id[k], "\t\n\r") == NULL);
        assert(gold->depth[k] <= PL_GOLD_DEPTH);
        assert(gold->depth[k] ==
               (parent == PL_NONE ? 0 : gold->depth[parent] + 1));
        for (uint32_t at = gold->kid_first[k]; at < gold->kid_first[k + 1];
             at++)
            assert(gold->parent[gold->kid[at]] == k);
    }
}

/* Streams that lead nowhere: only the telling itself is of interest. */
static void tell_some(pl_gold *gold)
{
    pleach_sample_options options = {
        .saplings = 8, .polysemy = 0.5, .typo = 0.5, .variation = 0.9};
    pleach_sample_facts facts = {0};
    pl_out_buffer saplings, truth;
    pl_random random;
    pl_random_seed(&random, 1);
    bool open = pl_out_buffer_open(&saplings, NULL);
    open = pl_out_buffer_open(&truth, NULL) && open;
    assert(open);
    pleach_status status = pl_sample_settle(&options, NULL);
    if (status == PLEACH_OK)
        status = pl_sample_rename(gold, &random, 0.5, &facts, NULL);
    if (status == PLEACH_OK)
        status = pl_sample_tell(gold, &random, &options, &saplings, &truth,
                                &facts, NULL);
    assert(status == PLEACH_OK && facts.saplings == 8);
    pl_out_buffer_free(&saplings);
    pl_out_buffer_free(&truth);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    pl_gold *gold = NULL;
    pleach_error error;
    if (pl_gold_parse(&gold, "fuzz", (const char *)bytes, size, &error) ==
        PLEACH_OK) {
        check_forest(gold);
        if (gold->kid_first[gold->count] > 0)
            tell_some(gold);
        pl_gold_free(gold);
    } else {
        assert(error.sentence[0] != '\0');
    }
    return 0;
}
