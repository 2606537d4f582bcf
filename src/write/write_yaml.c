/* write_yaml.c: trees as nested YAML. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "write/outline.h"
#include "write/plain_texts.h"

/* Keys that are longer need a sign of their own. */
enum { LONGEST_KEY = 200, WIDTH = 4 };

static void put_yaml_key(FILE *to, uint32_t depth, const char *key)
{
    fprintf(to, "%*s%s:", (int)(depth * WIDTH + 2), "", key);
}

static void put_yaml_text(FILE *to, uint32_t depth, const char *key,
                          const char *text)
{
    if (text == NULL)
        return;
    put_yaml_key(to, depth, key);
    putc(' ', to);
    pl_put_quoted(to, text);
    putc('\n', to);
}

/* Long keys need the explicit form: YAML looks only so far for a colon. */
static void put_yaml_tags(const pl_outline *outline, FILE *to, uint32_t k)
{
    const pl_outline_node *node = &outline->nodes.items[k];
    if (node->tag_first == node[1].tag_first)
        return;
    put_yaml_key(to, node->depth, "tags");
    for (size_t t = node->tag_first; t < node[1].tag_first; t++) {
        const pleach_tag *tag = &outline->tags.items[t];
        fputs(t == node->tag_first ? " {" : ", ", to);
        if (strlen(tag->text) > LONGEST_KEY)
            fputs("? ", to);
        pl_put_quoted(to, tag->text);
        fputs(strlen(tag->text) > LONGEST_KEY ? " : " : ": ", to);
        pl_put_number(to, tag->count);
    }
    fputs("}\n", to);
}

static void put_yaml_alts(const pl_outline *outline, FILE *to, uint32_t k)
{
    const pl_outline_node *node = &outline->nodes.items[k];
    if (node->alt_first == node[1].alt_first)
        return;
    put_yaml_key(to, node->depth, "altLabels");
    for (size_t a = node->alt_first; a < node[1].alt_first; a++) {
        fputs(a == node->alt_first ? " [" : ", ", to);
        pl_put_quoted(to, outline->alts.items[a]);
    }
    fputs("]\n", to);
}

/* All names are quoted, because "no" and "1e3" would else be read as something
 * else. */
pleach_status pl_write_yaml(pl_outline *outline, FILE *to,
                            const pleach_write_options *options,
                            pleach_error *error)
{
    (void)options;
    (void)error;
    for (uint32_t k = 0; k < outline->count; k++) {
        const pl_outline_node *node = &outline->nodes.items[k];
        fprintf(to, "%*s- name: ", (int)(node->depth * WIDTH), "");
        pl_put_quoted(to, node->name);
        putc('\n', to);
        put_yaml_text(to, node->depth, "owner", node->owner);
        put_yaml_text(to, node->depth, "id", node->id);
        put_yaml_alts(outline, to, k);
        put_yaml_tags(outline, to, k);
        if (!pl_outline_has_children(outline, k))
            continue;
        put_yaml_key(to, node->depth, "children");
        putc('\n', to);
    }
    if (outline->count == 0)
        fputs("[]\n", to);
    return PLEACH_OK;
}
