/* write_shared.c: rounds in which each process formats a piece. */
/* SPDX-License-Identifier: MIT */
#include "write/write_shared.h"

#include <string.h>

#include "base/status.h"
#include "base/stream.h"
#include "corpus/tag_deal.h"

/* Members of a round, over all ranks; and the fewest worth a piece. */
enum { ROUND_MEMBERS = 1 << 16, LEAST_MEMBERS = 64 };

/* What rank 0 wants next. An empty word: nothing any more. */
typedef struct request {
    bool supported; /* the clusters' support comes first */
} request;

typedef struct rounds {
    const pleach_taxonomy *forest;
    const pleach_exchange *exchange;
    uint32_t next;            /* cluster */
    pl_cluster_piece *pieces; /* per rank, of this round */
    pl_node_row *rows;        /* per rank: the members' nodes */
    PL_LIST(uint32_t) nodes;  /* all rows */
    pl_tag_batch batch;
    pleach_parcel *outbox, *inbox;
} rounds;

static const pleach_exchange *forest_exchange(const pleach_taxonomy *forest)
{
    return forest->affinity->exchange;
}

bool pl_write_is_shared(const pleach_taxonomy *forest)
{
    return forest->loaded == NULL && forest_exchange(forest) != NULL &&
           forest_exchange(forest)->ranks > 1;
}

/* ---------------------------------------------------------------- rounds -- */

static bool open_rounds(rounds *r, const pleach_taxonomy *forest)
{
    uint32_t ranks = forest_exchange(forest)->ranks;
    *r = (rounds){.forest = forest, .exchange = forest_exchange(forest)};
    r->pieces = pl_allocate(ranks, sizeof *r->pieces);
    r->rows = pl_allocate(ranks, sizeof *r->rows);
    r->outbox = pl_allocate(ranks, sizeof *r->outbox);
    r->inbox = pl_allocate(ranks, sizeof *r->inbox);
    return r->pieces && r->rows && r->outbox && r->inbox;
}

static void close_rounds(rounds *r)
{
    pl_release(r->pieces);
    pl_release(r->rows);
    pl_release(r->outbox);
    pl_release(r->inbox);
    pl_list_free(&r->nodes);
    pl_tag_batch_free(&r->batch);
}

/* The next piece for each rank, the same for all. */
static void cut_pieces(rounds *r)
{
    const pleach_taxonomy *f = r->forest;
    uint32_t ranks = r->exchange->ranks;
    uint32_t enough = ROUND_MEMBERS / ranks;
    if (enough < LEAST_MEMBERS)
        enough = LEAST_MEMBERS;
    for (uint32_t k = 0; k < ranks; k++) {
        uint32_t first = r->next;
        while (r->next < f->cluster_count &&
               f->member_first[r->next] - f->member_first[first] < enough)
            r->next++;
        r->pieces[k] = (pl_cluster_piece){.first = first, .end = r->next};
    }
}

/* Whose tags are needed where, for all pieces of a round at once, as all
 * processes trade together. */
static bool list_cluster_nodes(rounds *r)
{
    const pleach_taxonomy *f = r->forest;
    uint32_t ranks = r->exchange->ranks;
    uint32_t from = f->member_first[r->pieces[0].first];
    uint32_t to = f->member_first[r->pieces[ranks - 1].end];
    r->nodes.count = 0;
    if (!pl_list_room(&r->nodes, to - from))
        return false;
    for (uint32_t k = 0; k < to - from; k++)
        r->nodes.items[k] = f->affinity->slot_node[f->member[from + k]];
    for (uint32_t k = 0; k < ranks; k++) {
        uint32_t first = f->member_first[r->pieces[k].first];
        r->rows[k] = (pl_node_row){r->nodes.items + (first - from),
                                   f->member_first[r->pieces[k].end] - first};
    }
    return true;
}

static pleach_status get_tags(rounds *r, pl_cluster_piece *piece,
                              pleach_error *error)
{
    const pleach_corpus *corpus = r->forest->corpus;
    piece->by_node = !corpus->tags_apart;
    if (piece->by_node) {
        piece->tags = pl_tags_here(corpus);
        return PLEACH_OK;
    }
    if (!list_cluster_nodes(r))
        return pl_fail_memory(error);
    PL_TRY(pl_tags_deal(&r->batch, r->rows, corpus, r->exchange, error));
    piece->tags = pl_tags_dealt(&r->batch);
    return PLEACH_OK;
}

/* The text of the own piece; the caller frees it. */
static pleach_status format_piece(const rounds *r,
                                  const pl_cluster_piece *piece,
                                  pl_printed *text, pleach_error *error)
{
    FILE *memory = pl_print_to_memory(text);
    if (memory == NULL)
        return pl_fail_memory(error);
    pleach_status status = pl_put_piece(r->forest, memory, piece, error);
    bool enough = ferror(memory) == 0;
    if (fclose(memory) != 0)
        enough = false;
    return status == PLEACH_OK && !enough ? pl_fail_memory(error) : status;
}

/* One round; rank 0 writes what all have formatted. */
static pleach_status take_round(rounds *r, FILE *to, pleach_error *error)
{
    const pleach_exchange *exchange = r->exchange;
    pl_printed text = {0};
    cut_pieces(r);
    PL_TRY(get_tags(r, &r->pieces[exchange->rank], error));
    pleach_status status =
        format_piece(r, &r->pieces[exchange->rank], &text, error);
    memset(r->outbox, 0, exchange->ranks * sizeof *r->outbox);
    r->outbox[0] = (pleach_parcel){text.items, text.count};
    if (status == PLEACH_OK)
        status = pl_exchange_trade(exchange, r->outbox, r->inbox, error);
    for (uint32_t k = 0;
         status == PLEACH_OK && to != NULL && k < exchange->ranks; k++)
        fwrite(r->inbox[k].bytes, 1, r->inbox[k].length, to);
    pl_list_free(&text);
    return status;
}

/* All rounds; `to` is NULL for those who do not write. */
static pleach_status take_part(const pleach_taxonomy *forest, FILE *to,
                               pleach_error *error)
{
    rounds r;
    pleach_status status =
        open_rounds(&r, forest) ? PLEACH_OK : pl_fail_memory(error);
    while (status == PLEACH_OK && r.next < forest->cluster_count)
        status = take_round(&r, to, error);
    close_rounds(&r);
    return status;
}

/* -------------------------------------------------------------- requests -- */

/* Rank 0 alone has counted how often clusters come about. */
static pleach_status share_support(double **support,
                                   const pleach_taxonomy *forest,
                                   pleach_error *error)
{
    if (*support == NULL)
        *support = PL_ARENA_ARRAY(forest->arena, double, forest->cluster_count);
    if (*support == NULL)
        return pl_fail_memory(error);
    return pl_exchange_tell(forest_exchange(forest), 0, *support,
                            forest->cluster_count * sizeof **support, error);
}

/* Tells the others, or hears from rank 0, what comes; `there` is false when
 * nothing does. */
static pleach_status pass_request(const pleach_taxonomy *forest, request *what,
                                  bool *there, pleach_error *error)
{
    const pleach_exchange *exchange = forest_exchange(forest);
    pleach_parcel *inbox = pl_allocate(exchange->ranks, sizeof *inbox);
    pleach_parcel mine = {what, *there ? sizeof *what : 0};
    if (inbox == NULL)
        return pl_fail_memory(error);
    pleach_status status = pl_exchange_share(exchange, mine, inbox, error);
    if (status == PLEACH_OK) {
        *there = inbox[0].length > 0;
        if (*there)
            memcpy(what, inbox[0].bytes, sizeof *what);
    }
    pl_release(inbox);
    return status;
}

pleach_status pl_write_shared(const pleach_taxonomy *forest, FILE *to,
                              pleach_error *error)
{
    request what = {.supported = forest->support != NULL};
    double *support = forest->support, *edge_support = forest->edge_support;
    bool there = true;
    PL_TRY(pass_request(forest, &what, &there, error));
    if (what.supported) {
        PL_TRY(share_support(&support, forest, error));
        PL_TRY(share_support(&edge_support, forest, error));
    }
    return take_part(forest, to, error);
}

/* The others wait here for what rank 0 writes, which only it knows. */
pleach_status pleach_taxonomy_attend(pleach_taxonomy *forest,
                                     pleach_error *error)
{
    while (pl_write_is_shared(forest)) {
        request what = {.supported = false};
        bool there = false;
        PL_TRY(pass_request(forest, &what, &there, error));
        if (!there)
            break;
        if (what.supported) {
            PL_TRY(share_support(&forest->support, forest, error));
            PL_TRY(share_support(&forest->edge_support, forest, error));
        }
        PL_TRY(take_part(forest, NULL, error));
    }
    return PLEACH_OK;
}

pleach_status pleach_taxonomy_dismiss(const pleach_taxonomy *forest,
                                      pleach_error *error)
{
    request nothing = {.supported = false};
    bool there = false;
    return pl_write_is_shared(forest)
               ? pass_request(forest, &nothing, &there, error)
               : PLEACH_OK;
}
