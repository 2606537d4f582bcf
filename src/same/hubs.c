/* hubs.c: ranks members by their company and finds the best for each. */
/* SPDX-License-Identifier: MIT */
#include "same/hubs.h"

#include "base/checks.h"
#include "base/order.h"

void pl_hubs_open(pl_hubs *hubs, pl_arena *arena, uint32_t items)
{
    *hubs = (pl_hubs){.item_number = PL_ARENA_ARRAY(arena, uint32_t, items),
                      .items = {.arena = arena},
                      .holder_first = {.arena = arena},
                      .holder_count = {.arena = arena},
                      .holder = {.arena = arena},
                      .order = {.arena = arena},
                      .common = {.arena = arena},
                      .touched = {.arena = arena}};
}

static void forget(pl_hubs *hubs)
{
    for (size_t d = 0; d < hubs->items.count; d++)
        hubs->item_number[hubs->items.items[d]] = 0;
    hubs->items.count = hubs->holder_count.count = 0;
    hubs->holder_first.count = hubs->order.count = 0;
}

/* Numbers the members' items and counts who has them. */
static bool count_holders(pl_hubs *hubs, const pl_member_items *of,
                          const uint32_t *members, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        for (uint64_t p = of->first.items[members[k]];
             p < of->first.items[members[k] + 1]; p++) {
            uint32_t *number = &hubs->item_number[of->item.items[p]];
            if (*number == 0) {
                if (!pl_list_push(&hubs->items, of->item.items[p]))
                    return false;
                *number = (uint32_t)hubs->items.count;
                if (!pl_list_push(&hubs->holder_count, 0))
                    return false;
            }
            hubs->holder_count.items[*number - 1]++;
        }
    return true;
}

/* Who shares most with others comes first: a good exemplar is one whom many
 * could join, so candidates who know it are worth more than those who know each
 * other. */
static bool rank_members(pl_hubs *hubs, const pl_member_items *of,
                         const uint32_t *members, uint32_t count)
{
    if (!pl_list_room(&hubs->order, count))
        return false;
    for (uint32_t k = 0; k < count; k++) {
        uint64_t company = 0;
        for (uint64_t p = of->first.items[members[k]];
             p < of->first.items[members[k] + 1]; p++) {
            uint32_t d = hubs->item_number[of->item.items[p]] - 1;
            company += hubs->holder_count.items[d];
        }
        if (company > UINT32_MAX)
            company = UINT32_MAX;
        hubs->order.items[k] = (UINT32_MAX - company) << 32 | members[k];
    }
    hubs->order.count = count;
    pl_sort_uint64(hubs->order.items, count);
    return true;
}

/* Keeps the first holders of each item in order of rank. */
static bool keep_holders(pl_hubs *hubs, const pl_member_items *of,
                         uint64_t holders)
{
    uint64_t total = 0;
    if (!pl_list_room(&hubs->holder_first, hubs->items.count))
        return false;
    for (size_t d = 0; d < hubs->items.count; d++) {
        hubs->holder_first.items[d] = total;
        total += hubs->holder_count.items[d] < holders
                     ? hubs->holder_count.items[d]
                     : holders;
        hubs->holder_count.items[d] = 0;
    }
    hubs->holder.count = 0;
    if (!pl_list_room(&hubs->holder, total))
        return false;
    for (uint32_t rank = 0; rank < hubs->order.count; rank++) {
        uint32_t member = (uint32_t)hubs->order.items[rank];
        for (uint64_t p = of->first.items[member];
             p < of->first.items[member + 1]; p++) {
            uint32_t d = hubs->item_number[of->item.items[p]] - 1;
            uint32_t *kept = &hubs->holder_count.items[d];
            if (*kept < holders)
                hubs->holder.items[hubs->holder_first.items[d] + (*kept)++] =
                    rank;
        }
    }
    return true;
}

/* Lists of holders are cut at `holders`, the best ones first. A tag that
 * everybody has would make the index as long as all pairs together. */
bool pl_hubs_index(pl_hubs *hubs, const pl_member_items *of,
                   const uint32_t *members, uint32_t count, uint64_t holders)
{
    forget(hubs);
    if (!count_holders(hubs, of, members, count) ||
        !rank_members(hubs, of, members, count) ||
        !keep_holders(hubs, of, holders))
        return false;
    hubs->common.count = hubs->touched.count = 0;
    if (!pl_list_room(&hubs->common, count) ||
        !pl_list_room(&hubs->touched, (size_t)count + 1))
        return false;
    for (uint32_t k = 0; k < count; k++)
        hubs->common.items[k] = 0;
    return true;
}

/* Counters are set back by whoever asked, through `touched`: clearing all of
 * them would cost as much as comparing with all. */
static uint32_t count_common_items(pl_hubs *hubs, const pl_hubs_question *q)
{
    uint32_t touched = 0;
    for (uint64_t p = q->of->first.items[q->member];
         p < q->of->first.items[q->member + 1]; p++) {
        uint32_t d = hubs->item_number[q->of->item.items[p]];
        if (d-- == 0)
            continue;
        const uint32_t *holder =
            hubs->holder.items + hubs->holder_first.items[d];
        uint32_t count = hubs->holder_count.items[d];
        /* Nobody could guess who is new: rather write one too many. */
        for (uint32_t k = 0; k < count; k++) {
            hubs->touched.items[touched] = holder[k];
            touched += hubs->common.items[holder[k]]++ == 0;
        }
    }
    return touched;
}

/* Puts a key into the sorted ones, the greatest of which may fall out. */
static uint32_t insert_key(uint64_t *keys, uint32_t count, uint32_t most,
                           uint64_t key)
{
    uint32_t at = count < most ? count : most - 1;
    for (; at > 0 && keys[at - 1] > key; at--)
        keys[at] = keys[at - 1];
    keys[at] = key;
    return count < most ? count + 1 : most;
}

static bool may_have(const pl_hubs *hubs, const pl_hubs_question *q,
                     uint32_t rank)
{
    uint32_t other = (uint32_t)hubs->order.items[rank];
    return other != q->member && q->may(q->context, q->member, other);
}

/* Adds hubs with which nothing is in common, after all others. Looks at no
 * more of them than a few times what is wanted. */
static uint32_t add_anybody(const pl_hubs *hubs, const pl_hubs_question *q,
                            uint64_t *keys, uint32_t count, uint32_t most)
{
    uint64_t last = 4 * (uint64_t)most + 16;
    for (uint32_t rank = 0;
         count < most && rank < hubs->order.count && rank < last; rank++)
        if (hubs->common.items[rank] == 0 && may_have(hubs, q, rank))
            keys[count++] = rank;
    return count;
}

/* Having `enough` in common is as good as having more, since the similarity is
 * the same from there on. Between equals the rank decides. */
uint32_t pl_hubs_ask(pl_hubs *hubs, const pl_hubs_question *q, uint64_t *room,
                     uint32_t *found, uint32_t most)
{
    uint32_t touched = q->enough > 0 ? count_common_items(hubs, q) : 0,
             count = 0;
    for (uint32_t k = 0; most > 0 && k < touched; k++) {
        uint32_t rank = hubs->touched.items[k];
        uint32_t common = hubs->common.items[rank];
        uint32_t missing = common < q->enough ? q->enough - common : 0;
        uint64_t key = (uint64_t)missing << 32 | rank;
        if ((count < most || key < room[count - 1]) && may_have(hubs, q, rank))
            count = insert_key(room, count, most, key);
    }
    if (q->anybody)
        count = add_anybody(hubs, q, room, count, most);
    for (uint32_t k = 0; k < touched; k++)
        hubs->common.items[hubs->touched.items[k]] = 0;
    assert(count <= most);
    for (uint32_t k = 0; k < count; k++)
        found[k] = (uint32_t)hubs->order.items[(uint32_t)room[k]];
    return count;
}
