/* corpus.c: what can be asked of a corpus, and its end. */
/* SPDX-License-Identifier: MIT */
#include "corpus/corpus.h"

#include <stdio.h>
#include <string.h>

size_t pl_node_path(const pleach_corpus *corpus, uint32_t node, char *to,
                    size_t room)
{
    uint32_t sapling = corpus->node_sapling[node];
    const char *root =
        pl_strings_at(corpus->paths, corpus->sapling_path[sapling]);
    uint32_t index = node - corpus->sapling_first[sapling];
    int length;
    if (index == 0)
        length = snprintf(to, room, "%s", root);
    else if (strcmp(root, ".") == 0)
        length = snprintf(to, room, "%u", index - 1);
    else
        length = snprintf(to, room, "%s/%u", root, index - 1);
    return length < 0 ? 0 : (size_t)length;
}

const pleach_corpus_facts *pleach_corpus_get_facts(const pleach_corpus *corpus)
{
    return &corpus->facts;
}

void pleach_corpus_free(pleach_corpus *corpus)
{
    if (corpus == NULL)
        return;
    pl_strings_free(corpus->owners);
    pl_strings_free(corpus->spellings);
    pl_strings_free(corpus->keys);
    pl_strings_free(corpus->tags);
    pl_strings_free(corpus->paths);
    pl_strings_free(corpus->ids);
    pl_strings_free(corpus->alt_labels);
    pl_strings_free(corpus->alt_keys);
    pl_arena_free(corpus->arena); /* which the corpus itself lies in */
}
