/* source_concepts.c: finds the addresses of members, and how sure each is. */
/* SPDX-License-Identifier: MIT */
#include "write/source_concepts.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "write/mappings.h"

static int compare_source_concepts(const void *left, const void *right)
{
    const pl_source_concept *a = left, *b = right;
    if (a->cluster != b->cluster)
        return a->cluster < b->cluster ? -1 : 1;
    int order = strcmp(a->owner, b->owner);
    return order != 0 ? order : strcmp(a->address, b->address);
}

/* Copies below further parents are one concept, and what is the same as two
 * things would make them the same. */
static void unite_concepts(pl_outline *outline, pl_strings *taken)
{
    pl_source_concept *list = outline->concepts.items;
    size_t kept = 0;
    for (size_t k = 0; k < outline->concepts.count; k++) {
        if (kept == 0 ||
            compare_source_concepts(&list[kept - 1], &list[k]) != 0)
            list[kept++] = list[k];
        else if (list[kept - 1].sameness < list[k].sameness)
            list[kept - 1].sameness = list[k].sameness;
    }
    outline->concepts.count = kept;
    for (size_t k = 0, end; k < kept; k = end) {
        size_t same = 0;
        for (end = k; end < kept && list[end].cluster == list[k].cluster &&
                      strcmp(list[end].owner, list[k].owner) == 0;
             end++)
            same += list[end].sameness != PL_ONLY_ALIKE;
        for (size_t m = k; m < end; m++) {
            const char *address = list[m].address;
            uint32_t before = pl_strings_count(taken);
            list[m].exact = list[m].sameness == PL_SAME_STATED ||
                            (list[m].sameness == PL_SAME_BY_NAME && same == 1);
            if (list[m].exact)
                list[m].exact =
                    pl_strings_add(taken, address, strlen(address)) == before;
        }
    }
}

/* Only addresses are concepts to others: the ids of a table mean nothing
 * outside of it. */
static void list_concepts(pl_outline *outline, pl_mappings *mappings)
{
    for (size_t k = 0; k < mappings->nodes.list.count; k++) {
        const pl_placed_node *node = &mappings->nodes.list.items[k];
        const char *address = node->source_id;
        if (node->cluster == PL_NONE || address == NULL ||
            !pl_text_is_address(address, strlen(address)))
            continue;
        pl_source_concept concept = {
            .cluster = node->cluster,
            .address = pl_arena_print(outline->arena, "%s", address),
            .owner = pl_arena_print(outline->arena, "%s", node->owner),
            .sameness = pl_mapping_sameness(mappings, node)};
        pl_list_add(&outline->concepts, concept);
    }
}

/* Sorted by owner, so that what one source tells apart stands together. */
pleach_status pl_outline_add_concepts(pl_outline *outline, pleach_error *error)
{
    pl_mappings mappings = {0};
    PL_SCRATCH(scratch);
    pl_strings *taken = pl_strings_in(scratch);
    PL_TRY(pl_check_memory(scratch, error));
    pleach_status status =
        pl_mappings_find(&mappings, outline->taxonomy, error);
    if (status == PLEACH_OK) {
        list_concepts(outline, &mappings);
        status = pl_check_memory(mappings.nodes.arena, error);
    }
    pl_mappings_free(&mappings);
    PL_TRY(status);
    PL_TRY(pl_check_memory(outline->arena, error));
    if (outline->concepts.count > 0)
        qsort(outline->concepts.items, outline->concepts.count,
              sizeof *outline->concepts.items, compare_source_concepts);
    unite_concepts(outline, taken);
    for (uint32_t c = 0, k = 0; c <= outline->count; c++) {
        outline->nodes.items[c].concept_first = k;
        while (k < outline->concepts.count &&
               outline->concepts.items[k].cluster == c)
            k++;
    }
    return pl_check_memory(scratch, error);
}
