/* outline_payload.c: gathers what members carry, and leaves repetitions out. */
/* SPDX-License-Identifier: MIT */
#include "write/outline_payload.h"

#include <string.h>

#include "base/order.h"
#include "base/status.h"
#include "base/text.h"

typedef struct gathering {
    pl_outline *outline;
    pl_carried_list list; /* of one member */
    pl_strings *seen;     /* values and items ... */
    PL_LIST(uint32_t) at; /* ... and the cluster, plus one, that had it last */
    PL_LIST(uint32_t) number; /* ... and which of its items it is */
    PL_LIST(char) key;
    uint32_t items;         /* of the present cluster */
    pl_carried_list copies; /* of items that the cluster has already */
    pl_strings *parts;      /* tags and notes of joined items ... */
    uint32_t joined;        /* ... which are counted */
    PL_LIST(char) text;
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

/* Adds a value or an item, unless the cluster has it. A copy of an item may say
 * more of it. */
static void add_once(gathering *self, size_t first, size_t end, uint32_t c)
{
    make_key(self, first, end);
    uint32_t known =
        pl_strings_add(self->seen, self->key.items, self->key.count);
    if (known == self->at.count && pl_list_push(&self->at, 0))
        pl_list_add(&self->number, 0);
    if (known >= self->number.count)
        return;
    bool again = self->at.items[known] == c + 1;
    bool item = self->list.items[first].item != 0;
    self->at.items[known] = c + 1;
    if (!again)
        self->number.items[known] = item ? ++self->items : 0;
    for (size_t k = first; k < end && (item || !again); k++) {
        pl_carried fact = self->list.items[k];
        fact.item = self->number.items[known];
        pl_list_add(again ? &self->copies : &self->outline->facts, fact);
    }
}

/* ---------------------------------------------------------------- copies -- */

/* What each copy of an item may add to, and the text in between. */
static const struct {
    const char *property, *between;
    char part; /* ends a part of the text; 0: it has only one */
} shared[] = {{"tags", ",", ','}, {"description", " / ", '\0'}};
enum { SHARED = sizeof shared / sizeof *shared };

/* Adds what is new in a text, part by part. */
static void add_parts(gathering *self, size_t s, const char *text)
{
    for (size_t size; *text != '\0'; text += size + (text[size] != '\0')) {
        const char *part = text;
        size = shared[s].part == 0 ? strlen(text) : strcspn(text, ",");
        size_t length = size;
        pl_text_trim(&part, &length);
        self->key.count = 0;
        pl_list_add_all(&self->key, (const char *)&self->joined,
                        sizeof self->joined);
        pl_list_add(&self->key, (char)s);
        pl_list_add_all(&self->key, part, length);
        uint32_t before = pl_strings_count(self->parts);
        if (length == 0 || pl_strings_add(self->parts, self->key.items,
                                          self->key.count) < before)
            continue;
        if (self->text.count > 0)
            pl_list_add_all(&self->text, shared[s].between,
                            strlen(shared[s].between));
        pl_list_add_all(&self->text, part, length);
    }
}

static size_t find_field(const pl_carried_list *facts, size_t from,
                         const char *property)
{
    while (from < facts->count &&
           strcmp(facts->items[from].property, property) != 0)
        from++;
    return from;
}

/* The tags or notes of an item, whose fields begin at `from`, and those of its
 * copies. */
static void join_shared(gathering *self, size_t from, size_t s,
                        const uint64_t *copies, size_t count)
{
    pl_carried_list *facts = &self->outline->facts;
    size_t at = find_field(facts, from, shared[s].property);
    if (at == facts->count)
        return;
    self->text.count = 0;
    add_parts(self, s, facts->items[at].text);
    size_t own = self->text.count;
    for (size_t k = 0; k < count; k++) {
        const pl_carried *copy = &self->copies.items[(uint32_t)copies[k]];
        if (strcmp(copy->property, shared[s].property) == 0)
            add_parts(self, s, copy->text);
    }
    if (self->text.count > own)
        facts->items[at].text = pl_arena_text(
            self->outline->arena, self->text.items, self->text.count);
}

/* Of fields that cannot be shared the first copy that has one tells. */
static void join_item(gathering *self, size_t from, const uint64_t *copies,
                      size_t count)
{
    pl_carried_list *facts = &self->outline->facts;
    for (size_t k = 0; k < count; k++) {
        pl_carried copy = self->copies.items[(uint32_t)copies[k]];
        size_t at = find_field(facts, from, copy.property);
        if (at == facts->count)
            pl_list_add(facts, copy);
        else if (strcmp(copy.property, "title") == 0)
            self->outline->other_titles +=
                strcmp(copy.text, facts->items[at].text) != 0;
    }
    for (size_t s = 0; s < SHARED && count > 0; s++)
        join_shared(self, from, s, copies, count);
    self->joined++;
}

/* Gives the items of a cluster, whose facts begin at `first`, what their copies
 * say besides. */
static void join_copies(gathering *self, size_t first)
{
    pl_carried_list *facts = &self->outline->facts;
    PL_LIST(uint64_t) order = {.arena = self->copies.arena};
    self->list.count = 0;
    pl_list_add_all(&self->list, facts->items + first, facts->count - first);
    for (size_t k = 0; k < self->copies.count; k++)
        pl_list_add(&order, (uint64_t)self->copies.items[k].item << 32 | k);
    if (order.count == 0 || pl_arena_failed(order.arena))
        return;
    pl_sort_uint64(order.items, order.count);
    facts->count = first;
    for (size_t k = 0, end, copy = 0, from = first; k < self->list.count;
         k = end, from = facts->count) {
        uint32_t item = self->list.items[k].item;
        for (end = k;
             end < self->list.count && self->list.items[end].item == item;
             end++)
            pl_list_add(facts, self->list.items[end]);
        size_t copies = copy;
        while (item != 0 && copy < order.count &&
               order.items[copy] >> 32 == item)
            copy++;
        join_item(self, from, order.items + copies, copy - copies);
    }
    self->copies.count = 0;
    pl_list_free(&order);
}

/* --------------------------------------------------------------- members -- */

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
    if (self->copies.count > 0)
        join_copies(self, node->fact_first);
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
                      .number = {.arena = scratch},
                      .key = {.arena = scratch},
                      .copies = {.arena = scratch},
                      .parts = pl_strings_in(scratch),
                      .text = {.arena = scratch}};
    PL_TRY(pl_check_memory(scratch, error));
    for (uint32_t c = 0; c < outline->nodes.count; c++)
        PL_TRY(add_payload(&self, taxonomy, c, error));
    return pl_check_memory(scratch, error);
}
