/* shell.c: starts commands, feeds and drains them, and ends what lasts. */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pipe2 */
#include "shell.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_AT_ONCE = 64, PIECE = 65536, WAIT_MS = 50 };

/* A command that is at work. */
typedef struct worker {
    shell_run *run;
    pid_t process;
    int to, from; /* -1: closed */
    size_t written;
    double until;
} worker;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void close_pipe(int *pipe)
{
    if (*pipe >= 0)
        close(*pipe);
    *pipe = -1;
}

/* In the new process: nothing of ours but the pipes and standard error. */
static void become(const char *command, int in, int out)
{
    static const int usual[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
    for (size_t k = 0; k < sizeof usual / sizeof *usual; k++)
        signal(usual[k], SIG_DFL);
    setpgid(0, 0);
    bool ready = dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0;
    if (ready)
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

/* In a process group of its own, so that what it starts ends with it. False: it
 * did not start. */
static bool start(worker *w, shell_run *run, const char *command,
                  double seconds)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    *w = (worker){.run = run, .to = -1, .from = -1};
    bool open = pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0;
    w->process = open ? fork() : -1;
    if (w->process == 0)
        become(command, in[0], out[1]);
    run->code = errno;
    run->end = w->process < 0 ? SHELL_CANNOT : SHELL_DONE;
    close_pipe(&in[0]);
    close_pipe(&out[1]);
    if (w->process < 0) {
        close_pipe(&in[1]);
        close_pipe(&out[0]);
        return false;
    }
    setpgid(w->process, w->process);
    w->to = in[1];
    w->from = out[0];
    fcntl(w->to, F_SETFL, O_NONBLOCK);
    fcntl(w->from, F_SETFL, O_NONBLOCK);
    w->until = now() + seconds;
    return true;
}

/* Ends all that a command started, as far as it stayed in its group. */
static void end_group(worker *w, shell_end why)
{
    if (w->run->end == SHELL_DONE)
        w->run->end = why;
    kill(-w->process, SIGKILL);
}

static void feed(worker *w)
{
    size_t left = strlen(w->run->input) - w->written;
    ssize_t done = left == 0 ? 0
                             : write(w->to, w->run->input + w->written,
                                     left < PIECE ? left : PIECE);
    if (done > 0)
        w->written += (size_t)done;
    if (left == 0 || (done < 0 && errno != EAGAIN && errno != EINTR))
        close_pipe(&w->to);
}

/* What prints too much is ended: its answer would be of no use. */
static void drain(worker *w)
{
    char piece[PIECE];
    shell_run *run = w->run;
    ssize_t got = read(w->from, piece, sizeof piece);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
        close_pipe(&w->from);
    if (got <= 0)
        return;
    char *larger = run->length + (size_t)got > SHELL_MOST_OUTPUT
                       ? NULL
                       : realloc(run->output, run->length + (size_t)got + 1);
    if (larger == NULL) {
        end_group(w, SHELL_TOO_MUCH);
        close_pipe(&w->from);
        return;
    }
    memcpy(larger + run->length, piece, (size_t)got);
    run->output = larger;
    run->length += (size_t)got;
    larger[run->length] = '\0';
}

/* Whether a command is over: it ended, and what it wrote is read. What it left
 * running may hold the pipe open; that ends with it. */
static bool is_over(worker *w)
{
    int status;
    if (waitpid(w->process, &status, WNOHANG) != w->process)
        return false;
    kill(-w->process, SIGKILL);
    for (size_t before = SIZE_MAX; w->from >= 0 && before != w->run->length;) {
        before = w->run->length;
        drain(w);
    }
    w->run->code =
        WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (w->run->end == SHELL_DONE && w->run->code != 0)
        w->run->end = SHELL_FAILED;
    close_pipe(&w->to);
    close_pipe(&w->from);
    return true;
}

/* Waits a moment for any of them to read or to write. */
static void serve_pipes(worker *w, uint32_t count)
{
    struct pollfd wait[2 * MOST_AT_ONCE];
    for (uint32_t k = 0; k < count; k++) {
        wait[2 * k] = (struct pollfd){.fd = w[k].to, .events = POLLOUT};
        wait[2 * k + 1] = (struct pollfd){.fd = w[k].from, .events = POLLIN};
    }
    if (poll(wait, 2 * (nfds_t)count, WAIT_MS) <= 0)
        return;
    for (uint32_t k = 0; k < count; k++) {
        if (wait[2 * k].revents != 0)
            feed(&w[k]);
        if (wait[2 * k + 1].revents != 0)
            drain(&w[k]);
    }
}

/* Waits for all of them at once, so that a slow one holds up nobody. */
void shell_run_all(shell_run *runs, size_t count, const char *command,
                   uint32_t at_once, double seconds, bool (*stop)(void))
{
    worker at_work[MOST_AT_ONCE];
    struct sigaction ignored = {.sa_handler = SIG_IGN}, before;
    uint32_t active = 0;
    size_t next = 0;
    sigaction(SIGPIPE, &ignored, &before); /* who does not read, need not */
    at_once = at_once < 1 ? 1 : at_once;
    at_once = at_once < MOST_AT_ONCE ? at_once : MOST_AT_ONCE;
    while (next < count || active > 0) {
        bool stopped = stop != NULL && stop();
        for (; next < count && (active < at_once || stopped); next++) {
            if (stopped)
                runs[next].end = SHELL_STOPPED;
            else
                active +=
                    start(&at_work[active], &runs[next], command, seconds);
        }
        serve_pipes(at_work, active);
        for (uint32_t k = 0; k < active;) {
            if (stopped || now() > at_work[k].until)
                end_group(&at_work[k], stopped ? SHELL_STOPPED : SHELL_TIMEOUT);
            if (is_over(&at_work[k]))
                at_work[k] = at_work[--active];
            else
                k++;
        }
    }
    sigaction(SIGPIPE, &before, NULL);
}

/* The end of a sentence about what went wrong. */
void shell_tell(char *to, size_t room, const shell_run *run, double seconds)
{
    switch (run->end) {
    case SHELL_TIMEOUT:
        snprintf(to, room, "it took more than %g seconds", seconds);
        break;
    case SHELL_TOO_MUCH:
        snprintf(to, room, "it printed more than %zu bytes", SHELL_MOST_OUTPUT);
        break;
    case SHELL_CANNOT:
        snprintf(to, room, "it could not be started: %s", strerror(run->code));
        break;
    case SHELL_STOPPED:
        snprintf(to, room, "it was stopped");
        break;
    default:
        if (run->code == 127)
            snprintf(to, room, "there is no such command (exit code 127)");
        else
            snprintf(to, room, "it ended with exit code %d", run->code);
    }
}
