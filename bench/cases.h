/* cases.h: inputs and answers as files, for others to solve and to judge. */
/* SPDX-License-Identifier: MIT */
#ifndef BENCH_CASES_H
#define BENCH_CASES_H

#include "same/affinity.h"

/* Block-sparse similarities of 0 or 1; the share of nodes that are roots. */
pleach_affinity *cases_blocks(uint32_t nodes, double roots);

/* Reads all similarities of a complete graph, nodes x nodes floats as they
 * are in memory; the preference is the last node's with itself. */
pleach_affinity *cases_dense(const char *path);

/* Writes lines "i j similarity", "i i preference" among them. */
void cases_write_edges(const pleach_affinity *affinity, const char *path);

/* Solves, with pleach's own start or else as others start, and writes the
 * exemplar of each node on a line. */
void cases_write_labels(const pleach_affinity *affinity, pleach_solver solver,
                        bool classically, const char *path);

#endif
