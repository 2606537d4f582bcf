/* write_nested.c: trees as nested JSON, in one document or one per line. */
/* SPDX-License-Identifier: MIT */
#include "write/outline.h"

static void put_json_lists(pl_writing *w, const pl_outline_node *node)
{
    pl_json *json = &w->json;
    const pl_outline *outline = w->outline;
    if (node->alt_first < node[1].alt_first) {
        pl_json_open_in(json, "altLabels", '[');
        for (size_t a = node->alt_first; a < node[1].alt_first; a++)
            pl_json_text(json, outline->alts.items[a]);
        pl_json_close(json, ']');
    }
    if (node->tag_first < node[1].tag_first) {
        pl_json_open_in(json, "tags", '{');
        for (size_t t = node->tag_first; t < node[1].tag_first; t++) {
            pl_json_key(json, outline->tags.items[t].text);
            pl_json_float(json, (float)outline->tags.items[t].count);
        }
        pl_json_close(json, '}');
    }
}

static void enter_json_node(pl_writing *w, const pl_outline_node *node)
{
    pl_json *json = &w->json;
    size_t carried = node[1].fact_first - node->fact_first;
    pl_json_open(json, '{');
    if (node->owner != NULL)
        pl_json_put_text(json, "owner", node->owner);
    if (node->id != NULL)
        pl_json_put_text(json, "id", node->id);
    pl_json_put_text(json, "name", node->name);
    put_json_lists(w, node);
    if (carried > 0) {
        pl_json_key(json, "carries");
        pl_payload_put(json, w->outline->facts.items + node->fact_first,
                       carried);
    }
    if (pl_outline_has_children(node)) {
        pl_json_open_in(json, "children", '[');
    }
}

static void leave_json_node(pl_writing *w, const pl_outline_node *node)
{
    if (pl_outline_has_children(node))
        pl_json_close(&w->json, ']');
    pl_json_close(&w->json, '}');
}

/* One list of trees, even where there is one, so that readers need one case. */
static pleach_status begin_nested(pl_writing *w, pleach_error *error)
{
    (void)error;
    pl_json_open(&w->json, '[');
    return PLEACH_OK;
}

static void enter_nested(pl_writing *w, const pl_outline_node *node)
{
    pl_json_line(&w->json);
    enter_json_node(w, node);
}

static void end_nested(pl_writing *w)
{
    pl_json_line(&w->json);
    pl_json_close(&w->json, ']');
    putc('\n', w->to);
}

/* There are no commas between lines. */
static void leave_line(pl_writing *w, const pl_outline_node *node)
{
    leave_json_node(w, node);
    if (node->depth > 0)
        return;
    putc('\n', w->to);
    pl_json_start(&w->json, w->to);
}

const pl_tree_format pl_nested_format = {.begin = begin_nested,
                                         .enter = enter_nested,
                                         .leave = leave_json_node,
                                         .end = end_nested};
const pl_tree_format pl_jsonl_format = {.enter = enter_json_node,
                                        .leave = leave_line};
