/* check.c: the independent proof that a taxonomy file is right.
 *
 * It shares no code with what grows and writes taxonomies. Its reading of the
 * file (taxonomy_file.c) has already proved types, ids, depths, sizes and that
 * there is no loop. All memory is the file's, which ends with the proof. */
/* SPDX-License-Identifier: MIT */
#include "check/check.h"

#include <libstemmer.h>
#include <math.h>
#include <string.h>

#include "base/order.h"
#include "base/status.h"

/* How often a node is a member or discarded, by its number in `nodes`. */
typedef struct occurrences {
    uint32_t *member, *discarded;
    pl_strings *homes; /* pairs (node, cluster index) that exist */
    bool strict;       /* nobody may be overruled */
    /* Lines of decisions that put a cluster somewhere, ascending. */
    PL_LIST(uint64_t) placing;
} occurrences;

const pl_parsed *pl_next_decision(const pl_taxonomy_file *filed,
                                  const char *word, size_t *at)
{
    const pl_parsed *lines =
        pl_parsed_get(pl_parsed_get(filed->root, "decisions"), "lines");
    const pl_parsed *line;
    while ((line = pl_parsed_at(lines, (*at)++)) != NULL) {
        const char *is = pl_parsed_text(pl_parsed_get(line, "decision"));
        if (is != NULL && strcmp(is, word) == 0)
            return line;
    }
    return NULL;
}

/* Each edge that no leaf supports asks for such a line, so they are sorted
 * once. */
static void list_placing_lines(occurrences *seen, const pl_taxonomy_file *filed)
{
    static const char *const words[] = {"under", "keep-branch"};
    const pl_parsed *line;
    for (size_t w = 0; w < 2; w++)
        for (size_t at = 0;
             (line = pl_next_decision(filed, words[w], &at)) != NULL;)
            pl_list_add(&seen->placing, (uint64_t)pl_parsed_integer(
                                            pl_parsed_get(line, "line")));
    if (seen->placing.count > 0)
        pl_sort_uint64(seen->placing.items, seen->placing.count);
}

/* Pairs of node and cluster are looked up for each leaf and exemplar, so they
 * are put into a table once; the file lists them in no order that could be
 * relied on. */
static pleach_status occurrences_count(occurrences *seen,
                                       const pl_taxonomy_file *filed,
                                       pleach_error *error)
{
    uint32_t nodes = pl_strings_count(filed->nodes);
    *seen = (occurrences){
        .member = PL_ARENA_ARRAY(filed->arena, uint32_t, nodes),
        .discarded = PL_ARENA_ARRAY(filed->arena, uint32_t, nodes),
        .homes = pl_strings_in(filed->arena),
        .strict = !pl_taxonomy_file_overrules(filed),
        .placing = {.arena = filed->arena},
    };
    PL_TRY(pl_check_memory(filed->arena, error));
    for (uint32_t k = 0; k < filed->discarded_count; k++)
        seen->discarded[filed->discarded[k].key]++;
    for (uint32_t k = 0; k < filed->member_count; k++) {
        const pl_filed_node *member = &filed->member[k];
        uint32_t home[2] = {member->key, member->cluster};
        seen->member[member->key]++;
        pl_strings_add(seen->homes, (const char *)home, sizeof home);
    }
    list_placing_lines(seen, filed);
    return pl_check_memory(filed->arena, error);
}

static bool lives_in(const occurrences *seen, uint32_t key, uint32_t cluster)
{
    uint32_t home[2] = {key, cluster};
    return pl_strings_find(seen->homes, (const char *)home, sizeof home) !=
           PL_NONE;
}

/* The number of hierarchies of this node's owner and id: each has one top. */
static uint64_t count_tops(pl_taxonomy_file *filed, const occurrences *seen,
                           uint32_t key)
{
    const char *owner = pl_strings_at(filed->nodes, key);
    const char *id = owner + strlen(owner) + 1;
    filed->scratch.count = 0;
    size_t length = (size_t)(id - owner) + strlen(id) + 1;
    static const char top[] = ".\0root";
    if (!pl_list_room(&filed->scratch, length + sizeof top))
        return UINT64_MAX;
    memcpy(filed->scratch.items, owner, length);
    memcpy(filed->scratch.items + length, top, sizeof top);
    uint32_t found = pl_strings_find(filed->nodes, filed->scratch.items,
                                     length + sizeof top);
    if (found == PL_NONE)
        return 0;
    return (uint64_t)seen->member[found] + seen->discarded[found];
}

/* Two hierarchies may share owner and id (the reader warns of it); but no
 * node occurs more often than there are such hierarchies. */
static pleach_status check_once(pl_taxonomy_file *filed,
                                const occurrences *seen, pleach_error *error)
{
    uint32_t nodes = pl_strings_count(filed->nodes);
    for (uint32_t key = 0; key < nodes; key++) {
        uint64_t times = (uint64_t)seen->member[key] + seen->discarded[key];
        if (times < 2)
            continue;
        uint64_t tops = count_tops(filed, seen, key);
        if (tops == UINT64_MAX)
            return pl_fail_memory(error);
        if (times > tops)
            return pl_broken(filed, error, "The %s occurs %llu times.",
                             pl_filed_describe(filed, key).text,
                             (unsigned long long)times);
    }
    return PLEACH_OK;
}

/* Under the paper's constraint every leaf must hang below its root's cluster.
 * Where people may be overruled, one that does is enough to support the edge.
 */
static pleach_status check_leaf(const pl_taxonomy_file *filed,
                                const occurrences *seen,
                                const pl_filed_node *leaf, bool *supports,
                                pleach_error *error)
{
    uint32_t c = leaf->cluster, up = filed->parent[c];
    pl_filed_label label = pl_filed_describe(filed, leaf->key);
    /* The parent was dropped by a decision. */
    if (seen->member[leaf->parent_key] == 0 &&
        seen->discarded[leaf->parent_key] > 0)
        return PLEACH_OK;
    if (seen->member[leaf->parent_key] == 0)
        return pl_broken(filed, error,
                         "The %s in cluster %lld has no root: that is "
                         "no member of any cluster.",
                         label.text, (long long)filed->id[c]);
    bool agrees = up != PL_NONE && lives_in(seen, leaf->parent_key, up);
    if (agrees || !seen->strict) {
        *supports |= agrees;
        return PLEACH_OK;
    }
    if (up == PL_NONE)
        return pl_broken(filed, error,
                         "Cluster %lld has a leaf, the %s, but no "
                         "parent.",
                         (long long)filed->id[c], label.text);
    return pl_broken(filed, error,
                     "The %s is in cluster %lld below cluster %lld, "
                     "but its root is in another one: two parents.",
                     label.text, (long long)filed->id[c],
                     (long long)filed->id[up]);
}

/* Whether the file says that a decision put a cluster where it hangs, instead
 * of any leaf. That decisions are obeyed is proved elsewhere. */
static bool is_place_decided(const pl_taxonomy_file *filed,
                             const occurrences *seen, uint32_t c)
{
    const pl_parsed *cluster = pl_filed_cluster(filed, c);
    const pl_parsed *about = pl_parsed_get(cluster, "decided"), *line;
    for (size_t k = 0; (line = pl_parsed_at(about, k)) != NULL; k++)
        if (pl_parsed_is(line, PL_PARSED_INTEGER) &&
            pl_has_uint64(seen->placing.items, seen->placing.count,
                          (uint64_t)pl_parsed_integer(line)))
            return true;
    return false;
}

/* Sums are compared with room for rounding, as similarities are written with
 * fewer digits than they were added with. */
static pleach_status check_cluster(const pl_taxonomy_file *filed,
                                   const occurrences *seen, uint32_t c,
                                   pleach_error *error)
{
    bool supported = false;
    double net = 0;
    long long id = (long long)filed->id[c];
    if (filed->exemplar_key[c] != PL_NONE &&
        !lives_in(seen, filed->exemplar_key[c], c))
        return pl_broken(filed, error,
                         "The exemplar of cluster %lld is not among its "
                         "members.",
                         id);
    for (uint32_t k = filed->first[c]; k < filed->first[c + 1]; k++) {
        net += filed->member[k].similarity;
        if (filed->member[k].parent_key != PL_NONE)
            PL_TRY(
                check_leaf(filed, seen, &filed->member[k], &supported, error));
    }
    if (filed->parent[c] != PL_NONE && !supported &&
        !is_place_decided(filed, seen, c) && !pl_filed_is_rooted(filed, c) &&
        !pl_is_place_shaped(filed, c))
        return pl_broken(filed, error,
                         "No leaf supports the edge from cluster %lld "
                         "to its parent %lld.",
                         id, (long long)filed->id[filed->parent[c]]);
    if (!(fabs(net - filed->net_similarity[c]) <= 1e-6 * (1 + fabs(net))))
        return pl_broken(filed, error,
                         "The net similarity of cluster %lld is not the "
                         "sum of its members', %.10g.",
                         id, net);
    return PLEACH_OK;
}

/* Each node is proved to occur once before any cluster is looked at: the rules
 * below take a node's home for granted. */
static pleach_status check_clusters(pl_taxonomy_file *filed,
                                    pleach_error *error)
{
    occurrences seen;
    PL_TRY(occurrences_count(&seen, filed, error));
    PL_TRY(check_once(filed, &seen, error));
    for (uint32_t c = 0; c < filed->cluster_count; c++)
        PL_TRY(check_cluster(filed, &seen, c, error));
    return PLEACH_OK;
}

/* ---------------------------------------------------------------- words -- */

static bool is_language(const pl_parsed *word)
{
    const char *language = pl_parsed_text(word);
    if (language == NULL || strcmp(language, "none") == 0)
        return language != NULL;
    struct sb_stemmer *stemmer = sb_stemmer_new(language, NULL);
    sb_stemmer_delete(stemmer);
    return stemmer != NULL;
}

static pleach_status check_words(const pl_taxonomy_file *filed,
                                 pleach_error *error)
{
    const pl_parsed *report = filed->report;
    const pl_parsed *parents = pl_parsed_get(report, "parents");
    const pl_parsed *language = pl_parsed_get(report, "language");
    if (parents != NULL && (!pl_parsed_is(parents, PL_PARSED_INTEGER) ||
                            pl_parsed_integer(parents) < 1))
        return pl_broken(filed, error,
                         "The report's \"parents\" should be 1 or more.");
    if (language != NULL && !is_language(language))
        return pl_broken(filed, error,
                         "The report's \"language\" is none that is known.");
    return PLEACH_OK;
}

/* Where everything was put below one, there is one tree, called so. */
static pleach_status check_root(const pl_taxonomy_file *filed,
                                const pleach_check_result *result,
                                pleach_error *error)
{
    const char *root = pl_filed_root(filed);
    if (root == NULL)
        return PLEACH_OK;
    if (result->trees != 1)
        return pl_broken(
            filed, error,
            "Everything should be below the root \"%.60s\", but there are "
            "%llu trees.",
            root, (unsigned long long)result->trees);
    for (uint32_t c = 0; c < filed->cluster_count; c++)
        if (filed->parent[c] == PL_NONE && strcmp(filed->name[c], root) != 0)
            return pl_broken(
                filed, error,
                "Cluster %lld is above all others, and should be called like "
                "the root, \"%.60s\".",
                (long long)filed->id[c], root);
    return PLEACH_OK;
}

/* -------------------------------------------------------------- proof -- */

static pleach_status prove_all(pl_proof *proof, const pleach_input *inputs,
                               size_t count, pleach_error *error)
{
    proof->doubtful = PL_ARENA_ARRAY(proof->filed->arena, uint8_t,
                                     proof->filed->cluster_count);
    PL_TRY(pl_check_memory(proof->filed->arena, error));
    PL_TRY(pl_check_fields(proof, error));
    PL_TRY(check_words(proof->filed, error));
    PL_TRY(check_clusters(proof->filed, error));
    PL_TRY(check_root(proof->filed, &proof->result, error));
    PL_TRY(pl_check_shape(proof->filed, error));
    PL_TRY(pl_check_recorded(proof->filed, error));
    PL_TRY(pl_check_matches(proof, error));
    PL_TRY(pl_check_inputs(proof, inputs, count, error));
    PL_TRY(pl_check_counts(proof, error));
    return pl_check_texts(proof, error);
}

/* The result is handed out whole or not at all: half of a proof is none. */
static pleach_status prove_taxonomy(pl_taxonomy_file *filed,
                                    pleach_check_result *result,
                                    const pleach_input *inputs, size_t count,
                                    pleach_error *error)
{
    pl_proof proof = {.filed = filed,
                      .result = {.clusters = filed->cluster_count,
                                 .members = filed->member_count,
                                 .discarded = filed->discarded_count}};
    pleach_check_result *proved = &proof.result;
    for (uint32_t c = 0; c < filed->cluster_count; c++)
        proved->trees += filed->parent[c] == PL_NONE;
    proved->edges = proved->clusters - proved->trees;
    if (filed->more_first != NULL)
        proved->more_edges = filed->more_first[filed->cluster_count];
    PL_TRY(prove_all(&proof, inputs, count, error));
    *result = proof.result;
    return PLEACH_OK;
}

pleach_status pleach_check(pleach_check_result *result,
                           const pleach_input *taxonomy,
                           const pleach_input *inputs, size_t count,
                           pleach_error *error)
{
    pl_taxonomy_file filed;
    pleach_status status = pl_taxonomy_file_load(&filed, taxonomy, error);
    if (status == PLEACH_OK)
        status = prove_taxonomy(&filed, result, inputs, count, error);
    pl_taxonomy_file_free(&filed);
    return status;
}
