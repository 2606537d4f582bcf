/* check.c: hostile taxonomies for the independent proof. */
/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "check/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    pleach_check_result result;
    pleach_error error;
    json_t *root = json_loadb((const char *)bytes, size, 0, NULL);
    if (root == NULL)
        return 0;
    /* Whatever files it names are not read. */
    json_object_del(root, "inputs");
    pleach_status status =
        pl_check_json(&result, root, "fuzzed", NULL, 0, &error);
    assert(status != PLEACH_OK || result.trees <= result.clusters);
    return 0;
}
