/* join_siblings.c: looks up each cluster's name, and the same without its last
 * or first word, among its siblings. */
/* SPDX-License-Identifier: MIT */
#include "placing/join_siblings.h"

#include <stdlib.h>
#include <string.h>

#include "base/groups.h"
#include "base/hash.h"
#include "base/order.h"
#include "base/status.h"
#include "base/text.h"

/* A last word that so many siblings' names have says what they all are. */
enum { COMMON_WORD = 3 };

/* A cluster by where it hangs and how it is called. */
typedef struct sibling {
    uint32_t parent, key, cluster;
} sibling;

typedef struct joining {
    const pleach_affinity *affinity;
    const pl_strings *keys;
    const uint32_t *parent;
    uint32_t count;
    uint32_t *key;    /* per cluster: the name that most of its nodes have */
    uint32_t *link;   /* per cluster: towards the one that heads its group */
    uint32_t *next;   /* per cluster: around its group */
    uint32_t *least;  /* per head: the smallest of its group */
    uint32_t *weight; /* per head: nodes of its group */
    uint32_t *apart;  /* per head: one that it was told apart from, or itself */
    pl_strings *came; /* words of people, of those that came to a head */
    uint64_t *people; /* cluster << 32 | person, ascending */
    size_t person_count;
    sibling *sorted; /* those that may be joined */
    uint32_t siblings;
    uint64_t *last; /* last words of siblings' names, as hashes, ascending */
    size_t last_count;
    uint8_t *is_name; /* per key: a cluster is called so */
} joining;

static int compare_siblings(const void *left, const void *right)
{
    const sibling *a = left, *b = right;
    if (a->parent != b->parent)
        return a->parent < b->parent ? -1 : 1;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->cluster > b->cluster) - (a->cluster < b->cluster);
}

static bool take_joining_arrays(joining *j, pl_arena *arena)
{
    size_t slots = j->affinity->slot_count, count = j->count;
    j->key = PL_ARENA_ARRAY(arena, uint32_t, count);
    j->link = PL_ARENA_ARRAY(arena, uint32_t, count);
    j->next = PL_ARENA_ARRAY(arena, uint32_t, count);
    j->least = PL_ARENA_ARRAY(arena, uint32_t, count);
    j->weight = PL_ARENA_ARRAY(arena, uint32_t, count);
    j->apart = PL_ARENA_ARRAY(arena, uint32_t, count);
    j->people = PL_ARENA_ARRAY(arena, uint64_t, slots);
    j->sorted = PL_ARENA_ARRAY(arena, sibling, count);
    j->last = PL_ARENA_ARRAY(arena, uint64_t, count);
    j->is_name = PL_ARENA_ARRAY(arena, uint8_t, pl_strings_count(j->keys));
    return j->key && j->link && j->next && j->least && j->weight && j->apart &&
           j->people && j->sorted && j->last && j->is_name;
}

/* What most nodes of each cluster are called, of equals the smaller key. Uses
 * the room for people, which are listed afterwards. */
static void find_cluster_keys(joining *j, const uint32_t *cluster)
{
    const pleach_affinity *a = j->affinity;
    uint32_t slots = a->slot_count, most = 0, run = 0;
    for (uint32_t i = 0; i < slots; i++)
        j->people[i] =
            (uint64_t)cluster[i] << 32 | a->corpus->node_key[a->slot_node[i]];
    pl_sort_uint64(j->people, slots);
    for (uint32_t i = 0; i < slots; i++) {
        uint32_t c = (uint32_t)(j->people[i] >> 32);
        bool fresh = i == 0 || (uint32_t)(j->people[i - 1] >> 32) != c;
        run = i == 0 || j->people[i - 1] != j->people[i] ? 1 : run + 1;
        if (fresh || run > most) {
            j->key[c] = (uint32_t)j->people[i];
            most = run;
        }
    }
}

static void list_people(joining *j, const uint32_t *cluster)
{
    const pleach_affinity *a = j->affinity;
    for (uint32_t i = 0; i < a->slot_count; i++)
        j->people[i] = (uint64_t)cluster[i] << 32 |
                       pl_person_of(a->corpus, a->slot_node[i]);
    for (uint32_t i = 0; i < a->slot_count; i++)
        j->weight[cluster[i]]++;
    pl_sort_uint64(j->people, a->slot_count);
    j->person_count = a->slot_count;
}

/* ---------------------------------------------------------------- words -- */

/* Where the last word of a key begins; 0: it is one word. */
static size_t last_word(const char *text, size_t length)
{
    while (length > 0 && text[length - 1] != ' ')
        length--;
    return length;
}

/* Whether a word is one of a key's. */
static bool has_word(const pl_strings *keys, uint32_t key, const char *word,
                     size_t length)
{
    const char *text = pl_strings_at(keys, key);
    size_t all = pl_strings_length(keys, key), first = 0;
    for (size_t k = 0; k <= all; k++) {
        if (k < all && text[k] != ' ')
            continue;
        if (k - first == length && memcmp(text + first, word, length) == 0)
            return true;
        first = k + 1;
    }
    return false;
}

/* A last word of names below a parent. */
static uint64_t ending_hash(const char *word, size_t length, uint32_t parent)
{
    return pl_hash_bytes(word, length, parent);
}

/* How many siblings' names have an ending. */
static size_t count_last(const joining *j, uint64_t hash)
{
    size_t from = pl_lower_bound_uint64(j->last, j->last_count, hash),
           to = from;
    while (to < j->last_count && j->last[to] == hash && to - from < COMMON_WORD)
        to++;
    return to - from;
}

/* Whether a last word only says what kind of thing all these are: several
 * siblings have it, and nothing is called so. */
static bool is_common_ending(const joining *j, const char *word, size_t length,
                             uint32_t parent)
{
    uint32_t key = pl_strings_find(j->keys, word, length);
    return (key == PL_NONE || !j->is_name[key]) &&
           count_last(j, ending_hash(word, length, parent)) >= COMMON_WORD;
}

static void count_names(joining *j)
{
    for (uint32_t c = 0; c < j->count; c++) {
        const char *text = pl_strings_at(j->keys, j->key[c]);
        size_t length = pl_strings_length(j->keys, j->key[c]);
        size_t at = last_word(text, length);
        j->is_name[j->key[c]] = 1;
        if (at > 0 && j->parent[c] != PL_NONE)
            j->last[j->last_count++] =
                ending_hash(text + at, length - at, j->parent[c]);
    }
    pl_sort_uint64(j->last, j->last_count);
}

/* -------------------------------------------------------------- joining -- */

/* Whether somebody has nodes in the group of a head. */
static bool has_person(const joining *j, uint32_t head, uint32_t person)
{
    uint64_t word = (uint64_t)head << 32 | person;
    return pl_has_uint64(j->people, j->person_count, word) ||
           pl_strings_find(j->came, (const char *)&word, sizeof word) !=
               PL_NONE;
}

static size_t first_person(const joining *j, uint32_t c)
{
    return pl_lower_bound_uint64(j->people, j->person_count, (uint64_t)c << 32);
}

/* Whether somebody has nodes in both groups, and so tells them apart. */
static bool has_both(const joining *j, uint32_t from, uint32_t to)
{
    uint32_t c = from;
    do {
        for (size_t i = first_person(j, c);
             i < j->person_count && j->people[i] >> 32 == c; i++)
            if (has_person(j, to, (uint32_t)j->people[i]))
                return true;
        c = j->next[c];
    } while (c != from);
    return false;
}

/* Lets a group's people be known by another head. */
static bool move_people(joining *j, uint32_t from, uint32_t to)
{
    uint32_t c = from;
    do {
        for (size_t i = first_person(j, c);
             i < j->person_count && j->people[i] >> 32 == c; i++) {
            uint64_t word = (uint64_t)to << 32 | (uint32_t)j->people[i];
            if (pl_strings_add(j->came, (const char *)&word, sizeof word) ==
                PL_NONE)
                return false;
        }
        c = j->next[c];
    } while (c != from);
    return true;
}

static void swap(uint32_t *a, uint32_t *b)
{
    uint32_t kept = *a;
    *a = *b;
    *b = kept;
}

/* Joins the groups of two clusters, unless somebody has both: who has trip 2008
 * and trip 2009 means two, though either could be somebody else's trip. The
 * lighter comes to the heavier, and groups that were told apart stay so, which
 * keeps long chains cheap. False: there is no memory. */
static bool join(joining *j, uint32_t a, uint32_t b)
{
    uint32_t from = pl_group_head(j->link, a), to = pl_group_head(j->link, b);
    if (j->weight[from] > j->weight[to])
        swap(&from, &to);
    if (from == to || j->apart[from] == to)
        return true;
    if (has_both(j, from, to)) {
        j->apart[from] = to;
        return true;
    }
    if (!move_people(j, from, to))
        return false;
    j->link[from] = to;
    j->weight[to] += j->weight[from];
    if (j->least[from] < j->least[to])
        j->least[to] = j->least[from];
    swap(&j->next[from], &j->next[to]);
    return true;
}

/* Joins a cluster with the first sibling that has a name, if any. */
static bool join_with(joining *j, const sibling *s, const char *text,
                      size_t length)
{
    sibling wanted = {s->parent, pl_strings_find(j->keys, text, length), 0};
    uint32_t low = 0, high = j->siblings;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_siblings(&j->sorted[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low == j->siblings || j->sorted[low].parent != s->parent ||
           j->sorted[low].key != wanted.key ||
           join(j, s->cluster, j->sorted[low].cluster);
}

/* A name of several words without its last one, and without its first. */
static bool join_shorter(joining *j, const sibling *s)
{
    const char *text = pl_strings_at(j->keys, s->key);
    size_t length = pl_strings_length(j->keys, s->key);
    size_t at = last_word(text, length);
    uint32_t above = j->key[s->parent];
    if (at == 0)
        return true;
    /* Numbers that are no years tell things apart: columns 2, columns 3. */
    if ((pl_text_is_year(text + at, length - at) ||
         has_word(j->keys, above, text + at, length - at) ||
         is_common_ending(j, text + at, length - at, s->parent)) &&
        !join_with(j, s, text, at - 1))
        return false;
    size_t first = strcspn(text, " ");
    return !has_word(j->keys, above, text, first) ||
           join_with(j, s, text + first + 1, length - first - 1);
}

static bool join_all(joining *j)
{
    qsort(j->sorted, j->siblings, sizeof *j->sorted, compare_siblings);
    for (uint32_t k = 0; k < j->siblings; k++) {
        const sibling *s = &j->sorted[k];
        if (k > 0 && s[-1].parent == s->parent && s[-1].key == s->key &&
            !join(j, s[-1].cluster, s->cluster))
            return false;
        if (!join_shorter(j, s))
            return false;
    }
    return true;
}

/* What is decided about a cluster is about this one, and no other. */
static bool is_decided(const pl_orders *orders, uint32_t c)
{
    return orders != NULL &&
           (orders->parent[c] != PL_NONE ||
            orders->side_first[c] < orders->side_first[c + 1]);
}

static uint32_t move_joined(joining *j, uint32_t *cluster)
{
    uint32_t joined = 0;
    for (uint32_t c = 0; c < j->count; c++)
        joined += pl_group_head(j->link, c) != c;
    for (uint32_t i = 0; joined > 0 && i < j->affinity->slot_count; i++)
        cluster[i] = j->least[pl_group_head(j->link, cluster[i])];
    return joined;
}

pleach_status pl_join_siblings(uint32_t *cluster, uint32_t *joined,
                               uint32_t count, const uint32_t *parent,
                               const pl_orders *orders,
                               const pleach_affinity *affinity,
                               pleach_error *error)
{
    joining j = {.affinity = affinity,
                 .keys = affinity->corpus->keys,
                 .parent = parent,
                 .count = count,
                 .came = pl_strings_new()};
    pl_arena *arena = pl_arena_new();
    bool enough =
        arena != NULL && j.came != NULL && take_joining_arrays(&j, arena);
    if (enough) {
        find_cluster_keys(&j, cluster);
        list_people(&j, cluster);
        count_names(&j);
        for (uint32_t c = 0; c < count; c++) {
            j.link[c] = j.next[c] = j.least[c] = j.apart[c] = c;
            if (parent[c] != PL_NONE && !is_decided(orders, c))
                j.sorted[j.siblings++] = (sibling){parent[c], j.key[c], c};
        }
        enough = join_all(&j);
        *joined = move_joined(&j, cluster);
    }
    pl_strings_free(j.came);
    pl_arena_free(arena);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}
