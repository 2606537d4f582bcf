/* alike.c: finds pairs by words, parents and children, and weighs them.
 *
 * Names say most. What stands around them says a little, and where names say
 * nothing it is all there is: so a small result is compared all with all, and
 * questions do not run out before everything is settled. */
/* SPDX-License-Identifier: MIT */
#include "curate/alike.h"

#include <math.h>
#include <string.h>

#include "base/order.h"
#include "curate/name_likeness.h"

/* What more clusters than this have in common tells nothing. */
enum { MOST_SHARING = 60 };
/* Names of a cluster that are compared: its most frequent ones. */
enum { NAMES_COMPARED = 8 };
/* So many clusters are compared all with all. */
enum { MOST_ALL_PAIRS = 2000 };
/* Parents of a cluster that count: its own, and whom most people name. */
enum { MOST_PARENTS_ASKED = 6 };

/* What the same or like names, parents and children are worth, as shares of
 * what is left to certainty. */
static const double SAME_NAME = 0.75, LIKE_NAMES = 0.7;
static const double SAME_PARENT = 0.15, LIKE_PARENTS = 0.1, BOTH_TOP = 0.1;
static const double SAME_TREE = 0.03, SAME_CHILDREN = 0.6;
/* One has children and the other none: it is a little less likely. */
static const double OTHER_LEVEL = 0.8;
/* Neither names nor children have anything in common: a person would hardly
 * ask. */
static const double LEAST_LIKE_NAMES = 0.2, NOTHING_ALIKE = 0.6;
/* Who was found different from many is more likely one of a kind. */
static const double EACH_DIFFERENT = 0.15;

typedef struct surroundings {
    const pl_review_facts *facts;
    pl_arena *arena;
    pl_name_likeness names;
    uint32_t *root; /* per cluster: of its tree */
    /* Parents of cluster c, its own first, then rivals; children likewise:
     * child[child_first[c]] up to the next, ascending. */
    uint32_t *parent_first, *parent;
    uint64_t *child_first;
    uint32_t *child;
    const uint32_t *different; /* per cluster: answers that part it */
} surroundings;

typedef PL_LIST(uint64_t) word_list;

/* --------------------------------------------------------- candidates -- */

/* Adds (what, cluster) for each word of the names of a cluster. */
static void list_words(word_list *to, pl_strings *words,
                       const pl_review_facts *facts, uint32_t c)
{
    for (uint32_t k = facts->group_first[c]; k < facts->group_first[c + 1];
         k++) {
        const char *text = pl_strings_at(facts->keys, facts->group[k].key);
        while (*text != '\0') {
            size_t length = strcspn(text, " ");
            uint64_t word = pl_strings_add(words, text, length);
            pl_list_add(to, word << 32 | c);
            text += length + (text[length] != '\0');
        }
    }
}

/* Adds all pairs of clusters that have one thing in common. */
static void pair_up(word_list *pairs, word_list *shared)
{
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
                if (a != b)
                    pl_list_add(pairs, (uint64_t)a << 32 | b);
            }
    }
    shared->count = 0;
}

/* Those that have a word in common, then those below one parent. */
static void list_pairs(word_list *pairs, pl_arena *scratch,
                       const pl_review_facts *facts)
{
    word_list shared = {.arena = scratch};
    pl_strings *words = pl_strings_in(scratch);
    for (uint32_t c = 0; words != NULL && c < facts->count; c++)
        list_words(&shared, words, facts, c);
    pair_up(pairs, &shared);
    for (uint32_t c = 0; c < facts->count; c++)
        if (facts->cluster[c].parent != PLEACH_NO_CLUSTER)
            pl_list_add(&shared, (uint64_t)facts->cluster[c].parent << 32 | c);
    pair_up(pairs, &shared);
}

/* All with all. */
static void list_every_pair(word_list *pairs, uint32_t count)
{
    for (uint64_t a = 0; a < count; a++)
        for (uint64_t b = a + 1; b < count; b++)
            pl_list_add(pairs, a << 32 | b);
}

/* -------------------------------------------------------- surroundings -- */

/* Rivals count as well as the parent, since the forest may have hung one of the
 * two wrongly. */
static uint32_t list_parents(const pl_review_facts *facts, uint32_t c,
                             uint32_t *to)
{
    pleach_rival rivals[MOST_PARENTS_ASKED - 1];
    size_t known = MOST_PARENTS_ASKED - 1;
    uint32_t count = 0;
    if (facts->cluster[c].parent != PLEACH_NO_CLUSTER)
        to[count++] = facts->cluster[c].parent;
    if (pleach_taxonomy_rivals(rivals, &known, facts->result, c, NULL) !=
        PLEACH_OK)
        known = 0;
    for (size_t k = 0; k < known; k++)
        if (rivals[k].parent < facts->count && rivals[k].parent != c)
            to[count++] = rivals[k].parent;
    return count;
}

/* Turns the parents round. */
static void turn_parents_round(surroundings *s)
{
    uint32_t count = s->facts->count;
    uint64_t *first = s->child_first;
    for (uint32_t k = 0; k < s->parent_first[count]; k++)
        first[s->parent[k] + 2]++;
    for (uint32_t c = 0; c < count; c++)
        first[c + 2] += first[c + 1];
    for (uint32_t c = 0; c < count; c++)
        for (uint32_t k = s->parent_first[c]; k < s->parent_first[c + 1]; k++)
            s->child[first[s->parent[k] + 1]++] = c;
}

/* All that the weighing of a pair asks about its clusters, found once. */
static void look_around_clusters(surroundings *s)
{
    const pl_review_facts *facts = s->facts;
    size_t count = facts->count, used = 0;
    s->root = PL_ARENA_ARRAY(s->arena, uint32_t, count);
    s->parent_first = PL_ARENA_ARRAY(s->arena, uint32_t, count + 1);
    s->child_first = PL_ARENA_ARRAY(s->arena, uint64_t, count + 2);
    s->parent = PL_ARENA_ARRAY(s->arena, uint32_t, count * MOST_PARENTS_ASKED);
    s->child = PL_ARENA_ARRAY(s->arena, uint32_t, count * MOST_PARENTS_ASKED);
    pl_name_likeness_make(&s->names, s->arena, facts->keys);
    if (pl_arena_failed(s->arena))
        return;
    for (uint32_t c = 0; c < count; c++) {
        uint32_t up = facts->cluster[c].parent;
        s->root[c] = up == PLEACH_NO_CLUSTER ? c : s->root[up];
        used += list_parents(facts, c, s->parent + used);
        s->parent_first[c + 1] = (uint32_t)used;
    }
    turn_parents_round(s);
}

/* ------------------------------------------------------------ weighing -- */

static uint32_t names_of(const pl_review_facts *facts, uint32_t c)
{
    uint32_t count = facts->group_first[c + 1] - facts->group_first[c];
    return count < NAMES_COMPARED ? count : NAMES_COMPARED;
}

/* How alike the names of two clusters are that are most so. */
static double like_names(const surroundings *s, uint32_t a, uint32_t b)
{
    const pl_review_facts *facts = s->facts;
    double best = 0;
    for (uint32_t k = 0; k < names_of(facts, a); k++)
        for (uint32_t l = 0; l < names_of(facts, b); l++)
            best = fmax(best, pl_name_likeness_of(
                                  &s->names,
                                  facts->group[facts->group_first[a] + k].key,
                                  facts->group[facts->group_first[b] + l].key));
    return best;
}

/* Whether some hierarchy has nodes of both: its owner told them apart. */
static bool are_told_apart(const pl_review_facts *facts, uint32_t a, uint32_t b)
{
    return pl_count_common(facts->tree_first, facts->tree, a, b, 1) > 0;
}

static bool is_above_or_below(const pl_review_facts *facts, uint32_t a,
                              uint32_t b)
{
    return (a < b && b < facts->cluster[a].end) ||
           (b < a && a < facts->cluster[b].end);
}

/* By what is above two. */
static double like_parents(const surroundings *s, uint32_t a, uint32_t b)
{
    double best = 0;
    if (s->parent_first[a] == s->parent_first[a + 1] &&
        s->parent_first[b] == s->parent_first[b + 1])
        return BOTH_TOP;
    for (uint32_t k = s->parent_first[a]; k < s->parent_first[a + 1]; k++)
        for (uint32_t l = s->parent_first[b]; l < s->parent_first[b + 1]; l++) {
            uint32_t one = s->parent[k], other = s->parent[l];
            best = fmax(best, one == other
                                  ? SAME_PARENT
                                  : LIKE_PARENTS * like_names(s, one, other));
        }
    return best + (s->root[a] == s->root[b] ? SAME_TREE : 0);
}

/* By what people have below two. */
static double like_children(const surroundings *s, uint32_t a, uint32_t b)
{
    uint32_t common = pl_count_common(s->child_first, s->child, a, b, INFINITY);
    double many = (double)(s->child_first[a + 1] - s->child_first[a]);
    double more = (double)(s->child_first[b + 1] - s->child_first[b]);
    return common == 0 ? 0 : SAME_CHILDREN * common / sqrt(many * more);
}

/* The more answers part each name of a cluster from others, the less likely
 * is the next pair. */
static double alone_of(const surroundings *s, uint32_t c)
{
    const uint32_t *first = s->facts->group_first;
    uint32_t names = first[c + 1] - first[c];
    return s->different == NULL || names == 0
               ? 1
               : 1 + EACH_DIFFERENT * s->different[c] / names;
}

/* False: it is no pair, since one lies below the other or somebody has both. */
static bool weigh(pl_alike *pair, const surroundings *s)
{
    const pl_review_facts *facts = s->facts;
    uint32_t a = pair->a, b = pair->b, up = facts->cluster[a].parent;
    double names = like_names(s, a, b);
    pair->same_name = names >= 1;
    pair->siblings = up != PLEACH_NO_CLUSTER && up == facts->cluster[b].parent;
    if (is_above_or_below(facts, a, b) ||
        (!pair->same_name && are_told_apart(facts, a, b)))
        return false;
    double like = pair->same_name ? SAME_NAME : LIKE_NAMES * names * names;
    like += (1 - like) * like_parents(s, a, b);
    like += (1 - like) * like_children(s, a, b);
    if ((s->child_first[a] == s->child_first[a + 1]) !=
        (s->child_first[b] == s->child_first[b + 1]))
        like *= OTHER_LEVEL;
    pair->only_near = names < LEAST_LIKE_NAMES && like_children(s, a, b) <= 0;
    if (pair->only_near)
        like *= NOTHING_ALIKE;
    like /= alone_of(s, a) * alone_of(s, b);
    pair->likeness = like;
    return like > 0;
}

static void weigh_all(pl_alike_list *pairs, const word_list *words,
                      const surroundings *s)
{
    for (size_t k = 0; k < words->count; k++) {
        pl_alike pair = {.a = (uint32_t)(words->items[k] >> 32),
                         .b = (uint32_t)words->items[k]};
        if ((k == 0 || words->items[k] != words->items[k - 1]) &&
            pair.a < pair.b && weigh(&pair, s))
            pl_list_add(pairs, pair);
    }
}

/* Few clusters are compared all with all; of many, those that share something.
 */
bool pl_find_alike(pl_alike_list *pairs, const pl_review_facts *facts,
                   const uint32_t *different)
{
    PL_SCRATCH(scratch);
    surroundings s = {.facts = facts, .arena = scratch, .different = different};
    word_list words = {.arena = scratch};
    look_around_clusters(&s);
    if (pl_arena_failed(scratch))
        return false;
    if (facts->count <= MOST_ALL_PAIRS)
        list_every_pair(&words, facts->count);
    else
        list_pairs(&words, scratch, facts);
    if (pl_arena_failed(scratch))
        return false;
    pl_sort_uint64(words.items, words.count);
    weigh_all(pairs, &words, &s);
    return !pl_arena_failed(pairs->arena);
}
