/* write_csv.c: trees as tables: one row per node, with its parent or path. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "base/status.h"
#include "write/outline_labels.h"
#include "write/plain_texts.h"

static void put_csv_text(pl_writing *w, const char *text)
{
    putc(',', w->to);
    pl_put_csv(w->to, text);
}

/* Within quotes: one of several texts, without the bytes that part them. */
static void put_parted_text(pl_writing *w, const char *text,
                            const char *parting)
{
    bool same = true;
    for (; *text != '\0'; text++) {
        bool parts = strchr(parting, *text) != NULL;
        same &= !parts;
        if (*text == '"')
            putc('"', w->to);
        putc(parts ? ',' : *text, w->to);
    }
    w->outline->changed += !same;
}

/* "tag:count;tag": a tag with a colon shows its count, or its end might be
 * taken for one. */
static void put_csv_tag(pl_writing *w, const pleach_tag *tag)
{
    put_parted_text(w, tag->text, ";");
    if (tag->count == 1 && strchr(tag->text, ':') == NULL)
        return;
    putc(':', w->to);
    pl_put_number(w->to, tag->count);
}

/* Texts in quotes. What is said of a concept is said once, however many parents
 * it has: `again` is one that had it before. */
static void put_csv_lists(pl_writing *w, const pl_outline_node *node,
                          bool again)
{
    const pl_outline *outline = w->outline;
    const char *quote = again ? "" : "\"";
    size_t alts = again ? node->alt_first : node[1].alt_first;
    size_t tags = again ? node->tag_first : node[1].tag_first;
    if (outline->alts.count > 0)
        fprintf(w->to, ",%s", quote);
    for (size_t a = node->alt_first; a < alts; a++) {
        fputs(a > node->alt_first ? ";" : "", w->to);
        put_parted_text(w, outline->alts.items[a], "\r\n;|");
    }
    fputs(outline->alts.count > 0 ? quote : "", w->to);
    if (outline->tags.count > 0)
        fprintf(w->to, ",%s", quote);
    for (size_t t = node->tag_first; t < tags; t++) {
        fputs(t > node->tag_first ? ";" : "", w->to);
        put_csv_tag(w, &outline->tags.items[t]);
    }
    fputs(outline->tags.count > 0 ? quote : "", w->to);
}

static bool has_owners(const pl_writing *w)
{
    return w->outline->count > 0 && w->nodes[0].owner != NULL;
}

static void put_csv_header(const pl_writing *w, const char *first)
{
    fprintf(w->to, "%s%s%s%s%s\n", first,
            w->outline->alts.count > 0 ? ",altLabels" : "",
            w->outline->tags.count > 0 ? ",tags" : "",
            has_owners(w) ? ",owner" : "",
            w->outline->taxonomy != NULL ? ",size,people" : "");
}

static void put_csv_rest(pl_writing *w, const pl_outline_node *node)
{
    const uint32_t *same = w->outline->same;
    uint32_t k = pl_number_of(w, node);
    put_csv_lists(w, node, same != NULL && same[k] != k);
    if (has_owners(w))
        put_csv_text(w, w->above[0]->owner == NULL ? "" : w->above[0]->owner);
    if (w->outline->taxonomy != NULL)
        fprintf(w->to, ",%" PRIu32 ",%" PRIu32, node->size, node->people);
    putc('\n', w->to);
}

/* ----------------------------------------------------------------- edges -- */

static pleach_status begin_edges(pl_writing *w, pleach_error *error)
{
    PL_TRY(pl_outline_identify(w->outline, error));
    put_csv_header(w, w->outline->further
                          ? "id,name,parent_id,parent,also_under"
                          : "id,name,parent_id,parent");
    return PLEACH_OK;
}

/* Names stand beside ids, so that the table can be read without looking
 * anything up. Identifiers that an input gave may have any bytes. */
static void enter_edge(pl_writing *w, const pl_outline_node *node)
{
    const char *const *identifier = w->outline->identifier;
    uint32_t up = node->parent;
    pl_put_csv(w->to, identifier[pl_number_of(w, node)]);
    put_csv_text(w, node->name);
    put_csv_text(w, up == PL_NONE ? "" : identifier[up]);
    put_csv_text(w, up == PL_NONE ? "" : w->nodes[up].name);
    fputs(w->outline->further ? ",\"" : "", w->to);
    for (uint32_t m = 0; m < node->also_count; m++) {
        fputs(m > 0 ? ";" : "", w->to);
        put_parted_text(w, identifier[node->also_under[m]], ";");
    }
    fputs(w->outline->further ? "\"" : "", w->to);
    put_csv_rest(w, node);
}

const pl_tree_format pl_edges_format = {.begin = begin_edges,
                                        .enter = enter_edge};

/* ----------------------------------------------------------------- paths -- */

static pleach_status begin_paths(pl_writing *w, pleach_error *error)
{
    (void)error;
    put_csv_header(w, "path,name");
    return PLEACH_OK;
}

/* Within quotes: a ">" in a name would part it. */
static void put_step(FILE *to, const char *name)
{
    for (; *name != '\0'; name++) {
        if (*name == '"')
            putc('"', to);
        if (*name == '>')
            fputs("\xE2\x80\xBA", to);
        else
            putc(*name, to);
    }
}

/* The path is quoted always, as separators stand in it. */
static void enter_path(pl_writing *w, const pl_outline_node *node)
{
    putc('"', w->to);
    for (uint32_t depth = 0; depth <= node->depth; depth++) {
        fputs(depth == 0 ? "" : " > ", w->to);
        put_step(w->to, w->above[depth]->name);
    }
    putc('"', w->to);
    w->outline->changed += strchr(node->name, '>') != NULL;
    put_csv_text(w, node->name);
    put_csv_rest(w, node);
}

const pl_tree_format pl_paths_format = {.begin = begin_paths,
                                        .enter = enter_path};
