/* review_facts.c: gathers names and hierarchies of all clusters. */
/* SPDX-License-Identifier: MIT */
#include "curate/review_facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/status.h"
#include "corpus/names.h"

/* ---------------------------------------------------------------- places -- */

/* What is right above a node. Above a hierarchy's part that lost its root it is
 * something else that its path goes through. */
static uint32_t find_above(const pl_review_facts *facts, uint32_t place)
{
    const pl_placed_node *is = &facts->node[place];
    const pl_placed_node *up =
        is->parent == PL_NONE ? NULL : &facts->node[is->parent];
    const char *cut = strrchr(is->path, '/');
    if (up == NULL || up->cluster == PL_NONE)
        return PL_NONE;
    bool right = cut == NULL ? strcmp(up->path, ".") == 0
                             : strlen(up->path) == (size_t)(cut - is->path);
    return right ? is->parent : PL_NONE;
}

static pleach_status name_place(pl_review_facts *facts, pl_namer *namer,
                                uint32_t place, pleach_error *error)
{
    const pl_placed_node *is = &facts->node[place];
    const char *words = pl_arena_print(facts->arena, "%s:%s", is->id, is->path);
    pl_key key;
    if (words == NULL || !pl_namer_key(namer, is->name, strlen(is->name), &key))
        return pl_fail_memory(error);
    facts->key[place] = pl_strings_add(facts->keys, key.bytes, key.length);
    facts->above[place] = find_above(facts, place);
    facts->words[place] = words;
    if (is->cluster != PL_NONE &&
        pl_strings_add(facts->known, words, strlen(words)) ==
            facts->known_place.count)
        pl_list_add(&facts->known_place, place);
    return pl_check_memory(facts->arena, error);
}

static pleach_status name_places(pl_review_facts *facts, pl_namer *namer,
                                 pleach_error *error)
{
    uint32_t count = facts->place_count;
    facts->key = PL_ARENA_ARRAY(facts->arena, uint32_t, count);
    facts->above = PL_ARENA_ARRAY(facts->arena, uint32_t, count);
    facts->words = PL_ARENA_ARRAY(facts->arena, const char *, count);
    facts->standing = PL_ARENA_ARRAY(facts->arena, pl_standing, count);
    PL_TRY(pl_check_memory(facts->arena, error));
    for (uint32_t k = 0; k < count; k++)
        PL_TRY(name_place(facts, namer, k, error));
    for (uint32_t k = 0; k < count; k++) {
        uint32_t up = facts->above[k];
        if (facts->node[k].cluster != PL_NONE)
            facts->standing[facts->standing_count++] = (pl_standing){
                facts->key[k], up == PL_NONE ? PL_NONE : facts->key[up],
                facts->node[k].cluster, k};
    }
    return PLEACH_OK;
}

uint32_t pl_find_place(const pl_review_facts *facts, const char *id,
                       const char *path)
{
    char words[PLEACH_PATH_BYTES + 600];
    int length = snprintf(words, sizeof words, "%s:%s", id, path);
    uint32_t at = length < 0 || (size_t)length >= sizeof words
                      ? PL_NONE
                      : pl_strings_find(facts->known, words, (size_t)length);
    return at == PL_NONE ? PL_NONE : facts->known_place.items[at];
}

/* ---------------------------------------------------------------- groups -- */

static int compare_all(const uint32_t *a, const uint32_t *b, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (a[k] != b[k])
            return a[k] < b[k] ? -1 : 1;
    return 0;
}

static int compare_in_cluster(const void *left, const void *right)
{
    const pl_standing *a = left, *b = right;
    return compare_all((uint32_t[]){a->cluster, a->key, a->place},
                       (uint32_t[]){b->cluster, b->key, b->place}, 3);
}

static int compare_standing(const void *left, const void *right)
{
    const pl_standing *a = left, *b = right;
    return compare_all((uint32_t[]){a->key, a->above, a->cluster, a->place},
                       (uint32_t[]){b->key, b->above, b->cluster, b->place}, 4);
}

static int compare_names(const void *left, const void *right)
{
    const pl_name_group *a = left, *b = right;
    return compare_all((uint32_t[]){a->cluster, a->key},
                       (uint32_t[]){b->cluster, b->key}, 2);
}

static int compare_sizes(const void *left, const void *right)
{
    const pl_name_group *a = left, *b = right;
    return compare_all((uint32_t[]){a->cluster, b->nodes, a->place},
                       (uint32_t[]){b->cluster, a->nodes, b->place}, 3);
}

static void sort_standings(pl_review_facts *facts,
                           int (*compare)(const void *, const void *))
{
    if (facts->standing_count > 0)
        qsort(facts->standing, facts->standing_count, sizeof *facts->standing,
              compare);
}

/* Of standings in one cluster, one that is written as the cluster is called, or
 * else the first. */
static uint32_t usual_place(const pl_review_facts *facts, uint32_t first,
                            uint32_t end)
{
    const pl_standing *all = facts->standing;
    const char *name = facts->cluster[all[first].cluster].name;
    for (uint32_t k = first; k < end; k++)
        if (strcmp(facts->node[all[k].place].name, name) == 0)
            return all[k].place;
    return all[first].place;
}

/* A node stands where most of its name in its cluster do, below a parent who
 * has such in no other: so decisions need not name a single node. Standings
 * that have name and parent in common follow each other, by cluster. */
static void stand_for_groups(pl_review_facts *facts, uint32_t *most,
                             size_t count)
{
    const pl_standing *all = facts->standing;
    for (uint32_t k = 0, next; k < facts->standing_count; k = next) {
        next = k + 1;
        while (next < facts->standing_count && all[next].key == all[k].key &&
               all[next].above == all[k].above)
            next++;
        if (all[k].above == PL_NONE || all[next - 1].cluster != all[k].cluster)
            continue;
        pl_name_group wanted = {.cluster = all[k].cluster, .key = all[k].key};
        pl_name_group *found =
            bsearch(&wanted, facts->group, count, sizeof wanted, compare_names);
        if (found == NULL || next - k <= most[found - facts->group])
            continue;
        most[found - facts->group] = next - k;
        found->place = usual_place(facts, k, next);
    }
}

/* The names of each cluster, the commonest first; and which names one cluster
 * alone has. */
static pleach_status find_groups(pl_review_facts *facts, pleach_error *error)
{
    uint32_t keys = pl_strings_count(facts->keys), count = 0;
    PL_SCRATCH(scratch);
    uint32_t *most = PL_ARENA_ARRAY(scratch, uint32_t, facts->standing_count);
    facts->group =
        PL_ARENA_ARRAY(facts->arena, pl_name_group, facts->standing_count);
    facts->key_home = PL_ARENA_ARRAY(facts->arena, uint32_t, keys);
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_check_memory(facts->arena, error));
    sort_standings(facts, compare_in_cluster);
    for (uint32_t k = 0, end; k < facts->standing_count; k = end) {
        const pl_standing *is = &facts->standing[k];
        for (end = k + 1; end < facts->standing_count &&
                          is->cluster == facts->standing[end].cluster &&
                          is->key == facts->standing[end].key;)
            end++;
        facts->group[count++] = (pl_name_group){is->cluster, is->key, end - k,
                                                usual_place(facts, k, end)};
        facts->group_first[is->cluster + 1]++;
        /* 0: not seen yet; the cluster is one above. */
        uint32_t *home = &facts->key_home[is->key];
        *home = *home == 0 ? is->cluster + 1 : PL_NONE;
    }
    for (uint32_t c = 0; c < facts->count; c++)
        facts->group_first[c + 1] += facts->group_first[c];
    for (uint32_t k = 0; k < keys; k++)
        facts->key_home[k] -= facts->key_home[k] != PL_NONE;
    sort_standings(facts, compare_standing);
    stand_for_groups(facts, most, count);
    if (count > 0)
        qsort(facts->group, count, sizeof *facts->group, compare_sizes);
    return PLEACH_OK;
}

/* ----------------------------------------------------------- hierarchies -- */

/* Places are in the order of hierarchies. */
static pleach_status list_trees(pl_review_facts *facts, pleach_error *error)
{
    PL_SCRATCH(scratch);
    PL_LIST(uint64_t) stays = {.arena = scratch};
    uint32_t tree = 0, used = 0;
    for (uint32_t k = 0; k < facts->place_count; k++) {
        const pl_placed_node *is = &facts->node[k], *last = is - (k > 0);
        tree += strcmp(is->id, last->id) != 0 ||
                strcmp(is->owner, last->owner) != 0;
        if (is->cluster != PL_NONE)
            pl_list_add(&stays, (uint64_t)is->cluster << 32 | tree);
    }
    facts->tree = PL_ARENA_ARRAY(facts->arena, uint32_t, stays.count);
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_check_memory(facts->arena, error));
    pl_sort_uint64(stays.items, stays.count);
    for (size_t k = 0; k < stays.count; k++) {
        uint64_t word = stays.items[k];
        if (k > 0 && word == stays.items[k - 1])
            continue;
        facts->tree[used++] = (uint32_t)word;
        facts->tree_first[(word >> 32) + 1] = used;
    }
    for (uint32_t c = 0; c < facts->count; c++)
        if (facts->tree_first[c + 1] == 0)
            facts->tree_first[c + 1] = facts->tree_first[c];
    return PLEACH_OK;
}

/* ------------------------------------------------------------- the whole -- */

static pleach_status gather_clusters(pl_review_facts *facts,
                                     pleach_error *error)
{
    size_t count = facts->count;
    facts->cluster = PL_ARENA_ARRAY(facts->arena, pleach_cluster, count);
    facts->nodes_before = PL_ARENA_ARRAY(facts->arena, uint64_t, count + 1);
    facts->group_first = PL_ARENA_ARRAY(facts->arena, uint32_t, count + 1);
    facts->tree_first = PL_ARENA_ARRAY(facts->arena, uint64_t, count + 1);
    PL_TRY(pl_check_memory(facts->arena, error));
    for (uint32_t c = 0; c < count; c++) {
        PL_TRY(pleach_taxonomy_cluster(&facts->cluster[c], facts->result, c,
                                       error));
        facts->nodes_before[c + 1] =
            facts->nodes_before[c] + facts->cluster[c].entries;
    }
    return PLEACH_OK;
}

pleach_status pl_review_facts_gather(pl_review_facts *facts,
                                     const pleach_taxonomy *result,
                                     pleach_error *error)
{
    const char *language = pleach_taxonomy_report(result)->language;
    pl_arena *arena = pl_arena_new();
    pl_namer *namer;
    *facts = (pl_review_facts){.result = result,
                               .arena = arena,
                               .count = pleach_taxonomy_clusters(result),
                               .keys = pl_strings_in(arena),
                               .known = pl_strings_in(arena),
                               .known_place = {.arena = arena}};
    PL_TRY(gather_clusters(facts, error));
    PL_TRY(pl_place_nodes(&facts->placed, result, error));
    facts->node = facts->placed.list.items;
    facts->place_count = (uint32_t)facts->placed.list.count;
    PL_TRY(pl_namer_new(&namer, arena, language, error));
    PL_TRY(name_places(facts, namer, error));
    PL_TRY(find_groups(facts, error));
    return list_trees(facts, error);
}

void pl_review_facts_free(pl_review_facts *facts)
{
    pl_placed_nodes_free(&facts->placed);
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
    uint32_t low = 0, high = facts->standing_count;
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
    size_t start = room - 1;
    const char *behind = "";
    const pl_placed_node *is;
    for (to[start] = '\0';; behind = " > ") {
        if (place == PL_NONE)
            return false;
        is = &facts->node[place];
        if (!put_before(to, &start, is->name, behind))
            return false;
        if (strcmp(is->path, ".") == 0)
            break;
        place = facts->above[place];
    }
    if (!put_before(to, &start, is->owner, ": "))
        return false;
    memmove(to, to + start, room - start);
    return true;
}

/* Whether reading an address would find what it was made of. */
static bool is_plain_address(const pl_placed_node *is, const char *address)
{
    const char *colon = strstr(address, ": ");
    return *address != '"' && strstr(is->name, " > ") == NULL &&
           strlen(address) > strlen(is->name) &&
           (size_t)(colon - address) == strlen(is->owner) &&
           strpbrk(address, "\t\r\n") == NULL && strstr(address, " | ") == NULL;
}

const char *pl_write_node(char *to, size_t room, const pl_review_facts *facts,
                          uint32_t place)
{
    char other[PL_ADDRESS_BYTES];
    uint32_t first, end;
    if (!pl_place_address(to, room, facts, place) ||
        !is_plain_address(&facts->node[place], to))
        return facts->words[place];
    end = pl_standing_of_key(facts, facts->key[place], &first);
    for (; first < end; first++)
        if (facts->standing[first].place != place &&
            pl_place_address(other, sizeof other, facts,
                             facts->standing[first].place) &&
            strcmp(other, to) == 0)
            return facts->words[place];
    return to;
}

/* "bird under pet", if all such are in one cluster. */
static bool write_standing(char *to, size_t room, const pl_review_facts *facts,
                           uint32_t place)
{
    uint32_t up = facts->above[place], first;
    if (up == PL_NONE)
        return false;
    uint32_t end =
        pl_standing_below(facts, facts->key[place], facts->key[up], &first);
    char name[PL_ADDRESS_BYTES], above[PL_ADDRESS_BYTES];
    return facts->standing[first].cluster == facts->standing[end - 1].cluster &&
           write_quoted(name, sizeof name, facts->node[place].name) &&
           write_quoted(above, sizeof above, facts->node[up].name) &&
           snprintf(to, room, "%s under %s", name, above) < (int)room;
}

/* The shortest of the three that is not ambiguous. */
bool pl_write_operand(char *to, size_t room, const pl_review_facts *facts,
                      uint32_t place)
{
    uint32_t key = facts->key[place], first;
    uint32_t last = pl_standing_of_key(facts, key, &first) - 1;
    bool alone = facts->key_home[key] != PL_NONE &&
                 facts->standing[first].above == facts->standing[last].above;
    if (alone) {
        if (!write_quoted(to, room, facts->node[place].name))
            return false;
    } else if (!write_standing(to, room, facts, place) &&
               snprintf(to, room, "%s", facts->words[place]) >= (int)room) {
        return false;
    }
    return strpbrk(to, "\t\r\n") == NULL;
}

bool pl_write_name(char *to, size_t room, const pl_review_facts *facts,
                   const pl_name_group *group)
{
    return facts->key_home[group->key] == group->cluster &&
           write_quoted(to, room, facts->node[group->place].name) &&
           strpbrk(to, "\t\r\n") == NULL;
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
