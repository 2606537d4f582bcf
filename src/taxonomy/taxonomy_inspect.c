/* taxonomy_inspect.c: what can be asked of a taxonomy, grown or loaded, and its
 * end. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "taxonomy/tally.h"
#include "taxonomy/taxonomy.h"
#include "taxonomy/votes.h"

void pleach_taxonomy_free(pleach_taxonomy *taxonomy)
{
    if (taxonomy == NULL)
        return;
    if (taxonomy->loaded != NULL)
        pl_taxonomy_file_free(taxonomy->loaded);
    pl_arena_free(taxonomy->arena); /* which the taxonomy itself lies in */
}

pleach_status pl_need_grown(const pleach_taxonomy *forest, pleach_error *error)
{
    if (forest->loaded == NULL)
        return PLEACH_OK;
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "This taxonomy was loaded, so the corpus is not there that "
                   "this needs. Grow it again from its inputs.");
}

const pleach_report *pleach_taxonomy_report(const pleach_taxonomy *taxonomy)
{
    return &taxonomy->report;
}

uint32_t pleach_taxonomy_clusters(const pleach_taxonomy *taxonomy)
{
    return taxonomy->cluster_count;
}

static pleach_status need_cluster(const pleach_taxonomy *forest, uint32_t c,
                                  pleach_error *error)
{
    if (c < forest->cluster_count)
        return PLEACH_OK;
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "There is no cluster %" PRIu32 ": the taxonomy has %" PRIu32
                   ", counted from 0.",
                   c, forest->cluster_count);
}

static uint32_t member_count_of(const pleach_taxonomy *forest, uint32_t c)
{
    return forest->member_first[c + 1] - forest->member_first[c];
}

void pl_find_subtrees(pleach_taxonomy *forest)
{
    for (uint32_t c = 0; c < forest->cluster_count; c++) {
        forest->subtree_end[c] = c + 1;
        forest->child_count[c] = 0;
    }
    for (uint32_t c = forest->cluster_count; c-- > 0;) {
        uint32_t up = forest->parent[c];
        if (up == PL_NONE)
            continue;
        forest->child_count[up]++;
        if (forest->subtree_end[up] < forest->subtree_end[c])
            forest->subtree_end[up] = forest->subtree_end[c];
    }
}

/* A loaded cluster as its file has it. */
static const pl_parsed *loaded_json(const pleach_taxonomy *forest, uint32_t c)
{
    const pl_parsed *clusters = forest->loaded->clusters;
    return pl_parsed_at(clusters, forest->loaded_cluster[c]);
}

/* What only a grown forest can tell; of a loaded one the file says it. */
static void name_grown(pleach_cluster *cluster, const pleach_taxonomy *forest,
                       uint32_t c)
{
    const pleach_corpus *corpus = forest->corpus;
    bool bare = forest->exemplar[c] == PL_NONE;
    cluster->id = (int64_t)pl_cluster_id(forest, c);
    cluster->decided = forest->decided == NULL ? 0
                                               : forest->decided_first[c + 1] -
                                                     forest->decided_first[c];
    cluster->key = "";
    cluster->exemplar = bare ? PL_NONE : 0;
    cluster->reason = pl_reason_word(forest->votes[c].reason);
    if (forest->shaped != NULL) {
        cluster->shaped = pl_shaped_word(forest->shaped[c]);
        cluster->covers = (double)forest->covers[c];
    }
    if (!bare)
        cluster->key = pl_strings_at(
            corpus->keys,
            corpus->node_key[forest->affinity->slot_node[forest->exemplar[c]]]);
}

static void name_loaded(pleach_cluster *cluster, const pleach_taxonomy *forest,
                        uint32_t c)
{
    const pl_loaded_words *is = &forest->loaded_words[c];
    cluster->id = forest->loaded->id[forest->loaded_cluster[c]];
    cluster->key = is->key;
    cluster->decided = is->decided;
    cluster->exemplar = forest->exemplar[c];
    cluster->reason = is->reason;
    cluster->shaped = is->shaped;
    cluster->covers = is->covers;
}

/* Filled in anew for each call, so that nothing has to be kept, or locked, for
 * callers on several threads. */
pleach_status pleach_taxonomy_cluster(pleach_cluster *cluster,
                                      const pleach_taxonomy *taxonomy,
                                      uint32_t number, pleach_error *error)
{
    uint32_t c = number;
    PL_TRY(need_cluster(taxonomy, number, error));
    *cluster = (pleach_cluster){
        .name = pl_cluster_name(taxonomy, c),
        .concept = taxonomy->concept[c],
        .parent = taxonomy->parent[c], /* PL_NONE is PLEACH_NO_CLUSTER */
        .child_count = taxonomy->child_count[c],
        .end = taxonomy->subtree_end[c],
        .depth = taxonomy->depth[c],
        .size = member_count_of(taxonomy, c),
        .entries = taxonomy->entries[c],
        .people = taxonomy->people[c],
        .edge_people = taxonomy->edge_people[c],
        .in_favour = taxonomy->votes[c].in_favour,
        .skipping = taxonomy->votes[c].skipping,
        .against = taxonomy->votes[c].against,
        .top = taxonomy->votes[c].top,
        .net_similarity = taxonomy->net_similarity[c],
    };
    const pl_more_parents *more = taxonomy->more;
    if (more != NULL) {
        cluster->also_count = more->first[c + 1] - more->first[c];
        cluster->also_under = more->parent + more->first[c];
        cluster->also_people = more->voices + more->first[c];
    }
    if (taxonomy->loaded != NULL)
        name_loaded(cluster, taxonomy, c);
    else
        name_grown(cluster, taxonomy, c);
    return PLEACH_OK;
}

/* Owner, id, path and role stand one behind the other in its key. */
static void describe_loaded(pleach_member *member,
                            const pleach_taxonomy *forest, uint32_t c,
                            uint32_t k)
{
    const pl_taxonomy_file *filed = forest->loaded;
    const pl_filed_node *is =
        &filed->member[filed->first[forest->loaded_cluster[c]] + k];
    pl_filed_place place = pl_filed_place_of(filed, is->key);
    member->node.owner = place.owner;
    member->node.id = place.id;
    member->node.name = is->name;
    member->node.source_id = is->source_id;
    member->node.carries = is->carries;
    member->node.role = place.role;
    /* load.c has measured it. */
    memcpy(member->node.path, place.path, strlen(place.path) + 1);
    member->similarity = is->similarity;
    member->shaped = is->shaped;
}

/* Numbers are checked, because they come from programs that count by
 * themselves. */
pleach_status pleach_taxonomy_member(pleach_member *member,
                                     const pleach_taxonomy *taxonomy,
                                     uint32_t cluster, uint32_t number,
                                     pleach_error *error)
{
    PL_TRY(need_cluster(taxonomy, cluster, error));
    if (number >= member_count_of(taxonomy, cluster))
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "Cluster %" PRIu32 " has no member %" PRIu32
                       ": there are %" PRIu32 ", counted from 0.",
                       cluster, number, member_count_of(taxonomy, cluster));
    memset(member, 0, sizeof *member);
    if (taxonomy->loaded != NULL) {
        describe_loaded(member, taxonomy, cluster, number);
        return PLEACH_OK;
    }
    uint32_t at = taxonomy->member_first[cluster] + number;
    pl_describe_node(&member->node, taxonomy->corpus,
                     taxonomy->affinity->slot_node[taxonomy->member[at]]);
    member->similarity = (double)taxonomy->member_similarity[at];
    if (taxonomy->slot_shaped != NULL)
        member->shaped =
            pl_shaped_word(taxonomy->slot_shaped[taxonomy->member[at]]);
    return PLEACH_OK;
}

/* ---------------------------------------------------------------- tags -- */

static size_t list_loaded_tags(pleach_tag *tags, size_t room,
                               const pl_parsed *object)
{
    size_t filled = 0;
    for (size_t k = 0; k < pl_parsed_size(object); k++) {
        const pl_parsed *count = pl_parsed_at(object, k);
        if (filled < room && pl_parsed_is_number(count))
            tags[filled++] = (pleach_tag){count->key, pl_parsed_number(count)};
    }
    return filled;
}

/* Files name a parent by its id; one that they do not have is left out. */
static size_t list_loaded_rivals(pleach_rival *rivals, size_t most,
                                 const pleach_taxonomy *forest,
                                 const pl_parsed *list)
{
    const pl_parsed *rival;
    size_t k, count = 0;
    for (k = 0; (rival = pl_parsed_at(list, k)) != NULL; k++) {
        int64_t people = pl_parsed_integer(pl_parsed_get(rival, "people"));
        uint32_t at = pl_filed_find(
            forest->loaded, pl_parsed_integer(pl_parsed_get(rival, "parent")));
        if (at != PL_NONE && count < most && people > 0)
            rivals[count++] = (pleach_rival){
                .parent = forest->loaded_number[at],
                .people = people < UINT32_MAX ? (uint32_t)people : UINT32_MAX};
    }
    return count;
}

/* A loaded forest has no statements to count, but its file lists the rivals. */
pleach_status pleach_taxonomy_rivals(pleach_rival *rivals, size_t *count,
                                     const pleach_taxonomy *taxonomy,
                                     uint32_t cluster, pleach_error *error)
{
    pleach_rival listed[PL_MOST_RIVALS];
    PL_TRY(need_cluster(taxonomy, cluster, error));
    if (taxonomy->loaded != NULL) {
        const pl_parsed *list =
            pl_parsed_get(loaded_json(taxonomy, cluster), "rivals");
        *count = list_loaded_rivals(rivals, *count, taxonomy, list);
        return PLEACH_OK;
    }
    size_t known = pl_list_rival_parents(taxonomy, cluster, listed);
    *count = known < *count ? known : *count;
    memcpy(rivals, listed, *count * sizeof *rivals);
    return PLEACH_OK;
}

/* A loaded taxonomy knows what its file wrote; a grown one could tell more than
 * ten. */
pleach_status pleach_taxonomy_tags(pleach_tag *tags, size_t *count,
                                   const pleach_taxonomy *taxonomy,
                                   uint32_t cluster, pleach_error *error)
{
    PL_TRY(need_cluster(taxonomy, cluster, error));
    if (taxonomy->loaded != NULL) {
        const pl_parsed *object =
            pl_parsed_get(loaded_json(taxonomy, cluster), "tags");
        *count = list_loaded_tags(tags, *count, object);
        return PLEACH_OK;
    }
    PL_SCRATCH(scratch);
    pl_tally tally;
    pl_tally_open(&tally, scratch, pl_strings_count(taxonomy->corpus->tags));
    PL_TRY(pl_check_memory(scratch, error));
    pl_tally_tags(&tally, taxonomy, cluster);
    pl_tally_rank(&tally);
    if (*count > tally.count)
        *count = tally.count;
    for (size_t k = 0; k < *count; k++)
        tags[k] = (pleach_tag){
            pl_strings_at(taxonomy->corpus->tags, tally.items[k].id),
            tally.items[k].weight};
    return PLEACH_OK;
}
