/* write_bookmarks.c: trees as folders of links, as browsers import them. */
/* SPDX-License-Identifier: MIT */

#include "write/outline.h"
#include "write/plain_texts.h"

/* A single tree is what the file is called; several are folders in it. */
static uint32_t folder_depth(const pl_writing *w, const pl_outline_node *node)
{
    return node->depth + (w->outline->tops == 1 ? 0 : 1);
}

static void put_line(pl_writing *w, uint32_t depth, const char *words)
{
    fprintf(w->to, "%*s%s", (int)((depth + w->toolbar) * 4), "", words);
}

/* What a browser had in its toolbar goes there again: facts [first, end) of an
 * outermost folder, or of a link beside it, say whether it was there. */
static void enter_toolbar(pl_writing *w, size_t first, size_t end, bool link)
{
    const pl_carried *facts = w->outline->facts.items;
    bool was = w->toolbar, inside = false;
    for (size_t k = first; k < end; k++)
        inside |= (facts[k].item != 0) == link &&
                  strcmp(facts[k].property, PL_TOOLBAR) == 0;
    w->toolbar = false;
    if (was && !inside)
        put_line(w, 1, "</DL><p>\n");
    if (inside && !was) {
        put_line(w, 1,
                 "<DT><H3 PERSONAL_TOOLBAR_FOLDER=\"true\">"
                 "Bookmarks bar</H3>\n");
        put_line(w, 1, "<DL><p>\n");
    }
    w->toolbar = inside;
}

static void put_bookmark_text(pl_writing *w, const char *text, const char *end)
{
    pl_put_xml(w->to, text, &w->outline->changed);
    fputs(end, w->to);
}

static pleach_status begin_bookmarks(pl_writing *w, pleach_error *error)
{
    (void)error;
    fputs("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV=\"Content-Type"
          "\" CONTENT=\"text/html; charset=UTF-8\">\n<TITLE>Bookmarks</TITLE>"
          "\n<H1>",
          w->to);
    put_bookmark_text(w, w->outline->tops == 1 ? w->nodes[0].name : "Bookmarks",
                      "</H1>\n<DL><p>\n");
    return PLEACH_OK;
}

static void enter_folder(pl_writing *w, const pl_outline_node *node)
{
    uint32_t depth = folder_depth(w, node);
    if (depth == 0)
        return;
    if (depth == 1)
        enter_toolbar(w, node->fact_first, node[1].fact_first, false);
    put_line(w, depth, "<DT><H3>");
    put_bookmark_text(w, node->name, "</H3>\n");
    put_line(w, depth, "<DL><p>\n");
}

/* Browsers' words for the rest of an item: ADD_DATE, TAGS and so on. */
static void put_link_attributes(pl_writing *w, size_t first, size_t end)
{
    for (size_t k = first; k < end; k++) {
        const pl_carried *field = &w->outline->facts.items[k];
        const char *name = field->property;
        if (strcmp(name, "address") == 0 || strcmp(name, "title") == 0 ||
            strcmp(name, "description") == 0 || strcmp(name, PL_TOOLBAR) == 0 ||
            name[strspn(name, "abcdefghijklmnopqrstuvwxyz_-")] != '\0')
            continue;
        putc(' ', w->to);
        for (; *name != '\0'; name++)
            putc(*name >= 'a' && *name <= 'z' ? *name - 'a' + 'A' : *name,
                 w->to);
        fputs("=\"", w->to);
        put_bookmark_text(w, field->text, "\"");
    }
}

/* A link without a title is called by its address. What has no address is no
 * link, and a folder of that name would be a concept. */
static void put_link(pl_writing *w, const pl_outline_node *node, size_t first,
                     size_t end)
{
    const pl_outline *outline = w->outline;
    const char *address = pl_outline_field(outline, first, end, "address");
    const char *title = pl_outline_field(outline, first, end, "title");
    const char *told = pl_outline_field(outline, first, end, "description");
    uint32_t depth = folder_depth(w, node) + 1;
    if (address == NULL) {
        w->outline->unaddressed++;
        return;
    }
    if (depth == 1)
        enter_toolbar(w, first, end, true);
    put_line(w, depth, "<DT><A HREF=\"");
    put_bookmark_text(w, address, "\"");
    put_link_attributes(w, first, end);
    putc('>', w->to);
    put_bookmark_text(w, title == NULL ? address : title, "</A>\n");
    if (told == NULL)
        return;
    put_line(w, depth, "<DD>");
    put_bookmark_text(w, told, "\n");
}

static void leave_folder(pl_writing *w, const pl_outline_node *node)
{
    if (folder_depth(w, node) > 0)
        put_line(w, folder_depth(w, node), "</DL><p>\n");
}

static void end_bookmarks(pl_writing *w)
{
    enter_toolbar(w, 0, 0, false);
    fputs("</DL><p>\n", w->to);
}

const pl_tree_format pl_bookmarks_format = {.begin = begin_bookmarks,
                                            .enter = enter_folder,
                                            .item = put_link,
                                            .leave = leave_folder,
                                            .end = end_bookmarks};
