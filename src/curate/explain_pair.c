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
    bool compared;              /* both are there */
    double similarity;          /* 0: none */
    bool concepts_known, same_concept;
    pl_label_story story; /* what speaks for one concept, and against it */
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

/* ----------------------------------------------------------- comparing -- */

/* A node that the inputs do not have any more is not compared: what the file
 * says is told without. */
static pleach_status compare_subjects(pair_told *pair, pleach_error *error)
{
    const pl_again *again = &pair->in->again;
    if (!again->there)
        return PLEACH_OK;
    uint32_t i = again->slot_of[pair->a->key], j = again->slot_of[pair->b->key];
    pair->compared = i != PL_NONE && j != PL_NONE;
    if (!pair->compared)
        return PLEACH_OK;
    uint32_t a = again->affinity->slot_node[i];
    uint32_t b = again->affinity->slot_node[j];
    const uint32_t *means = again->affinity->node_concept;
    pair->similarity = fmax(pl_similarity_of(again->affinity, i, j), 0);
    pair->concepts_known = means != NULL;
    if (means == NULL)
        return PLEACH_OK;
    pair->same_concept = means[a] == means[b];
    return pl_concepts_tell(&pair->story, again->corpus,
                            &again->affinity->known, a, b, error);
}

/* The features that say something, the weightiest first. */
static void put_evidence(FILE *to, const pl_label_story *story)
{
    bool told[PL_FEATURES] = {false};
    if (story->told_apart)
        fputs("      against it: most hierarchies that have one have the other "
              "as well, and nobody names one thing twice\n",
              to);
    for (;;) {
        int most = -1;
        for (int k = 0; k < PL_FEATURES; k++)
            if (!told[k] && fabs(story->worth[k]) >= 0.05 &&
                (most < 0 || fabs(story->worth[k]) > fabs(story->worth[most])))
                most = k;
        if (most < 0)
            return;
        told[most] = true;
        fprintf(to, "      %s it, %.1f: %s\n",
                story->worth[most] > 0 ? "for" : "against",
                fabs(story->worth[most]), pl_feature_says[most]);
    }
}

/* Keys and not names: two names that look different may be the same to pleach,
 * and the other way round. */
static void put_similarity(const pair_told *pair)
{
    const pl_again *again = &pair->in->again;
    FILE *to = pair->in->to;
    if (!again->there)
        pl_print_terminal(to,
                          "  Their similarity cannot be computed again: %s\n",
                          again->why_not);
    if (!pair->compared)
        return;
    const pleach_corpus *corpus = again->corpus;
    const char *keys[2];
    for (int k = 0; k < 2; k++) {
        uint32_t slot = again->slot_of[(k == 0 ? pair->a : pair->b)->key];
        keys[k] = pl_strings_at(
            corpus->keys, corpus->node_key[again->affinity->slot_node[slot]]);
    }
    bool one_key = strcmp(keys[0], keys[1]) == 0;
    pl_print_terminal(to, "  similarity %s: ", again->affinity->similarity);
    if (pair->similarity > 0)
        fprintf(to, "%.6g\n", pair->similarity);
    else
        fputs("none\n", to);
    pl_print_terminal(to, "    %s: \"%s%s%s\" once normalised\n",
                      one_key ? "the same name" : "names", keys[0],
                      one_key ? "" : "\" and \"", one_key ? "" : keys[1]);
    if (!pair->concepts_known)
        return;
    fputs(pair->same_concept ? "    the same concept\n" : "    two concepts\n",
          to);
    put_evidence(to, &pair->story);
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
static void put_loop(const pair_told *pair)
{
    const pl_taxonomy_file *filed = &pair->in->filed;
    uint32_t lower = pair->b->cluster, upper = pair->a->cluster;
    if (filed->depth[upper] > filed->depth[lower]) {
        upper = pair->b->cluster;
        lower = pair->a->cluster;
    }
    fputs(pair->in->again.overrules ? "  against it: one lies above the other: "
                                    : "  against it: it would make a loop: ",
          pair->in->to);
    for (;; lower = filed->parent[lower]) {
        pl_put_cluster(pair->in, lower);
        if (lower == upper)
            break;
        fputs(" is under ", pair->in->to);
    }
    putc('\n', pair->in->to);
}

static void put_two_parents(const pair_told *pair)
{
    const pl_taxonomy_file *filed = &pair->in->filed;
    fputs(pair->in->again.overrules
              ? "  people put them in two places: under "
              : "  against it: a cluster has a single parent, and theirs are ",
          pair->in->to);
    pl_put_cluster(pair->in, filed->parent[pair->a->cluster]);
    fputs(" and ", pair->in->to);
    pl_put_cluster(pair->in, filed->parent[pair->b->cluster]);
    putc('\n', pair->in->to);
}

/* In the order in which they rule out a merge. Nodes of one sapling have no
 * similarity either, but that is not the reason. Where no rule is a reason, it
 * is a matter of degree. */
static void put_obstacles(const pair_told *pair)
{
    const pl_taxonomy_file *filed = &pair->in->filed;
    uint32_t a = pair->a->cluster, b = pair->b->cluster;
    FILE *to = pair->in->to;
    bool overrules = pair->in->again.overrules;
    bool discarded = a == PL_NONE || b == PL_NONE;
    bool one_sapling = in_one_sapling(pair->a, pair->b);
    bool strange =
        pair->in->again.there && !discarded && !(pair->similarity > 0);
    if (one_sapling)
        fputs("  against it: they are of one sapling and never compared: "
              "their owner told them apart\n",
              to);
    else if (strange)
        fputs("  against it: they have no similarity\n", to);
    if (discarded)
        return;
    bool loop =
        is_explained_above(filed, a, b) || is_explained_above(filed, b, a);
    bool two_parents = !loop && filed->parent[a] != PL_NONE &&
                       filed->parent[b] != PL_NONE &&
                       filed->parent[a] != filed->parent[b];
    if (loop)
        put_loop(pair);
    if (two_parents)
        put_two_parents(pair);
    if (!loop && !one_sapling && !strange && (!two_parents || overrules))
        fputs(
            !overrules || !pair->concepts_known
                ? "  Nothing forbids it: what they hold apart is worth more.\n"
            : pair->same_concept ? "  They are one concept in two places.\n"
                                 : "  They were taken for two concepts.\n",
            to);
}

/* --------------------------------------------------------- the answer -- */

/* The same words as for a member of a cluster, so that both can be searched for
 * alike. */
static void put_subject(const pl_explaining *in, const pl_filed_node *node)
{
    bool discarded = node->cluster == PL_NONE;
    fputs("  ", in->to);
    pl_put_node(in, node);
    pl_put_under(in, node);
    fputs(discarded ? ", discarded" : ", in ", in->to);
    pl_put_cluster(in, node->cluster);
    if (!discarded)
        fprintf(in->to, ", worth %.6g there", node->similarity);
    putc('\n', in->to);
}

static void put_pair(const pair_told *pair)
{
    uint32_t a = pair->a->cluster, b = pair->b->cluster;
    bool discarded = a == PL_NONE || b == PL_NONE,
         merged = !discarded && a == b;
    fputs(merged      ? "Merged:\n"
          : discarded ? "Not merged, since one is in no cluster:\n"
                      : "Not merged:\n",
          pair->in->to);
    put_subject(pair->in, pair->a);
    put_subject(pair->in, pair->b);
    if (!discarded)
        pl_put_decided(pair->in, a);
    if (!discarded && !merged)
        pl_put_decided(pair->in, b);
    put_similarity(pair);
    if (!merged)
        put_obstacles(pair);
}

/* The inputs come first, since who speaks for a cluster depends on what they
 * say; without them the file has to do. */
pleach_status pl_explain_pair(pl_explaining *in, const pl_subject *a,
                              const pl_subject *b, pleach_error *error)
{
    pair_told pair = {.in = in};
    bool clusters = a->node == NULL && b->node == NULL;
    if (clusters ? a->cluster == b->cluster : a->node == b->node)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "Both words mean the same %s; name two, or just one.",
                       a->node == NULL ? "cluster" : "node");
    PL_TRY(pl_again_read(&in->again, in, error));
    PL_TRY(choose_nodes(&pair, a, b, error));
    PL_TRY(compare_subjects(&pair, error));
    put_pair(&pair);
    return pl_check_memory(in->filed.arena, error);
}
