/* check.c: hostile taxonomies for the independent proof. */
/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <jansson.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "pleach_curate.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check_text(const char *text, size_t length)
{
    pleach_check_result result;
    pleach_error error;
    pleach_status status = pleach_check(
        &result, &(pleach_input){"fuzzed", text, length}, NULL, 0, &error);
    assert(status != PLEACH_OK || result.trees <= result.clusters);
}

/* Whatever files a taxonomy names are not read: they are taken out, or it is no
 * JSON for the other reader either. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    json_t *root = json_loadb((const char *)bytes, size, 0, NULL);
    if (root == NULL) {
        check_text((const char *)bytes, size);
        return 0;
    }
    json_object_del(root, "inputs");
    char *text = json_dumps(root, JSON_ENCODE_ANY);
    if (text != NULL)
        check_text(text, strlen(text));
    free(text);
    json_decref(root);
    return 0;
}
