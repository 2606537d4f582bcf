/* alike.c: finds pairs by words, parents and children, and weighs them. */
/* SPDX-License-Identifier: MIT */
#include "curate/alike.h"

#include <string.h>

#include "base/order.h"

/* What more clusters than this have in common tells nothing. */
enum { MOST_SHARING = 60 };
/* Names of a cluster that are compared: its most frequent ones. */
enum { NAMES_COMPARED = 4 };
enum { MOST_TRIGRAMS = 96, MOST_CHILD_PAIRS = 400 };
/* Clusters with more pairs of children are not compared by them. */
enum { MOST_COMPARED_PAIRS = 10000 };

typedef PL_LIST(uint64_t) word_list;

/* --------------------------------------------------------- candidates -- */

/* Adds (what, cluster) for each word of the names of a cluster. */
static bool list_words(word_list *to, pl_strings *words,
                       const pl_review_facts *facts, uint32_t c)
{
    for (uint32_t k = facts->group_first[c]; k < facts->group_first[c + 1];
         k++) {
        const char *text = pl_strings_at(facts->keys, facts->group[k].key);
        while (*text != '\0') {
            size_t length = strcspn(text, " ");
            uint32_t word = pl_strings_add(words, text, length);
            if (word == PL_NONE || !pl_list_push(to, (uint64_t)word << 32 | c))
                return false;
            text += length + (text[length] != '\0');
        }
    }
    return true;
}

/* Adds all pairs of clusters that have one thing in common. */
static bool pair_up(word_list *pairs, word_list *shared)
{
    if (shared->count > 0)
        pl_sort_uint64(shared->items, shared->count);
    for (size_t first = 0, end; first < shared->count; first = end) {
        uint64_t what = shared->items[first] >> 32;
        for (end = first;
             end < shared->count && shared->items[end] >> 32 == what;)
            end++;
        if (end - first > MOST_SHARING)
            continue;
        for (size_t k = first; k < end; k++)
            for (size_t l = k + 1; l < end; l++) {
                uint32_t a = (uint32_t)shared->items[k];
                uint32_t b = (uint32_t)shared->items[l];
                if (a != b && !pl_list_push(pairs, (uint64_t)a << 32 | b))
                    return false;
            }
    }
    shared->count = 0;
    return true;
}

/* Adds the pairs of a child of one and a child of the other, unless they are
 * very many. */
static bool pair_children(word_list *pairs, const pl_review_facts *facts,
                          uint32_t a, uint32_t b)
{
    const pleach_cluster *c = facts->cluster;
    if (c[a].child_count * (uint64_t)c[b].child_count > MOST_CHILD_PAIRS)
        return true;
    for (uint32_t k = a + 1; k < c[a].end; k = c[k].end)
        for (uint32_t l = b + 1; l < c[b].end; l = c[l].end) {
            uint64_t low = k < l ? k : l, high = k < l ? l : k;
            if (k != l && !pl_list_push(pairs, low << 32 | high))
                return false;
        }
    return true;
}

/* What lies below two that have a word in common. */
static bool pair_all_children(word_list *pairs, const pl_review_facts *facts)
{
    size_t count = pairs->count;
    if (count > 0)
        pl_sort_uint64(pairs->items, count);
    for (size_t k = 0; k < count; k++)
        if ((k == 0 || pairs->items[k] != pairs->items[k - 1]) &&
            !pair_children(pairs, facts, (uint32_t)(pairs->items[k] >> 32),
                           (uint32_t)pairs->items[k]))
            return false;
    return true;
}

/* Words, then what is below those, then parents, then names of children. */
static bool list_pairs(word_list *pairs, word_list *shared, pl_strings *words,
                       const pl_review_facts *facts)
{
    for (uint32_t c = 0; c < facts->count; c++)
        if (!list_words(shared, words, facts, c))
            return false;
    if (!pair_up(pairs, shared) || !pair_all_children(pairs, facts))
        return false;
    for (uint32_t c = 0; c < facts->count; c++)
        if (facts->cluster[c].parent != PLEACH_NO_CLUSTER &&
            !pl_list_push(shared, (uint64_t)facts->cluster[c].parent << 32 | c))
            return false;
    if (!pair_up(pairs, shared))
        return false;
    for (uint32_t c = 0; c < facts->count; c++) {
        uint32_t up = facts->cluster[c].parent;
        uint32_t key = facts->group[facts->group_first[c]].key;
        if (up != PLEACH_NO_CLUSTER &&
            !pl_list_push(shared, (uint64_t)key << 32 | up))
            return false;
    }
    return pair_up(pairs, shared);
}

/* ------------------------------------------------------------ weighing -- */

/* The distinct trigrams of a name, ascending. */
static uint32_t list_trigrams(uint32_t *to, const char *text)
{
    uint32_t window = ' ', count = 0, kept = 0;
    for (bool ended = false; !ended && count < MOST_TRIGRAMS; text++) {
        ended = *text == '\0';
        window =
            (window << 8 | (ended ? ' ' : (unsigned char)*text)) & 0xffffff;
        to[count++] = window;
    }
    pl_sort_uint32(to, count);
    for (uint32_t k = 0; k < count; k++)
        if (k == 0 || to[k] != to[k - 1])
            to[kept++] = to[k];
    return kept;
}

/* The share of trigrams that two names have in common. */
static double compare_names(const char *one, const char *other)
{
    uint32_t a[MOST_TRIGRAMS], b[MOST_TRIGRAMS];
    uint32_t many = list_trigrams(a, one), more = list_trigrams(b, other);
    uint32_t common = 0;
    for (uint32_t k = 0, l = 0; k < many && l < more;) {
        common += a[k] == b[l];
        uint32_t at = a[k];
        k += at <= b[l];
        l += b[l] <= at;
    }
    return 2.0 * common / (many + more);
}

static uint32_t names_of(const pl_review_facts *facts, uint32_t c)
{
    uint32_t count = facts->group_first[c + 1] - facts->group_first[c];
    return count < NAMES_COMPARED ? count : NAMES_COMPARED;
}

static double best_names(const pl_review_facts *facts, pl_alike *pair)
{
    double best = 0;
    for (uint32_t k = 0; k < names_of(facts, pair->a); k++)
        for (uint32_t l = 0; l < names_of(facts, pair->b); l++) {
            uint32_t one = facts->group[facts->group_first[pair->a] + k].key;
            uint32_t other = facts->group[facts->group_first[pair->b] + l].key;
            double like = compare_names(pl_strings_at(facts->keys, one),
                                        pl_strings_at(facts->keys, other));
            pair->same_name |= one == other;
            best = like > best ? like : best;
        }
    return best;
}

/* Whether some hierarchy has nodes of both: its owner told them apart. */
static bool are_told_apart(const pl_review_facts *facts, uint32_t a, uint32_t b)
{
    uint32_t k = facts->tree_first[a], l = facts->tree_first[b];
    while (k < facts->tree_first[a + 1] && l < facts->tree_first[b + 1]) {
        if (facts->tree[k] == facts->tree[l])
            return true;
        if (facts->tree[k] < facts->tree[l])
            k++;
        else
            l++;
    }
    return false;
}

static bool is_below(const pl_review_facts *facts, uint32_t a, uint32_t b)
{
    return (a < b && b < facts->cluster[a].end) ||
           (b < a && a < facts->cluster[b].end);
}

static bool has_child_named(const pl_review_facts *facts, uint32_t c,
                            uint32_t key)
{
    for (uint32_t k = c + 1; k < facts->cluster[c].end;
         k = facts->cluster[k].end)
        if (facts->group[facts->group_first[k]].key == key)
            return true;
    return false;
}

/* Children of a that have the name of a child of b; few are enough. */
static uint32_t common_children(const pl_review_facts *facts, uint32_t a,
                                uint32_t b)
{
    const pleach_cluster *c = facts->cluster;
    uint32_t common = 0;
    if (c[a].child_count * (uint64_t)c[b].child_count > MOST_COMPARED_PAIRS)
        return 0;
    for (uint32_t k = a + 1; k < c[a].end && common < 3; k = c[k].end)
        common +=
            has_child_named(facts, b, facts->group[facts->group_first[k]].key);
    return common;
}

/* Names say most; what stands around them a little. */
static bool weigh(pl_alike *pair, const pl_review_facts *facts)
{
    double names = best_names(facts, pair);
    uint32_t up = facts->cluster[pair->a].parent;
    pair->siblings =
        up != PLEACH_NO_CLUSTER && up == facts->cluster[pair->b].parent;
    if (!pair->same_name && are_told_apart(facts, pair->a, pair->b))
        return false;
    pair->likeness = pair->same_name ? 0.75 : 0.7 * names * names;
    pair->likeness +=
        (1 - pair->likeness) * ((pair->siblings ? 0.08 : 0) +
                                0.1 * common_children(facts, pair->a, pair->b));
    return !is_below(facts, pair->a, pair->b);
}

bool pl_find_alike(pl_alike_list *pairs, const pl_review_facts *facts)
{
    word_list words = {0}, shared = {0};
    pl_strings *table = pl_strings_new();
    bool enough = table != NULL && list_pairs(&words, &shared, table, facts);
    if (enough && words.count > 0)
        pl_sort_uint64(words.items, words.count);
    for (size_t k = 0; k < words.count && enough; k++) {
        uint32_t a = (uint32_t)(words.items[k] >> 32);
        pl_alike pair = {.a = a, .b = (uint32_t)words.items[k]};
        if ((k == 0 || words.items[k] != words.items[k - 1]) &&
            pair.a < pair.b && weigh(&pair, facts))
            enough = pl_list_push(pairs, pair);
    }
    pl_strings_free(table);
    pl_list_free(&words);
    pl_list_free(&shared);
    return enough;
}
