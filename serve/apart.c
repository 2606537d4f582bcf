/* apart.c: starts a process that reads, sends it the inputs, and says how it
 * ended. */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* SOCK_CLOEXEC */
#include "serve/apart.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* A process that waits for something takes no time of the processor. */
enum { PATIENCE = 10, LOOK_MILLISECONDS = 200 };

static const char not_started[] =
    "The system did not let a process be started to read this.";

static pleach_status fail_apart(pleach_error *error, const char *file,
                                const char *sentence)
{
    serve_fail(error, PLEACH_BAD_DATA, sentence);
    snprintf(error->file, sizeof error->file, "%s", file);
    return PLEACH_BAD_DATA;
}

/* ------------------------------------------------------------- starting -- */

/* Signals are as usual there, and everything else that is open is closed by
 * exec, or by the process itself. */
static pid_t start_reader(int socket)
{
    char *words[] = {(char[]){"pleach"}, (char[]){APART_COMMAND}, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none;
    pid_t started = -1;
    sigemptyset(&none);
    if (posix_spawn_file_actions_init(&files) != 0)
        return -1;
    if (posix_spawnattr_init(&how) == 0) {
        bool set = posix_spawn_file_actions_adddup2(&files, socket, 0) == 0 &&
                   posix_spawn_file_actions_adddup2(&files, socket, 1) == 0 &&
                   posix_spawn_file_actions_addopen(&files, 2, "/dev/null",
                                                    O_WRONLY, 0) == 0 &&
                   posix_spawnattr_setsigmask(&how, &none) == 0 &&
                   posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK) == 0;
        if (!set || posix_spawn(&started, "/proc/self/exe", &files, &how, words,
                                environ) != 0)
            started = -1;
        posix_spawnattr_destroy(&how);
    }
    posix_spawn_file_actions_destroy(&files);
    return started;
}

/* -------------------------------------------------------------- sending -- */

static bool send_bytes(int to, const void *from, size_t size)
{
    const char *at = from;
    while (size > 0) {
        ssize_t sent = write(to, at, size);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}

enum { OPTION_TEXTS = 4 };

/* All texts of a request in their order, of which a NULL is none. */
static pleach_input *list_texts(const pleach_input *inputs, size_t count,
                                const pleach_read_options *options)
{
    const char *const said[OPTION_TEXTS] = {options->format, options->columns,
                                            options->label_language,
                                            options->language};
    pleach_input *texts = calloc(OPTION_TEXTS + 2 * count, sizeof *texts);
    for (size_t k = 0; texts != NULL && k < OPTION_TEXTS; k++) {
        texts[k].bytes = said[k];
        texts[k].size = said[k] == NULL ? 0 : strlen(said[k]);
    }
    for (size_t k = 0; texts != NULL && k < count; k++) {
        pleach_input *two = &texts[OPTION_TEXTS + 2 * k];
        two[0].bytes = inputs[k].name;
        two[0].size = strlen(inputs[k].name);
        two[1] = inputs[k];
    }
    return texts;
}

/* The reader takes all memory it needs before it looks at a byte. */
static bool send_request(int to, uint64_t content, const pleach_input *inputs,
                         size_t count, const pleach_read_options *options)
{
    apart_request head = {.inputs = count,
                          .content = content,
                          .max_input = options->max_input,
                          .skip_bad = options->skip_bad};
    size_t all = OPTION_TEXTS + 2 * count;
    pleach_input *texts = list_texts(inputs, count, options);
    for (size_t k = 0; texts != NULL && k < all; k++)
        head.bytes += sizeof(uint64_t) + texts[k].size;
    bool sent = texts != NULL && send_bytes(to, &head, sizeof head);
    for (size_t k = 0; k < all && sent; k++) {
        uint64_t told = texts[k].bytes == NULL ? APART_NONE : texts[k].size;
        sent = send_bytes(to, &told, sizeof told) &&
               send_bytes(to, texts[k].bytes, texts[k].size);
    }
    free(texts);
    return sent;
}

/* ------------------------------------------------------------ listening -- */

/* All that it says until it ends; false: nobody waits for it any more, or it
 * says too much. */
static bool hear_reply(bytes *to, int from, double until, uint64_t most,
                       bool (*goes_on)(void))
{
    char block[65536];
    struct pollfd look = {.fd = from, .events = POLLIN};
    while (serve_seconds() < until && (goes_on == NULL || goes_on())) {
        if (poll(&look, 1, LOOK_MILLISECONDS) <= 0)
            continue;
        ssize_t more = read(from, block, sizeof block);
        if (more < 0 && errno == EINTR)
            continue;
        if (more == 0)
            return true;
        if (more < 0 || to->size + (size_t)more > most ||
            !bytes_add(to, block, (size_t)more))
            return false;
    }
    return false;
}

/* It is not trusted to have written what it should. */
static pleach_status judge_reply(bytes *heard, const char *file,
                                 pleach_error *error)
{
    pleach_error told;
    heard->size -= sizeof told;
    memcpy(&told, heard->text + heard->size, sizeof told);
    told.file[sizeof told.file - 1] = '\0';
    told.sentence[sizeof told.sentence - 1] = '\0';
    switch (told.status) {
    case PLEACH_OK:
        return PLEACH_OK;
    case PLEACH_NO_MEMORY:
        return fail_apart(error, file,
                          "Reading this takes more memory than the server "
                          "gives to it. Bring it in smaller files.");
    case PLEACH_BAD_DATA:
    case PLEACH_BAD_USAGE:
    case PLEACH_IO:
        *error = told;
        return told.status;
    default:
        return fail_apart(error, file, "This could not be read.");
    }
}

static pleach_status judge_end(int ended, bool cancelled, const char *file,
                               pleach_error *error)
{
    if (cancelled)
        return serve_fail(error, PLEACH_CANCELLED, "It was cancelled.");
    bool slow = WIFSIGNALED(ended) &&
                (WTERMSIG(ended) == SIGXCPU || WTERMSIG(ended) == SIGKILL);
    return fail_apart(
        error, file,
        slow ? "Reading this takes longer, or brings more, than the server "
               "allows. Bring it in smaller files."
             : "A library that reads such files broke off at this one, which "
               "is not taken in. Look whether it is damaged, or write it in "
               "another format.");
}

/* A reply counts if the process ended as it should. */
static pleach_status converse(bytes *heard, int socket, pid_t reader,
                              const pleach_input *inputs, size_t count,
                              const pleach_read_options *options,
                              bool (*goes_on)(void), pleach_error *error)
{
    const char *file = count == 1 ? inputs[0].name : ""; /* any of them */
    uint64_t content = 0;
    int ended = 0;
    for (size_t k = 0; k < count; k++)
        content += inputs[k].size;
    double until =
        serve_seconds() + (double)(PATIENCE * apart_seconds(content));
    bool sent = send_request(socket, content, inputs, count, options);
    shutdown(socket, SHUT_WR); /* it must not wait for what was not sent */
    bool whole =
        hear_reply(heard, socket, until, apart_memory(content), goes_on);
    if (!whole)
        (void)kill(reader, SIGKILL);
    while (waitpid(reader, &ended, 0) < 0 && errno == EINTR)
        ;
    if (whole && WIFEXITED(ended) && WEXITSTATUS(ended) == 0 &&
        heard->size >= sizeof(pleach_error))
        return judge_reply(heard, file, error);
    if (!sent)
        return serve_fail(error, PLEACH_IO, not_started);
    return judge_end(ended, !whole && goes_on != NULL && !goes_on(), file,
                     error);
}

/* What was heard is unpacked by the caller, who does not trust it. */
pleach_status apart_read(bytes **packed, const pleach_input *inputs,
                         size_t count, const pleach_read_options *options,
                         bool (*goes_on)(void), pleach_error *error)
{
    int ends[2];
    pleach_status status = PLEACH_OK;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return serve_fail(error, PLEACH_IO, not_started);
    bytes *heard = bytes_new();
    pid_t reader = start_reader(ends[1]);
    close(ends[1]);
    status = reader < 0 ? serve_fail(error, PLEACH_IO, not_started)
                        : converse(heard, ends[0], reader, inputs, count,
                                   options, goes_on, error);
    close(ends[0]);
    if (status == PLEACH_OK)
        *packed = heard;
    else
        bytes_release(heard);
    return status;
}
