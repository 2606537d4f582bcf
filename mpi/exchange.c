/* exchange.c: fills arrays by broadcasts that one can wait for and interrupt.
 */
/* SPDX-License-Identifier: MIT */
#include "exchange.h"

#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/status.h"

/* MPI counts in int. */
static const size_t LARGEST_MESSAGE = (size_t)1 << 30;
/* Looks in vain before the processor is offered to others, and before it takes
 * longer and this process sleeps in between. */
enum { SPINS = 64, MANY_SPINS = 1 << 10 };
struct mpi_exchange {
    pleach_exchange calls;
    MPI_Comm group;
    bool (*interrupted)(void);
    char place[MPI_MAX_PROCESSOR_NAME + 64];
    PL_LIST(MPI_Request) requests;
};

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
    bool done = mpi_wait(e->requests.items, (int)e->requests.count,
                         e->interrupted, false);
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
    }
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

/* NULL: no memory. */
mpi_exchange *mpi_exchange_new(MPI_Comm group, bool (*interrupted)(void))
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
                                 .fill = fill};
    return e;
}

void mpi_exchange_free(mpi_exchange *e)
{
    if (e == NULL)
        return;
    pl_list_free(&e->requests);
    pl_release(e);
}

const pleach_exchange *mpi_exchange_calls(const mpi_exchange *e)
{
    return &e->calls;
}
