/* write_nested.c: trees as nested JSON, in one document or one per line. */
/* SPDX-License-Identifier: MIT */
#include "base/json_write.h"
#include "write/outline.h"

static void put_json_tags(pl_json *json, const pl_outline *outline, uint32_t k)
{
    const pl_outline_node *node = &outline->nodes.items[k];
    if (node->tag_first == node[1].tag_first)
        return;
    pl_json_key(json, "tags");
    pl_json_open(json, '{');
    for (size_t t = node->tag_first; t < node[1].tag_first; t++) {
        pl_json_key(json, outline->tags.items[t].text);
        pl_json_float(json, (float)outline->tags.items[t].count);
    }
    pl_json_close(json, '}');
}

static void put_json_alts(pl_json *json, const pl_outline *outline, uint32_t k)
{
    const pl_outline_node *node = &outline->nodes.items[k];
    if (node->alt_first == node[1].alt_first)
        return;
    pl_json_key(json, "altLabels");
    pl_json_open(json, '[');
    for (size_t a = node->alt_first; a < node[1].alt_first; a++)
        pl_json_text(json, outline->alts.items[a]);
    pl_json_close(json, ']');
}

static void put_json_vector(pl_json *json, const pl_outline *outline,
                            uint32_t k)
{
    const float *vector = outline->nodes.items[k].vector;
    if (vector == NULL)
        return;
    pl_json_key(json, "vector");
    pl_json_open(json, '[');
    for (uint32_t n = 0; n < outline->vector_size; n++)
        pl_json_float(json, vector[n]);
    pl_json_close(json, ']');
}

static void put_json_payload(pl_json *json, const pl_outline *outline,
                             uint32_t k)
{
    const pl_outline_node *node = &outline->nodes.items[k];
    size_t count = node[1].fact_first - node->fact_first;
    if (count == 0)
        return;
    pl_json_key(json, "carries");
    pl_payload_put(json, outline->facts.items + node->fact_first, count);
}

/* Brackets are closed by whoever comes last in them, which needs no recursion.
 */
static void put_json_tree_node(pl_json *json, const pl_outline *outline,
                               uint32_t k, bool lines)
{
    const pl_outline_node *node = &outline->nodes.items[k];
    if (lines)
        pl_json_line(json);
    pl_json_open(json, '{');
    if (node->owner != NULL)
        pl_json_put_text(json, "owner", node->owner);
    if (node->id != NULL)
        pl_json_put_text(json, "id", node->id);
    pl_json_put_text(json, "name", node->name);
    put_json_alts(json, outline, k);
    put_json_tags(json, outline, k);
    put_json_vector(json, outline, k);
    put_json_payload(json, outline, k);
    if (pl_outline_has_children(outline, k)) {
        pl_json_key(json, "children");
        pl_json_open(json, '[');
        return;
    }
    pl_json_close(json, '}');
    for (uint32_t ends = pl_outline_ending(outline, k); ends > 1; ends--) {
        pl_json_close(json, ']');
        pl_json_close(json, '}');
    }
}

/* One list of trees, even where there is one, so that readers need one case. */
pleach_status pl_write_nested(pl_outline *outline, FILE *to,
                              const pleach_write_options *options,
                              pleach_error *error)
{
    pl_json json;
    (void)options;
    (void)error;
    pl_json_start(&json, to);
    pl_json_open(&json, '[');
    for (uint32_t k = 0; k < outline->count; k++)
        put_json_tree_node(&json, outline, k, true);
    pl_json_line(&json);
    pl_json_close(&json, ']');
    putc('\n', to);
    return PLEACH_OK;
}

/* A writer of its own for each line: there are no commas between lines. */
pleach_status pl_write_jsonl(pl_outline *outline, FILE *to,
                             const pleach_write_options *options,
                             pleach_error *error)
{
    pl_json json;
    (void)options;
    (void)error;
    for (uint32_t k = 0; k < outline->count; k++) {
        if (outline->nodes.items[k].depth == 0)
            pl_json_start(&json, to);
        put_json_tree_node(&json, outline, k, false);
        if (outline->nodes.items[k + 1].depth == 0)
            putc('\n', to);
    }
    return PLEACH_OK;
}
