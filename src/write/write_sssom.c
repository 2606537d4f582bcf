/* write_sssom.c: every merge between two sources as a mapping.
 *
 * Each node is mapped to the exemplar of its cluster, if that is from another
 * source: so n members give n - 1 mappings, from which all others follow. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "write/addresses.h"
#include "write/mappings.h"
#include "write/sssom.h"
#include "write/write.h"

/* What a source states is as it states it, whatever the names are; else the
 * similarity that led to the merge says how sure it is, from 0 to 1. */
static void put_mapping(pl_mappings *mappings, const pl_curies *curies,
                        FILE *to, const pl_placed_node *node)
{
    static const char *const justifications[] = {
        [PL_ONLY_ALIKE] = "CompositeMatching",
        [PL_SAME_BY_NAME] = "LexicalMatching",
        [PL_SAME_STATED] = "UnspecifiedMatching"};
    const pl_placed_node *object = mappings->object[node->cluster];
    pl_sameness a = pl_mapping_sameness(mappings, node);
    pl_sameness b = pl_mapping_sameness(mappings, object);
    pl_sameness both = a > b ? a : b;
    if (a == PL_ONLY_ALIKE || b == PL_ONLY_ALIKE)
        both = pl_have_one_name(mappings, node, object) ? PL_SAME_BY_NAME
                                                        : PL_ONLY_ALIKE;
    double similarity = both == PL_SAME_STATED ? 1 : node->similarity;
    pl_mapping mapping = {.subject = node,
                          .object = object,
                          .predicate = both == PL_ONLY_ALIKE ? "closeMatch"
                                                             : "exactMatch",
                          .justification = justifications[both],
                          .confidence = similarity < 0   ? 0
                                        : similarity > 1 ? 1
                                                         : similarity};
    pl_put_sssom_row(to, curies, &mapping);
}

/* Nodes of the exemplar's own source say nothing about two sources. */
static pleach_status put_mappings(pl_mappings *mappings, FILE *to,
                                  const char *base, pleach_error *error)
{
    pl_arena *arena = mappings->nodes.arena;
    pl_curies curies = {.spaces = {.arena = arena}};
    pl_curies_find(&curies, &mappings->nodes);
    PL_TRY(pl_check_memory(arena, error));
    pl_put_sssom_header(to, base, &curies);
    for (size_t k = 0; k < mappings->nodes.list.count; k++) {
        const pl_placed_node *node = &mappings->nodes.list.items[k];
        if (node->cluster != PL_NONE &&
            strcmp(node->source, mappings->object[node->cluster]->source) != 0)
            put_mapping(mappings, &curies, to, node);
    }
    return pl_check_memory(arena, error);
}

pleach_status pl_write_sssom(const pleach_taxonomy *forest, FILE *to,
                             const pleach_write_options *options,
                             pleach_error *error)
{
    const char *base = pl_base_of(options);
    pl_mappings mappings = {0};
    PL_TRY(pl_check_base(base, error));
    pleach_status status = pl_mappings_find(&mappings, forest, error);
    if (status == PLEACH_OK)
        status = put_mappings(&mappings, to, base, error);
    pl_mappings_free(&mappings);
    return status;
}
