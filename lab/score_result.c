/* score_result.c: reads what is to be scored, assignments or a taxonomy. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "lab/score.h"

void pl_result_free(pl_result *result)
{
    if (result->is_forest)
        pl_taxonomy_file_free(&result->filed);
    pl_strings_free(result->places);
    pl_strings_free(result->names);
    pl_strings_free(result->owners);
    pl_strings_free(result->clusters);
    pl_list_free(&result->rows);
    pl_list_free(&result->scratch);
    pl_release(result->cluster_of);
    *result = (pl_result){0};
}

/* "id NUL path" in the scratch; false: no memory. */
static bool join(pl_result *result, pl_tsv_cell id, pl_tsv_cell path)
{
    size_t length = id.length + 1 + path.length;
    result->scratch.count = 0;
    if (!pl_list_room(&result->scratch, length))
        return false;
    memcpy(result->scratch.items, id.bytes, id.length);
    result->scratch.items[id.length] = '\0';
    memcpy(result->scratch.items + id.length + 1, path.bytes, path.length);
    result->scratch.count = length;
    return true;
}

bool pl_result_find(pl_result *result, pl_tsv_cell id, pl_tsv_cell path,
                    uint32_t *place)
{
    if (!join(result, id, path))
        return false;
    *place = pl_strings_find(result->places, result->scratch.items,
                             result->scratch.count);
    return true;
}

/* The number of a place, new or known; PL_NONE: no memory. */
static uint32_t add_place(pl_result *result, pl_tsv_cell id, pl_tsv_cell path)
{
    if (!join(result, id, path))
        return PL_NONE;
    return pl_strings_add(result->places, result->scratch.items,
                          result->scratch.count);
}

/* ---------------------------------------------------------------- TSV -- */

typedef struct columns {
    int id, path, role, name, cluster; /* -1: not there */
} columns;

/* The columns by the first row: a header, or the plain id, path, cluster.
 * *is_header says which. */
static pleach_status choose_result_columns(columns *at, const pl_tsv *tsv,
                                           bool by_cluster, bool *is_header,
                                           pleach_error *error)
{
    *at = (columns){pl_tsv_find(tsv, "id"), pl_tsv_find(tsv, "path"),
                    pl_tsv_find(tsv, "role"), pl_tsv_find(tsv, "name"),
                    pl_tsv_find(tsv, "cluster")};
    int concept = by_cluster ? -1 : pl_tsv_find(tsv, "concept");
    if (concept >= 0 && at->cluster >= 0)
        at->cluster = concept;
    *is_header = at->id >= 0 || at->cluster >= 0;
    if (!*is_header) {
        if (tsv->count != 3)
            return pl_tsv_fail(tsv, error,
                               "This is neither a taxonomy JSON nor a table of "
                               "assignments: its first row should name the "
                               "columns id, path and cluster, as \"pleach grow "
                               "--assignments\" writes them.");
        *at = (columns){0, 1, -1, -1, 2};
        return PLEACH_OK;
    }
    if (at->id < 0 || at->path < 0 || at->cluster < 0)
        return pl_tsv_fail(tsv, error,
                           "The header lacks the column \"%s\"; a table of "
                           "assignments has id, path and cluster.",
                           at->id < 0     ? "id"
                           : at->path < 0 ? "path"
                                          : "cluster");
    return PLEACH_OK;
}

static size_t result_cells_needed(const columns *at)
{
    int most = at->id;
    const int all[] = {at->path, at->role, at->name, at->cluster};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (all[k] > most)
            most = all[k];
    return (size_t)most + 1;
}

/* A row without a cluster is a discarded node, which counts as one that stands
 * alone. */
static pleach_status read_result_row(pl_result *result, const pl_tsv *tsv,
                                     const columns *at, pleach_error *error)
{
    pl_result_row row = {.name = PL_NONE, .owner = PL_NONE, .cluster = PL_NONE};
    pl_tsv_cell cluster = tsv->cell[at->cluster];
    if (tsv->cell[at->id].length == 0)
        return pl_tsv_fail(tsv, error, "This row has no id.");
    row.place = add_place(result, tsv->cell[at->id], tsv->cell[at->path]);
    if (row.place == PL_NONE)
        return pl_fail_memory(error);
    if (cluster.length > 0) {
        row.cluster =
            pl_strings_add(result->clusters, cluster.bytes, cluster.length);
        if (row.cluster == PL_NONE)
            return pl_fail_memory(error);
    }
    if (at->name >= 0) {
        row.name = pl_strings_add(result->names, tsv->cell[at->name].bytes,
                                  tsv->cell[at->name].length);
        if (row.name == PL_NONE)
            return pl_fail_memory(error);
    }
    row.leaf = at->role >= 0 && tsv->cell[at->role].length == 4 &&
               memcmp(tsv->cell[at->role].bytes, "leaf", 4) == 0;
    return pl_list_push(&result->rows, row) ? PLEACH_OK : pl_fail_memory(error);
}

/* A header may be missing, as tables cut out of others often lack it; then the
 * first three columns are id, path and cluster. */
static pleach_status read_assignments(pl_result *result, const char *bytes,
                                      size_t size, pleach_error *error)
{
    pl_tsv tsv;
    bool ended, is_header;
    columns at;
    pl_tsv_open(&tsv, result->path, bytes, size);
    PL_TRY(pl_tsv_next(&tsv, &ended, error));
    if (ended)
        return pl_fail_at(error, PLEACH_BAD_DATA, result->path, 0, 0,
                          "The file is empty; there is nothing to score.");
    PL_TRY(choose_result_columns(&at, &tsv, result->by_cluster, &is_header,
                                 error));
    size_t needed = result_cells_needed(&at);
    if (is_header)
        PL_TRY(pl_tsv_next(&tsv, &ended, error));
    while (!ended) {
        PL_TRY(pl_tsv_need(&tsv, needed, error));
        PL_TRY(read_result_row(result, &tsv, &at, error));
        PL_TRY(pl_tsv_next(&tsv, &ended, error));
    }
    return PLEACH_OK;
}

/* --------------------------------------------------------------- JSON -- */

static pl_tsv_cell cell_of(const char *text)
{
    return (pl_tsv_cell){text, strlen(text)};
}

/* A file's key is owner, id, path and role with NULs between, so its parts are
 * read off without another table. */
static pleach_status add_result_member(pl_result *result,
                                       const pl_taxonomy_file_member *member,
                                       const pl_parsed *node, uint32_t cluster,
                                       pleach_error *error)
{
    const char *owner = pl_strings_at(result->filed.nodes, member->key);
    const char *id = owner + strlen(owner) + 1;
    const char *path = id + strlen(id) + 1;
    const char *name = pl_parsed_text(pl_parsed_get(node, "name"));
    pl_result_row row = {.name = PL_NONE,
                         .cluster = cluster,
                         .leaf = member->parent_key != PL_NONE};
    row.place = add_place(result, cell_of(id), cell_of(path));
    row.owner = pl_strings_add(result->owners, owner, strlen(owner));
    if (row.place == PL_NONE || row.owner == PL_NONE)
        return pl_fail_memory(error);
    if (name != NULL) {
        row.name = pl_strings_add(result->names, name, strlen(name));
        if (row.name == PL_NONE)
            return pl_fail_memory(error);
    }
    return pl_list_push(&result->rows, row) ? PLEACH_OK : pl_fail_memory(error);
}

/* The cluster that a cluster's concept is called after; the cluster itself
 * where the file does not know one. */
static uint32_t concept_of(const pl_result *result, const pl_parsed *clusters,
                           uint32_t c)
{
    char label[32];
    const pl_parsed *concept =
        pl_parsed_get(pl_parsed_at(clusters, c), "concept");
    int length = snprintf(label, sizeof label, "%lld",
                          (long long)pl_parsed_integer(concept));
    uint32_t found = pl_strings_find(result->clusters, label, (size_t)length);
    return pl_parsed_is(concept, PL_PARSED_INTEGER) && found != PL_NONE ? found
                                                                        : c;
}

/* Clusters of one concept count as one unless somebody asks for places: merging
 * them is what a reader of the tree does. */
static pleach_status read_forest(pl_result *result, pleach_error *error)
{
    const pl_taxonomy_file *filed = &result->filed;
    const pl_parsed *clusters = pl_parsed_get(filed->root, "clusters");
    const pl_parsed *discarded = pl_parsed_get(filed->root, "discarded");
    for (uint32_t c = 0; c < filed->cluster_count; c++) {
        char label[32];
        int length =
            snprintf(label, sizeof label, "%lld", (long long)filed->id[c]);
        /* Ids differ, so labels get the numbers of the clusters. */
        if (pl_strings_add(result->clusters, label, (size_t)length) == PL_NONE)
            return pl_fail_memory(error);
    }
    for (uint32_t c = 0; c < filed->cluster_count; c++) {
        const pl_parsed *members =
            pl_parsed_get(pl_parsed_at(clusters, c), "members");
        uint32_t counts_as =
            result->by_cluster ? c : concept_of(result, clusters, c);
        for (uint32_t k = filed->first[c]; k < filed->first[c + 1]; k++)
            PL_TRY(add_result_member(result, &filed->member[k],
                                     pl_parsed_at(members, k - filed->first[c]),
                                     counts_as, error));
    }
    for (uint32_t k = 0; k < filed->discarded_count; k++)
        PL_TRY(add_result_member(result, &filed->discarded[k],
                                 pl_parsed_at(discarded, k), PL_NONE, error));
    return PLEACH_OK;
}

static pleach_status parse_forest(pl_result *result, const char *bytes,
                                  size_t size, pleach_error *error)
{
    result->is_forest = true;
    PL_TRY(pl_taxonomy_file_read(&result->filed, bytes, size, result->path,
                                 error));
    return read_forest(result, error);
}

/* ------------------------------------------------------------- places -- */

/* The root row of a place counts, or else its leaf row; of several of a
 * kind, the first. */
static pleach_status settle_places(pl_result *result, pleach_error *error)
{
    enum { NO_ROW, A_LEAF, A_ROOT };
    uint32_t places = pl_strings_count(result->places);
    uint8_t *seen = pl_allocate(places, sizeof *seen);
    uint32_t *other = pl_allocate(places, sizeof *other);
    result->cluster_of = pl_allocate(places, sizeof *result->cluster_of);
    bool enough = seen && other && result->cluster_of;
    for (size_t k = 0; enough && k < result->rows.count; k++) {
        const pl_result_row *row = &result->rows.items[k];
        uint32_t *to = row->leaf ? other : result->cluster_of;
        uint8_t bit = row->leaf ? A_LEAF : A_ROOT;
        if (seen[row->place] & bit)
            result->repeated++;
        else
            to[row->place] = row->cluster;
        seen[row->place] |= bit;
    }
    for (uint32_t place = 0; enough && place < places; place++) {
        if (seen[place] == A_LEAF)
            result->cluster_of[place] = other[place];
        else if (seen[place] == (A_LEAF | A_ROOT) &&
                 result->cluster_of[place] != other[place])
            result->torn++;
    }
    pl_release(seen);
    pl_release(other);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}

/* What begins with a brace is JSON: no table of ids does. */
pleach_status pl_result_parse(pl_result *result, const char *path,
                              const char *bytes, size_t size, bool by_cluster,
                              pleach_error *error)
{
    *result = (pl_result){.path = path,
                          .by_cluster = by_cluster,
                          .places = pl_strings_new(),
                          .names = pl_strings_new(),
                          .owners = pl_strings_new(),
                          .clusters = pl_strings_new()};
    if (!result->places || !result->names || !result->owners ||
        !result->clusters)
        return pl_fail_memory(error);
    size_t at = 0;
    while (at < size && (bytes[at] == ' ' || bytes[at] == '\t' ||
                         bytes[at] == '\r' || bytes[at] == '\n'))
        at++;
    if (at < size && bytes[at] == '{')
        PL_TRY(parse_forest(result, bytes, size, error));
    else
        PL_TRY(read_assignments(result, bytes, size, error));
    return settle_places(result, error);
}

pleach_status pl_result_load(pl_result *result, const pleach_input *input,
                             bool by_cluster, pleach_error *error)
{
    pl_byte_list bytes = {0};
    *result = (pl_result){0};
    pleach_status status = pl_load_bytes(&bytes, input, error);
    if (status == PLEACH_OK)
        status = pl_result_parse(result, pl_input_label(input), bytes.items,
                                 bytes.count, by_cluster, error);
    pl_list_free(&bytes);
    return status;
}
