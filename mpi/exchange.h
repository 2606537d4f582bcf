/* exchange.h: an exchange over MPI. */
/* SPDX-License-Identifier: MIT */
#ifndef MPI_EXCHANGE_H
#define MPI_EXCHANGE_H

#include <mpi.h>

#include "base/exchange.h"

typedef struct mpi_exchange mpi_exchange;

/* Of all processes of `group`. `interrupted` is asked while waiting: then the
 * call ends with PLEACH_CANCELLED. NULL when there is no memory. */
mpi_exchange *mpi_exchange_new(MPI_Comm group, bool (*interrupted)(void));
void mpi_exchange_free(mpi_exchange *exchange);

const pleach_exchange *mpi_exchange_calls(const mpi_exchange *exchange);

/* Waits for requests; false when it was interrupted. Sleeps, rather than spin,
 * when `patient`. */
bool mpi_wait(MPI_Request *requests, int count, bool (*interrupted)(void),
              bool patient);

#endif
