/* explain_pair.c: two clusters or nodes: merged or not, and why. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "curate/explain.h"
#include "same/concepts.h"

typedef struct pair_told {
    pl_explaining *in;
    const pl_filed_node *a, *b; /* the nodes that speak for the subjects */
    bool clusters;              /* these are asked about, not single nodes */
    pleach_told_pair *told;
} pair_told;

/* ---------------------------------------------------- which two nodes -- */

/* A cluster speaks through its exemplar, as that is who its members were
 * compared with. */
static pleach_status find_speaker(const pl_filed_node **speaker,
                                  const pl_explaining *in,
                                  const pl_subject *subject,
                                  pleach_error *error)
{
    const pl_taxonomy_file *filed = &in->filed;
    *speaker = subject->node;
    if (*speaker == NULL && filed->exemplar_key[subject->cluster] == PL_NONE)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "\"%.200s\" is a root that nobody has: there is "
                       "nothing to compare it with.",
                       filed->name[subject->cluster]);
    if (*speaker == NULL)
        *speaker = in->by_key[filed->exemplar_key[subject->cluster]];
    if (*speaker == NULL)
        return pl_broken(filed, error,
                         "The exemplar of cluster %lld is no node of "
                         "the file.",
                         (long long)filed->id[subject->cluster]);
    return PLEACH_OK;
}

/* Of two clusters the most similar pair of members speaks for them; of those
 * that know nothing of each other, the exemplars. */
static void find_nearest_members(pair_told *pair, const pl_subject *a,
                                 const pl_subject *b)
{
    const pl_taxonomy_file *filed = &pair->in->filed;
    const pl_again *again = &pair->in->again;
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

static pleach_status choose_nodes(pair_told *pair, const pl_subject *a,
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

static bool in_one_sapling(const pl_filed_node *a, const pl_filed_node *b)
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

/* The whole chain from the lower one up, as it is the chain that one has to
 * cut. */
static void tell_way(pleach_told_pair *told, const pl_explaining *in,
                     uint32_t lower, uint32_t upper)
{
    const pl_taxonomy_file *filed = &in->filed;
    if (filed->depth[upper] > filed->depth[lower]) {
        uint32_t other = upper;
        upper = lower;
        lower = other;
    }
    pleach_told_cluster *way =
        PL_ARENA_ARRAY(filed->arena, pleach_told_cluster,
                       filed->depth[lower] - filed->depth[upper] + 1);
    if (way == NULL)
        return;
    for (; lower != upper; lower = filed->parent[lower])
        way[told->way_count++] = pl_tell_cluster(in, lower);
    way[told->way_count++] = pl_tell_cluster(in, upper);
    told->way = way;
}

/* In the order in which they rule out a merge: what is merged or discarded
 * needs no other reason. */
static void find_obstacles(const pair_told *pair)
{
    const pl_taxonomy_file *filed = &pair->in->filed;
    pleach_told_pair *told = pair->told;
    uint32_t a = pair->a->cluster, b = pair->b->cluster;
    told->merged = a == b && a != PL_NONE;
    told->discarded = a == PL_NONE || b == PL_NONE;
    told->same_sapling = in_one_sapling(pair->a, pair->b);
    told->no_similarity =
        pair->in->again.there && !told->discarded && !(told->similarity > 0);
    if (told->merged || told->discarded)
        return;
    told->loop =
        is_explained_above(filed, a, b) || is_explained_above(filed, b, a);
    told->two_parents = !told->loop && filed->parent[a] != PL_NONE &&
                        filed->parent[b] != PL_NONE &&
                        filed->parent[a] != filed->parent[b];
    if (told->two_parents) {
        told->parent_a = pl_tell_cluster(pair->in, filed->parent[a]);
        told->parent_b = pl_tell_cluster(pair->in, filed->parent[b]);
    }
    if (told->loop)
        tell_way(told, pair->in, b, a);
}

/* ----------------------------------------------------------- evidence -- */

/* The features that say something, the weightiest first. */
static void tell_evidence(const pair_told *pair, const pl_label_story *story)
{
    pleach_told_evidence *to = PL_ARENA_ARRAY(
        pair->in->filed.arena, pleach_told_evidence, PL_FEATURES);
    size_t count = 0;
    if (to == NULL)
        return;
    for (int k = 0; k < PL_FEATURES; k++) {
        size_t at = count;
        if (!(fabs(story->worth[k]) >= 0.05))
            continue;
        for (; at > 0 && fabs(to[at - 1].worth) < fabs(story->worth[k]); at--)
            to[at] = to[at - 1];
        to[at] = (pleach_told_evidence){pl_feature_name[k], pl_feature_says[k],
                                        story->worth[k]};
        count++;
    }
    pair->told->told_apart = story->told_apart;
    pair->told->evidence = to;
    pair->told->evidence_count = count;
}

/* Whether both are taken for one concept, and what speaks for and against it.
 */
static pleach_status tell_concepts(const pair_told *pair, uint32_t a,
                                   uint32_t b, pleach_error *error)
{
    const pl_again *again = &pair->in->again;
    const uint32_t *means = again->affinity->node_concept;
    pl_label_story story = {0};
    if (means == NULL)
        return PLEACH_OK;
    pair->told->concepts_known = true;
    pair->told->same_concept = means[a] == means[b];
    PL_TRY(pl_concepts_tell(&story, again->corpus, &again->affinity->known, a,
                            b, error));
    tell_evidence(pair, &story);
    return PLEACH_OK;
}

/* --------------------------------------------------------- the answer -- */

/* A node that the inputs do not have any more is not compared: what the file
 * says is told without. */
static pleach_status compare_subjects(const pair_told *pair,
                                      pleach_error *error)
{
    const pl_again *again = &pair->in->again;
    pleach_told_pair *told = pair->told;
    uint32_t i = again->slot_of[pair->a->key], j = again->slot_of[pair->b->key];
    if (i == PL_NONE || j == PL_NONE)
        return PLEACH_OK;
    uint32_t a = again->affinity->slot_node[i];
    uint32_t b = again->affinity->slot_node[j];
    const pleach_corpus *corpus = again->corpus;
    told->compared = true;
    told->similarity = fmax(pl_similarity_of(again->affinity, i, j), 0);
    told->expression = again->affinity->similarity;
    told->key_a = pl_strings_at(corpus->keys, corpus->node_key[a]);
    told->key_b = pl_strings_at(corpus->keys, corpus->node_key[b]);
    PL_TRY(tell_concepts(pair, a, b, error));
    return PLEACH_OK;
}

/* What the file says about the two. */
static void tell_filed(const pair_told *pair)
{
    pleach_told_pair *told = pair->told;
    const pl_explaining *in = pair->in;
    told->a = pl_tell_node(in, pair->a);
    told->b = pl_tell_node(in, pair->b);
    find_obstacles(pair);
    if (told->discarded)
        return;
    pl_tell_decided(&told->decided, &told->decided_count, in, pair->a->cluster);
    if (!told->merged)
        pl_tell_decided(&told->decided, &told->decided_count, in,
                        pair->b->cluster);
}

/* The inputs come first, since who speaks for a cluster depends on what they
 * say; without them the file has to do. */
static pleach_status answer_pair(pair_told *pair, const pl_subject *a,
                                 const pl_subject *b, pleach_error *error)
{
    pl_again *again = &pair->in->again;
    PL_TRY(pl_again_read(again, pair->in, error));
    PL_TRY(choose_nodes(pair, a, b, error));
    pair->told = PL_ARENA_ARRAY(pair->in->filed.arena, pleach_told_pair, 1);
    PL_TRY(pl_check_memory(pair->in->filed.arena, error));
    pair->told->note = again->there ? NULL : again->why_not;
    pair->told->overrules = again->overrules;
    if (again->there)
        PL_TRY(compare_subjects(pair, error));
    tell_filed(pair);
    pair->in->told.pair = pair->told;
    return pl_check_memory(pair->in->filed.arena, error);
}

pleach_status pl_explain_pair(pl_explaining *in, const pl_subject *a,
                              const pl_subject *b, pleach_error *error)
{
    pair_told pair = {.in = in, .clusters = a->node == NULL && b->node == NULL};
    bool same = pair.clusters ? a->cluster == b->cluster : a->node == b->node;
    if (same)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "Both words mean the same %s; name two, or just one.",
                       a->node == NULL ? "cluster" : "node");
    return answer_pair(&pair, a, b, error);
}
