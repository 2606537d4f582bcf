/* packed.c: any bytes, unpacked as if another process had read two inputs. */
/* SPDX-License-Identifier: MIT */
#include "reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    pleach_corpus *corpus = NULL;
    pleach_error error = {0};
    pleach_input packed = {"packed", size > 0 ? (const void *)bytes : "", size};
    pleach_input inputs[] = {{"a", "", 0}, {"b", "", 0}};
    pleach_status status =
        pleach_corpus_unpack(&corpus, &packed, inputs, 2, NULL, &error);
    if (status == PLEACH_OK) {
        check_corpus(corpus);
        check_seed(corpus);
    } else {
        MUST(corpus == NULL && error.status == status);
        MUST(error.sentence[0] != '\0');
    }
    pleach_corpus_free(corpus);
    return 0;
}
