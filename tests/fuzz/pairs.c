/* pairs.c: any bytes are a file of pairs for the similarity `file:`, or a
 * sentence says why not. */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* for memfd_create */
#include "reading.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "knotted.h"
#include "pleach.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static pleach_corpus *corpus;
    char similarity[64];
    pleach_affinity *affinity = NULL;
    pleach_error error = {0};
    pleach_input input = {"f.jsonl", knotted_corpus, strlen(knotted_corpus)};
    if (corpus == NULL)
        MUST(pleach_corpus_read(&corpus, &input, 1, NULL, &error) == PLEACH_OK);
    int file = memfd_create("pairs", 0);
    MUST(file >= 0 && write(file, bytes, size) == (ssize_t)size);
    snprintf(similarity, sizeof similarity, "file:/proc/self/fd/%d", file);
    pleach_affinity_options options = {.similarity = similarity, .threads = 1};
    if (pleach_affinity_compare(&affinity, corpus, &options, &error) ==
        PLEACH_OK)
        MUST(pleach_affinity_pairs(affinity) <=
             corpus->node_count * (uint64_t)corpus->node_count);
    else
        MUST(affinity == NULL && error.sentence[0] != '\0');
    pleach_affinity_free(affinity);
    close(file);
    return 0;
}
