/* crosswalk.c: from the nodes of each source to their counterparts in each
 * other one. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "base/stream.h"
#include "base/text.h"
#include "cross/crosswalk_rows.h"
#include "write/addresses.h"

/* Who is so sure needs no alternatives. */
#define SURE 0.8
enum { USUAL_ALTERNATIVES = 5 };

typedef struct crosswalk {
    pl_row_writer writer;
    pl_cross_nodes nodes;
    pleach_crosswalk_facts facts;
    pl_answer *answers; /* of one node */
} crosswalk;

static void count_answer(pleach_crosswalk_facts *facts, const pl_answer *best)
{
    uint64_t *counts[PL_RELATIONS] = {&facts->exact, &facts->broader,
                                      &facts->narrower, &facts->related};
    facts->nodes++;
    *counts[best->relation] += pl_is_claimed(best);
}

/* Whether a source has a node of the same concept. */
static bool has_concept(const pl_cross_nodes *nodes, uint32_t node,
                        uint32_t source)
{
    uint32_t c = pl_cross_concept(nodes, node);
    while (c != PL_NONE &&
           pl_cross_of_source(nodes, &nodes->members, c, source).count == 0)
        c = nodes->next_place[c];
    return c != PL_NONE;
}

/* One row, or the likeliest candidates where that is not sure. */
static bool put_answers(crosswalk *self, const pl_answers *answers,
                        uint32_t node)
{
    uint32_t most = self->writer.options->alternatives;
    uint32_t count = pl_answers_of(answers, node, self->answers, most);
    if (self->answers[0].confidence >= SURE)
        count = 1;
    const pl_answer *best = &self->answers[0];
    bool there = (best->relation == PL_EQUAL && pl_is_claimed(best)) ||
                 has_concept(&self->nodes, node, answers->pairs.to);
    count_answer(&self->facts, best);
    for (uint32_t k = 0; k < count; k++) {
        pl_row row = {.from = node,
                      .answer = self->answers[k],
                      .rank = k + 1,
                      .there = there};
        pl_answers_facts(&row.facts, answers, node, row.answer.node);
        if (!pl_crosswalk_put(&self->writer, &row))
            return false;
    }
    return true;
}

/* Where a node went in the result, or, of one that was left out, the nearest
 * above it; a node without either has no row. */
static bool put_place(crosswalk *self, uint32_t node)
{
    const pl_cross_nodes *nodes = &self->nodes;
    uint32_t at = node;
    while (at != PL_NONE && nodes->list[at].cluster == PL_NONE)
        at = nodes->list[at].parent;
    self->facts.nodes += at == PL_NONE;
    if (at == PL_NONE)
        return true;
    bool same = at == node && !nodes->list[node].entry;
    pl_row row = {
        .from = node,
        .answer = {.node = nodes->source_first[nodes->sources.count - 1] +
                           nodes->list[at].cluster,
                   .relation = same ? PL_EQUAL : PL_NARROWER,
                   .confidence = 1},
        .rank = 1,
        .placed = true};
    pl_facts_find(&row.facts, nodes, node, row.answer.node);
    count_answer(&self->facts, &row.answer);
    return pl_crosswalk_put(&self->writer, &row);
}

static pleach_status place_source(crosswalk *self, uint32_t from,
                                  pleach_error *error)
{
    const pl_cross_nodes *nodes = &self->nodes;
    bool enough = true;
    pl_crosswalk_open(&self->writer, from, (uint32_t)nodes->sources.count - 1);
    for (uint32_t k = nodes->source_first[from];
         enough && k < nodes->source_first[from + 1]; k++)
        enough = put_place(self, k);
    pl_crosswalk_close(&self->writer);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}

static pleach_status cross_sources(crosswalk *self, uint32_t from, uint32_t to,
                                   pleach_error *error)
{
    const pl_cross_nodes *nodes = &self->nodes;
    pl_answers answers = {0};
    pleach_status status = pl_answers_make(
        &answers, nodes, from, to, self->writer.options->one_to_one, error);
    if (status == PLEACH_OK)
        pl_crosswalk_open(&self->writer, from, to);
    for (uint32_t k = nodes->source_first[from];
         status == PLEACH_OK && k < nodes->source_first[from + 1]; k++)
        if (!put_answers(self, &answers, k))
            status = pl_fail_memory(error);
    if (status == PLEACH_OK)
        pl_crosswalk_close(&self->writer);
    pl_answers_free(&answers);
    return status;
}

/* A source by its name; PL_NONE: each of them. */
static pleach_status find_source(const crosswalk *self, const char *name,
                                 uint32_t *source, pleach_error *error)
{
    char known[200] = "";
    *source = PL_NONE;
    if (name == NULL)
        return PLEACH_OK;
    for (uint32_t k = 0; k < self->nodes.sources.count; k++) {
        size_t used = strlen(known);
        const char *source_name = self->nodes.sources.items[k];
        if (strcmp(source_name, name) == 0) {
            *source = k;
            return PLEACH_OK;
        }
        snprintf(
            known + used, sizeof known - used, "%s%.*s", used == 0 ? "" : ", ",
            pl_text_cut(source_name, strlen(source_name), 40), source_name);
    }
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "There is no source \"%.*s\". There are: %.*s.",
                   pl_text_cut(name, strlen(name), 60), name,
                   pl_text_cut(known, strlen(known), sizeof known - 4), known);
}

/* An alignment is of two sources, whichever comes first: one way is enough. */
static bool is_wanted(const crosswalk *self, uint32_t from, uint32_t to)
{
    const pleach_crosswalk_options *how = self->writer.options;
    return from != to && (from < to || how->from != NULL || how->to != NULL ||
                          how->format != PLEACH_CROSSWALK_ALIGNMENT);
}

/* Names of sources are looked at before anything is written, so that a wrong
 * one leaves no file behind. */
static pleach_status walk_across(crosswalk *self, pleach_error *error)
{
    const pl_cross_nodes *nodes = &self->nodes;
    uint32_t only_from, only_to, count = (uint32_t)nodes->sources.count;
    const char *only = nodes->count > 0 ? nodes->list[0].owner : "";
    bool to_result = self->writer.options->to_result;
    /* They are in order: where the ends are of one owner, all are. */
    if (nodes->count == 0 ||
        (!to_result && strcmp(only, nodes->list[nodes->count - 1].owner) == 0))
        return pl_fail(error, PLEACH_BAD_DATA,
                       "All nodes are from one source, %.*s, so there is "
                       "nothing to walk to. Give a second input.",
                       pl_text_cut(only, strlen(only), 80), only);
    PL_TRY(find_source(self, self->writer.options->from, &only_from, error));
    PL_TRY(find_source(self, self->writer.options->to, &only_to, error));
    if (only_from != PL_NONE && only_from == only_to)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "--from and --to are the same source; name two.");
    pl_crosswalk_begin(&self->writer);
    for (uint32_t from = 0; to_result && from + 1 < count; from++)
        if (only_from == PL_NONE || only_from == from)
            PL_TRY(place_source(self, from, error));
    for (uint32_t from = 0; !to_result && from < count; from++)
        for (uint32_t to = 0; to < count; to++)
            if ((only_from == PL_NONE || only_from == from) &&
                (only_to == PL_NONE || only_to == to) &&
                is_wanted(self, from, to))
                PL_TRY(cross_sources(self, from, to, error));
    pl_crosswalk_end(&self->writer);
    return PLEACH_OK;
}

static pleach_status prepare_crosswalk(crosswalk *self,
                                       const pleach_taxonomy *forest,
                                       pleach_error *error)
{
    PL_TRY(pl_cross_nodes_make(&self->nodes, forest,
                               self->writer.options->to_result, error));
    self->answers = PL_ARENA_ARRAY(self->nodes.arena, pl_answer,
                                   self->writer.options->alternatives);
    PL_TRY(pl_check_memory(self->nodes.arena, error));
    pl_curies_find(&self->writer.curies, &self->nodes.placed);
    return pl_check_memory(self->nodes.placed.arena, error);
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
    if (how.alternatives == 0)
        how.alternatives = USUAL_ALTERNATIVES;
    how.base = pl_base_of(&(pleach_write_options){.base = how.base});
    PL_TRY(pl_check_base(how.base, error));
    PL_TRY(pl_stream_open(&stream, to, error));
    crosswalk self = {.writer = {.options = &how, .to = stream.to}};
    self.writer.nodes = &self.nodes;
    pleach_status status = prepare_crosswalk(&self, taxonomy, error);
    if (status == PLEACH_OK)
        status = walk_across(&self, error);
    pl_cross_nodes_free(&self.nodes);
    pl_name_path_free(&self.writer.path);
    status = pl_stream_close(&stream, status, error);
    if (status == PLEACH_OK && facts != NULL)
        *facts = self.facts;
    return status;
}
