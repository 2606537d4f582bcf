/* write_yaml.c: trees as nested YAML. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "write/outline.h"
#include "write/plain_texts.h"

/* Keys that are longer need a sign of their own. */
enum { LONGEST_KEY = 200, WIDTH = 4 };

static void put_yaml_key(pl_writing *w, uint32_t depth, const char *key)
{
    fprintf(w->to, "%*s%s:", (int)(depth * WIDTH + 2), "", key);
}

static void put_yaml_text(pl_writing *w, uint32_t depth, const char *key,
                          const char *text)
{
    if (text == NULL)
        return;
    put_yaml_key(w, depth, key);
    putc(' ', w->to);
    pl_put_quoted(w->to, text);
    putc('\n', w->to);
}

/* Long keys need the explicit form: YAML looks only so far for a colon. */
static void put_yaml_lists(pl_writing *w, const pl_outline_node *node)
{
    const pl_outline *outline = w->outline;
    size_t alt = node->alt_first, tag = node->tag_first;
    if (alt < node[1].alt_first)
        put_yaml_key(w, node->depth, "altLabels");
    for (; alt < node[1].alt_first; alt++) {
        fputs(alt == node->alt_first ? " [" : ", ", w->to);
        pl_put_quoted(w->to, outline->alts.items[alt]);
        fputs(alt + 1 == node[1].alt_first ? "]\n" : "", w->to);
    }
    if (tag < node[1].tag_first)
        put_yaml_key(w, node->depth, "tags");
    for (; tag < node[1].tag_first; tag++) {
        const pleach_tag *is = &outline->tags.items[tag];
        bool is_long = strlen(is->text) > LONGEST_KEY;
        fputs(tag == node->tag_first ? " {" : ", ", w->to);
        fputs(is_long ? "? " : "", w->to);
        pl_put_quoted(w->to, is->text);
        fputs(is_long ? " : " : ": ", w->to);
        pl_put_number(w->to, is->count);
        fputs(tag + 1 == node[1].tag_first ? "}\n" : "", w->to);
    }
}

/* All names are quoted, because "no" and "1e3" would else be read as something
 * else. */
static void enter_yaml_node(pl_writing *w, const pl_outline_node *node)
{
    fprintf(w->to, "%*s- name: ", (int)(node->depth * WIDTH), "");
    pl_put_quoted(w->to, node->name);
    putc('\n', w->to);
    put_yaml_text(w, node->depth, "owner", node->owner);
    put_yaml_text(w, node->depth, "id", node->id);
    put_yaml_lists(w, node);
    if (!pl_outline_has_children(node))
        return;
    put_yaml_key(w, node->depth, "children");
    putc('\n', w->to);
}

static void end_yaml(pl_writing *w)
{
    if (w->outline->count == 0)
        fputs("[]\n", w->to);
}

const pl_tree_format pl_yaml_format = {.enter = enter_yaml_node,
                                       .end = end_yaml};
