/* score_result.c: reads the taxonomy that is to be scored. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "lab/score.h"

static void end_filed(void *filed)
{
    pl_taxonomy_file_free(filed);
}

/* "id NUL path" in the scratch; empty where there is no memory. */
static pl_tsv_cell join_place(pl_result *result, pl_tsv_cell id,
                              pl_tsv_cell path)
{
    size_t length = id.length + 1 + path.length;
    if (!pl_list_room(&result->scratch, length))
        return (pl_tsv_cell){"", 0};
    memcpy(result->scratch.items, id.bytes, id.length);
    result->scratch.items[id.length] = '\0';
    memcpy(result->scratch.items + id.length + 1, path.bytes, path.length);
    return (pl_tsv_cell){result->scratch.items, length};
}

uint32_t pl_result_find(pl_result *result, pl_tsv_cell id, pl_tsv_cell path)
{
    pl_tsv_cell place = join_place(result, id, path);
    return pl_strings_find(result->places, place.bytes, place.length);
}

/* The number of a place, new or known. */
uint32_t pl_result_add(pl_result *result, pl_tsv_cell id, pl_tsv_cell path)
{
    pl_tsv_cell place = join_place(result, id, path);
    return pl_strings_add(result->places, place.bytes, place.length);
}

static uint32_t add_text_cell(pl_strings *to, pl_tsv_cell cell)
{
    return pl_strings_add(to, cell.bytes, cell.length);
}

/* ------------------------------------------------------------ reading -- */

static pl_tsv_cell text_cell(const char *text)
{
    return (pl_tsv_cell){text, strlen(text)};
}

/* A file's key is owner, id, path and role with NULs between, so its parts are
 * read off without another table. */
static void add_result_member(pl_result *result, const pl_filed_node *member,
                              const pl_parsed *node, uint32_t cluster)
{
    const char *owner = pl_strings_at(result->filed.nodes, member->key);
    const char *id = owner + strlen(owner) + 1;
    const char *path = id + strlen(id) + 1;
    const char *name = pl_parsed_text(pl_parsed_get(node, "name"));
    pl_result_row row = {.name = PL_NONE,
                         .cluster = cluster,
                         .leaf = member->parent_key != PL_NONE};
    row.place = pl_result_add(result, text_cell(id), text_cell(path));
    row.owner = add_text_cell(result->owners, text_cell(owner));
    if (name != NULL)
        row.name = add_text_cell(result->names, text_cell(name));
    pl_list_add(&result->rows, row);
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
static void read_forest(pl_result *result)
{
    const pl_taxonomy_file *filed = &result->filed;
    const pl_parsed *clusters = pl_parsed_get(filed->root, "clusters");
    const pl_parsed *discarded = pl_parsed_get(filed->root, "discarded");
    for (uint32_t c = 0; c < filed->cluster_count; c++) {
        char label[32];
        int length =
            snprintf(label, sizeof label, "%lld", (long long)filed->id[c]);
        /* Ids differ, so labels get the numbers of the clusters. */
        pl_strings_add(result->clusters, label, (size_t)length);
    }
    for (uint32_t c = 0; c < filed->cluster_count; c++) {
        const pl_parsed *members =
            pl_parsed_get(pl_parsed_at(clusters, c), "members");
        uint32_t counts_as =
            result->by_cluster ? c : concept_of(result, clusters, c);
        for (uint32_t k = filed->first[c]; k < filed->first[c + 1]; k++)
            add_result_member(result, &filed->member[k],
                              pl_parsed_at(members, k - filed->first[c]),
                              counts_as);
    }
    for (uint32_t k = 0; k < filed->discarded_count; k++)
        add_result_member(result, &filed->discarded[k],
                          pl_parsed_at(discarded, k), PL_NONE);
}

/* ------------------------------------------------------------- places -- */

/* The root row of a place counts, or else its leaf row. */
static pleach_status settle_places(pl_result *result, pleach_error *error)
{
    enum { NO_ROW, A_LEAF, A_ROOT };
    uint32_t places = pl_strings_count(result->places);
    PL_SCRATCH(scratch);
    uint8_t *seen = PL_ARENA_ARRAY(scratch, uint8_t, places);
    uint32_t *other = PL_ARENA_ARRAY(scratch, uint32_t, places);
    result->cluster_of = PL_ARENA_ARRAY(result->arena, uint32_t, places);
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_check_memory(result->arena, error));
    for (size_t k = 0; k < result->rows.count; k++) {
        const pl_result_row *row = &result->rows.items[k];
        (row->leaf ? other : result->cluster_of)[row->place] = row->cluster;
        seen[row->place] |= row->leaf ? A_LEAF : A_ROOT;
    }
    for (uint32_t place = 0; place < places; place++) {
        if (seen[place] == A_LEAF)
            result->cluster_of[place] = other[place];
        else if (seen[place] == (A_LEAF | A_ROOT) &&
                 result->cluster_of[place] != other[place])
            result->torn++;
    }
    return PLEACH_OK;
}

pleach_status pl_result_read(pl_result *result, pl_arena *arena,
                             const char *path, const char *bytes, size_t size,
                             bool by_cluster, pleach_error *error)
{
    *result = (pl_result){.arena = arena,
                          .path = path,
                          .by_cluster = by_cluster,
                          .places = pl_strings_in(arena),
                          .names = pl_strings_in(arena),
                          .owners = pl_strings_in(arena),
                          .clusters = pl_strings_in(arena),
                          .rows = {.arena = arena},
                          .scratch = {.arena = arena}};
    (void)pl_arena_own(arena, &result->filed, end_filed);
    PL_TRY(pl_check_memory(arena, error));
    PL_TRY(pl_taxonomy_file_read(&result->filed, bytes, size, path, error));
    read_forest(result);
    PL_TRY(pl_check_memory(arena, error));
    return settle_places(result, error);
}
