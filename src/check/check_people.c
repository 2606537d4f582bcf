/* check_people.c: counts anew how many people there are. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "check/check.h"

/* Whether a node is the top of its hierarchy, which each has once, discarded or
 * not, also where several have one owner and id. */
static bool is_hierarchy_top(const pl_taxonomy_file *filed,
                             const pl_taxonomy_file_member *node)
{
    const char *owner = pl_strings_at(filed->nodes, node->key);
    const char *id = owner + strlen(owner) + 1;
    return node->parent_key == PL_NONE && strcmp(id + strlen(id) + 1, ".") == 0;
}

static uint32_t count_hierarchies(const pl_taxonomy_file *filed)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < filed->member_count; k++)
        count += is_hierarchy_top(filed, &filed->member[k]);
    for (uint32_t k = 0; k < filed->discarded_count; k++)
        count += is_hierarchy_top(filed, &filed->discarded[k]);
    return count;
}

static pleach_status count_owners(uint32_t *count,
                                  const pl_taxonomy_file *filed,
                                  pleach_error *error)
{
    pl_strings *owners = pl_strings_new();
    bool enough = owners != NULL;
    for (uint32_t k = 0; k < pl_strings_count(filed->nodes) && enough; k++) {
        const char *owner = pl_strings_at(filed->nodes, k);
        enough = pl_strings_add(owners, owner, strlen(owner)) != PL_NONE;
    }
    if (enough)
        *count = pl_strings_count(owners);
    pl_strings_free(owners);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}

/* Nobody is in a cluster who is not among all people. */
static bool are_enough_people(const pl_taxonomy_file *filed, int64_t people)
{
    const pl_parsed *clusters = pl_parsed_get(filed->root, "clusters");
    for (uint32_t c = 0; c < filed->cluster_count; c++)
        if (pl_parsed_integer(
                pl_parsed_get(pl_parsed_at(clusters, c), "people")) > people)
            return false;
    return true;
}

/* The people of the report are the owners. Of one owner alone the file does not
 * say whether this is somebody, or a file that names nobody and has somebody
 * for each hierarchy: then it may be either number. */
pleach_status pl_check_people(const pl_taxonomy_file *filed,
                              pleach_error *error)
{
    const pl_parsed *people =
        pl_parsed_get(pl_parsed_get(filed->root, "report"), "people");
    int64_t said = pl_parsed_integer(people);
    uint32_t owners = 0;
    if (people == NULL)
        return PLEACH_OK;
    PL_TRY(count_owners(&owners, filed, error));
    uint32_t most = owners == 1 ? count_hierarchies(filed) : owners;
    if (!pl_parsed_is(people, PL_PARSED_INTEGER) ||
        (said != owners && said != most) || !are_enough_people(filed, said))
        return pl_taxonomy_file_broken(
            filed, error, "The report should count %u \"people\".", most);
    return PLEACH_OK;
}
