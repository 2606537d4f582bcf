/* review_facts.c: gathers names and hierarchies of all clusters. */
/* SPDX-License-Identifier: MIT */
#include "curate/review_facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/status.h"
#include "corpus/names.h"

typedef struct gathering {
    pl_review_facts *facts;
    pl_namer *namer;
    pl_strings *trees; /* owner and id of hierarchies */
    PL_LIST(pl_name_group) groups;
    PL_LIST(uint64_t) stays; /* (cluster, hierarchy) */
    PL_LIST(char) scratch;
    PL_LIST(uint64_t) homes; /* (cluster, key) per place */
} gathering;

static bool note_tree(gathering *g, uint32_t c, const pleach_node *node)
{
    size_t owner = strlen(node->owner) + 1, id = strlen(node->id) + 1;
    g->scratch.count = 0;
    if (!pl_list_room(&g->scratch, owner + id))
        return false;
    memcpy(g->scratch.items, node->owner, owner);
    memcpy(g->scratch.items + owner, node->id, id);
    uint32_t tree = pl_strings_add(g->trees, g->scratch.items, owner + id);
    return tree != PL_NONE && pl_list_push(&g->stays, (uint64_t)c << 32 | tree);
}

static bool note_place(gathering *g, uint32_t c, uint32_t key,
                       const pleach_node *node)
{
    size_t id = strlen(node->id), path = strlen(node->path);
    uint32_t known = pl_strings_count(g->facts->places);
    g->scratch.count = 0;
    if (!pl_list_room(&g->scratch, id + path + 1))
        return false;
    memcpy(g->scratch.items, node->id, id);
    g->scratch.items[id] = ':';
    memcpy(g->scratch.items + id + 1, node->path, path);
    uint32_t at =
        pl_strings_add(g->facts->places, g->scratch.items, id + path + 1);
    return at != PL_NONE &&
           (at < known || pl_list_push(&g->homes, (uint64_t)c << 32 | key));
}

/* Adds a member to its group; those of the cluster begin at `first`. */
static bool note_name(gathering *g, uint32_t c, size_t first, uint32_t number,
                      const pleach_member *member)
{
    pl_key key;
    const char *name = member->node.name;
    if (!pl_namer_key(g->namer, name, strlen(name), &key))
        return false;
    uint32_t id = pl_strings_add(g->facts->keys, key.bytes, key.length);
    if (id == PL_NONE || !note_place(g, c, id, &member->node))
        return false;
    for (size_t k = first; k < g->groups.count; k++) {
        pl_name_group *group = &g->groups.items[k];
        if (group->key != id)
            continue;
        group->nodes++;
        group->similarity += member->similarity;
        return true;
    }
    pl_name_group fresh = {c, id, 1, number, member->similarity};
    return pl_list_push(&g->groups, fresh);
}

static int compare_groups(const void *left, const void *right)
{
    const pl_name_group *a = left, *b = right;
    if (a->nodes != b->nodes)
        return a->nodes > b->nodes ? -1 : 1;
    return (a->member > b->member) - (a->member < b->member);
}

static pleach_status gather_cluster(gathering *g, uint32_t c,
                                    pleach_error *error)
{
    pl_review_facts *facts = g->facts;
    size_t first = g->groups.count;
    PL_TRY(
        pleach_taxonomy_cluster(&facts->cluster[c], facts->result, c, error));
    facts->group_first[c] = (uint32_t)first;
    for (uint32_t k = 0; k < facts->cluster[c].size; k++) {
        pleach_member member;
        PL_TRY(pleach_taxonomy_member(&member, facts->result, c, k, error));
        if (!note_name(g, c, first, k, &member) ||
            !note_tree(g, c, &member.node))
            return pl_fail_memory(error);
    }
    if (g->groups.count > first)
        qsort(g->groups.items + first, g->groups.count - first,
              sizeof *g->groups.items, compare_groups);
    for (size_t k = first; k < g->groups.count; k++)
        g->groups.items[k].similarity /= g->groups.items[k].nodes;
    return PLEACH_OK;
}

static bool keep_groups(gathering *g)
{
    pl_review_facts *facts = g->facts;
    uint32_t keys = pl_strings_count(facts->keys);
    facts->group_first[facts->count] = (uint32_t)g->groups.count;
    facts->group = PL_ARENA_ARRAY(facts->arena, pl_name_group, g->groups.count);
    facts->key_home = PL_ARENA_ARRAY(facts->arena, uint32_t, keys);
    if (facts->group == NULL || facts->key_home == NULL)
        return false;
    for (size_t k = 0; k < g->groups.count; k++) {
        uint32_t *home = &facts->key_home[g->groups.items[k].key];
        facts->group[k] = g->groups.items[k];
        /* 0: not seen yet; the cluster is one above. */
        *home = *home == 0 ? facts->group[k].cluster + 1 : PL_NONE;
    }
    for (uint32_t k = 0; k < keys; k++)
        if (facts->key_home[k] != PL_NONE)
            facts->key_home[k]--;
    return true;
}

static bool keep_trees(gathering *g)
{
    pl_review_facts *facts = g->facts;
    uint32_t used = 0, c = 0;
    facts->tree = PL_ARENA_ARRAY(facts->arena, uint32_t, g->stays.count);
    if (facts->tree == NULL)
        return false;
    if (g->stays.count > 0)
        pl_sort_uint64(g->stays.items, g->stays.count);
    for (size_t k = 0; k < g->stays.count; k++) {
        uint64_t word = g->stays.items[k];
        if (k > 0 && word == g->stays.items[k - 1])
            continue;
        while (c <= word >> 32)
            facts->tree_first[c++] = used;
        facts->tree[used++] = (uint32_t)word;
    }
    while (c <= facts->count)
        facts->tree_first[c++] = used;
    return true;
}

static bool keep_places(gathering *g)
{
    pl_review_facts *facts = g->facts;
    size_t count = g->homes.count;
    facts->place_cluster = PL_ARENA_ARRAY(facts->arena, uint32_t, count);
    facts->place_key = PL_ARENA_ARRAY(facts->arena, uint32_t, count);
    if (facts->place_cluster == NULL || facts->place_key == NULL)
        return false;
    for (size_t k = 0; k < count; k++) {
        facts->place_cluster[k] = (uint32_t)(g->homes.items[k] >> 32);
        facts->place_key[k] = (uint32_t)g->homes.items[k];
    }
    return true;
}

static pleach_status gather_all(gathering *g, pleach_error *error)
{
    pl_review_facts *facts = g->facts;
    const char *language = pleach_taxonomy_report(facts->result)->language;
    PL_TRY(pl_namer_new(&g->namer, language == NULL ? "english" : language,
                        error));
    for (uint32_t c = 0; c < facts->count; c++)
        PL_TRY(gather_cluster(g, c, error));
    return keep_groups(g) && keep_trees(g) && keep_places(g)
               ? PLEACH_OK
               : pl_fail_memory(error);
}

pleach_status pl_review_facts_gather(pl_review_facts *facts,
                                     const pleach_taxonomy *result,
                                     pleach_error *error)
{
    pl_arena *arena = pl_arena_new();
    *facts = (pl_review_facts){.result = result,
                               .arena = arena,
                               .count = pleach_taxonomy_clusters(result),
                               .keys = pl_strings_new(),
                               .places = pl_strings_new()};
    gathering g = {.facts = facts, .trees = pl_strings_new()};
    size_t count = facts->count;
    if (arena != NULL) {
        facts->cluster = PL_ARENA_ARRAY(arena, pleach_cluster, count);
        facts->group_first = PL_ARENA_ARRAY(arena, uint32_t, count + 1);
        facts->tree_first = PL_ARENA_ARRAY(arena, uint32_t, count + 1);
    }
    pleach_status status = !facts->cluster || !facts->group_first ||
                                   !facts->tree_first || !facts->keys ||
                                   !facts->places || !g.trees
                               ? pl_fail_memory(error)
                               : gather_all(&g, error);
    pl_namer_free(g.namer);
    pl_strings_free(g.trees);
    pl_list_free(&g.groups);
    pl_list_free(&g.stays);
    pl_list_free(&g.scratch);
    pl_list_free(&g.homes);
    return status;
}

void pl_review_facts_free(pl_review_facts *facts)
{
    pl_strings_free(facts->keys);
    pl_strings_free(facts->places);
    pl_arena_free(facts->arena);
}

uint64_t pl_branch_nodes(const pl_review_facts *facts, uint32_t cluster)
{
    uint64_t nodes = 0;
    for (uint32_t c = cluster; c < facts->cluster[cluster].end; c++)
        nodes += facts->cluster[c].size;
    return nodes;
}

/* ------------------------------------------------------------- operands -- */

static bool needs_quotes(const char *name)
{
    return strstr(name, " under ") != NULL || strchr(name, ':') != NULL ||
           strchr(name, '"') != NULL;
}

static bool write_quoted(char *to, size_t room, const char *name)
{
    size_t used = 0;
    bool quotes = needs_quotes(name);
    if (strlen(name) * 2 + 3 > room)
        return false;
    if (quotes)
        to[used++] = '"';
    for (; *name != '\0'; name++) {
        if (*name == '"')
            to[used++] = '"';
        to[used++] = *name;
    }
    if (quotes)
        to[used++] = '"';
    to[used] = '\0';
    return true;
}

bool pl_write_operand(char *to, size_t room, const pl_review_facts *facts,
                      const pl_name_group *group)
{
    pleach_member member;
    if (pleach_taxonomy_member(&member, facts->result, group->cluster,
                               group->member, NULL) != PLEACH_OK)
        return false;
    bool named = facts->key_home[group->key] == group->cluster;
    int length = 0;
    if (named && !write_quoted(to, room, member.node.name))
        return false;
    if (!named)
        length = snprintf(to, room, "%s:%s", member.node.id, member.node.path);
    return length >= 0 && (size_t)length < room &&
           strpbrk(to, "\t\r\n") == NULL;
}

bool pl_write_cluster_operand(char *to, size_t room,
                              const pl_review_facts *facts, uint32_t cluster)
{
    return facts->group_first[cluster] < facts->group_first[cluster + 1] &&
           pl_write_operand(to, room, facts,
                            &facts->group[facts->group_first[cluster]]);
}
