/* check_kept.c: proves that branches are as they were in the result before.
 *
 * Both files are read anew and held against each other node by node. */
/* SPDX-License-Identifier: MIT */
#include "check/check_kept.h"

#include <string.h>

#include "base/status.h"
#include "base/text.h"

/* Per node of the earlier file: the first of its members that is it. */
static uint32_t *list_homes(const pl_taxonomy_file *before)
{
    size_t keys = pl_strings_count(before->nodes);
    uint32_t *home = pl_allocate(keys, sizeof *home);
    if (home == NULL)
        return NULL;
    memset(home, 0xff, keys * sizeof *home);
    for (uint32_t k = before->member_count; k-- > 0;)
        home[before->member[k].key] = k;
    return home;
}

/* The cluster that a member was in before: what stands in its place under
 * another name is another node. */
static uint32_t find_earlier(const pl_kept *kept, const uint32_t *home,
                             const pl_taxonomy_file_member *member)
{
    const pl_strings *now = kept->now->nodes;
    const pl_taxonomy_file *before = kept->before;
    uint32_t at =
        pl_strings_find(before->nodes, pl_strings_at(now, member->key),
                        pl_strings_length(now, member->key));
    uint32_t found = at == PL_NONE ? PL_NONE : home[at];
    return found != PL_NONE &&
                   strcmp(before->member[found].name, member->name) == 0
               ? before->member[found].cluster
               : PL_NONE;
}

/* A cluster of before has for its heir the cluster of its first node that is
 * still there: where a branch is kept, all others must be in the same. */
bool pl_kept_start(pl_kept *kept, const pl_taxonomy_file *now,
                   const pl_taxonomy_file *before)
{
    uint32_t *home = list_homes(before);
    *kept =
        (pl_kept){.now = now,
                  .before = before,
                  .was = pl_allocate(now->member_count, sizeof(uint32_t)),
                  .heir = pl_allocate(before->cluster_count, sizeof(uint32_t)),
                  .marked = pl_allocate(before->cluster_count, 1)};
    bool enough = home && kept->was && kept->heir && kept->marked;
    if (enough)
        memset(kept->heir, 0xff, before->cluster_count * sizeof *kept->heir);
    for (uint32_t k = 0; enough && k < now->member_count; k++) {
        kept->was[k] = find_earlier(kept, home, &now->member[k]);
        if (kept->was[k] != PL_NONE && kept->heir[kept->was[k]] == PL_NONE)
            kept->heir[kept->was[k]] = now->member[k].cluster;
    }
    pl_release(home);
    return enough;
}

void pl_kept_end(pl_kept *kept)
{
    pl_release(kept->was);
    pl_release(kept->heir);
    pl_release(kept->marked);
}

void pl_kept_mark(pl_kept *kept, uint32_t member)
{
    if (kept->was[member] != PL_NONE)
        kept->marked[kept->was[member]] = 1;
}

/* Everything below what is marked is too. Files list clusters in any order, so
 * each looks up until it meets one that is; depths bound the walk. */
static void mark_below(pl_kept *kept)
{
    const pl_taxonomy_file *before = kept->before;
    for (uint32_t c = 0; c < before->cluster_count; c++) {
        uint32_t up = c;
        while (up != PL_NONE && !kept->marked[up])
            up = before->parent[up];
        kept->marked[c] = up != PL_NONE;
    }
}

static pleach_status fail_kept(const pl_kept *kept, uint32_t c,
                               const char *what, pleach_error *error)
{
    const char *name = kept->before->name[c];
    return pl_taxonomy_file_broken(
        kept->now, error, "The branch that %s is not as it was: \"%.*s\" %s.",
        kept->line, pl_text_cut(name, strlen(name), 60), name, what);
}

/* Its nodes are together, and no other node that was there is with them. */
static pleach_status check_members(const pl_kept *kept, pleach_error *error)
{
    for (uint32_t k = 0; k < kept->now->member_count; k++) {
        uint32_t c = kept->now->member[k].cluster, was = kept->was[k];
        if (was != PL_NONE && kept->marked[was] && kept->heir[was] != c)
            return fail_kept(kept, was, "was torn apart", error);
        uint32_t owner = kept->owner[c];
        if (was != PL_NONE && owner != PL_NONE && owner != was)
            return fail_kept(kept, owner,
                             "has nodes that were elsewhere before", error);
    }
    return PLEACH_OK;
}

/* Its name, and its parent where that is of the branch too. */
static pleach_status check_places(const pl_kept *kept, pleach_error *error)
{
    const pl_taxonomy_file *before = kept->before, *now = kept->now;
    for (uint32_t c = 0; c < before->cluster_count; c++) {
        uint32_t is = kept->heir[c], up = before->parent[c];
        if (!kept->marked[c] || is == PL_NONE)
            continue;
        if (strcmp(before->name[c], now->name[is]) != 0)
            return fail_kept(kept, c, "has another name", error);
        if (up != PL_NONE && kept->marked[up] && kept->heir[up] != PL_NONE &&
            now->parent[is] != kept->heir[up])
            return fail_kept(kept, c, "hangs elsewhere", error);
    }
    return PLEACH_OK;
}

/* Of two kept clusters that share an heir one owns it, and the nodes of the
 * other give them away. */
pleach_status pl_kept_check(pl_kept *kept, const char *line,
                            pleach_error *error)
{
    uint32_t clusters = kept->now->cluster_count;
    kept->line = line;
    kept->owner = pl_allocate(clusters, sizeof *kept->owner);
    if (kept->owner == NULL)
        return pl_fail_memory(error);
    memset(kept->owner, 0xff, clusters * sizeof *kept->owner);
    mark_below(kept);
    for (uint32_t c = 0; c < kept->before->cluster_count; c++)
        if (kept->marked[c] && kept->heir[c] != PL_NONE)
            kept->owner[kept->heir[c]] = c;
    pleach_status status = check_members(kept, error);
    if (status == PLEACH_OK)
        status = check_places(kept, error);
    pl_release(kept->owner);
    memset(kept->marked, 0, kept->before->cluster_count);
    return status;
}
