/* term_rows_fill.c: rows from where names were compared to where their blocks
 * are. */
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

/* ------------------------------------------------------ with processes -- */

/* Rows for one rank: slot << 32 | length, then the row. */
typedef PL_LIST(uint64_t) row_list;

/* Packs the rows of a name for the ranks that have their blocks. */
static bool pack_name(const pl_term_rows *terms,
                      const pleach_affinity *affinity, uint32_t name,
                      row_list *rows)
{
    uint64_t *row = terms->found[name];
    for (uint64_t k = terms->first[name];
         row != NULL && k < terms->first[name + 1]; k++) {
        uint32_t slot = affinity->node_slot[terms->node[k]];
        uint64_t count = terms->degree[terms->node[k]];
        row_list *to =
            &rows[pl_block_rank(affinity, affinity->slot_block[slot])];
        if (!pl_list_room(to, count + 1))
            return false;
        settle_term_row(affinity, row, count);
        to->items[to->count] = (uint64_t)slot << 32 | count;
        if (count > 0)
            memcpy(to->items + to->count + 1, row, count * sizeof *row);
        to->count += count + 1;
        row += count;
    }
    pl_release(terms->found[name]);
    terms->found[name] = NULL;
    return true;
}

static void unpack_rows(pleach_affinity *affinity, const pleach_parcel *parcel)
{
    const uint64_t *at = parcel->bytes;
    for (size_t left = parcel->length / sizeof *at; left > 0;) {
        uint64_t count = (uint32_t)*at;
        fill_term_row(affinity, at + 1, count, affinity->pair_first[*at >> 32]);
        left -= 1 + count;
        at += 1 + count;
    }
}

/* A name is compared where there is least to do, and its rows are needed where
 * its block is: they are sent there in one go. */
static pleach_status trade_term_rows(const pl_term_rows *terms,
                                     pleach_affinity *affinity,
                                     pleach_error *error)
{
    const pleach_exchange *exchange = terms->sharing.exchange;
    uint32_t ranks = exchange->ranks;
    row_list *rows = pl_allocate(ranks, sizeof *rows);
    pleach_parcel *outbox = pl_allocate(2 * (size_t)ranks, sizeof *outbox);
    bool enough = rows != NULL && outbox != NULL;
    for (uint32_t name = terms->sharing.from;
         enough && name < terms->sharing.to; name++)
        enough = pack_name(terms, affinity, name, rows);
    for (uint32_t r = 0; enough && r < ranks; r++)
        outbox[r] = (pleach_parcel){rows[r].items,
                                    rows[r].count * sizeof *rows[r].items};
    pleach_status status =
        enough ? pl_exchange_trade(exchange, outbox, outbox + ranks, error)
               : pl_fail_memory(error);
    for (uint32_t r = 0; status == PLEACH_OK && r < ranks; r++)
        unpack_rows(affinity, &outbox[ranks + r]);
    for (uint32_t r = 0; rows != NULL && r < ranks; r++)
        pl_list_free(&rows[r]);
    pl_release(rows);
    pl_release(outbox);
    return status;
}

/* Every process has to know which names are tied together and how long each row
 * is, to number blocks and slots alike; similarities can wait. */
pleach_status pl_term_rows_tell(const pl_term_rows *terms, pleach_error *error)
{
    const pleach_corpus *corpus = terms->scope.corpus;
    const pl_piece_shares *s = &terms->sharing;
    if (s->exchange == NULL)
        return PLEACH_OK;
    PL_TRY(pl_piece_shares_fill(s, terms->name_alive, terms->names.first,
                                sizeof *terms->name_alive, error));
    PL_TRY(pl_piece_shares_flags(
        s, terms->node_alive, terms->nodes.first[corpus->node_count], error));
    uint64_t kept = terms->first[pl_strings_count(corpus->keys)];
    uint64_t *degree = pl_allocate(kept, sizeof *degree);
    if (degree == NULL)
        return pl_fail_memory(error);
    for (uint64_t k = 0; k < kept; k++)
        degree[k] = terms->degree[terms->node[k]];
    pleach_status status =
        pl_piece_shares_fill(s, degree, terms->first, sizeof *degree, error);
    for (uint64_t k = 0; status == PLEACH_OK && k < kept; k++)
        terms->degree[terms->node[k]] = degree[k];
    pl_release(degree);
    return status;
}

/* --------------------------------------------------------------- public -- */

pleach_status pl_term_rows_fill(const pl_term_rows *terms,
                                pleach_affinity *affinity, pleach_error *error)
{
    for (uint32_t slot = 0; slot < affinity->slot_count; slot++)
        affinity->pair_first[slot] = terms->degree[affinity->slot_node[slot]];
    PL_TRY(pl_partition_pairs(affinity, error));
    pl_crowds_note(&terms->crowds, affinity);
    if (terms->sharing.exchange != NULL) {
        PL_TRY(trade_term_rows(terms, affinity, error));
        return pl_partition_complete(affinity, error);
    }
    return pl_parallel(pl_strings_count(affinity->corpus->keys), terms->threads,
                       fill_name, &(filling){terms, affinity}, "compare", NULL,
                       error);
}
