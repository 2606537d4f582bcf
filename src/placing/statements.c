/* statements.c: sorts what each leaf says by cluster, and counts people. */
/* SPDX-License-Identifier: MIT */
#include "placing/statements.h"

#include <stdlib.h>
#include <string.h>

#include "base/checks.h"
#include "base/order.h"
#include "base/status.h"
#include "base/strings.h"

/* Who has so many nodes in all, knows what could stand above one. */
enum { MANY_NODES = 200 };

/* What is said about each cluster, as words that sort by what comes first:
 * parent, then person, then whether it was said of an inner node; or for tops
 * person, then whether it is a considered one. */
typedef struct sayings {
    uint32_t *first; /* count + 1 */
    uint64_t *word;
} sayings;

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

/* Whether most hierarchies are deep; flat ones have one sapling each. */
static bool is_mostly_deep(const pleach_corpus *corpus)
{
    uint32_t flat = 0;
    for (uint32_t s = 0; s < corpus->sapling_count; s++)
        flat += !is_deep(corpus, s);
    return flat < corpus->hierarchy_count - flat;
}

/* Per person: what they put on top, they did not put there for want of
 * anything above it. Sections of a newspaper are flat, and all it has. */
static uint8_t *find_thorough_people(pl_arena *arena,
                                     const pleach_corpus *corpus)
{
    uint32_t people = pl_person_count(corpus);
    bool all = is_mostly_deep(corpus) || pl_has_large_sources(corpus);
    uint32_t *nodes = PL_ARENA_ARRAY(arena, uint32_t, people);
    uint8_t *thorough = PL_ARENA_ARRAY(arena, uint8_t, people);
    if (nodes == NULL || thorough == NULL)
        return NULL;
    for (uint32_t n = 0; n < corpus->node_count; n++)
        nodes[pl_person_of(corpus, n)]++;
    for (uint32_t k = 0; k < people; k++)
        thorough[k] = all || nodes[k] >= MANY_NODES;
    return thorough;
}

/* The word of a slot among statements, or with `thorough` among tops; false:
 * it has none. */
static bool find_word(const pleach_affinity *a, const uint32_t *cluster,
                      uint32_t slot, const uint8_t *thorough, uint64_t *word)
{
    uint32_t node = a->slot_node[slot];
    uint32_t person = pl_person_of(a->corpus, node);
    if (thorough != NULL) {
        uint32_t sapling = a->corpus->node_sapling[node];
        *word = saying_word(0, person,
                            thorough[person] || is_deep(a->corpus, sapling));
        return pl_slot_is_top(a, slot);
    }
    uint32_t parent = said_parent(a, cluster, slot);
    bool inner = a->corpus->node_twin[node] != PL_NONE;
    *word = saying_word(parent, person, inner);
    return parent != PL_NONE;
}

/* Sorts the words of all slots by cluster, and within each cluster. */
static bool list_sayings(sayings *list, pl_arena *arena,
                         const pleach_affinity *a, const uint32_t *cluster,
                         uint32_t count, const uint8_t *thorough)
{
    uint64_t word;
    list->first = PL_ARENA_ARRAY(arena, uint32_t, (size_t)count + 2);
    if (list->first == NULL)
        return false;
    for (uint32_t i = 0; i < a->slot_count; i++)
        if (find_word(a, cluster, i, thorough, &word))
            list->first[cluster[i] + 2]++;
    for (uint32_t c = 0; c < count; c++)
        list->first[c + 2] += list->first[c + 1];
    list->word = PL_ARENA_ARRAY(arena, uint64_t, list->first[count + 1]);
    if (list->word == NULL)
        return false;
    for (uint32_t i = 0; i < a->slot_count; i++)
        if (find_word(a, cluster, i, thorough, &word))
            list->word[list->first[cluster[i] + 1]++] = word;
    for (uint32_t c = 0; c < count; c++)
        pl_sort_uint64(list->word + list->first[c],
                       list->first[c + 1] - list->first[c]);
    return true;
}

static bool take_statement_arrays(pl_statements *s, pl_arena *arena,
                                  uint32_t words, uint32_t tops)
{
    uint32_t **per_cluster[] = {&s->total,      &s->speakers, &s->multiple,
                                &s->heads,      &s->children, &s->tops,
                                &s->considered, &s->repeated};
    bool enough = true;
    s->first = PL_ARENA_ARRAY(arena, uint32_t, (size_t)s->count + 1);
    s->parent = PL_ARENA_ARRAY(arena, uint32_t, words);
    s->voices = PL_ARENA_ARRAY(arena, uint32_t, words);
    s->inner = PL_ARENA_ARRAY(arena, uint8_t, words);
    s->declared = PL_ARENA_ARRAY(arena, uint8_t, words);
    s->named = PL_ARENA_ARRAY(arena, int8_t, words);
    s->said_by = PL_ARENA_ARRAY(arena, uint32_t, (size_t)words + 1);
    s->people = PL_ARENA_ARRAY(arena, uint32_t, words);
    s->considered_by = PL_ARENA_ARRAY(arena, uint32_t, (size_t)s->count + 1);
    s->considerate = PL_ARENA_ARRAY(arena, uint32_t, tops);
    s->topped = PL_ARENA_ARRAY(arena, uint64_t, tops);
    for (size_t k = 0; k < sizeof per_cluster / sizeof *per_cluster; k++)
        enough &= (*per_cluster[k] =
                       PL_ARENA_ARRAY(arena, uint32_t, s->count)) != NULL;
    return enough && s->first && s->parent && s->voices && s->inner &&
           s->declared && s->named && s->said_by && s->people &&
           s->considered_by && s->considerate && s->topped;
}

/* Counts each person once per parent. */
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
            s->inner[at - 1] |= word & 1;
            if (!known || person_in(list->word[k - 1]) != person_in(word)) {
                s->voices[at - 1]++;
                s->people[heard++] = person_in(word);
                s->total[c]++;
            }
        }
    }
    s->first[s->count] = at;
    s->said_by[at] = heard;
}

/* Counts people cluster by cluster. spoke[person] is 2 c + 1 once they put
 * cluster c below something, 2 c + 2 once below something else too. */
static void count_speakers(pl_statements *s, const sayings *list,
                           const sayings *tops, uint64_t *spoke)
{
    uint32_t considerate = 0;
    for (uint32_t c = 0; c < s->count; c++) {
        uint64_t once = 2 * (uint64_t)c + 1;
        for (uint32_t k = list->first[c]; k < list->first[c + 1]; k++) {
            uint64_t *last = &spoke[person_in(list->word[k])];
            bool same = k > list->first[c] &&
                        list->word[k - 1] >> 1 == list->word[k] >> 1;
            s->speakers[c] += *last < once;
            s->multiple[c] += *last == once && !same;
            *last = *last < once ? once : same ? *last : once + 1;
        }
        for (uint32_t k = tops->first[c]; k < tops->first[c + 1]; k++) {
            uint32_t person = person_in(tops->word[k]);
            /* The last word of a person says whether any is considered. */
            bool again = k + 1 < tops->first[c + 1] &&
                         person_in(tops->word[k + 1]) == person;
            if (again || spoke[person] >= once)
                continue;
            s->tops[c]++;
            if (tops->word[k] & 1)
                s->considerate[considerate++] = person;
        }
        s->considered_by[c + 1] = considerate;
        s->considered[c] = considerate - s->considered_by[c];
    }
}

/* What each person has on top, once, however many of their hierarchies have it
 * there. */
static void list_topped(pl_statements *s, const sayings *tops)
{
    for (uint32_t c = 0; c < s->count; c++)
        for (uint32_t k = tops->first[c]; k < tops->first[c + 1]; k++)
            if (k == tops->first[c] ||
                person_in(tops->word[k]) != person_in(tops->word[k - 1]))
                s->topped[s->topped_count++] =
                    (uint64_t)person_in(tops->word[k]) << 32 | c;
    pl_sort_uint64(s->topped, s->topped_count);
}

/* Per person: whether they have levels below levels anywhere. */
static uint8_t *find_deep_people(pl_arena *arena, const pleach_corpus *corpus)
{
    uint8_t *deep = PL_ARENA_ARRAY(arena, uint8_t, pl_person_count(corpus));
    for (uint32_t k = 0; k < corpus->sapling_count && deep != NULL; k++)
        if (is_deep(corpus, k))
            deep[pl_person_of(corpus, corpus->sapling_first[k])] = 1;
    return deep;
}

/* What thorough people, and those who go deep, have nodes in, a word for each
 * of their nodes: the tops of either are considered. */
static bool list_known(pl_statements *s, pl_arena *arena,
                       const pleach_affinity *a, const uint32_t *cluster)
{
    for (uint32_t pass = 0; pass < 2; pass++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < a->slot_count; i++) {
            uint32_t person = pl_person_of(a->corpus, a->slot_node[i]);
            if (!s->thorough[person] && !s->deep[person])
                continue;
            if (pass > 0)
                s->known[count] = (uint64_t)person << 32 | cluster[i];
            count++;
        }
        s->known_count = count;
        if (pass == 0 &&
            (s->known = PL_ARENA_ARRAY(arena, uint64_t, count)) == NULL)
            return false;
    }
    pl_sort_uint64(s->known, s->known_count);
    uint32_t distinct = 0;
    for (uint32_t k = 0; k < s->known_count; k++)
        if (k == 0 || s->known[k] != s->known[k - 1])
            s->known[distinct++] = s->known[k];
    s->known_count = distinct;
    return true;
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

/* Whoever has something below a cluster, however much, is one of its heads. */
static bool count_heads(pl_statements *s, pl_arena *scratch,
                        const pleach_affinity *a, const uint32_t *cluster)
{
    uint32_t count = 0;
    uint64_t *word = PL_ARENA_ARRAY(scratch, uint64_t, a->slot_count);
    if (word == NULL)
        return false;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        uint32_t parent = said_parent(a, cluster, i);
        uint32_t person = pl_person_of(a->corpus, a->slot_node[i]);
        if (parent != PL_NONE)
            word[count++] = saying_word(parent, person, false);
    }
    pl_sort_uint64(word, count);
    for (uint32_t k = 0; k < count; k++)
        s->heads[parent_in(word[k])] += k == 0 || word[k] != word[k - 1];
    return true;
}

uint32_t pl_find_statement(const pl_statements *s, uint32_t child,
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

/* Whether the parents of `rest`, said without an id, are all in the list. Both
 * ascend. */
static bool has_parents(const declaration *list, uint32_t count,
                        const declaration *rest, uint32_t rest_count)
{
    uint32_t k = 0;
    for (uint32_t r = 0; r < rest_count; r++) {
        while (k < count && list[k].parent < rest[r].parent)
            k++;
        if (k == count || list[k].parent != rest[r].parent)
            return false;
    }
    return true;
}

/* One person's about one cluster, those without an id last. Whoever gives one
 * thing two parents does not mean two things: only that of two ids makes it
 * ambiguous, or a third parent of what has none. */
static void count_declared(pl_statements *s, const declaration *list,
                           uint32_t all)
{
    uint32_t parents = 0, count = all;
    while (count > 0 && list[count - 1].source_id == PL_NONE)
        count--;
    bool one = count > 0 && list[0].source_id == list[count - 1].source_id;
    for (uint32_t k = 0; k < count; k++)
        parents += k == 0 || list[k].parent != list[k - 1].parent;
    if (!one || parents < 2)
        return;
    if (has_parents(list, count, list + count, all - count))
        s->multiple[list->cluster]--;
    s->repeated[list->cluster] += parents - 1;
    for (uint32_t k = 0; k < count; k++)
        s->declared[pl_find_statement(s, list->cluster, list[k].parent)] = 1;
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
        count_declared(s, list + k, end - k);
    }
    return true;
}

/* Whether a key is another one with words before it. */
static bool ends_with_words(const pl_strings *keys, uint32_t longer,
                            uint32_t shorter)
{
    size_t all = pl_strings_length(keys, longer);
    size_t last = pl_strings_length(keys, shorter);
    const char *text = pl_strings_at(keys, longer);
    return last > 0 && all > last + 1 && text[all - last - 1] == ' ' &&
           memcmp(text + all - last, pl_strings_at(keys, shorter), last) == 0;
}

/* What the last words of names say about each statement. */
static void compare_names(pl_statements *s, const pleach_affinity *a,
                          const uint32_t *cluster)
{
    const pleach_corpus *corpus = a->corpus;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        uint32_t parent = said_parent(a, cluster, i);
        if (parent == PL_NONE)
            continue;
        uint32_t key = corpus->node_key[a->slot_node[i]];
        uint32_t above = corpus->node_key[a->slot_node[a->slot_parent[i]]];
        int8_t *named = &s->named[pl_find_statement(s, cluster[i], parent)];
        if (ends_with_words(corpus->keys, key, above))
            *named = 1;
        else if (*named == 0 && ends_with_words(corpus->keys, above, key))
            *named = -1;
    }
}

/* Having something on top says little when one knows nothing above it. So it is
 * counted apart whether those people have levels above anything at all. */
pleach_status pl_statements_gather(pl_statements *s, pl_arena *arena,
                                   const pleach_affinity *affinity,
                                   const uint32_t *cluster, uint32_t count,
                                   pleach_error *error)
{
    const pleach_corpus *corpus = affinity->corpus;
    sayings list = {0}, tops = {0};
    pl_arena *scratch = pl_arena_new();
    if (scratch == NULL)
        return pl_fail_memory(error);
    s->thorough = find_thorough_people(arena, corpus);
    s->deep = find_deep_people(arena, corpus);
    uint64_t *spoke =
        PL_ARENA_ARRAY(scratch, uint64_t, pl_person_count(corpus));
    s->count = count;
    s->topped_count = 0;
    bool enough =
        s->thorough != NULL && s->deep != NULL && spoke != NULL &&
        list_known(s, arena, affinity, cluster) &&
        list_sayings(&list, scratch, affinity, cluster, count, NULL) &&
        list_sayings(&tops, scratch, affinity, cluster, count, s->thorough) &&
        take_statement_arrays(s, arena, list.first[count], tops.first[count]) &&
        count_heads(s, scratch, affinity, cluster);
    if (enough) {
        count_voices(s, &list);
        count_speakers(s, &list, &tops, spoke);
        list_topped(s, &tops);
        assert_statements(s);
        compare_names(s, affinity, cluster);
        enough = find_declared(s, scratch, affinity, cluster);
    }
    pl_arena_free(scratch);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}

uint32_t pl_voices_for(const pl_statements *s, uint32_t child, uint32_t parent)
{
    uint32_t k = pl_find_statement(s, child, parent);
    return k == PL_NONE ? 0 : s->voices[k];
}

size_t pl_first_top(const pl_statements *s, uint32_t person)
{
    return pl_lower_bound_uint64(s->topped, s->topped_count,
                                 (uint64_t)person << 32);
}

bool pl_is_top_of(const pl_statements *s, size_t k, uint32_t person)
{
    return k < s->topped_count && s->topped[k] >> 32 == person;
}

bool pl_is_known(const pl_statements *s, uint32_t person, uint32_t cluster)
{
    uint64_t word = (uint64_t)person << 32 | cluster;
    return pl_has_uint64(s->known, s->known_count, word);
}
