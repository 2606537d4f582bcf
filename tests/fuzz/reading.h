/* reading.h: reads any bytes and checks what must hold of any corpus. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_READING_H
#define FUZZ_READING_H

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/select.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#define MUST(what)                                                             \
    do {                                                                       \
        if (!(what))                                                           \
            abort();                                                           \
    } while (0)

static inline void check_node(const pleach_corpus *corpus, uint32_t node)
{
    uint32_t twin = corpus->node_twin[node];
    MUST(pl_root_of(corpus, node) <= node);
    MUST(corpus->node_key[node] < pl_strings_count(corpus->keys));
    MUST(corpus->node_spelling[node] < pl_strings_count(corpus->spellings));
    if (twin != PL_NONE) {
        MUST(corpus->node_twin[twin] == node);
        MUST(pl_is_root(corpus, node) != pl_is_root(corpus, twin));
        MUST(corpus->node_spelling[node] == corpus->node_spelling[twin]);
    }
    if (corpus->alt_first != NULL)
        MUST(corpus->alt_first[node] <= corpus->alt_first[node + 1]);
    for (uint64_t k = corpus->tag_first[node]; k < corpus->tag_first[node + 1];
         k++) {
        MUST(corpus->tag_id[k] < pl_strings_count(corpus->tags));
        MUST(corpus->tag_count[k] > 0 && corpus->tag_count[k] <= FLT_MAX);
        MUST(k == corpus->tag_first[node] ||
             corpus->tag_id[k - 1] < corpus->tag_id[k]);
    }
}

static inline void check_corpus(const pleach_corpus *corpus)
{
    MUST(corpus->facts.hierarchies > 0);
    MUST(corpus->sapling_first[corpus->sapling_count] == corpus->node_count);
    for (uint32_t node = 0; node < corpus->node_count; node++)
        check_node(corpus, node);
}

/* Every name's own spelling must be found as a seed. */
static inline void check_seed(const pleach_corpus *corpus)
{
    pl_selection selection;
    pl_arena *arena = pl_arena_new();
    const char *seed =
        pl_strings_at(corpus->spellings, corpus->node_spelling[0]);
    MUST(arena != NULL);
    MUST(pl_select(&selection, arena, corpus, seed, 0, NULL) == PLEACH_OK);
    MUST(selection.kept_saplings > 0);
    pl_arena_free(arena);
}

/* Reads the bytes with and without skipping: a corpus or a sentence. */
static inline void read_both_ways(const char *format, const uint8_t *bytes,
                                  size_t size)
{
    for (int skip = 0; skip < 2; skip++) {
        pleach_corpus *corpus = NULL;
        pleach_error error = {0};
        pleach_input input = {"fuzz", size > 0 ? (const void *)bytes : "",
                              size};
        pleach_read_options options = {.format = format, .skip_bad = skip};
        pleach_status status =
            pleach_corpus_read(&corpus, &input, 1, &options, &error);
        if (status == PLEACH_OK) {
            check_corpus(corpus);
            check_seed(corpus);
        } else {
            MUST(corpus == NULL && error.status == status);
            MUST(error.sentence[0] != '\0');
        }
        pleach_corpus_free(corpus);
    }
}

#endif
