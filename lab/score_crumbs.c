/* score_crumbs.c: the paths above the nodes against a gold taxonomy.
 *
 * A group of nodes stands for the concept that most of them truly mean. What
 * is above a node are the concepts of the groups above its own, and what
 * should be there are the concepts above its own in gold that any node stands
 * for. Concepts that gold lacks are passed over wherever they stand. */
/* SPDX-License-Identifier: MIT */
#include "lab/score_crumbs.h"

#include <string.h>

#include "base/status.h"

typedef struct measuring {
    const pl_crumbs *crumbs;
    pl_crumb_forest *forest;
    pleach_crumb_score *score;
    PL_LIST(uint64_t) words;  /* scratch */
    PL_LIST(uint64_t) others; /* scratch */
    uint32_t *right, *shown;  /* per concept: the last cell, plus one, that it
                                 belongs above, is above */
} measuring;

uint32_t pl_crumbs_above(const pl_crumbs *crumbs, uint32_t concept)
{
    const uint32_t *parent = crumbs->gold->parent;
    uint32_t at = parent[crumbs->gold_of[concept]];
    while (at != PL_NONE && crumbs->true_of[at] == PL_NONE)
        at = parent[at];
    return at == PL_NONE ? PL_NONE : crumbs->true_of[at];
}

/* -------------------------------------------------------------- cells -- */

/* Nodes with the same cluster and concept have the same path, so paths are
 * judged once per cell and counted by its nodes. */
static void list_cells(measuring *all)
{
    const pl_truth *truth = all->crumbs->truth;
    size_t count = truth->rows.count;
    if (!pl_list_room(&all->words, count))
        return;
    uint64_t *words = all->words.items;
    for (size_t k = 0; k < count; k++)
        words[k] =
            (uint64_t)all->forest->label[k] << 32 | truth->rows.items[k].gold;
    pl_sort_uint64(words, count);
    for (size_t k = 0, end; k < count; k = end) {
        for (end = k + 1; end < count && words[end] == words[k];)
            end++;
        pl_crumb_cell found = {(uint32_t)(words[k] >> 32), (uint32_t)words[k],
                               (uint32_t)(end - k)};
        pl_list_add(&all->forest->cells, found);
    }
}

/* Of concepts with equally many nodes the first in byte order. */
static bool leads_meanings(const measuring *all, const pl_crumb_cell *a,
                           const pl_crumb_cell *b)
{
    const pl_strings *golds = all->crumbs->truth->golds;
    return a->nodes != b->nodes ? a->nodes > b->nodes
                                : strcmp(pl_strings_at(golds, a->concept),
                                         pl_strings_at(golds, b->concept)) < 0;
}

/* A cluster stands for what most of its nodes stand for, which is what somebody
 * who reads its name would expect. */
static void find_meanings(measuring *all)
{
    pl_crumb_forest *forest = all->forest;
    const pl_crumb_cell *best = NULL;
    for (uint32_t k = 0; k < forest->groups; k++)
        forest->means[k] = PL_NONE;
    for (size_t k = 0; k < forest->cells.count; k++) {
        const pl_crumb_cell *at = &forest->cells.items[k];
        if (at->label == PL_NONE)
            break;
        if (best == NULL || best->label != at->label ||
            leads_meanings(all, at, best))
            best = at;
        forest->means[at->label] = best->concept;
    }
}

/* ------------------------------------------------------------- crumbs -- */

typedef struct crumb_sums {
    double precision, recall, clean, nodes;
} crumb_sums;

/* Each concept above counts once however often the path repeats it. Marks are
 * the cell's number, so they need no clearing. */
static void add_crumbs(measuring *all, size_t which, crumb_sums *sums)
{
    const pl_crumb_forest *forest = all->forest;
    const pl_crumb_cell *of = &forest->cells.items[which];
    uint32_t mark = (uint32_t)which + 1, right = 0, shown = 0, hit = 0;
    for (uint32_t up = pl_crumbs_above(all->crumbs, of->concept); up != PL_NONE;
         up = pl_crumbs_above(all->crumbs, up)) {
        all->right[up] = mark;
        right++;
    }
    uint32_t at = of->label == PL_NONE ? PL_NONE : forest->parent[of->label];
    for (; at != PL_NONE; at = forest->parent[at]) {
        uint32_t up = forest->means[at];
        if (!pl_crumbs_known(all->crumbs, up) || up == of->concept ||
            all->shown[up] == mark)
            continue;
        all->shown[up] = mark;
        shown++;
        hit += all->right[up] == mark;
    }
    sums->nodes += of->nodes;
    sums->precision += of->nodes * (shown > 0 ? (double)hit / shown : 1);
    sums->recall += of->nodes * (right > 0 ? (double)hit / right : 1);
    sums->clean += hit == shown ? of->nodes : 0;
}

static void score_crumbs(measuring *all)
{
    const pl_crumb_forest *forest = all->forest;
    crumb_sums sums = {0};
    for (size_t k = 0; k < forest->cells.count; k++)
        if (pl_crumbs_known(all->crumbs, forest->cells.items[k].concept))
            add_crumbs(all, k, &sums);
    all->score->crumbs = pl_agreement_from(sums.precision / sums.nodes,
                                           sums.recall / sums.nodes);
    all->score->clean = sums.clean / sums.nodes;
}

/* -------------------------------------------------------------- edges -- */

/* By concept and not by cluster: a concept torn into two clusters with the same
 * parent has one right edge, not two. */
static void score_edges(measuring *all)
{
    const pl_crumbs *crumbs = all->crumbs;
    const pl_crumb_forest *forest = all->forest;
    uint32_t concepts = pl_strings_count(crumbs->truth->golds);
    all->words.count = all->others.count = 0;
    for (uint32_t c = 0; c < forest->groups; c++) {
        uint32_t low = forest->means[c], above = forest->parent[c];
        uint32_t up = above == PL_NONE ? PL_NONE : forest->means[above];
        if (up != low && pl_crumbs_known(crumbs, low) &&
            pl_crumbs_known(crumbs, up))
            pl_list_add(&all->words, (uint64_t)up << 32 | low);
    }
    for (uint32_t low = 0; low < concepts; low++) {
        uint32_t at = crumbs->gold_of[low];
        uint32_t above = at == PL_NONE ? PL_NONE : crumbs->gold->parent[at];
        uint32_t up = above == PL_NONE ? PL_NONE : crumbs->true_of[above];
        if (up != PL_NONE)
            pl_list_add(&all->others, (uint64_t)up << 32 | low);
    }
    size_t given = pl_words_settle(all->words.items, all->words.count);
    size_t gold = pl_words_settle(all->others.items, all->others.count);
    size_t common =
        pl_words_common(all->words.items, given, all->others.items, gold);
    all->score->edges =
        pl_agreement_of((double)common, (double)given, (double)gold);
}

static pleach_status measure_crumbs(measuring *all, pleach_error *error)
{
    uint32_t concepts = pl_strings_count(all->crumbs->truth->golds);
    pl_arena *arena = all->words.arena;
    all->right = PL_ARENA_ARRAY(arena, uint32_t, concepts);
    all->shown = PL_ARENA_ARRAY(arena, uint32_t, concepts);
    PL_TRY(pl_check_memory(arena, error));
    score_crumbs(all);
    score_edges(all);
    return pl_check_memory(arena, error);
}

/* `score` NULL: what there is to mend, and nothing about paths. */
static pleach_status measure_forest(const pl_crumbs *crumbs,
                                    pl_crumb_forest *forest,
                                    pleach_mends *mends,
                                    pleach_crumb_score *score,
                                    pleach_error *error)
{
    PL_SCRATCH(scratch);
    measuring all = {.crumbs = crumbs,
                     .forest = forest,
                     .score = score,
                     .words = {.arena = scratch},
                     .others = {.arena = scratch}};
    forest->cells.arena = crumbs->arena;
    forest->means = PL_ARENA_ARRAY(crumbs->arena, uint32_t, forest->groups);
    list_cells(&all);
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_check_memory(crumbs->arena, error));
    find_meanings(&all);
    PL_TRY(pl_count_mends(mends, crumbs, forest, error));
    return score == NULL ? PLEACH_OK : measure_crumbs(&all, error);
}

/* ---------------------------------------------------------- the whole -- */

/* The concepts that both files know, by their ids. */
static pleach_status match_concepts(pl_crumbs *crumbs, const char *path,
                                    uint64_t *common, pleach_error *error)
{
    const pl_gold *gold = crumbs->gold;
    const pl_strings *golds = crumbs->truth->golds;
    uint32_t concepts = pl_strings_count(golds);
    crumbs->gold_of = PL_ARENA_ARRAY(crumbs->arena, uint32_t, concepts);
    uint32_t count = pl_strings_count(gold->ids);
    crumbs->true_of = PL_ARENA_ARRAY(crumbs->arena, uint32_t, count);
    if (crumbs->gold_of == NULL || crumbs->true_of == NULL)
        return pl_fail_memory(error);
    for (uint32_t k = 0; k < concepts; k++)
        crumbs->gold_of[k] = PL_NONE;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t found =
            !gold->is_concept[k]
                ? PL_NONE
                : pl_strings_find(golds, pl_strings_at(gold->ids, k),
                                  pl_strings_length(gold->ids, k));
        crumbs->true_of[k] = found;
        if (found != PL_NONE)
            crumbs->gold_of[found] = k;
        *common += found != PL_NONE;
    }
    if (*common > 0)
        return PLEACH_OK;
    return pl_fail_at(error, PLEACH_BAD_DATA, path, 0, 0,
                      "None of its concepts is in the truth; the truth's "
                      "column \"gold\" must have the ids of this taxonomy.");
}

/* Nodes that the result does not have get no path at all, which costs them
 * their recall. */
static pleach_status take_given(pl_crumbs *crumbs, const pl_result *result,
                                pleach_error *error)
{
    const pl_truth *truth = crumbs->truth;
    pl_crumb_forest *given = &crumbs->given;
    given->groups = result->filed.cluster_count;
    given->parent = result->filed.parent;
    given->label = PL_ARENA_ARRAY(crumbs->arena, uint32_t, truth->rows.count);
    if (given->label == NULL)
        return pl_fail_memory(error);
    for (size_t k = 0; k < truth->rows.count; k++) {
        uint32_t cluster = truth->rows.items[k].cluster;
        given->label[k] = cluster < truth->clusters ? cluster : PL_NONE;
    }
    return PLEACH_OK;
}

static double share_saved(const pleach_mends *mends, const pleach_mends *start)
{
    uint64_t left = mends->splits + mends->merges + mends->moves;
    uint64_t all = start->splits + start->merges + start->moves;
    return all > 0 ? 1 - (double)left / (double)all : 1;
}

/* Three yardsticks stand beside the result: what there is to do without it,
 * what counting names gives, and what counting voices gives when all names are
 * understood. */
static pleach_status measure_yardsticks(pleach_score_figures *figures,
                                        const pl_crumbs *crumbs,
                                        pl_result *result, pleach_error *error)
{
    const struct {
        pl_yardstick_kind kind;
        pleach_mends *mends;
        pleach_crumb_score *score;
    } yardsticks[] = {
        {PL_NO_TOOL, &figures->no_tool_mends, NULL},
        {PL_KEY_VOTES, &figures->key_votes_mends, &figures->key_votes},
        {PL_TRUTH_VOTES, &figures->truth_votes_mends, &figures->truth_votes},
    };
    for (size_t k = 0; k < sizeof yardsticks / sizeof *yardsticks; k++) {
        pl_crumb_forest forest = {0};
        PL_TRY(
            pl_yardstick(&forest, crumbs, result, yardsticks[k].kind, error));
        PL_TRY(measure_forest(crumbs, &forest, yardsticks[k].mends,
                              yardsticks[k].score, error));
        yardsticks[k].mends->saved =
            share_saved(yardsticks[k].mends, &figures->no_tool_mends);
    }
    return PLEACH_OK;
}

/* Yardsticks come before the result, as what it saves is counted from what no
 * tool leaves. */
static pleach_status fill_crumb_figures(pl_scoring *scoring, pl_crumbs *crumbs,
                                        pleach_error *error)
{
    pleach_score_figures *figures = &scoring->figures;
    pl_result *result = &scoring->result;
    figures->extra_parents = crumbs->gold->extra_parents;
    PL_TRY(pl_truth_compare(figures, crumbs->truth, result, error));
    PL_TRY(match_concepts(crumbs, pl_input_label(scoring->options->gold),
                          &figures->gold_concepts, error));
    PL_TRY(take_given(crumbs, result, error));
    PL_TRY(measure_yardsticks(figures, crumbs, result, error));
    PL_TRY(measure_forest(crumbs, &crumbs->given, &figures->mends,
                          &figures->tree, error));
    figures->mends.saved =
        share_saved(&figures->mends, &figures->no_tool_mends);
    return PLEACH_OK;
}

pleach_status pl_score_crumbs(pl_scoring *scoring, pleach_error *error)
{
    const pleach_input *input = scoring->options->gold;
    pl_gold gold;
    PL_SCRATCH(scratch);
    pl_byte_list bytes = {.arena = scratch};
    PL_TRY(pl_load_bytes(&bytes, input, error));
    PL_TRY(pl_gold_parse(&gold, scoring->arena, pl_input_label(input),
                         bytes.items, bytes.count, error));
    PL_TRY(pl_truth_take(scoring, error));
    pl_crumbs crumbs = {
        .arena = scoring->arena, .truth = scoring->truth, .gold = &gold};
    return fill_crumb_figures(scoring, &crumbs, error);
}
