/* crew.c: who speaks, who writes, and how a failure of one ends all. */
#include "crew.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../cli/errors.h"
#include "../cli/signals.h"
#include "base/status.h"
#include "figures.h"

static struct {
    int rank, ranks;
    mpi_exchange *exchange;
    bool agreed; /* all have failed, and know it */
    bool speaks; /* this is the one to say why */
} self;

/* ------------------------------------------------------------- failing -- */

/* Adds which process failed, where that is not all of them. */
static void name_process(pleach_error *error)
{
    char host[MPI_MAX_PROCESSOR_NAME];
    int length = 0;
    MPI_Get_processor_name(host, &length);
    size_t used = strlen(error->sentence);
    snprintf(error->sentence + used, sizeof error->sentence - used,
             " (Rank %d of %d, on %.60s.)", self.rank, self.ranks, host);
}

static pleach_status agree(pleach_status status, pleach_error *error)
{
    int mine = (int)status, first = self.ranks, failed = 0;
    int *all = pl_allocate((size_t)self.ranks, sizeof *all);
    if (all == NULL)
        return pl_fail_memory(error);
    MPI_Request request;
    MPI_Iallgather(&mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD,
                   &request);
    if (!mpi_wait(&request, 1, signals_interrupted, true)) {
        pl_release(all);
        return pl_fail(error, PLEACH_CANCELLED, "It was interrupted.");
    }
    for (int r = self.ranks; r-- > 0;)
        if (all[r] != PLEACH_OK) {
            first = r;
            failed++;
        }
    if (failed > 0) {
        self.agreed = true;
        self.speaks = self.rank == first;
        if (self.speaks && failed < self.ranks)
            name_process(error);
        if (status == PLEACH_OK)
            status = (pleach_status)all[first];
        error->status = status;
    }
    pl_release(all);
    return status;
}

/* What depends on the input alone happens to all at the same time, and rank 0
 * says it. What depends on the machine is said by whom it happens to. */
static void fail(pleach_error *error)
{
    bool local = error->status == PLEACH_IO ||
                 error->status == PLEACH_NO_MEMORY;
    if (self.agreed) {
        errors_set_silent(!self.speaks);
    } else if (local) {
        if (self.ranks > 1)
            name_process(error);
        errors_set_silent(false);
    }
}

/* -------------------------------------------------------------- making -- */

static bool is_number(const char *text)
{
    char *end;
    strtod(text, &end);
    return end != text && *end == '\0';
}

/* Message passing needs the rows of one's own blocks. Everything else that
 * looks at rows (polish, bounds, resamples, quantiles of similarities) needs
 * all of them. */
static bool needs_all_rows(const cli_options *options)
{
    const char *solver = options->solver, *bound = options->bound;
    bool passes_messages =
        solver != NULL && (strcmp(solver, "ap") == 0 || strcmp(solver, "rap") == 0);
    bool bounds = bound != NULL && strcmp(bound, "none") != 0;
    bool quantile = options->preference != NULL &&
                    strcmp(options->preference, "auto") != 0 &&
                    !is_number(options->preference);
    return !passes_messages || bounds || quantile || options->support > 0;
}

int crew_gather(cli_crew *crew, const cli_options *options)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &self.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &self.ranks);
    self.exchange = mpi_exchange_new(MPI_COMM_WORLD, needs_all_rows(options),
                                     signals_interrupted);
    if (self.exchange == NULL)
        return error_say(EXIT_SYSTEM, "There is not enough memory to start.");
    *crew = (cli_crew){.exchange = mpi_exchange_calls(self.exchange),
                       .writes = self.rank == 0,
                       .agree = agree,
                       .fail = fail};
    return EXIT_DONE;
}

void crew_release(void)
{
    mpi_exchange_free(self.exchange);
    self.exchange = NULL;
}

uint32_t crew_threads(void)
{
    MPI_Comm machine;
    int neighbours = 1;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                        &machine);
    MPI_Comm_size(machine, &neighbours);
    MPI_Comm_free(&machine);
    /* Those this process may use. */
    int processors = omp_get_num_procs();
    return processors > neighbours ? (uint32_t)(processors / neighbours) : 1;
}

/* -------------------------------------------------------------- ending -- */

int crew_end(int code)
{
    bool known = self.agreed || (code != EXIT_SYSTEM && code != EXIT_INTERRUPTED);
    if (!known) {
        fflush(NULL);
        MPI_Abort(MPI_COMM_WORLD, code);
    }
    if (self.exchange != NULL && !self.agreed)
        figures_write(mpi_exchange_traffic(self.exchange));
    /* Those who are done wait for the one that writes, asleep. */
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    if (!mpi_wait(&request, 1, signals_interrupted, true))
        MPI_Abort(MPI_COMM_WORLD, EXIT_INTERRUPTED);
    crew_release();
    MPI_Finalize();
    return code;
}
