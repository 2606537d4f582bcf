/* stages.h: what each stage from file to file takes. */
/* SPDX-License-Identifier: MIT */
#ifndef BENCH_STAGES_H
#define BENCH_STAGES_H

#include <stdint.h>

/* Reads a corpus of JSON Lines, compares, clusters and grows it by default
 * options, writes the taxonomy as JSON to `output`, and prints one line of
 * JSON about it. Without an output it only reads. Gives up when anything
 * fails. */
void stages_measure(const char *corpus, const char *output, uint32_t threads);

#endif
