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
    PL_LIST(size_t) last;       /* per key: its last group */
    PL_LIST(pl_standing) homes; /* per place; `place` is the member here */
} gathering;

static void note_tree(gathering *g, uint32_t c, const pleach_node *node)
{
    size_t owner = strlen(node->owner) + 1, id = strlen(node->id) + 1;
    if (!pl_list_room(&g->scratch, owner + id))
        return;
    memcpy(g->scratch.items, node->owner, owner);
    memcpy(g->scratch.items + owner, node->id, id);
    uint32_t tree = pl_strings_add(g->trees, g->scratch.items, owner + id);
    pl_list_add(&g->stays, (uint64_t)c << 32 | tree);
}

/* The number of a node among the places, where it is new with all about it
 * but its parent; PL_NONE: no memory. */
static uint32_t note_place(gathering *g, pl_standing home,
                           const pleach_node *node)
{
    size_t id = strlen(node->id), path = strlen(node->path);
    uint32_t known = pl_strings_count(g->facts->places);
    if (!pl_list_room(&g->scratch, id + path + 1))
        return PL_NONE;
    memcpy(g->scratch.items, node->id, id);
    g->scratch.items[id] = ':';
    memcpy(g->scratch.items + id + 1, node->path, path);
    uint32_t at =
        pl_strings_add(g->facts->places, g->scratch.items, id + path + 1);
    if (at >= known)
        pl_list_add(&g->homes, home);
    return at;
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
    uint32_t place =
        note_place(g, (pl_standing){id, PL_NONE, c, number}, &member->node);
    if (id == g->last.count)
        pl_list_add(&g->last, 0);
    if (place == PL_NONE || id >= g->last.count)
        return false;
    size_t last = g->last.items[id];
    if (last >= first && last < g->groups.count &&
        g->groups.items[last].key == id) {
        g->groups.items[last].nodes++;
        return true;
    }
    pl_name_group fresh = {c, id, 1, number, place};
    g->last.items[id] = g->groups.count;
    pl_list_add(&g->groups, fresh);
    return true;
}

static int compare_groups(const void *left, const void *right)
{
    const pl_name_group *a = left, *b = right;
    if (a->nodes != b->nodes)
        return a->nodes > b->nodes ? -1 : 1;
    return (a->member > b->member) - (a->member < b->member);
}

/* The groups of a cluster lie together, the largest first. */
static pleach_status gather_cluster(gathering *g, uint32_t c,
                                    pleach_error *error)
{
    pl_review_facts *facts = g->facts;
    size_t first = g->groups.count;
    PL_TRY(
        pleach_taxonomy_cluster(&facts->cluster[c], facts->result, c, error));
    facts->group_first[c] = (uint32_t)first;
    facts->nodes_before[c + 1] =
        facts->nodes_before[c] + facts->cluster[c].size;
    for (uint32_t k = 0; k < facts->cluster[c].size; k++) {
        pleach_member member;
        PL_TRY(pleach_taxonomy_member(&member, facts->result, c, k, error));
        if (!note_name(g, c, first, k, &member))
            return pl_fail_memory(error);
        note_tree(g, c, &member.node);
    }
    if (g->groups.count > first)
        qsort(g->groups.items + first, g->groups.count - first,
              sizeof *g->groups.items, compare_groups);
    return PLEACH_OK;
}

/* Moves the groups into the facts, and finds names that one cluster alone has.
 */
static void keep_groups(gathering *g)
{
    pl_review_facts *facts = g->facts;
    uint32_t keys = pl_strings_count(facts->keys);
    facts->group_first[facts->count] = (uint32_t)g->groups.count;
    facts->group = PL_ARENA_ARRAY(facts->arena, pl_name_group, g->groups.count);
    facts->key_home = PL_ARENA_ARRAY(facts->arena, uint32_t, keys);
    if (pl_arena_failed(facts->arena))
        return;
    for (size_t k = 0; k < g->groups.count; k++) {
        uint32_t *home = &facts->key_home[g->groups.items[k].key];
        facts->group[k] = g->groups.items[k];
        /* 0: not seen yet; the cluster is one above. */
        *home = *home == 0 ? facts->group[k].cluster + 1 : PL_NONE;
    }
    for (uint32_t k = 0; k < keys; k++)
        if (facts->key_home[k] != PL_NONE)
            facts->key_home[k]--;
}

/* Sorted pairs of cluster and hierarchy become one list per cluster. */
static void keep_trees(gathering *g)
{
    pl_review_facts *facts = g->facts;
    uint32_t used = 0, c = 0;
    facts->tree = PL_ARENA_ARRAY(facts->arena, uint32_t, g->stays.count);
    if (facts->tree == NULL)
        return;
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
}

uint32_t pl_place_above(const pl_review_facts *facts, uint32_t place)
{
    const char *text = pl_strings_at(facts->places, place);
    char above[PLEACH_PATH_BYTES + 600];
    const char *path = strrchr(text, ':') + 1, *cut = strrchr(text, '/');
    size_t length = (size_t)((cut != NULL && cut > path ? cut : path) - text);
    if (strcmp(path, ".") == 0 || length + 2 > sizeof above)
        return PL_NONE;
    memcpy(above, text, length);
    if (length == (size_t)(path - text))
        above[length++] = '.';
    return pl_strings_find(facts->places, above, length);
}

static int compare_standing(const void *left, const void *right)
{
    const pl_standing *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    if (a->above != b->above)
        return a->above < b->above ? -1 : 1;
    if (a->cluster != b->cluster)
        return a->cluster < b->cluster ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

/* Parents are looked up when all places are known, since they may come later.
 */
static void keep_places(gathering *g)
{
    pl_review_facts *facts = g->facts;
    pl_arena *arena = facts->arena;
    uint32_t count = facts->place_count = (uint32_t)g->homes.count;
    facts->place_cluster = PL_ARENA_ARRAY(arena, uint32_t, count);
    facts->place_member = PL_ARENA_ARRAY(arena, uint32_t, count);
    facts->place_key = PL_ARENA_ARRAY(arena, uint32_t, count);
    facts->standing = PL_ARENA_ARRAY(arena, pl_standing, count);
    if (pl_arena_failed(facts->arena))
        return;
    for (uint32_t k = 0; k < count; k++) {
        facts->place_cluster[k] = g->homes.items[k].cluster;
        facts->place_member[k] = g->homes.items[k].place;
        facts->place_key[k] = g->homes.items[k].key;
    }
    for (uint32_t k = 0; k < count; k++) {
        uint32_t up = pl_place_above(facts, k);
        facts->standing[k] = (pl_standing){
            facts->place_key[k], up == PL_NONE ? PL_NONE : facts->place_key[up],
            facts->place_cluster[k], k};
    }
    if (count > 0)
        qsort(facts->standing, count, sizeof *facts->standing,
              compare_standing);
}

/* A group among those of all clusters that have its name. */
typedef struct named_group {
    uint64_t name; /* key and cluster */
    uint32_t group;
    uint32_t most; /* nodes of it that stand below one parent */
} named_group;

static int compare_named(const void *left, const void *right)
{
    const named_group *a = left, *b = right;
    return (a->name > b->name) - (a->name < b->name);
}

static uint64_t name_of(uint32_t key, uint32_t cluster)
{
    return (uint64_t)key << 32 | cluster;
}

/* A node stands where most of its name in its cluster do, below a parent who
 * has such in no other: so decisions need not name a single node. Standings
 * that have name and parent in common follow each other, by cluster. */
static void stand_for_groups(pl_review_facts *facts, named_group *named,
                             size_t count)
{
    const pl_standing *all = facts->standing;
    for (uint32_t k = 0, next; k < facts->place_count; k = next) {
        next = k + 1;
        while (next < facts->place_count && all[next].key == all[k].key &&
               all[next].above == all[k].above)
            next++;
        if (all[k].above == PL_NONE || all[next - 1].cluster != all[k].cluster)
            continue;
        named_group wanted = {.name = name_of(all[k].key, all[k].cluster)};
        named_group *found =
            bsearch(&wanted, named, count, sizeof *named, compare_named);
        if (found != NULL && next - k > found->most) {
            found->most = next - k;
            facts->group[found->group].place = all[k].place;
        }
    }
}

static void keep_standings(pl_review_facts *facts)
{
    uint32_t count = facts->group_first[facts->count];
    named_group *named = PL_ARENA_ARRAY(facts->arena, named_group, count);
    if (named == NULL)
        return;
    for (uint32_t k = 0; k < count; k++)
        named[k] = (named_group){
            .name = name_of(facts->group[k].key, facts->group[k].cluster),
            .group = k};
    qsort(named, count, sizeof *named, compare_named);
    stand_for_groups(facts, named, count);
}

/* Each step asks the arenas only where the next one would read what is missing.
 */
static pleach_status gather_all(gathering *g, pleach_error *error)
{
    pl_review_facts *facts = g->facts;
    const char *language = pleach_taxonomy_report(facts->result)->language;
    PL_TRY(pl_namer_new(&g->namer, language == NULL ? "english" : language,
                        error));
    for (uint32_t c = 0; c < facts->count; c++)
        PL_TRY(gather_cluster(g, c, error));
    PL_TRY(pl_check_memory(g->groups.arena, error));
    PL_TRY(pl_check_memory(facts->arena, error));
    keep_groups(g);
    keep_trees(g);
    keep_places(g);
    PL_TRY(pl_check_memory(facts->arena, error));
    keep_standings(facts);
    return pl_check_memory(facts->arena, error);
}

/* Free the facts in any case. */
pleach_status pl_review_facts_gather(pl_review_facts *facts,
                                     const pleach_taxonomy *result,
                                     pleach_error *error)
{
    pl_arena *arena = pl_arena_new();
    *facts = (pl_review_facts){.result = result,
                               .arena = arena,
                               .count = pleach_taxonomy_clusters(result),
                               .keys = pl_strings_in(arena),
                               .places = pl_strings_in(arena)};
    PL_SCRATCH(scratch);
    gathering g = {.facts = facts,
                   .trees = pl_strings_in(scratch),
                   .groups = {.arena = scratch},
                   .stays = {.arena = scratch},
                   .scratch = {.arena = scratch},
                   .homes = {.arena = scratch},
                   .last = {.arena = scratch}};
    size_t count = facts->count;
    facts->cluster = PL_ARENA_ARRAY(arena, pleach_cluster, count);
    facts->nodes_before = PL_ARENA_ARRAY(arena, uint64_t, count + 1);
    facts->group_first = PL_ARENA_ARRAY(arena, uint32_t, count + 1);
    facts->tree_first = PL_ARENA_ARRAY(arena, uint32_t, count + 1);
    PL_TRY(pl_check_memory(arena, error));
    PL_TRY(pl_check_memory(scratch, error));
    pleach_status status = gather_all(&g, error);
    pl_namer_free(g.namer);
    return status;
}

void pl_review_facts_free(pl_review_facts *facts)
{
    pl_arena_free(facts->arena);
}

uint64_t pl_branch_nodes(const pl_review_facts *facts, uint32_t cluster)
{
    uint32_t end = facts->cluster[cluster].end;
    return facts->nodes_before[end] - facts->nodes_before[cluster];
}

/* ------------------------------------------------------------- operands -- */

static bool needs_quotes(const char *name)
{
    return strstr(name, " under ") != NULL || strchr(name, ':') != NULL ||
           strchr(name, '"') != NULL;
}

/* A quotation mark inside is doubled, as in CSV. False: no room. */
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

/* The first standing that is not before (key, above). */
static uint32_t find_standing(const pl_review_facts *facts, uint64_t key,
                              uint64_t above)
{
    uint32_t low = 0, high = facts->place_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const pl_standing *at = &facts->standing[middle];
        if (at->key < key || (at->key == key && at->above < above))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t pl_standing_of_key(const pl_review_facts *facts, uint32_t key,
                            uint32_t *first)
{
    *first = find_standing(facts, key, 0);
    return find_standing(facts, (uint64_t)key + 1, 0);
}

uint32_t pl_standing_below(const pl_review_facts *facts, uint32_t key,
                           uint32_t above, uint32_t *first)
{
    *first = find_standing(facts, key, above);
    return find_standing(facts, key, (uint64_t)above + 1);
}

static bool get_place_name(const char **name, const pl_review_facts *facts,
                           uint32_t place)
{
    pleach_member member;
    if (pleach_taxonomy_member(&member, facts->result,
                               facts->place_cluster[place],
                               facts->place_member[place], NULL) != PLEACH_OK)
        return false;
    *name = member.node.name;
    return true;
}

const char *pl_name_above(const pl_review_facts *facts, uint32_t place)
{
    const char *name = NULL;
    uint32_t up = pl_place_above(facts, place);
    return up != PL_NONE && get_place_name(&name, facts, up) ? name : NULL;
}

/* Puts a text and what parts it from what follows at the end. */
static bool put_before(char *to, size_t *start, const char *text,
                       const char *behind)
{
    size_t length = strlen(text), rest = strlen(behind);
    if (length + rest > *start)
        return false;
    memcpy(to + *start - rest, behind, rest);
    *start -= rest + length;
    memcpy(to + *start, text, length);
    return true;
}

bool pl_place_address(char *to, size_t room, const pl_review_facts *facts,
                      uint32_t place)
{
    pleach_member member;
    size_t start = room - 1;
    const char *behind = "";
    for (to[start] = '\0';; behind = " > ") {
        if (pleach_taxonomy_member(
                &member, facts->result, facts->place_cluster[place],
                facts->place_member[place], NULL) != PLEACH_OK ||
            !put_before(to, &start, member.node.name, behind))
            return false;
        if (strcmp(member.node.path, ".") == 0)
            break;
        if ((place = pl_place_above(facts, place)) == PL_NONE)
            return false;
    }
    if (!put_before(to, &start, member.node.owner, ": "))
        return false;
    memmove(to, to + start, room - start);
    return true;
}

/* Whether reading an address would find what it was made of. */
static bool is_plain_address(const pl_review_facts *facts, uint32_t place,
                             const char *address)
{
    const char *colon = strstr(address, ": "), *name, *last = address;
    pleach_member member;
    if (pleach_taxonomy_member(&member, facts->result,
                               facts->place_cluster[place],
                               facts->place_member[place], NULL) != PLEACH_OK)
        return false;
    name = member.node.name;
    last += strlen(address) - strlen(name);
    return *address != '"' && strstr(name, " > ") == NULL && last > address &&
           (size_t)(colon - address) == strlen(member.node.owner) &&
           strpbrk(address, "\t\r\n") == NULL && strstr(address, " | ") == NULL;
}

const char *pl_write_node(char *to, size_t room, const pl_review_facts *facts,
                          uint32_t place)
{
    const char *node = pl_strings_at(facts->places, place);
    char other[PL_ADDRESS_BYTES];
    uint32_t first, end;
    if (!pl_place_address(to, room, facts, place) ||
        !is_plain_address(facts, place, to))
        return node;
    end = pl_standing_of_key(facts, facts->place_key[place], &first);
    for (; first < end; first++)
        if (facts->standing[first].place != place &&
            pl_place_address(other, sizeof other, facts,
                             facts->standing[first].place) &&
            strcmp(other, to) == 0)
            return node;
    return to;
}

/* "bird under pet", if all such are in one cluster. */
static bool write_standing(char *to, size_t room, const pl_review_facts *facts,
                           uint32_t place, const char *name)
{
    uint32_t up = pl_place_above(facts, place), first;
    const char *above;
    if (up == PL_NONE || !get_place_name(&above, facts, up))
        return false;
    uint32_t end = pl_standing_below(facts, facts->place_key[place],
                                     facts->place_key[up], &first);
    if (facts->standing[first].cluster != facts->standing[end - 1].cluster ||
        !write_quoted(to, room, name))
        return false;
    size_t used = strlen(to);
    static const char word[] = " under ";
    if (used + sizeof word > room)
        return false;
    memcpy(to + used, word, sizeof word);
    used += sizeof word - 1;
    return write_quoted(to + used, room - used, above);
}

/* The shortest of the three that is not ambiguous. */
bool pl_write_operand(char *to, size_t room, const pl_review_facts *facts,
                      uint32_t place)
{
    const char *name;
    uint32_t key = facts->place_key[place], first;
    uint32_t last = pl_standing_of_key(facts, key, &first) - 1;
    if (!get_place_name(&name, facts, place))
        return false;
    bool alone = facts->key_home[key] != PL_NONE &&
                 facts->standing[first].above == facts->standing[last].above;
    if (alone ? !write_quoted(to, room, name)
              : !write_standing(to, room, facts, place, name)) {
        const char *node = pl_strings_at(facts->places, place);
        if (alone || strlen(node) >= room)
            return false;
        memcpy(to, node, strlen(node) + 1);
    }
    return strpbrk(to, "\t\r\n") == NULL;
}

bool pl_write_name(char *to, size_t room, const pl_review_facts *facts,
                   const pl_name_group *group)
{
    const char *name;
    return facts->key_home[group->key] == group->cluster &&
           get_place_name(&name, facts, group->place) &&
           write_quoted(to, room, name) && strpbrk(to, "\t\r\n") == NULL;
}

bool pl_write_whole_operand(char *to, size_t room, const pl_review_facts *facts,
                            uint32_t cluster)
{
    uint32_t first = facts->group_first[cluster];
    return (first < facts->group_first[cluster + 1] &&
            pl_write_name(to, room, facts, &facts->group[first])) ||
           pl_write_cluster_operand(to, room, facts, cluster);
}

bool pl_write_cluster_operand(char *to, size_t room,
                              const pl_review_facts *facts, uint32_t cluster)
{
    uint32_t first = facts->group_first[cluster];
    return first < facts->group_first[cluster + 1] &&
           pl_write_operand(to, room, facts, facts->group[first].place);
}
