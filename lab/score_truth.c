/* score_truth.c: a clustering against the concept that each node stands for. */
/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <string.h>

#include "base/checks.h"
#include "base/status.h"
#include "lab/score_truth.h"

void pl_truth_free(pl_truth *truth)
{
    pl_strings_free(truth->golds);
    pl_strings_free(truth->names);
    pl_strings_free(truth->keys);
    pl_strings_free(truth->places);
    pl_list_free(&truth->rows);
    pl_list_free(&truth->key);
    *truth = (pl_truth){0};
}

/* ------------------------------------------------------------ reading -- */

typedef struct columns {
    int id, path, name, gold;
} columns;

/* Further columns, such as the kind that sampling writes, are passed over. */
static pleach_status choose_truth_columns(columns *at, const pl_tsv *tsv,
                                          pleach_error *error)
{
    *at = (columns){pl_tsv_find(tsv, "id"), pl_tsv_find(tsv, "path"),
                    pl_tsv_find(tsv, "name"), pl_tsv_find(tsv, "gold")};
    const struct {
        const char *name;
        int where;
    } needed[] = {{"id", at->id},
                  {"path", at->path},
                  {"name", at->name},
                  {"gold", at->gold}};
    for (size_t k = 0; k < sizeof needed / sizeof *needed; k++)
        if (needed[k].where < 0)
            return pl_tsv_fail(tsv, error,
                               "The header lacks the column \"%s\"; a truth "
                               "file has id, path, name and gold.",
                               needed[k].name);
    return PLEACH_OK;
}

static size_t truth_cells_needed(const columns *at)
{
    int most = at->id > at->path ? at->id : at->path;
    most = at->name > most ? at->name : most;
    return (size_t)(at->gold > most ? at->gold : most) + 1;
}

/* A node that two rows claim could count against itself. */
static pleach_status refuse_repeated(pl_truth *truth, const pl_tsv *tsv,
                                     pl_tsv_cell id, pl_tsv_cell path,
                                     pleach_error *error)
{
    truth->key.count = 0;
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

/* Keys of names are made here too, so that the baseline is scored on the very
 * same rows. */
static pleach_status read_truth_row(pl_truth *truth, pl_result *result,
                                    const pl_tsv *tsv, const columns *at,
                                    pleach_error *error)
{
    pl_tsv_cell id = tsv->cell[at->id], path = tsv->cell[at->path];
    pl_tsv_cell name = tsv->cell[at->name], gold = tsv->cell[at->gold];
    pl_truth_row row;
    if (id.length == 0 || gold.length == 0)
        return pl_tsv_fail(tsv, error, "This row has no %s.",
                           id.length == 0 ? "id" : "gold concept");
    PL_TRY(refuse_repeated(truth, tsv, id, path, error));
    if (!pl_result_find(result, id, path, &row.place))
        return pl_fail_memory(error);
    truth->missing += row.place == PL_NONE;
    row.cluster =
        row.place == PL_NONE ? PL_NONE : result->cluster_of[row.place];
    row.gold = pl_strings_add(truth->golds, gold.bytes, gold.length);
    row.name = pl_strings_add(truth->names, name.bytes, name.length);
    truth->key.count = 0;
    if (row.gold == PL_NONE || row.name == PL_NONE ||
        !pl_list_room(&truth->key, 2 * name.length + 4))
        return pl_fail_memory(error);
    size_t length = pl_plain_key(truth->key.items, name.bytes, name.length, 0);
    row.key = pl_strings_add(truth->keys, truth->key.items, length);
    if (row.key == PL_NONE || !pl_list_push(&truth->rows, row))
        return pl_fail_memory(error);
    return PLEACH_OK;
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
    uint32_t places = pl_strings_count(result->places), *name_of;
    size_t found = 0, differ = 0;
    name_of = pl_allocate(places, sizeof *name_of);
    if (name_of == NULL)
        return pl_fail_memory(error);
    memset(name_of, 0xff, places * sizeof *name_of);
    for (size_t k = 0; k < result->rows.count; k++)
        name_of[result->rows.items[k].place] = result->rows.items[k].name;
    for (size_t k = 0; k < truth->rows.count; k++) {
        const pl_truth_row *row = &truth->rows.items[k];
        if (row->place == PL_NONE || name_of[row->place] == PL_NONE)
            continue;
        const char *name = pl_strings_at(result->names, name_of[row->place]);
        truth->key.count = 0;
        if (!pl_list_room(&truth->key, 2 * strlen(name) + 4)) {
            pl_release(name_of);
            return pl_fail_memory(error);
        }
        size_t length = pl_plain_key(truth->key.items, name, strlen(name), 0);
        found++;
        differ +=
            pl_strings_find(truth->keys, truth->key.items, length) != row->key;
    }
    pl_release(name_of);
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
pleach_status pl_truth_parse(pl_truth *truth, pl_result *result,
                             const char *file, const char *bytes, size_t size,
                             pleach_error *error)
{
    pl_tsv tsv;
    bool ended;
    columns at;
    *truth = (pl_truth){.golds = pl_strings_new(),
                        .names = pl_strings_new(),
                        .keys = pl_strings_new(),
                        .places = pl_strings_new()};
    if (!truth->golds || !truth->names || !truth->keys || !truth->places)
        return pl_fail_memory(error);
    pl_tsv_open(&tsv, file, bytes, size);
    PL_TRY(pl_tsv_next(&tsv, &ended, error));
    if (ended)
        return pl_fail_at(error, PLEACH_BAD_DATA, file, 0, 0,
                          "The file is empty; a truth file has the columns "
                          "id, path, name and gold.");
    PL_TRY(choose_truth_columns(&at, &tsv, error));
    size_t needed = truth_cells_needed(&at);
    for (;;) {
        PL_TRY(pl_tsv_next(&tsv, &ended, error));
        if (ended)
            break;
        PL_TRY(pl_tsv_need(&tsv, needed, error));
        PL_TRY(read_truth_row(truth, result, &tsv, &at, error));
    }
    if (truth->rows.count == 0)
        return pl_fail_at(error, PLEACH_BAD_DATA, file, tsv.line, 0,
                          "There is no row below the header; a truth file has "
                          "one per node.");
    if (truth->missing == truth->rows.count)
        return pl_fail_at(error, PLEACH_BAD_DATA, file, 0, 0,
                          "None of its nodes is in the result; compare ids and "
                          "paths, or is this the truth of another corpus?");
    PL_TRY(refuse_other_names(truth, result, file, error));
    return label_singles(truth, result, error);
}

/* ----------------------------------------------------------- figures -- */

/* What the sums over groups need. */
typedef struct sums {
    double right, gold, given; /* pairs */
    double precise, recalled;  /* B-cubed, not yet divided */
} sums;

static void add_cell(sums *all, double count, double gold, double given)
{
    all->right += pl_pairs_in(count);
    all->precise += count * count / given;
    all->recalled += count * count / gold;
}

static void conclude(pleach_partition_score *score, const sums *all, double n)
{
    double expected = n > 1 ? all->gold * all->given / pl_pairs_in(n) : 0;
    double mean = (all->gold + all->given) / 2;
    score->pairs = pl_agreement_of(all->right, all->given, all->gold);
    score->bcubed = pl_agreement_from(all->precise / n, all->recalled / n);
    score->adjusted_rand =
        mean == expected ? 1.0 : (all->right - expected) / (mean - expected);
}

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
    uint64_t *words = pl_allocate(count, sizeof *words);
    uint32_t *gold = pl_allocate(pl_strings_count(truth->golds), sizeof *gold);
    uint32_t *given = pl_allocate(labels, sizeof *given);
    bool enough = words && gold && given;
    for (size_t k = 0; enough && k < count; k++) {
        const pl_truth_row *row = &truth->rows.items[k];
        uint32_t label = label_by(row, by);
        assert(label < labels);
        words[k] = (uint64_t)row->gold << 32 | label;
        gold[row->gold]++;
        given[label]++;
    }
    if (enough) {
        sums all = {0};
        pl_words_sort(words, count);
        for (size_t k = 0, end; k < count; k = end) {
            for (end = k + 1; end < count && words[end] == words[k];)
                end++;
            add_cell(&all, (double)(end - k), gold[words[k] >> 32],
                     given[words[k] & UINT32_MAX]);
        }
        for (uint32_t g = 0; g < pl_strings_count(truth->golds); g++)
            all.gold += pl_pairs_in(gold[g]);
        for (uint32_t c = 0; c < labels; c++) {
            all.given += pl_pairs_in(given[c]);
            score->clusters += given[c] > 0;
        }
        conclude(score, &all, (double)count);
    }
    pl_release(words);
    pl_release(gold);
    pl_release(given);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}

pleach_status pl_truth_take(pl_scoring *scoring, pleach_error *error)
{
    scoring->truth = PL_ARENA_ARRAY(scoring->arena, pl_truth, 1);
    return scoring->truth == NULL
               ? pl_fail_memory(error)
               : pl_truth_parse(scoring->truth, &scoring->result, scoring->path,
                                scoring->bytes, scoring->size, error);
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
    figures->repeated = result->repeated;
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
    PL_TRY(pl_truth_compare(&scoring->figures, scoring->truth, &scoring->result,
                            error));
    return scoring->options->show_errors == 0
               ? PLEACH_OK
               : pl_truth_mistakes(scoring, error);
}
