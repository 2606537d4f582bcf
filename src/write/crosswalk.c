/* crosswalk.c: a table from the nodes of one source to those of another. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "base/status.h"
#include "base/stream.h"
#include "base/text.h"
#include "taxonomy/name_paths.h"
#include "taxonomy/taxonomy.h"
#include "write/addresses.h"
#include "write/counterparts.h"
#include "write/plain_texts.h"
#include "write/sssom.h"

typedef struct crosswalk {
    const pleach_crosswalk_options *options;
    pleach_crosswalk_facts facts;
    FILE *to;
    pl_counterparts of;
    pl_namer *namer;
    pl_curies curies;
    pl_name_path path;
} crosswalk;

/* ------------------------------------------------------------------ rows -- */

static void put_cell(crosswalk *self, const char *text, char behind)
{
    pl_put_csv(self->to, text == NULL ? "" : text);
    putc(behind, self->to);
}

/* Source, id, node, name and path. */
static bool put_side(crosswalk *self, uint32_t node)
{
    const pl_placed_node *at = &self->of.nodes.list.items[node];
    const char *path = pl_input_path(&self->path, &self->of.nodes, node);
    put_cell(self, at->source, ',');
    put_cell(self, at->id, ',');
    put_cell(self, at->path, ',');
    put_cell(self, at->name, ',');
    put_cell(self, path, ',');
    return path != NULL;
}

/* In words, for whoever goes through the table by hand. */
static void put_reason(crosswalk *self, const pl_counterpart *found,
                       const char *justification)
{
    FILE *to = self->to;
    if (found->node == PL_NONE)
        fputs("nothing above it is there either", to);
    else if (found->steps > 0)
        fprintf(to, "not there itself; this is %" PRIu32 " level%s above it",
                found->steps, found->steps == 1 ? "" : "s");
    else if (pl_is_lexical(justification))
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
                        const pl_counterpart *found, const char *justification)
{
    if (!put_side(self, from))
        return false;
    if (found->node == PL_NONE) {
        put_cell(self, self->of.sources.items[source], ',');
        fputs(",,,,none,0,", self->to);
    } else {
        if (!put_side(self, found->node))
            return false;
        fputs(pl_counterpart_is_exact(found) ? "exact," : "broader,", self->to);
        pl_put_confidence(self->to, found->confidence);
        putc(',', self->to);
    }
    put_reason(self, found, justification);
    putc(',', self->to);
    put_cell(self, self->of.nodes.list.items[from].source_id, ',');
    put_cell(self,
             found->node == PL_NONE
                 ? NULL
                 : self->of.nodes.list.items[found->node].source_id,
             '\n');
    return true;
}

/* SSSOM has rows for mappings only. */
static bool put_crossing(crosswalk *self, uint32_t from, uint32_t source)
{
    const pl_placed_node *list = self->of.nodes.list.items;
    pl_counterpart found = pl_counterpart_of(&self->of, from, source);
    const char *justification = "StructuralMatching";
    if (pl_counterpart_is_exact(&found))
        justification = pl_justify(self->namer, self->of.forest->corpus,
                                   &list[from], &list[found.node]);
    if (justification == NULL)
        return false;
    self->facts.nodes++;
    self->facts.exact += pl_counterpart_is_exact(&found);
    self->facts.broader +=
        found.node != PL_NONE && !pl_counterpart_is_exact(&found);
    if (!self->options->sssom)
        return put_csv_row(self, from, source, &found, justification);
    if (found.node != PL_NONE)
        pl_put_sssom_row(
            self->to, &self->curies,
            &(pl_mapping){.subject = &list[from],
                          .object = &list[found.node],
                          .predicate =
                              !pl_counterpart_is_exact(&found) ? "broadMatch"
                              : pl_is_lexical(justification)   ? "exactMatch"
                                                               : "closeMatch",
                          .justification = justification,
                          .confidence = found.confidence});
    return true;
}

/* To one source, or to each where it is PL_NONE; not to its own. */
static bool put_crossings(crosswalk *self, uint32_t from, uint32_t to)
{
    uint32_t first = to == PL_NONE ? 0 : to;
    uint32_t end = to == PL_NONE ? (uint32_t)self->of.sources.count : to + 1;
    for (uint32_t source = first; source < end; source++)
        if (source != self->of.source[from] &&
            !put_crossing(self, from, source))
            return false;
    return true;
}

/* ------------------------------------------------------------- the whole -- */

/* A source by its name; PL_NONE: each of them. */
static pleach_status find_source(const crosswalk *self, const char *name,
                                 uint32_t *source, pleach_error *error)
{
    char known[200] = "";
    *source = PL_NONE;
    if (name == NULL)
        return PLEACH_OK;
    for (uint32_t k = 0; k < self->of.sources.count; k++) {
        size_t used = strlen(known);
        if (strcmp(self->of.sources.items[k], name) == 0) {
            *source = k;
            return PLEACH_OK;
        }
        const char *source_name = self->of.sources.items[k];
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
    const pl_placed_node *nodes = self->of.nodes.list.items;
    size_t count = self->of.nodes.list.count;
    const char *only = count > 0 ? nodes[0].owner : "";
    /* They are in order: where the ends are of one owner, all are. */
    if (count == 0 || strcmp(only, nodes[count - 1].owner) == 0)
        return pl_fail(error, PLEACH_BAD_DATA,
                       "All nodes are from one source, %.*s, so there is "
                       "nothing to walk to. Give a second input.",
                       pl_text_cut(only, strlen(only), 80), only);
    PL_TRY(find_source(self, self->options->from, &from, error));
    PL_TRY(find_source(self, self->options->to, &to, error));
    if (self->options->sssom)
        pl_put_sssom_header(self->to, self->options->base, &self->curies);
    else
        fputs("from,id,node,name,path,to,to_id,to_node,to_name,to_path,match,"
              "confidence,why,source_id,to_source_id\n",
              self->to);
    for (uint32_t k = 0; k < count; k++)
        if ((from == PL_NONE || from == self->of.source[k]) &&
            !put_crossings(self, k, to))
            return pl_fail_memory(error);
    return PLEACH_OK;
}

static pleach_status prepare_crosswalk(crosswalk *self,
                                       const pleach_taxonomy *forest,
                                       pleach_error *error)
{
    const char *language = pleach_taxonomy_report(forest)->language;
    PL_TRY(pl_namer_new(&self->namer, language == NULL ? "english" : language,
                        error));
    PL_TRY(pl_counterparts_open(&self->of, forest, self->namer, error));
    return pl_curies_find(&self->curies, &self->of.nodes)
               ? PLEACH_OK
               : pl_fail_memory(error);
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
    crosswalk self = {.options = &how, .to = stream.to};
    pleach_status status = prepare_crosswalk(&self, taxonomy, error);
    if (status == PLEACH_OK)
        status = walk_across(&self, error);
    pl_counterparts_free(&self.of);
    pl_curies_free(&self.curies);
    pl_namer_free(self.namer);
    pl_name_path_free(&self.path);
    status = pl_stream_close(&stream, status, error);
    if (status == PLEACH_OK && facts != NULL)
        *facts = self.facts;
    return status;
}
