/* crosswalk_rows.c: CSV for people, SSSOM and the Alignment API's RDF for other
 * programs. */
/* SPDX-License-Identifier: MIT */
#include "cross/crosswalk_rows.h"

#include "write/addresses.h"
#include "write/plain_texts.h"
#include "write/sssom.h"

typedef struct relation_words {
    const char *sign, *match, *predicate;
} relation_words;

static const relation_words WORDS[PL_RELATIONS] = {
    [PL_EQUAL] = {"=", "exact", "exactMatch"},
    [PL_NARROWER] = {"<", "broader", "broadMatch"},
    [PL_BROADER] = {">", "narrower", "narrowMatch"},
    [PL_OVERLAP] = {"~", "related", "relatedMatch"}};

static bool is_mapping(const pl_row *row)
{
    return row->rank == 1 && pl_is_claimed(&row->answer);
}

/* ------------------------------------------------------------------- CSV -- */

static void put_cell(pl_row_writer *self, const char *text, char behind)
{
    pl_put_csv(self->to, text == NULL ? "" : text);
    putc(behind, self->to);
}

/* Source, id, node, name and path. */
static bool put_side(pl_row_writer *self, uint32_t node)
{
    const pl_placed_node *at = &self->nodes->list[node];
    const char *path = pl_input_path(&self->path, &self->nodes->placed, node);
    put_cell(self, at->source, ',');
    put_cell(self, at->id, ',');
    put_cell(self, at->path, ',');
    put_cell(self, at->name, ',');
    put_cell(self, path, ',');
    return path != NULL;
}

/* What says most about a row, for whoever goes through the table by hand. */
static const char *tell_reason(const pl_cross_nodes *nodes, const pl_row *row)
{
    const double *mine = row->facts.of[0], *theirs = row->facts.of[1];
    pl_relation relation = row->answer.relation;
    if (row->placed)
        return relation == PL_EQUAL ? "it went there"
               : nodes->list[row->from].entry
                   ? "an entry of this"
                   : "left out; what is above it went there";
    if (row->answer.confidence == 1)
        return "decided";
    if (row->answer.confidence == 0)
        return "decided otherwise; nothing else is there";
    if (relation == PL_EQUAL &&
        pl_odds_answered(nodes, row->from, row->answer.node) > 0)
        return "answered";
    if (row->facts.both[PL_NAME] > 0)
        return pl_cross_same_name(nodes, row->from, row->answer.node)
                   ? "the same name"
                   : "a further name of the other";
    if (relation == PL_NARROWER && theirs[PL_OWN] >= 1)
        return "its name says more";
    if (relation == PL_BROADER && mine[PL_OWN] >= 1)
        return "its name says less";
    if (relation == PL_NARROWER && pl_is_inherited(&row->facts))
        return row->there ? "this is above it"
                          : "not there itself; this is above it";
    if (relation == PL_BROADER && (theirs[PL_UP] > 0 || theirs[PL_UNDER] > 0))
        return row->there ? "this is below it"
                          : "not there itself; this is below it";
    if (mine[PL_OWN] > 0)
        return "the names share words";
    if (row->facts.both[PL_CONCEPT] > 0)
        return "what is around them tells";
    return mine[PL_KIDS] > 0 ? "the same is below them"
                             : "nothing nearer is there";
}

/* Names that agree in places that do not are what is mistaken most often. */
static bool is_elsewhere(const pl_row *row)
{
    return row->answer.relation == PL_EQUAL && row->answer.confidence < 1 &&
           row->facts.both[PL_APART] > 0 && row->facts.both[PL_PARENTS] < 0.1;
}

static bool put_csv_row(pl_row_writer *self, const pl_row *row)
{
    const relation_words *words = &WORDS[row->answer.relation];
    const pl_placed_node *list = self->nodes->list;
    if (!put_side(self, row->from) || !put_side(self, row->answer.node))
        return false;
    fprintf(self->to, "%s,", is_mapping(row) ? words->match : "candidate");
    pl_put_confidence(self->to, row->answer.confidence);
    fprintf(self->to, ",%s%s,", tell_reason(self->nodes, row),
            is_elsewhere(row) ? "; it is filed elsewhere" : "");
    put_cell(self, list[row->from].source_id, ',');
    put_cell(self, list[row->answer.node].source_id, ',');
    fprintf(self->to, "%s,%u\n", words->sign, (unsigned)row->rank);
    return true;
}

/* -------------------------------------------------------------- mappings -- */

static void put_sssom_row(pl_row_writer *self, const pl_row *row)
{
    const pl_placed_node *list = self->nodes->list;
    pl_put_sssom_row(
        self->to, &self->curies,
        &(pl_mapping){.subject = &list[row->from],
                      .object = &list[row->answer.node],
                      .predicate = WORDS[row->answer.relation].predicate,
                      .justification =
                          row->placed ? "MappingChaining"
                          : row->answer.confidence == 1
                              ? "ManualMappingCuration"
                          : row->facts.both[PL_NAME] > 0 ? "LexicalMatching"
                          : row->facts.of[0][PL_OWN] > 0 ? "CompositeMatching"
                                                         : "StructuralMatching",
                      .confidence = row->answer.confidence});
}

static void put_ontology(pl_row_writer *self, int side, uint32_t source)
{
    FILE *to = self->to;
    uint64_t changed = 0;
    fprintf(to, "  <onto%d>\n    <Ontology rdf:about=\"", side);
    pl_put_xml(to, self->options->base, &changed);
    fputs("source/", to);
    pl_put_in_curie(to, self->nodes->sources.items[source]);
    fprintf(to, "\"/>\n  </onto%d>\n", side);
}

static void put_cell_of_alignment(pl_row_writer *self, const pl_row *row)
{
    FILE *to = self->to;
    const char *base = self->options->base;
    const char *sign = WORDS[row->answer.relation].sign;
    fputs("  <map>\n    <Cell>\n      <entity1 rdf:resource=\"", to);
    pl_put_node_address(to, base, &self->nodes->list[row->from]);
    fputs("\"/>\n      <entity2 rdf:resource=\"", to);
    pl_put_node_address(to, base, &self->nodes->list[row->answer.node]);
    fputs("\"/>\n      <measure rdf:datatype=\""
          "http://www.w3.org/2001/XMLSchema#float\">",
          to);
    pl_put_confidence(to, row->answer.confidence);
    fprintf(to,
            "</measure>\n      <relation>%s</relation>\n    </Cell>\n"
            "  </map>\n",
            *sign == '<'   ? "&lt;"
            : *sign == '>' ? "&gt;"
                           : sign);
}

/* ----------------------------------------------------------------- whole -- */

void pl_crosswalk_begin(pl_row_writer *self)
{
    static const char *const heads[] = {
        [PLEACH_CROSSWALK_CSV] =
            "from,id,node,name,path,to,to_id,to_node,to_name,to_path,match,"
            "confidence,why,source_id,to_source_id,relation,rank\n",
        [PLEACH_CROSSWALK_ALIGNMENT] =
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<rdf:RDF xmlns=\""
            "http://knowledgeweb.semanticweb.org/heterogeneity/alignment#\"\n"
            "         xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#"
            "\"\n         xmlns:xsd=\"http://www.w3.org/2001/XMLSchema#\">\n"};
    if (self->options->format == PLEACH_CROSSWALK_SSSOM)
        pl_put_sssom_header(self->to, self->options->base, &self->curies);
    else
        fputs(heads[self->options->format], self->to);
}

void pl_crosswalk_open(pl_row_writer *self, uint32_t from, uint32_t to)
{
    if (self->options->format != PLEACH_CROSSWALK_ALIGNMENT)
        return;
    fprintf(self->to,
            "<Alignment>\n  <xml>yes</xml>\n  <level>0</level>\n"
            "  <type>%s</type>\n",
            self->options->one_to_one ? "11" : "**");
    put_ontology(self, 1, from);
    put_ontology(self, 2, to);
}

void pl_crosswalk_close(pl_row_writer *self)
{
    if (self->options->format == PLEACH_CROSSWALK_ALIGNMENT)
        fputs("</Alignment>\n", self->to);
}

void pl_crosswalk_end(pl_row_writer *self)
{
    if (self->options->format == PLEACH_CROSSWALK_ALIGNMENT)
        fputs("</rdf:RDF>\n", self->to);
}

bool pl_crosswalk_put(pl_row_writer *self, const pl_row *row)
{
    if (self->options->format == PLEACH_CROSSWALK_CSV)
        return put_csv_row(self, row);
    if (!is_mapping(row))
        return true;
    if (self->options->format == PLEACH_CROSSWALK_SSSOM)
        put_sssom_row(self, row);
    else
        put_cell_of_alignment(self, row);
    return true;
}
