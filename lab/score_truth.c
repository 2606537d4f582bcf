/* score_truth.c: a clustering against the concept that each node stands for. */
/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <string.h>
#include <utf8proc.h>

#include "base/checks.h"
#include "base/status.h"
#include "lab/score_truth.h"
#include "lab/table.h"

static bool is_letter_or_digit(utf8proc_int32_t code)
{
    utf8proc_category_t is = utf8proc_category(code);
    return (is >= UTF8PROC_CATEGORY_LU && is <= UTF8PROC_CATEGORY_LO) ||
           (is >= UTF8PROC_CATEGORY_ND && is <= UTF8PROC_CATEGORY_NO);
}

/* No stemmer and no tables: the plainest thing that anybody would try, so that
 * beating it means something. */
size_t pl_plain_key(char *to, const char *name, size_t length, size_t left)
{
    size_t used = 0, letters = 0;
    for (size_t at = 0; at < length;) {
        utf8proc_int32_t code;
        utf8proc_ssize_t step =
            utf8proc_iterate((const utf8proc_uint8_t *)name + at,
                             (utf8proc_ssize_t)(length - at), &code);
        if (step <= 0)
            break;
        at += (size_t)step;
        code = utf8proc_tolower(code);
        if (!is_letter_or_digit(code))
            continue;
        used +=
            (size_t)utf8proc_encode_char(code, (utf8proc_uint8_t *)to + used);
        letters++;
    }
    if (letters < left + 1 || used == 0 || to[used - 1] != 's')
        return used;
    bool long_ending = letters >= left + 2 && to[used - 2] == 'e';
    return used - (long_ending ? 2 : 1);
}

/* ------------------------------------------------------------ reading -- */

enum { ID, PATH, NAME, GOLD };

/* A node that two rows claim could count against itself. */
static pleach_status refuse_repeated(pl_truth *truth, const pl_tsv *tsv,
                                     pl_tsv_cell id, pl_tsv_cell path,
                                     pleach_error *error)
{
    if (!pl_list_room(&truth->key, id.length + path.length + 1))
        return pl_fail_memory(error);
    assert(truth->key.items != NULL);
    memcpy(truth->key.items, id.bytes, id.length);
    truth->key.items[id.length] = '\0';
    memcpy(truth->key.items + id.length + 1, path.bytes, path.length);
    uint32_t known = pl_strings_count(truth->places);
    uint32_t place = pl_strings_add(truth->places, truth->key.items,
                                    id.length + path.length + 1);
    if (place == PL_NONE)
        return pl_fail_memory(error);
    if (place < known)
        return pl_tsv_fail(tsv, error,
                           "The node %.*s of \"%.*s\" is there twice; a truth "
                           "file has one row per node.",
                           (int)(path.length < 80 ? path.length : 80),
                           path.bytes, (int)(id.length < 80 ? id.length : 80),
                           id.bytes);
    return PLEACH_OK;
}

/* The key of a name, new or known. */
static uint32_t add_plain_key(pl_truth *truth, const char *name, size_t length)
{
    return !pl_list_room(&truth->key, 2 * length + 4)
               ? PL_NONE
               : pl_strings_add(
                     truth->keys, truth->key.items,
                     pl_plain_key(truth->key.items, name, length, 0));
}

/* Keys of names are made here too, so that the baseline is scored on the very
 * same rows. */
static pleach_status read_truth_row(pl_truth *truth, pl_result *result,
                                    const pl_table *table, pleach_error *error)
{
    const pl_tsv *tsv = &table->tsv;
    pl_tsv_cell id = pl_table_cell(table, ID),
                path = pl_table_cell(table, PATH),
                name = pl_table_cell(table, NAME),
                gold = pl_table_cell(table, GOLD);
    pl_truth_row row;
    if (id.length == 0 || gold.length == 0)
        return pl_tsv_fail(tsv, error, "This row has no %s.",
                           id.length == 0 ? "id" : "gold concept");
    PL_TRY(refuse_repeated(truth, tsv, id, path, error));
    row.place = pl_result_find(result, id, path);
    truth->missing += row.place == PL_NONE;
    row.cluster =
        row.place == PL_NONE ? PL_NONE : result->cluster_of[row.place];
    row.gold = pl_strings_add(truth->golds, gold.bytes, gold.length);
    row.name = pl_strings_add(truth->names, name.bytes, name.length);
    row.key = add_plain_key(truth, name.bytes, name.length);
    pl_list_add(&truth->rows, row);
    return pl_check_memory(truth->rows.arena, error);
}

/* A node without a cluster stands alone: it gets a label of its own. */
static pleach_status label_singles(pl_truth *truth, const pl_result *result,
                                   pleach_error *error)
{
    uint64_t next = truth->clusters = pl_strings_count(result->clusters);
    for (size_t k = 0; k < truth->rows.count; k++)
        if (truth->rows.items[k].cluster == PL_NONE)
            truth->rows.items[k].cluster = (uint32_t)next++;
    if (next >= PL_NONE)
        return pl_fail_memory(error);
    truth->labels = (uint32_t)next;
    return PLEACH_OK;
}

/* Ids such as 1, 2, 3 may coincide by chance. Then names do not. */
static pleach_status refuse_other_names(pl_truth *truth,
                                        const pl_result *result,
                                        const char *file, pleach_error *error)
{
    uint32_t places = pl_strings_count(result->places);
    size_t found = 0, differ = 0;
    PL_SCRATCH(scratch);
    uint32_t *name_of = PL_ARENA_ARRAY(scratch, uint32_t, places);
    PL_TRY(pl_check_memory(scratch, error));
    memset(name_of, 0xff, places * sizeof *name_of);
    for (size_t k = 0; k < result->rows.count; k++)
        name_of[result->rows.items[k].place] = result->rows.items[k].name;
    for (size_t k = 0; k < truth->rows.count; k++) {
        const pl_truth_row *row = &truth->rows.items[k];
        if (row->place == PL_NONE || name_of[row->place] == PL_NONE)
            continue;
        const char *name = pl_strings_at(result->names, name_of[row->place]);
        found++;
        differ += add_plain_key(truth, name, strlen(name)) != row->key;
    }
    PL_TRY(pl_check_memory(truth->rows.arena, error));
    if (2 * differ <= found)
        return PLEACH_OK;
    return pl_fail_at(
        error, PLEACH_BAD_DATA, file, 0, 0,
        "%zu of %zu nodes have other names in the result: their "
        "ids are the same by chance. Is this the truth of another "
        "corpus?",
        differ, found);
}

/* A truth of which no node is in the result is most likely another corpus's,
 * and is refused: its score would be 0 and look like a result. */
static pleach_status parse_truth(pl_truth *truth, pl_result *result,
                                 const char *file, const char *bytes,
                                 size_t size, pleach_error *error)
{
    static const pl_table_kind kind = {
        {"id", "path", "name", "gold"},
        4,
        "a truth file has id, path, name and gold"};
    pl_table table;
    bool ended;
    PL_TRY(pl_table_open(&table, file, bytes, size, error));
    pl_table_find(&table, &kind);
    PL_TRY(pl_table_need(&table, &kind, error));
    for (;;) {
        PL_TRY(pl_table_next(&table, &ended, error));
        if (ended)
            break;
        PL_TRY(read_truth_row(truth, result, &table, error));
    }
    if (truth->rows.count == 0)
        return pl_tsv_fail(&table.tsv, error,
                           "There is no row below the header; a truth file "
                           "has one per node.");
    if (truth->missing == truth->rows.count)
        return pl_fail_at(error, PLEACH_BAD_DATA, file, 0, 0,
                          "None of its nodes is in the result; compare ids and "
                          "paths, or is this the truth of another corpus?");
    PL_TRY(refuse_other_names(truth, result, file, error));
    return label_singles(truth, result, error);
}

/* ----------------------------------------------------------- figures -- */

typedef enum grouping { BY_CLUSTER, BY_NAME, BY_KEY } grouping;

static uint32_t label_by(const pl_truth_row *row, grouping by)
{
    return by == BY_CLUSTER ? row->cluster
           : by == BY_NAME  ? row->name
                            : row->key;
}

/* Cells of concept and group come out of one sort, and all sums follow from
 * their sizes: near linear, whatever the clusters. */
static pleach_status score_partition(pleach_partition_score *score,
                                     const pl_truth *truth, grouping by,
                                     uint32_t labels, pleach_error *error)
{
    size_t count = truth->rows.count;
    uint32_t golds = pl_strings_count(truth->golds);
    PL_SCRATCH(scratch);
    uint64_t *words = PL_ARENA_ARRAY(scratch, uint64_t, count);
    uint32_t *gold = PL_ARENA_ARRAY(scratch, uint32_t, golds);
    uint32_t *given = PL_ARENA_ARRAY(scratch, uint32_t, labels);
    PL_TRY(pl_check_memory(scratch, error));
    for (size_t k = 0; k < count; k++) {
        const pl_truth_row *row = &truth->rows.items[k];
        uint32_t label = label_by(row, by);
        assert(label < labels);
        words[k] = (uint64_t)row->gold << 32 | label;
        gold[row->gold]++;
        given[label]++;
    }
    double right = 0, wanted = 0, claimed = 0; /* pairs */
    pl_sort_uint64(words, count);
    for (size_t k = 0, end; k < count; k = end) {
        for (end = k + 1; end < count && words[end] == words[k];)
            end++;
        right += pl_pairs_in((double)(end - k));
    }
    for (uint32_t g = 0; g < golds; g++)
        wanted += pl_pairs_in(gold[g]);
    for (uint32_t c = 0; c < labels; c++) {
        claimed += pl_pairs_in(given[c]);
        score->clusters += given[c] > 0;
    }
    score->pairs = pl_agreement_of(right, claimed, wanted);
    return PLEACH_OK;
}

pleach_status pl_truth_take(pl_scoring *scoring, pleach_error *error)
{
    pl_arena *arena = scoring->arena;
    pl_truth *truth = PL_ARENA_ARRAY(arena, pl_truth, 1);
    pl_truth empty = {.golds = pl_strings_in(arena),
                      .names = pl_strings_in(arena),
                      .keys = pl_strings_in(arena),
                      .places = pl_strings_in(arena),
                      .rows = {.arena = arena},
                      .key = {.arena = arena}};
    PL_TRY(pl_check_memory(arena, error));
    *truth = empty;
    scoring->truth = truth;
    return parse_truth(truth, &scoring->result, scoring->path, scoring->bytes,
                       scoring->size, error);
}

/* Names and keys as they are stand beside the result, to show what is easily
 * had. */
pleach_status pl_truth_compare(pleach_score_figures *figures,
                               const pl_truth *truth, const pl_result *result,
                               pleach_error *error)
{
    figures->nodes = truth->rows.count;
    figures->concepts = pl_strings_count(truth->golds);
    figures->missing = truth->missing;
    figures->torn = result->torn;
    PL_TRY(score_partition(&figures->given, truth, BY_CLUSTER, truth->labels,
                           error));
    PL_TRY(score_partition(&figures->same_name, truth, BY_NAME,
                           pl_strings_count(truth->names), error));
    return score_partition(&figures->same_key, truth, BY_KEY,
                           pl_strings_count(truth->keys), error);
}

pleach_status pl_score_truth(pl_scoring *scoring, pleach_error *error)
{
    PL_TRY(pl_truth_take(scoring, error));
    return pl_truth_compare(&scoring->figures, scoring->truth, &scoring->result,
                            error);
}
