/* write_opml.c: trees as an OPML outline. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "write/outline.h"
#include "write/plain_texts.h"

/* Commas part them, so none may hold one. */
static void put_opml_category(pl_outline *outline, FILE *to, uint32_t k)
{
    const pl_outline_node *node = &outline->nodes.items[k];
    size_t put = 0;
    for (size_t t = node->tag_first; t < node[1].tag_first; t++) {
        const char *tag = outline->tags.items[t].text;
        if (strchr(tag, ',') != NULL) {
            outline->changed++;
            continue;
        }
        fputs(put++ == 0 ? " category=\"" : ",", to);
        pl_put_xml(to, tag, &outline->changed);
    }
    if (put > 0)
        putc('"', to);
}

/* Elements are closed by the last one in them, so no stack is needed. */
pleach_status pl_write_opml(pl_outline *outline, FILE *to,
                            const pleach_write_options *options,
                            pleach_error *error)
{
    (void)options;
    (void)error;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n"
          "  <head><title>Taxonomy</title></head>\n  <body>\n",
          to);
    for (uint32_t k = 0; k < outline->count; k++) {
        const pl_outline_node *node = &outline->nodes.items[k];
        fprintf(to, "%*s<outline text=\"", (int)(node->depth * 2 + 4), "");
        pl_put_xml(to, node->name, &outline->changed);
        putc('"', to);
        put_opml_category(outline, to, k);
        if (pl_outline_has_children(outline, k)) {
            fputs(">\n", to);
            continue;
        }
        fputs("/>\n", to);
        for (uint32_t up = 1; up < pl_outline_ending(outline, k); up++)
            fprintf(to, "%*s</outline>\n", (int)((node->depth - up) * 2 + 4),
                    "");
    }
    fputs("  </body>\n</opml>\n", to);
    return PLEACH_OK;
}
