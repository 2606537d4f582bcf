/* write_csv.c: trees as tables: one row per node, with its parent or path. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "base/status.h"
#include "write/outline_labels.h"
#include "write/plain_texts.h"

typedef struct table {
    pl_outline *outline;
    FILE *to;
    bool owners, alts, tags; /* columns that are not empty, ... */
    bool parents;            /* ... and this, of edges */
} table;

static void put_csv_text(table *self, const char *text)
{
    putc(',', self->to);
    pl_put_csv(self->to, text);
}

/* Within quotes: one of several texts, without the bytes that part them. */
static void put_parted_text(table *self, const char *text, const char *parting)
{
    bool same = true;
    for (; *text != '\0'; text++) {
        bool parts = strchr(parting, *text) != NULL;
        same &= !parts;
        if (*text == '"')
            putc('"', self->to);
        putc(parts ? ',' : *text, self->to);
    }
    self->outline->changed += !same;
}

static void put_csv_alts(table *self, uint32_t k)
{
    const pl_outline_node *node = &self->outline->nodes.items[k];
    fputs(",\"", self->to);
    for (size_t a = node->alt_first; a < node[1].alt_first; a++) {
        if (a > node->alt_first)
            putc(';', self->to);
        put_parted_text(self, self->outline->alts.items[a], "\r\n;|");
    }
    putc('"', self->to);
}

/* "tag:count;tag": a tag with a colon shows its count, or its end might be
 * taken for one. */
static void put_csv_tags(table *self, uint32_t k)
{
    const pl_outline_node *node = &self->outline->nodes.items[k];
    fputs(",\"", self->to);
    for (size_t t = node->tag_first; t < node[1].tag_first; t++) {
        const pleach_tag *tag = &self->outline->tags.items[t];
        if (t > node->tag_first)
            putc(';', self->to);
        put_parted_text(self, tag->text, ";");
        if (tag->count != 1 || strchr(tag->text, ':') != NULL) {
            putc(':', self->to);
            pl_put_number(self->to, tag->count);
        }
    }
    putc('"', self->to);
}

static const char *owner_of(const pl_outline *outline, uint32_t k)
{
    const pl_outline_node *nodes = outline->nodes.items;
    while (nodes[k].parent != PL_NONE)
        k = nodes[k].parent;
    return nodes[k].owner == NULL ? "" : nodes[k].owner;
}

static void put_csv_header(const table *self, const char *first)
{
    fprintf(self->to, "%s%s%s%s%s\n", first, self->alts ? ",altLabels" : "",
            self->tags ? ",tags" : "", self->owners ? ",owner" : "",
            self->outline->grown ? ",size,people" : "");
}

/* What is said of a concept is said once, however many parents it has. */
static void put_csv_rest(table *self, uint32_t k)
{
    const pl_outline_node *node = &self->outline->nodes.items[k];
    const uint32_t *same = self->outline->same;
    bool again = same != NULL && same[k] != k;
    if (self->alts && again)
        putc(',', self->to);
    else if (self->alts)
        put_csv_alts(self, k);
    if (self->tags && again)
        putc(',', self->to);
    else if (self->tags)
        put_csv_tags(self, k);
    if (self->owners)
        put_csv_text(self, owner_of(self->outline, k));
    if (self->outline->grown)
        fprintf(self->to, ",%" PRIu32 ",%" PRIu32, node->size, node->people);
    putc('\n', self->to);
}

static table open_table(pl_outline *outline, FILE *to)
{
    return (table){.outline = outline,
                   .to = to,
                   .owners = outline->count > 0 &&
                             outline->nodes.items[0].owner != NULL,
                   .alts = outline->alts.count > 0,
                   .tags = outline->tags.count > 0};
}

/* ----------------------------------------------------------------- edges -- */

static bool has_further_parents(const pl_outline *outline)
{
    uint32_t k = 0;
    while (k < outline->count && outline->nodes.items[k].also_count == 0)
        k++;
    return k < outline->count;
}

/* Identifiers that an input gave may have any bytes. */
static void put_further_parents(table *self, uint32_t k)
{
    const pl_outline_node *node = &self->outline->nodes.items[k];
    fputs(",\"", self->to);
    for (uint32_t m = 0; m < node->also_count; m++) {
        if (m > 0)
            putc(';', self->to);
        put_parted_text(self, self->outline->identifier[node->also_under[m]],
                        ";");
    }
    putc('"', self->to);
}

/* Names stand beside ids, so that the table can be read without looking
 * anything up. */
pleach_status pl_write_edges(pl_outline *outline, FILE *to,
                             const pleach_write_options *options,
                             pleach_error *error)
{
    table self = open_table(outline, to);
    (void)options;
    PL_TRY(pl_outline_identify(outline, error));
    self.parents = has_further_parents(outline);
    put_csv_header(&self, self.parents ? "id,name,parent_id,parent,also_under"
                                       : "id,name,parent_id,parent");
    for (uint32_t k = 0; k < outline->count; k++) {
        const pl_outline_node *node = &outline->nodes.items[k];
        uint32_t up = node->parent;
        pl_put_csv(to, outline->identifier[k]);
        put_csv_text(&self, node->name);
        put_csv_text(&self, up == PL_NONE ? "" : outline->identifier[up]);
        put_csv_text(&self, up == PL_NONE ? "" : outline->nodes.items[up].name);
        if (self.parents)
            put_further_parents(&self, k);
        put_csv_rest(&self, k);
    }
    return PLEACH_OK;
}

/* ----------------------------------------------------------------- paths -- */

/* Within quotes: a ">" in a name would part it. */
static void put_step(table *self, const char *name)
{
    for (; *name != '\0'; name++) {
        if (*name == '"')
            putc('"', self->to);
        if (*name == '>')
            fputs("\xE2\x80\xBA", self->to);
        else
            putc(*name, self->to);
    }
}

/* The path is quoted always, as separators stand in it. */
pleach_status pl_write_paths(pl_outline *outline, FILE *to,
                             const pleach_write_options *options,
                             pleach_error *error)
{
    table self = open_table(outline, to);
    PL_LIST(uint32_t) above = {0}; /* from the top down to the present node */
    bool enough = true;
    (void)options;
    put_csv_header(&self, "path,name");
    for (uint32_t k = 0; enough && k < outline->count; k++) {
        above.count = outline->nodes.items[k].depth;
        enough = pl_list_push(&above, k);
        putc('"', to);
        for (size_t a = 0; enough && a < above.count; a++) {
            fputs(a == 0 ? "" : " > ", to);
            put_step(&self, outline->nodes.items[above.items[a]].name);
        }
        putc('"', to);
        outline->changed += strchr(outline->nodes.items[k].name, '>') != NULL;
        put_csv_text(&self, outline->nodes.items[k].name);
        put_csv_rest(&self, k);
    }
    pl_list_free(&above);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}
