/* Fuzz target: any bytes as a gold taxonomy. What is accepted must be a
 * forest. */
/* SPDX-License-Identifier: MIT */
#include <assert.h>

#include "lab/gold.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check_forest(const pl_gold *gold)
{
    uint32_t count = pl_strings_count(gold->ids);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t steps = 0;
        for (uint32_t at = k; at != PL_NONE; at = gold->parent[at]) {
            assert(gold->is_concept[at] || at == k);
            assert(steps++ < count);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    pl_arena *arena = pl_arena_new();
    pl_gold gold;
    pleach_error error;
    if (pl_gold_parse(&gold, arena, "fuzz", (const char *)bytes, size,
                      &error) == PLEACH_OK)
        check_forest(&gold);
    else
        assert(error.sentence[0] != '\0');
    pl_arena_free(arena);
    return 0;
}
