/* score_alignment.c: a result against correspondences of the names of pairs
 * of sources, counted as ontology-alignment campaigns do. */
/* SPDX-License-Identifier: MIT */
#include "lab/score_alignment.h"

#include <string.h>

#include "base/status.h"

/* A name means something within its source only, so the source is part of the
 * key. */
uint32_t pl_alignment_entity(pl_alignment *alignment, uint32_t source,
                             const char *name, size_t length)
{
    size_t head = sizeof source;
    if (!pl_list_room(&alignment->scratch, head + length))
        return PL_NONE;
    memcpy(alignment->scratch.items, &source, head);
    if (length > 0)
        memcpy(alignment->scratch.items + head, name, length);
    uint32_t known = pl_strings_count(alignment->entities);
    uint32_t entity = pl_strings_add(alignment->entities,
                                     alignment->scratch.items, head + length);
    if (entity == known) {
        pl_list_add(&alignment->source_of, source);
        pl_list_add(&alignment->cluster_of, PL_NONE);
    }
    return entity;
}

bool pl_alignment_relate(pl_alignment *alignment, bool claimed, char relation,
                         uint32_t a, uint32_t b)
{
    if (relation == '~')
        pl_list_add(&alignment->overlap[claimed], pl_couple(a, b));
    else if (relation == '<')
        pl_list_add(&alignment->narrower[claimed], (uint64_t)a << 32 | b);
    else if (relation == '>')
        pl_list_add(&alignment->narrower[claimed], (uint64_t)b << 32 | a);
    else
        return false;
    return true;
}

/* ------------------------------------------------------------ reading -- */

typedef struct columns {
    int source[2], name[2], relation;
} columns;

/* Columns go by name, as published alignments have them in different orders and
 * with others in between. */
static pleach_status choose_alignment_columns(columns *at, const pl_tsv *tsv,
                                              pleach_error *error)
{
    *at = (columns){
        {pl_tsv_find(tsv, "ontologya"), pl_tsv_find(tsv, "ontologyb")},
        {pl_tsv_find(tsv, "namea"), pl_tsv_find(tsv, "nameb")},
        pl_tsv_find(tsv, "relation")};
    const char *lacks = at->source[0] < 0   ? "ontologyA"
                        : at->name[0] < 0   ? "nameA"
                        : at->source[1] < 0 ? "ontologyB"
                        : at->name[1] < 0   ? "nameB"
                                            : NULL;
    if (lacks == NULL)
        return PLEACH_OK;
    return pl_tsv_fail(tsv, error,
                       "The header lacks the column \"%s\"; an alignment has "
                       "ontologyA, nameA, ontologyB and nameB.",
                       lacks);
}

static size_t alignment_cells_needed(const columns *at)
{
    int most = at->relation;
    for (int k = 0; k < 2; k++) {
        most = at->source[k] > most ? at->source[k] : most;
        most = at->name[k] > most ? at->name[k] : most;
    }
    return (size_t)most + 1;
}

static bool is_equality(const pl_tsv *tsv, const columns *at)
{
    if (at->relation < 0)
        return true;
    pl_tsv_cell cell = tsv->cell[at->relation];
    return cell.length == 0 || (cell.length == 1 && cell.bytes[0] == '=');
}

/* Rows of another relation than equality are neither right nor wrong, and are
 * kept aside so that claiming them costs nothing. */
static pleach_status read_alignment_row(pl_alignment *alignment,
                                        const pl_tsv *tsv, const columns *at,
                                        pleach_error *error)
{
    uint32_t source[2], entity[2];
    for (int k = 0; k < 2; k++) {
        pl_tsv_cell from = tsv->cell[at->source[k]],
                    name = tsv->cell[at->name[k]];
        if (from.length == 0 || name.length == 0)
            return pl_tsv_fail(tsv, error,
                               "This row lacks an ontology or a name.");
        source[k] = pl_strings_add(alignment->sources, from.bytes, from.length);
        entity[k] =
            pl_alignment_entity(alignment, source[k], name.bytes, name.length);
    }
    PL_TRY(pl_check_memory(alignment->scratch.arena, error));
    if (source[0] == source[1])
        return pl_tsv_fail(tsv, error,
                           "Both names are of one ontology; an alignment "
                           "compares two.");
    uint64_t said = pl_couple(entity[0], entity[1]);
    if (is_equality(tsv, at)) {
        pl_list_add(&alignment->wanted, said);
    } else {
        pl_tsv_cell sign = tsv->cell[at->relation];
        pl_list_add(&alignment->unsure, said);
        pl_alignment_relate(alignment, false,
                            sign.length == 1 ? sign.bytes[0] : '?', entity[0],
                            entity[1]);
    }
    pl_list_add(&alignment->couples, pl_couple(source[0], source[1]));
    return pl_check_memory(alignment->couples.arena, error);
}

static void settle_words(pl_word_list *words)
{
    words->count = pl_words_settle(words->items, words->count);
}

/* Takes out of a settled list what is in `gone` and not in `kept`. */
static void leave_out_unsure(pl_word_list *words, const pl_word_list *gone,
                             const pl_word_list *kept)
{
    size_t left = 0;
    for (size_t k = 0; k < words->count; k++) {
        uint64_t word = words->items[k];
        bool out = pl_has_uint64(gone->items, gone->count, word) &&
                   !pl_has_uint64(kept->items, kept->count, word);
        if (!out)
            words->items[left++] = word;
    }
    words->count = left;
}

/* Reads the reference alone: sources, entities, couples, wanted, unsure. Lists
 * are sorted when all are there: repeated rows then count once, and everything
 * is found by halving. */
static pleach_status parse_alignment(pl_alignment *alignment, const char *file,
                                     const char *bytes, size_t size,
                                     pleach_error *error)
{
    pl_tsv tsv;
    bool ended;
    columns at;
    pl_tsv_open(&tsv, file, bytes, size);
    PL_TRY(pl_tsv_next(&tsv, &ended, error));
    if (ended)
        return pl_fail_at(error, PLEACH_BAD_DATA, file, 0, 0,
                          "The file is empty; an alignment has the columns "
                          "ontologyA, nameA, ontologyB and nameB.");
    PL_TRY(choose_alignment_columns(&at, &tsv, error));
    size_t needed = alignment_cells_needed(&at);
    for (;;) {
        PL_TRY(pl_tsv_next(&tsv, &ended, error));
        if (ended)
            break;
        PL_TRY(pl_tsv_need(&tsv, needed, error));
        PL_TRY(read_alignment_row(alignment, &tsv, &at, error));
    }
    if (alignment->couples.count == 0)
        return pl_fail_at(error, PLEACH_BAD_DATA, file, tsv.line, 0,
                          "There is no row below the header; an alignment has "
                          "one per correspondence.");
    settle_words(&alignment->couples);
    settle_words(&alignment->wanted);
    settle_words(&alignment->unsure);
    return PLEACH_OK;
}

/* ----------------------------------------------------------- counting -- */

static pl_couple_counts *counts_of(pl_couple_counts *couples,
                                   const pl_alignment *alignment, uint64_t word)
{
    uint32_t a = alignment->source_of.items[word >> 32];
    uint32_t b = alignment->source_of.items[word & UINT32_MAX];
    return &couples[pl_lower_bound_uint64(
        alignment->couples.items, alignment->couples.count, pl_couple(a, b))];
}

static bool is_wanted_pair(const pl_alignment *alignment, uint64_t word)
{
    return pl_has_uint64(alignment->wanted.items, alignment->wanted.count,
                         word);
}

/* Per couple of sources, since a mean over couples is what alignments are
 * usually compared by. */
static void count_couples(pl_couple_counts *couples, pl_couple_counts *all,
                          const pl_alignment *alignment)
{
    for (size_t k = 0; k < alignment->wanted.count; k++)
        counts_of(couples, alignment, alignment->wanted.items[k])->wanted++;
    for (size_t k = 0; k < alignment->claimed.count; k++) {
        uint64_t word = alignment->claimed.items[k];
        pl_couple_counts *to = counts_of(couples, alignment, word);
        to->claimed++;
        to->right += is_wanted_pair(alignment, word);
    }
    for (size_t k = 0; k < alignment->easy.count; k++) {
        uint64_t word = alignment->easy.items[k];
        pl_couple_counts *to = counts_of(couples, alignment, word);
        to->easy++;
        to->easy_right += is_wanted_pair(alignment, word);
    }
    for (size_t k = 0; k < alignment->couples.count; k++) {
        all->wanted += couples[k].wanted;
        all->claimed += couples[k].claimed;
        all->right += couples[k].right;
        all->easy += couples[k].easy;
        all->easy_right += couples[k].easy_right;
    }
}

static pleach_correspondences conclude_couple(const pl_couple_counts *counts)
{
    double right = (double)counts->right, wanted = (double)counts->wanted;
    return (pleach_correspondences){
        .wanted = counts->wanted,
        .claimed = counts->claimed,
        .right = counts->right,
        .found = pl_agreement_of(right, (double)counts->claimed, wanted),
        .easy = pl_agreement_of((double)counts->easy_right,
                                (double)counts->easy, wanted)};
}

/* Both ways of averaging: over all correspondences, where large sources
 * dominate, and over couples, where each counts the same. */
static void fill_alignment_figures(pleach_score_figures *figures,
                                   pleach_correspondences *pairs,
                                   const pl_alignment *alignment,
                                   const pl_couple_counts *couples)
{
    double n = (double)alignment->couples.count;
    for (size_t k = 0; k < alignment->couples.count; k++) {
        uint64_t couple = alignment->couples.items[k];
        pairs[k] = conclude_couple(&couples[k]);
        pairs[k].a =
            pl_strings_at(alignment->sources, (uint32_t)(couple >> 32));
        pairs[k].b = pl_strings_at(alignment->sources, (uint32_t)couple);
        figures->mean.precision += pairs[k].found.precision / n;
        figures->mean.recall += pairs[k].found.recall / n;
        figures->mean.f1 += pairs[k].found.f1 / n;
    }
    figures->pairs = pairs;
    figures->pair_count = alignment->couples.count;
    figures->unsure = alignment->unsure.count;
}

/* Couples of sources are counted one by one, since a mean over them is what
 * others report. */
static pleach_status count_alignment(pl_scoring *scoring,
                                     const pl_alignment *alignment,
                                     pleach_error *error)
{
    size_t count = alignment->couples.count;
    pl_couple_counts all = {0};
    pl_couple_counts *couples =
        PL_ARENA_ARRAY(scoring->arena, pl_couple_counts, count);
    pleach_correspondences *pairs =
        PL_ARENA_ARRAY(scoring->arena, pleach_correspondences, count);
    PL_TRY(pl_check_memory(scoring->arena, error));
    count_couples(couples, &all, alignment);
    fill_alignment_figures(&scoring->figures, pairs, alignment, couples);
    scoring->figures.all = conclude_couple(&all);
    return PLEACH_OK;
}

static void count_words(pl_couple_counts *counts, pl_word_list *wanted,
                        pl_word_list *claimed)
{
    settle_words(wanted);
    settle_words(claimed);
    counts->wanted += wanted->count;
    if (wanted->count == 0)
        return;
    counts->claimed += claimed->count;
    counts->right += pl_words_common(wanted->items, wanted->count,
                                     claimed->items, claimed->count);
}

/* All pairs with their relations. One that the reference never names is not
 * held against the result: it may be that nobody looked for it. */
static void count_relations(pleach_score_figures *figures,
                            pl_alignment *alignment)
{
    pl_couple_counts counts = {0};
    count_words(&counts, &alignment->wanted, &alignment->claimed);
    count_words(&counts, &alignment->narrower[0], &alignment->narrower[1]);
    count_words(&counts, &alignment->overlap[0], &alignment->overlap[1]);
    figures->related = conclude_couple(&counts);
}

/* What is not sure is taken out of the claims first, also of those from names
 * alone, so that both are measured alike. */
pleach_status pl_score_alignment(pl_scoring *scoring, pleach_error *error)
{
    pl_arena *arena = scoring->arena;
    pl_alignment *to = PL_ARENA_ARRAY(arena, pl_alignment, 1);
    pl_alignment empty = {.sources = pl_strings_in(arena),
                          .entities = pl_strings_in(arena),
                          .source_of = {.arena = arena},
                          .cluster_of = {.arena = arena},
                          .scratch = {.arena = arena},
                          .couples = {.arena = arena},
                          .wanted = {.arena = arena},
                          .unsure = {.arena = arena},
                          .claimed = {.arena = arena},
                          .easy = {.arena = arena},
                          .narrower = {{.arena = arena}, {.arena = arena}},
                          .overlap = {{.arena = arena}, {.arena = arena}}};
    PL_TRY(pl_check_memory(arena, error));
    *to = empty;
    scoring->alignment = to;
    PL_TRY(parse_alignment(to, scoring->path, scoring->bytes, scoring->size,
                           error));
    PL_TRY(pl_alignment_claim(to, &scoring->result, error));
    leave_out_unsure(&to->claimed, &to->unsure, &to->wanted);
    leave_out_unsure(&to->easy, &to->unsure, &to->wanted);
    PL_TRY(count_alignment(scoring, to, error));
    if (scoring->result.is_crosswalk)
        count_relations(&scoring->figures, to);
    return pl_check_memory(arena, error);
}
