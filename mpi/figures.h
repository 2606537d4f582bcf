/* figures.h: what a run cost, for docs/scale.md. */
/* SPDX-License-Identifier: MIT */
#ifndef MPI_FIGURES_H
#define MPI_FIGURES_H

#include "exchange.h"

/* Where the environment names a file in PLEACH_MPI_FIGURES, rank 0 writes one
 * JSON object there: per rank what it sent, how long it waited and its peak of
 * memory. All ranks call it. */
void figures_write(const traffic *carried);

#endif
