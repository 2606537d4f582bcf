/* term_rows_fill.c: rows that were compared by name, laid out by block. */
/* SPDX-License-Identifier: MIT */
#include "same/term_rows_fill.h"

#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/status.h"
#include "base/threads.h"
#include "same/partition.h"

typedef struct filling {
    const pl_term_rows *terms;
    pleach_affinity *affinity;
} filling;

/* Turns one row from nodes into slots, in their order. */
static void settle_term_row(const pleach_affinity *affinity, uint64_t *row,
                            uint64_t count)
{
    bool sorted = true;
    for (uint64_t k = 0; k < count; k++) {
        uint64_t slot = affinity->node_slot[row[k] >> 32];
        row[k] = slot << 32 | (uint32_t)row[k];
        sorted = sorted && (k == 0 || row[k - 1] < row[k]);
    }
    if (!sorted)
        qsort(row, count, sizeof *row, pl_compare_uint64);
}

static void fill_term_row(pleach_affinity *affinity, const uint64_t *row,
                          uint64_t count, uint64_t at)
{
    for (uint64_t k = 0; k < count; k++) {
        uint32_t bits = (uint32_t)row[k];
        affinity->pair_slot[at + k] = (uint32_t)(row[k] >> 32);
        memcpy(&affinity->pair_similarity[at + k], &bits, sizeof bits);
    }
}

/* Rows are given back as soon as they are laid out, since both forms together
 * would be the most memory that a comparison needs. */
static void fill_name(void *context, uint32_t name, uint32_t thread)
{
    const filling *to = context;
    const pl_term_rows *terms = to->terms;
    uint64_t *row = terms->found[name];
    (void)thread;
    for (uint64_t k = terms->first[name];
         row != NULL && k < terms->first[name + 1]; k++) {
        uint32_t node = terms->node[k];
        uint64_t count = terms->degree[node];
        uint32_t slot = to->affinity->node_slot[node];
        settle_term_row(to->affinity, row, count);
        fill_term_row(to->affinity, row, count, to->affinity->pair_first[slot]);
        row += count;
    }
    pl_release(terms->found[name]);
    terms->found[name] = NULL;
}

/* --------------------------------------------------------------- public -- */

pleach_status pl_term_rows_fill(const pl_term_rows *terms,
                                pleach_affinity *affinity, pleach_error *error)
{
    for (uint32_t slot = 0; slot < affinity->slot_count; slot++)
        affinity->pair_first[slot] = terms->degree[affinity->slot_node[slot]];
    PL_TRY(pl_partition_blocks(affinity, error));
    PL_TRY(pl_partition_pairs(affinity, error));
    pl_crowds_note(&terms->crowds, affinity);
    return pl_parallel(pl_strings_count(affinity->corpus->keys), terms->threads,
                       fill_name, &(filling){terms, affinity}, "compare", NULL,
                       error);
}
