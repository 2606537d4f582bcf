/* diff.c: holds the clusters of two results against each other by their
 * nodes, and tells what became of each. */
/* SPDX-License-Identifier: MIT */

#include <string.h>

#include "base/memory.h"
#include "base/order.h"
#include "base/status.h"
#include "decisions/node_homes.h"
#include "pleach_curate.h"

struct pleach_diff {
    pl_arena *arena;
    const pleach_taxonomy *before, *after;
    /* Per cluster of one, the cluster of the other that it became, or was: the
     * one that most of its nodes are in. PL_NONE: none of them is there. */
    uint32_t *heir, *origin;
    pleach_diff_figures figures;
    size_t count;
    pleach_change *change;
};

typedef struct overlap {
    uint32_t before, after, nodes;
} overlap;

typedef struct diffing {
    pleach_diff *made;
    uint32_t old_count, new_count;
    uint32_t *lost, *gained; /* per cluster: nodes that the other has not */
    PL_LIST(uint64_t) words; /* (before, after), one for each common node */
    PL_LIST(overlap) overlaps;
    PL_LIST(pleach_change) changes;
} diffing;

/* ------------------------------------------------------------- overlaps -- */

/* Counts the nodes of each cluster that have no home in the other result; adds
 * (home, cluster) for those that have one, where they are listed. */
static void list_cluster_nodes(diffing *d, const pl_node_roll *from,
                               const uint32_t *home, uint32_t *homeless,
                               bool listed)
{
    for (size_t k = 0; k < from->node.count; k++) {
        uint32_t c = from->node.items[k].cluster;
        homeless[c] += home[k] == PL_NONE;
        if (home[k] != PL_NONE && listed)
            pl_list_add(&d->words, (uint64_t)home[k] << 32 | c);
    }
}

/* Holds the nodes of one result against where those of the other are. */
static pleach_status match_nodes(diffing *d, const pl_node_roll *from,
                                 const pl_node_roll *with, uint32_t *homeless,
                                 bool listed, pleach_error *error)
{
    PL_SCRATCH(scratch);
    uint32_t *home = PL_ARENA_ARRAY(scratch, uint32_t, from->node.count);
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_find_homes(home, from, with, error));
    list_cluster_nodes(d, from, home, homeless, listed);
    return PLEACH_OK;
}

/* Nodes of each that the other has not, and those that both have. */
static pleach_status match_results(diffing *d, const pleach_taxonomy *before,
                                   const pleach_taxonomy *after,
                                   pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_node_roll old, now;
    PL_TRY(pl_roll_of_taxonomy(&old, scratch, before, error));
    PL_TRY(pl_roll_of_taxonomy(&now, scratch, after, error));
    PL_TRY(match_nodes(d, &now, &old, d->gained, true, error));
    return match_nodes(d, &old, &now, d->lost, false, error);
}

static void count_overlaps(diffing *d)
{
    pl_sort_uint64(d->words.items, d->words.count);
    for (size_t k = 0; k < d->words.count; k++) {
        uint64_t word = d->words.items[k];
        if (k > 0 && word == d->words.items[k - 1]) {
            d->overlaps.items[d->overlaps.count - 1].nodes++;
            continue;
        }
        overlap fresh = {(uint32_t)(word >> 32), (uint32_t)word, 1};
        if (!pl_list_push(&d->overlaps, fresh))
            return; /* or the next one would have no neighbour */
    }
}

/* The largest overlap of each; the first of equals. */
static void match_clusters(diffing *d)
{
    pleach_diff *made = d->made;
    uint32_t *most_old = PL_ARENA_ARRAY(made->arena, uint32_t, d->old_count);
    uint32_t *most_new = PL_ARENA_ARRAY(made->arena, uint32_t, d->new_count);
    made->heir = PL_ARENA_ARRAY(made->arena, uint32_t, d->old_count);
    made->origin = PL_ARENA_ARRAY(made->arena, uint32_t, d->new_count);
    if (pl_arena_failed(made->arena))
        return;
    memset(made->heir, 0xff, d->old_count * sizeof *made->heir);
    memset(made->origin, 0xff, d->new_count * sizeof *made->origin);
    for (size_t k = 0; k < d->overlaps.count; k++) {
        overlap o = d->overlaps.items[k];
        if (o.nodes > most_old[o.before]) {
            most_old[o.before] = o.nodes;
            made->heir[o.before] = o.after;
        }
        if (o.nodes > most_new[o.after]) {
            most_new[o.after] = o.nodes;
            made->origin[o.after] = o.before;
        }
    }
}

/* ------------------------------------------------------------ bare ones -- */

/* Where the clusters of a result hang, and which of them nobody has. */
typedef struct bare_clusters {
    uint32_t count;
    uint32_t *parent;
    uint32_t *end;     /* behind the last one below it */
    uint8_t *is_group; /* a shape made it */
    uint32_t root;     /* PL_NONE: somebody has it, or there is none */
} bare_clusters;

static pleach_status list_bare(bare_clusters *bare, pl_arena *arena,
                               const pleach_taxonomy *result,
                               pleach_error *error)
{
    bare->count = pleach_taxonomy_clusters(result);
    bare->parent = PL_ARENA_ARRAY(arena, uint32_t, bare->count);
    bare->end = PL_ARENA_ARRAY(arena, uint32_t, bare->count);
    bare->is_group = PL_ARENA_ARRAY(arena, uint8_t, bare->count);
    bare->root = PL_NONE;
    PL_TRY(pl_check_memory(arena, error));
    for (uint32_t c = 0; c < bare->count; c++) {
        pleach_cluster is;
        PL_TRY(pleach_taxonomy_cluster(&is, result, c, error));
        bare->parent[c] = is.parent;
        bare->end[c] = is.end;
        bare->is_group[c] = is.size == 0 && is.shaped != NULL;
        if (is.size == 0 && is.shaped == NULL)
            bare->root = c;
    }
    return PLEACH_OK;
}

/* What became of the groups of a result: having no nodes to know it by, each is
 * the group that most of its children are in by now, the first of equals. Those
 * below it come before it. */
static void match_groups(uint32_t *became, const bare_clusters *from,
                         const bare_clusters *with, pl_arena *arena)
{
    PL_LIST(uint32_t) homes = {.arena = arena};
    for (uint32_t c = from->count; c-- > 0;) {
        size_t most = 0;
        homes.count = 0;
        for (uint32_t k = c + 1; from->is_group[c] && k < from->end[c];
             k = from->end[k]) {
            uint32_t up =
                became[k] == PL_NONE ? PL_NONE : with->parent[became[k]];
            if (up != PL_NONE && with->is_group[up])
                pl_list_add(&homes, up);
        }
        pl_sort_uint32(homes.items, homes.count);
        for (size_t k = 0, end; k < homes.count; k = end) {
            for (end = k;
                 end < homes.count && homes.items[end] == homes.items[k];)
                end++;
            if (end - k > most) {
                most = end - k;
                became[c] = homes.items[k];
            }
        }
    }
}

static pleach_status pair_bare(pleach_diff *made, pleach_error *error)
{
    PL_SCRATCH(scratch);
    bare_clusters before, after;
    PL_TRY(list_bare(&before, scratch, made->before, error));
    PL_TRY(list_bare(&after, scratch, made->after, error));
    if (before.root != PL_NONE && after.root != PL_NONE) {
        made->heir[before.root] = after.root;
        made->origin[after.root] = before.root;
    }
    match_groups(made->heir, &before, &after, scratch);
    match_groups(made->origin, &after, &before, scratch);
    return pl_check_memory(scratch, error);
}

/* -------------------------------------------------------------- changes -- */

static void note_change(diffing *d, pleach_change_kind kind, uint32_t before,
                        uint32_t after, uint32_t nodes)
{
    pleach_change change = {
        .kind = kind, .before = before, .after = after, .nodes = nodes};
    bool by_node =
        kind == PLEACH_MEMBERS || kind == PLEACH_GREW || kind == PLEACH_SHRANK;
    d->made->figures.changes[kind] += by_node ? nodes : 1;
    pl_list_add(&d->changes, change);
}

/* Whether two clusters are each what became of the other. */
static bool is_pair(const pleach_diff *made, uint32_t before, uint32_t after)
{
    return made->heir[before] == after && made->origin[after] == before;
}

/* What lies above one in the old result, and above the other in the new. */
static bool has_same_parent(const pleach_diff *made, uint32_t old_parent,
                            uint32_t new_parent)
{
    if (old_parent == PL_NONE || new_parent == PL_NONE)
        return old_parent == new_parent;
    return made->heir[old_parent] == new_parent ||
           made->origin[new_parent] == old_parent;
}

/* Whether the further parents of two are the same, in whatever order. */
static bool has_same_further(const pleach_diff *made, const pleach_cluster *was,
                             const pleach_cluster *is)
{
    if (was->also_count != is->also_count)
        return false;
    for (uint32_t k = 0; k < was->also_count; k++) {
        bool found = false;
        for (uint32_t l = 0; l < is->also_count && !found; l++)
            found =
                has_same_parent(made, was->also_under[k], is->also_under[l]);
        if (!found)
            return false;
    }
    return true;
}

static pleach_status compare_pair(diffing *d, uint32_t before, uint32_t after,
                                  pleach_error *error)
{
    pleach_cluster was, is;
    PL_TRY(pleach_taxonomy_cluster(&was, d->made->before, before, error));
    PL_TRY(pleach_taxonomy_cluster(&is, d->made->after, after, error));
    d->made->figures.kept++;
    if (!has_same_parent(d->made, was.parent, is.parent))
        note_change(d, PLEACH_MOVED, before, after, is.size);
    if (strcmp(was.name, is.name) != 0)
        note_change(d, PLEACH_RENAMED, before, after, is.size);
    if (!has_same_further(d->made, &was, &is))
        note_change(d, PLEACH_FURTHER, before, after, is.size);
    return PLEACH_OK;
}

/* Clusters of the new result: what is new, what was split off, the pairs. */
static pleach_status look_at_new(diffing *d, pleach_error *error)
{
    const pleach_diff *made = d->made;
    for (uint32_t c = 0; c < d->new_count; c++) {
        pleach_cluster is;
        uint32_t was = made->origin[c];
        PL_TRY(pleach_taxonomy_cluster(&is, made->after, c, error));
        if (was == PL_NONE)
            note_change(d, PLEACH_ADDED, PL_NONE, c, is.size);
        else if (is_pair(made, was, c))
            PL_TRY(compare_pair(d, was, c, error));
        else
            note_change(d, PLEACH_SPLIT, was, c, is.size);
    }
    return PLEACH_OK;
}

/* Clusters of the old one: what is gone, and what went into another. */
static pleach_status look_at_old(diffing *d, pleach_error *error)
{
    const pleach_diff *made = d->made;
    for (uint32_t c = 0; c < d->old_count; c++) {
        pleach_cluster was;
        uint32_t is = made->heir[c];
        PL_TRY(pleach_taxonomy_cluster(&was, made->before, c, error));
        if (is == PL_NONE)
            note_change(d, PLEACH_GONE, c, PL_NONE, was.size);
        else if (!is_pair(made, c, is))
            note_change(d, PLEACH_MERGED, c, is, was.size);
    }
    return PLEACH_OK;
}

/* Nodes that only one of the results has, in clusters that both have. */
static void look_at_sizes(diffing *d)
{
    const pleach_diff *made = d->made;
    for (uint32_t c = 0; c < d->new_count; c++)
        if (made->origin[c] != PL_NONE && d->gained[c] > 0)
            note_change(d, PLEACH_GREW, made->origin[c], c, d->gained[c]);
    for (uint32_t c = 0; c < d->old_count; c++)
        if (made->heir[c] != PL_NONE && d->lost[c] > 0)
            note_change(d, PLEACH_SHRANK, c, made->heir[c], d->lost[c]);
}

/* Nodes that went elsewhere than their cluster, neither with all of it nor to
 * make another. */
static void look_at_members(diffing *d)
{
    const pleach_diff *made = d->made;
    for (size_t k = 0; k < d->overlaps.count; k++) {
        overlap o = d->overlaps.items[k];
        if (made->heir[o.before] != o.after &&
            made->origin[o.after] != o.before)
            note_change(d, PLEACH_MEMBERS, o.before, o.after, o.nodes);
    }
}

static pleach_status keep_changes(diffing *d, pleach_error *error)
{
    pleach_diff *made = d->made;
    made->count = d->changes.count;
    made->change = PL_ARENA_ARRAY(made->arena, pleach_change, made->count);
    PL_TRY(pl_check_memory(made->arena, error));
    size_t at = 0;
    for (int kind = 0; kind < PLEACH_CHANGE_KINDS; kind++)
        for (size_t k = 0; k < d->changes.count; k++)
            if ((int)d->changes.items[k].kind == kind)
                made->change[at++] = d->changes.items[k];
    return PLEACH_OK;
}

/* Clusters are matched by their nodes before anything is said about them: names
 * and places are compared between a cluster and its heir. */
static pleach_status find_changes(diffing *d, pleach_error *error)
{
    const pleach_taxonomy *before = d->made->before, *after = d->made->after;
    d->lost = PL_ARENA_ARRAY(d->made->arena, uint32_t, d->old_count);
    d->gained = PL_ARENA_ARRAY(d->made->arena, uint32_t, d->new_count);
    PL_TRY(pl_check_memory(d->made->arena, error));
    PL_TRY(match_results(d, before, after, error));
    count_overlaps(d);
    match_clusters(d);
    PL_TRY(pl_check_memory(d->overlaps.arena, error));
    PL_TRY(pl_check_memory(d->made->arena, error));
    PL_TRY(pair_bare(d->made, error));
    PL_TRY(look_at_new(d, error));
    PL_TRY(look_at_old(d, error));
    look_at_members(d);
    look_at_sizes(d);
    PL_TRY(pl_check_memory(d->changes.arena, error));
    return keep_changes(d, error);
}

/* Only the list of changes outlives the call; the results are borrowed. */
pleach_status pleach_diff_find(pleach_diff **diff,
                               const pleach_taxonomy *before,
                               const pleach_taxonomy *after,
                               pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_arena *arena;
    pleach_diff *made = pl_arena_object(&arena, sizeof *made);
    if (made == NULL)
        return pl_fail_memory(error);
    *made = (pleach_diff){.arena = arena, .before = before, .after = after};
    diffing d = {.made = made,
                 .old_count = pleach_taxonomy_clusters(before),
                 .new_count = pleach_taxonomy_clusters(after),
                 .words = {.arena = scratch},
                 .overlaps = {.arena = scratch},
                 .changes = {.arena = scratch}};
    pleach_status status = find_changes(&d, error);
    if (status == PLEACH_OK)
        *diff = made;
    else
        pl_arena_free(arena);
    return status;
}

const pleach_change *pleach_diff_changes(const pleach_diff *diff, size_t *count)
{
    *count = diff->count;
    return diff->change;
}

const pleach_diff_figures *pleach_diff_get_figures(const pleach_diff *diff)
{
    return &diff->figures;
}

void pleach_diff_free(pleach_diff *diff)
{
    if (diff != NULL)
        pl_arena_free(diff->arena);
}
