/* write_mermaid.c: trees as a Mermaid flowchart. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "write/outline.h"

/* Its entities are numbers between # and ;. What could be markup or Markdown
 * becomes one. */
static void put_mermaid_label(pl_outline *outline, FILE *to, const char *name)
{
    bool same = true;
    for (; *name != '\0'; name++) {
        bool control = (unsigned char)*name < 0x20 || *name == 0x7F;
        same &= !control;
        if (!control && strchr("\"#;<>&`\\*_[]{}()|~$%:", *name) != NULL)
            fprintf(to, "#%d;", *name);
        else
            putc(control ? ' ' : *name, to);
    }
    outline->changed += !same;
}

/* All nodes before any edge, so that labels are known when edges draw them. */
pleach_status pl_write_mermaid(pl_outline *outline, FILE *to,
                               const pleach_write_options *options,
                               pleach_error *error)
{
    (void)options;
    (void)error;
    fputs("flowchart LR\n", to);
    for (uint32_t k = 0; k < outline->count; k++) {
        fprintf(to, "    n%" PRIu32 "[\"", k);
        put_mermaid_label(outline, to, outline->nodes.items[k].name);
        fputs("\"]\n", to);
    }
    for (uint32_t k = 0; k < outline->count; k++) {
        const pl_outline_node *node = &outline->nodes.items[k];
        if (node->parent != PL_NONE)
            fprintf(to, "    n%" PRIu32 " --> n%" PRIu32 "\n", node->parent, k);
        for (uint32_t m = 0; m < node->also_count; m++)
            fprintf(to, "    n%" PRIu32 " -.-> n%" PRIu32 "\n",
                    node->also_under[m], k);
    }
    return PLEACH_OK;
}
