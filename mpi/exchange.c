/* exchange.c: trades and fills, each with non-blocking messages. */
/* SPDX-License-Identifier: MIT */
#include "exchange.h"

#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/status.h"

/* What a first message holds: how long the parcel is, and its beginning. Most
 * parcels end there, so that a trade takes one latency. */
enum { FIRST_BYTES = 4096, FIRST_PAYLOAD = FIRST_BYTES - sizeof(uint64_t) };
enum { TAG_FIRST = 1, TAG_REST = 2 };
/* MPI counts in int. */
static const size_t LARGEST_MESSAGE = (size_t)1 << 30;
/* Looks in vain before the processor is offered to others, and before it takes
 * longer and this process sleeps in between. */
enum { SPINS = 64, MANY_SPINS = 1 << 10 };
/* Room for a larger parcel is not kept for the next one. */
static const size_t MOST_KEPT = (size_t)1 << 20;

typedef union first_message {
    struct {
        uint64_t length;
        unsigned char payload[FIRST_PAYLOAD];
    } is;
    unsigned char bytes[FIRST_BYTES];
} first_message;

struct mpi_exchange {
    pleach_exchange calls;
    MPI_Comm group;
    bool (*interrupted)(void);
    char place[MPI_MAX_PROCESSOR_NAME + 64];
    first_message *outgoing, *incoming; /* per rank */
    unsigned char **whole;              /* per rank: a parcel of some length */
    size_t *room;
    PL_LIST(MPI_Request) requests;
    traffic traffic;
};

static double now(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ------------------------------------------------------------- waiting -- */

static void pause_a_while(uint32_t spins, bool patient)
{
    const struct timespec a_moment = {0, patient ? 1000000 : 100000};
    if (patient || spins > MANY_SPINS)
        nanosleep(&a_moment, NULL);
    else if (spins % SPINS == SPINS - 1)
        sched_yield();
}

bool mpi_wait(MPI_Request *requests, int count, bool (*interrupted)(void),
              bool patient)
{
    for (uint32_t spins = 0;; spins++) {
        int done = 0;
        MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE);
        if (done)
            return true;
        if (interrupted())
            return false;
        pause_a_while(spins, patient);
    }
}

static pleach_status wait_for_all(mpi_exchange *e, pleach_error *error)
{
    double start = now(CLOCK_MONOTONIC);
    double used = now(CLOCK_PROCESS_CPUTIME_ID);
    bool done = mpi_wait(e->requests.items, (int)e->requests.count,
                         e->interrupted, false);
    e->traffic.seconds += now(CLOCK_MONOTONIC) - start;
    e->traffic.processor += now(CLOCK_PROCESS_CPUTIME_ID) - used;
    e->requests.count = 0;
    return done ? PLEACH_OK
                : pl_fail(error, PLEACH_CANCELLED, "It was interrupted.");
}

static MPI_Request *next_request(mpi_exchange *e)
{
    return pl_list_room(&e->requests, 1)
               ? &e->requests.items[e->requests.count++]
               : NULL;
}

static bool send(mpi_exchange *e, const void *bytes, size_t length, uint32_t to,
                 int tag)
{
    for (size_t at = 0; at < length; at += LARGEST_MESSAGE) {
        size_t left = length - at;
        MPI_Request *request = next_request(e);
        if (request == NULL)
            return false;
        MPI_Isend((const unsigned char *)bytes + at,
                  (int)(left < LARGEST_MESSAGE ? left : LARGEST_MESSAGE),
                  MPI_BYTE, (int)to, tag, e->group, request);
        e->traffic.messages++;
    }
    e->traffic.bytes += length;
    return true;
}

static bool receive(mpi_exchange *e, void *bytes, size_t length, uint32_t from,
                    int tag)
{
    for (size_t at = 0; at < length; at += LARGEST_MESSAGE) {
        size_t left = length - at;
        MPI_Request *request = next_request(e);
        if (request == NULL)
            return false;
        MPI_Irecv((unsigned char *)bytes + at,
                  (int)(left < LARGEST_MESSAGE ? left : LARGEST_MESSAGE),
                  MPI_BYTE, (int)from, tag, e->group, request);
    }
    return true;
}

/* -------------------------------------------------------------- trading -- */

static bool send_first(mpi_exchange *e, const pleach_parcel *outbox)
{
    bool enough = true;
    for (uint32_t r = 0; r < e->calls.ranks && enough; r++)
        enough = r == e->calls.rank ||
                 receive(e, &e->incoming[r], FIRST_BYTES, r, TAG_FIRST);
    for (uint32_t r = 0; r < e->calls.ranks && enough; r++) {
        size_t length = outbox[r].length;
        size_t begins = length < FIRST_PAYLOAD ? length : FIRST_PAYLOAD;
        if (r == e->calls.rank)
            continue;
        e->outgoing[r].is.length = length;
        if (begins > 0)
            memcpy(e->outgoing[r].is.payload, outbox[r].bytes, begins);
        enough = send(e, &e->outgoing[r],
                      sizeof e->outgoing[r].is.length + begins, r, TAG_FIRST);
    }
    return enough;
}

/* Room for a whole parcel, kept for the next one. */
static bool make_room(mpi_exchange *e, uint32_t rank, size_t length)
{
    if (length <= e->room[rank])
        return true;
    pl_release(e->whole[rank]);
    e->whole[rank] = pl_allocate(length, 1);
    e->room[rank] = e->whole[rank] == NULL ? 0 : length;
    return e->whole[rank] != NULL;
}

static void drop_room(mpi_exchange *e, uint32_t rank)
{
    pl_release(e->whole[rank]);
    e->whole[rank] = NULL;
    e->room[rank] = 0;
}

/* What the first messages could not hold. */
static bool send_rest(mpi_exchange *e, const pleach_parcel *outbox,
                      pleach_parcel *inbox)
{
    bool enough = true;
    for (uint32_t r = 0; r < e->calls.ranks && enough; r++) {
        const first_message *first = &e->incoming[r];
        if (r == e->calls.rank) {
            inbox[r] = outbox[r];
            continue;
        }
        inbox[r] = (pleach_parcel){first->is.payload, first->is.length};
        if (e->room[r] > MOST_KEPT)
            drop_room(e, r);
        if (first->is.length <= FIRST_PAYLOAD)
            continue;
        enough = make_room(e, r, first->is.length);
        if (!enough)
            break;
        memcpy(e->whole[r], first->is.payload, FIRST_PAYLOAD);
        inbox[r].bytes = e->whole[r];
        enough = receive(e, e->whole[r] + FIRST_PAYLOAD,
                         first->is.length - FIRST_PAYLOAD, r, TAG_REST);
    }
    for (uint32_t r = 0; r < e->calls.ranks && enough; r++)
        if (r != e->calls.rank && outbox[r].length > FIRST_PAYLOAD)
            enough =
                send(e, (const unsigned char *)outbox[r].bytes + FIRST_PAYLOAD,
                     outbox[r].length - FIRST_PAYLOAD, r, TAG_REST);
    return enough;
}

static pleach_status trade(void *context, const pleach_parcel *outbox,
                           pleach_parcel *inbox, pleach_error *error)
{
    mpi_exchange *e = context;
    uint64_t before = e->traffic.bytes;
    if (!send_first(e, outbox))
        return pl_fail_memory(error);
    PL_TRY(wait_for_all(e, error));
    if (!send_rest(e, outbox, inbox))
        return pl_fail_memory(error);
    PL_TRY(wait_for_all(e, error));
    e->traffic.trades++;
    if (!pl_list_push(&e->traffic.by_trade, e->traffic.bytes - before))
        return pl_fail_memory(error);
    return PLEACH_OK;
}

/* -------------------------------------------------------------- filling -- */

static pleach_status fill(void *context, void *items, const uint64_t *first,
                          size_t size, pleach_error *error)
{
    mpi_exchange *e = context;
    for (uint32_t r = 0; r < e->calls.ranks; r++) {
        unsigned char *from = (unsigned char *)items + first[r] * size;
        size_t length = (first[r + 1] - first[r]) * size;
        for (size_t at = 0; at < length; at += LARGEST_MESSAGE) {
            size_t left = length - at;
            MPI_Request *request = next_request(e);
            if (request == NULL)
                return pl_fail_memory(error);
            MPI_Ibcast(from + at,
                       (int)(left < LARGEST_MESSAGE ? left : LARGEST_MESSAGE),
                       MPI_BYTE, (int)r, e->group, request);
        }
        if (r == e->calls.rank && e->calls.ranks > 1) {
            e->traffic.messages++;
            e->traffic.bytes += length * (e->calls.ranks - 1);
        }
    }
    e->traffic.fills++;
    return wait_for_all(e, error);
}

/* --------------------------------------------------------------- making -- */

static void name_place(mpi_exchange *e, int rank, int ranks)
{
    char host[MPI_MAX_PROCESSOR_NAME];
    int length = 0;
    MPI_Get_processor_name(host, &length);
    snprintf(e->place, sizeof e->place, "Rank %d of %d, on %.60s", rank, ranks,
             host);
}

mpi_exchange *mpi_exchange_new(MPI_Comm group, bool complete,
                               bool (*interrupted)(void))
{
    int rank, ranks;
    MPI_Comm_rank(group, &rank);
    MPI_Comm_size(group, &ranks);
    mpi_exchange *e = pl_allocate(1, sizeof *e);
    if (e == NULL)
        return NULL;
    e->group = group;
    e->interrupted = interrupted;
    name_place(e, rank, ranks);
    e->calls = (pleach_exchange){.context = e,
                                 .rank = (uint32_t)rank,
                                 .ranks = (uint32_t)ranks,
                                 .place = e->place,
                                 .complete = complete,
                                 .trade = trade,
                                 .fill = fill};
    e->outgoing = pl_allocate((size_t)ranks, sizeof *e->outgoing);
    e->incoming = pl_allocate((size_t)ranks, sizeof *e->incoming);
    e->whole = pl_allocate((size_t)ranks, sizeof *e->whole);
    e->room = pl_allocate((size_t)ranks, sizeof *e->room);
    if (e->outgoing && e->incoming && e->whole && e->room)
        return e;
    mpi_exchange_free(e);
    return NULL;
}

void mpi_exchange_free(mpi_exchange *e)
{
    if (e == NULL)
        return;
    for (uint32_t r = 0; e->whole != NULL && r < e->calls.ranks; r++)
        pl_release(e->whole[r]);
    pl_release(e->outgoing);
    pl_release(e->incoming);
    pl_release(e->whole);
    pl_release(e->room);
    pl_list_free(&e->requests);
    pl_list_free(&e->traffic.by_trade);
    pl_release(e);
}

const pleach_exchange *mpi_exchange_calls(const mpi_exchange *e)
{
    return &e->calls;
}

const traffic *mpi_exchange_traffic(const mpi_exchange *e)
{
    return &e->traffic;
}
