/* write_markdown.c: trees as a Markdown outline: a heading and bullets. */
/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>

#include "write/outline.h"

/* The bytes of a number of a list, "12." or "3)", up to its sign. */
static size_t measure_number(const char *name)
{
    size_t digits = strspn(name, "0123456789");
    return digits > 0 && (name[digits] == '.' || name[digits] == ')') ? digits
                                                                      : 0;
}

/* Whether this byte would format, link or begin a list, or be taken for the
 * end of a heading. */
static bool is_markdown_sign(const char *name, size_t at)
{
    char byte = name[at];
    unsigned char next = (unsigned char)name[at + 1];
    if (strchr("\\`*_[]<~", byte) != NULL)
        return true;
    if (byte == '&')
        return next == '#' || (next < 0x80 && isalpha(next));
    /* What could be taken for the sign before a description. */
    if ((byte == ':' && next == ' ') ||
        (byte == '-' && next == ' ' && at > 0 && name[at - 1] == ' '))
        return true;
    if (at == 0)
        return strchr("#+-=>|(", byte) != NULL;
    return at == measure_number(name) ||
           (next == '\0' && (byte == ':' || byte == '#'));
}

/* Roots are headings and the rest are items, as most viewers fold both. */
static void enter_markdown_node(pl_writing *w, const pl_outline_node *node)
{
    bool same = true;
    if (node->depth == 0)
        fputs(node == w->nodes ? "# " : "\n# ", w->to);
    else
        fprintf(w->to, "%s%*s- ", node[-1].depth == 0 ? "\n" : "",
                (int)(node->depth * 2 - 2), "");
    for (size_t k = 0; node->name[k] != '\0'; k++) {
        char byte = node->name[k];
        bool control = (unsigned char)byte < 0x20 || byte == 0x7F;
        same &= !control;
        if (is_markdown_sign(node->name, k))
            putc('\\', w->to);
        putc(control ? ' ' : byte, w->to);
    }
    w->outline->changed += !same;
    putc('\n', w->to);
}

const pl_tree_format pl_markdown_format = {.enter = enter_markdown_node};
