/* sssom.c: the header and the rows of a set of mappings. */
/* SPDX-License-Identifier: MIT */
#include "write/sssom.h"

#include <math.h>
#include <string.h>

#include "write/addresses.h"
#include "write/plain_texts.h"

void pl_put_confidence(FILE *to, double confidence)
{
    pl_put_number(to, floor(confidence * 1000 + 0.5) / 1000);
}

/* The header is YAML in comments, with the fields that the format wants of
 * every set of mappings. */
void pl_put_sssom_header(FILE *to, const char *base, const pl_curies *curies)
{
    fprintf(to,
            "#mapping_set_id: %smappings\n"
            "#license: https://w3id.org/sssom/license/unspecified\n"
            "#mapping_tool: pleach\n"
            "#mapping_tool_version: \"%s\"\n"
            "#curie_map:\n"
            "#  node: %snode/\n"
            "#  source: %ssource/\n"
            "#  skos: http://www.w3.org/2004/02/skos/core#\n"
            "#  semapv: https://w3id.org/semapv/vocab/\n",
            base, pleach_version(), base, base);
    pl_put_curie_map(to, curies, "#  ");
    fputs("subject_id\tsubject_label\tpredicate_id\tobject_id\tobject_label\t"
          "mapping_justification\tsubject_source\tobject_source\t"
          "confidence\n",
          to);
}

/* In the order of the header. */
void pl_put_sssom_row(FILE *to, const pl_curies *curies,
                      const pl_mapping *mapping)
{
    pl_put_node_curie(to, curies, mapping->subject);
    putc('\t', to);
    pl_put_csv(to, mapping->subject->name);
    fprintf(to, "\tskos:%s\t", mapping->predicate);
    pl_put_node_curie(to, curies, mapping->object);
    putc('\t', to);
    pl_put_csv(to, mapping->object->name);
    fprintf(to, "\tsemapv:%s\tsource:", mapping->justification);
    pl_put_in_curie(to, mapping->subject->source);
    fputs("\tsource:", to);
    pl_put_in_curie(to, mapping->object->source);
    putc('\t', to);
    pl_put_confidence(to, mapping->confidence);
    putc('\n', to);
}
