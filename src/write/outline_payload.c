/* outline_payload.c: gathers what members carry, and leaves repetitions out. */
/* SPDX-License-Identifier: MIT */
#include "write/outline_payload.h"

#include <string.h>

#include "base/status.h"

typedef struct gathering {
    pl_outline *outline;
    pl_carried_list list; /* of one member */
    pl_strings *seen;     /* values and items ... */
    PL_LIST(uint32_t) at; /* ... and the cluster, plus one, that had it last */
    PL_LIST(char) key;
    uint32_t items; /* of the present cluster */
} gathering;

static void append_key(gathering *self, const char *text)
{
    pl_list_add_all(&self->key, text, strlen(text) + 1);
}

/* An item is known by its address, or by all that is said of it. */
static void make_key(gathering *self, size_t first, size_t end)
{
    const pl_carried *list = self->list.items;
    self->key.count = 0;
    if (list[first].item == 0) {
        append_key(self, list[first].property);
        append_key(self, list[first].language);
        append_key(self, list[first].text);
        return;
    }
    for (size_t k = first; k < end; k++)
        if (strcmp(list[k].property, "address") == 0) {
            append_key(self, "");
            append_key(self, list[k].text);
            return;
        }
    for (size_t k = first; k < end; k++) {
        append_key(self, list[k].property);
        append_key(self, list[k].text);
    }
}

/* Adds a value or an item, unless the cluster has it. */
static void add_once(gathering *self, size_t first, size_t end, uint32_t c)
{
    make_key(self, first, end);
    uint32_t known =
        pl_strings_add(self->seen, self->key.items, self->key.count);
    if (known == self->at.count)
        pl_list_add(&self->at, 0);
    if (known >= self->at.count || self->at.items[known] == c + 1)
        return;
    self->at.items[known] = c + 1;
    self->items += self->list.items[first].item != 0;
    for (size_t k = first; k < end; k++) {
        pl_carried fact = self->list.items[k];
        fact.item = fact.item == 0 ? 0 : self->items;
        pl_list_add(&self->outline->facts, fact);
    }
}

static void add_listed(gathering *self, uint32_t c)
{
    const pl_carried *list = self->list.items;
    for (size_t k = 0, end; k < self->list.count; k = end) {
        end = k + 1;
        while (list[k].item != 0 && end < self->list.count &&
               list[end].item == list[k].item)
            end++;
        add_once(self, k, end, c);
    }
}

/* What a shape made an entry is an item of its cluster, besides those that it
 * carries. */
static void add_entry(gathering *self, const pleach_member *member, uint32_t c)
{
    pl_carried title = {.property = "title",
                        .text = member->node.name,
                        .language = "",
                        .item = 1};
    pl_list_add(&self->list, title);
    add_listed(self, c);
    self->list.count = 0;
}

/* What the members of a cluster carry becomes the cluster's own. */
static pleach_status add_payload(gathering *self,
                                 const pleach_taxonomy *taxonomy, uint32_t c,
                                 pleach_error *error)
{
    pl_outline_node *node = &self->outline->nodes.items[c];
    node->fact_first = self->outline->facts.count;
    self->items = 0;
    for (uint32_t k = 0; k < node->size; k++) {
        pleach_member member;
        PL_TRY(pleach_taxonomy_member(&member, taxonomy, c, k, error));
        self->list.count = 0;
        if (member.shaped != NULL && strcmp(member.shaped, "entry") == 0)
            add_entry(self, &member, c);
        PL_TRY(pl_payload_list(&self->list, self->outline->arena,
                               member.node.carries, error));
        add_listed(self, c);
    }
    pl_outline_count_facts(self->outline, node->fact_first,
                           self->outline->facts.count);
    return PLEACH_OK;
}

pleach_status pl_outline_add_payloads(pl_outline *outline,
                                      const pleach_taxonomy *taxonomy,
                                      pleach_error *error)
{
    PL_SCRATCH(scratch);
    gathering self = {.outline = outline,
                      .list = {.arena = scratch},
                      .seen = pl_strings_in(scratch),
                      .at = {.arena = scratch},
                      .key = {.arena = scratch}};
    PL_TRY(pl_check_memory(scratch, error));
    for (uint32_t c = 0; c < outline->nodes.count; c++)
        PL_TRY(add_payload(&self, taxonomy, c, error));
    return pl_check_memory(scratch, error);
}
