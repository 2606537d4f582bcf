/* figures.c: gathers what each rank sent and needed, and writes it. */
/* SPDX-License-Identifier: MIT */
#include "figures.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

typedef struct line {
    uint64_t trades, fills, messages, bytes, peak_bytes;
    double waited, working; /* seconds; working: of the processor, without
                               what waiting took of it */
} line;

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

static line describe(const traffic *carried)
{
    struct rusage usage = {0};
    getrusage(RUSAGE_SELF, &usage);
    return (line){.trades = carried->trades,
                  .fills = carried->fills,
                  .messages = carried->messages,
                  .bytes = carried->bytes,
                  .peak_bytes = (uint64_t)usage.ru_maxrss * 1024,
                  .waited = carried->seconds,
                  .working = seconds_of(usage.ru_utime) +
                             seconds_of(usage.ru_stime) - carried->processor};
}

static void print_rank(FILE *to, const line *of, bool last)
{
    fprintf(to,
            "  {\"trades\": %" PRIu64 ", \"fills\": %" PRIu64
            ", \"messages\": %" PRIu64 ", \"bytes\": %" PRIu64
            ", \"peak_bytes\": %" PRIu64
            ", \"waited\": %.6f, \"working\": %.6f}%s\n",
            of->trades, of->fills, of->messages, of->bytes, of->peak_bytes,
            of->waited, of->working, last ? "" : ",");
}

static void print(FILE *to, const line *ranks, int count, const uint64_t *trade,
                  size_t trades)
{
    fputs("{\"ranks\": [\n", to);
    for (int r = 0; r < count; r++)
        print_rank(to, &ranks[r], r + 1 == count);
    fputs(" ],\n \"bytes_by_trade\": [", to);
    for (size_t k = 0; k < trades; k++)
        fprintf(to, "%s%" PRIu64, k == 0 ? "" : ", ", trade[k]);
    fputs("]}\n", to);
}

void figures_write(const traffic *carried)
{
    const char *path = getenv("PLEACH_MPI_FIGURES");
    int rank, ranks;
    size_t trades = carried->by_trade.count;
    if (path == NULL)
        return;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    line mine = describe(carried);
    line *all = pl_allocate((size_t)ranks, sizeof *all);
    uint64_t *trade = pl_allocate(trades, sizeof *trade);
    if (all == NULL || trade == NULL) {
        MPI_Abort(MPI_COMM_WORLD, 3);
        return; /* never */
    }
    MPI_Gather(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE, 0,
               MPI_COMM_WORLD);
    /* All ranks make the same trades. */
    MPI_Reduce(carried->by_trade.items, trade, (int)trades, MPI_UINT64_T,
               MPI_SUM, 0, MPI_COMM_WORLD);
    FILE *to = rank == 0 ? fopen(path, "w") : NULL;
    if (to != NULL) {
        print(to, all, ranks, trade, trades);
        (void)fclose(to);
    }
    pl_release(all);
    pl_release(trade);
}
