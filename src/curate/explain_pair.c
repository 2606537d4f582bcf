/* explain_pair.c: two clusters or nodes: merged or not, and why. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "curate/explain.h"
#include "same/concepts.h"

typedef struct pair_told {
    pl_explaining *in;
    pl_again again;
    const pl_filed_node *a, *b; /* the nodes that speak for the subjects */
    bool compared;              /* both are in the inputs, as they were */
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
    if (*speaker != NULL)
        return PLEACH_OK;
    uint32_t key = filed->exemplar_key[subject->cluster];
    if (key == PL_NONE)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "\"%.200s\" is a root that nobody has: there is "
                       "nothing to compare it with.",
                       filed->name[subject->cluster]);
    *speaker = in->by_key[key];
    if (*speaker == NULL)
        return pl_broken(filed, error,
                         "The exemplar of cluster %lld is no node of "
                         "the file.",
                         (long long)filed->id[subject->cluster]);
    return PLEACH_OK;
}

/* The members that may speak for a subject. */
static uint32_t list_speakers(const pl_filed_node **first,
                              const pl_explaining *in,
                              const pl_subject *subject)
{
    const uint32_t *members = in->filed.first;
    uint32_t c = subject->cluster;
    *first =
        subject->node != NULL ? subject->node : &in->filed.member[members[c]];
    return subject->node != NULL ? 1 : members[c + 1] - members[c];
}

/* Also its two roles: that these are one tells nothing. */
static bool is_one_node(const pl_again *again, uint32_t i, uint32_t j)
{
    const uint32_t *node = again->affinity->slot_node;
    return i == j || again->corpus->node_twin[node[i]] == node[j];
}

/* Of two clusters the most similar pair of members speaks for them; of those
 * that know nothing of each other, the exemplars. */
static void find_nearest_members(pair_told *pair, const pl_subject *a,
                                 const pl_subject *b)
{
    const pl_again *again = &pair->again;
    const pl_filed_node *one, *other;
    double most = 0;
    if (a->cluster == PL_NONE || b->cluster == PL_NONE)
        return;
    uint32_t many = list_speakers(&one, pair->in, a);
    uint32_t more = list_speakers(&other, pair->in, b);
    for (uint32_t k = 0; k < many; k++)
        for (uint32_t l = 0; l < more; l++) {
            uint32_t i = again->slot_of[one[k].key];
            uint32_t j = again->slot_of[other[l].key];
            double s = is_one_node(again, i, j)
                           ? 0
                           : pl_similarity_of(again->affinity, i, j);
            if (s <= most)
                continue;
            most = s;
            pair->a = &one[k];
            pair->b = &other[l];
        }
}

/* A node that the inputs do not have any more is not compared: what the file
 * says is told without. */
static pleach_status compare_nodes(pair_told *pair, pleach_error *error)
{
    const pleach_affinity *affinity = pair->again.affinity;
    uint32_t i = pair->again.slot_of[pair->a->key];
    uint32_t j = pair->again.slot_of[pair->b->key];
    pair->compared = i != PL_NONE && j != PL_NONE;
    if (!pair->compared)
        return PLEACH_OK;
    uint32_t a = affinity->slot_node[i], b = affinity->slot_node[j];
    const uint32_t *means = affinity->node_concept;
    pair->similarity = fmax(pl_similarity_of(affinity, i, j), 0);
    pair->concepts_known = means != NULL;
    if (means == NULL)
        return PLEACH_OK;
    pair->same_concept = means[a] == means[b];
    return pl_concepts_tell(&pair->story, pair->again.corpus, &affinity->known,
                            a, b, error);
}

/* ------------------------------------------------------- similarity -- */

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

static const char *key_in_inputs(const pl_again *again,
                                 const pl_filed_node *node)
{
    const pleach_corpus *corpus = again->corpus;
    uint32_t at = again->affinity->slot_node[again->slot_of[node->key]];
    return pl_strings_at(corpus->keys, corpus->node_key[at]);
}

/* Keys and not names: two names that look different may be the same to pleach,
 * and the other way round. */
static void put_similarity(const pair_told *pair)
{
    const pl_again *again = &pair->again;
    FILE *to = pair->in->to;
    if (again->why_not != NULL)
        pl_print_terminal(to,
                          "  Their similarity cannot be computed again: %s\n",
                          again->why_not);
    if (!pair->compared)
        return;
    const char *one = key_in_inputs(again, pair->a);
    const char *other = key_in_inputs(again, pair->b);
    pl_print_terminal(to, "  similarity %s: ", again->affinity->similarity);
    if (pair->similarity > 0)
        fprintf(to, "%.6g\n", pair->similarity);
    else
        fputs("none\n", to);
    if (strcmp(one, other) == 0)
        pl_print_terminal(to, "    the same name: \"%s\" once normalised\n",
                          one);
    else
        pl_print_terminal(to, "    names: \"%s\" and \"%s\" once normalised\n",
                          one, other);
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

/* Whether one cluster lies above another; then the whole chain between them is
 * told, as it is the chain that one has to cut. */
static bool put_loop(const pair_told *pair, uint32_t lower, uint32_t upper,
                     bool overrules)
{
    const pl_taxonomy_file *filed = &pair->in->filed;
    uint32_t up = lower;
    while (up != PL_NONE && up != upper)
        up = filed->parent[up];
    if (up == PL_NONE)
        return false;
    fputs(overrules ? "  against it: one lies above the other: "
                    : "  against it: it would make a loop: ",
          pair->in->to);
    for (; lower != upper; lower = filed->parent[lower]) {
        pl_put_cluster(pair->in, lower);
        fputs(" is under ", pair->in->to);
    }
    pl_put_cluster(pair->in, upper);
    putc('\n', pair->in->to);
    return true;
}

static void put_two_parents(const pair_told *pair, bool overrules)
{
    const uint32_t *parent = pair->in->filed.parent;
    uint32_t one = parent[pair->a->cluster], other = parent[pair->b->cluster];
    if (one == PL_NONE || other == PL_NONE || one == other)
        return;
    fputs(overrules
              ? "  people put them in two places: under "
              : "  against it: a cluster has a single parent, and theirs are ",
          pair->in->to);
    pl_put_cluster(pair->in, one);
    fputs(" and ", pair->in->to);
    pl_put_cluster(pair->in, other);
    putc('\n', pair->in->to);
}

/* In the order in which they rule out a merge. */
static void put_obstacles(const pair_told *pair)
{
    uint32_t a = pair->a->cluster, b = pair->b->cluster;
    bool overrules = pl_taxonomy_file_overrules(&pair->in->filed);
    if (in_one_sapling(pair->a, pair->b))
        fputs("  against it: they are of one sapling and never compared: "
              "their owner told them apart\n",
              pair->in->to);
    if (a != PL_NONE && b != PL_NONE && !put_loop(pair, a, b, overrules) &&
        !put_loop(pair, b, a, overrules))
        put_two_parents(pair, overrules);
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
    bool discarded = a == PL_NONE || b == PL_NONE;
    bool merged = !discarded && a == b;
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
static pleach_status tell_pair(pair_told *pair, const pl_subject *a,
                               const pl_subject *b, pleach_error *error)
{
    PL_TRY(pl_again_read(&pair->again, pair->in, error));
    PL_TRY(find_speaker(&pair->a, pair->in, a, error));
    PL_TRY(find_speaker(&pair->b, pair->in, b, error));
    if (pair->again.why_not == NULL) {
        find_nearest_members(pair, a, b);
        PL_TRY(compare_nodes(pair, error));
    }
    put_pair(pair);
    return pl_check_memory(pair->in->filed.arena, error);
}

pleach_status pl_explain_pair(pl_explaining *in, const pl_subject *a,
                              const pl_subject *b, pleach_error *error)
{
    pair_told pair = {.in = in};
    bool clusters = a->node == NULL && b->node == NULL;
    if (clusters ? a->cluster == b->cluster : a->node == b->node)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "Both words mean the same %s; name two, or just one.",
                       a->node == NULL ? "cluster" : "node");
    pleach_status status = tell_pair(&pair, a, b, error);
    pl_again_free(&pair.again);
    return status;
}
