/* load.c: a taxonomy file as a taxonomy that can be asked.
 *
 * The file may list its clusters in any order; here they are numbered depth
 * first, children in the order of the file, as in a grown one. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "base/checks.h"
#include "base/status.h"
#include "taxonomy/grow.h"
#include "taxonomy/result_fields.h"

/* The same arrays as a grown one has, so that whoever reads a taxonomy need not
 * know where it came from. */
static void take_loaded_arrays(pleach_taxonomy *forest, uint32_t count)
{
    pl_arena *arena = forest->arena;
    forest->cluster_count = count;
    forest->loaded_cluster = PL_ARENA_ARRAY(arena, uint32_t, count);
    forest->loaded_words = PL_ARENA_ARRAY(arena, pl_loaded_words, count);
    forest->parent = PL_ARENA_ARRAY(arena, uint32_t, count);
    forest->subtree_end = PL_ARENA_ARRAY(arena, uint32_t, count);
    forest->child_count = PL_ARENA_ARRAY(arena, uint32_t, count);
    forest->exemplar = PL_ARENA_ARRAY(arena, uint32_t, count);
    forest->concept = PL_ARENA_ARRAY(arena, uint32_t, count);
    forest->votes = PL_ARENA_ARRAY(arena, pl_votes, count);
    forest->member_first = PL_ARENA_ARRAY(arena, uint32_t, (size_t)count + 1);
    pl_take_field_arrays(forest, count);
}

/* The next cluster of the file, depth first: down, else aside, else up until
 * there is an aside. PL_NONE at the end. */
static uint32_t step(const pl_taxonomy_file *filed, const uint32_t *first_child,
                     const uint32_t *next, uint32_t at)
{
    if (first_child[at] != PL_NONE)
        return first_child[at];
    while (at != PL_NONE && next[at] == PL_NONE)
        at = filed->parent[at];
    return at == PL_NONE ? PL_NONE : next[at];
}

/* Numbers the clusters; position[] is by their place in the file. */
static pleach_status number_loaded_clusters(pleach_taxonomy *forest,
                                            uint32_t *position,
                                            pleach_error *error)
{
    const pl_taxonomy_file *filed = forest->loaded;
    uint32_t count = forest->cluster_count, root = PL_NONE, numbered = 0;
    PL_SCRATCH(scratch);
    uint32_t *first_child = PL_ARENA_ARRAY(scratch, uint32_t, count);
    uint32_t *next = PL_ARENA_ARRAY(scratch, uint32_t, count);
    PL_TRY(pl_check_memory(scratch, error));
    memset(first_child, 0xFF, count * sizeof *first_child);
    for (uint32_t c = count; c-- > 0;) {
        uint32_t up = filed->parent[c];
        uint32_t *head = up == PL_NONE ? &root : &first_child[up];
        next[c] = *head;
        *head = c;
    }
    for (uint32_t at = root; at != PL_NONE;
         at = step(filed, first_child, next, at)) {
        position[at] = numbered;
        forest->loaded_cluster[numbered++] = at;
    }
    return PLEACH_OK;
}

/* Files list clusters in any order, and are walked depth first here as grown
 * ones are. */
static void place_loaded_clusters(pleach_taxonomy *forest,
                                  const uint32_t *position)
{
    const pl_taxonomy_file *filed = forest->loaded;
    for (uint32_t c = 0; c < forest->cluster_count; c++) {
        uint32_t at = forest->loaded_cluster[c], up = filed->parent[at];
        forest->parent[c] = up == PL_NONE ? PL_NONE : position[up];
        forest->member_first[c + 1] =
            forest->member_first[c] + filed->first[at + 1] - filed->first[at];
    }
    pl_find_subtrees(forest);
}

/* ---------------------------------------------- what a file may lack -- */

static pl_loaded_words words_of(const pl_parsed *cluster)
{
    const char *key = pl_parsed_text(pl_parsed_get(cluster, "key"));
    const pl_parsed *voices = pl_parsed_get(cluster, "voices");
    return (pl_loaded_words){
        .key = key == NULL ? "" : key,
        .reason = pl_parsed_text(pl_parsed_get(voices, "reason")),
        .shaped = pl_parsed_text(pl_parsed_get(cluster, "shaped")),
        .covers = pl_parsed_number(pl_parsed_get(cluster, "covers")),
        .decided = pl_parsed_size(pl_parsed_get(cluster, "decided"))};
}

/* Older files lack some of these: what is not there counts as not known, and
 * not as wrong. */
static void read_details(pleach_taxonomy *forest, const uint32_t *position)
{
    const pl_taxonomy_file *filed = forest->loaded;
    const pl_parsed *clusters = filed->clusters;
    for (uint32_t c = 0; c < forest->cluster_count; c++) {
        const pl_parsed *cluster =
            pl_parsed_at(clusters, forest->loaded_cluster[c]);
        const pl_parsed *concept = pl_parsed_get(cluster, "concept");
        uint32_t means = PL_NONE;
        if (pl_parsed_is(concept, PL_PARSED_INTEGER))
            means = pl_filed_find(filed, pl_parsed_integer(concept));
        forest->concept[c] = means == PL_NONE ? c : position[means];
        forest->loaded_words[c] = words_of(cluster);
        pl_read_fields(&pl_cluster_fields, forest, c, cluster);
        if (pl_parsed_get(cluster, "entries") == NULL)
            forest->entries[c] =
                forest->member_first[c + 1] - forest->member_first[c];
        pl_read_fields(&pl_votes_fields, &forest->votes[c], 0,
                       pl_parsed_get(cluster, "voices"));
    }
}

/* Further parents, by the numbers that clusters have here. */
static void place_more_parents(pleach_taxonomy *forest,
                               const uint32_t *position)
{
    const pl_taxonomy_file *filed = forest->loaded;
    uint32_t count = forest->cluster_count, at = 0;
    if (filed->more_first == NULL)
        return;
    uint32_t all = filed->more_first[count];
    pl_more_parents *more = PL_ARENA_ARRAY(forest->arena, pl_more_parents, 1);
    if (more == NULL)
        return;
    more->first = PL_ARENA_ARRAY(forest->arena, uint32_t, (size_t)count + 1);
    more->parent = PL_ARENA_ARRAY(forest->arena, uint32_t, all);
    more->voices = PL_ARENA_ARRAY(forest->arena, uint32_t, all);
    if (pl_arena_failed(forest->arena))
        return;
    for (uint32_t c = 0; c < count; c++) {
        uint32_t from = forest->loaded_cluster[c];
        for (uint32_t k = filed->more_first[from];
             k < filed->more_first[from + 1]; k++) {
            more->parent[at] = position[filed->more_parent[k]];
            more->voices[at++] = filed->more_people[k];
        }
        more->first[c + 1] = at;
    }
    forest->more = more;
}

/* ------------------------------------------------------------- members -- */

/* Which member is the exemplar. Paths must fit a pleach_node. */
static pleach_status find_exemplar(pleach_taxonomy *forest, uint32_t c,
                                   pleach_error *error)
{
    const pl_taxonomy_file *filed = forest->loaded;
    uint32_t at = forest->loaded_cluster[c];
    forest->exemplar[c] = PL_NONE;
    for (uint32_t k = filed->first[at]; k < filed->first[at + 1]; k++) {
        uint32_t key = filed->member[k].key;
        if (strlen(pl_filed_place_of(filed, key).path) >= PLEACH_PATH_BYTES)
            return pl_broken(
                filed, error,
                "The path of a member of cluster %lld is longer than that of "
                "any hierarchy.",
                (long long)filed->id[at]);
        if (key == filed->exemplar_key[at] && forest->exemplar[c] == PL_NONE)
            forest->exemplar[c] = k - filed->first[at];
    }
    if (forest->exemplar[c] != PL_NONE || filed->exemplar_key[at] == PL_NONE)
        return PLEACH_OK;
    return pl_broken(filed, error,
                     "The exemplar of cluster %lld is not one of its members.",
                     (long long)filed->id[at]);
}

/* -------------------------------------------------------------- report -- */

static void read_seed(pleach_report *report, const pl_parsed *seed)
{
    const pl_parsed *best = pl_parsed_get(seed, "best");
    int64_t trees = pl_parsed_integer(pl_parsed_get(seed, "trees"));
    report->seed = pl_parsed_text(pl_parsed_get(seed, "term"));
    report->seed_trees = trees > 0 ? (uint64_t)trees : 0;
    if (pl_parsed_is(best, PL_PARSED_OBJECT))
        pl_read_fields(&pl_best_fields, &report->best, 0, best);
}

/* What the clusters do not say themselves. */
static void read_report(pleach_report *report, const pl_parsed *from)
{
    *report = (pleach_report){0};
    pl_read_fields(&pl_report_fields, report, 0, from);
    if (report->parents == 0)
        report->parents = 1;
    read_seed(report, pl_parsed_get(from, "seed"));
}

/* Above all ids that are, and that the file says were ever given. */
static uint64_t next_free_id(const pleach_taxonomy *forest)
{
    const pl_taxonomy_file *filed = forest->loaded;
    uint64_t next = forest->report.next_id;
    for (uint32_t c = 0; c < filed->cluster_count; c++)
        if (filed->id[c] >= 0 && (uint64_t)filed->id[c] >= next)
            next = (uint64_t)filed->id[c] + 1;
    return next;
}

/* Those that named nobody any more were not obeyed. */
static uint64_t count_obeyed(const pl_parsed *root)
{
    const pl_parsed *decisions = pl_parsed_get(root, "decisions");
    const pl_parsed *lines = pl_parsed_get(decisions, "lines"), *line;
    uint64_t count = 0;
    for (size_t k = 0; (line = pl_parsed_at(lines, k)) != NULL; k++)
        count += pl_parsed_is(pl_parsed_get(line, "applies"), PL_PARSED_TRUE);
    return count;
}

/* --------------------------------------------------------------- whole -- */

/* A file lists clusters in any order; here they are numbered depth first, as a
 * grown forest has them. */
static pleach_status fill_loaded(pleach_taxonomy *forest, pleach_error *error)
{
    uint32_t count = forest->loaded->cluster_count;
    uint32_t *position = PL_ARENA_ARRAY(forest->arena, uint32_t, count);
    take_loaded_arrays(forest, count);
    PL_TRY(pl_check_memory(forest->arena, error));
    PL_TRY(number_loaded_clusters(forest, position, error));
    forest->loaded_number = position;
    forest->root = PL_NONE;
    place_loaded_clusters(forest, position);
    read_details(forest, position);
    place_more_parents(forest, position);
    for (uint32_t c = 0; c < count; c++)
        PL_TRY(find_exemplar(forest, c, error));
    read_report(&forest->report, forest->loaded->report);
    forest->report.next_id = next_free_id(forest);
    if (forest->report.next_id > PL_MOST_ID + 1)
        return pl_broken(
            forest->loaded, error,
            "The report's \"next_id\" is %llu, but ids are at most %lld.",
            (unsigned long long)forest->report.next_id, PL_MOST_ID);
    forest->report.decisions = count_obeyed(forest->loaded->root);
    return pl_measure_shape(forest, error);
}

/* The JSON is kept for as long as the taxonomy, since names and tags are
 * borrowed from it. */
pleach_status pleach_taxonomy_load(pleach_taxonomy **taxonomy,
                                   const pleach_input *input,
                                   pleach_error *error)
{
    pl_arena *arena = pl_arena_new();
    pleach_taxonomy *made = PL_ARENA_ARRAY(arena, pleach_taxonomy, 1);
    pl_taxonomy_file *filed = PL_ARENA_ARRAY(arena, pl_taxonomy_file, 1);
    if (filed == NULL) {
        pl_arena_free(arena);
        return pl_fail_memory(error);
    }
    made->arena = arena;
    made->loaded = filed;
    pleach_status status = pl_taxonomy_file_load(filed, input, error);
    if (status == PLEACH_OK)
        status = fill_loaded(made, error);
    filed->path = NULL; /* the caller's */
    assert(status != PLEACH_OK ||
           made->member_first[made->cluster_count] == filed->member_count);
    if (status == PLEACH_OK)
        *taxonomy = made;
    else
        pleach_taxonomy_free(made);
    return status;
}
