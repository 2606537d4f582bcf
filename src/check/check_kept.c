/* check_kept.c: proves that branches are as they were in the result before.
 *
 * Both files are read anew and held against each other node by node. */
/* SPDX-License-Identifier: MIT */
#include "check/check_kept.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "base/status.h"
#include "base/text.h"

/* ----------------------------------------------------- who is who now -- */

/* The hierarchies of a file: what they say, whatever they are called. */
typedef struct hierarchies {
    const pl_taxonomy_file *filed;
    pl_strings *ids;           /* owner and id */
    uint32_t *of_member;       /* in ids */
    PL_LIST(uint64_t) content; /* per id: sum of the hashes of its members */
    PL_LIST(uint64_t) top;     /* per id: hash of what its top says */
    pl_strings *contents;      /* an owner's hash and a content */
} hierarchies;

/* How many bytes of a node's key are its owner, and its owner and id, each
 * with its NUL. */
static size_t owner_bytes(const char *key)
{
    return strlen(key) + 1;
}

static size_t hierarchy_bytes(const char *key)
{
    return owner_bytes(key) + strlen(key + owner_bytes(key)) + 1;
}

/* A sum of hashes, so that the order of members does not matter. */
static void add_to_content(hierarchies *h, uint32_t k)
{
    const pl_taxonomy_file_member *member = &h->filed->member[k];
    const char *key = pl_strings_at(h->filed->nodes, member->key);
    size_t length = hierarchy_bytes(key);
    uint32_t at = pl_strings_add(h->ids, key, length);
    if (at == h->content.count) {
        pl_list_add(&h->content, 0);
        pl_list_add(&h->top, 0);
    }
    if (at >= h->top.count)
        return;
    uint64_t place = pl_hash_bytes(
        key + length, pl_strings_length(h->filed->nodes, member->key) - length,
        0);
    uint64_t says = pl_hash_bytes(member->name, strlen(member->name), place);
    h->content.items[at] += says;
    if (strcmp(key + length, ".") == 0)
        h->top.items[at] = says;
    h->of_member[k] = at;
}

static void write_content(uint64_t *to, const hierarchies *h, uint32_t at)
{
    const char *id = pl_strings_at(h->ids, at);
    to[0] = pl_hash_bytes(id, owner_bytes(id), 0);
    to[1] = h->content.items[at];
}

/* Hierarchies of the same content have the same number. */
static pleach_status list_hierarchies(hierarchies *h, pl_arena *arena,
                                      const pl_taxonomy_file *filed,
                                      pleach_error *error)
{
    *h = (hierarchies){.filed = filed,
                       .ids = pl_strings_in(arena),
                       .contents = pl_strings_in(arena),
                       .of_member =
                           PL_ARENA_ARRAY(arena, uint32_t, filed->member_count),
                       .content = {.arena = arena},
                       .top = {.arena = arena}};
    PL_TRY(pl_check_memory(arena, error));
    for (uint32_t k = 0; k < filed->member_count; k++)
        add_to_content(h, k);
    PL_TRY(pl_check_memory(arena, error));
    for (uint32_t at = 0; at < h->content.count; at++) {
        uint64_t content[2];
        write_content(content, h, at);
        pl_strings_add(h->contents, (const char *)content, sizeof content);
    }
    return pl_check_memory(arena, error);
}

/* Whether another file has a hierarchy of the same person that says the same.
 */
static bool is_told_by(const hierarchies *other, const hierarchies *h,
                       uint32_t at)
{
    uint64_t content[2];
    write_content(content, h, at);
    return pl_strings_find(other->contents, (const char *)content,
                           sizeof content) != PL_NONE;
}

/* Whether the hierarchy of a member is certainly the one that had its owner and
 * id before: not where a line moved, and another stands in its place. */
static bool is_same_hierarchy(const hierarchies *now, uint32_t k,
                              const hierarchies *before)
{
    uint32_t at = now->of_member[k];
    uint32_t was = pl_strings_find(before->ids, pl_strings_at(now->ids, at),
                                   pl_strings_length(now->ids, at));
    assert(at < now->content.count);
    assert(was == PL_NONE || was < before->content.count);
    return was != PL_NONE &&
           (now->content.items[at] == before->content.items[was] ||
            (now->top.items[at] == before->top.items[was] &&
             !is_told_by(before, now, at) && !is_told_by(now, before, was)));
}

/* Per node of the earlier file: the first of its members that is it. */
static void list_homes(uint32_t *home, const pl_taxonomy_file *before)
{
    memset(home, 0xff, pl_strings_count(before->nodes) * sizeof *home);
    for (uint32_t k = before->member_count; k-- > 0;)
        home[before->member[k].key] = k;
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
static pleach_status find_heirs(pl_kept *kept, pleach_error *error)
{
    PL_SCRATCH(scratch);
    hierarchies now, before;
    uint32_t *home = PL_ARENA_ARRAY(scratch, uint32_t,
                                    pl_strings_count(kept->before->nodes));
    PL_TRY(list_hierarchies(&now, scratch, kept->now, error));
    PL_TRY(list_hierarchies(&before, scratch, kept->before, error));
    list_homes(home, kept->before);
    for (uint32_t k = 0; k < kept->now->member_count; k++) {
        const pl_taxonomy_file_member *member = &kept->now->member[k];
        kept->was[k] = is_same_hierarchy(&now, k, &before)
                           ? find_earlier(kept, home, member)
                           : PL_NONE;
        if (kept->was[k] != PL_NONE && kept->heir[kept->was[k]] == PL_NONE)
            kept->heir[kept->was[k]] = member->cluster;
    }
    return PLEACH_OK;
}

/* ---------------------------------------------- what could be kept -- */

/* Files list clusters in any order. `first` has one per cluster and one. */
static void order_by_depth(pl_kept *kept, uint32_t *first)
{
    const pl_taxonomy_file *before = kept->before;
    uint32_t count = before->cluster_count;
    for (uint32_t c = 0; c < count; c++)
        first[before->depth[c] + 1]++;
    for (uint32_t depth = 0; depth < count; depth++)
        first[depth + 1] += first[depth];
    for (uint32_t c = 0; c < count; c++)
        kept->order[first[before->depth[c]]++] = c;
}

/* Torn apart, or beside nodes that were elsewhere. Both arrays are per cluster
 * of `now`. */
static void find_broken_members(pl_kept *kept, uint32_t *only, uint8_t *mixed)
{
    const pl_taxonomy_file *now = kept->now;
    memset(only, 0xff, now->cluster_count * sizeof *only);
    for (uint32_t k = 0; k < now->member_count; k++) {
        uint32_t c = now->member[k].cluster, was = kept->was[k];
        if (was == PL_NONE)
            continue;
        if (only[c] == PL_NONE)
            only[c] = was;
        mixed[c] |= only[c] != was;
        kept->broken[was] |= kept->heir[was] != c;
    }
    for (uint32_t c = 0; c < kept->before->cluster_count; c++)
        kept->broken[c] |= kept->heir[c] != PL_NONE && mixed[kept->heir[c]];
}

/* Another name, or another place: that breaks branches that hold what it was
 * below, too. */
static void find_broken_places(pl_kept *kept)
{
    const pl_taxonomy_file *before = kept->before, *now = kept->now;
    for (uint32_t c = 0; c < before->cluster_count; c++) {
        uint32_t is = kept->heir[c], up = before->parent[c];
        if (is == PL_NONE)
            continue;
        kept->broken[c] |= strcmp(before->name[c], now->name[is]) != 0;
        if (up != PL_NONE && kept->heir[up] != PL_NONE)
            kept->broken[up] |= now->parent[is] != kept->heir[up];
    }
}

/* Each thing that can be wrong with a branch is wrong with one of its clusters,
 * or the edge to it, whatever else is kept. So one look tells for all branches,
 * which may lie within each other, whether each has to be looked at. */
static pleach_status find_broken(pl_kept *kept, pleach_error *error)
{
    PL_SCRATCH(scratch);
    const pl_taxonomy_file *before = kept->before;
    size_t clusters = kept->now->cluster_count;
    uint32_t *first =
        PL_ARENA_ARRAY(scratch, uint32_t, (size_t)before->cluster_count + 1);
    uint32_t *only = PL_ARENA_ARRAY(scratch, uint32_t, clusters);
    uint8_t *mixed = PL_ARENA_ARRAY(scratch, uint8_t, clusters);
    PL_TRY(pl_check_memory(scratch, error));
    order_by_depth(kept, first);
    find_broken_members(kept, only, mixed);
    find_broken_places(kept);
    for (uint32_t k = before->cluster_count; k-- > 0;) {
        uint32_t c = kept->order[k], up = before->parent[c];
        if (up != PL_NONE)
            kept->broken[up] |= kept->broken[c];
    }
    return PLEACH_OK;
}

/* Who became what is found first: a branch is as it was if its heirs are. */
pleach_status pl_kept_start(pl_kept *kept, const pl_taxonomy_file *now,
                            const pl_taxonomy_file *before, pleach_error *error)
{
    pl_arena *arena = now->arena;
    uint32_t clusters = before->cluster_count;
    *kept =
        (pl_kept){.now = now,
                  .before = before,
                  .was = PL_ARENA_ARRAY(arena, uint32_t, now->member_count),
                  .heir = PL_ARENA_ARRAY(arena, uint32_t, clusters),
                  .order = PL_ARENA_ARRAY(arena, uint32_t, clusters),
                  .broken = PL_ARENA_ARRAY(arena, uint8_t, clusters),
                  .marked = PL_ARENA_ARRAY(arena, uint32_t, clusters),
                  .owner = PL_ARENA_ARRAY(arena, uint32_t, now->cluster_count),
                  .round = 1};
    PL_TRY(pl_check_memory(arena, error));
    memset(kept->heir, 0xff, clusters * sizeof *kept->heir);
    PL_TRY(find_heirs(kept, error));
    return find_broken(kept, error);
}

/* ------------------------------------------------------ what is kept -- */

void pl_kept_mark(pl_kept *kept, uint32_t member)
{
    uint32_t was = kept->was[member];
    if (was == PL_NONE)
        return;
    kept->marked[was] = kept->round;
    kept->doubtful |= kept->broken[was];
}

static bool is_marked(const pl_kept *kept, uint32_t c)
{
    return kept->marked[c] == kept->round;
}

/* Everything below what is marked is too. */
static void mark_below(pl_kept *kept)
{
    for (uint32_t k = 0; k < kept->before->cluster_count; k++) {
        uint32_t c = kept->order[k], up = kept->before->parent[c];
        if (up != PL_NONE && is_marked(kept, up))
            kept->marked[c] = kept->round;
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
        if (was != PL_NONE && is_marked(kept, was) && kept->heir[was] != c)
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
        if (!is_marked(kept, c) || is == PL_NONE)
            continue;
        if (strcmp(before->name[c], now->name[is]) != 0)
            return fail_kept(kept, c, "has another name", error);
        if (up != PL_NONE && is_marked(kept, up) && kept->heir[up] != PL_NONE &&
            now->parent[is] != kept->heir[up])
            return fail_kept(kept, c, "hangs elsewhere", error);
    }
    return PLEACH_OK;
}

/* Of two kept clusters that share an heir one owns it, and the nodes of the
 * other give them away. */
static pleach_status check_marked(pl_kept *kept, pleach_error *error)
{
    memset(kept->owner, 0xff, kept->now->cluster_count * sizeof *kept->owner);
    mark_below(kept);
    for (uint32_t c = 0; c < kept->before->cluster_count; c++)
        if (is_marked(kept, c) && kept->heir[c] != PL_NONE)
            kept->owner[kept->heir[c]] = c;
    PL_TRY(check_members(kept, error));
    return check_places(kept, error);
}

/* What is broken is looked at for the message: checking ends with it. */
pleach_status pl_kept_check(pl_kept *kept, const char *line,
                            pleach_error *error)
{
    pleach_status status = PLEACH_OK;
    kept->line = line;
    if (kept->doubtful)
        status = check_marked(kept, error);
    kept->doubtful = false;
    kept->round++;
    return status;
}
