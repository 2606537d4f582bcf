/* score_gold.c: a taxonomy against a gold one, names compared by key.
 *
 * Taxonomic precision and recall on the common semantic cotopy: K. Dellschaft
 * and S. Staab, On How to Perform a Gold Standard Based Evaluation of Ontology
 * Learning, ISWC 2006. */
/* SPDX-License-Identifier: MIT */
#include "lab/score_gold.h"

#include <assert.h>
#include <string.h>

#include "base/status.h"
#include "corpus/names.h"
#include "lab/gold.h"

/* --------------------------------------------------------------- keys -- */

static pleach_status key_names(uint32_t *to, const char *const *names,
                               uint32_t count, pl_namer *namer,
                               pl_strings *keys, pleach_error *error)
{
    for (uint32_t k = 0; k < count; k++) {
        pl_key key;
        if (!pl_namer_key(namer, names[k], strlen(names[k]), &key))
            return pl_fail_memory(error);
        to[k] = pl_strings_add(keys, key.bytes, key.length);
    }
    return PLEACH_OK;
}

/* The result's own language; names that were stemmed before they were read
 * are stemmed again, so that they meet those of the gold taxonomy. */
static const char *language_of(const pl_scoring *scoring)
{
    const pl_parsed *report =
        pl_parsed_get(scoring->result.filed.root, "report");
    const char *said = pl_parsed_text(pl_parsed_get(report, "language"));
    if (scoring->options->language != NULL)
        return scoring->options->language;
    return said == NULL || strcmp(said, "none") == 0 ? "english" : said;
}

static pleach_status make_keys(const pl_scoring *scoring, pl_gold_score *score,
                               uint32_t *result_key, uint32_t *gold_key,
                               pleach_error *error)
{
    pl_namer *namer = NULL;
    PL_TRY(pl_namer_new(&namer, language_of(scoring), error));
    pleach_status status =
        key_names(result_key, score->result.name, score->result.count, namer,
                  score->keys, error);
    if (status == PLEACH_OK)
        status = key_names(gold_key, score->gold.name, score->gold.count, namer,
                           score->keys, error);
    pl_namer_free(namer);
    return status;
}

/* -------------------------------------------------------------- pairs -- */

static uint64_t pair_of(uint32_t upper, uint32_t lower)
{
    return (uint64_t)upper << 32 | lower;
}

/* Climbs from every node; forests are at most PL_GOLD_DEPTH deep. */
static void gather_pairs(pl_named_forest *of)
{
    for (uint32_t k = 0; k < of->count; k++) {
        bool near = true;
        of->weight[k]++;
        for (uint32_t up = of->parent[k]; up != PL_NONE; up = of->parent[up]) {
            of->weight[up]++;
            if (of->key[up] != of->key[k]) {
                uint64_t pair = pair_of(of->key[up], of->key[k]);
                pl_list_add(&of->ancestors, pair);
                if (near)
                    pl_list_add(&of->edges, pair);
            }
            near = false;
        }
    }
    of->edges.count = pl_words_settle(of->edges.items, of->edges.count);
    of->ancestors.count =
        pl_words_settle(of->ancestors.items, of->ancestors.count);
    assert(of->ancestors.items != NULL || of->ancestors.count == 0);
}

/* Relatives of each common key within one forest: the pairs without their
 * direction, counted per key. `pairs` takes them, settled. */
typedef PL_LIST(uint64_t) word_list;

/* Pairs of which one is above the other, among the names that both forests
 * have. */
static void gather_cotopy(word_list *pairs, const pl_named_forest *of,
                          const uint8_t *in)
{
    for (size_t k = 0; k < of->ancestors.count; k++) {
        uint32_t upper = (uint32_t)(of->ancestors.items[k] >> 32);
        uint32_t lower = (uint32_t)of->ancestors.items[k];
        uint64_t pair =
            upper < lower ? pair_of(upper, lower) : pair_of(lower, upper);
        if (in[upper] == PL_IN_BOTH && in[lower] == PL_IN_BOTH)
            pl_list_add(pairs, pair);
    }
    pairs->count = pl_words_settle(pairs->items, pairs->count);
    assert(pairs->items != NULL || pairs->count == 0);
}

static void count_ends(uint32_t *ends, uint64_t pair)
{
    ends[pair >> 32]++;
    ends[pair & UINT32_MAX]++;
}

/* The mean over common keys of shared relatives / relatives in one forest; a
 * key without relatives there makes no mistake. */
static double mean_share(const uint32_t *shared, const uint32_t *all,
                         const uint8_t *in, uint32_t keys)
{
    double sum = 0, common = 0;
    for (uint32_t k = 0; k < keys; k++) {
        if (in[k] != PL_IN_BOTH)
            continue;
        common++;
        sum += all[k] == 0 ? 1.0 : (double)shared[k] / all[k];
    }
    return common > 0 ? sum / common : 0;
}

/* The relatives of a name, above and below, on the names that both have: the
 * measure of Maedche and Staab. */
static pleach_status score_cotopy(pleach_agreement *taxonomic,
                                  const pl_gold_score *score,
                                  pleach_error *error)
{
    uint32_t keys = pl_strings_count(score->keys);
    PL_SCRATCH(scratch);
    word_list given = {.arena = scratch}, gold = {.arena = scratch};
    uint32_t *in_given = PL_ARENA_ARRAY(scratch, uint32_t, keys);
    uint32_t *in_gold = PL_ARENA_ARRAY(scratch, uint32_t, keys);
    uint32_t *shared = PL_ARENA_ARRAY(scratch, uint32_t, keys);
    gather_cotopy(&given, &score->result, score->in);
    gather_cotopy(&gold, &score->gold, score->in);
    PL_TRY(pl_check_memory(scratch, error));
    for (size_t k = 0; k < given.count; k++) {
        count_ends(in_given, given.items[k]);
        if (pl_words_find(gold.items, gold.count, given.items[k]) != SIZE_MAX)
            count_ends(shared, given.items[k]);
    }
    for (size_t k = 0; k < gold.count; k++)
        count_ends(in_gold, gold.items[k]);
    *taxonomic =
        pl_agreement_from(mean_share(shared, in_given, score->in, keys),
                          mean_share(shared, in_gold, score->in, keys));
    return PLEACH_OK;
}

/* ------------------------------------------------------------ figures -- */

static void count_gold_names(pleach_score_figures *figures,
                             pl_gold_score *score)
{
    for (uint32_t k = 0; k < score->result.count; k++)
        score->in[score->result.key[k]] |= PL_IN_RESULT;
    for (uint32_t k = 0; k < score->gold.count; k++)
        score->in[score->gold.key[k]] |= PL_IN_GOLD;
    for (uint32_t k = 0; k < pl_strings_count(score->keys); k++) {
        figures->names += (score->in[k] & PL_IN_RESULT) != 0;
        figures->gold_names += (score->in[k] & PL_IN_GOLD) != 0;
        figures->common_names += score->in[k] == PL_IN_BOTH;
    }
    figures->lexical =
        pl_agreement_of((double)figures->common_names, (double)figures->names,
                        (double)figures->gold_names);
}

/* The last figure holds how right the tree is against how much of gold is in it
 * at all, since few names are easily placed right. */
static pleach_status fill_gold_figures(pleach_score_figures *figures,
                                       pl_gold_score *score,
                                       pleach_error *error)
{
    const pl_named_forest *given = &score->result, *gold = &score->gold;
    pl_arena *arena = given->edges.arena;
    score->in = PL_ARENA_ARRAY(arena, uint8_t, pl_strings_count(score->keys));
    PL_TRY(pl_check_memory(arena, error));
    count_gold_names(figures, score);
    gather_pairs(&score->result);
    gather_pairs(&score->gold);
    PL_TRY(pl_check_memory(arena, error));
    PL_TRY(score_cotopy(&figures->taxonomic, score, error));
    figures->edges = pl_agreement_of(
        (double)pl_words_common(given->edges.items, given->edges.count,
                                gold->edges.items, gold->edges.count),
        (double)given->edges.count, (double)gold->edges.count);
    figures->ancestors = pl_agreement_of(
        (double)pl_words_common(given->ancestors.items, given->ancestors.count,
                                gold->ancestors.items, gold->ancestors.count),
        (double)given->ancestors.count, (double)gold->ancestors.count);
    figures->taxonomic_f1_lexical =
        pl_agreement_from(figures->lexical.recall, figures->taxonomic.f1).f1;
    return PLEACH_OK;
}

/* -------------------------------------------------------------- whole -- */

static pleach_status refuse_deep(const pl_taxonomy_file *filed,
                                 pleach_error *error)
{
    for (uint32_t c = 0; c < filed->cluster_count; c++)
        if (filed->depth[c] > PL_GOLD_DEPTH)
            return pl_taxonomy_file_broken(
                filed, error,
                "The taxonomy is deeper than %d levels; "
                "such a one cannot be scored.",
                PL_GOLD_DEPTH);
    return PLEACH_OK;
}

/* Both forests are reduced to keys first, so that gold's "animals" and the
 * result's "Animal" are one. */
static pleach_status score_forests(pl_scoring *scoring, pl_gold_score *score,
                                   pleach_error *error)
{
    const pl_taxonomy_file *filed = &scoring->result.filed;
    const pl_gold *gold = scoring->gold;
    pl_arena *arena = scoring->arena;
    uint32_t given = filed->cluster_count;
    uint32_t *result_key = PL_ARENA_ARRAY(arena, uint32_t, given);
    uint32_t *gold_key = PL_ARENA_ARRAY(arena, uint32_t, gold->count);
    score->result =
        (pl_named_forest){.count = given,
                          .key = result_key,
                          .parent = filed->parent,
                          .name = filed->name,
                          .weight = PL_ARENA_ARRAY(arena, uint32_t, given),
                          .edges = {.arena = arena},
                          .ancestors = {.arena = arena}};
    score->gold = (pl_named_forest){
        .count = gold->count,
        .key = gold_key,
        .parent = gold->parent,
        .name = gold->name,
        .weight = PL_ARENA_ARRAY(arena, uint32_t, gold->count),
        .edges = {.arena = arena},
        .ancestors = {.arena = arena}};
    score->keys = pl_strings_in(arena);
    PL_TRY(pl_check_memory(arena, error));
    PL_TRY(make_keys(scoring, score, result_key, gold_key, error));
    PL_TRY(pl_check_memory(arena, error));
    scoring->figures.extra_parents = gold->extra_parents;
    PL_TRY(fill_gold_figures(&scoring->figures, score, error));
    return scoring->options->show_errors == 0
               ? PLEACH_OK
               : pl_gold_mistakes(scoring, score, error);
}

pleach_status pl_score_gold(pl_scoring *scoring, pleach_error *error)
{
    pl_gold_score score = {0};
    PL_TRY(pl_need_forest(&scoring->result, error));
    PL_TRY(refuse_deep(&scoring->result.filed, error));
    PL_TRY(pl_gold_parse_part(&scoring->gold, scoring->path, scoring->bytes,
                              scoring->size, error));
    return score_forests(scoring, &score, error);
}
