/* crew.c: who speaks, who writes, and how a failure of one ends all. */
/* SPDX-License-Identifier: MIT */
#include "crew.h"

#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../cli/errors.h"
#include "../cli/outputs.h"
#include "../cli/signals.h"
#include "base/status.h"

/* Milliseconds: how long a failed process waits for another to say why, and
 * whoever cannot go on for the launcher to end it. */
enum { TURN = 1000, NEXT_TURN = 100, LAST_TURN = 4000, PATIENCE = 15000 };

static struct {
    int rank, ranks;
    mpi_exchange *exchange;
    bool agreed; /* all have failed, and know it */
    bool speaks; /* this is the one to say why */
    bool alone;  /* it did not happen to all of them */
} self;

static void sleep_a_moment(void)
{
    const struct timespec a_moment = {0, 1000000};
    nanosleep(&a_moment, NULL);
}

/* ------------------------------------------------------------- failing -- */

/* Prints what was kept, and which process it happened to, where that is not
 * all of them. */
static void speak(bool alone)
{
    char more[MPI_MAX_PROCESSOR_NAME + 64] = "", host[MPI_MAX_PROCESSOR_NAME];
    int length = 0;
    MPI_Get_processor_name(host, &length);
    if (alone && self.ranks > 1)
        snprintf(more, sizeof more, " (Rank %d of %d, on %.60s.)", self.rank,
                 self.ranks, host);
    errors_release(more);
    (void)fflush(NULL);
}

/* What each of them has to say, into `all`; false when interrupted. */
static bool hear_all(int mine, int *all)
{
    MPI_Request request;
    MPI_Iallgather(&mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD,
                   &request);
    return mpi_wait(&request, 1, signals_interrupted, true);
}

/* The first failure is that of all. */
static int find_failure(const int *all)
{
    int first = self.ranks, failed = 0;
    for (int r = self.ranks; r-- > 0;)
        if (all[r] != 0) {
            first = r;
            failed++;
        }
    if (failed == 0)
        return 0;
    self.agreed = true;
    self.speaks = self.rank == first;
    self.alone = failed < self.ranks;
    return all[first];
}

/* Out of memory or interrupted, one may have left a call that the others are
 * still waiting in: nobody would answer. */
static pleach_status agree(pleach_status status, pleach_error *error)
{
    if (status == PLEACH_NO_MEMORY || status == PLEACH_CANCELLED)
        return status;
    int *all = pl_allocate((size_t)self.ranks, sizeof *all);
    if (all == NULL)
        return pl_fail_memory(error);
    if (hear_all((int)status, all))
        error->status = status = (pleach_status)find_failure(all);
    else
        status = pl_fail(error, PLEACH_CANCELLED, "It was interrupted.");
    pl_release(all);
    return status;
}

int crew_settle(int code)
{
    int *all = pl_allocate((size_t)self.ranks, sizeof *all);
    if (all == NULL)
        return error_say(EXIT_SYSTEM, "There is not enough memory to start.");
    code = hear_all(code, all) ? find_failure(all) : EXIT_INTERRUPTED;
    pl_release(all);
    return code;
}

/* Waits so long for the launcher to end this process. */
static void wait_for_the_end(int milliseconds)
{
    for (int k = 0; k < milliseconds && !signals_interrupted(); k++)
        sleep_a_moment();
}

/* A launcher that ends all of them asks each one to end: then another process
 * has said why, or who started them knows. Some launchers end with the highest
 * of all codes. */
static int leave(void)
{
    if (self.ranks == 1)
        speak(false);
    outputs_clean_up();
    (void)fflush(NULL);
    _exit(self.ranks > 1 ? EXIT_SYSTEM : EXIT_INTERRUPTED);
}

/* A failure that the others cannot know of ends them too. When several fail at
 * once the first of them speaks, and the launcher ends the others before it is
 * their turn. */
static void fail_alone(int code)
{
    int turn = self.rank == 0 ? 0 : TURN + NEXT_TURN * self.rank;
    wait_for_the_end(turn < LAST_TURN ? turn : LAST_TURN);
    if (self.ranks > 1 && signals_interrupted())
        leave();
    speak(code == EXIT_SYSTEM);
    MPI_Abort(MPI_COMM_WORLD, code);
}

/* The other end of a connection has gone. Why is said over there, and the
 * launcher will end this one. */
static void on_mpi_error(MPI_Comm *group, int *code, ...)
{
    char why[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    (void)group;
    wait_for_the_end(PATIENCE);
    if (signals_interrupted())
        leave();
    MPI_Error_string(*code, why, &length);
    outputs_clean_up();
    errors_hold();
    error_say(EXIT_SYSTEM, "The other processes cannot be reached: %.200s.",
              why);
    speak(true);
    MPI_Abort(MPI_COMM_WORLD, EXIT_SYSTEM);
}

/* -------------------------------------------------------------- making -- */

bool crew_begin(void)
{
    MPI_Errhandler handler;
    MPI_Comm_rank(MPI_COMM_WORLD, &self.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &self.ranks);
    MPI_Comm_create_errhandler(on_mpi_error, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Errhandler_free(&handler);
    /* A connection to a process that has died is no reason to be silent. */
    if (self.ranks > 1)
        signal(SIGPIPE, SIG_IGN);
    warnings_set_silent(self.rank != 0);
    errors_hold();
    return self.rank == 0;
}

bool crew_has_same(uint64_t number)
{
    uint64_t least = number == 0 ? UINT64_MAX : number, most = number;
    MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_UINT64_T, MPI_MIN,
                  MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_UINT64_T, MPI_MAX,
                  MPI_COMM_WORLD);
    return most == 0 || least == most;
}

int crew_gather(cli_crew *crew)
{
    self.exchange = mpi_exchange_new(MPI_COMM_WORLD, signals_interrupted);
    if (self.exchange == NULL)
        return error_say(EXIT_SYSTEM, "There is not enough memory to start.");
    *crew = (cli_crew){.exchange = mpi_exchange_calls(self.exchange),
                       .writes = self.rank == 0,
                       .agree = agree,
                       .settle = crew_settle};
    return EXIT_DONE;
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

/* One process speaks for all; whoever fails alone speaks for itself. */
int crew_end(int code)
{
    bool finished = code == EXIT_DONE || code == EXIT_NOT_CONVERGED;
    if (code == EXIT_INTERRUPTED)
        return leave();
    /* What the first one alone looks at is not about its machine. */
    if (self.agreed && self.speaks)
        speak(self.alone && (self.rank > 0 || code == EXIT_SYSTEM));
    else if (!self.agreed && !finished)
        fail_alone(code);
    /* Those who are done wait for the one that writes, asleep. */
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    if (!mpi_wait(&request, 1, signals_interrupted, true))
        return leave();
    mpi_exchange_free(self.exchange);
    MPI_Finalize();
    return code;
}
