/* write_bookmarks.c: trees as folders of links, as browsers import them. */
/* SPDX-License-Identifier: MIT */
#include <ctype.h>

#include "write/outline.h"
#include "write/plain_texts.h"

static void indent(FILE *to, uint32_t depth)
{
    fprintf(to, "%*s", (int)(depth * 4), "");
}

/* Browsers' words for the rest of an item: ADD_DATE, TAGS and so on. */
static void put_attributes(pl_outline *outline, FILE *to, size_t first,
                           size_t end)
{
    for (size_t k = first; k < end; k++) {
        const pl_carried *field = &outline->facts.items[k];
        const char *name = field->property;
        if (strcmp(name, "address") == 0 || strcmp(name, "title") == 0 ||
            strcmp(name, "description") == 0 ||
            name[strspn(name, "abcdefghijklmnopqrstuvwxyz_-")] != '\0')
            continue;
        putc(' ', to);
        for (; *name != '\0'; name++)
            putc(toupper((unsigned char)*name), to);
        fputs("=\"", to);
        pl_put_xml(to, field->text, &outline->changed);
        putc('"', to);
    }
}

/* A link without a title is called by its address. What has no address is no
 * link, and a folder of that name would be a concept. */
static void put_link(pl_outline *outline, FILE *to, uint32_t depth,
                     size_t first, size_t end)
{
    const char *address = pl_outline_field(outline, first, end, "address");
    const char *title = pl_outline_field(outline, first, end, "title");
    const char *told = pl_outline_field(outline, first, end, "description");
    if (address == NULL) {
        outline->unaddressed++;
        return;
    }
    indent(to, depth);
    fputs("<DT><A HREF=\"", to);
    pl_put_xml(to, address, &outline->changed);
    putc('"', to);
    put_attributes(outline, to, first, end);
    putc('>', to);
    pl_put_xml(to, title == NULL ? address : title, &outline->changed);
    fputs("</A>\n", to);
    if (told == NULL)
        return;
    indent(to, depth);
    fputs("<DD>", to);
    pl_put_xml(to, told, &outline->changed);
    putc('\n', to);
}

static void put_links(pl_outline *outline, FILE *to, uint32_t depth, uint32_t k)
{
    size_t first, end = outline->nodes.items[k].fact_first;
    while (pl_outline_next_item(outline, k, &first, &end))
        put_link(outline, to, depth, first, end);
}

static void put_heading(pl_outline *outline, FILE *to, const char *element,
                        const char *name)
{
    fprintf(to, "<%s>", element);
    pl_put_xml(to, name, &outline->changed);
    fprintf(to, "</%s>\n", element);
}

/* A leaf closes all folders that end with it. */
static void put_folder(pl_outline *outline, FILE *to, uint32_t depth,
                       uint32_t k)
{
    if (depth > 0) {
        indent(to, depth);
        fputs("<DT>", to);
        put_heading(outline, to, "H3", outline->nodes.items[k].name);
        indent(to, depth);
        fputs("<DL><p>\n", to);
    }
    put_links(outline, to, depth + 1, k);
    if (pl_outline_has_children(outline, k))
        return;
    for (uint32_t ends = pl_outline_ending(outline, k); ends > 0 && depth > 0;
         ends--, depth--) {
        indent(to, depth);
        fputs("</DL><p>\n", to);
    }
}

/* A single tree is what the file is called; several are folders in it. */
pleach_status pl_write_bookmarks(pl_outline *outline, FILE *to,
                                 const pleach_write_options *options,
                                 pleach_error *error)
{
    const pl_outline_node *nodes = outline->nodes.items;
    bool one = outline->count > 0 && nodes[0].end == outline->count;
    (void)options;
    (void)error;
    fputs("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV=\"Content-Type"
          "\" CONTENT=\"text/html; charset=UTF-8\">\n<TITLE>Bookmarks</TITLE>"
          "\n",
          to);
    put_heading(outline, to, "H1", one ? nodes[0].name : "Bookmarks");
    fputs("<DL><p>\n", to);
    for (uint32_t k = 0; k < outline->count; k++)
        put_folder(outline, to, nodes[k].depth + (one ? 0 : 1), k);
    fputs("</DL><p>\n", to);
    return PLEACH_OK;
}
