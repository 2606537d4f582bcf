/* figures.c: gathers what each rank sent and needed, and writes it. */
/* SPDX-License-Identifier: MIT */
#include "figures.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

typedef struct line {
    uint64_t fills, bytes, peak_bytes;
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
    return (line){.fills = carried->fills,
                  .bytes = carried->bytes,
                  .peak_bytes = (uint64_t)usage.ru_maxrss * 1024,
                  .waited = carried->seconds,
                  .working = seconds_of(usage.ru_utime) +
                             seconds_of(usage.ru_stime) - carried->processor};
}

static void print_rank(FILE *to, const line *of, bool last)
{
    fprintf(to,
            "  {\"fills\": %" PRIu64 ", \"bytes\": %" PRIu64
            ", \"peak_bytes\": %" PRIu64
            ", \"waited\": %.6f, \"working\": %.6f}%s\n",
            of->fills, of->bytes, of->peak_bytes, of->waited, of->working,
            last ? "" : ",");
}

/* Only where somebody asks for it by the environment. */
void figures_write(const traffic *carried)
{
    const char *path = getenv("PLEACH_MPI_FIGURES");
    int rank, ranks;
    if (path == NULL)
        return;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    line mine = describe(carried);
    line *all = pl_allocate((size_t)ranks, sizeof *all);
    if (all == NULL) {
        MPI_Abort(MPI_COMM_WORLD, 3);
        return; /* never */
    }
    MPI_Gather(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE, 0,
               MPI_COMM_WORLD);
    FILE *to = rank == 0 ? fopen(path, "w") : NULL;
    if (to != NULL) {
        fputs("{\"ranks\": [\n", to);
        for (int r = 0; r < ranks; r++)
            print_rank(to, &all[r], r + 1 == ranks);
        fputs(" ]}\n", to);
        (void)fclose(to);
    }
    pl_release(all);
}
