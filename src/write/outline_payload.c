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

static bool append_key(gathering *self, const char *text)
{
    size_t length = strlen(text) + 1;
    if (!pl_list_room(&self->key, length))
        return false;
    memcpy(self->key.items + self->key.count, text, length);
    self->key.count += length;
    return true;
}

/* An item is known by its address, or by all that is said of it. */
static bool key_of(gathering *self, size_t first, size_t end)
{
    const pl_carried *list = self->list.items;
    self->key.count = 0;
    if (list[first].item == 0)
        return append_key(self, list[first].property) &&
               append_key(self, list[first].language) &&
               append_key(self, list[first].text);
    for (size_t k = first; k < end; k++)
        if (strcmp(list[k].property, "address") == 0)
            return append_key(self, "") && append_key(self, list[k].text);
    for (size_t k = first; k < end; k++)
        if (!append_key(self, list[k].property) ||
            !append_key(self, list[k].text))
            return false;
    return true;
}

/* Adds a value or an item, unless the cluster has it. False: no memory. */
static bool add_once(gathering *self, size_t first, size_t end, uint32_t c)
{
    if (!key_of(self, first, end))
        return false;
    uint32_t known =
        pl_strings_add(self->seen, self->key.items, self->key.count);
    if (known == PL_NONE ||
        (known == self->at.count && !pl_list_push(&self->at, 0)))
        return false;
    if (self->at.items[known] == c + 1)
        return true;
    self->at.items[known] = c + 1;
    self->items += self->list.items[first].item != 0;
    for (size_t k = first; k < end; k++) {
        pl_carried fact = self->list.items[k];
        fact.item = fact.item == 0 ? 0 : self->items;
        if (!pl_list_push(&self->outline->facts, fact))
            return false;
    }
    return true;
}

static bool add_listed(gathering *self, uint32_t c)
{
    const pl_carried *list = self->list.items;
    for (size_t k = 0, end; k < self->list.count; k = end) {
        end = k + 1;
        while (list[k].item != 0 && end < self->list.count &&
               list[end].item == list[k].item)
            end++;
        if (!add_once(self, k, end, c))
            return false;
    }
    return true;
}

/* What a shape made an entry is an item of its cluster. */
static pl_carried as_item(const pleach_member *member)
{
    return (pl_carried){.property = "title",
                        .text = member->node.name,
                        .language = "",
                        .item = 1};
}

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
        bool entry =
            member.shaped != NULL && strcmp(member.shaped, "entry") == 0;
        if (member.node.carries == NULL && !entry)
            continue;
        if (pl_outline_keep(self->outline, "", 0) == NULL)
            return pl_fail_memory(error);
        self->list.count = 0;
        if (entry && !pl_list_push(&self->list, as_item(&member)))
            return pl_fail_memory(error);
        PL_TRY(pl_payload_list(&self->list, self->outline->arena,
                               member.node.carries, error));
        if (!add_listed(self, c))
            return pl_fail_memory(error);
    }
    pl_outline_count_facts(self->outline, node->fact_first,
                           self->outline->facts.count);
    return PLEACH_OK;
}

pleach_status pl_outline_add_payloads(pl_outline *outline,
                                      const pleach_taxonomy *taxonomy,
                                      pleach_error *error)
{
    gathering self = {.outline = outline, .seen = pl_strings_new()};
    pleach_status status =
        self.seen == NULL ? pl_fail_memory(error) : PLEACH_OK;
    for (uint32_t c = 0; status == PLEACH_OK && c < outline->nodes.count; c++)
        status = add_payload(&self, taxonomy, c, error);
    pl_list_free(&self.list);
    pl_list_free(&self.at);
    pl_list_free(&self.key);
    pl_strings_free(self.seen);
    return status;
}
