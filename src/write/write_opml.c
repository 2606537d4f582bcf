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

static void put_opml_attribute(pl_outline *outline, FILE *to, const char *name,
                               const char *text)
{
    bool plain = name[strspn(name, "abcdefghijklmnopqrstuvwxyz"
                                   "ABCDEFGHIJKLMNOPQRSTUVWXYZ_")] == '\0';
    if (text == NULL || *name == '\0' || !plain)
        return;
    fprintf(to, " %s=\"", name);
    pl_put_xml(to, text, &outline->changed);
    putc('"', to);
}

/* What was an attribute when it was read is one again. */
static void put_opml_values(pl_outline *outline, FILE *to, uint32_t k)
{
    const pl_outline_node *node = &outline->nodes.items[k];
    for (size_t f = node->fact_first; f < node[1].fact_first; f++) {
        const pl_carried *fact = &outline->facts.items[f];
        if (fact->item == 0 && strcmp(fact->property, "text") != 0 &&
            strcmp(fact->property, "category") != 0)
            put_opml_attribute(outline, to, fact->property, fact->text);
    }
}

/* A feed, or a link. */
static void put_opml_item(pl_outline *outline, FILE *to, uint32_t depth,
                          size_t first, size_t end)
{
    const char *title = pl_outline_field(outline, first, end, "title");
    const char *address = pl_outline_field(outline, first, end, "address");
    bool feed = pl_outline_field(outline, first, end, "type") != NULL;
    fprintf(to, "%*s<outline", (int)(depth * 2 + 4), "");
    put_opml_attribute(outline, to, "text", title != NULL ? title : address);
    if (!feed)
        fputs(" type=\"link\"", to);
    put_opml_attribute(outline, to, feed ? "xmlUrl" : "url", address);
    for (size_t f = first; f < end; f++) {
        const pl_carried *fact = &outline->facts.items[f];
        if (strcmp(fact->property, "title") != 0 &&
            strcmp(fact->property, "address") != 0)
            put_opml_attribute(outline, to, fact->property, fact->text);
    }
    fputs("/>\n", to);
}

static void put_opml_items(pl_outline *outline, FILE *to, uint32_t k)
{
    const pl_outline_node *node = &outline->nodes.items[k];
    size_t first, end = node->fact_first;
    while (pl_outline_next_item(outline, k, &first, &end))
        put_opml_item(outline, to, node->depth + 1, first, end);
}

static bool has_items(const pl_outline *outline, uint32_t k)
{
    size_t first, end = outline->nodes.items[k].fact_first;
    return pl_outline_next_item(outline, k, &first, &end);
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
        put_opml_values(outline, to, k);
        bool inner = pl_outline_has_children(outline, k);
        bool open = inner || has_items(outline, k);
        fputs(open ? ">\n" : "/>\n", to);
        put_opml_items(outline, to, k);
        for (uint32_t up = open ? 0 : 1;
             !inner && up < pl_outline_ending(outline, k); up++)
            fprintf(to, "%*s</outline>\n", (int)((node->depth - up) * 2 + 4),
                    "");
    }
    fputs("  </body>\n</opml>\n", to);
    return PLEACH_OK;
}
