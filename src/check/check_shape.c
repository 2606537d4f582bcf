/* check_shape.c: proves that a taxonomy has the shape that was asked for. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "check/check.h"

/* Who is in a group says so, and is in one; others were moved. */
bool pl_is_place_shaped(const pl_taxonomy_file *filed, uint32_t c)
{
    uint32_t up = filed->parent[c];
    return pl_filed_is_shaped(filed, c, "moved") ||
           pl_filed_is_shaped(filed, c, "group") ||
           (pl_filed_is_shaped(filed, c, "grouped") && up != PL_NONE &&
            pl_filed_is_shaped(filed, up, "group"));
}

/* From `least` to `most`, as the text says behind `part`; a single number is
 * the most. */
static void read_part(const char *shape, const char *part, uint64_t *least,
                      uint64_t *most)
{
    const char *at = strstr(shape, part);
    char *end;
    *least = 0;
    *most = UINT64_MAX;
    if (at == NULL)
        return;
    at += strlen(part);
    uint64_t first = strtoull(at, &end, 10);
    if (strncmp(end, "..", 2) != 0) {
        *most = first;
        return;
    }
    *least = first;
    if (end[2] >= '0' && end[2] <= '9')
        *most = strtoull(end + 2, NULL, 10);
}

/* A part that the report tells to be unmet may be anything. */
static pleach_status check_part(const pl_taxonomy_file *filed, const char *part,
                                uint64_t count, pleach_error *error)
{
    const pl_parsed *report = filed->report;
    const char *shape = pl_parsed_text(pl_parsed_get(report, "shape"));
    const char *unmet = pl_parsed_text(pl_parsed_get(report, "shape_unmet"));
    uint64_t least, most;
    int length = (int)strlen(part) - 1;
    read_part(shape, part, &least, &most);
    char told[64];
    snprintf(told, sizeof told, "The shape's %.*s cannot", length, part);
    if ((count >= least && count <= most) ||
        (unmet != NULL && strstr(unmet, told) != NULL))
        return PLEACH_OK;
    return pl_broken(filed, error,
                     "The shape is \"%.60s\", but there are %" PRIu64
                     " %.*s, and the "
                     "report does not say why.",
                     shape, count, length, part);
}

/* A group is not called like its parent, or a sibling. Clusters of one parent
 * are found through it, so each name is compared with those of its family.
 * Those that people named come first. */
static pleach_status check_group_names(const pl_taxonomy_file *filed,
                                       pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_strings *families = pl_strings_in(scratch);
    PL_LIST(char) key = {.arena = scratch};
    PL_TRY(pl_check_memory(scratch, error));
    for (uint32_t k = 0; k < 2 * filed->cluster_count; k++) {
        uint32_t c = k % filed->cluster_count, up = filed->parent[c];
        bool groups = k >= filed->cluster_count;
        const char *name = filed->name[c];
        if (pl_filed_is_shaped(filed, c, "group") != groups)
            continue;
        key.count = 0;
        pl_list_add_all(&key, (const char *)&up, sizeof up);
        pl_list_add_all(&key, name, strlen(name));
        uint32_t before = pl_strings_count(families);
        bool taken = pl_strings_add(families, key.items, key.count) < before;
        PL_TRY(pl_check_memory(scratch, error));
        if (groups &&
            (taken || (up != PL_NONE && strcmp(filed->name[up], name) == 0)))
            return pl_broken(filed, error,
                             "The group %lld is called \"%.60s\", as is a "
                             "sibling or its parent.",
                             (long long)filed->id[c], name);
    }
    return PLEACH_OK;
}

pleach_status pl_check_shape(const pl_taxonomy_file *filed, pleach_error *error)
{
    uint64_t tops = 0, levels = 0;
    if (pl_parsed_text(pl_parsed_get(filed->report, "shape")) == NULL)
        return PLEACH_OK;
    PL_SCRATCH(scratch);
    uint32_t *children =
        PL_ARENA_ARRAY(scratch, uint32_t, filed->cluster_count);
    PL_TRY(pl_check_memory(scratch, error));
    for (uint32_t c = 0; c < filed->cluster_count; c++) {
        if (filed->parent[c] == PL_NONE)
            tops++;
        else
            children[filed->parent[c]]++;
        if (filed->depth[c] + 1 > levels)
            levels = filed->depth[c] + 1;
    }
    PL_TRY(check_part(filed, "tops=", tops, error));
    PL_TRY(check_part(filed, "levels=", levels, error));
    for (uint32_t c = 0; c < filed->cluster_count; c++)
        if (children[c] > 0)
            PL_TRY(check_part(filed, "children=", children[c], error));
    return check_group_names(filed, error);
}
