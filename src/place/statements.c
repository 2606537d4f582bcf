/* statements.c: sorts what each leaf says by cluster, and counts people. */
/* SPDX-License-Identifier: MIT */
#include "place/statements.h"

#include <stdlib.h>
#include <string.h>

#include "base/checks.h"
#include "base/order.h"
#include "base/status.h"
#include "base/threads.h"

/* What is said about each cluster, as words that sort by what comes first:
 * parent, then person, then whether it was said of an inner node; or for tops
 * person, then whether there are levels below levels. */
typedef struct sayings {
    uint32_t *first; /* count + 1 */
    uint64_t *word;
} sayings;

/* Clusters are numbered below PL_NONE, and so are people. */
static const uint64_t NO_WORD = UINT64_MAX;

static uint64_t saying_word(uint32_t parent, uint32_t person, bool flag)
{
    return (uint64_t)parent << 32 | (uint64_t)person << 1 | flag;
}

static uint32_t parent_in(uint64_t word)
{
    return (uint32_t)(word >> 32);
}

static uint32_t person_in(uint64_t word)
{
    return (uint32_t)word >> 1;
}

/* A slot's parent cluster; PL_NONE where it says nothing. */
static uint32_t said_parent(const pleach_affinity *a, const uint32_t *cluster,
                            uint32_t slot)
{
    uint32_t root = a->slot_parent[slot];
    if (root == PL_NONE || cluster[root] == cluster[slot])
        return PL_NONE;
    return cluster[root];
}

bool pl_slot_is_top(const pleach_affinity *a, uint32_t slot)
{
    uint32_t node = a->slot_node[slot];
    return pl_is_root(a->corpus, node) && a->corpus->node_twin[node] == PL_NONE;
}

/* Whether a hierarchy has levels below levels. Its saplings are neighbours. */
static bool is_deep(const pleach_corpus *corpus, uint32_t sapling)
{
    uint32_t hierarchy = corpus->sapling_hierarchy[sapling];
    return (sapling > 0 &&
            corpus->sapling_hierarchy[sapling - 1] == hierarchy) ||
           (sapling + 1 < corpus->sapling_count &&
            corpus->sapling_hierarchy[sapling + 1] == hierarchy);
}

/* The word of a slot among statements, or among tops; false: it has none, which
 * is found out before looking at its node. */
static bool find_word(const pleach_affinity *a, const uint32_t *cluster,
                      uint32_t slot, bool tops, uint64_t *word)
{
    const pleach_corpus *corpus = a->corpus;
    uint32_t node = a->slot_node[slot];
    uint32_t parent = tops ? 0 : said_parent(a, cluster, slot);
    if (tops ? a->slot_parent[slot] != PL_NONE || !pl_slot_is_top(a, slot)
             : parent == PL_NONE)
        return false;
    bool flag = tops ? pl_has_large_sources(corpus) ||
                           is_deep(corpus, corpus->node_sapling[node])
                     : corpus->node_twin[node] != PL_NONE;
    *word = saying_word(parent, pl_person_of(corpus, node), flag);
    return true;
}

/* Sorts the words of all slots by cluster, and within each cluster. They are
 * found once, in the order of the slots, and then go where they belong. */
static bool list_sayings(sayings *list, pl_arena *arena,
                         const pleach_affinity *a, const uint32_t *cluster,
                         uint32_t count, bool tops)
{
    uint64_t *word = pl_allocate(a->slot_count, sizeof *word);
    list->first = PL_ARENA_ARRAY(arena, uint32_t, (size_t)count + 2);
    if (word == NULL || list->first == NULL) {
        pl_release(word);
        return false;
    }
    for (uint32_t i = 0; i < a->slot_count; i++)
        if (find_word(a, cluster, i, tops, &word[i]))
            list->first[cluster[i] + 2]++;
        else
            word[i] = NO_WORD;
    for (uint32_t c = 0; c < count; c++)
        list->first[c + 2] += list->first[c + 1];
    list->word = PL_ARENA_ARRAY(arena, uint64_t, list->first[count + 1]);
    for (uint32_t i = 0; list->word != NULL && i < a->slot_count; i++)
        if (word[i] != NO_WORD)
            list->word[list->first[cluster[i] + 1]++] = word[i];
    pl_release(word);
    for (uint32_t c = 0; list->word != NULL && c < count; c++)
        pl_sort_uint64(list->word + list->first[c],
                       list->first[c + 1] - list->first[c]);
    return list->word != NULL;
}

static bool take_statement_arrays(pl_statements *s, pl_arena *arena,
                                  uint32_t words, uint32_t slots)
{
    s->first = PL_ARENA_ARRAY(arena, uint32_t, (size_t)s->count + 1);
    s->parent = PL_ARENA_ARRAY(arena, uint32_t, words);
    s->voices = PL_ARENA_ARRAY(arena, uint32_t, words);
    s->declared = PL_ARENA_ARRAY(arena, uint8_t, words);
    s->said_by = PL_ARENA_ARRAY(arena, uint32_t, (size_t)words + 1);
    s->people = PL_ARENA_ARRAY(arena, uint32_t, words);
    s->knows = PL_ARENA_ARRAY(arena, uint8_t, words);
    s->total = PL_ARENA_ARRAY(arena, uint32_t, s->count);
    s->children = PL_ARENA_ARRAY(arena, uint32_t, s->count);
    s->tops = PL_ARENA_ARRAY(arena, uint32_t, s->count);
    s->deep_tops = PL_ARENA_ARRAY(arena, uint32_t, s->count);
    s->branch = PL_ARENA_ARRAY(arena, uint8_t, s->count);
    s->held_by = PL_ARENA_ARRAY(arena, uint32_t, (size_t)s->count + 2);
    s->holder = PL_ARENA_ARRAY(arena, uint32_t, slots);
    return s->first && s->parent && s->voices && s->declared && s->said_by &&
           s->people && s->knows && s->total && s->children && s->tops &&
           s->deep_tops && s->branch && s->held_by && s->holder;
}

/* Counts each person once per parent; the last of their words says whether any
 * is of an inner node. */
static void count_voices(pl_statements *s, const sayings *list)
{
    uint32_t at = 0, heard = 0;
    for (uint32_t c = 0; c < s->count; c++) {
        s->first[c] = at;
        for (uint32_t k = list->first[c]; k < list->first[c + 1]; k++) {
            uint64_t word = list->word[k];
            bool known =
                at > s->first[c] && s->parent[at - 1] == parent_in(word);
            if (!known) {
                s->said_by[at] = heard;
                s->parent[at++] = parent_in(word);
                s->children[parent_in(word)]++;
            }
            if (!known || person_in(list->word[k - 1]) != person_in(word)) {
                s->voices[at - 1]++;
                s->people[heard++] = person_in(word);
                s->total[c]++;
            }
            s->knows[heard - 1] = word & 1;
        }
    }
    s->first[s->count] = at;
    s->said_by[at] = heard;
}

/* Counts those who have a cluster on top cluster by cluster: spoke[person] is
 * c + 1 once they put cluster c below something. */
static void count_tops(pl_statements *s, const sayings *tops, uint32_t *spoke)
{
    for (uint32_t c = 0; c < s->count; c++) {
        for (uint32_t k = s->said_by[s->first[c]];
             k < s->said_by[s->first[c + 1]]; k++)
            spoke[s->people[k]] = c + 1;
        for (uint32_t k = tops->first[c]; k < tops->first[c + 1]; k++) {
            uint32_t person = person_in(tops->word[k]);
            bool again = k + 1 < tops->first[c + 1] &&
                         person_in(tops->word[k + 1]) == person;
            if (again)
                continue;
            s->tops[c] += spoke[person] != c + 1;
            s->deep_tops[c] += tops->word[k] & 1;
        }
    }
}

/* Who has nodes in each cluster, and which clusters somebody has children of.
 */
static void list_holders(pl_statements *s, const pleach_affinity *a,
                         const uint32_t *cluster)
{
    uint32_t *first = s->held_by, used = 0;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        first[cluster[i] + 2]++;
        s->branch[cluster[i]] |= a->slot_parent[i] == PL_NONE;
    }
    for (uint32_t c = 0; c < s->count; c++)
        first[c + 2] += first[c + 1];
    for (uint32_t i = 0; i < a->slot_count; i++)
        s->holder[first[cluster[i] + 1]++] =
            pl_person_of(a->corpus, a->slot_node[i]);
    for (uint32_t c = 0, from = 0; c < s->count; c++) {
        uint32_t count = first[c + 1] - from;
        count = (uint32_t)pl_sort_distinct_uint32(s->holder + from, count);
        memmove(s->holder + used, s->holder + from, count * sizeof *s->holder);
        from = first[c + 1];
        first[c + 1] = used += count;
    }
}

/* Placing finds statements by halving, and divides by their totals. */
static void assert_statements(const pl_statements *s)
{
    for (uint32_t c = 0; c < s->count; c++)
        for (uint32_t k = s->first[c]; k < s->first[c + 1]; k++) {
            assert(s->parent[k] < s->count && s->parent[k] != c);
            assert(k == s->first[c] || s->parent[k - 1] < s->parent[k]);
            assert(s->voices[k] > 0 && s->voices[k] <= s->total[c]);
        }
}

/* The statement that puts `child` below `parent`; PL_NONE: nobody made it. */
static uint32_t find_statement(const pl_statements *s, uint32_t child,
                               uint32_t parent)
{
    uint32_t first = s->first[child], count = s->first[child + 1] - first;
    size_t at = pl_lower_bound_uint32(s->parent + first, count, parent);
    return at < count && s->parent[first + at] == parent ? first + (uint32_t)at
                                                         : PL_NONE;
}

/* ------------------------------------------ one thing in several places -- */

/* What somebody said of a thing that their source may call by an id. */
typedef struct declaration {
    uint32_t cluster, person, source_id, parent; /* PL_NONE: no id */
} declaration;

static int compare_declarations(const void *left, const void *right)
{
    const declaration *a = left, *b = right;
    const uint32_t keys[][2] = {{a->cluster, b->cluster},
                                {a->person, b->person},
                                {a->source_id, b->source_id},
                                {a->parent, b->parent}};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        if (keys[k][0] != keys[k][1])
            return keys[k][0] < keys[k][1] ? -1 : 1;
    return 0;
}

static uint32_t list_declarations(declaration *list, const pleach_affinity *a,
                                  const uint32_t *cluster)
{
    const pleach_corpus *corpus = a->corpus;
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        uint32_t node = a->slot_node[i], parent = said_parent(a, cluster, i);
        if (parent != PL_NONE)
            list[count++] =
                (declaration){cluster[i], pl_person_of(corpus, node),
                              corpus->node_source_id[node], parent};
    }
    qsort(list, count, sizeof *list, compare_declarations);
    return count;
}

/* One person's about one cluster, those without an id last. */
static void mark_declared(pl_statements *s, const declaration *list,
                          uint32_t all)
{
    uint32_t parents = 0, count = all;
    while (count > 0 && list[count - 1].source_id == PL_NONE)
        count--;
    bool one = count > 0 && list[0].source_id == list[count - 1].source_id;
    for (uint32_t k = 0; k < count; k++)
        parents += k == 0 || list[k].parent != list[k - 1].parent;
    for (uint32_t k = 0; one && parents > 1 && k < count; k++)
        s->declared[find_statement(s, list->cluster, list[k].parent)] = 1;
}

static bool find_declared(pl_statements *s, pl_arena *scratch,
                          const pleach_affinity *a, const uint32_t *cluster)
{
    if (a->corpus->node_source_id == NULL)
        return true;
    declaration *list = PL_ARENA_ARRAY(scratch, declaration, a->slot_count);
    if (list == NULL)
        return false;
    uint32_t count = list_declarations(list, a, cluster);
    for (uint32_t k = 0, end; k < count; k = end) {
        for (end = k + 1; end < count && list[end].cluster == list[k].cluster &&
                          list[end].person == list[k].person;
             end++)
            ;
        mark_declared(s, list + k, end - k);
    }
    return true;
}

/* What is said, or who has it on top: one piece of work each, with an arena of
 * its own. */
typedef struct hearing {
    const pleach_affinity *affinity;
    const uint32_t *cluster;
    uint32_t count;
    struct {
        sayings list;
        pl_arena *arena;
        bool enough;
    } of[2];
} hearing;

static void hear_sayings(void *context, uint32_t tops, uint32_t thread)
{
    hearing *h = context;
    (void)thread;
    h->of[tops].enough =
        list_sayings(&h->of[tops].list, h->of[tops].arena, h->affinity,
                     h->cluster, h->count, tops != 0);
}

static bool count_sayings(pl_statements *s, pl_arena *arena, const hearing *h,
                          pl_arena *scratch)
{
    const pleach_affinity *affinity = h->affinity;
    const sayings *list = &h->of[0].list, *tops = &h->of[1].list;
    uint32_t *spoke =
        PL_ARENA_ARRAY(scratch, uint32_t, pl_person_count(affinity->corpus));
    if (spoke == NULL || !take_statement_arrays(s, arena, list->first[s->count],
                                                affinity->slot_count))
        return false;
    count_voices(s, list);
    count_tops(s, tops, spoke);
    list_holders(s, affinity, h->cluster);
    assert_statements(s);
    return find_declared(s, scratch, affinity, h->cluster);
}

pleach_status pl_statements_gather(pl_statements *s, pl_arena *arena,
                                   const pleach_affinity *affinity,
                                   const uint32_t *cluster, uint32_t count,
                                   pleach_error *error)
{
    PL_SCRATCH(saying);
    PL_SCRATCH(topping);
    hearing h = {.affinity = affinity,
                 .cluster = cluster,
                 .count = count,
                 .of = {{.arena = saying}, {.arena = topping}}};
    s->count = count;
    pl_parallel_long(
        2, pl_thread_count_for(affinity->threads, affinity->slot_count),
        hear_sayings, &h);
    return h.of[0].enough && h.of[1].enough &&
                   count_sayings(s, arena, &h, saying)
               ? PLEACH_OK
               : pl_fail_memory(error);
}

bool pl_has_node(const pl_statements *s, uint32_t person, uint32_t cluster)
{
    const uint32_t *holder = s->holder + s->held_by[cluster];
    uint32_t count = pl_holders(s, cluster);
    size_t at = pl_lower_bound_uint32(holder, count, person);
    return at < count && holder[at] == person;
}
