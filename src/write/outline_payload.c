/* outline_payload.c: gathers what members carry, and leaves repetitions out. */
/* SPDX-License-Identifier: MIT */
#include "write/outline_payload.h"

#include <string.h>

#include "base/order.h"
#include "base/status.h"
#include "base/text.h"

typedef struct gathering {
    pl_outline *outline;
    uint32_t cluster;
    uint32_t items;         /* that it has so far */
    pl_carried_list member; /* what one member carries ... */
    pl_carried_list all;    /* ... and what all of the cluster's do */
    PL_LIST(uint64_t) order;
    pl_strings *seen;         /* values and items of clusters ... */
    PL_LIST(uint32_t) number; /* ... and which of its items each is */
    pl_strings *parts; /* of texts that several copies of an item share */
    PL_LIST(char) key;
    PL_LIST(char) text;
} gathering;

static void start_key(gathering *self)
{
    self->key.count = 0;
    pl_list_add_all(&self->key, (const char *)&self->cluster,
                    sizeof self->cluster);
}

static void append_key(gathering *self, const char *text)
{
    pl_list_add_all(&self->key, text, strlen(text) + 1);
}

/* An item is known by its address, or by all that is said of it. */
static void make_key(gathering *self, size_t first, size_t end)
{
    const pl_carried *list = self->member.items;
    start_key(self);
    for (size_t k = first; k < end; k++) {
        append_key(self, list[k].property);
        append_key(self, list[k].language);
        append_key(self, list[k].text);
    }
    for (size_t k = first; k < end; k++)
        if (list[first].item != 0 && strcmp(list[k].property, "address") == 0) {
            start_key(self);
            append_key(self, "");
            append_key(self, list[k].text);
        }
}

/* Adds a value that the cluster does not have, or an item. A copy of an item
 * may say more of it. */
static void add_once(gathering *self, size_t first, size_t end)
{
    const pl_carried *list = self->member.items;
    bool item = list[first].item != 0;
    make_key(self, first, end);
    uint32_t known =
        pl_strings_add(self->seen, self->key.items, self->key.count);
    bool again = known < self->number.count;
    if (!again)
        pl_list_add(&self->number, item ? ++self->items : 0);
    if (known >= self->number.count || (again && !item))
        return;
    for (size_t k = first; k < end; k++) {
        pl_carried fact = list[k];
        fact.item = self->number.items[known];
        pl_list_add(&self->all, fact);
    }
}

/* Values stand by themselves, the fields of an item together. */
static size_t end_of_item(const pl_carried_list *list, size_t first)
{
    size_t end = first + 1;
    while (list->items[first].item != 0 && end < list->count &&
           list->items[end].item == list->items[first].item)
        end++;
    return end;
}

static void add_member(gathering *self)
{
    for (size_t k = 0, end; k < self->member.count; k = end) {
        end = end_of_item(&self->member, k);
        add_once(self, k, end);
    }
    self->member.count = 0;
}

/* ---------------------------------------------------------------- copies -- */

/* Adds what is new in a text, part by part where a sign parts it. */
static void add_parts(gathering *self, const pl_carried *field,
                      const char *sign, const char *between)
{
    const char *text = field->text;
    for (size_t size; *text != '\0'; text += size + (text[size] != '\0')) {
        const char *part = text;
        size = strcspn(text, sign);
        size_t length = size;
        pl_text_trim(&part, &length);
        start_key(self);
        pl_list_add_all(&self->key, (const char *)&field->item,
                        sizeof field->item);
        append_key(self, field->property);
        pl_list_add_all(&self->key, part, length);
        uint32_t before = pl_strings_count(self->parts);
        if (length == 0 || pl_strings_add(self->parts, self->key.items,
                                          self->key.count) < before)
            continue;
        if (self->text.count > 0)
            pl_list_add_all(&self->text, between, strlen(between));
        pl_list_add_all(&self->text, part, length);
    }
}

/* What the copies of an item say in one field: tags and notes are shared, of
 * other fields the first copy that has one tells. */
static const char *join_field(gathering *self, const pl_carried *const *item,
                              size_t count)
{
    const char *property = item[0]->property, *text = item[0]->text;
    bool tags = strcmp(property, "tags") == 0;
    bool title = strcmp(property, "title") == 0;
    size_t others = 0;
    for (size_t k = 1; k < count; k++)
        others += strcmp(item[k]->property, property) == 0 &&
                  strcmp(item[k]->text, text) != 0;
    self->outline->other_titles += title ? others : 0;
    if (others == 0 || (!tags && strcmp(property, "description") != 0))
        return text;
    self->text.count = 0;
    for (size_t k = 0; k < count; k++)
        if (strcmp(item[k]->property, property) == 0)
            add_parts(self, item[k], tags ? "," : "", tags ? "," : " / ");
    return pl_arena_text(self->outline->arena, self->text.items,
                         self->text.count);
}

static bool has_field(const pl_carried_list *facts, size_t first,
                      const char *property)
{
    while (first < facts->count &&
           strcmp(facts->items[first].property, property) != 0)
        first++;
    return first < facts->count;
}

/* Values first, then the items with their copies. */
static void put_gathered(gathering *self, const pl_carried **sorted)
{
    pl_carried_list *facts = &self->outline->facts;
    for (size_t k = 0, end; k < self->all.count; k = end) {
        size_t first = facts->count;
        uint32_t item = sorted[k]->item;
        for (end = k + 1; end < self->all.count && sorted[end]->item == item;)
            end++;
        for (size_t f = k; f < end; f++) {
            pl_carried fact = *sorted[f];
            if (item != 0 && has_field(facts, first, fact.property))
                continue;
            if (item != 0)
                fact.text = join_field(self, sorted + f, end - f);
            pl_list_add(facts, fact);
        }
    }
}

static void sort_gathered(gathering *self)
{
    PL_SCRATCH(scratch);
    const pl_carried **sorted =
        PL_ARENA_ARRAY(scratch, const pl_carried *, self->all.count);
    self->order.count = 0;
    for (size_t k = 0; k < self->all.count; k++)
        pl_list_add(&self->order, (uint64_t)self->all.items[k].item << 32 | k);
    if (sorted == NULL || self->order.count < self->all.count) {
        pl_arena_fail(self->outline->arena);
        return;
    }
    pl_sort_uint64(self->order.items, self->order.count);
    for (size_t k = 0; k < self->order.count; k++)
        sorted[k] = &self->all.items[(uint32_t)self->order.items[k]];
    put_gathered(self, sorted);
}

/* --------------------------------------------------------------- members -- */

/* What the members of a cluster carry becomes the cluster's own. What a shape
 * made an entry is an item of its cluster, besides those that it carries. */
static pleach_status add_payload(gathering *self,
                                 const pleach_taxonomy *taxonomy,
                                 pleach_error *error)
{
    pl_outline *outline = self->outline;
    pl_outline_node *node = &outline->nodes.items[self->cluster];
    node->fact_first = outline->facts.count;
    self->items = 0;
    self->all.count = 0;
    for (uint32_t k = 0; k < node->size; k++) {
        pleach_member member;
        PL_TRY(
            pleach_taxonomy_member(&member, taxonomy, self->cluster, k, error));
        if (member.shaped != NULL && strcmp(member.shaped, "entry") == 0) {
            pl_carried title = {"title", member.node.name, "", false, 1};
            pl_list_add(&self->member, title);
            add_member(self);
        }
        PL_TRY(pl_payload_list(&self->member, outline->arena,
                               member.node.carries, error));
        add_member(self);
    }
    if (self->all.count > 0)
        sort_gathered(self);
    pl_outline_count_facts(outline, node->fact_first, outline->facts.count);
    return PLEACH_OK;
}

pleach_status pl_outline_add_payloads(pl_outline *outline,
                                      const pleach_taxonomy *taxonomy,
                                      pleach_error *error)
{
    PL_SCRATCH(scratch);
    gathering self = {.outline = outline,
                      .member = {.arena = scratch},
                      .all = {.arena = scratch},
                      .order = {.arena = scratch},
                      .seen = pl_strings_in(scratch),
                      .number = {.arena = scratch},
                      .parts = pl_strings_in(scratch),
                      .key = {.arena = scratch},
                      .text = {.arena = scratch}};
    PL_TRY(pl_check_memory(scratch, error));
    for (; self.cluster < outline->nodes.count; self.cluster++)
        PL_TRY(add_payload(&self, taxonomy, error));
    return pl_check_memory(scratch, error);
}
