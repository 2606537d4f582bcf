/* score_alignment.c: a crosswalk against correspondences of the names of pairs
 * of sources, counted as ontology-alignment campaigns do. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "lab/crossing_rows.h"
#include "lab/rdf_cells.h"
#include "lab/score.h"
#include "lab/table.h"

typedef PL_LIST(uint64_t) word_list;

/* Who says something. */
enum { WANTED, CLAIMED, SIDES };

/* Entities are names of a source. A correspondence is a word: the smaller
 * entity << 32 | the larger one. */
typedef struct alignment {
    bool by_address; /* entities are addresses, all of one source */
    pl_strings *sources;
    pl_strings *entities;        /* the source in 4 bytes, then the name */
    PL_LIST(uint32_t) source_of; /* per entity */
    PL_LIST(char) key;           /* scratch */
    word_list couples;           /* of sources that the reference compares */
    word_list unsure; /* neither right nor wrong: not of the relation = */
    word_list equal[SIDES], overlap[SIDES];
    word_list narrower[SIDES]; /* the narrower entity << 32 | the broader */
} alignment;

/* Counts of one couple of sources, or of all. */
typedef struct couple_counts {
    uint64_t wanted, claimed, right;
} couple_counts;

static uint64_t couple(uint32_t a, uint32_t b)
{
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

static void settle(word_list *words)
{
    words->count = pl_words_settle(words->items, words->count);
}

static bool has_word(const word_list *words, uint64_t word)
{
    return pl_has_uint64(words->items, words->count, word);
}

/* A name means something within its source only, so the source is part of the
 * key. */
static uint32_t add_entity(alignment *all, uint32_t source, pl_tsv_cell name)
{
    size_t head = sizeof source;
    if (!pl_list_room(&all->key, head + name.length + 1))
        return PL_NONE;
    memcpy(all->key.items, &source, head);
    if (name.length > 0)
        memcpy(all->key.items + head, name.bytes, name.length);
    uint32_t known = pl_strings_count(all->entities);
    uint32_t entity =
        pl_strings_add(all->entities, all->key.items, head + name.length);
    if (entity == known)
        pl_list_add(&all->source_of, source);
    return entity;
}

/* Notes what stands between two entities; what is no relation we know is
 * passed over. */
static void note_relation(alignment *all, int side, char relation, uint32_t a,
                          uint32_t b)
{
    if (relation == '=')
        pl_list_add(&all->equal[side], couple(a, b));
    else if (relation == '~')
        pl_list_add(&all->overlap[side], couple(a, b));
    else if (relation == '<')
        pl_list_add(&all->narrower[side], (uint64_t)a << 32 | b);
    else if (relation == '>')
        pl_list_add(&all->narrower[side], (uint64_t)b << 32 | a);
}

/* ---------------------------------------------------------- reference -- */

enum { SOURCE, NAME, OTHER_SOURCE, OTHER_NAME, RELATION };

/* Those of another relation than equality are neither right nor wrong, and are
 * kept aside so that claiming them costs nothing. */
static void note_wanted(alignment *all, char relation, const uint32_t entity[2])
{
    if (relation != '=')
        pl_list_add(&all->unsure, couple(entity[0], entity[1]));
    note_relation(all, WANTED, relation, entity[0], entity[1]);
}

static pleach_status read_wanted(alignment *all, const pl_table *table,
                                 pleach_error *error)
{
    uint32_t source[2], entity[2];
    for (int k = 0; k < 2; k++) {
        pl_tsv_cell from = pl_table_cell(table, k == 0 ? SOURCE : OTHER_SOURCE);
        pl_tsv_cell name = pl_table_cell(table, k == 0 ? NAME : OTHER_NAME);
        if (from.length == 0 || name.length == 0)
            return pl_tsv_fail(&table->tsv, error,
                               "This row lacks an ontology or a name.");
        source[k] = pl_strings_add(all->sources, from.bytes, from.length);
        entity[k] = add_entity(all, source[k], name);
    }
    PL_TRY(pl_check_memory(all->key.arena, error));
    if (source[0] == source[1])
        return pl_tsv_fail(&table->tsv, error,
                           "Both names are of one ontology; an alignment "
                           "compares two.");
    pl_tsv_cell sign = pl_table_cell(table, RELATION);
    note_wanted(all,
                sign.length == 0   ? '='
                : sign.length == 1 ? sign.bytes[0]
                                   : '?',
                entity);
    pl_list_add(&all->couples, couple(source[0], source[1]));
    return pl_check_memory(all->couples.arena, error);
}

static const pl_tsv_cell ALL_SOURCES = {"entities", 8};

static pleach_status read_cells(alignment *all, const pl_scoring *scoring,
                                pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_rdf_cells cells = {.at = scoring->bytes,
                          .end = scoring->bytes + scoring->size,
                          .entity = {{.arena = scratch}, {.arena = scratch}},
                          .relation = {.arena = scratch}};
    pl_rdf_cell cell;
    all->by_address = true;
    uint32_t source =
        pl_strings_add(all->sources, ALL_SOURCES.bytes, ALL_SOURCES.length);
    while (pl_rdf_cells_next(&cells, &cell)) {
        uint32_t entity[2];
        for (int k = 0; k < 2; k++)
            entity[k] = add_entity(all, source, cell.entity[k]);
        note_wanted(all, cell.relation, entity);
    }
    PL_TRY(pl_check_memory(scratch, error));
    pl_list_add(&all->couples, couple(source, source));
    PL_TRY(pl_check_memory(all->couples.arena, error));
    if (pl_strings_count(all->entities) == 0)
        return pl_fail_at(error, PLEACH_BAD_DATA, scoring->path, 0, 0,
                          "There is no <Cell> with two entities; an alignment "
                          "in RDF has one per correspondence.");
    return PLEACH_OK;
}

static pleach_status read_rows(alignment *all, const pl_scoring *scoring,
                               pleach_error *error)
{
    static const pl_table_kind kind = {
        {"ontologyA", "nameA", "ontologyB", "nameB", "relation"},
        4,
        "an alignment has ontologyA, nameA, ontologyB and nameB"};
    pl_table table;
    bool ended;
    PL_TRY(pl_table_open(&table, scoring->path, scoring->bytes, scoring->size,
                         error));
    pl_table_find(&table, &kind);
    PL_TRY(pl_table_need(&table, &kind, error));
    for (;;) {
        PL_TRY(pl_table_next(&table, &ended, error));
        if (ended)
            break;
        PL_TRY(read_wanted(all, &table, error));
    }
    if (all->couples.count == 0)
        return pl_tsv_fail(&table.tsv, error,
                           "There is no row below the header; an alignment "
                           "has one per correspondence.");
    return PLEACH_OK;
}

/* A table never begins with a bracket. Lists are sorted when all are there:
 * repeated rows then count once, and everything is found by halving. */
static pleach_status read_reference(alignment *all, const pl_scoring *scoring,
                                    pleach_error *error)
{
    size_t blank = 0;
    while (blank < scoring->size &&
           strchr(" \t\r\n\xEF\xBB\xBF", scoring->bytes[blank]) != NULL)
        blank++;
    bool rdf = blank < scoring->size && scoring->bytes[blank] == '<';
    PL_TRY((rdf ? read_cells : read_rows)(all, scoring, error));
    settle(&all->couples);
    settle(&all->equal[WANTED]);
    settle(&all->unsure);
    return PLEACH_OK;
}

/* ---------------------------------------------------------- crosswalk -- */

/* What it says of sources that the reference compares; candidates claim
 * nothing. Returns whether the row's node is of one of them. */
static bool take_claim(alignment *all, const pl_crossing_row *row)
{
    uint32_t from =
        pl_strings_find(all->sources, row->from.bytes, row->from.length);
    uint32_t to = pl_strings_find(all->sources, row->to.bytes, row->to.length);
    if (from == PL_NONE || to == PL_NONE || row->candidate ||
        !has_word(&all->couples, couple(from, to)))
        return from != PL_NONE;
    uint32_t a = add_entity(all, from, row->name);
    note_relation(all, CLAIMED, row->relation, a,
                  add_entity(all, to, row->to_name));
    return true;
}

/* What is not sure is taken out of the claims. */
static pleach_status read_claims(alignment *all, const pl_scoring *scoring,
                                 pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_crossing_rows rows;
    pl_crossing_row row;
    bool ended, known = false;
    PL_TRY(pl_crossing_open(&rows, scratch, scoring->result_path,
                            scoring->result_bytes, scoring->result_size,
                            error));
    for (;;) {
        PL_TRY(pl_crossing_next(&rows, &row, &ended, error));
        if (ended)
            break;
        if (all->by_address) {
            if (row.address.length == 0 || row.to_address.length == 0)
                continue;
            row.from = row.to = ALL_SOURCES;
            row.name = row.address;
            row.to_name = row.to_address;
        }
        known |= take_claim(all, &row);
    }
    if (!known && all->by_address)
        return pl_fail_at(error, PLEACH_BAD_DATA, scoring->result_path, 0, 0,
                          "No node of the crosswalk has an address; an "
                          "alignment in RDF is for crosswalks of ontologies "
                          "and vocabularies.");
    if (!known)
        return pl_fail_at(error, PLEACH_BAD_DATA, scoring->result_path, 0, 0,
                          "No node of the crosswalk is of an ontology of the "
                          "alignment; its sources should have the ontologies' "
                          "names.");
    PL_TRY(pl_check_memory(all->key.arena, error));
    word_list *claimed = &all->equal[CLAIMED];
    size_t left = 0;
    settle(claimed);
    for (size_t k = 0; k < claimed->count; k++)
        if (!has_word(&all->unsure, claimed->items[k]) ||
            has_word(&all->equal[WANTED], claimed->items[k]))
            claimed->items[left++] = claimed->items[k];
    claimed->count = left;
    return PLEACH_OK;
}

/* ----------------------------------------------------------- counting -- */

static couple_counts *counts_of(couple_counts *couples, const alignment *all,
                                uint64_t word)
{
    uint32_t a = all->source_of.items[word >> 32];
    uint32_t b = all->source_of.items[word & UINT32_MAX];
    return &couples[pl_lower_bound_uint64(all->couples.items,
                                          all->couples.count, couple(a, b))];
}

/* Per couple of sources, since a mean over couples is what alignments are
 * usually compared by. */
static void count_couples(couple_counts *couples, couple_counts *sum,
                          const alignment *all)
{
    const word_list *wanted = &all->equal[WANTED];
    const word_list *claimed = &all->equal[CLAIMED];
    for (size_t k = 0; k < wanted->count; k++)
        counts_of(couples, all, wanted->items[k])->wanted++;
    for (size_t k = 0; k < claimed->count; k++) {
        couple_counts *to = counts_of(couples, all, claimed->items[k]);
        to->claimed++;
        to->right += has_word(wanted, claimed->items[k]);
    }
    for (size_t k = 0; k < all->couples.count; k++) {
        sum->wanted += couples[k].wanted;
        sum->claimed += couples[k].claimed;
        sum->right += couples[k].right;
    }
}

static pleach_correspondences conclude(const couple_counts *counts)
{
    return (pleach_correspondences){
        .wanted = counts->wanted,
        .claimed = counts->claimed,
        .right = counts->right,
        .found = pl_agreement_of((double)counts->right, (double)counts->claimed,
                                 (double)counts->wanted)};
}

/* Both ways of averaging: over all correspondences, where large sources
 * dominate, and over couples, where each counts the same. */
static pleach_status count_equal(pleach_score_figures *figures, pl_arena *arena,
                                 const alignment *all, pleach_error *error)
{
    size_t count = all->couples.count;
    couple_counts sum = {0};
    couple_counts *couples = PL_ARENA_ARRAY(arena, couple_counts, count);
    pleach_correspondences *pairs =
        PL_ARENA_ARRAY(arena, pleach_correspondences, count);
    PL_TRY(pl_check_memory(arena, error));
    count_couples(couples, &sum, all);
    for (size_t k = 0; k < count; k++) {
        uint64_t of = all->couples.items[k];
        pairs[k] = conclude(&couples[k]);
        pairs[k].a = pl_strings_at(all->sources, (uint32_t)(of >> 32));
        pairs[k].b = pl_strings_at(all->sources, (uint32_t)of);
        figures->mean.precision += pairs[k].found.precision / (double)count;
        figures->mean.recall += pairs[k].found.recall / (double)count;
        figures->mean.f1 += pairs[k].found.f1 / (double)count;
    }
    figures->pairs = pairs;
    figures->pair_count = count;
    figures->unsure = all->unsure.count;
    figures->all = conclude(&sum);
    return PLEACH_OK;
}

/* All pairs with their relations. A relation that the reference never names is
 * not held against the result: it may be that nobody looked for it. */
static void count_relations(pleach_score_figures *figures, alignment *all)
{
    word_list *const kinds[] = {all->equal, all->narrower, all->overlap};
    couple_counts counts = {0};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        word_list *wanted = &kinds[k][WANTED], *claimed = &kinds[k][CLAIMED];
        settle(wanted);
        settle(claimed);
        if (wanted->count == 0)
            continue;
        counts.wanted += wanted->count;
        counts.claimed += claimed->count;
        counts.right += pl_words_common(wanted->items, wanted->count,
                                        claimed->items, claimed->count);
    }
    figures->related = conclude(&counts);
}

/* Texts of the figures are in the arena, as is all else. */
pleach_status pl_score_alignment(pl_scoring *scoring, pleach_error *error)
{
    pl_arena *arena = scoring->arena;
    alignment all = {.sources = pl_strings_in(arena),
                     .entities = pl_strings_in(arena),
                     .source_of = {.arena = arena},
                     .key = {.arena = arena},
                     .couples = {.arena = arena},
                     .unsure = {.arena = arena},
                     .equal = {{.arena = arena}, {.arena = arena}},
                     .narrower = {{.arena = arena}, {.arena = arena}},
                     .overlap = {{.arena = arena}, {.arena = arena}}};
    PL_TRY(pl_check_memory(arena, error));
    PL_TRY(read_reference(&all, scoring, error));
    PL_TRY(read_claims(&all, scoring, error));
    PL_TRY(count_equal(&scoring->figures, arena, &all, error));
    count_relations(&scoring->figures, &all);
    return pl_check_memory(arena, error);
}
