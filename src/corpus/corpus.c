/* corpus.c: what can be asked of a corpus, and its end. */
/* SPDX-License-Identifier: MIT */
#include "corpus/corpus.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"

/* Only the paths of roots are stored: a leaf's follows from its place among its
 * siblings. */
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

void pl_describe_node(pleach_node *node, const pleach_corpus *corpus,
                      uint32_t number)
{
    uint32_t hierarchy =
        corpus->sapling_hierarchy[corpus->node_sapling[number]];
    node->owner =
        pl_strings_at(corpus->owners, corpus->hierarchy_owner[hierarchy]);
    node->id = corpus->hierarchy_id[hierarchy];
    node->name =
        pl_strings_at(corpus->spellings, corpus->node_spelling[number]);
    node->role = pl_is_root(corpus, number) ? "root" : "leaf";
    pl_node_path(corpus, number, node->path, sizeof node->path);
}

pleach_status pleach_corpus_node(pleach_node *node, const pleach_corpus *corpus,
                                 uint32_t number, pleach_error *error)
{
    if (number >= corpus->node_count)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "There is no node %" PRIu32 ": the corpus has %" PRIu32
                       ", counted from 0.",
                       number, corpus->node_count);
    pl_describe_node(node, corpus, number);
    return PLEACH_OK;
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
