/* counterparts.c: looks in the same cluster, in other places of the concept,
 * and above. */
/* SPDX-License-Identifier: MIT */
#include "write/counterparts.h"

#include <string.h>

#include "base/status.h"
#include "taxonomy/taxonomy.h"
#include "write/sssom.h"

/* How often a counterpart that is not the same cluster was right in trials,
 * beside those that are: the right one may bear a name that nobody linked. */
#define SURE_ELSEWHERE 0.5
#define SURE_ABOVE 0.75

/* ------------------------------------------------------------- preparing -- */

/* Nodes come in the order of their sources. */
static bool number_sources(pl_counterparts *self)
{
    const pl_placed_node *list = self->nodes.list.items;
    for (size_t k = 0; k < self->nodes.list.count; k++) {
        bool new_source =
            k == 0 || strcmp(list[k].source, list[k - 1].source) != 0;
        if (new_source && !pl_list_push(&self->sources, list[k].source))
            return false;
        self->source[k] = (uint32_t)self->sources.count - 1;
    }
    return true;
}

static bool find_name_keys(pl_counterparts *self, pl_namer *namer)
{
    for (size_t k = 0; k < self->nodes.list.count; k++) {
        const char *name = self->nodes.list.items[k].name;
        pl_key key;
        if (!pl_namer_key(namer, name, strlen(name), &key))
            return false;
        self->key[k] = pl_strings_add(self->keys, key.bytes, key.length);
        if (self->key[k] == PL_NONE)
            return false;
    }
    return true;
}

static void group_by_cluster(pl_counterparts *self)
{
    const pl_placed_node *list = self->nodes.list.items;
    size_t count = self->nodes.list.count;
    for (size_t k = 0; k < count; k++)
        if (list[k].cluster != PL_NONE)
            self->first[list[k].cluster + 2]++;
    for (uint32_t c = 2; c < self->cluster_count + 2; c++)
        self->first[c] += self->first[c - 1];
    for (size_t k = 0; k < count; k++)
        if (list[k].cluster != PL_NONE)
            self->node[self->first[list[k].cluster + 1]++] = (uint32_t)k;
}

/* Places of one concept are linked, so that a counterpart can be looked for in
 * each of them. */
static pleach_status read_clusters(pl_counterparts *self, pleach_error *error)
{
    for (uint32_t c = 0; c < self->cluster_count; c++) {
        PL_TRY(
            pleach_taxonomy_cluster(&self->cluster[c], self->forest, c, error));
        self->next_place[c] = PL_NONE;
    }
    /* A ring of places would need no beginning; a list behind the largest one
     * is as good: it holds all but that. */
    for (uint32_t c = self->cluster_count; c-- > 0;) {
        uint32_t chief = self->cluster[c].concept;
        if (chief == c)
            continue;
        self->next_place[c] = self->next_place[chief];
        self->next_place[chief] = c;
    }
    return PLEACH_OK;
}

/* Everything by node and by cluster is laid out once: rows are then looked up
 * in time for the places of a concept. */
pleach_status pl_counterparts_open(pl_counterparts *self,
                                   const pleach_taxonomy *forest,
                                   pl_namer *namer, pleach_error *error)
{
    self->forest = forest;
    self->keys = pl_strings_new();
    PL_TRY(pl_place_nodes(&self->nodes, forest, error));
    size_t count = self->nodes.list.count;
    self->cluster_count = pleach_taxonomy_clusters(forest);
    self->arena = pl_arena_new();
    if (self->arena == NULL)
        return pl_fail_memory(error);
    self->source = PL_ARENA_ARRAY(self->arena, uint32_t, count);
    self->node = PL_ARENA_ARRAY(self->arena, uint32_t, count);
    self->key = PL_ARENA_ARRAY(self->arena, uint32_t, count);
    self->first =
        PL_ARENA_ARRAY(self->arena, uint32_t, (size_t)self->cluster_count + 2);
    self->next_place =
        PL_ARENA_ARRAY(self->arena, uint32_t, self->cluster_count);
    self->cluster =
        PL_ARENA_ARRAY(self->arena, pleach_cluster, self->cluster_count);
    if (self->source == NULL || self->node == NULL || self->first == NULL ||
        self->next_place == NULL || self->cluster == NULL ||
        self->key == NULL || self->keys == NULL || !number_sources(self) ||
        !find_name_keys(self, namer))
        return pl_fail_memory(error);
    group_by_cluster(self);
    return read_clusters(self, error);
}

void pl_counterparts_free(pl_counterparts *self)
{
    pl_arena_free(self->arena);
    pl_strings_free(self->keys);
    pl_list_free(&self->sources);
    pl_placed_nodes_free(&self->nodes);
}

/* --------------------------------------------------------------- finding -- */

/* The first node of a cluster from that source or a later one. */
static uint32_t first_of_source(const pl_counterparts *self, uint32_t c,
                                uint32_t source)
{
    uint32_t low = self->first[c], high = self->first[c + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (self->source[self->node[middle]] < source)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint32_t cluster_above(const pl_counterparts *self, uint32_t node)
{
    uint32_t up = self->nodes.list.items[node].parent;
    return up == PL_NONE ? PL_NONE : self->nodes.list.items[up].cluster;
}

static bool is_one_concept(const pl_counterparts *self, uint32_t a, uint32_t b)
{
    const pl_placed_node *list = self->nodes.list.items;
    return list[a].cluster != PL_NONE && list[b].cluster != PL_NONE &&
           self->cluster[list[a].cluster].concept ==
               self->cluster[list[b].cluster].concept;
}

/* Whether what is right above one is above the other, at whatever level. */
static bool has_above(const pl_counterparts *self, uint32_t node, uint32_t up)
{
    const pl_placed_node *list = self->nodes.list.items;
    uint32_t at = list[node].parent;
    while (at != PL_NONE && !is_one_concept(self, at, up))
        at = list[at].parent;
    return at != PL_NONE;
}

/* Whether names say that two things are two: they share words without being the
 * same, as "Men" and "Men's Shoes". */
static bool are_names_half_alike(const pl_counterparts *self, uint32_t a,
                                 uint32_t b)
{
    const pl_placed_node *list = self->nodes.list.items;
    const char *left = pl_strings_at(self->keys, self->key[a]);
    const char *right = pl_strings_at(self->keys, self->key[b]);
    return self->key[a] != self->key[b] &&
           pl_share_word(left, right, strlen(right)) &&
           !pl_same_letters(left, right, strlen(right)) &&
           !pl_share_further_name(self->forest->corpus, &list[a], &list[b]);
}

static bool is_named_by(const pl_rulings *rulings, uint32_t decision,
                        uint32_t node)
{
    for (uint32_t k = rulings->first[2 * decision];
         k < rulings->first[2 * decision + 2]; k++)
        if (rulings->node[k] == node)
            return true;
    return false;
}

/* Whether people decided that two nodes of a cluster are the same. A file tells
 * only that they decided something about it. */
static bool are_decided(const pl_counterparts *self, uint32_t a, uint32_t b)
{
    const pleach_taxonomy *forest = self->forest;
    const pl_placed_node *list = self->nodes.list.items;
    uint32_t c = list[a].cluster;
    if (forest->loaded != NULL || self->cluster[c].decided == 0)
        return self->cluster[c].decided > 0;
    const pl_rulings *rulings = forest->affinity->rulings;
    for (uint32_t k = forest->decided_first[c];
         k < forest->decided_first[c + 1]; k++) {
        uint32_t d = forest->decided[k];
        if (rulings->decisions->items[d].kind == PLEACH_SAME &&
            is_named_by(rulings, d, list[a].node) &&
            is_named_by(rulings, d, list[b].node))
            return true;
    }
    return false;
}

/* Whether two nodes of one concept can stand for each other. Where names are
 * half alike what is above them must correspond, unless people decided: of such
 * pairs half were wrong where it does not, one in thirteen where it does. */
static bool can_replace(const pl_counterparts *self, uint32_t a, uint32_t b)
{
    const pl_placed_node *list = self->nodes.list.items;
    uint32_t up_a = list[a].parent, up_b = list[b].parent;
    if (!are_names_half_alike(self, a, b) || are_decided(self, a, b))
        return true;
    if (up_a == PL_NONE || up_b == PL_NONE)
        return up_a == up_b;
    return has_above(self, b, up_a) || has_above(self, a, up_b);
}

/* The node right above or further up that is in a cluster; PL_NONE: none. */
static uint32_t find_up_in(const pl_counterparts *self, uint32_t node,
                           uint32_t cluster)
{
    const pl_placed_node *list = self->nodes.list.items;
    uint32_t up = list[node].parent;
    while (up != PL_NONE && list[up].cluster != cluster)
        up = list[up].parent;
    return up;
}

/* Of several nodes of one source in a cluster: one that hangs below the same,
 * else the most similar. They stand for `instead`, or, where that is PL_NONE,
 * for something that the other source does not have. */
static uint32_t choose_counterpart(const pl_counterparts *self, uint32_t from,
                                   uint32_t instead, uint32_t c,
                                   uint32_t source)
{
    const pl_placed_node *list = self->nodes.list.items;
    uint32_t best = PL_NONE, above = cluster_above(self, from);
    bool best_below = false;
    for (uint32_t k = first_of_source(self, c, source);
         k < self->first[c + 1] && self->source[self->node[k]] == source; k++) {
        uint32_t node = self->node[k];
        bool below = cluster_above(self, node) == above;
        if (instead != PL_NONE && !can_replace(self, instead, node))
            continue;
        if (best == PL_NONE || below > best_below ||
            (below == best_below &&
             list[node].similarity > list[best].similarity)) {
            best = node;
            best_below = below;
        }
    }
    return best;
}

/* How many of those who spoke about a cluster's place agree with it. */
static double agreement_about(const pleach_cluster *cluster)
{
    double agree = (double)cluster->in_favour + cluster->skipping;
    double all = agree + cluster->against + cluster->top;
    return (agree + 1) / (all + 1);
}

static double sureness_of(const pl_counterparts *self, uint32_t a, uint32_t b)
{
    double left = pl_confidence(self->nodes.list.items[a].similarity);
    double right = pl_confidence(self->nodes.list.items[b].similarity);
    return left < right ? left : right;
}

/* The same cluster first, then other places of the same concept: there the
 * nodes agree on what it is, but not on where it belongs. */
static pl_counterpart find_equal(const pl_counterparts *self, uint32_t from,
                                 uint32_t source)
{
    uint32_t c = self->nodes.list.items[from].cluster;
    pl_counterpart found = {
        .node = choose_counterpart(self, from, from, c, source)};
    uint32_t place = self->cluster[c].concept;
    while (found.node == PL_NONE && place != PL_NONE) {
        if (place != c)
            found.node = choose_counterpart(self, from, from, place, source);
        found.elsewhere = true;
        place = self->next_place[place];
    }
    if (found.node != PL_NONE)
        found.confidence = sureness_of(self, from, found.node) *
                           (found.elsewhere ? SURE_ELSEWHERE : 1);
    return found;
}

/* In the forest: the nearest cluster above that has one of that source. */
static pl_counterpart find_above_in_forest(const pl_counterparts *self,
                                           uint32_t from, uint32_t source)
{
    const pl_placed_node *list = self->nodes.list.items;
    pl_counterpart found = {.node = PL_NONE,
                            .confidence = SURE_ABOVE *
                                          pl_confidence(list[from].similarity)};
    uint32_t c = list[from].cluster;
    for (; found.node == PL_NONE && self->cluster[c].parent != PL_NONE;
         c = self->cluster[c].parent) {
        found.confidence *= agreement_about(&self->cluster[c]);
        found.steps++;
        uint32_t up = self->cluster[c].parent;
        found.node = choose_counterpart(self, from, find_up_in(self, from, up),
                                        up, source);
    }
    return found;
}

/* In its own source: the nearest node above that has a counterpart. */
static pl_counterpart find_above_in_source(const pl_counterparts *self,
                                           uint32_t from, uint32_t source)
{
    const pl_placed_node *list = self->nodes.list.items;
    pl_counterpart found = {.node = PL_NONE};
    uint32_t steps = 0;
    for (uint32_t up = list[from].parent;
         found.node == PL_NONE && up != PL_NONE; up = list[up].parent) {
        steps++;
        if (list[up].cluster != PL_NONE)
            found = find_equal(self, up, source);
    }
    found.steps = steps;
    found.confidence *= SURE_ABOVE;
    return found;
}

/* The nearer of both. */
static pl_counterpart find_above(const pl_counterparts *self, uint32_t from,
                                 uint32_t source)
{
    pl_counterpart own = find_above_in_source(self, from, source);
    pl_counterpart forest = find_above_in_forest(self, from, source);
    if (forest.node != PL_NONE &&
        (own.node == PL_NONE || forest.steps < own.steps))
        return forest;
    return own;
}

/* A discarded node has no cluster and no counterpart. */
pl_counterpart pl_counterpart_of(const pl_counterparts *self, uint32_t node,
                                 uint32_t source)
{
    pl_counterpart found = {.node = PL_NONE};
    if (self->nodes.list.items[node].cluster == PL_NONE)
        return found;
    found = find_equal(self, node, source);
    return found.node == PL_NONE ? find_above(self, node, source) : found;
}
