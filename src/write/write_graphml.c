/* write_graphml.c: trees as a directed graph in GraphML. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "write/outline.h"
#include "write/plain_texts.h"

static void put_graphml_node(pl_outline *outline, FILE *to, uint32_t k)
{
    const pl_outline_node *node = &outline->nodes.items[k];
    fprintf(to, "    <node id=\"n%" PRIu32 "\"><data key=\"name\">", k);
    pl_put_xml(to, node->name, &outline->changed);
    fputs("</data>", to);
    if (outline->grown)
        fprintf(to,
                "<data key=\"size\">%" PRIu32
                "</data><data key=\"people\">%" PRIu32 "</data>",
                node->size, node->people);
    fputs("</node>\n", to);
}

static void put_graphml_edges(const pl_outline *outline, FILE *to, uint32_t k)
{
    const pl_outline_node *node = &outline->nodes.items[k];
    if (node->parent != PL_NONE)
        fprintf(to,
                "    <edge source=\"n%" PRIu32 "\" target=\"n%" PRIu32 "\"/>\n",
                node->parent, k);
    for (uint32_t m = 0; m < node->also_count; m++)
        fprintf(to,
                "    <edge source=\"n%" PRIu32 "\" target=\"n%" PRIu32
                "\"><data key=\"further\">true</data></edge>\n",
                node->also_under[m], k);
}

/* Sizes and people are there only for forests that have some; other inputs
 * would be full of zeros. */
pleach_status pl_write_graphml(pl_outline *outline, FILE *to,
                               const pleach_write_options *options,
                               pleach_error *error)
{
    (void)options;
    (void)error;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
          "  <key id=\"name\" for=\"node\" attr.name=\"name\" "
          "attr.type=\"string\"/>\n",
          to);
    if (outline->grown)
        fputs("  <key id=\"size\" for=\"node\" attr.name=\"size\" "
              "attr.type=\"int\"/>\n"
              "  <key id=\"people\" for=\"node\" attr.name=\"people\" "
              "attr.type=\"int\"/>\n"
              "  <key id=\"further\" for=\"edge\" attr.name=\"further\" "
              "attr.type=\"boolean\"><default>false</default></key>\n",
              to);
    fputs("  <graph edgedefault=\"directed\">\n", to);
    for (uint32_t k = 0; k < outline->count; k++)
        put_graphml_node(outline, to, k);
    for (uint32_t k = 0; k < outline->count; k++)
        put_graphml_edges(outline, to, k);
    fputs("  </graph>\n</graphml>\n", to);
    return PLEACH_OK;
}
