/* names.c: any text has a key, and its normal form has the same one. */
/* SPDX-License-Identifier: MIT */
#include "corpus/names.h"

#include "base/text.h"
#include "reading.h"

static char *copy_key(const pl_key *key)
{
    char *copy = malloc(key->length + 1);
    MUST(copy != NULL);
    memcpy(copy, key->bytes, key->length);
    copy[key->length] = '\0';
    return copy;
}

/* Without stemming, a key of words is its own key. */
static void check_again(pl_namer *namer, const pl_key *key)
{
    size_t length = key->length, at;
    char *copy = copy_key(key);
    pl_key again;
    MUST(pl_text_check(copy, length, &at) == PL_TEXT_FINE);
    MUST(key->nameless == (copy[0] == PL_NAMELESS_MARK));
    MUST(pl_namer_key(namer, copy, length, &again));
    MUST(key->nameless ||
         (again.length == length && memcmp(again.bytes, copy, length) == 0));
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const char *const languages[] = {"none", "english", "turkish"};
    const char *text = size > 0 ? (const char *)bytes : "";
    size_t at;
    if (pl_text_check(text, size, &at) != PL_TEXT_FINE)
        return 0;
    for (size_t k = 0; k < 3; k++) {
        pl_namer *namer = NULL;
        pl_key key;
        PL_SCRATCH(scratch);
        MUST(pl_namer_new(&namer, scratch, languages[k], NULL) == PLEACH_OK);
        MUST(pl_namer_key(namer, text, size, &key));
        MUST(key.length > 0);
        if (k == 0)
            check_again(namer, &key);
        MUST(pl_namer_fold(namer, text, size, &key));
    }
    return 0;
}
