/* measure.c: asks the system for times and memory. */
/* SPDX-License-Identifier: MIT */
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static double clock_seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

moment measure_now(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (moment){.wall = clock_seconds(CLOCK_MONOTONIC),
                    .cpu = clock_seconds(CLOCK_PROCESS_CPUTIME_ID),
                    .user = (double)used.ru_utime.tv_sec +
                            1e-6 * (double)used.ru_utime.tv_usec};
}

moment measure_since(moment start)
{
    moment now = measure_now();
    return (moment){now.wall - start.wall, now.cpu - start.cpu,
                    now.user - start.user};
}

double measure_peak_bytes(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return 1024.0 * (double)used.ru_maxrss;
}

void measure_give_up(const char *sentence)
{
    fprintf(stderr, "bench: %s\n", sentence);
    exit(3);
}
