/* write_graph.c: trees as a flowchart of Mermaid, or a graph of Graphviz. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "write/outline.h"

/* In a label, what could be markup becomes a number between `open` and ";".
 * Graphviz reads backslashes behind those, so these are doubled. */
static void put_graph_label(pl_writing *w, const char *name,
                            const char *special, const char *open)
{
    bool same = true;
    for (; *name != '\0'; name++) {
        bool control = (unsigned char)*name < 0x20 || *name == 0x7F;
        same &= !control;
        if (!control && strchr(special, *name) != NULL)
            fprintf(w->to, "%s%d;", open, *name);
        else if (*name == '\\')
            fputs("\\\\", w->to);
        else
            putc(control ? ' ' : *name, w->to);
    }
    w->outline->changed += !same;
}

/* --------------------------------------------------------------- Mermaid -- */

static pleach_status begin_mermaid(pl_writing *w, pleach_error *error)
{
    (void)error;
    fputs("flowchart LR\n", w->to);
    return PLEACH_OK;
}

static void enter_mermaid_node(pl_writing *w, const pl_outline_node *node)
{
    fprintf(w->to, "    n%" PRIu32 "[\"", pl_number_of(w, node));
    put_graph_label(w, node->name, "\"#;<>&`\\*_[]{}()|~$%:", "#");
    fputs("\"]\n", w->to);
}

/* All nodes before any edge, so that labels are known when edges draw them. */
static void end_mermaid(pl_writing *w)
{
    for (uint32_t k = 0; k < w->outline->count; k++) {
        const pl_outline_node *node = &w->nodes[k];
        if (node->parent != PL_NONE)
            fprintf(w->to, "    n%" PRIu32 " --> n%" PRIu32 "\n", node->parent,
                    k);
        for (uint32_t m = 0; m < node->also_count; m++)
            fprintf(w->to, "    n%" PRIu32 " -.-> n%" PRIu32 "\n",
                    node->also_under[m], k);
    }
}

const pl_tree_format pl_mermaid_format = {
    .begin = begin_mermaid, .enter = enter_mermaid_node, .end = end_mermaid};

/* -------------------------------------------------------------- Graphviz -- */

/* From left to right, because names are wide and forests are broad. */
static pleach_status begin_dot(pl_writing *w, pleach_error *error)
{
    (void)error;
    fputs("digraph taxonomy {\n"
          "  graph [rankdir=LR, nodesep=0.1, charset=\"UTF-8\"];\n"
          "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#eef4ea\","
          " color=\"#5b7f4a\", fontname=\"sans-serif\", height=0.3];\n"
          "  edge [color=\"#5b7f4a\", arrowsize=0.6];\n",
          w->to);
    return PLEACH_OK;
}

/* Edges are as wide as the square root of the people behind them. Further ones
 * have no say in where a node is drawn. */
static void enter_dot_node(pl_writing *w, const pl_outline_node *node)
{
    uint32_t k = pl_number_of(w, node), tenths = 10;
    fprintf(w->to, "  c%" PRIu32 " [label=\"", k);
    put_graph_label(w, node->name, "\"&", "&#");
    if (node->entries > 0)
        fprintf(w->to, " (%" PRIu32 ")", node->entries);
    fputs("\"];\n", w->to);
    while (tenths < 80 &&
           (tenths + 1) * (tenths + 1) <= (uint64_t)node->edge_people * 100)
        tenths++;
    if (node->parent != PL_NONE)
        fprintf(w->to,
                "  c%" PRIu32 " -> c%" PRIu32 " [penwidth=%" PRIu32 ".%" PRIu32
                "];\n",
                node->parent, k, tenths / 10, tenths % 10);
    for (uint32_t m = 0; m < node->also_count; m++)
        fprintf(w->to,
                "  c%" PRIu32 " -> c%" PRIu32
                " [style=dashed, constraint=false];\n",
                node->also_under[m], k);
}

static void end_dot(pl_writing *w)
{
    fputs("}\n", w->to);
}

const pl_tree_format pl_dot_format = {
    .begin = begin_dot, .enter = enter_dot_node, .end = end_dot};
