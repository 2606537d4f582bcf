/* signals.c: a flag for the first signal, the door for the second. */
/* SPDX-License-Identifier: MIT */
#include "signals.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "errors.h"

static volatile sig_atomic_t interrupted;
/* What is under way may be dropped, and will not notice for itself. */
static volatile sig_atomic_t hasty = 1;
static void (*clean_up_files)(void);
/* How long whatever is under way may go on before it is dropped. */
static const struct itimerval patience = {.it_value.tv_usec = 500000};

static void on_interrupt(int number)
{
    (void)number;
    if (interrupted) {
        clean_up_files();
        _exit(EXIT_INTERRUPTED);
    }
    interrupted = 1;
    if (hasty)
        setitimer(ITIMER_REAL, &patience, NULL);
}

static void end_with(int code, const char *sentence)
{
    clean_up_files();
    if (write(STDERR_FILENO, sentence, strlen(sentence)) < 0)
        _exit(code); /* nobody is left to tell */
    _exit(code);
}

/* Whatever parses a large document does not ask anybody in between. */
static void on_alarm(int number)
{
    (void)number;
    if (hasty)
        end_with(EXIT_INTERRUPTED,
                 "pleach: Interrupted; nothing was written.\n");
}

void signals_be_patient(void)
{
    hasty = 0;
}

/* Libraries abort the process without a thread or memory. They have said why.
 */
static void on_trap(int number)
{
    (void)number;
    end_with(EXIT_SYSTEM,
             "pleach: A library gave up; what it said is above.\n");
}

/* The reader has gone away (`pleach ... | head`): nobody is left to tell. */
static void on_broken_pipe(int number)
{
    clean_up_files();
    signal(number, SIG_DFL);
    raise(number);
}

static void listen_to(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

/* nohup asks its children to outlive the terminal. */
static bool is_ignored(int number)
{
    struct sigaction now;
    return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

void signals_listen(void (*clean_up)(void))
{
    clean_up_files = clean_up;
    listen_to(SIGINT, on_interrupt);
    listen_to(SIGTERM, on_interrupt);
    if (!is_ignored(SIGHUP))
        listen_to(SIGHUP, on_interrupt);
    listen_to(SIGALRM, on_alarm);
    listen_to(SIGPIPE, on_broken_pipe);
    listen_to(SIGTRAP, on_trap);
    listen_to(SIGABRT, on_trap);
    /* A file that may not grow any more is an error like a full disk. */
    listen_to(SIGXFSZ, SIG_IGN);
}

bool signals_interrupted(void)
{
    return interrupted != 0;
}
