/* taxonomy_file.c: reads a taxonomy file back and proves its shape. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/taxonomy_file.h"

#include <string.h>

#include "base/checks.h"
#include "base/status.h"
#include "corpus/matches.h"

enum { SHOWN = 40 }; /* bytes of a hostile id in a sentence */

void pl_taxonomy_file_free(pl_taxonomy_file *filed)
{
    pl_json_free(filed->tree);
    pl_arena_free(filed->arena);
    pl_strings_free(filed->nodes);
    pl_strings_free(filed->ids);
    *filed = (pl_taxonomy_file){0};
}

/* --------------------------------------------------------------- keys -- */

/* Texts end with their NUL in the key, so that no two different lists of texts
 * run together to the same bytes. */
uint32_t pl_filed_key(pl_taxonomy_file *filed, const char *owner,
                      const char *id, const char *path, const char *role)
{
    const char *const parts[] = {owner, id, path, role};
    filed->scratch.count = 0;
    for (size_t k = 0; k < 4; k++) {
        size_t length = strlen(parts[k]) + 1;
        if (!pl_list_room(&filed->scratch, length))
            return PL_NONE;
        memcpy(filed->scratch.items + filed->scratch.count, parts[k], length);
        filed->scratch.count += length;
    }
    return pl_strings_add(filed->nodes, filed->scratch.items,
                          filed->scratch.count);
}

pl_filed_label pl_filed_describe(const pl_taxonomy_file *filed, uint32_t key)
{
    pl_filed_place is = pl_filed_place_of(filed, key);
    pl_filed_label label;
    snprintf(label.text, sizeof label.text, "%s %.*s of \"%.*s\" by %.*s",
             is.role, SHOWN, is.path, SHOWN, is.id, SHOWN, is.owner);
    return label;
}

/* "." or indexes joined by "/", without signs and empty ones. */
static bool is_node_path(const char *path)
{
    if (strcmp(path, ".") == 0)
        return true;
    for (;;) {
        size_t digits = strspn(path, "0123456789");
        if (digits == 0)
            return false;
        path += digits;
        if (*path == '\0')
            return true;
        if (*path++ != '/')
            return false;
    }
}

/* The key of the root above the leaf at `path`. */
static uint32_t parent_key(pl_taxonomy_file *filed, const char *owner,
                           const char *id, const char *path)
{
    const char *cut = strrchr(path, '/');
    if (cut == NULL)
        return pl_filed_key(filed, owner, id, ".", "root");
    const char *above = pl_arena_text(filed->arena, path, (size_t)(cut - path));
    return above == NULL ? PL_NONE
                         : pl_filed_key(filed, owner, id, above, "root");
}

/* What the file says that a node carries, as its text; false: no memory. */
static bool read_payload(pl_taxonomy_file *filed, const pl_parsed *node,
                         pl_filed_node *member)
{
    const pl_parsed *carries = pl_parsed_get(node, "carries");
    if (carries == NULL)
        return true;
    pl_carried_list list = {0};
    bool enough = pl_payload_take(&list, filed->arena, carries);
    if (enough && list.count > 0) {
        member->carries = pl_payload_text(filed->arena, list.items, list.count);
        enough = member->carries != NULL;
    }
    pl_list_free(&list);
    return enough;
}

/* A leaf's root follows from its path, so it is known even when the root comes
 * later in the file, or never. */
static pleach_status read_place(pl_taxonomy_file *filed, const pl_parsed *node,
                                pl_filed_node *member, pleach_error *error)
{
    const char *owner = pl_parsed_text(pl_parsed_get(node, "owner"));
    const char *id = pl_parsed_text(pl_parsed_get(node, "id"));
    const char *path = pl_parsed_text(pl_parsed_get(node, "path"));
    const char *role = pl_parsed_text(pl_parsed_get(node, "role"));
    if (owner == NULL || id == NULL || path == NULL || role == NULL)
        return pl_broken(filed, error,
                         "A node lacks its owner, id, path or role as "
                         "text (id \"%.*s\").",
                         SHOWN, id == NULL ? "" : id);
    bool leaf = strcmp(role, "leaf") == 0;
    if (!leaf && strcmp(role, "root") != 0)
        return pl_broken(filed, error,
                         "A node of \"%.*s\" has the role \"%.*s\"; "
                         "there are only root and leaf.",
                         SHOWN, id, SHOWN, role);
    if (!is_node_path(path) || (leaf && strcmp(path, ".") == 0))
        return pl_broken(filed, error,
                         "A %s of \"%.*s\" has the path \"%.*s\", which "
                         "is none.",
                         role, SHOWN, id, SHOWN, path);
    const char *name = pl_parsed_text(pl_parsed_get(node, "name"));
    member->name = name == NULL ? "" : name;
    member->source_id = pl_parsed_text(pl_parsed_get(node, "source_id"));
    member->shaped = pl_parsed_text(pl_parsed_get(node, "shaped"));
    member->parent_key = PL_NONE;
    member->key = pl_filed_key(filed, owner, id, path, role);
    if (leaf && member->key != PL_NONE)
        member->parent_key = parent_key(filed, owner, id, path);
    if (member->key == PL_NONE || (leaf && member->parent_key == PL_NONE) ||
        !read_payload(filed, node, member))
        return pl_fail_memory(error);
    return PLEACH_OK;
}

/* ----------------------------------------------------------- clusters -- */

/* Sizes of arrays and sums of them must fit the 32-bit ids. */
static pleach_status count_members(pl_taxonomy_file *filed,
                                   const pl_parsed *clusters,
                                   const pl_parsed *discarded,
                                   pleach_error *error)
{
    size_t members = 0, dropped = pl_parsed_size(discarded);
    for (size_t c = 0; c < filed->cluster_count; c++) {
        const pl_parsed *list =
            pl_parsed_get(pl_parsed_at(clusters, c), "members");
        if (!pl_parsed_is(list, PL_PARSED_ARRAY))
            return pl_broken(filed, error,
                             "Cluster number %zu of the list has no members.",
                             c + 1);
        members += pl_parsed_size(list);
    }
    if (members >= PL_NONE || dropped >= PL_NONE)
        return pl_broken(filed, error,
                         "The file has more nodes than pleach can "
                         "number.");
    filed->member_count = (uint32_t)members;
    filed->discarded_count = (uint32_t)dropped;
    return PLEACH_OK;
}

/* Members have been counted by now. A file that lies about its sizes cannot
 * make this take more than it has. */
static void take_file_arrays(pl_taxonomy_file *filed)
{
    size_t count = filed->cluster_count;
    pl_arena *arena = filed->arena;
    filed->net_similarity = PL_ARENA_ARRAY(arena, double, count);
    filed->exemplar_key = PL_ARENA_ARRAY(arena, uint32_t, count);
    filed->first = PL_ARENA_ARRAY(arena, uint32_t, count + 1);
    filed->member = PL_ARENA_ARRAY(arena, pl_filed_node, filed->member_count);
    filed->discarded =
        PL_ARENA_ARRAY(arena, pl_filed_node, filed->discarded_count);
}

uint32_t pl_filed_find(const pl_taxonomy_file *filed, int64_t id)
{
    return pl_strings_find(filed->ids, (const char *)&id, sizeof id);
}

/* All ids before any parent, because files need not list parents first. */
static pleach_status read_ids(pl_taxonomy_file *filed,
                              const pl_parsed *clusters, pleach_error *error)
{
    for (uint32_t c = 0; c < filed->cluster_count; c++) {
        const pl_parsed *cluster = pl_parsed_at(clusters, c);
        const pl_parsed *id = pl_parsed_get(cluster, "id");
        const char *name = pl_parsed_text(pl_parsed_get(cluster, "name"));
        if (!pl_parsed_is(id, PL_PARSED_INTEGER) || name == NULL)
            return pl_broken(
                filed, error,
                "Cluster number %u of the list lacks a whole number as id or "
                "a name.",
                c + 1);
        filed->id[c] = pl_parsed_integer(id);
        if (filed->id[c] < 0 || filed->id[c] > PL_MOST_ID)
            return pl_broken(
                filed, error,
                "Cluster number %u of the list has the id %lld: ids are from "
                "0 to %lld.",
                c + 1, (long long)filed->id[c], PL_MOST_ID);
        filed->name[c] = name;
        uint32_t added = pl_strings_add(filed->ids, (const char *)&filed->id[c],
                                        sizeof filed->id[c]);
        if (added == PL_NONE)
            return pl_fail_memory(error);
        if (added != c)
            return pl_broken(filed, error, "Two clusters have the id %lld.",
                             (long long)filed->id[c]);
    }
    return PLEACH_OK;
}

/* A parent that is not there is told apart from one that is no id, as the first
 * is mostly a file cut by hand. */
static pleach_status read_parents(pl_taxonomy_file *filed,
                                  const pl_parsed *clusters,
                                  pleach_error *error)
{
    for (uint32_t c = 0; c < filed->cluster_count; c++) {
        const pl_parsed *up =
            pl_parsed_get(pl_parsed_at(clusters, c), "parent");
        long long id = (long long)filed->id[c];
        filed->parent[c] = PL_NONE;
        if (pl_parsed_is(up, PL_PARSED_NULL))
            continue;
        if (!pl_parsed_is(up, PL_PARSED_INTEGER))
            return pl_broken(filed, error,
                             "The parent of cluster %lld is neither an "
                             "id nor null.",
                             id);
        int64_t wanted = pl_parsed_integer(up);
        filed->parent[c] = pl_filed_find(filed, wanted);
        if (filed->parent[c] == PL_NONE)
            return pl_broken(filed, error,
                             "The parent of cluster %lld is %lld, which "
                             "does not exist.",
                             id, (long long)wanted);
    }
    return PLEACH_OK;
}

/* ------------------------------------------------------- further parents -- */

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
                          ? pl_filed_find(filed, pl_parsed_integer(up))
                          : PL_NONE;
    if (parent == PL_NONE || !pl_parsed_is(people, PL_PARSED_INTEGER) ||
        pl_parsed_integer(people) < 1 || pl_parsed_integer(people) > UINT32_MAX)
        return pl_broken(
            filed, error,
            "What cluster %lld is \"also_under\" must be the ids of clusters, "
            "and each time some people.",
            (long long)filed->id[c]);
    bool again = parent == filed->parent[c];
    for (uint32_t k = filed->more_first[c]; k < at; k++)
        again |= filed->more_parent[k] == parent;
    if (again)
        return pl_broken(filed, error,
                         "Cluster %lld is below cluster %lld twice.",
                         (long long)filed->id[c], (long long)filed->id[parent]);
    filed->more_parent[at] = parent;
    filed->more_people[at] = (uint32_t)pl_parsed_integer(people);
    return PLEACH_OK;
}

/* The k-th parent of a cluster; PL_NONE: there are no more. */
static uint32_t filed_parent_of(const pl_taxonomy_file *filed, uint32_t c,
                                uint32_t k)
{
    if (k == 0 && filed->parent[c] != PL_NONE)
        return filed->parent[c];
    if (filed->more_first == NULL)
        return PL_NONE;
    uint32_t first = filed->more_first[c];
    k -= filed->parent[c] != PL_NONE;
    return k < filed->more_first[c + 1] - first ? filed->more_parent[first + k]
                                                : PL_NONE;
}

/* Walks up by all parents, one after the other; who is met again while being
 * walked from is on a loop. Depths are counted on the way back, when those of
 * all parents are known. */
static pleach_status walk_up(pl_taxonomy_file *filed, uint32_t *path,
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
                filed->depth[at] = filed->parent[at] == PL_NONE
                                       ? 0
                                       : filed->depth[filed->parent[at]] + 1;
            } else if (state[up] == WALKED_FROM) {
                return pl_broken(
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

static pleach_status find_depths(pl_taxonomy_file *filed, pleach_error *error)
{
    size_t count = filed->cluster_count;
    PL_SCRATCH(scratch);
    uint32_t *path = PL_ARENA_ARRAY(scratch, uint32_t, count);
    uint32_t *tried = PL_ARENA_ARRAY(scratch, uint32_t, count);
    uint8_t *state = PL_ARENA_ARRAY(scratch, uint8_t, count);
    PL_TRY(pl_check_memory(scratch, error));
    return walk_up(filed, path, tried, state, error);
}

/* A file without any has no arrays for them: so do all of older versions. */
static pleach_status read_more_parents(pl_taxonomy_file *filed,
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
        return pl_broken(filed, error, "The file has too many parents.");
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
    return PLEACH_OK;
}

/* What the clusters are called, and which is above which. */
static pleach_status read_tree(pl_taxonomy_file *filed,
                               const pl_parsed *clusters, pleach_error *error)
{
    size_t count = pl_parsed_size(clusters);
    if (count >= PL_NONE)
        return pl_broken(filed, error,
                         "The file has more clusters than pleach can number.");
    filed->cluster_count = (uint32_t)count;
    filed->id = PL_ARENA_ARRAY(filed->arena, int64_t, count);
    filed->name = PL_ARENA_ARRAY(filed->arena, const char *, count);
    filed->parent = PL_ARENA_ARRAY(filed->arena, uint32_t, count);
    filed->depth = PL_ARENA_ARRAY(filed->arena, uint32_t, count);
    PL_TRY(pl_check_memory(filed->arena, error));
    PL_TRY(read_ids(filed, clusters, error));
    PL_TRY(read_parents(filed, clusters, error));
    PL_TRY(read_more_parents(filed, clusters, error));
    return find_depths(filed, error);
}

static pleach_status expect_integer(const pl_taxonomy_file *filed,
                                    const pl_parsed *cluster, uint32_t c,
                                    const char *field, uint64_t truth,
                                    pleach_error *error)
{
    const pl_parsed *stated = pl_parsed_get(cluster, field);
    if (pl_parsed_is(stated, PL_PARSED_INTEGER) &&
        pl_parsed_integer(stated) >= 0 &&
        (uint64_t)pl_parsed_integer(stated) == truth)
        return PLEACH_OK;
    return pl_broken(filed, error, "The %s of cluster %lld should be %llu.",
                     field, (long long)filed->id[c], (unsigned long long)truth);
}

/* The stated size is compared elsewhere: here only the list itself counts. */
static pleach_status read_members(pl_taxonomy_file *filed,
                                  const pl_parsed *cluster, uint32_t c,
                                  pleach_error *error)
{
    const pl_parsed *list = pl_parsed_get(cluster, "members");
    uint32_t size = (uint32_t)pl_parsed_size(list);
    uint32_t first = filed->first[c];
    filed->first[c + 1] = first + size;
    assert(filed->first[c + 1] <= filed->member_count);
    for (uint32_t k = 0; k < size; k++) {
        pl_filed_node *member = &filed->member[first + k];
        const pl_parsed *node = pl_parsed_at(list, k);
        const pl_parsed *similarity = pl_parsed_get(node, "similarity");
        member->cluster = c;
        PL_TRY(read_place(filed, node, member, error));
        if (!pl_parsed_is_number(similarity))
            return pl_broken(filed, error,
                             "The %s has no number as similarity.",
                             pl_filed_describe(filed, member->key).text);
        member->similarity = pl_parsed_number(similarity);
    }
    return PLEACH_OK;
}

const char *pl_filed_root(const pl_taxonomy_file *filed)
{
    return pl_parsed_text(pl_parsed_get(filed->report, "root"));
}

bool pl_filed_is_rooted(const pl_taxonomy_file *filed, uint32_t c)
{
    const pl_parsed *cluster = pl_filed_cluster(filed, c);
    const char *reason = pl_parsed_text(
        pl_parsed_get(pl_parsed_get(cluster, "voices"), "reason"));
    uint32_t up = filed->parent[c];
    return reason != NULL && strcmp(reason, "root") == 0 &&
           pl_filed_root(filed) != NULL && up != PL_NONE &&
           filed->parent[up] == PL_NONE;
}

bool pl_filed_is_shaped(const pl_taxonomy_file *filed, uint32_t c,
                        const char *how)
{
    const char *told = pl_parsed_text(pl_filed_of(filed, c, "shaped"));
    return told != NULL && strcmp(told, how) == 0 &&
           pl_parsed_get(filed->report, "shape") != NULL;
}

/* Only a root that the report names may have no nodes, and a group. */
static bool may_be_bare(const pl_taxonomy_file *filed, uint32_t c)
{
    const char *root = pl_filed_root(filed);
    return filed->first[c] == filed->first[c + 1] &&
           (pl_filed_is_shaped(filed, c, "group") ||
            (root != NULL && filed->parent[c] == PL_NONE &&
             strcmp(root, filed->name[c]) == 0));
}

/* A root that nobody has is the only cluster without one. */
static pleach_status read_exemplar(pl_taxonomy_file *filed,
                                   const pl_parsed *cluster, uint32_t c,
                                   pleach_error *error)
{
    const pl_parsed *exemplar = pl_parsed_get(cluster, "exemplar");
    pl_filed_node found = {0};
    if (pl_parsed_is(exemplar, PL_PARSED_NULL) && may_be_bare(filed, c)) {
        filed->exemplar_key[c] = PL_NONE;
        return PLEACH_OK;
    }
    if (!pl_parsed_is(exemplar, PL_PARSED_OBJECT))
        return pl_broken(filed, error, "Cluster %lld has no exemplar.",
                         (long long)filed->id[c]);
    PL_TRY(read_place(filed, exemplar, &found, error));
    filed->exemplar_key[c] = found.key;
    return PLEACH_OK;
}

/* Depth and size could be counted, so what the file says about them is
 * proved. */
static pleach_status read_cluster(pl_taxonomy_file *filed,
                                  const pl_parsed *cluster, uint32_t c,
                                  pleach_error *error)
{
    const pl_parsed *net = pl_parsed_get(cluster, "net_similarity");
    PL_TRY(expect_integer(filed, cluster, c, "depth", filed->depth[c], error));
    PL_TRY(read_members(filed, cluster, c, error));
    PL_TRY(expect_integer(filed, cluster, c, "size",
                          filed->first[c + 1] - filed->first[c], error));
    if (!pl_parsed_is_number(net))
        return pl_broken(filed, error,
                         "Cluster %lld has no number as net_similarity.",
                         (long long)filed->id[c]);
    filed->net_similarity[c] = pl_parsed_number(net);
    return read_exemplar(filed, cluster, c, error);
}

/* --------------------------------------------------------------- file -- */

/* The format is looked at first. For any other file the sentence should say
 * that, and not which list it lacks. */
static pleach_status prove_format(const pl_taxonomy_file *filed,
                                  pleach_error *error)
{
    static const char FAMILY[] = "pleach-taxonomy/", KNOWN[] = "1";
    const char *format = pl_parsed_text(pl_parsed_get(filed->root, "format"));
    size_t family = sizeof FAMILY - 1;
    if (format == NULL || strncmp(format, FAMILY, family) != 0)
        return pl_broken(
            filed, error,
            "This is no taxonomy of pleach: its \"format\" is not "
            "\"pleach-taxonomy/1\". Make one with \"pleach grow INPUT -o "
            "FILE.json\".");
    if (strcmp(format + family, KNOWN) != 0)
        return pl_broken(
            filed, error,
            "This taxonomy has format version %.20s; this program knows "
            "version %s. Use a newer pleach.",
            format + family, KNOWN);
    return PLEACH_OK;
}

/* Clusters and their parents, without members: enough to draw the forest. */
pleach_status pl_taxonomy_file_read_tree(pl_taxonomy_file *filed,
                                         const char *bytes, size_t length,
                                         const char *path, pleach_error *error)
{
    *filed = (pl_taxonomy_file){.path = path,
                                .arena = pl_arena_new(),
                                .nodes = pl_strings_new(),
                                .ids = pl_strings_new()};
    filed->scratch.arena = filed->arena;
    if (pl_arena_failed(filed->arena) || filed->nodes == NULL ||
        filed->ids == NULL)
        return pl_fail_memory(error);
    PL_TRY(pl_json_parse(&filed->tree, bytes, length, path, error));
    filed->root = pl_json_root(filed->tree);
    filed->report = pl_parsed_get(filed->root, "report");
    filed->clusters = pl_parsed_get(filed->root, "clusters");
    PL_TRY(prove_format(filed, error));
    const pl_parsed *clusters = filed->clusters;
    if (!pl_parsed_is(clusters, PL_PARSED_ARRAY))
        return pl_broken(filed, error, "The file lacks its list of clusters.");
    return read_tree(filed, clusters, error);
}

/* Members are counted before they are read, so that they lie in one array. */
pleach_status pl_taxonomy_file_read(pl_taxonomy_file *filed, const char *bytes,
                                    size_t length, const char *path,
                                    pleach_error *error)
{
    PL_TRY(pl_taxonomy_file_read_tree(filed, bytes, length, path, error));
    const pl_parsed *clusters = filed->clusters;
    const pl_parsed *discarded = pl_parsed_get(filed->root, "discarded");
    if (!pl_parsed_is(discarded, PL_PARSED_ARRAY))
        return pl_broken(filed, error,
                         "The file lacks its list of discarded nodes.");
    PL_TRY(count_members(filed, clusters, discarded, error));
    take_file_arrays(filed);
    PL_TRY(pl_check_memory(filed->arena, error));
    for (uint32_t c = 0; c < filed->cluster_count; c++)
        PL_TRY(read_cluster(filed, pl_parsed_at(clusters, c), c, error));
    for (uint32_t k = 0; k < filed->discarded_count; k++) {
        filed->discarded[k].cluster = PL_NONE;
        PL_TRY(read_place(filed, pl_parsed_at(discarded, k),
                          &filed->discarded[k], error));
    }
    return PLEACH_OK;
}

pleach_status pl_taxonomy_file_load(pl_taxonomy_file *filed,
                                    const pleach_input *input,
                                    pleach_error *error)
{
    pl_byte_list bytes = {0};
    *filed = (pl_taxonomy_file){0};
    pleach_status status = pl_load_bytes(&bytes, input, error);
    if (status == PLEACH_OK)
        status = pl_taxonomy_file_read(filed, bytes.items, bytes.count,
                                       pl_input_label(input), error);
    pl_list_free(&bytes);
    return status;
}

bool pl_filed_has_one_owner(const pl_taxonomy_file *filed)
{
    for (uint32_t k = 1; k < pl_strings_count(filed->nodes); k++)
        if (strcmp(pl_strings_at(filed->nodes, k),
                   pl_strings_at(filed->nodes, 0)) != 0)
            return false;
    return true;
}

/* Where all nodes have the owner of their file, the report counts people, and
 * there are more than this one; files of earlier versions do not, and had
 * people for hierarchies always then. */
bool pl_taxonomy_file_by_hierarchy(const pl_taxonomy_file *filed)
{
    const pl_parsed *people = pl_parsed_get(filed->report, "people");
    return pl_filed_has_one_owner(filed) &&
           (people == NULL || pl_parsed_integer(people) > 1);
}

bool pl_taxonomy_file_overrules(const pl_taxonomy_file *filed)
{
    const pl_parsed *report = filed->report;
    const char *solver = pl_parsed_text(pl_parsed_get(report, "solver"));
    for (uint32_t k = 0; k < filed->member_count; k++)
        if (pl_mentions_match(filed->member[k].carries))
            return true;
    return pl_parsed_get(filed->root, "decisions") != NULL ||
           pl_parsed_get(report, "next_id") != NULL ||
           (solver != NULL &&
            (strcmp(solver, "votes") == 0 || strcmp(solver, "consensus") == 0));
}
