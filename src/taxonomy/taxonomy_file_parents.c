/* taxonomy_file_parents.c: further parents of clusters, read and proved to
 * close no loop. */
/* SPDX-License-Identifier: MIT */
#include "base/status.h"
#include "taxonomy/taxonomy_file.h"

static const pl_parsed *also_under(const pl_parsed *clusters, uint32_t c)
{
    return pl_parsed_get(pl_parsed_at(clusters, c), "also_under");
}

/* Further parents are few, so looking for one that stands twice may walk
 * them. */
static pleach_status read_one(pl_taxonomy_file *filed, uint32_t c,
                              const pl_parsed *said, uint32_t at,
                              pleach_error *error)
{
    const pl_parsed *up = pl_parsed_get(said, "parent");
    const pl_parsed *people = pl_parsed_get(said, "people");
    uint32_t parent = pl_parsed_is(up, PL_PARSED_INTEGER)
                          ? pl_taxonomy_file_find(filed, pl_parsed_integer(up))
                          : PL_NONE;
    if (parent == PL_NONE || !pl_parsed_is(people, PL_PARSED_INTEGER) ||
        pl_parsed_integer(people) < 1 || pl_parsed_integer(people) > UINT32_MAX)
        return pl_taxonomy_file_broken(
            filed, error,
            "What cluster %lld is \"also_under\" must be the ids of clusters, "
            "and each time some people.",
            (long long)filed->id[c]);
    bool again = parent == filed->parent[c];
    for (uint32_t k = filed->more_first[c]; k < at; k++)
        again |= filed->more_parent[k] == parent;
    if (again)
        return pl_taxonomy_file_broken(
            filed, error, "Cluster %lld is below cluster %lld twice.",
            (long long)filed->id[c], (long long)filed->id[parent]);
    filed->more_parent[at] = parent;
    filed->more_people[at] = (uint32_t)pl_parsed_integer(people);
    return PLEACH_OK;
}

/* The k-th parent of a cluster; PL_NONE: there are no more. */
static uint32_t filed_parent_of(const pl_taxonomy_file *filed, uint32_t c,
                                uint32_t k)
{
    uint32_t first = filed->more_first[c];
    if (k == 0 && filed->parent[c] != PL_NONE)
        return filed->parent[c];
    k -= filed->parent[c] != PL_NONE;
    return k < filed->more_first[c + 1] - first ? filed->more_parent[first + k]
                                                : PL_NONE;
}

/* Walks up by all parents, one after the other; who is met again while being
 * walked from is on a loop. */
static pleach_status find_loop(const pl_taxonomy_file *filed, uint32_t *path,
                               uint32_t *tried, uint8_t *state,
                               pleach_error *error)
{
    enum { UNSEEN, WALKED_FROM, DONE };
    for (uint32_t c = 0; c < filed->cluster_count; c++) {
        uint32_t depth = 0;
        if (state[c] == UNSEEN)
            path[depth++] = c;
        state[c] = state[c] == UNSEEN ? WALKED_FROM : state[c];
        while (depth > 0) {
            uint32_t at = path[depth - 1];
            uint32_t up = filed_parent_of(filed, at, tried[at]++);
            if (up == PL_NONE) {
                state[at] = DONE;
                depth--;
            } else if (state[up] == WALKED_FROM) {
                return pl_taxonomy_file_broken(
                    filed, error,
                    "The parents above cluster %lld go round in a loop.",
                    (long long)filed->id[up]);
            } else if (state[up] == UNSEEN) {
                state[up] = WALKED_FROM;
                path[depth++] = up;
            }
        }
    }
    return PLEACH_OK;
}

static pleach_status prove_no_loops(const pl_taxonomy_file *filed,
                                    pleach_error *error)
{
    size_t count = filed->cluster_count;
    PL_SCRATCH(scratch);
    uint32_t *path = PL_ARENA_ARRAY(scratch, uint32_t, count);
    uint32_t *tried = PL_ARENA_ARRAY(scratch, uint32_t, count);
    uint8_t *state = PL_ARENA_ARRAY(scratch, uint8_t, count);
    PL_TRY(pl_check_memory(scratch, error));
    return find_loop(filed, path, tried, state, error);
}

/* A file without any has no arrays for them: so do all of older versions. */
pleach_status pl_taxonomy_file_read_more(pl_taxonomy_file *filed,
                                         const pl_parsed *clusters,
                                         pleach_error *error)
{
    uint32_t count = filed->cluster_count;
    size_t all = 0;
    for (uint32_t c = 0; c < count; c++)
        all += pl_parsed_size(also_under(clusters, c));
    if (all == 0)
        return PLEACH_OK;
    if (all > UINT32_MAX)
        return pl_taxonomy_file_broken(filed, error,
                                       "The file has too many parents.");
    filed->more_first =
        PL_ARENA_ARRAY(filed->arena, uint32_t, (size_t)count + 1);
    filed->more_parent = PL_ARENA_ARRAY(filed->arena, uint32_t, all);
    filed->more_people = PL_ARENA_ARRAY(filed->arena, uint32_t, all);
    PL_TRY(pl_check_memory(filed->arena, error));
    uint32_t at = 0;
    for (uint32_t c = 0; c < count; c++) {
        const pl_parsed *list = also_under(clusters, c), *said;
        size_t k;
        filed->more_first[c] = at;
        for (k = 0; (said = pl_parsed_at(list, k)) != NULL; k++) {
            PL_TRY(read_one(filed, c, said, at, error));
            at++;
        }
    }
    filed->more_first[count] = at;
    return prove_no_loops(filed, error);
}
