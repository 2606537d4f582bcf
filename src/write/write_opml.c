/* write_opml.c: trees as an OPML outline. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "write/outline.h"
#include "write/plain_texts.h"

static void put_opml_attribute(pl_writing *w, const char *name,
                               const char *text)
{
    bool plain = name[strspn(name, "abcdefghijklmnopqrstuvwxyz"
                                   "ABCDEFGHIJKLMNOPQRSTUVWXYZ_")] == '\0';
    if (text == NULL || *name == '\0' || !plain)
        return;
    fprintf(w->to, " %s=\"", name);
    pl_put_xml(w->to, text, &w->outline->changed);
    putc('"', w->to);
}

/* Commas part them, so none may hold one. */
static void put_opml_category(pl_writing *w, const pl_outline_node *node)
{
    size_t put = 0;
    for (size_t t = node->tag_first; t < node[1].tag_first; t++) {
        const char *tag = w->outline->tags.items[t].text;
        if (strchr(tag, ',') != NULL) {
            w->outline->changed++;
            continue;
        }
        fputs(put++ == 0 ? " category=\"" : ",", w->to);
        pl_put_xml(w->to, tag, &w->outline->changed);
    }
    if (put > 0)
        putc('"', w->to);
}

static bool is_open(const pl_writing *w, const pl_outline_node *node)
{
    return pl_outline_has_children(node) ||
           pl_outline_has_items(w->outline, node);
}

/* What was an attribute when it was read is one again. */
static void enter_opml_node(pl_writing *w, const pl_outline_node *node)
{
    fprintf(w->to, "%*s<outline", (int)(node->depth * 2 + 4), "");
    put_opml_attribute(w, "text", node->name);
    put_opml_category(w, node);
    for (size_t f = node->fact_first; f < node[1].fact_first; f++) {
        const pl_carried *fact = &w->outline->facts.items[f];
        if (fact->item == 0 && strcmp(fact->property, "text") != 0 &&
            strcmp(fact->property, "category") != 0)
            put_opml_attribute(w, fact->property, fact->text);
    }
    fputs(is_open(w, node) ? ">\n" : "/>\n", w->to);
}

/* A feed, or a link. */
static void put_opml_item(pl_writing *w, const pl_outline_node *node,
                          size_t first, size_t end)
{
    const char *title = pl_outline_field(w->outline, first, end, "title");
    const char *address = pl_outline_field(w->outline, first, end, "address");
    bool feed = pl_outline_field(w->outline, first, end, "type") != NULL;
    fprintf(w->to, "%*s<outline", (int)(node->depth * 2 + 6), "");
    put_opml_attribute(w, "text", title != NULL ? title : address);
    if (!feed)
        fputs(" type=\"link\"", w->to);
    put_opml_attribute(w, feed ? "xmlUrl" : "url", address);
    for (size_t f = first; f < end; f++) {
        const pl_carried *fact = &w->outline->facts.items[f];
        if (strcmp(fact->property, "title") != 0 &&
            strcmp(fact->property, "address") != 0)
            put_opml_attribute(w, fact->property, fact->text);
    }
    fputs("/>\n", w->to);
}

static void leave_opml_node(pl_writing *w, const pl_outline_node *node)
{
    if (is_open(w, node))
        fprintf(w->to, "%*s</outline>\n", (int)(node->depth * 2 + 4), "");
}

static pleach_status begin_opml(pl_writing *w, pleach_error *error)
{
    (void)error;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n"
          "  <head><title>Taxonomy</title></head>\n  <body>\n",
          w->to);
    return PLEACH_OK;
}

static void end_opml(pl_writing *w)
{
    fputs("  </body>\n</opml>\n", w->to);
}

const pl_tree_format pl_opml_format = {.begin = begin_opml,
                                       .enter = enter_opml_node,
                                       .item = put_opml_item,
                                       .leave = leave_opml_node,
                                       .end = end_opml};
