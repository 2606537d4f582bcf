/* label_knowledge.c: answers what is known of two labels. */
/* SPDX-License-Identifier: MIT */
#include "same/label_knowledge.h"

#include "base/status.h"
#include "same/constants.h"

double pl_label_said(const pl_label_knowledge *k, uint32_t a, uint32_t b)
{
    if (k->apart.count > 0 && pl_pairs_find(&k->apart, a, b) < k->apart.count)
        return -1;
    return k->same.count > 0 && pl_pairs_find(&k->same, a, b) < k->same.count;
}

double pl_label_vectors_alike(const pl_label_knowledge *k, uint32_t a,
                              uint32_t b)
{
    if (k->row == NULL || k->row[a] == PL_NONE || k->row[b] == PL_NONE)
        return 0;
    double cosine = pl_unit_cosine(&k->vectors, k->row[a], k->row[b]);
    double alike = (cosine - k->chance) / (1 - k->chance);
    return alike > 1 ? 1 : alike > 0 ? alike : 0;
}

static pleach_status add_near(pl_pair_list *found,
                              const pl_label_knowledge *known, uint32_t labels,
                              const pl_scope *scope, pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_pair_list near = {.arena = scratch};
    uint32_t *label = PL_ARENA_ARRAY(scratch, uint32_t, known->vectors.count);
    double least = known->chance + PL_LEAST_NEAR * (1 - known->chance);
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_near_vectors_find(&near, &known->vectors, least, scope->threads,
                                scope->listener, error));
    for (uint32_t x = 0; x < labels; x++)
        if (known->row[x] != PL_NONE)
            label[known->row[x]] = x;
    for (size_t k = 0; k < near.count; k++)
        if (!pl_list_push(found, pl_pair_pack(label[near.items[k] >> 32],
                                              label[(uint32_t)near.items[k]])))
            return pl_fail_memory(error);
    return PLEACH_OK;
}

pleach_status pl_label_knowledge_pairs(pl_pair_list *found,
                                       const pl_label_knowledge *known,
                                       uint32_t labels, const pl_scope *scope,
                                       pleach_error *error)
{
    if (!pl_list_room(found, known->same.count + known->apart.count +
                                 known->thesaurus.count))
        return pl_fail_memory(error);
    pl_list_add_all(found, known->same.items, known->same.count);
    pl_list_add_all(found, known->apart.items, known->apart.count);
    for (size_t k = 0; k < known->thesaurus.count; k++)
        found->items[found->count++] = known->thesaurus.items[k].pair;
    if (known->row == NULL || known->vectors.count < 2)
        return PLEACH_OK;
    return add_near(found, known, labels, scope, error);
}
