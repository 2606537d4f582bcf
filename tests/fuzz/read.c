/* read.c: any bytes, read as any format, end in a corpus or in a sentence. */
#include <stdlib.h>

#include "pleach.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* The first byte chooses the format and --skip-bad. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const char *const formats[] = {"jsonl", "csv", "tsv", "paths", NULL};
    pleach_corpus *corpus = NULL;
    pleach_error error = {0};
    if (size == 0)
        return 0;
    pleach_input input = {"fuzz", bytes + 1, size - 1};
    pleach_read_options options = {.format = formats[bytes[0] % 5],
                                   .skip_bad = bytes[0] & 0x80};
    if (pleach_corpus_read(&corpus, &input, 1, &options, &error) != PLEACH_OK &&
        error.sentence[0] == '\0')
        abort();
    pleach_corpus_free(corpus);
    return 0;
}
