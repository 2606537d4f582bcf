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

static void put_markdown_name(FILE *to, const char *name, uint64_t *changed)
{
    bool same = true;
    for (size_t k = 0; name[k] != '\0'; k++) {
        bool control = (unsigned char)name[k] < 0x20 || name[k] == 0x7F;
        same &= !control;
        if (is_markdown_sign(name, k))
            putc('\\', to);
        putc(control ? ' ' : name[k], to);
    }
    *changed += !same;
}

/* Roots are headings and the rest are items, as most viewers fold both. */
pleach_status pl_write_markdown(pl_outline *outline, FILE *to,
                                const pleach_write_options *options,
                                pleach_error *error)
{
    (void)options;
    (void)error;
    for (uint32_t k = 0; k < outline->count; k++) {
        const pl_outline_node *node = &outline->nodes.items[k];
        if (node->depth == 0)
            fputs(k == 0 ? "# " : "\n# ", to);
        else
            fprintf(to, "%s%*s- ", node[-1].depth == 0 ? "\n" : "",
                    (int)(node->depth * 2 - 2), "");
        put_markdown_name(to, node->name, &outline->changed);
        putc('\n', to);
    }
    return PLEACH_OK;
}
