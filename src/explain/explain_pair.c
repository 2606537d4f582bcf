/* explain_pair.c: two clusters or nodes: merged or not, and why. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "explain/explain.h"
#include "explain/explain_pair.h"
#include "search/assignment.h"

/* ---------------------------------------------------- which two nodes -- */

/* A cluster speaks through its exemplar, as that is who its members were
 * compared with. */
static pleach_status find_speaker(const pl_taxonomy_file_member **speaker,
                                  const pl_explaining *in,
                                  const pl_subject *subject,
                                  pleach_error *error)
{
    const pl_taxonomy_file *filed = &in->filed;
    *speaker = subject->node;
    if (*speaker == NULL)
        *speaker = in->by_key[filed->exemplar_key[subject->cluster]];
    if (*speaker == NULL)
        return pl_taxonomy_file_broken(
            filed, error,
            "The exemplar of cluster %lld is no node of "
            "the file.",
            (long long)filed->id[subject->cluster]);
    return PLEACH_OK;
}

/* Of two clusters the most similar pair of members speaks for them; of those
 * that know nothing of each other, the exemplars. */
static void find_nearest_members(pl_pair *pair, const pl_subject *a,
                                 const pl_subject *b)
{
    const pl_taxonomy_file *filed = &pair->in->filed;
    const pl_again *again = &pair->again;
    double most = 0;
    if (!again->there)
        return;
    for (uint32_t k = filed->first[a->cluster];
         k < filed->first[a->cluster + 1]; k++) {
        if (a->node != NULL && a->node->key != filed->member[k].key)
            continue;
        uint32_t i = again->slot_of[filed->member[k].key];
        for (uint32_t m = filed->first[b->cluster];
             m < filed->first[b->cluster + 1]; m++) {
            uint32_t j = again->slot_of[filed->member[m].key];
            if (i == j ||
                (b->node != NULL && b->node->key != filed->member[m].key))
                continue;
            double s = pl_similarity_of(again->affinity, i, j);
            if (s > most) {
                most = s;
                pair->a = &filed->member[k];
                pair->b = &filed->member[m];
            }
        }
    }
}

static pleach_status choose_nodes(pl_pair *pair, const pl_subject *a,
                                  const pl_subject *b, pleach_error *error)
{
    PL_TRY(find_speaker(&pair->a, pair->in, a, error));
    PL_TRY(find_speaker(&pair->b, pair->in, b, error));
    if (a->cluster != PL_NONE && b->cluster != PL_NONE &&
        (a->node == NULL || b->node == NULL))
        find_nearest_members(pair, a, b);
    return PLEACH_OK;
}

/* ---------------------------------------------- what stands against it -- */

static bool in_one_sapling(const pl_taxonomy_file_member *a,
                           const pl_taxonomy_file_member *b)
{
    return (a->parent_key != PL_NONE && a->parent_key == b->parent_key) ||
           a->parent_key == b->key || b->parent_key == a->key;
}

static bool is_explained_above(const pl_taxonomy_file *filed, uint32_t upper,
                               uint32_t lower)
{
    while (lower != PL_NONE && lower != upper)
        lower = filed->parent[lower];
    return lower == upper;
}

/* In the order in which they rule out a merge: what is merged or discarded
 * needs no other reason. */
static void find_obstacles(pl_pair *pair)
{
    const pl_taxonomy_file *filed = &pair->in->filed;
    uint32_t a = pair->a->cluster, b = pair->b->cluster;
    pair->merged = a == b && a != PL_NONE;
    pair->discarded = a == PL_NONE || b == PL_NONE;
    pair->same_sapling = in_one_sapling(pair->a, pair->b);
    pair->no_similarity =
        pair->again.there && !pair->discarded && pair->similarity <= 0;
    if (pair->merged || pair->discarded)
        return;
    pair->loop =
        is_explained_above(filed, a, b) || is_explained_above(filed, b, a);
    pair->two_parents = !pair->loop && filed->parent[a] != PL_NONE &&
                        filed->parent[b] != PL_NONE &&
                        filed->parent[a] != filed->parent[b];
}

/* ------------------------------------------------------ what is shared -- */

static pleach_status share_of_evidence(pl_string_ids *list, uint32_t id,
                                       pleach_error *error)
{
    return pl_list_push(list, id) ? PLEACH_OK : pl_fail_memory(error);
}

static pleach_status share_tags(pl_pair *pair, uint32_t a, uint32_t b,
                                pleach_error *error)
{
    const pleach_corpus *corpus = pair->again.corpus;
    uint64_t i = corpus->tag_first[a], j = corpus->tag_first[b];
    while (i < corpus->tag_first[a + 1] && j < corpus->tag_first[b + 1]) {
        uint32_t left = corpus->tag_id[i], right = corpus->tag_id[j];
        if (left == right)
            PL_TRY(share_of_evidence(&pair->tags, left, error));
        i += left <= right;
        j += right <= left;
    }
    return PLEACH_OK;
}

/* Marks the names around a node in its sapling. */
static void mark_around(const pleach_corpus *corpus, uint32_t node,
                        uint8_t *marks, uint8_t bit)
{
    uint32_t sapling = corpus->node_sapling[node];
    for (uint32_t n = corpus->sapling_first[sapling];
         n < corpus->sapling_first[sapling + 1]; n++)
        if (n != node)
            marks[corpus->node_key[n]] |= bit;
}

/* Marked by bits, so that what both have around them falls out in one pass over
 * the names. */
static pleach_status share_names(pl_pair *pair, uint32_t a, uint32_t b,
                                 pleach_error *error)
{
    const pleach_corpus *corpus = pair->again.corpus;
    uint32_t keys = pl_strings_count(corpus->keys);
    uint8_t *marks = pl_allocate(keys, 1);
    pleach_status status = PLEACH_OK;
    if (marks == NULL)
        return pl_fail_memory(error);
    mark_around(corpus, a, marks, 1);
    mark_around(corpus, b, marks, 2);
    for (uint32_t key = 0; key < keys && status == PLEACH_OK; key++)
        if (marks[key] == 3)
            status = share_of_evidence(&pair->names, key, error);
    pl_release(marks);
    return status;
}

/* --------------------------------------------------------- the answer -- */

/* Where people may be overruled a merge is judged by voices, else by what the
 * repair makes of it: the two solvers have different reasons. */
static pleach_status compare_subjects(pl_pair *pair, pleach_error *error)
{
    const pl_again *again = &pair->again;
    uint32_t i = again->slot_of[pair->a->key], j = again->slot_of[pair->b->key];
    if (i == PL_NONE || j == PL_NONE)
        return PLEACH_OK;
    uint32_t a = again->affinity->slot_node[i];
    uint32_t b = again->affinity->slot_node[j];
    pair->compared = true;
    pair->similarity = pl_similarity_of(again->affinity, i, j);
    pair->key_a = again->corpus->node_key[a];
    pair->key_b = again->corpus->node_key[b];
    const uint32_t *means = again->affinity->node_concept;
    pair->concepts_known = means != NULL;
    pair->same_concept = means != NULL && means[a] == means[b];
    if (means != NULL)
        PL_TRY(pl_concepts_tell(&pair->story, again->corpus,
                                &again->affinity->known, a, b, error));
    PL_TRY(share_tags(pair, a, b, error));
    PL_TRY(share_names(pair, a, b, error));
    if (pair->a->cluster == pair->b->cluster)
        return PLEACH_OK;
    if (again->overrules) {
        pair->merge_tried = true;
        return pl_merge_voices(&pair->merging, again, &pair->in->filed,
                               pair->a->cluster, pair->b->cluster, error);
    }
    pair->force_tried = true;
    return pl_force(&pair->forced, again, i, j, pair->clusters, error);
}

static pleach_status answer_pair(pl_pair *pair, const pl_subject *a,
                                 const pl_subject *b, pleach_error *error)
{
    PL_TRY(pl_again_read(&pair->again, pair->in, error));
    PL_TRY(choose_nodes(pair, a, b, error));
    if (pair->again.there)
        PL_TRY(compare_subjects(pair, error));
    find_obstacles(pair);
    if (pair->in->json)
        pl_pair_write_json(pair);
    else
        pl_pair_write(pair);
    return PLEACH_OK;
}

pleach_status pl_explain_pair(pl_explaining *in, const pl_subject *a,
                              const pl_subject *b, pleach_error *error)
{
    pl_pair pair = {.in = in, .clusters = a->node == NULL && b->node == NULL};
    bool same = pair.clusters ? a->cluster == b->cluster : a->node == b->node;
    if (same)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "Both words mean the same %s; name two, or just one.",
                       a->node == NULL ? "cluster" : "node");
    pleach_status status = answer_pair(&pair, a, b, error);
    pl_list_free(&pair.tags);
    pl_list_free(&pair.names);
    pl_again_free(&pair.again);
    return status;
}
