/* watch.c: says who was killed, and removes what it was writing. */
/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "watch.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "../cli/errors.h"
#include "../cli/outputs.h"

enum { PAGE = 1 << 16 };
/* A launcher that asks a process to end kills it a second later. */
static const struct timespec PATIENCE = {0, 600000000};
/* When several are killed at once, the launcher ends the others for the sake of
 * the first one before it is their turn to speak: it wakes them, asks them to
 * end a second later, and then kills them. */
enum { FIRST_TURN = 1000, NEXT_TURN = 100, LAST_TURN = 4000 }; /* ms */

/* How launchers tell which of how many a process is: the one that is watched
 * may not have got as far as to ask MPI. Slurm does not ask anybody to end, so
 * nobody can wait there. */
static const struct launcher {
    const char *rank, *ranks;
    bool asks;
} launchers[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", true},
    {"SLURM_PROCID", "SLURM_NTASKS", false},
    {"PMI_RANK", "PMI_SIZE", true},
};
enum { LAUNCHERS = sizeof launchers / sizeof *launchers };

typedef struct place {
    int rank, ranks;
    bool asks;
} place;

static bool find_place(place *found)
{
    for (size_t k = 0; k < LAUNCHERS; k++) {
        const char *rank = getenv(launchers[k].rank);
        const char *ranks = getenv(launchers[k].ranks);
        if (rank != NULL && ranks != NULL) {
            *found = (place){(int)strtol(rank, NULL, 10),
                             (int)strtol(ranks, NULL, 10), launchers[k].asks};
            return true;
        }
    }
    return false;
}

static void remove_files(const char *names)
{
    for (; *names != '\0'; names += strlen(names) + 1)
        unlink(names);
}

/* Waits for the worker, and passes on what a launcher asks for. Says whether
 * it asked. */
static bool wait_for(pid_t worker, const sigset_t *awaited, int *state)
{
    bool told = false;
    for (;;) {
        int number = told ? sigtimedwait(awaited, NULL, &PATIENCE)
                          : sigwaitinfo(awaited, NULL);
        if (number < 0 && errno == EAGAIN)
            kill(worker, SIGKILL);
        if (number > 0 && number != SIGCHLD && number != SIGCONT) {
            kill(worker, number);
            told = true;
        }
        pid_t ended = waitpid(worker, state, WNOHANG);
        if (ended == worker || (ended < 0 && errno == ECHILD))
            return told;
    }
}

/* How long one waits for it. */
static struct timespec turn_of(int rank)
{
    long long turn = rank <= 0 ? 0 : FIRST_TURN + (long long)rank * NEXT_TURN;
    turn = turn < LAST_TURN ? turn : LAST_TURN;
    return (struct timespec){(time_t)(turn / 1000),
                             (long)(turn % 1000 * 1000000)};
}

/* Waits for its turn; whether the launcher asks to end before. */
static bool others_have_ended(const sigset_t *awaited, const place *here)
{
    struct timespec turn = turn_of(here->asks ? here->rank : 0);
    int number;
    do {
        number = sigtimedwait(awaited, NULL, &turn);
        if (number == SIGCONT)
            turn = turn_of(1);
    } while (number == SIGCONT || number == SIGCHLD);
    return number > 0;
}

static void say_killed(const place *here, int number)
{
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    error_say(EXIT_SYSTEM,
              "Rank %d of %d, on %.60s, was killed by signal %d (%s), so all "
              "have ended.",
              here->rank, here->ranks, host, number, strsignal(number));
}

/* Ends with the worker's code, or with one that tells who ended it. */
static void watch(pid_t worker, const sigset_t *awaited, const char *names,
                  const place *here)
{
    int state = 0;
    bool told = wait_for(worker, awaited, &state);
    if (WIFEXITED(state) && WEXITSTATUS(state) == EXIT_DONE)
        _exit(EXIT_DONE);
    remove_files(names);
    /* Where there are others, one of them has failed as a rule, and some
     * launchers end with the highest of all codes. */
    int asked = here->ranks > 1 ? EXIT_SYSTEM : EXIT_INTERRUPTED;
    if (WIFEXITED(state))
        _exit(told && WEXITSTATUS(state) == EXIT_INTERRUPTED
                  ? asked
                  : WEXITSTATUS(state));
    if (told || others_have_ended(awaited, here))
        _exit(asked);
    say_killed(here, WTERMSIG(state));
    _exit(EXIT_SYSTEM);
}

#ifdef __linux__
/* The watcher itself was killed: then so is this one, but not in the middle
 * of a file. */
static void on_orphaned(int number)
{
    (void)number;
    outputs_clean_up();
    _exit(EXIT_SYSTEM);
}

static bool end_with(pid_t watcher)
{
    struct sigaction action = {.sa_handler = on_orphaned};
    sigemptyset(&action.sa_mask);
    sigaction(SIGQUIT, &action, NULL);
    return prctl(PR_SET_PDEATHSIG, SIGQUIT) == 0 && getppid() == watcher;
}

/* Without a launcher there is nobody to watch for. */
void watch_begin(void)
{
    place here;
    sigset_t awaited, before;
    struct sigaction now, usual = {.sa_handler = SIG_DFL};
    pid_t watcher = getpid();
    if (!find_place(&here))
        return;
    char *names = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (names == MAP_FAILED)
        return;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGCHLD);
    sigaddset(&awaited, SIGINT);
    sigaddset(&awaited, SIGTERM);
    /* nohup asks its children to outlive the terminal. */
    if (sigaction(SIGHUP, NULL, &now) != 0 || now.sa_handler != SIG_IGN)
        sigaddset(&awaited, SIGHUP);
    sigaddset(&awaited, SIGCONT);
    sigprocmask(SIG_BLOCK, &awaited, &before);
    /* Inherited as ignored, there would be nobody to wait for. */
    sigaction(SIGCHLD, &usual, NULL);
    pid_t worker = fork();
    if (worker > 0) {
        prctl(PR_SET_NAME, "pleach-watch");
        /* A signal to the group of the launcher's process reaches the worker
         * once: through the watcher. */
        setpgid(worker, worker);
        watch(worker, &awaited, names, &here);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (worker < 0)
        return;
    setpgid(0, 0);
    if (!end_with(watcher))
        _exit(EXIT_SYSTEM);
    outputs_note_in(names, PAGE);
}
#else
void watch_begin(void)
{
    /* A worker that outlives its watcher would be worse than none. */
}
#endif
