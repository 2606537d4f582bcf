/* pairs.c: looks words up rather than comparing all with all. */
/* SPDX-License-Identifier: MIT */
#include "cross/pairs.h"

#include "base/order.h"
#include "base/status.h"

/* So many candidates of a node are looked at closely; so many that share a word
 * at a glance, before words that more have are passed over; so far up is
 * looked. */
enum { CANDIDATES = 12, GLANCES = 1000, WORDS = 8, LEVELS = 32 };

typedef PL_LIST(uint64_t) pair_words;

/* One way of looking up: from the nodes of a source to those of another. */
typedef struct lookup {
    const pl_cross_nodes *nodes;
    uint32_t to;
    uint32_t first;    /* node of `to` */
    double *shared;    /* per node of `to`: what its name has in common */
    uint32_t *touched; /* those where that is something */
    uint32_t count;
} lookup;

void pl_cross_pairs_free(pl_cross_pairs *self)
{
    pl_arena_free(self->arena);
}

/* ------------------------------------------------------------- looking up --
 */

static void touch_holders(lookup *l, uint32_t token, double part)
{
    pl_cross_run run =
        pl_cross_of_source(l->nodes, &l->nodes->with, token, l->to);
    if (l->count > 0 && run.count > GLANCES)
        return;
    for (uint32_t k = 0; k < run.count && k < GLANCES; k++) {
        uint32_t at = run.item[k] - l->first;
        if (l->shared[at] == 0)
            l->touched[l->count++] = run.item[k];
        l->shared[at] += part * l->nodes->weight[token];
    }
}

/* The rarest word first: where a common one would bring too many, those that
 * have the rare ones are there already. */
static void touch_words(lookup *l, uint32_t node)
{
    const pl_cross_nodes *nodes = l->nodes;
    pl_cross_run own = pl_cross_set(&nodes->own, node);
    uint32_t word[WORDS + 1], count = 0;
    for (uint32_t k = 0; k < own.count; k++) {
        uint32_t at = count;
        for (;
             at > 0 && nodes->weight[own.item[k]] > nodes->weight[word[at - 1]];
             at--)
            word[at] = word[at - 1];
        word[at] = own.item[k];
        count += count < WORDS;
    }
    pl_cross_run called = pl_cross_set(&nodes->called, node);
    for (uint32_t k = 0; k < called.count; k++)
        touch_holders(l, called.item[k], 1);
    for (uint32_t k = 0; k < count; k++) {
        touch_holders(l, word[k], 1);
        if (nodes->stem[word[k]] != PL_NONE)
            touch_holders(l, nodes->stem[word[k]], 0.5);
    }
}

/* What is said at a glance: common words of the names, and of what is above,
 * against all that the other's name says. */
static double glance(const lookup *l, uint32_t node, uint32_t other)
{
    const pl_cross_nodes *nodes = l->nodes;
    pl_cross_run own = pl_cross_set(&nodes->own, other);
    pl_cross_run above = pl_cross_set(&nodes->above, other);
    pl_cross_run mine = pl_cross_set(&nodes->own, node);
    pl_cross_run over = pl_cross_set(&nodes->above, node);
    double all = 1, common = l->shared[other - l->first];
    for (uint32_t k = 0; k < own.count; k++)
        all += nodes->weight[own.item[k]];
    for (uint32_t k = 0; k < mine.count; k++)
        all += nodes->weight[mine.item[k]];
    for (uint32_t i = 0, j = 0; i < above.count && j < over.count;) {
        if (above.item[i] == over.item[j])
            common += nodes->weight[above.item[i]] / 2;
        if (above.item[i] <= over.item[j])
            i++;
        else
            j++;
    }
    return common / all;
}

/* Keeps the best at a glance, in a short list that is in order. */
static void keep_best(const lookup *l, uint32_t node, uint32_t *best,
                      uint32_t *count)
{
    double value[CANDIDATES + 1];
    *count = 0;
    for (uint32_t k = 0; k < l->count; k++) {
        double now = glance(l, node, l->touched[k]);
        uint32_t at = *count;
        for (;
             at > 0 && (now > value[at - 1] ||
                        (now == value[at - 1] && l->touched[k] < best[at - 1]));
             at--) {
            value[at] = value[at - 1];
            best[at] = best[at - 1];
        }
        value[at] = now;
        best[at] = l->touched[k];
        *count += *count < CANDIDATES;
    }
}

static void add_pair(pair_words *words, uint32_t a, uint32_t b, bool back)
{
    pl_list_add(words, back ? (uint64_t)b << 32 | a : (uint64_t)a << 32 | b);
}

/* Nodes of one concept, wherever they are, and of the nearest one above. */
static void add_concept(pair_words *words, const pl_cross_nodes *nodes,
                        uint32_t node, uint32_t to, bool back)
{
    uint32_t added = 0, c;
    for (c = pl_cross_concept(nodes, node); c != PL_NONE && added < CANDIDATES;
         c = nodes->next_place[c]) {
        pl_cross_run run = pl_cross_of_source(nodes, &nodes->members, c, to);
        for (uint32_t k = 0; k < run.count && added < CANDIDATES; k++, added++)
            add_pair(words, node, run.item[k], back);
    }
    c = nodes->list[node].cluster;
    for (int level = 0; level < LEVELS && c != PL_NONE; level++) {
        pl_cross_run run;
        c = nodes->cluster[c].parent;
        if (c == PL_NONE)
            return;
        run = pl_cross_of_source(nodes, &nodes->members, c, to);
        for (uint32_t k = 0; k < run.count && k < CANDIDATES; k++)
            add_pair(words, node, run.item[k], back);
        if (run.count > 0)
            return;
    }
}

/* Candidates of all nodes of a source; `back`: the pairs are the other way
 * round. */
static void look_up(pair_words *words, const pl_cross_nodes *nodes,
                    uint32_t from, uint32_t to, bool back, pl_arena *scratch)
{
    uint32_t size = pl_cross_size(nodes, to);
    lookup l = {.nodes = nodes,
                .to = to,
                .first = nodes->source_first[to],
                .shared = PL_ARENA_ARRAY(scratch, double, size),
                .touched = PL_ARENA_ARRAY(scratch, uint32_t, size)};
    uint32_t best[CANDIDATES + 1], count;
    if (pl_arena_failed(scratch))
        return;
    for (uint32_t n = nodes->source_first[from];
         n < nodes->source_first[from + 1]; n++) {
        touch_words(&l, n);
        keep_best(&l, n, best, &count);
        for (uint32_t k = 0; k < l.count; k++)
            l.shared[l.touched[k] - l.first] = 0;
        l.count = 0;
        for (uint32_t k = 0; k < count; k++)
            add_pair(words, n, best[k], back);
        add_concept(words, nodes, n, to, back);
    }
}

static void settle(pair_words *words)
{
    size_t kept = 0;
    pl_sort_uint64(words->items, words->count);
    for (size_t k = 0; k < words->count; k++)
        if (kept == 0 || words->items[k] != words->items[kept - 1])
            words->items[kept++] = words->items[k];
    words->count = kept;
}

/* Parents of two children or more that have one name, or are one concept. */
static void add_parents(pair_words *words, const pl_cross_nodes *nodes,
                        pl_arena *scratch)
{
    pair_words up = {.arena = scratch};
    for (size_t k = 0; k < words->count; k++) {
        uint32_t a = (uint32_t)(words->items[k] >> 32);
        uint32_t b = (uint32_t)words->items[k];
        uint32_t above = nodes->list[a].parent, over = nodes->list[b].parent;
        uint32_t concept = pl_cross_concept(nodes, a);
        if (above != PL_NONE && over != PL_NONE &&
            (nodes->sorted[a] == nodes->sorted[b] ||
             (concept != PL_NONE && concept == pl_cross_concept(nodes, b))))
            pl_list_add(&up, (uint64_t)above << 32 | over);
    }
    if (pl_arena_failed(scratch))
        return;
    pl_sort_uint64(up.items, up.count);
    for (size_t k = 1; k < up.count; k++)
        if (up.items[k] == up.items[k - 1])
            pl_list_add(words, up.items[k]);
}

/* ---------------------------------------------------------------- judging --
 */

const pl_cross_pair *pl_cross_pair_find(const pl_cross_pairs *self,
                                        uint32_t from, uint32_t to)
{
    uint32_t at = from - self->nodes->source_first[self->from];
    uint32_t low = self->first[at], high = self->first[at + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (self->list.items[middle].to < to)
            low = middle + 1;
        else
            high = middle;
    }
    return low < self->first[at + 1] && self->list.items[low].to == to
               ? &self->list.items[low]
               : NULL;
}

static const pl_chances *chances_of(const pl_cross_pairs *self, uint32_t from,
                                    uint32_t to)
{
    static const pl_chances none = {{0}};
    const pl_cross_pair *pair = from == PL_NONE || to == PL_NONE
                                    ? NULL
                                    : pl_cross_pair_find(self, from, to);
    return pair == NULL ? &none : &pair->chances;
}

/* What was judged before, of the nodes above them, counts as well. */
void pl_cross_facts(pl_facts *facts, const pl_cross_pairs *self, uint32_t from,
                    uint32_t to)
{
    const pl_cross_nodes *nodes = self->nodes;
    uint32_t above = nodes->list[from].parent, over = nodes->list[to].parent;
    pl_facts_find(facts, nodes, from, to);
    double common = pl_facts_common(facts);
    const double *most[2] = {
        self->best_from[from - nodes->source_first[self->from]],
        self->best_to[to - nodes->source_first[self->to]]};
    const pl_chances *up = chances_of(self, above, to);
    const pl_chances *down = chances_of(self, from, over);
    for (int side = 0; side < 2; side++) {
        double lead = common - most[side][common >= most[side][0]];
        facts->of[side][PL_RIVAL] = lead < 0 ? -lead : 0;
        facts->of[side][PL_LEAD] = lead > 0 ? lead : 0;
    }
    pl_facts_inherit(facts, 0, up->of[PL_EQUAL] + up->of[PL_NARROWER]);
    pl_facts_inherit(facts, 1, down->of[PL_EQUAL] + down->of[PL_BROADER]);
    facts->both[PL_PARENTS] =
        pl_chance_speaks(chances_of(self, above, over)->of[PL_EQUAL]);
}

static void note_best(double best[2], double common)
{
    if (common > best[0]) {
        best[1] = best[0];
        best[0] = common;
    } else if (common > best[1]) {
        best[1] = common;
    }
}

/* In order, so that what is above two nodes has been judged before them. */
static void judge_pairs(pl_cross_pairs *self)
{
    const pl_cross_nodes *nodes = self->nodes;
    uint32_t start = nodes->source_first[self->from];
    uint32_t behind = nodes->source_first[self->to];
    pl_facts facts;
    for (size_t k = 0; k < self->list.count; k++) {
        pl_cross_pair *pair = &self->list.items[k];
        pl_facts_find(&facts, nodes, pair->from, pair->to);
        pair->common = pl_facts_common(&facts);
        note_best(self->best_from[pair->from - start], pair->common);
        note_best(self->best_to[pair->to - behind], pair->common);
        self->first[pair->from - start + 1] = (uint32_t)k + 1;
    }
    for (uint32_t n = 0; n < pl_cross_size(nodes, self->from); n++)
        if (self->first[n + 1] < self->first[n])
            self->first[n + 1] = self->first[n];
    for (size_t k = 0; k < self->list.count; k++) {
        pl_cross_pair *pair = &self->list.items[k];
        pl_cross_facts(&facts, self, pair->from, pair->to);
        pair->chances = pl_chances_of(&facts);
        pl_chances_obey(&pair->chances, nodes, pair->from, pair->to);
    }
}

pleach_status pl_cross_pairs_make(pl_cross_pairs *self,
                                  const pl_cross_nodes *nodes, uint32_t from,
                                  uint32_t to, pleach_error *error)
{
    PL_SCRATCH(scratch);
    pair_words words = {.arena = scratch};
    uint32_t size = pl_cross_size(nodes, from);
    *self = (pl_cross_pairs){.nodes = nodes, .from = from, .to = to};
    self->list.arena = self->arena = pl_arena_new();
    self->first = PL_ARENA_ARRAY(self->arena, uint32_t, (size_t)size + 1);
    self->best_from = pl_arena_take(self->arena, size, sizeof *self->best_from);
    self->best_to = pl_arena_take(self->arena, pl_cross_size(nodes, to),
                                  sizeof *self->best_to);
    look_up(&words, nodes, from, to, false, scratch);
    look_up(&words, nodes, to, from, true, scratch);
    PL_TRY(pl_check_memory(scratch, error));
    settle(&words);
    add_parents(&words, nodes, scratch);
    PL_TRY(pl_check_memory(scratch, error));
    settle(&words);
    for (size_t k = 0; k < words.count; k++)
        pl_list_add(&self->list,
                    ((pl_cross_pair){.from = (uint32_t)(words.items[k] >> 32),
                                     .to = (uint32_t)words.items[k]}));
    PL_TRY(pl_check_memory(self->arena, error));
    judge_pairs(self);
    return PLEACH_OK;
}
