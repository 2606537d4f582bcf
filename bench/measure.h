/* measure.h: clocks and memory of a measurement, and how it gives up. */
/* SPDX-License-Identifier: MIT */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

typedef struct moment {
    double wall;      /* seconds */
    double cpu, user; /* of all threads together; user: without the system */
} moment;

moment measure_now(void);
moment measure_since(moment start);
/* The most memory that the process has had. */
double measure_peak_bytes(void);
/* Says why on standard error, and ends the process. */
_Noreturn void measure_give_up(const char *sentence);

#endif
