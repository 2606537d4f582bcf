/* write_dot.c: the forest as a Graphviz digraph. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "base/status.h"
#include "taxonomy/voices.h"
#include "write/visible_part.h"
#include "write/write.h"

/* Inside a quoted label: Graphviz reads backslashes and HTML entities. */
static void put_label(FILE *to, const char *bytes, size_t length)
{
    for (size_t k = 0; k < length; k++) {
        unsigned char byte = (unsigned char)bytes[k];
        if (byte == '"' || byte == '\\')
            putc('\\', to);
        if (byte == '&')
            fputs("&amp;", to);
        else
            putc(byte < 0x20 || byte == 0x7F ? ' ' : byte, to);
    }
}

static void put_dot_cluster(const pleach_taxonomy *forest, FILE *to, uint32_t c)
{
    const char *name = pl_cluster_name(forest, c);
    fprintf(to, "  c%" PRIu32 " [label=\"", c);
    put_label(to, name, strlen(name));
    if (pl_cluster_size(forest, c) > 0)
        pl_put_entries(forest, to, c);
    putc('"', to);
    if (forest->parent[c] == PL_NONE)
        fputs(", style=\"rounded,filled,bold\"", to);
    fputs("];\n", to);
}

/* The square root of n in tenths, without floating point or locale. */
static uint32_t root_in_tenths(uint32_t n)
{
    uint32_t tenths = 0;
    while (tenths < 80 &&
           (uint64_t)(tenths + 1) * (tenths + 1) <= (uint64_t)n * 100)
        tenths++;
    return tenths;
}

/* The more people say so, the thicker. */
static void put_edge(const pleach_taxonomy *forest, FILE *to, uint32_t c)
{
    uint32_t people = forest->edge_people[c];
    uint32_t width = root_in_tenths(people == 0 ? 1 : people);
    fprintf(to,
            "  c%" PRIu32 " -> c%" PRIu32 " [penwidth=%" PRIu32 ".%" PRIu32
            ", tooltip=\"%" PRIu32 " %s\"",
            forest->parent[c], c, width / 10, width % 10, people,
            people == 1 ? "person" : "people");
    if (pl_hangs_by_one_voice(forest, c))
        fputs(", style=dashed", to);
    fputs("];\n", to);
}

/* They have no say in where it is drawn. */
static void put_further_edges(const pleach_taxonomy *forest, FILE *to,
                              const pl_view *view, uint32_t c)
{
    const pl_more_parents *more = forest->more;
    if (more == NULL)
        return;
    for (uint32_t m = more->first[c]; m < more->first[c + 1]; m++)
        if (view->shown[more->parent[m]])
            fprintf(to,
                    "  c%" PRIu32 " -> c%" PRIu32
                    " [style=dashed, constraint=false, tooltip=\"%" PRIu32
                    " %s\"];\n",
                    more->parent[m], c, more->voices[m],
                    more->voices[m] == 1 ? "person" : "people");
}

static void put_omission(FILE *to, uint32_t c, uint32_t hidden)
{
    fprintf(to,
            "  m%" PRIu32 " [label=\"... %" PRIu32
            " more\", shape=plaintext, style=\"\"];\n"
            "  c%" PRIu32 " -> m%" PRIu32 " [style=dotted, arrowhead=none];\n",
            c, hidden, c, c);
}

/* From left to right, because names are wide and forests are broad. */
static void put_dot_forest(const pleach_taxonomy *forest, FILE *to,
                           const pl_view *view)
{
    fputs("digraph taxonomy {\n"
          "  graph [rankdir=LR, nodesep=0.1, charset=\"UTF-8\"];\n"
          "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#eef4ea\","
          " color=\"#5b7f4a\", fontname=\"sans-serif\", height=0.3];\n"
          "  edge [color=\"#5b7f4a\", arrowsize=0.6];\n",
          to);
    for (uint32_t c = 0; c < forest->cluster_count; c++) {
        if (!view->shown[c])
            continue;
        put_dot_cluster(forest, to, c);
        if (forest->parent[c] != PL_NONE)
            put_edge(forest, to, c);
        put_further_edges(forest, to, view, c);
        if (view->hidden[c] > 0)
            put_omission(to, c, view->hidden[c]);
    }
    if (view->hidden_trees > 0)
        fprintf(to,
                "  more [label=\"... %" PRIu32
                " more trees\", shape=plaintext, style=\"\"];\n",
                view->hidden_trees);
    fputs("}\n", to);
}

pleach_status pl_write_dot(const pleach_taxonomy *forest, FILE *to,
                           const pleach_write_options *options,
                           pleach_error *error)
{
    pl_view_limits limits = {.max_depth = options->max_depth,
                             .max_breadth = options->max_breadth};
    pl_view view;
    if (!pl_view_make(&view, forest, &limits))
        return pl_fail_memory(error);
    put_dot_forest(forest, to, &view);
    pl_view_free(&view);
    return PLEACH_OK;
}
