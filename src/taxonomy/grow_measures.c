/* grow_measures.c: the numbers that describe a forest. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/grow.h"

#include "base/checks.h"
#include "base/status.h"
#include "pleach_curate.h"
#include "rap/bound.h"
#include "taxonomy/votes.h"

/* Trapezoids over its clusters per level. */
static double area_under_tree(const uint64_t *level_clusters, size_t levels)
{
    double area = 0;
    for (size_t level = 1; level < levels; level++)
        area += 0.5 * ((double)level_clusters[level - 1] +
                       (double)level_clusters[level]);
    return area;
}

/* Distinct normalised names among the kept nodes. */
static pleach_status count_forest_names(pleach_taxonomy *forest,
                                        pleach_error *error)
{
    const pleach_affinity *affinity = forest->affinity;
    const pleach_corpus *corpus = forest->corpus;
    PL_SCRATCH(scratch);
    uint8_t *seen =
        PL_ARENA_ARRAY(scratch, uint8_t, pl_strings_count(corpus->keys));
    PL_TRY(pl_check_memory(scratch, error));
    for (uint32_t i = 0; i < affinity->slot_count; i++) {
        uint8_t *mark = &seen[corpus->node_key[affinity->slot_node[i]]];
        forest->report.names += *mark == 0;
        *mark = 1;
    }
    return PLEACH_OK;
}

/* Whole levels of the forest, however many trees reach so deep. */
static void count_forest_levels(pleach_taxonomy *forest)
{
    pleach_report *report = &forest->report;
    for (uint32_t c = 0; c < forest->cluster_count; c++)
        if (forest->depth[c] > report->depth)
            report->depth = forest->depth[c];
    report->levels = forest->cluster_count == 0 ? 0 : report->depth + 1;
    uint64_t *clusters =
        PL_ARENA_ARRAY(forest->arena, uint64_t, report->levels);
    uint64_t *instances =
        PL_ARENA_ARRAY(forest->arena, uint64_t, report->levels);
    if (pl_arena_failed(forest->arena))
        return;
    for (uint32_t c = 0; c < forest->cluster_count; c++) {
        clusters[forest->depth[c]]++;
        instances[forest->depth[c]] +=
            forest->member_first[c + 1] - forest->member_first[c];
    }
    report->level_clusters = clusters;
    report->level_instances = instances;
}

/* `counts` has room for every level of the forest. */
static pleach_tree_measures measure_tree(const pleach_taxonomy *forest,
                                         uint32_t root, uint64_t *counts)
{
    pleach_tree_measures tree = {0};
    uint32_t end = forest->subtree_end[root];
    for (uint32_t c = root; c < end; c++) {
        uint32_t depth = forest->depth[c];
        if (c == root || depth > tree.depth) {
            counts[depth] = 0;
            tree.depth = depth;
        }
        counts[depth]++;
        tree.net_similarity += forest->net_similarity[c];
    }
    tree.clusters = end - root;
    tree.aut = area_under_tree(counts, (size_t)tree.depth + 1);
    return tree;
}

static bool is_seed_tree(const pleach_taxonomy *forest, uint32_t root)
{
    const pleach_affinity *affinity = forest->affinity;
    uint32_t node = affinity->slot_node[forest->exemplar[root]];
    uint32_t seed = affinity->selection.seed_key;
    return seed != PL_NONE && forest->corpus->node_key[node] == seed;
}

static void note_best(pleach_report *report, uint32_t root,
                      const pleach_tree_measures *tree)
{
    const pleach_tree_measures *best = &report->best;
    if (report->best_tree != PL_NONE &&
        (tree->net_similarity < best->net_similarity ||
         (tree->net_similarity == best->net_similarity &&
          tree->aut <= best->aut)))
        return;
    report->best_tree = root;
    report->best = *tree;
}

/* With a seed the best tree is the best of its own, as the others are not what
 * was asked for. */
static pleach_status measure_trees(pleach_taxonomy *forest, pleach_error *error)
{
    pleach_report *report = &forest->report;
    bool seeded = forest->loaded == NULL &&
                  forest->affinity->selection.seed_key != PL_NONE;
    PL_SCRATCH(scratch);
    uint64_t *counts = PL_ARENA_ARRAY(scratch, uint64_t, report->levels);
    PL_TRY(pl_check_memory(scratch, error));
    report->best_tree = PL_NONE;
    for (uint32_t root = 0; root < forest->cluster_count;
         root = forest->subtree_end[root]) {
        pleach_tree_measures tree = measure_tree(forest, root, counts);
        report->trees++;
        report->net_similarity += tree.net_similarity;
        report->aut += tree.aut;
        bool candidate = !seeded || is_seed_tree(forest, root);
        report->seed_trees += seeded && candidate;
        if (candidate)
            note_best(report, root, &tree);
    }
    assert(report->seed_trees <= report->trees);
    assert(report->trees <= forest->cluster_count);
    return PLEACH_OK;
}

pleach_status pl_measure_shape(pleach_taxonomy *forest, pleach_error *error)
{
    forest->report.clusters = forest->cluster_count;
    count_forest_levels(forest);
    PL_TRY(pl_check_memory(forest->arena, error));
    return measure_trees(forest, error);
}

/* Those that name nobody any more are not obeyed. */
static uint64_t count_obeyed(const pl_rulings *rulings)
{
    uint64_t count = 0;
    for (uint32_t k = 0; rulings != NULL && k < rulings->count; k++)
        count += rulings->applies[k];
    return count;
}

/* With hashes of what was read, so that another file of the same name is
 * noticed. */
static void list_known(pleach_taxonomy *forest)
{
    const pl_known_files *known = &forest->affinity->known;
    pleach_known_file *list =
        PL_ARENA_ARRAY(forest->arena, pleach_known_file, known->count);
    if (list == NULL)
        return;
    for (uint32_t k = 0; k < known->count; k++) {
        const pl_file_mark *mark = known->files[k].mark;
        list[k] = (pleach_known_file){
            known->files[k].path,
            mark->version[0] == '\0' ? NULL : mark->version,
            pl_hash_so_far(&mark->text), known->files[k].vectors};
    }
    forest->report.known = list;
    forest->report.known_count = known->count;
}

static uint64_t count_entries(const pleach_taxonomy *forest)
{
    uint64_t count = 0;
    for (uint32_t c = 0; c < forest->cluster_count; c++)
        count += forest->entries[c];
    return count;
}

/* -------------------------------------------------------------- expected -- */

/* Three rates, fitted on sets with a truth (docs/experiments/expected.md), tell
 * how many corrections a result will need. */

/* What one person alone has is, about as often as not, what another calls by
 * another name. */
static const double MERGES_PER_LONE = 0.47;
/* The fewer concepts people share, the more often a join is wrong, and the more
 * often a place is: so these two are multiplied by the share of concepts that
 * one person alone has. First, for each concept that several people share. */
static const double SPLITS_PER_SHARED = 0.33;
/* For each concept all of whose people disagree about its place. The places of
 * what one person has count here, too: they are as often wrong. */
static const double MOVES_PER_DISSENT = 3.52;

/* From what people have alone, share, and disagree about. */
static void expect_corrections(pleach_taxonomy *forest)
{
    pleach_report *report = &forest->report;
    double lone = 0, shared = 0, dissent = 0;
    for (uint32_t c = 0; c < forest->cluster_count; c++) {
        const pl_votes *v = &forest->votes[c];
        if (forest->people[c] == 0)
            continue;
        double said = v->in_favour + v->also + v->skipping + v->against;
        *(forest->people[c] == 1 ? &lone : &shared) += 1;
        if (forest->parent[c] != PL_NONE && !forest->rooted[c] && said > 0)
            dissent += 1 - v->in_favour / said;
    }
    double unshared = lone > 0 ? lone / (lone + shared) : 0;
    report->expected_merges = MERGES_PER_LONE * lone;
    report->expected_splits = SPLITS_PER_SHARED * shared * unshared;
    report->expected_moves = MOVES_PER_DISSENT * dissent * unshared;
}

/* The net similarity is added up from the clusters and not taken from the
 * solver: it is what the file's reader can check. */
pleach_status pl_measure_forest(pleach_taxonomy *forest, pleach_error *error)
{
    const pleach_clusters *found = forest->clusters;
    const pleach_affinity *affinity = forest->affinity;
    forest->report = (pleach_report){
        .saplings = affinity->selection.kept_saplings,
        .nodes = affinity->slot_count,
        .entries = count_entries(forest),
        .people = pl_person_count(forest->corpus),
        .pairs = pl_pair_count(affinity),
        .discarded = forest->corpus->node_count - affinity->slot_count,
        .solver = found->solver,
        .similarity = affinity->similarity,
        .language = forest->corpus->language,
        .preference = affinity->preference,
        .damping = found->damping,
        .iterations = found->iterations,
        .converged = found->converged,
        .upper_bound = found->upper_bound,
        .conflicts = found->conflict_count,
        .cycles_broken = found->cycles_broken,
        .seed = affinity->seed,
        .candidates = affinity->candidates,
        .crowd = affinity->crowd,
        .capped_blocks = affinity->capped_blocks,
        .parents = found->most_parents,
        .decisions = count_obeyed(affinity->rulings),
        .root = found->root,
        .min_people = found->min_people,
        .few_people = found->few_people,
        .answers = affinity->answers == NULL
                       ? 0
                       : pleach_answers_count(affinity->answers, NULL),
    };
    list_known(forest);
    PL_TRY(count_forest_names(forest, error));
    PL_TRY(pl_measure_shape(forest, error));
    PL_TRY(pl_count_votes(forest, error));
    expect_corrections(forest);
    return PLEACH_OK;
}

bool pleach_report_is_best(const pleach_report *report)
{
    return pl_bound_is_met(report->upper_bound, report->net_similarity);
}
