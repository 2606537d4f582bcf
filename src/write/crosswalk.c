/* crosswalk.c: for each node of one source its counterpart in another.
 *
 * That is a node of the same cluster, else one of another cluster of the same
 * concept, else the nearest above it, in the forest or in its own source. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/stream.h"
#include "base/text.h"
#include "taxonomy/name_paths.h"
#include "write/addresses.h"
#include "write/plain_texts.h"
#include "write/sssom.h"

typedef struct crosswalk {
    const pleach_taxonomy *forest;
    const pleach_crosswalk_options *options;
    pleach_crosswalk_facts facts;
    FILE *to;
    pl_placed_nodes nodes;
    pl_namer *namer;
    pl_name_path path;
    pl_arena *arena;
    PL_LIST(const char *) sources;
    uint32_t *source;   /* per node */
    uint32_t *only_top; /* per source; PL_NONE: it has several */
    /* Nodes of cluster c: node[first[c]] up to node[first[c + 1]], in order
     * of their sources. */
    uint32_t *first, *node;
    uint32_t *next_place; /* per cluster: another one of the same concept */
    pleach_cluster *cluster;
    uint32_t cluster_count;
} crosswalk;

/* How often a counterpart that is not the same cluster was right in trials,
 * beside those that are: the right one may bear a name that nobody linked. */
#define SURE_ELSEWHERE 0.5
#define SURE_ABOVE 0.75
#define SURE_OF_TOP 0.3

/* What a node is led to, and how. */
typedef struct counterpart {
    uint32_t node; /* PL_NONE: there is none */
    uint32_t steps;
    bool elsewhere; /* the same concept in another place */
    bool all;       /* above all of its source, and so above this */
    double confidence;
} counterpart;

static bool is_exact(const counterpart *found)
{
    return found->node != PL_NONE && found->steps == 0 && !found->all;
}

/* ------------------------------------------------------------- preparing -- */

/* Nodes come in the order of their sources. Walking back, a source has one top
 * if none but its first node is without a parent. */
static bool number_sources(crosswalk *self)
{
    const pl_placed_node *list = self->nodes.list.items;
    for (size_t k = 0; k < self->nodes.list.count; k++) {
        bool new_source =
            k == 0 || strcmp(list[k].source, list[k - 1].source) != 0;
        if (new_source && !pl_list_push(&self->sources, list[k].source))
            return false;
        self->source[k] = (uint32_t)self->sources.count - 1;
    }
    self->only_top = PL_ARENA_ARRAY(self->arena, uint32_t, self->sources.count);
    if (self->only_top == NULL)
        return false;
    for (size_t k = self->nodes.list.count; k-- > 0;) {
        uint32_t *top = &self->only_top[self->source[k]];
        bool first = k == 0 || self->source[k - 1] != self->source[k];
        if (first)
            *top = *top == 0 ? (uint32_t)k : PL_NONE;
        else if (list[k].parent == PL_NONE)
            *top = PL_NONE;
    }
    return true;
}

static void group_by_cluster(crosswalk *self)
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
static pleach_status read_clusters(crosswalk *self, pleach_error *error)
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
static pleach_status prepare_crosswalk(crosswalk *self, pleach_error *error)
{
    const char *language = pleach_taxonomy_report(self->forest)->language;
    PL_TRY(pl_place_nodes(&self->nodes, self->forest, error));
    PL_TRY(pl_namer_new(&self->namer, language == NULL ? "english" : language,
                        error));
    size_t count = self->nodes.list.count;
    self->cluster_count = pleach_taxonomy_clusters(self->forest);
    self->arena = pl_arena_new();
    if (self->arena == NULL)
        return pl_fail_memory(error);
    self->source = PL_ARENA_ARRAY(self->arena, uint32_t, count);
    self->node = PL_ARENA_ARRAY(self->arena, uint32_t, count);
    self->first =
        PL_ARENA_ARRAY(self->arena, uint32_t, (size_t)self->cluster_count + 2);
    self->next_place =
        PL_ARENA_ARRAY(self->arena, uint32_t, self->cluster_count);
    self->cluster =
        PL_ARENA_ARRAY(self->arena, pleach_cluster, self->cluster_count);
    if (self->source == NULL || self->node == NULL || self->first == NULL ||
        self->next_place == NULL || self->cluster == NULL ||
        !number_sources(self))
        return pl_fail_memory(error);
    group_by_cluster(self);
    return read_clusters(self, error);
}

/* --------------------------------------------------------------- finding -- */

/* The first node of a cluster from that source or a later one. */
static uint32_t first_of_source(const crosswalk *self, uint32_t c,
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

static uint32_t cluster_above(const crosswalk *self, uint32_t node)
{
    uint32_t up = self->nodes.list.items[node].parent;
    return up == PL_NONE ? PL_NONE : self->nodes.list.items[up].cluster;
}

/* Of several nodes of one source in a cluster: one that hangs below the same,
 * else the most similar. */
static uint32_t choose_counterpart(const crosswalk *self, uint32_t from,
                                   uint32_t c, uint32_t source)
{
    const pl_placed_node *list = self->nodes.list.items;
    uint32_t best = PL_NONE, above = cluster_above(self, from);
    bool best_below = false;
    for (uint32_t k = first_of_source(self, c, source);
         k < self->first[c + 1] && self->source[self->node[k]] == source; k++) {
        uint32_t node = self->node[k];
        bool below = cluster_above(self, node) == above;
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

static double sureness_of(const crosswalk *self, uint32_t a, uint32_t b)
{
    double left = pl_confidence(self->nodes.list.items[a].similarity);
    double right = pl_confidence(self->nodes.list.items[b].similarity);
    return left < right ? left : right;
}

/* The same cluster first, then other places of the same concept: there the
 * nodes agree on what it is, but not on where it belongs. */
static counterpart find_equal(const crosswalk *self, uint32_t from,
                              uint32_t source)
{
    uint32_t c = self->nodes.list.items[from].cluster;
    counterpart found = {.node = choose_counterpart(self, from, c, source)};
    uint32_t place = self->cluster[c].concept;
    while (found.node == PL_NONE && place != PL_NONE) {
        if (place != c)
            found.node = choose_counterpart(self, from, place, source);
        found.elsewhere = true;
        place = self->next_place[place];
    }
    if (found.node != PL_NONE)
        found.confidence = sureness_of(self, from, found.node) *
                           (found.elsewhere ? SURE_ELSEWHERE : 1);
    return found;
}

/* In the forest: the nearest cluster above that has one of that source. */
static counterpart find_above_in_forest(const crosswalk *self, uint32_t from,
                                        uint32_t source)
{
    const pl_placed_node *list = self->nodes.list.items;
    counterpart found = {.node = PL_NONE,
                         .confidence =
                             SURE_ABOVE * pl_confidence(list[from].similarity)};
    uint32_t c = list[from].cluster;
    for (; found.node == PL_NONE && self->cluster[c].parent != PL_NONE;
         c = self->cluster[c].parent) {
        found.confidence *= agreement_about(&self->cluster[c]);
        found.steps++;
        found.node =
            choose_counterpart(self, from, self->cluster[c].parent, source);
    }
    return found;
}

/* In its own source: the nearest node above that has a counterpart. */
static counterpart find_above_in_source(const crosswalk *self, uint32_t from,
                                        uint32_t source)
{
    const pl_placed_node *list = self->nodes.list.items;
    counterpart found = {.node = PL_NONE};
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

/* The nearer of both; where nothing else is above it, the top of a source that
 * is one tree. */
static counterpart find_above(const crosswalk *self, uint32_t from,
                              uint32_t source)
{
    counterpart own = find_above_in_source(self, from, source);
    counterpart forest = find_above_in_forest(self, from, source);
    counterpart top = {
        .node = self->only_top[source], .confidence = SURE_OF_TOP, .all = true};
    if (forest.node != PL_NONE &&
        (own.node == PL_NONE || forest.steps < own.steps))
        return forest;
    return own.node != PL_NONE ? own : top;
}

/* --------------------------------------------------------------- writing -- */

static void put_cell(crosswalk *self, const char *text, char behind)
{
    pl_put_csv(self->to, text == NULL ? "" : text);
    putc(behind, self->to);
}

/* Source, id, node, name and path. */
static bool put_side(crosswalk *self, uint32_t node)
{
    const pl_placed_node *at = &self->nodes.list.items[node];
    const char *path = pl_input_path(&self->path, &self->nodes, node);
    put_cell(self, at->source, ',');
    put_cell(self, at->id, ',');
    put_cell(self, at->path, ',');
    put_cell(self, at->name, ',');
    put_cell(self, path, ',');
    return path != NULL;
}

/* In words, for whoever goes through the table by hand. */
static void put_reason(crosswalk *self, const counterpart *found,
                       const char *justification)
{
    FILE *to = self->to;
    if (found->node == PL_NONE)
        fputs("nothing above it is there either", to);
    else if (found->all)
        fputs("not there itself; this is above all that is", to);
    else if (found->steps > 0)
        fprintf(to, "not there itself; this is %" PRIu32 " level%s above it",
                found->steps, found->steps == 1 ? "" : "s");
    else if (strcmp(justification, "LexicalMatching") == 0)
        fputs("the same name", to);
    else if (strcmp(justification, "CompositeMatching") == 0)
        fputs("the names share words", to);
    else
        fputs("what is around them tells", to);
    if (found->node != PL_NONE && found->elsewhere)
        fputs("; it is filed elsewhere", to);
}

/* A node without a counterpart has a row as well: it is what somebody has to
 * look at. */
static bool put_csv_row(crosswalk *self, uint32_t from, uint32_t source,
                        const counterpart *found, const char *justification)
{
    if (!put_side(self, from))
        return false;
    if (found->node == PL_NONE) {
        put_cell(self, self->sources.items[source], ',');
        fputs(",,,,none,0,", self->to);
    } else {
        if (!put_side(self, found->node))
            return false;
        fputs(is_exact(found) ? "exact," : "broader,", self->to);
        pl_put_confidence(self->to, found->confidence);
        putc(',', self->to);
    }
    put_reason(self, found, justification);
    putc('\n', self->to);
    return true;
}

/* A discarded node has no cluster and no counterpart. SSSOM has rows for
 * mappings only. */
static bool put_crossing(crosswalk *self, uint32_t from, uint32_t source)
{
    const pl_placed_node *list = self->nodes.list.items;
    counterpart found = {.node = PL_NONE};
    const char *justification = "StructuralMatching";
    if (list[from].cluster != PL_NONE)
        found = find_equal(self, from, source);
    if (list[from].cluster != PL_NONE && found.node == PL_NONE)
        found = find_above(self, from, source);
    if (is_exact(&found))
        justification =
            pl_justify(self->namer, list[from].name, list[found.node].name);
    if (justification == NULL)
        return false;
    self->facts.nodes++;
    self->facts.exact += is_exact(&found);
    self->facts.broader += found.node != PL_NONE && !is_exact(&found);
    if (!self->options->sssom)
        return put_csv_row(self, from, source, &found, justification);
    if (found.node != PL_NONE)
        pl_put_sssom_row(self->to,
                         &(pl_mapping){.subject = &list[from],
                                       .object = &list[found.node],
                                       .predicate = is_exact(&found)
                                                        ? "exactMatch"
                                                        : "broadMatch",
                                       .justification = justification,
                                       .confidence = found.confidence});
    return true;
}

/* ------------------------------------------------------------------- all -- */

/* A source by its name; PL_NONE: each of them. */
static pleach_status find_source(const crosswalk *self, const char *name,
                                 uint32_t *source, pleach_error *error)
{
    char known[200] = "";
    *source = PL_NONE;
    if (name == NULL)
        return PLEACH_OK;
    for (uint32_t k = 0; k < self->sources.count; k++) {
        size_t used = strlen(known);
        if (strcmp(self->sources.items[k], name) == 0) {
            *source = k;
            return PLEACH_OK;
        }
        const char *source_name = self->sources.items[k];
        snprintf(
            known + used, sizeof known - used, "%s%.*s", used == 0 ? "" : ", ",
            pl_text_cut(source_name, strlen(source_name), 40), source_name);
    }
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "There is no source \"%.*s\". There are: %.*s.",
                   pl_text_cut(name, strlen(name), 60), name,
                   pl_text_cut(known, strlen(known), sizeof known - 4), known);
}

/* Names of sources are looked at before the header is written, so that a wrong
 * one leaves no file behind. */
static pleach_status walk_across(crosswalk *self, pleach_error *error)
{
    uint32_t from, to;
    PL_TRY(find_source(self, self->options->from, &from, error));
    PL_TRY(find_source(self, self->options->to, &to, error));
    if (self->sources.count < 2)
        return pl_fail(error, PLEACH_BAD_DATA,
                       "All nodes are from one source, so there is nothing to "
                       "walk to. Give two files with names of their own.");
    if (self->options->sssom)
        pl_put_sssom_header(self->to, self->options->base);
    else
        fputs("from,id,node,name,path,to,to_id,to_node,to_name,to_path,match,"
              "confidence,why\n",
              self->to);
    for (uint32_t k = 0; k < self->nodes.list.count; k++)
        for (uint32_t source = 0; source < self->sources.count; source++)
            if (source != self->source[k] &&
                (from == PL_NONE || from == self->source[k]) &&
                (to == PL_NONE || to == source) &&
                !put_crossing(self, k, source))
                return pl_fail_memory(error);
    return PLEACH_OK;
}

/* The base is proved before the sink is opened: a wrong one leaves it
 * untouched. */
pleach_status pleach_crosswalk(pleach_crosswalk_facts *facts,
                               const pleach_taxonomy *taxonomy,
                               const pleach_sink *to,
                               const pleach_crosswalk_options *options,
                               pleach_error *error)
{
    pleach_crosswalk_options how = {0};
    pl_stream stream;
    if (options != NULL)
        how = *options;
    how.base = pl_base_of(&(pleach_write_options){.base = how.base});
    PL_TRY(pl_check_base(how.base, error));
    PL_TRY(pl_stream_open(&stream, to, error));
    crosswalk self = {.forest = taxonomy, .options = &how, .to = stream.to};
    pleach_status status = prepare_crosswalk(&self, error);
    if (status == PLEACH_OK)
        status = walk_across(&self, error);
    pl_arena_free(self.arena);
    pl_namer_free(self.namer);
    pl_name_path_free(&self.path);
    pl_list_free(&self.sources);
    pl_placed_nodes_free(&self.nodes);
    status = pl_stream_close(&stream, status, error);
    if (status == PLEACH_OK && facts != NULL)
        *facts = self.facts;
    return status;
}
